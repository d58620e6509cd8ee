// Curved surfaces of triangles that are so fine that neighbours hardly bend: they stand and roll as coarser ones do.

#include "Meshes.h"
#include "OnFloor.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace SimTK;
using namespace simbodydem;

namespace {

// A sole, flat above, whose bottom is an arc of 1 m about z in strips of one length.
Mesh sole(Real strip, Real rounding) {
    const Real halfLength = 0.15, halfWidth = 0.05, top = 0.04;
    const int n = int(std::round(2 * halfLength / strip));
    std::vector<Vec3> vertices; // of each line four
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
        addSquare(k, k + 4, k + 5, k + 1);     // below
        addSquare(k + 2, k + 3, k + 7, k + 6); // above
        addSquare(k, k + 2, k + 6, k + 4);     // -z
        addSquare(k + 1, k + 5, k + 7, k + 3); // +z
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

// Where a body that starts at rest, with this speed along x and the turning of one that rolls with this radius, is later.
struct OnGround : Scene {
    Transform end;
    SpatialVec velocity;

    OnGround(const Shape& ground, const Transform& X_GS, const Shape& shape, const MassProperties& mass,
             const Vec3& start, Real speed, Real radius, Real time) {
        material.youngsModulus = 1e8;
        material.restitution = 0.5;
        addGround(ground, X_GS);
        MobilizedBody::Free body = add(shape, mass);
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        HertzMindlinForce force(forces, surfaces);
        State state = this->start();
        body.setQToFitTransform(state, start);
        body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -speed / radius), Vec3(speed, 0, 0)));
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setFixedStepSize(1e-4); // the stiffest swings at 500 rad/s
        integrator.initialize(state);
        advance(integrator, time);
        end = body.getBodyTransform(dynamics(*this, integrator.getState()));
        velocity = body.getBodyVelocity(integrator.getState());
    }
};

} // namespace

// A rocker sole of 70 kg stands on the floor on strips of 2 mm to 0.5 mm. Each line of the sole has springs of its own, so that it sinks in
// by as the root of a strip, 0.53 to 0.27 mm; without lines it sank to its ends, by 13.65 mm.
TEST(FineMesh, SolesStandOnTheirStrips) {
    const MassProperties mass(70, Vec3(0), 70 * UnitInertia(1));
    Real coarse = 0;
    for (const Real strip : {2e-3, 1.08e-3, 0.97e-3, 0.5e-3}) {
        const OnGround on(HalfSpace(), upwards, sole(strip, 4e-4), mass, Vec3(0, -2e-4, 0), 0, 1, 0.3);
        const Real depth = -on.end.p()[1];
        if (strip == 2e-3) coarse = depth;
        // The sum over lines is an integral to a part of a strip in the contact's 50 mm, and what moves at last is less than 3 %.
        EXPECT_NEAR(depth, coarse * std::sqrt(strip / 2e-3), 0.05 * depth) << strip;
    }
}

// A cylinder of 6000 facets and more rolls on, at the height of its radius but for what it sinks in.
TEST(FineMesh, CylindersRollOnTheirFacets) {
    const Real radius = 0.1, m = 20;
    const MassProperties mass(m, Vec3(0), m * UnitInertia::cylinderAlongZ(radius, 0.05));
    for (const int facets : {6000, 6500, 7000, 20000}) {
        const OnGround on(HalfSpace(), upwards, cylinder(facets, radius, 0.05, 1e-3), mass, Vec3(0, radius - 6e-5, 0),
                          0.5, radius, 0.1);
        EXPECT_NEAR(on.end.p()[1], radius, 2e-4) << facets;
        EXPECT_NEAR(on.end.p()[0], 0.05, 1e-3) << facets;
    }
}

// A brick lies on the ridges of an arched terrain of cells of 2 mm and of 0.5 mm.
TEST(FineMesh, ArchesBearBricks) {
    const Vec3 half(0.05, 0.02, 0.05);
    const MassProperties mass(1, Vec3(0), UnitInertia::brick(half));
    const auto arch = [](Real x, Real) { return std::sqrt(1 - x * x) - 1; };
    for (const int cells : {100, 400}) {
        const Terrain terrain = Terrain::fromFunction(arch, Vec2(-0.1), Vec2(0.1), cells, 4, Terrain::Surface::Faceted);
        const OnGround on(terrain, Rotation(-Pi / 2, XAxis), Brick(half, 5e-3), mass, Vec3(0, half[1], 0), 0, 1, 0.2);
        EXPECT_NEAR(on.end.p()[1], half[1], 1e-4) << cells;
    }
}
