// Tests the contact points of cylinders with each other, with rounded bodies, ellipsoids and meshes.

#include "geometry/ConvexHull.h"
#include "geometry/CylinderOnMesh.h"
#include "geometry/EllipsoidOnRounded.h"

#include "Draw.h"
#include "Made.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace test_cylinder {

using namespace simbodydem::kernels;

namespace {

using Contacts = std::vector<RoundedContactPoint>;

std::vector<Vector> cornersOfBrick(const Vector& half) {
    std::vector<Vector> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    return corners;
}

// Returns a cylinder of random slenderness, from discs to rods, about the origin.
CylinderBody drawCylinder(Draw& draw, double rounding) {
    const double slenderness = std::pow(10, draw.between(-1, 1));
    return {std::min(1., 1 / slenderness), std::min(1., slenderness), rounding, draw.rotation(), Vector::Zero()};
}

// Returns the support function of the core of a cylinder from the origin.
double supportOf(const CylinderBody& body, const Vector& n) {
    const double up = n.dot(body.axis());
    return n.dot(body.centre) + body.halfLength * std::abs(up) + body.radius * (n - up * body.axis()).norm();
}

double supportOf(const RoundedBody& body, const Vector& n) {
    double most = -1e300;
    for (const Vector& vertex : body.core->vertices) most = std::max(most, n.dot(body.toGround(vertex)));
    return most;
}

double supportOf(const EllipsoidBody& body, const Vector& n) {
    return n.dot(body.centre) + body.size().support(n).height;
}

// Returns the distance of the cores of two bodies along a direction. No direction gives more than their distance, and one gives this.
template <class A, class B> double gapAlong(const A& a, const B& b, const Vector& n) {
    return -supportOf(b, -n) - supportOf(a, n);
}

// Returns the deepest contact.
RoundedContactPoint deepest(const Contacts& contacts) {
    RoundedContactPoint most{};
    most.overlap = -1e300;
    for (const RoundedContactPoint& contact : contacts)
        if (contact.overlap > most.overlap) most = contact;
    return most;
}

} // namespace

// The nearest point of the core is on the core, the plane through it separates the core from the given point, and no sample of the core is
// nearer. Features change without jumps.
TEST(CylinderCore, HasOneNearestPoint) {
    Draw draw(1);
    for (int i = 0; i < 20000; ++i) {
        CylinderBody body = drawCylinder(draw, 0.1);
        body.centre = draw.direction();
        const Vector place = body.centre + draw.between(0, 2) * draw.direction();
        const NearestOnCylinder nearest = findNearest(body, place);
        EXPECT_LT((nearest.point + nearest.distance * nearest.normal - place).norm(), 1e-14);
        if (nearest.distance <= 0) continue;
        EXPECT_NEAR(supportOf(body, nearest.normal), nearest.normal.dot(nearest.point), 1e-14);
        EXPECT_LT(findNearest(body, nearest.point - 1e-9 * nearest.normal).distance, 1e-12);
        for (int k = 0; k < 20; ++k) {
            const double angle = draw.between(-4, 4), q = body.radius * std::sqrt(draw.between(0, 1));
            const Vector sample =
                body.toGround({q * std::cos(angle), q * std::sin(angle), body.halfLength * draw.between(-1, 1)});
            EXPECT_GE((place - sample).norm(), nearest.distance - 1e-14);
        }
    }
}

// Over a half space the deepest contact is as deep as the cylinder, whether it lies, leans or stands, less the losses near standing:
// less than a 150th of the rounding.
TEST(CylinderOnPlane, HasTheDepthOfTheCylinder) {
    Draw draw(2);
    Contacts contacts;
    int numExact = 0;
    const int count = 20000;
    for (int i = 0; i < count; ++i) {
        CylinderBody body = drawCylinder(draw, 0.02);
        if (i % 2) { // nearly standing or lying
            const Matrix R = Eigen::AngleAxisd(std::pow(10, draw.between(-5, -1)), draw.direction()).toRotationMatrix();
            body.R = i % 4 == 1 ? R : Matrix(R * Eigen::AngleAxisd(EIGEN_PI / 2, Vector::UnitX()).toRotationMatrix());
        }
        const Vector outward = Vector::UnitZ();
        const double height = -supportOf(body, -outward) - 0.01; // the cylinder reaches 0.01 below
        findContactPoints(body, outward, height, 0, contacts);
        ASSERT_FALSE(contacts.empty());
        const double overlap = deepest(contacts).overlap, depth = height + supportOf(body, -outward) + body.rounding;
        EXPECT_LE(overlap, depth + 1e-12);
        EXPECT_GE(overlap, depth - 0.02 / 150);
        numExact += std::abs(overlap - depth) < 1e-13;
    }
    EXPECT_GT(numExact, 0.8 * count);
}

