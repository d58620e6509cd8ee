// Tests the shapes that searches read, made of the numbers that describe a shape to the library and to the server of grains.

#include "geometry/CollisionShape.h"
#include "geometry/HeightField.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace test_collision_shape {

using namespace simbodydem::kernels;
using Kind = ShapeData::Kind;

// The sphere around a shape, its thinnest half and its least radius of curvature follow from its sizes.
TEST(CollisionShape, OfAConvexShapeHasTheExtentsOfItsSizes) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const struct {
        ShapeData data;
        ShapeKind kind;
        double radius, halfWidth, minCurvatureRadius;
    } cases[] = {{ShapeData(Kind::HalfSpace), ShapeKind::HalfSpace, 0, infinity, infinity},
                 {ShapeData(Kind::Sphere, {0.3}), ShapeKind::Sphere, 0.3, 0.3, 0.3},
                 {ShapeData(Kind::Ellipsoid, {0.2, 0.4, 0.1}), ShapeKind::Ellipsoid, 0.4, 0.1, 0.01 / 0.4},
                 {ShapeData(Kind::Wheel, {0.5}, 0.1), ShapeKind::Wheel, 0.5, 0.1, 0.1},
                 {ShapeData(Kind::Capsule, {0.1, 0.4}), ShapeKind::Rounded, 0.5, 0.1, 0.1},
                 {ShapeData(Kind::Brick, {0.3, 0.4, 0.5}, 0.1), ShapeKind::Rounded, std::sqrt(0.29) + 0.1, 0.3, 0.1},
                 {ShapeData(Kind::Cylinder, {0.4, 0.5}, 0.1), ShapeKind::Cylinder, 0.6, 0.4, 0.1},
                 // a cylinder all of rounding is a capsule, and a ball if it is no longer than wide
                 {ShapeData(Kind::Cylinder, {0.1, 0.5}, 0.1), ShapeKind::Rounded, 0.5, 0.1, 0.1},
                 {ShapeData(Kind::Cylinder, {0.1, 0.1}, 0.1), ShapeKind::Sphere, 0.1, 0.1, 0.1}};
    for (const auto& given : cases) {
        SCOPED_TRACE("kind " + std::to_string(int(given.data.kind)));
        CollisionShape shape;
        ASSERT_FALSE(makeCollisionShape(shape, given.data).exists());
        EXPECT_EQ(shape.kind, given.kind);
        EXPECT_NEAR(shape.radius, given.radius, 1e-15); // a few roundings of numbers below 1
        EXPECT_DOUBLE_EQ(shape.halfWidth, given.halfWidth);
        EXPECT_DOUBLE_EQ(shape.minCurvatureRadius, given.minCurvatureRadius);
    }
}

// Triangles of a mesh look outwards in a closed mesh; an open one is a sheet, and a terrain of the same triangles has ground behind it.
TEST(CollisionShape, OfTrianglesIsASheetIfAMeshIsOpen) {
    ShapeData tetrahedron(Kind::Mesh), plate(Kind::Mesh), ground(Kind::Terrain);
    tetrahedron.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    tetrahedron.triangles = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    plate.points = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    plate.triangles = {0, 1, 2};
    ground.x = ground.y = {0, 1};
    ground.points = {0, 0, 0, 0};
    for (const ShapeData* data : {&tetrahedron, &plate, &ground}) {
        CollisionShape shape;
        ASSERT_FALSE(makeCollisionShape(shape, *data).exists());
        EXPECT_EQ(shape.kind, ShapeKind::Mesh);
        EXPECT_EQ(shape.mesh->isClosed, data == &tetrahedron);
        EXPECT_EQ(shape.isSheet, data == &plate);
    }
}

// The smooth surface of a terrain passes through its heights with the slopes that came with them.
TEST(CollisionShape, OfASmoothTerrainHasItsHeightsAndSlopes) {
    ShapeData terrain(Kind::Terrain);
    terrain.x = {0, 1, 2};
    terrain.y = {0, 2};
    for (const double x : terrain.x)
        for (const double y : terrain.y) { // z = x^2 + x y
            terrain.points.push_back(x * x + x * y);
            terrain.slopes.insert(terrain.slopes.end(), {2 * x + y, x, 1});
        }
    CollisionShape shape;
    ASSERT_FALSE(makeCollisionShape(shape, terrain).exists());
    ASSERT_TRUE(shape.mesh->smooth);
    const HeightField::At at = shape.mesh->smooth->at(1.5, 0.5); // a bicubic patch has this surface exactly
    EXPECT_NEAR(at.point[2], 1.5 * 1.5 + 1.5 * 0.5, 1e-14);
    EXPECT_NEAR(at.fx, 2 * 1.5 + 0.5, 1e-14);
    EXPECT_NEAR(at.fy, 1.5, 1e-14);
}

// A hull that encloses no volume, one whose rounding leaves nothing, and a kind that no shape has are faults.
TEST(CollisionShape, OfNoVolumeIsAFault) {
    ShapeData flat(Kind::ConvexHull, {}, 0.01), round(Kind::ConvexHull, {}, 2);
    flat.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    for (const double x : {-1., 1.})
        for (const double y : {-1., 1.})
            for (const double z : {-1., 1.}) round.points.insert(round.points.end(), {x, y, z});
    CollisionShape shape;
    EXPECT_NE(makeCollisionShape(shape, flat).text.find("its 4 points must enclose a volume"), std::string::npos);
    const MeshFault fault = makeCollisionShape(shape, round);
    EXPECT_TRUE(fault.isRounding);
    EXPECT_DOUBLE_EQ(fault.most, 1);
    EXPECT_NE(makeCollisionShape(shape, ShapeData(Kind(77))).text.find("kind 77"), std::string::npos);
}

} // namespace test_collision_shape
