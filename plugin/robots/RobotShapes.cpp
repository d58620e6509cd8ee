// SPDX-License-Identifier: Apache-2.0
#include "robots/RobotShapes.h"

#include "robots/Numbers.h"
#include "simbodydem/robots/RobotGeometry.h"
#include "simbodydem/shapes/Brick.h"
#include "simbodydem/shapes/Capsule.h"
#include "simbodydem/shapes/ConvexHull.h"
#include "simbodydem/shapes/Cylinder.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Mesh.h"
#include "simbodydem/shapes/Sphere.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace simbodydem {

namespace {

using SimTK::DecorativeGeometry;
using SimTK::Real;
using SimTK::Transform;
using SimTK::Vec3;

constexpr Real relativeRounding = 1. / 20;
constexpr std::size_t mostHullPoints = 64;
constexpr int mostHalvings = 12;

Vec3 extentOf(const std::vector<Vec3>& points) {
    Vec3 low(SimTK::Infinity), high(-SimTK::Infinity);
    for (const Vec3& p : points)
        for (int i = 0; i < 3; ++i) {
            low[i] = std::min(low[i], p[i]);
            high[i] = std::max(high[i], p[i]);
        }
    return high - low;
}

// The vertices that are furthest in directions which cover the sphere evenly (a Fibonacci lattice).
std::vector<Vec3> furthestPoints(const std::vector<Vec3>& points) {
    const Real golden = SimTK::Pi * (3 - std::sqrt(5.));
    std::set<std::size_t> chosen;
    for (std::size_t i = 0; i < mostHullPoints; ++i) {
        const Real z = 1 - (2 * Real(i) + 1) / Real(mostHullPoints), r = std::sqrt(1 - z * z), angle = golden * Real(i);
        const Vec3 direction(r * std::cos(angle), r * std::sin(angle), z);
        std::size_t best = 0;
        for (std::size_t p = 1; p < points.size(); ++p)
            if (~direction * points[p] > ~direction * points[best]) best = p;
        chosen.insert(best);
    }
    std::vector<Vec3> found;
    for (const std::size_t p : chosen) found.push_back(points[p]);
    return found;
}

// Makes a shape with a rounding that is halved until the shape takes it.
template <class Make> auto withRounding(Real rounding, const std::optional<Real>& set, const Make& make) {
    if (set) return make(*set);
    for (int i = 0; i < mostHalvings; ++i, rounding /= 2) {
        try {
            return make(rounding);
        } catch (const std::invalid_argument&) {
        }
    }
    return make(rounding); // its message is the reason
}

PlacedShape makeMeshShape(const RobotGeometry& geometry, Meshes meshes, const RobotOptions& options) {
    const RobotMesh mesh = loadMesh(geometry);
    const Vec3 extent = extentOf(mesh.vertices);
    const Real rounding = relativeRounding * SimTK::min(extent);
    if (!(rounding > 0) && meshes == Meshes::ConvexHulls)
        throw std::invalid_argument("the mesh '" + geometry.meshName +
                                    "' is flat, so it has no convex hull; keep it with "
                                    "RobotOptions::setMeshesAsIs()");
    if (meshes == Meshes::AsTheyAre) {
        if (!(rounding > 0) && !options.getMeshRounding())
            return {std::make_shared<Mesh>(mesh.vertices, mesh.triangles, 0), mesh.warning, SimTK::max(extent)};
        return {withRounding(rounding, options.getMeshRounding(),
                             [&](Real r) -> std::shared_ptr<const Shape> {
                                 return std::make_shared<Mesh>(mesh.vertices, mesh.triangles, r);
                             }),
                mesh.warning, SimTK::max(extent)};
    }
    const bool isLarge = mesh.vertices.size() > mostHullPoints;
    const std::vector<Vec3> points = isLarge ? furthestPoints(mesh.vertices) : mesh.vertices;
    std::string note = isLarge ? "hull of " + std::to_string(points.size()) + " of the " +
                                     std::to_string(mesh.vertices.size()) + " vertices of '" + geometry.meshName + "'"
                               : "";
    if (!mesh.warning.empty()) note += (note.empty() ? "hull of a surface that no solid has: " : "; ") + mesh.warning;
    return {
        withRounding(rounding, options.getMeshRounding(),
                     [&](Real r) -> std::shared_ptr<const Shape> { return std::make_shared<ConvexHull>(points, r); }),
        note, SimTK::max(extent)};
}

SimTK::PolygonalMesh toPolygons(const RobotMesh& mesh, const RobotMesh::Part& part) {
    SimTK::PolygonalMesh polygons;
    std::vector<int> numbers(mesh.vertices.size(), -1);
    for (int t = part.firstTriangle; t < part.firstTriangle + part.numTriangles; ++t) {
        SimTK::Array_<int> face;
        for (const int v : mesh.triangles[std::size_t(t)]) {
            if (numbers[std::size_t(v)] < 0)
                numbers[std::size_t(v)] = polygons.addVertex(mesh.vertices[std::size_t(v)]);
            face.push_back(numbers[std::size_t(v)]);
        }
        polygons.addFace(face);
    }
    return polygons;
}

} // namespace

