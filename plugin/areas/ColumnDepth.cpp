// SPDX-License-Identifier: Apache-2.0
#include "areas/ColumnDepth.h"

#include "areas/PointDistance.h"
#include "geometry/Polytope.h"
#include "geometry/TriangleMesh.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

const ColumnHit missed{false, 0, Vector3::Zero(), SimTK::Infinity};

// x^T A x of the line is quadratic.
ColumnHit findLowestOfEllipsoid(const Vector3& semiAxes, const Vector3& origin, const Vector3& up, bool clearance) {
    const Vector3 o = origin.cwiseQuotient(semiAxes), u = up.cwiseQuotient(semiAxes);
    const Real a = u.squaredNorm(), b = o.dot(u), height = -b / a;
    const Real lateral =
        (o + height * u).squaredNorm(); // of the point nearest to the centre, as the unit sphere has it
    if (lateral < 1) {
        const Real lowest = height - std::sqrt((1 - lateral) / a);
        const Vector3 at = o + lowest * u;
        return {true, lowest, at.cwiseQuotient(semiAxes).normalized(), 0};
    }
    if (!clearance) return missed;
    const Vector3 normal = (o + height * u).cwiseQuotient(semiAxes);
    // The shadow along u is an ellipse. Near to its rim the distance is that of the function over its slope.
    const Vector3 slope = normal - normal.dot(up) * up;
    const Real away = slope.norm();
    return {false, height, away > 0 ? Vector3(slope / away) : Vector3(Vector3::Zero()),
            away > 0 ? (std::sqrt(lateral) - 1) * std::sqrt(lateral) / away : SimTK::Infinity};
}

// The plane at the nearest point has a convex shape on one side, so that it is met before the shape.
ColumnHit findLowestOfConvex(const CollisionShape& shape, const Vector3& origin, const Vector3& up, bool clearance) {
    const Real middle = -origin.dot(up); // height of the line's point nearest to the shape's origin
    const Real lateral = (origin + middle * up).norm();
    if (lateral > shape.radius && !clearance) return missed;
    int feature = -1;
    const auto at = [&](Real height) { return findDistance(shape, origin + height * up, SimTK::Infinity, feature); };
    const Real bottom = middle - 2 * shape.radius, tolerance = 1e-13 * shape.radius;
    Real height = bottom;
    PointDistance near = at(height);
    for (int step = 0; step < 100; ++step) {
        const Real approach = -near.normal.dot(up);
        if (near.distance <= tolerance) return {true, height, near.normal, 0};
        if (approach <= 1e-12) break;
        const Real next = height + near.distance / approach;
        if (next > middle + 2 * shape.radius) break;
        if (!(next > height)) return {true, height, near.normal, 0};
        height = next;
        near = at(height);
    }
    if (near.distance <= tolerance) return {true, height, near.normal, 0};
    if (!clearance) return missed;
    // The distance is convex along the line. It is least where its slope changes its sign.
    Real low = bottom, high = near.normal.dot(up) >= 0 ? height : middle + 2 * shape.radius;
    for (int step = 0; step < 60 && high - low > 1e-12 * shape.radius; ++step) {
        const Real between = 0.5 * (low + high);
        near = at(between);
        height = between;
        const Real slope = near.normal.dot(up);
        if (slope == 0) break;
        (slope < 0 ? low : high) = between;
    }
    if (near.distance <= tolerance) return {true, height, near.normal, 0};
    return {false, height, near.normal, near.distance};
}

// Calls visit(height, normal, across) for the triangles that a line cuts. `across` is the component of the normal along the line. A triangle for
// which isWanted(height, across) is false is left out before its border is looked at.
template <class IsWanted, class Visit> void visitCuts(const kernels::TriangleMesh& mesh, const Vector3& origin, const Vector3& direction,
                                                      const IsWanted& isWanted, const Visit& visit) {
    const auto isCut = [&](const Vector3& center, Real radius) {
        const Vector3 lever = center - origin;
        return (lever - lever.dot(direction) * direction).squaredNorm() <= radius * radius * (1 + 1e-9);
    };
    mesh.tree.visitIf(isCut, [&](int index) {
        if (!mesh.isOwn(index)) return;
        const auto& triangle = mesh.triangles[index];
        const Real across = triangle.normal.dot(direction);
        if (std::abs(across) < 1e-12) return;
        const Real height = (triangle.height - triangle.normal.dot(origin)) / across;
        if (!isWanted(height, across)) return;
        Real inside[3];
        if (triangle.over(origin + height * direction, inside).inside < -1e-12 * mesh.size) return;
        visit(height, triangle.normal, across);
    });
}

