// Tests rounded convex bodies: their hulls, their nearest points and their contacts with each other.

#include "geometry/ConvexHull.h"
#include "geometry/EllipsoidOnRounded.h"
#include "geometry/RoundedContact.h"

#include "Draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace test_polytope {

using namespace simbodydem::kernels;

namespace {

std::vector<Vector> cornersOfBox(const Vector& half) {
    std::vector<Vector> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    return corners;
}

Polytope segment(double halfLength) {
    Polytope core;
    core.vertices = {Vector(0, 0, -halfLength), Vector(0, 0, halfLength)};
    addEdge(core, 0, 1);
    return core;
}

double highest(const Polytope& body, const Vector& place) {
    double most = -1e300;
    for (const Polytope::Face& face : body.faces) most = std::max(most, face.normal.dot(place) - face.height);
    return most;
}

} // namespace

// A box has 8 corners, 12 edges and 6 faces. Any number of points may lie inside it, on its faces and edges, or doubled at a corner.
TEST(ConvexHull, OfABoxHasItsFeaturesOnly) {
    const Vector half(1, 2, 0.5);
    std::vector<Vector> points = cornersOfBox(half);
    for (const Vector& p : std::vector<Vector>(points)) {
        points.push_back(p);
        points.push_back(0.3 * p);
        points.emplace_back(p[0], 0.2 * p[1], -0.7 * p[2]);
        points.emplace_back(0, p[1], p[2]);
    }
    std::shuffle(points.begin(), points.end(), std::mt19937(3));
    const auto box = makeHull(points);
    ASSERT_TRUE(box);
    EXPECT_EQ(box->vertices.size(), 8u);
    EXPECT_EQ(box->edges.size(), 12u);
    EXPECT_EQ(box->faces.size(), 6u);
    for (const Polytope::Face& face : box->faces) EXPECT_EQ(face.sides.size(), 4u);
    for (const Polytope::Edge& edge : box->edges) EXPECT_EQ(edge.numFaces, 2);
}

// A hull contains all its points and has Euler's number of features. Shrunk by a depth, all its planes are lower by this depth.
TEST(ConvexHull, ContainsItsPointsAndShrinksEvenly) {
    Draw draw(1);
    for (int n : {4, 5, 8, 20, 100}) {
        const std::vector<Vector> points = draw.points(n);
        const auto hull = makeHull(points);
        ASSERT_TRUE(hull);
        EXPECT_EQ(hull->vertices.size() + hull->faces.size(), hull->edges.size() + 2);
        for (const Vector& p : points) EXPECT_LT(highest(*hull, p), 1e-9); // ten times the tolerance for one plane
        if (!(halfWidthOf(*hull) > 0.02)) continue;
        const double depth = 0.5 * halfWidthOf(*hull);
        const auto core = shrunk(*hull, depth);
        ASSERT_TRUE(core);
        EXPECT_EQ(core->vertices.size() + core->faces.size(), core->edges.size() + 2);
        for (const Vector& v : core->vertices) EXPECT_NEAR(highest(*hull, v), -depth, 1e-9);
    }
}

namespace {

void roundToSingle(std::vector<Vector>& points) {
    for (Vector& p : points) p = inSinglePrecision(p);
}

std::vector<Vector> turned(std::vector<Vector> points, const Matrix& R) {
    for (Vector& p : points) p = R * p;
    return points;
}

std::vector<Vector> cornersOfCylinder(int segments, double radius, double halfLength) {
    std::vector<Vector> corners;
    for (int i = 0; i < segments; ++i)
        for (const double z : {-halfLength, halfLength}) {
            const double angle = 2 * EIGEN_PI * i / segments;
            corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
        }
    return corners;
}

// Expects a polyhedron without holes, with two faces at each edge.
void expectToBeClosed(const Polytope& body) {
    EXPECT_EQ(body.vertices.size() + body.faces.size(), body.edges.size() + 2);
    for (const Polytope::Edge& edge : body.edges) EXPECT_EQ(edge.numFaces, 2);
    for (const Polytope::Face& face : body.faces) EXPECT_GE(face.sides.size(), 3u);
}

void expectFeatures(const Polytope& body, std::size_t vertices, std::size_t edges, std::size_t faces) {
    EXPECT_EQ(body.vertices.size(), vertices);
    EXPECT_EQ(body.edges.size(), edges);
    EXPECT_EQ(body.faces.size(), faces);
    expectToBeClosed(body);
}

// Returns the distance of the vertex nearest to a point.
double toNearestVertex(const Polytope& body, const Vector& place) {
    double least = 1e300;
    for (const Vector& v : body.vertices) least = std::min(least, (v - place).norm());
    return least;
}

} // namespace

