// Tests curved surfaces of triangles so fine that neighbours hardly bend: they carry loads as coarser meshes do.

#include "EveryShape.h"
#include "Meshes.h"
#include "OnFloor.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Terrain.h>
#include <simbodydem/shapes/Wheel.h>

#include <utility>

namespace test_fine_mesh {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Returns a sole that is flat above. Its bottom is an arc of 1 m about z, in strips of one length.
Mesh sole(Real strip, Real rounding) {
    const Real halfLength = 0.15, halfWidth = 0.05, top = 0.04;
    const int n = int(std::round(2 * halfLength / strip));
    std::vector<Vec3> vertices; // four vertices for each line
    for (int i = 0; i <= n; ++i) {
        const Real x = halfLength * (2. * i / n - 1), y = 1 - std::sqrt(1 - x * x);
        for (const Real height : {y, top})
            for (const Real z : {-halfWidth, halfWidth}) vertices.emplace_back(x, height, z);
    }
    Triangles triangles;
    const auto addSquare = [&](int a, int b, int c, int d) {
        triangles.push_back({a, b, c});
        triangles.push_back({a, c, d});
    };
    for (int i = 0; i < n; ++i) {
        const int k = 4 * i;
        addSquare(k, k + 4, k + 5, k + 1);     // bottom
        addSquare(k + 2, k + 3, k + 7, k + 6); // top
        addSquare(k, k + 2, k + 6, k + 4);     // side -z
        addSquare(k + 1, k + 5, k + 7, k + 3); // side +z
    }
    addSquare(0, 1, 3, 2);
    addSquare(4 * n, 4 * n + 2, 4 * n + 3, 4 * n + 1);
    return Mesh(vertices, triangles, rounding);
}

Mesh cylinder(int facets, Real radius, Real halfLength, Real rounding) {
    std::vector<Vec3> vertices{Vec3(0, 0, -halfLength), Vec3(0, 0, halfLength)};
    Triangles triangles;
    for (int i = 0; i < facets; ++i)
        for (const Real z : {-halfLength, halfLength})
            vertices.emplace_back(radius * std::cos(2 * Pi * i / facets), radius * std::sin(2 * Pi * i / facets), z);
    for (int i = 0; i < facets; ++i) {
        const int a = 2 + 2 * i, b = 2 + 2 * ((i + 1) % facets);
        triangles.push_back({0, b, a});
        triangles.push_back({1, a + 1, b + 1});
        triangles.push_back({a, b, b + 1});
        triangles.push_back({a, b + 1, a + 1});
    }
    return Mesh(vertices, triangles, rounding);
}

// A body over a ground, without gravity.
struct OverGround : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    OverGround(const Shape& ground, const Transform& X_GS, const Shape& shape)
        : body(matter.updGround(), Body::Rigid(bodyOf(1))) {
        material.youngsModulus = 1e8;
        addGround(ground, X_GS);
        add(body, shape);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        force->setEffectiveMass(
            EffectiveMass::TwoBody); // nothing moves, so it has no effect; hundreds of contacts are new
        state = start();
    }
    // Returns the upward force on the body, which is rotated about z.
    Real lift(const Vec3& place, Real angle) {
        body.setQToFitTransform(state, Transform(Rotation(angle, ZAxis), place));
        system.realize(state, Stage::Dynamics);
        Real sum = 0;
        for (const ContactRecord& r : force->getContactRecords(state)) sum += r.normalForce[1];
        return sum;
    }
    // Returns the depth below this height at which the contact carries a mass, to 1e-4 of the force, or at most 1 mm. By Hertz's law
    // force^(2/3) is a straight line over depth. The Illinois method finds its zero: false position, with half the value at an end
    // that stays twice. NaN means that the force jumps.
    Real depthUnder(Real mass, Real height, Real angle = 0) {
        const auto excessAt = [&](Real depth) {
            return std::cbrt(square(lift(Vec3(0, height - depth, 0), angle) / (mass * 9.81))) - 1;
        };
        Real low = 0, high = 1e-3, atLow = -1, atHigh = excessAt(high), before = 0;
        if (atHigh <= 0) return high;
        for (int i = 0; i < 60; ++i) {
            const Real depth = (low * atHigh - high * atLow) / (atHigh - atLow), excess = excessAt(depth);
            if (std::abs(excess) < 1e-4) return depth;
            (excess < 0 ? low : high) = depth;
            (excess < 0 ? atLow : atHigh) = excess;
            if (excess * before > 0) (excess < 0 ? atHigh : atLow) /= 2;
            before = excess;
        }
        return NaN;
    }
};