PlacedShape makeShape(const RobotGeometry& geometry, Meshes meshes, const RobotOptions& options) {
    switch (geometry.kind) {
    case RobotGeometry::Kind::Box: {
        const Real rounding = options.getBoxRounding().value_or(relativeRounding * SimTK::min(geometry.size));
        return {std::make_shared<Brick>(geometry.size / 2, rounding), ""};
    }
    case RobotGeometry::Kind::Sphere: return {std::make_shared<Sphere>(geometry.radius), ""};
    case RobotGeometry::Kind::Cylinder: return {std::make_shared<Cylinder>(geometry.radius, geometry.length / 2), ""};
    case RobotGeometry::Kind::Capsule:
        if (geometry.length > 0) return {std::make_shared<Capsule>(geometry.radius, geometry.length / 2), ""};
        return {std::make_shared<Sphere>(geometry.radius), ""};
    case RobotGeometry::Kind::Ellipsoid: return {std::make_shared<Ellipsoid>(geometry.size / 2), ""};
    case RobotGeometry::Kind::Plane: return {std::make_shared<HalfSpace>(), "", 0, HalfSpace::facing(Vec3(0, 0, 1))};
    case RobotGeometry::Kind::Mesh: return makeMeshShape(geometry, meshes, options);
    }
    return {};
}

std::vector<std::pair<Transform, DecorativeGeometry>> makeDecorations(const RobotGeometry& geometry,
                                                                      const Transform& X_BV,
                                                                      const std::optional<SimTK::Vec4>& color) {
    std::vector<std::pair<Transform, DecorativeGeometry>> found;
    const auto add = [&](const Transform& X_VD, DecorativeGeometry drawn, const std::optional<SimTK::Vec4>& own = {}) {
        const SimTK::Vec4 look = color ? *color : own.value_or(SimTK::Vec4(0.7, 0.7, 0.72, 1));
        drawn.setColor(look.getSubVec<3>(0)).setOpacity(look[3]);
        found.emplace_back(X_BV * X_VD, drawn);
    };
    // Simbody's cylinders are along y.
    const Transform fromY(SimTK::Rotation(SimTK::Pi / 2, SimTK::XAxis));
    switch (geometry.kind) {
    case RobotGeometry::Kind::Box: add({}, SimTK::DecorativeBrick(geometry.size / 2)); break;
    case RobotGeometry::Kind::Sphere: add({}, SimTK::DecorativeSphere(geometry.radius)); break;
    case RobotGeometry::Kind::Ellipsoid: add({}, SimTK::DecorativeEllipsoid(geometry.size / 2)); break;
    case RobotGeometry::Kind::Plane: break; // the floor, which the program draws
    case RobotGeometry::Kind::Capsule:
        for (const Real side : {-0.5, 0.5})
            add(Transform(Vec3(0, 0, side * geometry.length)), SimTK::DecorativeSphere(geometry.radius));
        if (!(geometry.length > 0)) break;
        [[fallthrough]];
    case RobotGeometry::Kind::Cylinder:
        add(fromY, SimTK::DecorativeCylinder(geometry.radius, geometry.length / 2));
        break;
    case RobotGeometry::Kind::Mesh: {
        if (geometry.meshFile.empty()) break; // the options of the file allow it
        const RobotMesh mesh = loadMesh(geometry);
        for (const RobotMesh::Part& part : mesh.parts)
            add({}, SimTK::DecorativeMesh(toPolygons(mesh, part)), part.color);
        break;
    }
    }
    return found;
}

} // namespace simbodydem