// A cube whose corners are off by 1e-8 m or 1e-10 m has a cube's features, and its core ends a rounding inside.
TEST(ConvexHull, OfANearlyPlanarCubeIsACube) {
    const Vector half(0.05, 0.05, 0.05);
    std::vector<Vector> first = cornersOfBox(half), second = first;
    first[3][2] += 1e-8;
    first[5][2] -= 1e-8;
    second[0][1] -= 1e-10;
    second[1][2] += 1e-10;
    for (const std::vector<Vector>& points : {first, second}) {
        const auto cube = makeHull(points);
        ASSERT_TRUE(cube);
        expectFeatures(*cube, 8, 12, 6);
        EXPECT_NEAR(halfWidthOf(*cube), 0.05, 1e-8); // as far as points are off
        const auto core = shrunk(*cube, 0.01);
        ASSERT_TRUE(core);
        expectFeatures(*core, 8, 12, 6);
        // A plane is off by at most 1e-8 m at its corners, and a core's corner is on three planes.
        for (const Vector& v : cornersOfBox(half - Vector::Constant(0.01))) EXPECT_LT(toNearestVertex(*core, v), 2e-8);
    }
}

// Boxes that are rotated and rounded to single precision have a box's features, and so have their cores.
TEST(ConvexHull, OfTurnedBoxesInSinglePrecisionAreBoxes) {
    Draw draw(11);
    for (int i = 0; i < 60; ++i) {
        const Vector half(draw.between(0.02, 0.1), draw.between(0.02, 0.1), draw.between(0.02, 0.1));
        const Matrix R = draw.rotation();
        std::vector<Vector> points = turned(cornersOfBox(half), R);
        roundToSingle(points);
        const auto box = makeHull(points);
        ASSERT_TRUE(box) << i;
        expectFeatures(*box, 8, 12, 6);
        const double rounding = 0.3 * half.minCoeff();
        const auto core = shrunk(*box, rounding);
        ASSERT_TRUE(core) << i;
        expectFeatures(*core, 8, 12, 6);
        // Coordinates below 0.17 m are off by 0.25 * 2^-24 m. A face tilts by that over its least width, a fifth of its largest.
        for (const Vector& v : turned(cornersOfBox(half - Vector::Constant(rounding)), R))
            EXPECT_LT(toNearestVertex(*core, v), 1e-7) << i;
    }
}

// Cylinders of any number of segments, rotated and rounded to single precision, keep each side as one face and end at half their
// length.
TEST(ConvexHull, OfCylindersInSinglePrecisionStandOnTheirEnds) {
    const Matrix R = Eigen::AngleAxisd(0.7, Vector(1, 2, 3).normalized()).toRotationMatrix();
    const double radius = 0.035, half = 0.05, rounding = 1e-3;
    for (const std::size_t n : {16, 32, 64, 100, 128, 256, 1000}) {
        std::vector<Vector> points = turned(cornersOfCylinder(int(n), radius, half), R);
        roundToSingle(points);
        const auto hull = makeHull(points);
        ASSERT_TRUE(hull) << n;
        expectFeatures(*hull, 2 * n, 3 * n, n + 2);
        const auto core = shrunk(*hull, rounding);
        ASSERT_TRUE(core) << n;
        expectFeatures(*core, 2 * n, 3 * n, n + 2);
        // Coordinates are off by at most 2^-24 * 0.0625 m, 3.7e-9 m, in each of three directions.
        for (const Vector& v : core->vertices)
            EXPECT_NEAR(std::abs((R.transpose() * v)[2]) + rounding, half, 7e-9) << n;
    }
}

