// Rounded convex bodies: their hulls, their nearest points, and where they touch each other.

#include "kernels/ConvexHull.h"
#include "kernels/EllipsoidOnRounded.h"
#include "kernels/RoundedContact.h"

#include "Draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

// A box is 8 corners, 12 edges and 6 faces, however many points lie within it, on its faces and edges, or twice on a corner.
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

// Any hull holds all its points, has Euler's number of features, and shrunk by a depth has all its planes that much lower.
TEST(ConvexHull, HoldsItsPointsAndShrinksEvenly) {
    Draw draw(1);
    for (int n : {4, 5, 8, 20, 100}) {
        const std::vector<Vector> points = draw.points(n);
        const auto hull = makeHull(points);
        ASSERT_TRUE(hull);
        EXPECT_EQ(hull->vertices.size() + hull->faces.size(), hull->edges.size() + 2);
        for (const Vector& p : points) EXPECT_LT(highest(*hull, p), 1e-9); // ten times what it takes for one plane
        if (!(halfWidthOf(*hull) > 0.02)) continue;
        const double depth = 0.5 * halfWidthOf(*hull);
        const auto core = shrunk(*hull, depth);
        ASSERT_TRUE(core);
        EXPECT_EQ(core->vertices.size() + core->faces.size(), core->edges.size() + 2);
        for (const Vector& v : core->vertices) EXPECT_NEAR(highest(*hull, v), -depth, 1e-9);
    }
}

// Points in a plane, on a line, or in one place have none.
TEST(ConvexHull, NeedsASpace) {
    EXPECT_FALSE(makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.3, 0}}));
    EXPECT_FALSE(makeHull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}));
    EXPECT_FALSE(makeHull({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}));
}

// The nearest point of a convex body is the one from which nothing of the body lies towards the place.
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

// A rounded box bends as its corners' spheres, its edges' cylinders and its flat faces do, and in between without jumps.
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
                const Bend bend = bendOfRounded(body, at, rounding);
                const Matrix round = (Matrix::Identity() - at.normal * at.normal.transpose()) / rounding;
                const Matrix now = bend.kind == Bend::Kind::Tensor  ? bend.tensor
                                   : bend.kind == Bend::Kind::Round ? round
                                                                    : Matrix::Zero();
                // The normal turns by 4/n over .01 m at most, the point moves by 4/n, and a ramp's slope is 1.5.
                const double bound = 4. / n * (3 / 1e-2 + 20 * 1.5 / rounding);
                ASSERT_LT(i > 0 ? (now - last).norm() * rounding : 0, bound);
                last = now;
            }
        }
    }
}

namespace {

// Hertz's forces and moments about the origin, for the same modulus and radius, as shares of one at `depth`.
Eigen::Matrix<double, 6, 1> sumOfForces(const RoundedSearch& found, double depth) {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (const RoundedTouch& touch : found.touches) {
        if (!(touch.overlap > 0)) continue;
        const Vector force = std::pow(touch.overlap / depth, 1.5) * touch.normal;
        sum.head<3>() += force;
        sum.tail<3>() += touch.point.cross(force);
    }
    return sum;
}

double deepestOf(const RoundedSearch& found) {
    double deepest = 0;
    for (const RoundedTouch& touch : found.touches) deepest = std::max(deepest, touch.overlap);
    return deepest;
}

// How far two cores are apart, at many places of the edges of a.
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

// However two bodies slide and turn over each other, what comes and goes does so without force: neither force nor moment jumps, as
// long as the overlap is within what rounded bodies are valid for.
TEST(RoundedTouches, DoNotJump) {
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
        double low = 0, high = 3; // that far away they are so deep
        for (int i = 0; i < 50; ++i) {
            b.origin = 0.5 * (low + high) * from;
            findTouches(a, b, 0, search);
            (deepestOf(search) > depth ? low : high) = 0.5 * (low + high);
        }
        const Vector start = high * from;
        const Matrix R = b.R;
        const auto forcesAt = [&](double share) {
            b.origin = start + share * (areFacing ? Vector(way[0], way[1], 0.05 * way[2]) : way);
            b.R = Eigen::AngleAxisd(share * turn, axis).toRotationMatrix() * R;
            findTouches(a, b, 0, search);
            numLooked += !search.touches.empty();
            return sumOfForces(search, depth);
        };
        const int n = 1000;
        Eigen::Matrix<double, 6, 1> last;
        for (int i = 0; i <= n; ++i) {
            double share = double(i) / n - 0.5, before = share - 1. / n; // of the way
            const auto now = forcesAt(share);
            double change = i > 0 ? (now - last).norm() : 0;
            auto early = last, late = now;
            last = now;
            if (change < 0.1) continue;
            for (int halving = 0; halving < 10; ++halving) { // where most of it is
                const double middle = 0.5 * (before + share);
                const auto between = forcesAt(middle);
                const bool isLate = (late - between).norm() > (between - early).norm();
                (isLate ? before : share) = middle;
                (isLate ? early : late) = between;
            }
            // What is no jump is a hundredth now, and a square root, as of the way into a contact, a twentieth.
            change = (late - early).norm() / change;
            if (change < 0.1 || std::min(distanceOf(a, b), distanceOf(b, a)) < 0.3 * rounding) continue;
            ADD_FAILURE() << "pair " << pair << ", step " << i << ": " << change;
        }
    }
    EXPECT_GT(numLooked, 200000); // it is not air that was looked at
}

// An ellipsoid and a rounded body are closest in two points whose tangent planes keep them apart.
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
        if (!(nearest.distance > 0.01)) continue; // their overlap has nothing to be compared with
        for (const Vector& v : body.core->vertices) EXPECT_LT((v - nearest.point).dot(nearest.normal), 1e-12);
        const Vector normal = body.R * nearest.normal;
        const Vector lowest = ellipsoid.centre + S.support(-normal).point;
        EXPECT_LT((body.toGround(nearest.point) + nearest.distance * normal - lowest).norm(), 1e-11) << i;
        EXPECT_NEAR(nearest.normal.norm(), 1, 1e-14);
    }
}

// With three equal axes it is a sphere.
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