namespace {

// Lets bodies overlap by 0.3 of their roundings. Expects that no contact is deeper than the bodies. The deepest one is as deep, to 1e-9, for
// at least this share of the poses, and to a fiftieth of the roundings where contacts pass from one feature to another.
template <class Other, class Find> void expectToBeAsDeep(Draw& draw, const Other& other, double roundingOfOther,
                                                         const std::function<void(Other&, const Vector&)>& moveTo,
                                                         const Find& find, double least, const char* name) {
    Contacts contacts;
    int numExact = 0, numFound = 0;
    const double rounding = 0.05, radii = rounding + roundingOfOther;
    const int count = 1000;
    double worst = 0, over = 0;
    for (int i = 0; i < count; ++i) {
        CylinderBody body = drawCylinder(draw, rounding);
        Other there = other;
        there.R = draw.rotation();
        // Comes along a random line until it is just deep enough.
        const Vector line = draw.direction();
        double far = 5;
        for (int k = 0; k < 2000; ++k) {
            moveTo(there, far * line);
            find(body, there, contacts);
            const double excess = 0.3 * radii - deepest(contacts).overlap;
            if (contacts.empty() || std::abs(excess) < 1e-13) break;
            far -= excess;
        }
        if (contacts.empty()) continue;
        ++numFound;
        const RoundedContactPoint at = deepest(contacts);
        // The greatest distance along any direction: from the normal of the deepest contact uphill.
        Vector n = at.normal;
        double gap = gapAlong(body, there, n);
        for (double step = 0.1; step > 1e-12; step *= 0.7)
            for (int k = 0; k < 12; ++k) {
                const Vector next = (n + step * draw.direction()).normalized();
                const double more = gapAlong(body, there, next);
                if (more > gap) gap = more, n = next;
            }
        for (const RoundedContactPoint& contact : contacts) over = std::max(over, contact.overlap - (radii - gap));
        const double error = radii - gap - at.overlap;
        worst = std::max(worst, error / radii);
        numExact += std::abs(error) < 1e-9;
    }
    SCOPED_TRACE(name);
    EXPECT_EQ(numFound, count);
    EXPECT_GT(numExact, least * count);
    EXPECT_LT(worst, 0.02);
    EXPECT_LT(over, 1e-6); // the search for the distance is that exact
}

const auto placeRounded = [](RoundedBody& body, const Vector& at) { body.origin = at; };
const auto placeCylinder = [](CylinderBody& body, const Vector& at) { body.centre = at; };
const auto placeEllipsoid = [](EllipsoidBody& body, const Vector& at) { body.centre = at; };

} // namespace

// The deepest contact of a cylinder with each other shape is as deep as the bodies.
TEST(CylinderOnEveryShape, HasTheDepthOfTheBodies) {
    Draw draw(3);
    const Polytope box = *makeHull(cornersOfBrick({0.5, 0.3, 0.8})), rock = *makeHull(draw.points(12));
    Polytope rod, point;
    rod.vertices = {Vector(0, 0, -0.5), Vector(0, 0, 0.5)};
    addEdge(rod, 0, 1);
    point.vertices = {Vector::Zero()};
    const auto onRounded = [](const CylinderBody& a, const RoundedBody& b, Contacts& contacts) {
        findContactPoints(a, b, 10, contacts);
    };
    const auto onCylinder = [](const CylinderBody& a, const CylinderBody& b, Contacts& contacts) {
        findContactPoints(a, b, 10, contacts);
    };
    const auto onEllipsoid = [](const CylinderBody& a, const EllipsoidBody& b, Contacts& contacts) {
        Matrix radii;
        contacts.assign(1, findContactPoint(a, b, radii));
    };
    const Matrix I = Matrix::Identity();
    const Vector o = Vector::Zero();
    expectToBeAsDeep<RoundedBody>(draw, {&point, 0.3, I, o}, 0.3, placeRounded, onRounded, 0.999, "sphere");
    expectToBeAsDeep<RoundedBody>(draw, {&rod, 0.3, I, o}, 0.3, placeRounded, onRounded, 0.98, "rod");
    expectToBeAsDeep<RoundedBody>(draw, {&box, 0.05, I, o}, 0.05, placeRounded, onRounded, 0.98, "box");
    expectToBeAsDeep<RoundedBody>(draw, {&rock, 0.05, I, o}, 0.05, placeRounded, onRounded, 0.98, "rock");
    expectToBeAsDeep<CylinderBody>(draw, {0.5, 0.7, 0.05, I, o}, 0.05, placeCylinder, onCylinder, 0.98, "cylinder");
    expectToBeAsDeep<CylinderBody>(draw, {1, 0.05, 0.05, I, o}, 0.05, placeCylinder, onCylinder, 0.98, "disc");
    expectToBeAsDeep<CylinderBody>(draw, {0.8, 0, 0.1, I, o}, 0.1, placeCylinder, onCylinder, 0.98, "wheel");
    expectToBeAsDeep<EllipsoidBody>(draw, {Vector(0.5, 0.8, 0.6), I, o}, 0, placeEllipsoid, onEllipsoid, 0.999,
                                    "ellipsoid");
}