// All random points on a sphere are corners of their hull, in single and in double precision. Its planes bound its core.
TEST(ConvexHull, OfPointsOnASphereHasThemAll) {
    Draw draw(12);
    for (const int n : {30, 300, 1000})
        for (const bool isSingle : {false, true}) {
            std::vector<Vector> points;
            for (int i = 0; i < n; ++i) points.push_back(draw.direction());
            if (isSingle) roundToSingle(points);
            const auto hull = makeHull(points);
            ASSERT_TRUE(hull);
            EXPECT_EQ(int(hull->vertices.size()), n);
            expectToBeClosed(*hull);
            const double tolerance = 2.01e-6; // a millionth of the diameter, the tolerance of the planes
            for (const Vector& p : points) EXPECT_LT(highest(*hull, p), tolerance);
            for (const double share : {0.01, 0.5, 0.99}) {
                const double depth = share * halfWidthOf(*hull);
                const auto core = shrunk(*hull, depth);
                ASSERT_TRUE(core);
                expectToBeClosed(*core);
                for (const Vector& v : core->vertices) EXPECT_NEAR(highest(*hull, v), -depth, tolerance);
            }
        }
}

// Thousands of points on a cube's faces, rounded to single precision, are not corners.
TEST(ConvexHull, OfPointsAllOverACubeIsACube) {
    Draw draw(13);
    const Matrix R = draw.rotation();
    std::vector<Vector> points = cornersOfBox({0.05, 0.05, 0.05});
    for (int i = 0; i < 20000; ++i) {
        const Vector p(draw.between(-1, 1), draw.between(-1, 1), draw.between(-1, 1));
        points.push_back(0.05 * p / p.cwiseAbs().maxCoeff());
    }
    points = turned(points, R);
    roundToSingle(points);
    std::shuffle(points.begin(), points.end(), std::mt19937(3));
    const auto cube = makeHull(points);
    ASSERT_TRUE(cube);
    expectFeatures(*cube, 8, 12, 6);
}

// Corners that each triangle of a file has separately, with separate rounding, become one.
TEST(ConvexHull, WeldsCorners) {
    Draw draw(14);
    const Vector half(0.05, 0.03, 0.02);
    std::vector<Vector> points;
    for (const Vector& corner : cornersOfBox(half))
        for (int i = 0; i < 6; ++i) points.push_back(corner + 1e-9 * draw.direction());
    const auto box = makeHull(points);
    ASSERT_TRUE(box);
    expectFeatures(*box, 8, 12, 6);
}

// Far from the origin, single precision is coarser than a millionth of a box. Faces are planar to the precision there.
TEST(ConvexHull, FarFromTheOriginIsAsPreciseAsItsPoints) {
    Draw draw(15);
    for (int i = 0; i < 20; ++i) {
        std::vector<Vector> points = turned(cornersOfBox({0.1, 0.08, 0.06}), draw.rotation());
        for (Vector& p : points) p += Vector(20, -10, 5);
        roundToSingle(points);
        const auto box = makeHull(points);
        ASSERT_TRUE(box);
        expectFeatures(*box, 8, 12, 6);
        const auto core = shrunk(*box, 0.01);
        ASSERT_TRUE(core);
        expectFeatures(*core, 8, 12, 6);
    }
}

// A roof of a hundred thousandth of the size, ten times the tolerance, keeps its four faces.
TEST(ConvexHull, KeepsShallowRoofs) {
    std::vector<Vector> points = cornersOfBox({0.5, 0.5, 0.5});
    points.emplace_back(0, 0, 0.5 + 2e-5);
    const auto house = makeHull(points);
    ASSERT_TRUE(house);
    expectFeatures(*house, 9, 16, 9);
}

