// Tests surfaces of triangles: their nearest points and their contacts with spheres.

#include "geometry/ConvexHull.h"
#include "geometry/EllipsoidOnMesh.h"
#include "geometry/Groove.h"

#include "Draw.h"
#include "Made.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

namespace test_mesh {

using namespace simbodydem::kernels;

namespace {

// Returns n by n squares of two triangles over [-1, 1]^2, with the height height(x, y).
template <class Height> TriangleMesh grid(int n, const Height& height) {
    std::vector<Vector> vertices;
    Triangles triangles;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) {
            const double x = -1 + 2. * i / n, y = -1 + 2. * j / n;
            vertices.emplace_back(x, y, height(x, y));
        }
    const auto at = [n](int i, int j) { return i * (n + 1) + j; };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return made(vertices, triangles);
}

Triangles trianglesOfBox() { // corner i is on the + side along x, y, z if its bits 1, 2, 4 are set
    return {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
            {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
}

std::vector<Vector> cornersOfBox(const Vector& half) {
    std::vector<Vector> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    return corners;
}

std::vector<MeshPoint> nearestOf(const TriangleMesh& mesh, const Vector& place, double reach) {
    MeshSearchWorkspace workspace;
    TrianglesAround around;
    findNearest(mesh, place, reach, 0, reach, around, workspace);
    return workspace.points;
}

} // namespace

// The tree finds the near boxes, for any boxes.
TEST(BoxTree, FindsNearBoxes) {
    Draw draw(1);
    for (const int n : {1, 4, 5, 1000}) {
        std::vector<Box> boxes(n);
        for (Box& box : boxes) {
            const Vector at = draw.between(0, 1) * draw.direction();
            box.add(at);
            box.add(at + draw.between(0, 0.1) * draw.direction());
        }
        BoxTree tree;
        tree.build(boxes);
        for (int i = 0; i < 100; ++i) {
            const Vector place = draw.between(0, 1.2) * draw.direction();
            const double reach = draw.between(0, 0.4);
            std::vector<int> seen(n, 0), expected(n, 0);
            tree.visitNear(place, reach, [&](int item) { ++seen[item]; });
            for (int b = 0; b < n; ++b) {
                expected[b] = boxes[b].squaredDistanceTo(place) <= reach * reach;
                EXPECT_LE(expected[b], seen[b]);
                EXPECT_LE(seen[b], 1);
            }
            double nearest = 2, least = 2; // by lowering the bound
            for (const Box& box : boxes) nearest = std::min(nearest, std::sqrt(box.squaredDistanceTo(place)));
            tree.visitNearest(place, 4, [&](int item, double& bound) {
                const double squared = boxes[item].squaredDistanceTo(place);
                if (!(squared < bound)) return;
                bound = squared;
                least = std::sqrt(squared);
            });
            EXPECT_EQ(least, nearest);
        }
    }
}

// A plane has one nearest point for a sphere, for any number of triangles and any position, also on vertices and edges.
TEST(PointOnMesh, OfAPlaneIsUnique) {
    Draw draw(2);
    for (const int n : {1, 10, 100}) {
        const TriangleMesh plane = grid(n, [](double, double) { return 0; });
        for (int i = 0; i < 2000; ++i) {
            Vector place{draw.between(-0.9, 0.9), draw.between(-0.9, 0.9), draw.between(0.01, 0.2)};
            if (i % 3 == 1) place[0] = place[1];                                                   // on a diagonal
            if (i % 3 == 2) place.head<2>() = plane.vertices[i % plane.vertices.size()].head<2>(); // on a vertex
            if (place.head<2>().cwiseAbs().maxCoeff() > 0.95) continue;
            const auto points = nearestOf(plane, place, 0.25);
            ASSERT_EQ(points.size(), 1u) << n << ": " << place.transpose();
            EXPECT_NEAR(points[0].distance, place[2], 1e-15);
            EXPECT_EQ(points[0].normal, Vector::UnitZ());
        }
    }
}

// The nearest of all points is as near as the nearest triangle. No point is missed or doubled where the surface bends both ways.
TEST(PointOnMesh, IsTheNearest) {
    Draw draw(3);
    const TriangleMesh hills = grid(12, [](double x, double y) { return 0.3 * std::sin(5 * x) * std::cos(4 * y); });
    int several = 0;
    for (int i = 0; i < 5000; ++i) {
        const Vector place{draw.between(-0.8, 0.8), draw.between(-0.8, 0.8), draw.between(-0.2, 0.6)};
        const std::optional<MeshPoint> nearest = findNearest(hills, place, 10);
        ASSERT_TRUE(nearest);
        if (!(nearest->distance > 0.01 && nearest->distance < 0.3)) continue; // hollows have a radius of 0.13 m
        const double reach = nearest->distance + 0.05;
        const auto points = nearestOf(hills, place, reach);
        ASSERT_FALSE(points.empty());
        double least = reach;
        for (const MeshPoint& p : points) least = std::min(least, p.distance);
        // A groove's rounding is up to radius angle^2/8 above its bottom; with two successive grooves it is four times as much.
        EXPECT_LE(least, nearest->distance + 1e-12);
        EXPECT_GT(least, nearest->distance - detail::grooveRadii * reach * shallow * shallow / 2);
        several += points.size() > 1;
    }
    EXPECT_GT(several, 100);
}

// A box of triangles has the distances of the convex body of its corners, outside and inside.
TEST(PointOnMesh, OfABoxIsThatOfTheConvexBody) {
    Draw draw(4);
    const Vector half(1, 0.7, 0.4);
    const TriangleMesh box = made(cornersOfBox(half), trianglesOfBox());
    EXPECT_TRUE(box.isClosed);
    const Polytope hull = *makeHull(cornersOfBox(half));
    for (int i = 0; i < 5000; ++i) {
        const Vector place = draw.between(0, 2) * draw.direction();
        const NearestPoint expected = findNearest(hull, place);
        MeshSearchWorkspace workspace;
        TrianglesAround around;
        findNearest(box, place, expected.distance, 0.01, 10, around, workspace);
        ASSERT_EQ(workspace.points.size(), 1u) << place.transpose();
        EXPECT_NEAR(workspace.points[0].distance, expected.distance, 1e-14);
        if (!(expected.distance > -0.3)) continue; // from the middle several faces are equally far
        EXPECT_LT((workspace.points[0].normal - expected.normal).norm(), 1e-9) << place.transpose();
    }
}

// Each plane of a box moves inwards by the rounding: its core is the box that is smaller by it.
TEST(TriangleMesh, MovesInwardsByItsRounding) {
    const Vector half(1, 0.7, 0.4);
    const TriangleMesh box = made(cornersOfBox(half), trianglesOfBox(), 0.1);
    const std::vector<Vector> expected = cornersOfBox(half - Vector::Constant(0.1));
    for (int i = 0; i < 8; ++i) EXPECT_LT((box.vertices[i] - expected[i]).norm(), 1e-15);
    EXPECT_EQ(box.cornersOf.size(), 8u);
    EXPECT_EQ(box.edgeFeatures.size(), 12u); // without the diagonals
}

// A sphere between two faces has one contact point on each. In a groove that is nearly flat it has one point. Its normal turns from
// one face to the other like the groove's arc, without a jump.
TEST(PointOnMesh, TurnsThroughShallowGrooves) {
    const double radius = 0.1,
                 turning = (1.1 * detail::grooveRadii - 1.001) * radius; // radius of the arc that its centre follows
    for (const double slope : {1e-7, 1e-3, 0.04, 0.3}) {
        const TriangleMesh groove = grid(2, [&](double x, double) { return slope * std::abs(x); });
        const bool isShallow = slope < 0.05;
        double last = 0, lastAngle = 0;
        const int steps = 2000;
        for (int i = -steps; i <= steps; ++i) {
            const double x = 0.02 * i / steps;
            const Vector place(x, 0.3, 0.1 + (isShallow ? slope * std::abs(x) : 0));
            const auto points = nearestOf(groove, place, radius * 1.1);
            ASSERT_EQ(points.size(), isShallow ? 1u : 2u) << slope << " " << x;
            if (!isShallow) continue;
            const double angle = std::asin(-points[0].normal[0]);
            if (i > -steps) {
                EXPECT_NEAR(points[0].distance, last, 2.1 * slope * 1e-5) << x; // as steep as the groove
                EXPECT_LT(std::abs(angle - lastAngle), 1e-5 / turning + 1e-12);
            }
            last = points[0].distance;
            lastAngle = angle;
        }
        if (isShallow) {
            EXPECT_NEAR(lastAngle, std::atan(slope), 1e-9);
        }
    }
}

// Contact points do not depend on the triangles at the last search. They are bitwise equal on gentle and steep hills, among steps and
// in very shallow grooves.
TEST(PointOnMesh, DoesNotDependOnEarlierSearches) {
    Draw draw(7);
    const std::function<double(double, double)> heights[] = {
        [](double x, double y) { return 0.1 * std::sin(5 * x) * std::cos(4 * y); },
        [](double x, double y) { return 0.2 * std::sin(9 * x) * std::cos(8 * y); },
        [](double x, double y) { return 0.05 * std::floor(4 * x) + 0.02 * std::floor(3 * y); },
        [](double x, double y) { return 1e-6 * std::sin(50 * x) * std::cos(40 * y); }};
    for (const auto& height : heights)
        for (const double step : {1e-4, 2e-3}) {
            const TriangleMesh mesh = grid(40, height);
            TrianglesAround around;
            Vector place(0.05, 0.05, 0);
            int touching = 0;
            for (int i = 0; i < 4000; ++i) {
                place += step * draw.direction() + 0.3 * step * Vector(0.5, 0.7, 0);
                if (place.head<2>().cwiseAbs().maxCoeff() > 0.9) place.head<2>().setConstant(-0.8);
                const std::optional<MeshPoint> nearest = findNearest(mesh, place, 10);
                place += (0.099 + 0.002 * std::sin(0.1 * i) - nearest->distance) * nearest->normal;
                MeshSearchWorkspace workspace, fresh;
                TrianglesAround anew;
                findNearest(mesh, place, 0.1, 0.001, 0.1, around, workspace);
                findNearest(mesh, place, 0.1, 0.001, 0.1, anew, fresh);
                ASSERT_EQ(workspace.points.size(), fresh.points.size()) << i;
                for (std::size_t k = 0; k < workspace.points.size(); ++k) {
                    EXPECT_EQ(workspace.points[k].distance, fresh.points[k].distance);
                    EXPECT_EQ(workspace.points[k].normal, fresh.points[k].normal);
                    EXPECT_EQ(workspace.points[k].feature, fresh.points[k].feature);
                    ++touching;
                }
            }
            EXPECT_GT(touching, 2000);
        }
}

// The gradient of a groove's distance is its normal, so that no energy is created. Differences show this.
TEST(PointOnMesh, NormalIsTheGradientOfTheDistance) {
    Draw draw(5);
    const TriangleMesh bowl = grid(40, [](double x, double y) { return 0.5 * (x * x + y * y); });
    const double h = 1e-6;
    int grooves = 0;
    for (int i = 0; i < 3000; ++i) {
        const double x = draw.between(-0.5, 0.5), y = draw.between(-0.5, 0.5);
        const Vector place(x, y, 0.5 * (x * x + y * y) + draw.between(0.08, 0.1));
        const auto points = nearestOf(bowl, place, 0.11);
        if (points.size() != 1) continue;
        const Vector way = draw.direction();
        const auto after = nearestOf(bowl, place + h * way, 0.11), before = nearestOf(bowl, place - h * way, 0.11);
        if (after.size() != 1 || before.size() != 1) continue;
        EXPECT_NEAR((after[0].distance - before[0].distance) / (2 * h), points[0].normal.dot(way), 1e-4);
        grooves += points[0].feature < int(bowl.triangles.size()) &&
                   (points[0].normal - bowl.triangles[points[0].feature].normal).norm() > 1e-6;
    }
    EXPECT_GT(grooves, 300);
}

// An invalid surface is an error that names the triangle.
TEST(TriangleMesh, RejectsInvalidSurfaces) {
    const std::vector<Vector> corners = cornersOfBox(Vector(1, 1, 1));
    const auto faultOf = [&](const Triangles& triangles, double rounding = 0) {
        TriangleMesh mesh;
        return makeMesh(mesh, corners, triangles, rounding);
    };
    EXPECT_FALSE(faultOf(trianglesOfBox()).exists());
    Triangles triangles = trianglesOfBox();
    for (auto& t : triangles) std::swap(t[0], t[1]);
    EXPECT_NE(faultOf(triangles).text.find("inside out"), std::string::npos);
    triangles = trianglesOfBox();
    std::swap(triangles[3][0], triangles[3][1]);
    EXPECT_NE(faultOf(triangles).text.find("triangle 3 has the opposite orientation"), std::string::npos);
    triangles = trianglesOfBox();
    triangles.push_back({0, 2, 7});
    EXPECT_NE(faultOf(triangles).text.find("three triangles"), std::string::npos);
    triangles = trianglesOfBox();
    triangles[5] = {1, 1, 2};
    EXPECT_NE(faultOf(triangles).text.find("triangle 5 has no area"), std::string::npos);
    EXPECT_TRUE(faultOf(trianglesOfBox(), 1).isRounding);
    EXPECT_TRUE(faultOf(trianglesOfBox(), 5).isRounding);
    EXPECT_FALSE(faultOf(trianglesOfBox(), 0.99).exists());
}

// An ellipsoid with equal axes has the contact points of the sphere, on hills and over their edges. The depth is up to a tenth of its
// radius.
TEST(EllipsoidOnMesh, WithEqualAxesIsASphere) {
    Draw draw(6);
    const TriangleMesh mesh = grid(6, [](double x, double y) { return 0.3 * std::sin(5 * x) * std::cos(4 * y); });
    const double radius = 0.2;
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const Vector place{draw.between(-0.7, 0.7), draw.between(-0.7, 0.7), draw.between(0, 0.5)};
        const auto points = nearestOf(mesh, place, radius);
        const auto isGroove = [&](const MeshPoint& p) { return findNearest(mesh, p.point, 1)->distance > 1e-9; };
        if (points.empty() || points[0].distance < 0.9 * radius || std::any_of(points.begin(), points.end(), isGroove))
            continue; // an ellipsoid counts the faces of a groove separately
        MeshSearchWorkspace workspace;
        TrianglesAround around;
        EllipsoidContactPoints found;
        const std::vector<EllipsoidOnMesh>& touches = found.contacts;
        const PlacedMesh placed{&mesh, 0, Matrix::Identity(), Vector::Zero()};
        findContactPoints(placed, EllipsoidBody{Vector::Constant(radius), draw.rotation(), place}, 0, around, workspace,
                          found);
        for (const MeshPoint& p : points) {
            const auto isIt = [&](const EllipsoidOnMesh& on) {
                return std::abs(on.contact.overlap - radius + p.distance) < 1e-12 &&
                       (on.contact.normal - p.normal).norm() < 1e-9;
            };
            EXPECT_TRUE(std::any_of(touches.begin(), touches.end(), isIt)) << i;
            ++compared;
        }
    }
    EXPECT_GT(compared, 100);
}

namespace {

// Returns a square tile of two triangles in the plane y = 0, from x to x + 2 and z from -1 to 1.
TriangleMesh tile(double x) {
    return made({{x, 0, -1}, {x, 0, 1}, {x + 2, 0, 1}, {x + 2, 0, -1}}, {{0, 1, 2}, {0, 2, 3}});
}

PlacedMesh unmoved(const TriangleMesh& mesh) { return {&mesh, 0, Matrix::Identity(), Vector::Zero()}; }

void expectSame(const RoundedContactPoint& touch, const RoundedContactPoint& expected) {
    EXPECT_EQ(touch.feature, expected.feature);
    EXPECT_EQ(touch.overlap, expected.overlap);
    EXPECT_EQ(touch.normal, expected.normal);
    EXPECT_EQ(touch.point, expected.point);
}

} // namespace

// A wheel and an ellipsoid on a tile keep their contact after another pair has used the same workspace on another tile.
TEST(EllipsoidOnMesh, KeepsItsContactAfterAnotherPair) {
    const TriangleMesh left = tile(-2), right = tile(0);
    const EllipsoidBody bodies[] = {{Vector(0.08, 0.08, 0), Matrix::Identity(), Vector(-1, 0.0995, 0.05), 0.02},
                                    {Vector(0.1, 0.1, 0.08), Matrix::Identity(), Vector(-1, 0.0995, 0.05)}};
    for (const EllipsoidBody& body : bodies) {
        MeshSearchWorkspace workspace;
        TrianglesAround onLeft, onRight;
        EllipsoidContactPoints found;
        const std::vector<EllipsoidOnMesh>& touches = found.contacts;
        for (int evaluation = 0; evaluation < 3; ++evaluation) {
            findContactPoints(unmoved(right), body, 0, onRight, workspace, found);
            EXPECT_TRUE(touches.empty());
            findContactPoints(unmoved(left), body, 0, onLeft, workspace, found);
            ASSERT_EQ(touches.size(), 1u) << evaluation;
            EXPECT_NEAR(touches[0].contact.overlap, 5e-4, 1e-15);
        }
    }
}

// A tile of many triangles leaves no indices behind that a tile of two triangles does not have.
TEST(EllipsoidOnMesh, ReadsNoTriangleOfAnotherMesh) {
    const TriangleMesh few = tile(-1), many = grid(60, [](double, double) { return 0; });
    const EllipsoidBody onFew{Vector(0.1, 0.1, 0.08), Matrix::Identity(), Vector(0.2, 0.0995, 0.5)},
        onMany{Vector(0.1, 0.1, 0.08), Matrix::Identity(), Vector(0.9, 0.9, 0.0795)};
    MeshSearchWorkspace workspace;
    TrianglesAround aroundFew, aroundMany;
    EllipsoidContactPoints found;
    const std::vector<EllipsoidOnMesh>& touches = found.contacts;
    for (int evaluation = 0; evaluation < 3; ++evaluation) {
        findContactPoints(unmoved(few), onFew, 0, aroundFew, workspace, found);
        EXPECT_EQ(touches.size(), 1u) << evaluation;
        findContactPoints(unmoved(many), onMany, 0, aroundMany, workspace, found);
        EXPECT_EQ(touches.size(), 1u) << evaluation;
    }
}

// A tilted ellipsoid that moves over facets has bitwise the contacts of a search from the beginning.
TEST(EllipsoidOnMesh, DoesNotDependOnEarlierSearches) {
    Draw draw(8);
    const TriangleMesh hills = grid(12, [](double x, double y) { return 0.02 * std::sin(5 * x) * std::cos(4 * y); }),
                       flat = grid(12, [](double, double) { return 0; });
    for (const TriangleMesh* mesh : {&hills, &flat})
        for (const double step : {1e-4, 2e-3}) {
            MeshSearchWorkspace workspace;
            TrianglesAround around;
            EllipsoidContactPoints found, foundAnew;
            const std::vector<EllipsoidOnMesh>&touches = found.contacts, &expected = foundAnew.contacts;
            EllipsoidBody body{Vector(0.15, 0.1, 0.05), draw.rotation(), Vector(0.05, 0.05, 0)};
            int numTouches = 0;
            for (int i = 0; i < 2000; ++i) {
                body.centre += step * draw.direction() + 0.3 * step * Vector(0.5, 0.7, 0);
                if (body.centre.head<2>().cwiseAbs().maxCoeff() > 0.8) body.centre.head<2>().setConstant(-0.7);
                body.centre[2] = body.size().support(-Vector::UnitZ()).height + 0.002 * std::sin(0.1 * i);
                findContactPoints(unmoved(*mesh), body, 0.001, around, workspace, found);
                MeshSearchWorkspace fresh;
                TrianglesAround anew;
                findContactPoints(unmoved(*mesh), body, 0.001, anew, fresh, foundAnew);
                ASSERT_EQ(touches.size(), expected.size()) << i;
                for (std::size_t k = 0; k < touches.size(); ++k) expectSame(touches[k].contact, expected[k].contact);
                numTouches += int(touches.size());
            }
            EXPECT_GT(numTouches, 500);
        }
}

// Bodies with corners and other meshes have bitwise the same contacts if pairs on another mesh use their workspace in between.
TEST(MeshContactPoints, DoNotDependOnOtherPairs) {
    Draw draw(9);
    const TriangleMesh left = tile(-2), right = tile(0),
                       cube = made(cornersOfBox(Vector(0.1, 0.1, 0.1)), trianglesOfBox(), 0.01);
    const Polytope box = *makeHull(cornersOfBox(Vector(0.1, 0.1, 0.1))), ball{{Vector::Zero()}, {}, {}};
    MeshContactPoints shared;
    for (const bool isMesh : {false, true}) {
        std::map<const TriangleMesh*, AroundCorners> kept[2];
        int numTouches = 0;
        for (int i = 0; i < 300; ++i) {
            const Vector origin(0.3 * std::sin(0.02 * i), 0.1, 0.1 * std::cos(0.03 * i)); // back and forth over both
            const Matrix R = Eigen::AngleAxisd(0.01 * i, Vector(1, 2, 3).normalized()).toRotationMatrix();
            for (const TriangleMesh* mesh : {&left, &right})
                for (const int which : {0, 1}) {
                    const Polytope& core = which == 0 ? box : ball;
                    const auto find = [&](AroundCorners& around, MeshContactPoints& found) {
                        if (isMesh)
                            findContactPoints(unmoved(*mesh), PlacedMesh{&cube, 0.01, R, origin}, 0.001, around, found);
                        else
                            findContactPoints(unmoved(*mesh), RoundedBody{&core, which == 0 ? 0.01 : 0.1, R, origin},
                                              0.3, 0.001, around, found);
                    };
                    MeshContactPoints fresh;
                    AroundCorners anew;
                    find(kept[which][mesh], shared);
                    find(anew, fresh);
                    ASSERT_EQ(shared.contacts.size(), fresh.contacts.size()) << i;
                    for (std::size_t k = 0; k < fresh.contacts.size(); ++k)
                        expectSame(shared.contacts[k], fresh.contacts[k]);
                    numTouches += int(fresh.contacts.size());
                }
        }
        EXPECT_GT(numTouches, 300);
    }
}

} // namespace test_mesh
