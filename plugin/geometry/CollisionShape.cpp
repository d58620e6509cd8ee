// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/CollisionShape.h"

#include "geometry/ConvexHull.h"
#include "geometry/HeightField.h"
#include "geometry/TerrainMesh.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem::kernels {

namespace {

std::vector<Vector> pointsOf(const std::vector<double>& numbers) {
    std::vector<Vector> points;
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
        points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
    return points;
}

// Returns a rounded body. @param halfWidth  of the core where it is thinnest [m]
CollisionShape makeRounded(Polytope core, double rounding, double halfWidth) {
    CollisionShape o;
    o.kind = ShapeKind::Rounded;
    for (const Vector& vertex : core.vertices) o.radius = std::max(o.radius, vertex.norm() + rounding);
    o.minCurvatureRadius = o.rounding = rounding;
    o.halfWidth = halfWidth + rounding;
    o.core = std::make_shared<Polytope>(std::move(core));
    return o;
}

CollisionShape makeSphere(double radius) {
    CollisionShape o = makeRounded({{Vector::Zero()}, {}, {}}, radius, 0);
    o.kind = ShapeKind::Sphere;
    o.semiAxes.setConstant(radius);
    return o;
}

CollisionShape makeEllipsoid(const Vector& semiAxes) {
    CollisionShape o;
    o.kind = ShapeKind::Ellipsoid;
    o.semiAxes = semiAxes;
    o.radius = o.semiAxes.maxCoeff();
    o.halfWidth = o.semiAxes.minCoeff();
    o.minCurvatureRadius = o.halfWidth * o.halfWidth / o.radius;
    return o;
}

CollisionShape makeWheel(double radius, double rounding) {
    CollisionShape o;
    o.kind = ShapeKind::Wheel;
    o.semiAxes = Vector(radius - rounding, radius - rounding, 0);
    o.radius = radius;
    o.minCurvatureRadius = o.rounding = o.halfWidth = rounding;
    return o;
}

// Returns a capsule. @param halfLength  of its segment [m]
CollisionShape makeCapsule(double radius, double halfLength) { return makeRounded(makeSegment(halfLength), radius, 0); }

// The core of a cylinder is a smaller cylinder, a disc, a segment or a point. @param outerRadius, outerHalf  outer sizes [m]
CollisionShape makeCylinder(double outerRadius, double outerHalf, double rounding) {
    const double radius = outerRadius - rounding, halfLength = outerHalf - rounding;
    if (!(radius > 0)) return halfLength > 0 ? makeCapsule(rounding, halfLength) : makeSphere(rounding);
    CollisionShape o;
    o.kind = ShapeKind::Cylinder;
    o.semiAxes = Vector(radius, radius, halfLength);
    o.radius = std::hypot(radius, halfLength) + rounding;
    o.halfWidth = std::min(outerRadius, outerHalf);
    o.minCurvatureRadius = o.rounding = rounding;
    return o;
}

CollisionShape makeBrick(const Vector& halfLengths, double rounding) {
    const Vector half = halfLengths.array() - rounding;
    return makeRounded(makeBox(half), rounding, half.minCoeff());
}

MeshFault makeRoundedHull(CollisionShape& o, const std::vector<Vector>& points, double rounding) {
    MeshFault fault;
    const std::optional<Polytope> whole = points.empty() ? std::nullopt : makeHull(points);
    if (!whole) {
        fault.text = "its " + std::to_string(points.size()) +
                     " points must enclose a volume: at least four points, not all in one plane";
        return fault;
    }
    const double halfWidth = halfWidthOf(*whole);
    const std::optional<Polytope> core = rounding < halfWidth ? shrunk(*whole, rounding) : std::nullopt;
    if (core)
        o = makeRounded(*core, rounding, halfWidth - rounding);
    else {
        fault.isRounding = true;
        fault.most = halfWidth;
    }
    return fault;
}

MeshFault makeTriangles(TriangleMesh& mesh, const ShapeData& data) {
    if (data.kind == ShapeData::Kind::Mesh) {
        std::vector<std::array<int, 3>> triangles;
        for (std::size_t i = 0; i + 2 < data.triangles.size(); i += 3)
            triangles.push_back({data.triangles[i], data.triangles[i + 1], data.triangles[i + 2]});
        return makeMesh(mesh, pointsOf(data.points), std::move(triangles), data.rounding, data.isContainer);
    }
    const MeshFault fault = makeTerrain(mesh, data.x, data.y, data.points, data.rounding);
    if (fault.exists() || data.slopes.empty()) return fault;
    std::vector<HeightField::Node> nodes;
    for (std::size_t k = 0; k < data.points.size(); ++k)
        nodes.push_back({data.points[k], data.slopes[3 * k], data.slopes[3 * k + 1], data.slopes[3 * k + 2]});
    makeSmooth(mesh, data.x, data.y, std::move(nodes));
    return fault;
}

MeshFault makeSurface(CollisionShape& o, const ShapeData& data) {
    o.kind = ShapeKind::Mesh;
    o.mesh = data.made;
    if (!o.mesh) {
        auto mesh = std::make_shared<TriangleMesh>();
        const MeshFault fault = makeTriangles(*mesh, data);
        if (fault.exists()) return fault;
        o.mesh = std::move(mesh);
    }
    o.rounding = data.rounding;
    for (const Vector& vertex : o.mesh->vertices) o.radius = std::max(o.radius, vertex.norm() + o.rounding);
    if (o.mesh->smooth) o.radius += o.mesh->smooth->sag;
    if (o.rounding > 0) o.minCurvatureRadius = o.rounding;
    const Box& box = o.mesh->tree.getBox();
    if (!o.mesh->isOneSided()) o.halfWidth = 0.5 * (box.high - box.low).minCoeff() + o.rounding;
    o.isSheet = data.kind == ShapeData::Kind::Mesh && o.mesh->isOneSided();
    return {};
}

} // namespace

MeshFault makeCollisionShape(CollisionShape& o, const ShapeData& data) {
    using Kind = ShapeData::Kind;
    const auto size = [&data](std::size_t k) { return data.sizes.at(k); }; // those of a damaged message may be missing
    o = CollisionShape();
    switch (data.kind) {
    case Kind::HalfSpace: return {};
    case Kind::Sphere: o = makeSphere(size(0)); return {};
    case Kind::Ellipsoid: o = makeEllipsoid({size(0), size(1), size(2)}); return {};
    case Kind::Wheel: o = makeWheel(size(0), data.rounding); return {};
    case Kind::Cylinder: o = makeCylinder(size(0), size(1), data.rounding); return {};
    case Kind::Capsule: o = makeCapsule(size(0), size(1)); return {};
    case Kind::Brick: o = makeBrick({size(0), size(1), size(2)}, data.rounding); return {};
    case Kind::ConvexHull: return makeRoundedHull(o, pointsOf(data.points), data.rounding);
    case Kind::Mesh:
    case Kind::Terrain: return makeSurface(o, data);
    }
    MeshFault unknown;
    unknown.text = "there is no shape of kind " + std::to_string(int(data.kind));
    return unknown;
}

} // namespace simbodydem::kernels