// For errors of the corners of a box, a prism or a rock, from zero to visible amounts, the core lies a depth inside.
TEST(ConvexHull, ShrinksForAnyErrorOfItsPoints) {
    Draw draw(16);
    for (int i = 0; i < 2000; ++i) {
        std::vector<Vector> points = i % 3 == 0   ? cornersOfBox({0.5, 0.4, 0.3})
                                     : i % 3 == 1 ? cornersOfCylinder(5 + i % 7, 0.4, 0.3)
                                                  : draw.points(12);
        const double off = std::pow(10., draw.between(-16, -2));
        if (i % 2 == 1) points = turned(points, draw.rotation());
        for (Vector& p : points) p += off * draw.direction();
        const auto hull = makeHull(points);
        ASSERT_TRUE(hull) << i;
        expectToBeClosed(*hull);
        const double depth = draw.between(0.01, 0.9) * halfWidthOf(*hull);
        const auto core = shrunk(*hull, depth);
        ASSERT_TRUE(core) << i;
        expectToBeClosed(*core);
        for (const Vector& v : core->vertices) EXPECT_NEAR(highest(*hull, v), -depth, 4e-6) << i << ", off by " << off;
    }
}

// A box that is rounded by nearly its half thickness keeps a core, however thin. A box itself may be equally thin.
TEST(ConvexHull, ThinCoresHaveAllTheirFeatures) {
    const Vector half(0.1, 0.08, 0.01);
    const Polytope box = *makeHull(cornersOfBox(half));
    for (const double left : {1e-4, 1e-6, 1e-8, 1e-10}) {
        const auto core = shrunk(box, half[2] - left);
        ASSERT_TRUE(core) << left;
        expectFeatures(*core, 8, 12, 6);
        for (const Vector& v : core->vertices) EXPECT_NEAR(std::abs(v[2]), left, 1e-16); // rounding of 0.01
        const auto thin = makeHull(cornersOfBox({0.1, 0.08, left}), 0);
        ASSERT_TRUE(thin) << left;
        expectFeatures(*thin, 8, 12, 6);
    }
}

// Points in a plane, on a line, or at one position have no hull.
TEST(ConvexHull, NeedsAVolume) {
    EXPECT_FALSE(makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.3, 0}}));
    EXPECT_FALSE(makeHull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}));
    EXPECT_FALSE(makeHull({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}));
    EXPECT_FALSE(makeHull({}));
    Draw draw(17);
    std::vector<Vector> sheet;
    const Matrix R = draw.rotation();
    for (int i = 0; i < 50; ++i) sheet.push_back(R * Vector(draw.between(-1, 1), draw.between(-1, 1), 0.3));
    EXPECT_FALSE(makeHull(sheet)); // except for rounding
}

// The nearest point of a convex body is the point beyond which no part of the body lies towards the given point.
TEST(NearestPoint, IsTheNearest) {
    Draw draw(2);
    for (int n : {4, 8, 30}) {
        const Polytope body = *makeHull(draw.points(n));
        for (int i = 0; i < 2000; ++i) {
            const Vector place = draw.between(0, 2) * draw.direction();
            const NearestPoint at = findNearest(body, place);
            EXPECT_LT((at.point + at.distance * at.normal - place).norm(), 1e-14);
            EXPECT_NEAR(at.normal.norm(), 1, 1e-14);
            if (highest(body, place) <= 0) {
                EXPECT_EQ(at.distance, highest(body, place));
                continue;
            }
            EXPECT_LT(highest(body, at.point), 1e-14);
            for (const Vector& v : body.vertices) EXPECT_LT((v - at.point).dot(at.normal), 1e-13);
        }
    }
}