// A rocker sole with a load of 70 kg stands on the floor on strips of 2 mm to 0.5 mm. Each line of the sole has its own springs, so
// the overlap is proportional to the root of the strip's length, 0.53 to 0.27 mm. Without lines it sank to its ends, by 13.65 mm.
TEST(FineMesh, SolesStandOnTheirStrips) {
    Real coarse = 0;
    for (const Real strip : {2e-3, 1.08e-3, 0.97e-3, 0.5e-3}) {
        OverGround on(HalfSpace(), HalfSpace::floor(), sole(strip, 4e-4));
        const Real depth = on.depthUnder(70, 0);
        if (strip == 2e-3) coarse = depth;
        // The sum over lines approximates an integral, with an error of a part of a strip in the contact's 50 mm.
        EXPECT_NEAR(depth, coarse * std::sqrt(strip / 2e-3), 0.05 * depth) << strip;
    }
}

// A cylinder of 6000 facets and more carries 20 kg with an overlap of about 0.1 mm, for any rotation.
TEST(FineMesh, CylindersStandOnTheirFacets) {
    for (const int facets : {6000, 6500, 10000}) {
        OverGround on(HalfSpace(), HalfSpace::floor(), cylinder(facets, 0.1, 0.05, 1e-3));
        const Real weight = 20 * 9.81; // an overlap larger by 0.05 mm gives 1.8 times the force by Hertz's law
        for (const Real angle : {0., 1.7}) {
            EXPECT_LT(on.lift(Vec3(0, 0.1 - 0.05e-3, 0), angle), weight) << facets;
            EXPECT_GT(on.lift(Vec3(0, 0.1 - 0.15e-3, 0), angle), weight) << facets;
        }
    }
}

// The fine cylinder lies on a plate of triangles, on a brick and across another cylinder like a coarser one. The 3000 facets of the
// coarse one are 0.2 mm wide.
TEST(FineMesh, CylindersLieOnEveryShape) {
    const Mesh plate = meshOfHeights(10, 0.2, [](Real, Real) { return 0; });
    const Brick brick(Vec3(0.1, 0.02, 0.03), 1e-3);
    const Mesh coarse = cylinder(3000, 0.1, 0.05, 1e-3), fine = cylinder(7000, 0.1, 0.05, 1e-3);
    const std::pair<const Shape*, Transform> grounds[] = {
        {&plate, Transform()},
        {&brick, Vec3(0, -0.02, 0)},
        {&coarse, Transform(Rotation(Pi / 2, YAxis), Vec3(0, -0.1, 0))}};
    for (const auto& [ground, X_GS] : grounds) {
        const Real mass = 5, expected = OverGround(*ground, X_GS, coarse).depthUnder(mass, 0.1);
        EXPECT_LT(expected, 1e-3);
        OverGround on(*ground, X_GS, fine);
        // More lines carry the load; lines begin and end between the coarse ones.
        EXPECT_GE(on.lift(Vec3(0, 0.1 - 1.02 * expected, 0), 0), mass * 9.81);
    }
}

// For a shape with one contact point, the top of this cylinder carries the load of one with 600 facets, whose edges are corners. A
// shape that lies flat on its lines has a larger load, on more lines.
TEST(FineMesh, CylindersCarryEveryShape) {
    const std::vector<NamedShape> shapes = everyShape(Sphere(.05), Ellipsoid(Vec3(.05, .03, .04)), Wheel(.05, .01),
                                                      Capsule(.03, .03), Vec3(.05, .04, .05), .01);
    const Mesh coarse = cylinder(600, 0.1, 0.05, 1e-3), fine = cylinder(7000, 0.1, 0.05, 1e-3);
    for (const NamedShape& lying : shapes) {
        const auto liftOf = [&](const Mesh& mesh) {
            OverGround on(mesh, Vec3(0, -0.1, 0), *lying.shape);
            return on.lift(Vec3(0, lying.lowest - 5e-5, 0), 0);
        };
        const bool isFlat =
            lying.shape == shapes[4].shape || lying.shape == shapes[5].shape || lying.shape == shapes[6].shape;
        const Real ratio = liftOf(fine) / liftOf(coarse);
        EXPECT_GT(ratio, 0.995) << lying.name; // the top of a facet of 600 is 1.4 um lower than its edges
        EXPECT_LT(ratio, isFlat ? 12 : 1.005) << lying.name;
    }
}

// A brick of 1 kg lies on the ridges of an arched terrain, with cells of 2 mm and of 0.5 mm.
TEST(FineMesh, ArchesCarryBricks) {
    const Vec3 half(0.05, 0.02, 0.05);
    const auto arch = [](Real x, Real) { return std::sqrt(1 - x * x) - 1; };
    for (const int cells : {100, 400}) {
        const Terrain terrain = Terrain::fromFunction(arch, Vec2(-0.1), Vec2(0.1), cells, 4, Terrain::Surface::Faceted);
        OverGround on(terrain, Rotation(-Pi / 2, XAxis), Brick(half, 5e-3));
        EXPECT_LT(on.depthUnder(1, half[1]), 1e-4) << cells;
    }
}

} // namespace
} // namespace test_fine_mesh
