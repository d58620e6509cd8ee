// Tests the axes that separate convex bodies.

#include "geometry/ConvexHull.h"
#include "geometry/Cylinder.h"
#include "geometry/EllipsoidOnRounded.h"
#include "geometry/SeparatingAxis.h"

#include "Draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace test_separating_axis {

using namespace simbodydem::kernels;

namespace {

// A body of any kind. The frame of its core is that of the body.
struct Solid {
    ConvexCore core;
    double rounding = 0;                // [m]
    std::shared_ptr<Polytope> polytope; // of a rounded body
    double radius = 0;                  // of a sphere that contains the body [m]
    Matrix R = Matrix::Identity();
    Vector origin = Vector::Zero();

    PlacedCore placed() const { return {core, R, origin}; }
    RoundedBody rounded() const { return {polytope.get(), rounding, R, origin}; }
    CylinderBody cylinder() const { return {core.semiAxes[0], core.semiAxes[2], rounding, R, origin}; }
    EllipsoidBody ellipsoid() const { return {core.semiAxes, R, origin}; }
    bool isA(ConvexCore::Kind kind) const { return core.kind == kind; }

    void tilt(double angle, const Vector& about) {
        R = (Eigen::AngleAxisd(angle, about).toRotationMatrix() * R).eval();
    }
};

Solid roundedSolid(const Polytope& polytope, double rounding) {
    Solid solid;
    solid.polytope = std::make_shared<Polytope>(polytope);
    solid.core = {ConvexCore::Kind::Polytope, solid.polytope.get(), Vector::Zero()};
    solid.rounding = rounding;
    for (const Vector& vertex : polytope.vertices) solid.radius = std::max(solid.radius, vertex.norm() + rounding);
    return solid;
}

Solid hullOf(const std::vector<Vector>& points) { return roundedSolid(*makeHull(points), 0.02); }

// Draws a hull, a brick, a capsule, a sphere, a cylinder, a disc or an ellipsoid of about a metre.
Solid drawSolid(Draw& draw) {
    const double rounding = draw.between(0.01, 0.2);
    const Vector size(draw.between(0.2, 1), draw.between(0.2, 1), draw.between(0.2, 1));
    Solid solid;
    switch (int(draw.between(0, 7))) {
    case 0: solid = hullOf(draw.points(40)); break;
    case 1: solid = roundedSolid(makeBox(size), rounding); break;
    case 2: solid = roundedSolid(makeSegment(size[2]), rounding); break;
    case 3: solid = roundedSolid({{Vector::Zero()}, {}, {}}, rounding); break;
    case 4: solid.core = {ConvexCore::Kind::Cylinder, nullptr, Vector(size[0], size[0], size[2])}; break;
    case 5: solid.core = {ConvexCore::Kind::Cylinder, nullptr, Vector(size[0], size[0], 0)}; break;
    default: solid.core = {ConvexCore::Kind::Ellipsoid, nullptr, size};
    }
    if (!solid.polytope) {
        solid.rounding = solid.isA(ConvexCore::Kind::Cylinder) ? rounding : 0;
        solid.radius = solid.core.semiAxes.norm() + solid.rounding;
    }
    solid.R = draw.rotation();
    return solid;
}

// Returns the number of contacts with an overlap > -margin.
std::size_t countContacts(const Solid& a, const Solid& b, double margin) {
    using Kind = ConvexCore::Kind;
    if (b.isA(Kind::Cylinder) && !a.isA(Kind::Cylinder)) return countContacts(b, a, margin);
    if (b.isA(Kind::Polytope) && a.isA(Kind::Ellipsoid)) return countContacts(b, a, margin);
    std::vector<RoundedContactPoint> found;
    if (a.isA(Kind::Cylinder) && b.isA(Kind::Cylinder))
        findContactPoints(a.cylinder(), b.cylinder(), margin, found);
    else if (a.isA(Kind::Cylinder) && b.isA(Kind::Polytope))
        findContactPoints(a.cylinder(), b.rounded(), margin, found);
    else if (a.isA(Kind::Cylinder)) {
        Matrix radii;
        return findContactPoint(a.cylinder(), b.ellipsoid(), radii).overlap > -margin;
    } else if (a.isA(Kind::Polytope) && b.isA(Kind::Polytope)) {
        RoundedSearch search;
        findContactPoints(a.rounded(), b.rounded(), margin, search);
        return search.contacts.size();
    } else if (a.isA(Kind::Polytope))
        return findContactPoint(a.rounded(), b.ellipsoid()).overlap > -margin;
    else
        return -findCommonNormal(b.origin - a.origin, a.ellipsoid().size(), b.ellipsoid().size()).gap > -margin;
    return found.size();
}

double boundOf(const Solid& a, const Solid& b, double margin) {
    return gapWithoutContact(a.rounding + b.rounding + margin, a.radius + b.radius);
}

bool areApart(const Solid& a, const Solid& b, double bound, KnownAxis& axis) {
    return axis.stillSeparates(a.R, b.R, b.origin - a.origin) ||
           axis.search(a.placed(), b.placed(), a.R, b.R, bound, b.radius);
}

// Returns the distance of a place from a core [m].
double distanceOf(const Vector& place, const Solid& from) {
    if (from.isA(ConvexCore::Kind::Polytope)) return findNearest(*from.polytope, from.rounded().toOwn(place)).distance;
    if (from.isA(ConvexCore::Kind::Cylinder)) return findNearest(from.cylinder(), place).distance;
    return findOffEllipsoid(from.ellipsoid(), place).distance;
}

} // namespace