// A rounded box has the curvature of its corners' spheres, its edges' cylinders and its flat faces, without jumps in between.
TEST(RoundedCurvature, DoesNotJump) {
    Draw draw(4);
    const double rounding = 0.1;
    for (const Polytope& body : {*makeHull(cornersOfBox({1, 0.4, 0.3})), *makeHull(draw.points(12)), segment(0.5)}) {
        for (int path = 0; path < 200; ++path) {
            const Vector from = 2 * draw.direction(), to = 2 * draw.direction();
            Matrix last;
            const int n = 20000;
            for (int i = 0; i <= n; ++i) {
                const Vector place = (1 - double(i) / n) * from + double(i) / n * to;
                const NearestPoint at = findNearest(body, place);
                if (at.distance < 1e-2) {
                    i = n;
                    continue;
                }
                const SurfaceCurvature curvature = curvatureOfRounded(body, at, rounding);
                const Matrix round = (Matrix::Identity() - at.normal * at.normal.transpose()) / rounding;
                const Matrix now = curvature.kind == SurfaceCurvature::Kind::Tensor  ? curvature.tensor
                                   : curvature.kind == SurfaceCurvature::Kind::Round ? round
                                                                    : Matrix::Zero();
                // The normal turns by at most 4/n over 0.01 m, the point moves by 4/n, and a ramp's slope is 1.5.
                const double bound = 4. / n * (3 / 1e-2 + 20 * 1.5 / rounding);
                ASSERT_LT(i > 0 ? (now - last).norm() * rounding : 0, bound);
                last = now;
            }
        }
    }
}

namespace {

// Returns Hertz's forces and moments about the origin for the same modulus and radius, over the force at `depth`.
Eigen::Matrix<double, 6, 1> sumOfForces(const RoundedSearch& found, double depth) {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (const RoundedContactPoint& touch : found.contacts) {
        if (!(touch.overlap > 0)) continue;
        const Vector force = std::pow(touch.overlap / depth, 1.5) * touch.normal;
        sum.head<3>() += force;
        sum.tail<3>() += touch.point.cross(force);
    }
    return sum;
}

double deepestOf(const RoundedSearch& found) {
    double deepest = 0;
    for (const RoundedContactPoint& touch : found.contacts) deepest = std::max(deepest, touch.overlap);
    return deepest;
}

// Returns the distance between two cores, at many points of the edges of a.
double distanceOf(const RoundedBody& a, const RoundedBody& b) {
    double least = 1e300;
    for (const Polytope::Edge& edge : a.core->edges)
        for (int i = 0; i <= 200; ++i) {
            const Vector own = a.core->vertices[edge.from] + edge.length * i / 200 * edge.direction;
            least = std::min(least, findNearest(*b.core, b.toOwn(a.toGround(own))).distance);
        }
    return least;
}

} // namespace

// When two bodies slide and turn over each other, contacts begin and end without force: neither force nor moment jumps. This holds
// while the overlap is within the validity of rounded bodies.
TEST(RoundedContacts, DoNotJump) {
    Draw draw(5);
    const Polytope box = *makeHull(cornersOfBox({0.5, 0.3, 0.2})), rock = *makeHull(draw.points(12)),
                   rod = segment(0.5);
    const Polytope* const cores[] = {&box, &rock, &rod};
    const double rounding = 0.05, depth = 0.02;
    RoundedSearch search;
    int numLooked = 0;
    for (int pair = 0; pair < 900; ++pair) {
        const RoundedBody a{cores[pair % 3], rounding, Matrix::Identity(), Vector::Zero()};
        RoundedBody b{cores[pair / 3 % 3], rounding, draw.rotation(), Vector::Zero()};
        const bool areFacing = pair % 2 == 1; // face on face
        if (areFacing) b.R = Eigen::AngleAxisd(draw.between(-3, 3), Vector::UnitZ()).toRotationMatrix();
        const Vector way = (areFacing ? 1 : 0.3) * draw.direction(), axis = draw.direction();
        const double turn = pair % 4 < 2 ? 0 : draw.between(-0.3, 0.3);
        const Vector from = areFacing ? Vector{draw.between(-.3, .3), draw.between(-.3, .3), 1} : draw.direction();
        double low = 0, high = 3; // at this distance they have this depth
        for (int i = 0; i < 50; ++i) {
            b.origin = 0.5 * (low + high) * from;
            findContactPoints(a, b, 0, search);
            (deepestOf(search) > depth ? low : high) = 0.5 * (low + high);
        }
        const Vector start = high * from;
        const Matrix R = b.R;
        const auto forcesAt = [&](double share) {
            b.origin = start + share * (areFacing ? Vector(way[0], way[1], 0.05 * way[2]) : way);
            b.R = Eigen::AngleAxisd(share * turn, axis).toRotationMatrix() * R;
            findContactPoints(a, b, 0, search);
            numLooked += !search.contacts.empty();
            return sumOfForces(search, depth);
        };
        const int n = 1000;
        Eigen::Matrix<double, 6, 1> last;
        for (int i = 0; i <= n; ++i) {
            double share = double(i) / n - 0.5, before = share - 1. / n; // of the path
            const auto now = forcesAt(share);
            double change = i > 0 ? (now - last).norm() : 0;
            auto early = last, late = now;
            last = now;
            if (change < 0.1) continue;
            for (int halving = 0; halving < 10; ++halving) { // interval with most of the change
                const double middle = 0.5 * (before + share);
                const auto between = forcesAt(middle);
                const bool isLate = (late - between).norm() > (between - early).norm();
                (isLate ? before : share) = middle;
                (isLate ? early : late) = between;
            }
            // A change that is not a jump is a hundredth now. A square root, as at the start of a contact, is a twentieth.
            change = (late - early).norm() / change;
            if (change < 0.1 || std::min(distanceOf(a, b), distanceOf(b, a)) < 0.3 * rounding) continue;
            ADD_FAILURE() << "pair " << pair << ", step " << i << ": " << change;
        }
    }
    EXPECT_GT(numLooked, 200000); // most poses had contacts
}

