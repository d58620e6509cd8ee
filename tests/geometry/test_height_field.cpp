// Tests smooth ground: its shape between the points of its grid, and its nearest points.

#include "geometry/EllipsoidOnMesh.h"
#include "geometry/EllipsoidOnRounded.h"
#include "geometry/FromEllipsoid.h"
#include "geometry/HeightField.h"
#include "geometry/PointOnField.h"

#include "Draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace test_height_field {

using namespace simbodydem::kernels;

namespace {

// Waves over [-1, 1]^2 with their exact slopes at the points of the grid.
HeightField waves(int cells, double height) {
    HeightField field;
    for (int i = 0; i <= cells; ++i) {
        field.x.push_back(-1 + 2. * i / cells);
        field.y.push_back(-1 + 2. * i / cells);
    }
    for (const double x : field.x)
        for (const double y : field.y)
            field.nodes.push_back(
                {height * std::sin(3 * x) * std::cos(2 * y), 3 * height * std::cos(3 * x) * std::cos(2 * y),
                 -2 * height * std::sin(3 * x) * std::sin(2 * y), -6 * height * std::cos(3 * x) * std::sin(2 * y)});
    return field;
}

} // namespace

// Hermite's bicubic patches have an error of the fourth power of their size. Slopes have the cube, second derivatives the square.
TEST(HeightField, ConvergesWithItsNodes) {
    double before[3] = {1, 1, 1};
    for (const int cells : {10, 20, 40}) {
        const HeightField field = waves(cells, 0.3);
        Draw draw(1);
        double worst[3] = {0, 0, 0};
        for (int i = 0; i < 2000; ++i) {
            const double x = draw.between(-1, 1), y = draw.between(-1, 1);
            const HeightField::At at = field.at(x, y);
            const double s = std::sin(3 * x), c = std::cos(3 * x), t = std::sin(2 * y), d = std::cos(2 * y);
            worst[0] = std::max(worst[0], std::abs(at.point[2] - 0.3 * s * d));
            worst[1] = std::max({worst[1], std::abs(at.fx - 0.9 * c * d), std::abs(at.fy + 0.6 * s * t)});
            worst[2] = std::max({worst[2], std::abs(at.fxx + 2.7 * s * d), std::abs(at.fyy + 1.2 * s * d),
                                 std::abs(at.fxy + 1.8 * c * t)});
        }
        const double order[3] = {4, 3, 2};
        for (int k = 0; k < 3; ++k) {
            if (cells > 10) {
                EXPECT_NEAR(std::log2(before[k] / worst[k]), order[k], 0.25);
            }
            before[k] = worst[k];
        }
    }
}

// A paraboloid has exact curvatures at its top and on its side: f'' and f''/(1 + f'^2)^(3/2) along the slope, f'/r/(1 + f'^2)^(1/2)
// across it.
TEST(HeightField, HasTheCurvatureOfAParaboloid) {
    HeightField field;
    field.x = field.y = {-1, 0, 1};
    for (const double x : field.x)
        for (const double y : field.y) field.nodes.push_back({-x * x - y * y, -2 * x, -2 * y, 0});
    const HeightField::At top = field.at(0, 0), side = field.at(0.5, 0);
    EXPECT_LT((HeightField::curvatureAt(top) - Vector(2, 2, 0).asDiagonal().toDenseMatrix()).norm(), 1e-14);
    const Matrix curvature = HeightField::curvatureAt(side);
    const Vector along = Vector(1, 0, -1).normalized();
    EXPECT_NEAR(along.dot(curvature * along), 2 / std::pow(2, 1.5), 1e-14);
    EXPECT_NEAR(curvature(1, 1), 2 / std::sqrt(2.), 1e-14);
    EXPECT_LT((curvature * side.normal()).norm(), 1e-14);
}

// From any start the foot of a perpendicular is normal to the surface or lies on the border. If the start is straight below the point,
// the foot is as near as the nearest of many points around it.
TEST(HeightField, FootOfAPerpendicularIsNearest) {
    const HeightField field = waves(20, 0.2);
    Draw draw(2);
    for (int i = 0; i < 200; ++i) {
        const Vector place{draw.between(-1.2, 1.2), draw.between(-1.2, 1.2), draw.between(0.25, 0.5)};
        const MeshPoint foot = findFoot(field, place, place[0], place[1]);
        const double x = foot.point[0], y = foot.point[1];
        EXPECT_NEAR(field.at(x, y).point[2], foot.point[2], 1e-15);
        EXPECT_LT((place - foot.distance * foot.normal - foot.point).norm(), 1e-12);
        if (std::max(std::abs(x), std::abs(y)) < 1) {
            EXPECT_LT((foot.normal - field.at(x, y).normal()).norm(), 1e-10);
        }
        for (int k = 0; k < 100; ++k) {
            const Eigen::Vector2d near(std::min(std::max(x + draw.between(-.02, .02), -1.), 1.),
                                       std::min(std::max(y + draw.between(-.02, .02), -1.), 1.));
            EXPECT_GE((field.at(near[0], near[1]).point - place).norm(), std::abs(foot.distance) - 1e-14);
        }
    }
}

// An ellipsoid with three equal axes touches the ground as a sphere.
TEST(HeightField, EllipsoidsTouchAsSpheres) {
    const HeightField field = waves(20, 0.2);
    Draw draw(3);
    const double radius = 0.2;
    for (int i = 0; i < 100; ++i) {
        const double x = draw.between(-.8, .8), y = draw.between(-.8, .8);
        const HeightField::At near = field.at(x, y);
        const EllipsoidBody ball{Vector::Constant(radius), draw.rotation(), near.point + 0.99 * radius * near.normal()};
        const MeshPoint foot = findFoot(field, ball.centre, ball.centre[0], ball.centre[1]);
        bool isOnBorder;
        const EllipsoidSize size = ball.size();
        const HeightField::At at =
            descend(field, detail::FromEllipsoid{ball, size}, ball.centre[0], ball.centre[1], isOnBorder);
        EXPECT_FALSE(isOnBorder);
        EXPECT_LT((at.point - foot.point).norm(), 1e-12);
    }
}

} // namespace test_height_field
