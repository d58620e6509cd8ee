// SPDX-License-Identifier: Apache-2.0
#include "grains/ShapeNumbersOf.h"

#include "simbodydem/ContactSurfaces.h"

#include "SimTKmath.h"

#include <stdexcept>

namespace simbodydem::grains {

using SimTK::Real;
using SimTK::Vec3;
using Kind = kernels::ShapeData::Kind;

namespace {

kernels::ShapeData numbersOf(Kind kind, const std::vector<double>& sizes, Real rounding = 0) {
    kernels::ShapeData shape;
    shape.kind = kind;
    shape.sizes = sizes;
    shape.rounding = rounding;
    return shape;
}

kernels::ShapeData numbersOf(const Cylinder& cylinder) {
    const Real r = cylinder.getRadius(), half = cylinder.getHalfLength(), rounding = cylinder.getRounding();
    if (rounding < r) return numbersOf(Kind::Cylinder, {r, half}, rounding);
    return half > rounding ? numbersOf(Kind::Capsule, {r, half - rounding}) : numbersOf(Kind::Sphere, {r});
}

void addPoints(kernels::ShapeData& shape, const std::vector<Vec3>& points) {
    for (const Vec3& point : points) shape.points.insert(shape.points.end(), &point[0], &point[0] + 3);
}

kernels::ShapeData numbersOf(const Mesh& mesh) {
    kernels::ShapeData shape = numbersOf(Kind::Mesh, {}, mesh.getRounding());
    addPoints(shape, mesh.getVertices());
    for (const auto& triangle : mesh.getTriangles())
        shape.triangles.insert(shape.triangles.end(), triangle.begin(), triangle.end());
    shape.isContainer = mesh.isContainer();
    return shape;
}

kernels::ShapeData numbersOf(const Terrain& terrain) {
    kernels::ShapeData shape = numbersOf(Kind::Terrain, {}, terrain.getRounding());
    const SimTK::Vector &x = terrain.getX(), &y = terrain.getY();
    for (int i = 0; i < x.size(); ++i) shape.x.push_back(x[i]);
    for (int j = 0; j < y.size(); ++j) shape.y.push_back(y[j]);
    for (int i = 0; i < x.size(); ++i)
        for (int j = 0; j < y.size(); ++j) shape.points.push_back(terrain.getHeights()(i, j));
    if (terrain.getSurface() != Terrain::Surface::Smooth) return shape;
    // Natural splines through the heights, as in the library.
    const SimTK::BicubicSurface spline(x, y, terrain.getHeights(), 0);
    const SimTK::Array_<int> alongX{0}, alongY{1}, across{0, 1};
    for (int i = 0; i < x.size(); ++i)
        for (int j = 0; j < y.size(); ++j)
            for (const SimTK::Array_<int>* along : {&alongX, &alongY, &across})
                shape.slopes.push_back(spline.calcDerivative(*along, SimTK::Vec2(x[i], y[j])));
    return shape;
}

} // namespace

kernels::ShapeData shapeNumbersOf(const Shape& shape) {
    if (dynamic_cast<const HalfSpace*>(&shape)) return numbersOf(Kind::HalfSpace, {});
    if (const auto* sphere = dynamic_cast<const Sphere*>(&shape)) return numbersOf(Kind::Sphere, {sphere->getRadius()});
    if (const auto* ellipsoid = dynamic_cast<const Ellipsoid*>(&shape)) {
        const Vec3& a = ellipsoid->getSemiAxes();
        return numbersOf(Kind::Ellipsoid, {a[0], a[1], a[2]});
    }
    if (const auto* wheel = dynamic_cast<const Wheel*>(&shape))
        return numbersOf(Kind::Wheel, {wheel->getRadius()}, wheel->getRounding());
    if (const auto* cylinder = dynamic_cast<const Cylinder*>(&shape)) return numbersOf(*cylinder);
    if (const auto* capsule = dynamic_cast<const Capsule*>(&shape))
        return numbersOf(Kind::Capsule, {capsule->getRadius(), capsule->getHalfLength()});
    if (const auto* brick = dynamic_cast<const Brick*>(&shape)) {
        const Vec3& half = brick->getHalfLengths();
        return numbersOf(Kind::Brick, {half[0], half[1], half[2]}, brick->getRounding());
    }
    if (const auto* hull = dynamic_cast<const ConvexHull*>(&shape)) {
        kernels::ShapeData numbers = numbersOf(Kind::ConvexHull, {}, hull->getRounding());
        addPoints(numbers, hull->getPoints());
        return numbers;
    }
    if (const auto* mesh = dynamic_cast<const Mesh*>(&shape)) return numbersOf(*mesh);
    if (const auto* terrain = dynamic_cast<const Terrain*>(&shape)) return numbersOf(*terrain);
    throw std::invalid_argument("GrainBed: the library has no shape \"" + shape.describe() + "\"");
}

} // namespace simbodydem::grains
