// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_PRINCIPAL_CURVATURES_H
#define SIMBODYDEM_COLLISION_PRINCIPAL_CURVATURES_H

#include "collision/ContactSource.h"
#include "geometry/Ellipsoid.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

/** Of a symmetric tensor in the plane across `normal`: the largest and the least value, and the direction of the largest, which is zero
where they are equal to rounding. */
struct PrincipalValues {
    SimTK::Real largest, least;
    Vector3 direction;

    PrincipalValues(const Matrix3& tensor, const Vector3& normal) {
        const Eigen::Matrix<SimTK::Real, 3, 2> tangents = kernels::tangentsOf(normal);
        const Eigen::Matrix<SimTK::Real, 2, 2> t = tangents.transpose() * tensor * tangents;
        const SimTK::Real mean = 0.5 * t.trace(), half = 0.5 * (t(0, 0) - t(1, 1)), spread = std::hypot(half, t(0, 1));
        if (!(spread > 1e-14 * std::abs(mean))) { // as on a sphere
            largest = least = mean;
            direction.setZero();
            return;
        }
        const SimTK::Real angle = 0.5 * std::atan2(t(0, 1), half);
        direction = tangents * Eigen::Matrix<SimTK::Real, 2, 1>(std::cos(angle), std::sin(angle));
        largest = mean + spread;
        least = mean - spread;
        (mean < 0 ? largest : least) = t.determinant() / (mean < 0 ? least : largest); // nothing cancels
    }
};

/** From the curvatures of a surface, a tensor in its tangent plane [1/m]. @param floor  which they are raised to where they are less */
inline LocalCurvature principalCurvatures(const Matrix3& curvature, const Vector3& normal, SimTK::Real floor) {
    const PrincipalValues values(curvature, normal);
    return {std::max(values.largest, floor), std::max(values.least, floor), values.direction};
}

/** From the radii of curvature [m] of an ellipsoid or a wheel, whose sides are flat: by more than Hertz's law can be asked of. */
inline LocalCurvature principalCurvaturesOfRadii(const Matrix3& radii, const Vector3& normal,
                                                 const SurfaceGeometry& solid) {
    const PrincipalValues values(radii, normal);
    const SimTK::Real floor = solid.kind == ShapeKind::Wheel ? 0.1 / solid.semiAxes[0] : 0;
    return {std::max(1 / values.largest, floor), std::max(1 / values.least, floor), values.direction};
}

/** Of a surface where it bends like this; what is new is kept in `room`. @param floor  < 0 for one that may be hollow */
inline const LocalCurvature* curvatureOf(const Surface& surface, const kernels::Bend& bend, const Vector3& normal,
                                         Curvatures& room, SimTK::Real floor = 0) {
    static const LocalCurvature flat;
    switch (bend.kind) {
    case kernels::Bend::Kind::Flat: return &flat;
    case kernels::Bend::Kind::Round: return &surface.curvature; // of its corners
    default: return room.add(principalCurvatures(bend.tensor, normal, floor));
    }
}

} // namespace simbodydem

#endif
