// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/CollisionShape.h"

#include "base/Checks.h"
#include "base/EigenBridge.h"
#include "collision/shapes/MeshInternals.h"
#include "geometry/ConvexHull.h"
#include "geometry/HeightField.h"
#include "geometry/TriangleMesh.h"
#include "simbodydem/shapes/Brick.h"
#include "simbodydem/shapes/Capsule.h"
#include "simbodydem/shapes/ConvexHull.h"
#include "simbodydem/shapes/Cylinder.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/Sphere.h"
#include "simbodydem/shapes/Wheel.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using kernels::Polytope;
using SimTK::Real;
using SimTK::Vec3;

namespace {

// Returns a rounded body. @param halfWidth  of the core where it is thinnest [m]
CollisionShape rounded(Polytope core, Real rounding, Real halfWidth) {
    CollisionShape o;
    o.kind = ShapeKind::Rounded;
    for (const Vector3& vertex : core.vertices) o.radius = std::max(o.radius, vertex.norm() + rounding);
    o.minCurvatureRadius = o.rounding = rounding;
    o.halfWidth = halfWidth + rounding;
    o.core = std::make_shared<Polytope>(std::move(core));
    return o;
}

CollisionShape collisionShapeOf(const Sphere& sphere) {
    CollisionShape o = rounded({{Vector3::Zero()}, {}, {}}, sphere.getRadius(), 0);
    o.kind = ShapeKind::Sphere;
    o.semiAxes.setConstant(sphere.getRadius());
    return o;
}

CollisionShape collisionShapeOf(const Ellipsoid& ellipsoid) {
    CollisionShape o;
    o.kind = ShapeKind::Ellipsoid;
    o.semiAxes = toEigen(ellipsoid.getSemiAxes());
    o.radius = o.semiAxes.maxCoeff();
    o.halfWidth = o.semiAxes.minCoeff();
    o.minCurvatureRadius = o.halfWidth * o.halfWidth / o.radius;
    return o;
}

CollisionShape collisionShapeOf(const Wheel& wheel) {
    CollisionShape o;
    o.kind = ShapeKind::Wheel;
    const Real disc = wheel.getRadius() - wheel.getRounding();
    o.semiAxes = Vector3(disc, disc, 0);
    o.radius = wheel.getRadius();
    o.minCurvatureRadius = o.rounding = o.halfWidth = wheel.getRounding();
    return o;
}

// Returns a capsule of this size. @param halfLength  of its segment [m]
CollisionShape outlineOfCapsule(Real radius, Real halfLength) {
    return rounded(kernels::makeSegment(halfLength), radius, 0);
}

CollisionShape collisionShapeOf(const Capsule& capsule) {
    return outlineOfCapsule(capsule.getRadius(), capsule.getHalfLength());
}

// The core of a cylinder is a smaller cylinder, a disc, a segment or a point.
CollisionShape collisionShapeOf(const Cylinder& cylinder) {
    const Real rounding = cylinder.getRounding();
    const Real radius = cylinder.getRadius() - rounding, halfLength = cylinder.getHalfLength() - rounding;
    if (!(radius > 0))
        return halfLength > 0 ? outlineOfCapsule(rounding, halfLength) : collisionShapeOf(Sphere(rounding));
    CollisionShape o;
    o.kind = ShapeKind::Cylinder;
    o.semiAxes = Vector3(radius, radius, halfLength);
    o.radius = std::hypot(radius, halfLength) + rounding;
    o.halfWidth = std::min(cylinder.getRadius(), cylinder.getHalfLength());
    o.minCurvatureRadius = o.rounding = rounding;
    return o;
}

CollisionShape collisionShapeOf(const Brick& brick) {
    const Vector3 half = toEigen(brick.getHalfLengths()).array() - brick.getRounding();
    return rounded(kernels::makeBox(half), brick.getRounding(), half.minCoeff());
}

CollisionShape collisionShapeOf(const ConvexHull& hull) {
    std::vector<Vector3> points;
    for (const Vec3& point : hull.getPoints()) points.push_back(toEigen(point));
    const auto whole = points.empty() ? std::nullopt : kernels::makeHull(points);
    if (!whole)
        throw std::invalid_argument("ConvexHull: its " + std::to_string(points.size()) +
                                    " points must enclose a volume: at least four points, not all in one plane");
    const Real halfWidth = kernels::halfWidthOf(*whole), rounding = hull.getRounding();
    const auto core = rounding < halfWidth ? kernels::shrunk(*whole, rounding) : std::nullopt;
    checkParameter(bool(core), "ConvexHull", "rounding", rounding, "m",
                   "> 0 and < the least distance of a face from the corners' mean, " + toText(halfWidth) + " m");
    return rounded(*core, rounding, halfWidth - rounding);
}

// Returns the shape of a Mesh or a Terrain.
template <class Triangles> CollisionShape outlineOfTriangles(const Triangles& shape) {
    CollisionShape o;
    o.kind = ShapeKind::Mesh;
    o.mesh = Triangles::Internals::getCore(shape);
    o.rounding = shape.getRounding();
    for (const Vector3& vertex : o.mesh->vertices) o.radius = std::max(o.radius, vertex.norm() + o.rounding);
    if (o.mesh->smooth) o.radius += o.mesh->smooth->sag;
    if (o.rounding > 0) o.minCurvatureRadius = o.rounding;
    const kernels::Box& box = o.mesh->tree.getBox();
    if (!o.mesh->isOneSided()) o.halfWidth = 0.5 * (box.high - box.low).minCoeff() + o.rounding;
    return o;
}

} // namespace

CollisionShape outlineOf(const Shape& shape) {
    if (const auto* sphere = dynamic_cast<const Sphere*>(&shape)) return collisionShapeOf(*sphere);
    if (const auto* ellipsoid = dynamic_cast<const Ellipsoid*>(&shape)) return collisionShapeOf(*ellipsoid);
    if (const auto* wheel = dynamic_cast<const Wheel*>(&shape)) return collisionShapeOf(*wheel);
    if (const auto* cylinder = dynamic_cast<const Cylinder*>(&shape)) return collisionShapeOf(*cylinder);
    if (const auto* capsule = dynamic_cast<const Capsule*>(&shape)) return collisionShapeOf(*capsule);
    if (const auto* brick = dynamic_cast<const Brick*>(&shape)) return collisionShapeOf(*brick);
    if (const auto* hull = dynamic_cast<const ConvexHull*>(&shape)) return collisionShapeOf(*hull);
    if (const auto* mesh = dynamic_cast<const Mesh*>(&shape)) {
        CollisionShape o = outlineOfTriangles(*mesh);
        o.isSheet = o.mesh->isOneSided();
        return o;
    }
    if (const auto* terrain = dynamic_cast<const Terrain*>(&shape)) return outlineOfTriangles(*terrain);
    return CollisionShape();
}

} // namespace simbodydem
