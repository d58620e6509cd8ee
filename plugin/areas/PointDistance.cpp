// SPDX-License-Identifier: Apache-2.0
#include "areas/PointDistance.h"

#include "geometry/HeightField.h"
#include "geometry/PointOnField.h"
#include "geometry/PointOnMesh.h"
#include "geometry/Polytope.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

// Returns the distance from a body of revolution about z, from that of its core in the half plane (rho, z).
PointDistance revolved(const Vector3& point, Real distance, Real alongRho, Real alongZ, Real rounding) {
    const Real rho = std::sqrt(point[0] * point[0] + point[1] * point[1]);
    const Vector3 outward = rho > 0 ? Vector3(point[0] / rho, point[1] / rho, 0) : Vector3(1, 0, 0);
    return {distance - rounding, alongRho * outward + alongZ * Vector3::UnitZ()};
}

// Returns the distance from a cylinder or a disc about z, swept by a sphere.
PointDistance distanceFromCylinder(const Vector3& point, Real radius, Real halfLength, Real rounding) {
    const Real beyondSide = std::sqrt(point[0] * point[0] + point[1] * point[1]) - radius,
               beyondEnd = std::abs(point[2]) - halfLength;
    const Real up = point[2] < 0 ? -1 : 1;
    if (beyondSide > 0 && beyondEnd > 0) {
        const Real distance = std::hypot(beyondSide, beyondEnd);
        return revolved(point, distance, beyondSide / distance, up * beyondEnd / distance, rounding);
    }
    return beyondSide > beyondEnd ? revolved(point, beyondSide, 1, 0, rounding)
                                  : revolved(point, beyondEnd, 0, up, rounding);
}

// Returns the distance from an ellipsoid. The nearest point is a_i^2 x_i/(a_i^2 + t), with the largest root t of
// sum (a_i x_i/(a_i^2 + t))^2 = 1 (Eberly, "Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid", 2013).
PointDistance distanceFromEllipsoid(const Vector3& point, const Vector3& semiAxes) {
    int least = 0;
    semiAxes.minCoeff(&least);
    const Vector3 squares = semiAxes.cwiseAbs2(), x = point.cwiseAbs();
    const auto sum = [&](Real t) { return (semiAxes.array() * x.array() / (squares.array() + t)).square().sum() - 1; };
    // The root lies between these two, since each of the three terms alone is at most 1 and all three together at most the square
    // of |a x|/(a_min^2 + t).
    Real low = (semiAxes.array() * x.array() - squares.array()).maxCoeff();
    low = std::max(low, -squares[least]);
    Real high = std::max(semiAxes.cwiseProduct(x).norm() - squares[least], low);
    Vector3 nearest;
    if (x[least] == 0 && low <= -squares[least] && !(sum(low + 1e-14 * squares[least]) > 0)) {
        // The point is on the plane of the two larger axes, near the centre. There are two nearest points, one on each side.
        Real rest = 1;
        for (int k = 0; k < 3; ++k) {
            if (k == least || squares[k] - squares[least] < 1e-14 * squares[k]) continue;
            nearest[k] = squares[k] * x[k] / (squares[k] - squares[least]);
            rest -= nearest[k] * nearest[k] / squares[k];
        }
        for (int k = 0; k < 3; ++k)
            if (k != least && squares[k] - squares[least] < 1e-14 * squares[k]) nearest[k] = 0;
        nearest[least] = semiAxes[least] * std::sqrt(std::max(rest, Real(0)));
    } else {
        Real t = high; // Newton's method from above converges monotonically, as the sum is convex and decreasing in t
        for (int step = 0; step < 100; ++step) {
            const Eigen::Array3d part = semiAxes.array() * x.array() / (squares.array() + t);
            const Real value = part.square().sum() - 1;
            const Real slope = -2 * (part.square() / (squares.array() + t)).sum();
            Real next = t - value / slope;
            if (!(next > low) || !(next <= high)) next = 0.5 * (low + high);
            (sum(next) > 0 ? low : high) = next;
            const bool isDone = std::abs(next - t) <= 1e-15 * (std::abs(next) + squares[least]);
            t = next;
            if (isDone) break;
        }
        nearest = (squares.array() * x.array() / (squares.array() + t)).matrix();
    }
    Vector3 normal = nearest.cwiseQuotient(squares);
    for (int k = 0; k < 3; ++k) {
        if (!(point[k] < 0)) continue;
        nearest[k] = -nearest[k];
        normal[k] = -normal[k];
    }
    normal.normalize();
    return {normal.dot(point - nearest), normal};
}

// Returns the distance from a mesh. Beside the border of an open one there is no inside.
PointDistance distanceFromMesh(const CollisionShape& shape, const Vector3& point, Real bound, int& feature) {
    const kernels::TriangleMesh& mesh = *shape.mesh;
    const Real sag = mesh.smooth ? mesh.smooth->sag : 0;
    Real reach = bound + shape.rounding + 2 * sag;
    if (feature >= 0) {
        const int triangle = kernels::detail::triangleOf(mesh, feature);
        reach = std::min(reach, (point - kernels::detail::footOnTriangle(mesh, triangle, point).point).norm());
    }
    reach = reach * (1 + 1e-9) + 1e-9 * mesh.size; // a bound that rounding has made too small would find nothing
    const std::optional<kernels::MeshPoint> near = kernels::findNearest(mesh, point, reach);
    const kernels::MeshPoint at = near ? *near : kernels::findNearest(mesh, point, SimTK::Infinity).value();
    feature = at.feature;
    if (at.distance < 0 && kernels::detail::isOnRim(mesh, at.feature))
        return {-at.distance - shape.rounding, -at.normal, true};
    if (!mesh.smooth) return {at.distance - shape.rounding, at.normal};
    const kernels::MeshPoint foot = kernels::findFoot(*mesh.smooth, point, at.point[0], at.point[1]);
    return {foot.distance - shape.rounding, foot.normal};
}

} // namespace

PointDistance findDistance(const CollisionShape& shape, const Vector3& point, Real bound, int& feature) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace: return {-point[0], -Vector3::UnitX()};
    case ShapeKind::Sphere: {
        const Real distance = point.norm();
        return {distance - shape.semiAxes[0], distance > 0 ? Vector3(point / distance) : Vector3(Vector3::UnitX())};
    }
    case ShapeKind::Ellipsoid: return distanceFromEllipsoid(point, shape.semiAxes);
    case ShapeKind::Wheel: return distanceFromCylinder(point, shape.semiAxes[0], 0, shape.rounding);
    case ShapeKind::Cylinder: return distanceFromCylinder(point, shape.semiAxes[0], shape.semiAxes[2], shape.rounding);
    case ShapeKind::Rounded: {
        const kernels::NearestPoint nearest = kernels::findNearest(*shape.core, point);
        return {nearest.distance - shape.rounding, nearest.normal};
    }
    case ShapeKind::Mesh: return distanceFromMesh(shape, point, bound, feature);
    }
    return {SimTK::Infinity, Vector3::UnitX()};
}

} // namespace simbodydem