// Bodies that an axis separates have no contact, whatever their shapes. Some lie nearly flat on each other.
TEST(SeparatingAxis, HidesNoContact) {
    Draw draw(1);
    const int count = 20000;
    int numApart = 0, numNear = 0;
    for (int i = 0; i < count; ++i) {
        Solid a = drawSolid(draw), b = drawSolid(draw);
        if (i % 2) {
            a.R = b.R;
            b.tilt(std::pow(10, draw.between(-5, -1)), draw.direction());
        }
        const double margin = i % 3 ? 0 : draw.between(0, 0.1), bound = boundOf(a, b, margin);
        b.origin = draw.between(0, 1.2) * (a.radius + b.radius) * draw.direction();
        if (i % 5) { // comes to just beyond or within the bound
            const AxisGap far = findSeparatingAxis(a.placed(), b.placed(), 0, Vector::Zero(), 1e300);
            if (far.gap > 0) b.origin += (draw.between(0.9, 1.1) * bound - far.gap) * far.axis;
        }
        KnownAxis axis;
        const bool isApart = areApart(a, b, bound, axis);
        const std::size_t contacts = countContacts(a, b, margin);
        numApart += isApart;
        numNear += contacts > 0;
        EXPECT_TRUE(!isApart || contacts == 0) << i;
    }
    EXPECT_GT(numApart, count / 5);
    EXPECT_GT(numNear, count / 5);
}

// A sphere is apart from a body exactly if its centre is further from the core than the bound. Distances within 1e-9 of the bound are left
// out, since rounding errors decide there.
TEST(SeparatingAxis, IsFoundForEverySeparatedSphere) {
    Draw draw(2);
    int numApart = 0;
    const int count = 20000;
    for (int i = 0; i < count; ++i) {
        const Solid body = drawSolid(draw);
        Solid sphere = roundedSolid({{Vector::Zero()}, {}, {}}, 0.1);
        sphere.origin = draw.between(0.1, 2) * draw.direction();
        const double bound = draw.between(0.01, 0.5), distance = distanceOf(sphere.origin, body);
        if (std::abs(distance - bound) < 1e-9) continue;
        KnownAxis axis;
        EXPECT_EQ(areApart(body, sphere, bound, axis), distance > bound) << i;
        numApart += distance > bound;
    }
    EXPECT_GT(numApart, count / 5);
    EXPECT_LT(numApart, count - count / 5);
}

namespace {

// Returns the overlaps at all corners and all crossings of edges, by feature. It leaves nothing out.
std::map<std::int64_t, double> overlapsOfAll(const RoundedBody& a, const RoundedBody& b) {
    std::map<std::int64_t, double> overlaps;
    RoundedContactPoint contact;
    std::int64_t feature = 0;
    for (const Vector& vertex : a.core->vertices) {
        if (detail::findAtCorner(a.toGround(vertex), a.rounding, b, 0, contact, contact.curvatureB))
            overlaps[feature] = contact.overlap;
        ++feature;
    }
    for (const Vector& vertex : b.core->vertices) {
        if (detail::findAtCorner(b.toGround(vertex), b.rounding, a, 0, contact, contact.curvatureA))
            overlaps[feature] = contact.overlap;
        ++feature;
    }
    const auto placedEdge = [](const RoundedBody& body, std::size_t edge) {
        return detail::placeEdge(body, int(edge), body.core->edges[edge],
                                 body.core->vertices[body.core->edges[edge].from]);
    };
    for (std::size_t i = 0; i < a.core->edges.size(); ++i)
        for (std::size_t j = 0; j < b.core->edges.size(); ++j, ++feature)
            if (detail::crossEdges(placedEdge(a, i), placedEdge(b, j), a.rounding, b.rounding, 0, contact))
                overlaps[feature] = contact.overlap;
    return overlaps;
}

} // namespace