// The nearest points of an ellipsoid and a rounded body have tangent planes that separate the bodies.
TEST(EllipsoidOnRounded, IsTheirCommonNormal) {
    Draw draw(6);
    const Polytope box = *makeHull(cornersOfBox({0.5, 0.3, 0.2})), rock = *makeHull(draw.points(12)),
                   rod = segment(0.5);
    const Polytope* const cores[] = {&box, &rock, &rod};
    for (int i = 0; i < 3000; ++i) {
        const RoundedBody body{cores[i % 3], 0.05, draw.rotation(), draw.direction()};
        const Vector axes{draw.between(0.05, 1), draw.between(0.05, 1), draw.between(0.05, 1)};
        const EllipsoidBody ellipsoid{axes, draw.rotation(), body.origin + draw.between(1, 3) * draw.direction()};
        const EllipsoidSize S = ellipsoid.size();
        const NearestPoint nearest = findNearest(body, ellipsoid, S);
        if (!(nearest.distance > 0.01)) continue; // an overlap has no reference
        for (const Vector& v : body.core->vertices) EXPECT_LT((v - nearest.point).dot(nearest.normal), 1e-12);
        const Vector normal = body.R * nearest.normal;
        const Vector lowest = ellipsoid.centre + S.support(-normal).point;
        EXPECT_LT((body.toGround(nearest.point) + nearest.distance * normal - lowest).norm(), 1e-11) << i;
        EXPECT_NEAR(nearest.normal.norm(), 1, 1e-14);
    }
}

// An ellipsoid with three equal axes has the nearest point of a sphere.
TEST(EllipsoidOnRounded, WithEqualAxesIsASphere) {
    Draw draw(7);
    const Polytope rock = *makeHull(draw.points(12));
    const double radius = 0.3;
    for (int i = 0; i < 1000; ++i) {
        const RoundedBody body{&rock, 0.05, draw.rotation(), draw.direction()};
        const Vector centre = body.origin + draw.between(1, 2) * draw.direction();
        const NearestPoint ofSphere = findNearest(rock, body.toOwn(centre));
        if (ofSphere.distance < radius) continue;
        const EllipsoidBody ball{Vector::Constant(radius), draw.rotation(), centre};
        const NearestPoint nearest = findNearest(body, ball, ball.size());
        EXPECT_NEAR(nearest.distance, ofSphere.distance - radius, 1e-12);
        EXPECT_LT((nearest.point - ofSphere.point).norm(), 1e-12);
    }
}

} // namespace test_polytope