// A mesh may be hollow. Without a rounding its triangles are cut by the line; a rounded one is approached by its distance.
ColumnHit findLowestOfMesh(const CollisionShape& shape, const Vector3& origin, const Vector3& up, bool clearance) {
    const kernels::TriangleMesh& mesh = *shape.mesh;
    const Real middle = -origin.dot(up);
    if (shape.rounding == 0 && !mesh.smooth) {
        ColumnHit lowest = missed;
        lowest.height = SimTK::Infinity;
        visitCuts(
            mesh, origin, up, [&](Real height, Real) { return height < lowest.height; },
            [&](Real height, const Vector3& normal, Real across) {
                lowest = {true, height, across < 0 ? normal : Vector3(-normal), 0};
            });
        if (lowest.isHit || !clearance) return lowest.isHit ? lowest : missed;
    }
    if ((origin + middle * up).norm() > shape.radius && !clearance) return missed;
    int feature = -1;
    Real height = middle - shape.radius, bound = SimTK::Infinity;
    ColumnHit nearest = missed;
    const Real top = middle + shape.radius, least = 1e-4 * shape.radius, tolerance = 1e-10 * shape.radius;
    while (height < top) {
        const PointDistance near = findDistance(shape, origin + height * up, bound, feature);
        const Real distance = std::abs(near.distance);
        if (near.distance <= tolerance && shape.rounding > 0) return {true, height, near.normal, 0};
        if (distance < nearest.clearance) nearest = {false, height, near.normal, distance};
        const Real approach = -near.normal.dot(up);
        const Real step = std::max(distance, approach > 0.1 ? tolerance : least);
        bound = distance + step;
        height += step;
    }
    return nearest;
}

// Returns the nearest triangle through which a line leaves the mesh; its height is against the direction.
ColumnHit findExitOfMesh(const kernels::TriangleMesh& mesh, const Vector3& inside, const Vector3& direction) {
    ColumnHit exit = missed;
    exit.height = -SimTK::Infinity;
    visitCuts(
        mesh, inside, direction, [&](Real length, Real across) { return across > 0 && length >= 0 && -length > exit.height; },
        [&](Real length, const Vector3& normal, Real) { exit = {true, -length, normal, 0}; });
    return exit;
}

} // namespace

ColumnHit findLowest(const CollisionShape& shape, const Vector3& origin, const Vector3& up, bool clearance) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace: return missed;
    case ShapeKind::Sphere: return findLowestOfEllipsoid(Vector3::Constant(shape.semiAxes[0]), origin, up, clearance);
    case ShapeKind::Ellipsoid: return findLowestOfEllipsoid(shape.semiAxes, origin, up, clearance);
    case ShapeKind::Wheel:
    case ShapeKind::Cylinder:
    case ShapeKind::Rounded: return findLowestOfConvex(shape, origin, up, clearance);
    case ShapeKind::Mesh: return findLowestOfMesh(shape, origin, up, clearance);
    }
    return missed;
}

bool hasEdges(const CollisionShape& shape) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace:
    case ShapeKind::Sphere:
    case ShapeKind::Ellipsoid: return false;
    case ShapeKind::Wheel:
    case ShapeKind::Cylinder:
    case ShapeKind::Rounded: return true;
    case ShapeKind::Mesh: return !shape.mesh->smooth;
    }
    return false;
}

ColumnHit findExit(const CollisionShape& shape, const Vector3& inside, const Vector3& direction) {
    if (!hasEdges(shape)) return missed;
    ColumnHit exit = shape.kind != ShapeKind::Mesh ? findLowestOfConvex(shape, inside, -direction, false)
                     : shape.rounding > 0          ? findLowestOfMesh(shape, inside, -direction, false)
                                                   : findExitOfMesh(*shape.mesh, inside, direction);
    exit.height = -exit.height;
    exit.isHit = exit.isHit && exit.height > 0;
    return exit;
}

Real leastWidth(const CollisionShape& shape) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace: return SimTK::Infinity;
    case ShapeKind::Sphere: return 2 * shape.semiAxes[0];
    case ShapeKind::Ellipsoid: return 2 * shape.semiAxes.minCoeff();
    case ShapeKind::Wheel: return 2 * shape.rounding;
    case ShapeKind::Cylinder: return 2 * (std::min(shape.semiAxes[0], shape.semiAxes[2]) + shape.rounding);
    case ShapeKind::Rounded: {
        kernels::Vector low = shape.core->vertices.front(), high = low;
        for (const Vector3& vertex : shape.core->vertices) {
            low = low.cwiseMin(vertex);
            high = high.cwiseMax(vertex);
        }
        return (high - low).minCoeff() + 2 * shape.rounding;
    }
    case ShapeKind::Mesh: {
        const kernels::Box& box = shape.mesh->tree.getBox();
        Vector3 extent = box.high - box.low;
        for (int k = 0; k < 3; ++k) // a flat plate has no width across itself
            if (!(extent[k] > 1e-9 * shape.radius)) extent[k] = SimTK::Infinity;
        return extent.minCoeff() + 2 * shape.rounding;
    }
    }
    return SimTK::Infinity;
}

} // namespace simbodydem