// Hulls that touch, some nearly flat on each other, have the contacts of all their corners and edges. Overlaps agree to 1e-14 m, which is some
// rounding errors of coordinates of 1 m.
TEST(SeparatingAxis, SelectsAllCornersThatTouch) {
    Draw draw(5);
    int numContacts = 0;
    const int count = 300;
    for (int i = 0; i < count; ++i) {
        Solid a = hullOf(draw.points(30)), b = i % 3 ? a : hullOf(draw.points(20));
        a.R = draw.rotation();
        if (i % 3 == 1) {
            b.R = a.R;
            b.tilt(std::pow(10, draw.between(-5, -1)), draw.direction());
        }
        b.origin = 3 * draw.direction();
        const AxisGap far = findSeparatingAxis(a.placed(), b.placed(), 0, Vector::Zero(), 1e300);
        b.origin += (draw.between(0, 0.04) - far.gap) * far.axis; // they overlap by up to both roundings
        RoundedSearch search;
        findContactPoints(a.rounded(), b.rounded(), 0, search);
        const std::map<std::int64_t, double> all = overlapsOfAll(a.rounded(), b.rounded());
        EXPECT_EQ(search.contacts.size(), all.size()) << i;
        for (const RoundedContactPoint& contact : search.contacts) {
            ASSERT_EQ(all.count(contact.feature), 1u) << i;
            EXPECT_NEAR(contact.overlap, all.at(contact.feature), 1e-14) << i;
        }
        numContacts += int(all.size());
    }
    EXPECT_GT(numContacts, count / 2);
}

// A known axis changes no verdict, wherever the bodies were when it was found: a little or far away, apart or not.
TEST(KnownAxis, ChangesNoResult) {
    Draw draw(3);
    int numApart = 0;
    const int pairs = 300, poses = 50;
    for (int pair = 0; pair < pairs; ++pair) {
        Solid a = drawSolid(draw), b = drawSolid(draw);
        const double bound = boundOf(a, b, 0);
        KnownAxis known;
        for (int pose = 0; pose < poses; ++pose) {
            const bool isJump = pose % 10 == 0;
            a.tilt(isJump ? draw.between(-3, 3) : 0.05, draw.direction());
            b.tilt(isJump ? draw.between(-3, 3) : 0.05, draw.direction());
            if (isJump) b.origin = a.origin + draw.between(0.3, 1) * (a.radius + b.radius) * draw.direction();
            b.origin += 0.05 * draw.direction();
            KnownAxis none;
            const bool isApart = areApart(a, b, bound, none);
            EXPECT_EQ(areApart(a, b, bound, known), isApart) << pair << ' ' << pose;
            numApart += isApart;
        }
    }
    EXPECT_GT(numApart, pairs * poses / 5);
    EXPECT_LT(numApart, pairs * poses - pairs * poses / 5);
}

// Hulls that turn and move a little between evaluations are separated by their known axis, except for one evaluation in twenty.
TEST(KnownAxis, SeparatesForLong) {
    Draw draw(4);
    int numSearched = 0;
    const int steps = 4000;
    Solid a = hullOf(draw.points(64)), b = hullOf(draw.points(64));
    KnownAxis axis;
    for (int step = 0; step < steps; ++step) {
        a.tilt(2e-3, Vector::UnitZ());
        b.tilt(2e-3, Vector(1, 1, 0).normalized());
        b.origin = Vector(2.2 + 0.1 * std::sin(2e-3 * step), 0.1, 0); // they come within 0.1
        numSearched += !axis.stillSeparates(a.R, b.R, b.origin - a.origin);
        ASSERT_TRUE(areApart(a, b, boundOf(a, b, 0), axis));
    }
    EXPECT_LT(numSearched, steps / 20);
}

} // namespace test_separating_axis
