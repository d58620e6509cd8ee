// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_PRINCIPAL_CURVATURES_H
#define SIMBODYDEM_COLLISION_PRINCIPAL_CURVATURES_H

#include "collision/ContactSource.h"
#include "geometry/PrincipalValues.h"

#include <algorithm>

namespace simbodydem {

using kernels::PrincipalValues;

/** Returns two principal curvatures, raised to a least value for the laws. Curvatures that are equal only because both were raised, and
those of a hollow, keep a direction, any in the tangent plane: the surface is no sphere, and its contact point moves as on any other one. */
inline LocalCurvature raised(SimTK::Real largest, SimTK::Real least, const Vector3& direction, const Vector3& normal,
                             SimTK::Real floor) {
    const bool isNoSphere = (largest < floor || largest < 0) && direction.isZero();
    return {std::max(largest, floor), std::max(least, floor),
            isNoSphere ? Vector3(kernels::tangentsOf(normal).col(0)) : direction};
}

/** Returns the principal curvatures of a surface.
@param curvature  tensor in the tangent plane [1/m]
@param floor      least value; smaller curvatures are raised to it [1/m] */
inline LocalCurvature principalCurvatures(const Matrix3& curvature, const Vector3& normal, SimTK::Real floor) {
    const PrincipalValues values(curvature, normal);
    return raised(values.largest, values.least, values.direction, normal, floor);
}

/** Returns the principal curvatures of an ellipsoid or a wheel from its radii of curvature. The sides of a wheel are flat, which Hertz's
law cannot describe. So the curvature of a wheel is at least a tenth of 1/(radius of its disc).
@param radii  tensor in the tangent plane [m] */
inline LocalCurvature principalCurvaturesOfRadii(const Matrix3& radii, const Vector3& normal,
                                                 const SurfaceGeometry& solid) {
    const PrincipalValues values(radii, normal);
    const SimTK::Real floor = solid.kind == ShapeKind::Wheel ? 0.1 / solid.semiAxes[0] : 0;
    return raised(1 / values.largest, 1 / values.least, values.direction, normal, floor);
}

/** Returns the curvatures of a surface for a given curvature tensor. New values are stored in `storage`.
@param floor  least curvature [1/m]; < 0 for a surface that may be hollow */
inline const LocalCurvature* curvatureOf(const CompiledSurface& surface, const kernels::SurfaceCurvature& curvature, const Vector3& normal,
                                         Curvatures& storage, SimTK::Real floor = 0) {
    static const LocalCurvature flat;
    switch (curvature.kind) {
    case kernels::SurfaceCurvature::Kind::Flat: return &flat;
    case kernels::SurfaceCurvature::Kind::Round: return &surface.curvature; // that of its corners
    default: return storage.add(principalCurvatures(curvature.tensor, normal, floor));
    }
}

} // namespace simbodydem

#endif