namespace {

// Returns Hertz's forces and moments about the origin for the same modulus and radius, over the force at `depth`.
Eigen::Matrix<double, 6, 1> sumOfForces(const Contacts& contacts, double depth) {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (const RoundedContactPoint& contact : contacts) {
        if (!(contact.overlap > 0)) continue;
        const Vector force = std::pow(contact.overlap / depth, 1.5) * contact.normal;
        sum.head<3>() += force;
        sum.tail<3>() += contact.point.cross(force);
    }
    return sum;
}

// Finds the contacts of a cylinder with another body, whose rotation and origin are given.
using FindAt = std::function<void(const CylinderBody&, const Matrix&, const Vector&, Contacts&)>;

// Moves a body over a cylinder, face on face or anyhow, and expects no jump of force and moment.
void expectNoJumps(Draw& draw, const FindAt& find, const char* name) {
    const double rounding = 0.05, depth = 0.02;
    Contacts contacts;
    int numLooked = 0;
    for (int pair = 0; pair < 120; ++pair) {
        CylinderBody body{0.4, pair % 3 ? 0.3 : 0.02, rounding, Matrix::Identity(), Vector::Zero()};
        const bool areFacing = pair % 2 == 1; // standing or lying
        Matrix R = draw.rotation();
        if (areFacing) R = Eigen::AngleAxisd(draw.between(-3, 3), Vector::UnitZ()).toRotationMatrix();
        if (areFacing && pair % 4 == 1) {
            body.R = Eigen::AngleAxisd(EIGEN_PI / 2, Vector::UnitX()).toRotationMatrix();
            R = R * Eigen::AngleAxisd(EIGEN_PI / 2 * (pair % 8 == 1), Vector::UnitX()).toRotationMatrix();
        }
        const Vector way = (areFacing ? 1 : 0.3) * draw.direction(), axis = draw.direction();
        const double turn = pair % 6 < 3 ? 0 : draw.between(-0.3, 0.3);
        Vector start =
            areFacing ? Vector{draw.between(-.3, .3), draw.between(-.3, .3), 3} : Vector(3 * draw.direction());
        const Vector line = areFacing ? Vector(Vector::UnitZ()) : Vector(start / 3);
        for (int k = 0; k < 500; ++k) {
            find(body, R, start, contacts);
            const double excess = depth - deepest(contacts).overlap;
            if (contacts.empty() || std::abs(excess) < 1e-9) break;
            start -= excess * line;
        }
        const auto forcesAt = [&](double share) {
            find(body, Eigen::AngleAxisd(share * turn, axis).toRotationMatrix() * R,
                 start + share * (areFacing ? Vector(way[0], way[1], 0.05 * way[2]) : way), contacts);
            const bool isValid = deepest(contacts).overlap < 0.7 * rounding;
            if (!isValid) contacts.clear();
            numLooked += !contacts.empty();
            return std::pair(sumOfForces(contacts, depth), isValid);
        };
        const int n = 300;
        auto last = forcesAt(-0.5 - 1. / n);
        for (int i = 0; i <= n; ++i) {
            double share = double(i) / n - 0.5, before = share - 1. / n; // of the path
            const auto now = forcesAt(share);
            auto early = last, late = now;
            double change = (now.first - last.first).norm();
            last = now;
            if (change < 0.1 || !early.second || !late.second) continue;
            for (int halving = 0; halving < 14; ++halving) { // interval with most of the change
                const double middle = 0.5 * (before + share);
                const auto between = forcesAt(middle);
                const bool isLate = (late.first - between.first).norm() > (between.first - early.first).norm();
                (isLate ? before : share) = middle;
                (isLate ? early : late) = between;
            }
            // A change that is not a jump is 1e-4 now. A square root, as at the start of a contact, is a hundredth.
            const double rest = (late.first - early.first).norm() / change;
            if (rest < 0.1) continue;
            ADD_FAILURE() << name << " pair " << pair << ", step " << i << ": " << rest;
        }
    }
    EXPECT_GT(numLooked, 20000); // most poses had contacts
}

} // namespace

