// Tests Simbody's HuntCrossleyForce, rebuilt from SimbodyDEM's laws.

#include "World.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>

#include <random>

namespace test_hunt_crossley {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real viscousFriction = 0.2, transitionVelocity = 0.05;

struct Rebuilt : World {
    std::mt19937 random{7};
    MobilizedBody::Free first = addSphere(0.1), second = addSphere(0.25);
    HuntCrossleyForce original{forces, contacts, set};
    DEMContactForce rebuilt{
        forces, contacts, set, HuntCrossleyNormal(),
        HollarsFriction().setTransitionVelocity(transitionVelocity).setViscousFriction(viscousFriction)};

    explicit Rebuilt(const Rotation& tilt) : World(tilt) {
        MixingRules rules;
        rules.moduli = MixingRules::Moduli::TwoThirdsPower;
        rules.friction = MixingRules::Friction::Harmonic;
        rebuilt.setMixingRules(rules);
        original.setTransitionVelocity(transitionVelocity);
        for (ContactSurfaceIndex s(0); s < 3; ++s) {
            SurfaceMaterial m = SurfaceMaterial()
                                    .setYoungsModulus(1e6 * std::pow(10, uniform(0, 3)))
                                    .setPoissonsRatio(uniform(0, 0.5))
                                    .setDissipation(uniform(0, 0.5))
                                    .setStaticFriction(uniform(0.5, 1))
                                    .setKineticFriction(uniform(0, 0.5));
            rebuilt.setMaterial(s, m);
            original.setBodyParameters(s, m.youngsModulus / (1 - m.poissonsRatio * m.poissonsRatio), m.dissipation,
                                       m.staticFriction, m.kineticFriction, viscousFriction);
        }
    }

    Real uniform(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(random); }
    Vec3 vector(Real size) { return Vec3(uniform(-size, size), uniform(-size, size), uniform(-size, size)); }

    void place(State& state, MobilizedBody::Free& body, const Vec3& position) {
        body.setQToFitTransform(state, Transform(Rotation(uniform(-3, 3), UnitVec3(vector(1))), tilt * position));
        body.setUToFitVelocity(state, SpatialVec(vector(1), vector(0.3)));
    }

    // Expects both forces to have equal spatial forces on all three bodies. Returns true if there was a force to compare.
    bool expectAgreement(const State& state) {
        const Vector_<SpatialVec> theirs = forcesOf(original, state), ours = forcesOf(rebuilt, state);
        const Real size = theirs[first.getMobilizedBodyIndex()][1].norm();
        if (size == 0) return false; // Simbody's force would pull
        for (int body = 0; body < 3; ++body) {
            EXPECT_LT((ours[body][1] - theirs[body][1]).norm(), 1e-12 * size); // rounding of the overlap
            EXPECT_LT((ours[body][0] - theirs[body][0]).norm(), 1e-12 * size);
        }
        return true;
    }
};

const Rotation tilts[] = {Rotation(), Rotation(0.7, UnitVec3(1, 2, 3)), Rotation(-2, UnitVec3(0, 1, -1))};

// A sphere on a half space has the same force and torque on both bodies, to rounding.
TEST(HuntCrossley, EqualsSimbodyOnAHalfSpace) {
    int compared = 0;
    for (const Rotation& tilt : tilts) {
        Rebuilt world(tilt);
        State state = world.start();
        world.place(state, world.second, Vec3(0, 5, 0));
        for (int i = 0; i < 30; ++i) {
            world.place(state, world.first, Vec3(world.uniform(-1, 1), 0.1 - world.uniform(1e-4, 1e-2), 0));
            compared += world.expectAgreement(state);
        }
    }
    EXPECT_GT(compared, 60);
}

// Two unequal spheres have the same force and torque on both bodies, to rounding.
TEST(HuntCrossley, EqualsSimbodyBetweenSpheres) {
    int compared = 0;
    for (const Rotation& tilt : tilts) {
        Rebuilt world(tilt);
        State state = world.start();
        for (int i = 0; i < 30; ++i) {
            const Vec3 centre(0, 2, 0), direction = UnitVec3(world.vector(1));
            world.place(state, world.first, centre);
            world.place(state, world.second, centre + (0.35 - world.uniform(1e-4, 1e-2)) * direction);
            compared += world.expectAgreement(state);
        }
    }
    EXPECT_GT(compared, 60);
}

// If the dashpot would make the force pull, the force is zero.
TEST(HuntCrossley, NeverPulls) {
    Rebuilt world{Rotation()};
    State state = world.start();
    world.place(state, world.second, Vec3(0, 5, 0));
    world.place(state, world.first, Vec3(0, 0.099, 0));
    world.first.setUToFitLinearVelocity(state, Vec3(0, 1e6, 0));
    EXPECT_EQ(world.forcesOf(world.rebuilt, state)[world.first.getMobilizedBodyIndex()][1].norm(), 0);
}

} // namespace
} // namespace test_hunt_crossley