// When a cylinder slides and turns over another body, contacts begin and end without force: neither force nor moment jumps.
TEST(CylinderOnEveryShape, ForceDoesNotJump) {
    Draw draw(5);
    const Polytope box = *makeHull(cornersOfBrick({0.5, 0.3, 0.2})), rock = *makeHull(draw.points(12));
    Polytope rod;
    rod.vertices = {Vector(0, 0, -0.5), Vector(0, 0, 0.5)};
    addEdge(rod, 0, 1);
    const std::pair<const char*, const Polytope*> cores[] = {{"box", &box}, {"rock", &rock}, {"rod", &rod}};
    for (const auto& [name, core] : cores)
        expectNoJumps(
            draw,
            [core = core](const CylinderBody& body, const Matrix& R, const Vector& origin, Contacts& contacts) {
                findContactPoints(body, RoundedBody{core, 0.05, R, origin}, 10, contacts);
            },
            name);
    expectNoJumps(
        draw,
        [](const CylinderBody& body, const Matrix& R, const Vector& origin, Contacts& contacts) {
            findContactPoints(body, CylinderBody{0.4, 0.3, 0.05, R, origin}, 10, contacts);
        },
        "cylinder");
    expectNoJumps(
        draw,
        [](const CylinderBody& body, const Matrix& R, const Vector& origin, Contacts& contacts) {
            findContactPoints(body, CylinderBody{0.3, 0, 0.1, R, origin}, 10, contacts);
        },
        "wheel");
    expectNoJumps(
        draw,
        [](const CylinderBody& body, const Matrix& R, const Vector& origin, Contacts& contacts) {
            Matrix radii;
            contacts.assign(1, findContactPoint(body, EllipsoidBody{Vector(.3, .5, .4), R, origin}, radii));
        },
        "ellipsoid");
}

namespace {

const Triangles trianglesOfBox{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                               {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

} // namespace

// A box of triangles has the contacts of a box that is a rounded body, to 1e-9.
TEST(CylinderOnMesh, HasTheContactsOnABrick) {
    Draw draw(6);
    const std::vector<Vector> corners = cornersOfBrick({0.5, 0.3, 0.8});
    const Polytope box = *makeHull(cornersOfBrick({0.45, 0.25, 0.75}));
    const TriangleMesh mesh = made(corners, trianglesOfBox, 0.05);
    Contacts contacts;
    MeshContactPoints found;
    EllipsoidContactPoints disc;
    int numContacts = 0, numPoses = 0;
    for (int i = 0; i < 3000; ++i) {
        CylinderBody body = drawCylinder(draw, 0.05);
        Matrix R = draw.rotation();
        if (i % 2)
            R = body.R * (i % 4 == 1 ? Matrix(Matrix::Identity())
                                     : Matrix(Eigen::AngleAxisd(EIGEN_PI / 2, Vector::UnitX()).toRotationMatrix()));
        const Vector line = i % 2 ? Vector(R.col(i % 3) + 0.2 * draw.direction()) : draw.direction();
        double far = 5;
        for (int k = 0; k < 500; ++k) {
            findContactPoints(body, RoundedBody{&box, 0.05, R, far * line}, 10, contacts);
            const double excess = 0.02 - deepest(contacts).overlap;
            if (contacts.empty() || std::abs(excess) < 1e-12) break;
            far -= excess / line.norm();
        }
        findContactPoints(body, RoundedBody{&box, 0.05, R, far * line}, 0, contacts);
        AroundCorners around;
        findContactPoints(PlacedMesh{&mesh, 0.05, R, far * line}, body, 0, around, disc, found);
        if (!(std::abs(deepest(contacts).overlap - 0.02) < 1e-9)) continue; // it began inside
        if (deepest(found.contacts).overlap > 0.05) continue;               // it passes through the disc
        ++numPoses;
        Eigen::Matrix<double, 6, 1> forces = sumOfForces(contacts, 0.02) + sumOfForces(found.contacts, 0.02);
        numContacts += int(contacts.size());
        EXPECT_LT(forces.norm(), 1e-6) << i; // 1.5 times 1e-9 over 0.02, and several contacts
    }
    EXPECT_GT(numPoses, 2900);
    EXPECT_GT(numContacts, 2 * numPoses);
}

} // namespace test_cylinder
