// Tests forces that are disabled and enabled again.

#include "BlockOnFloor.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>

#include <sstream>

namespace test_disabled {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real g = BlockOnFloor::g, kn = BlockOnFloor::kn, kt = BlockOnFloor::kt;

// Hertz's law with a counter of its evaluations.
struct CountedNormal : NormalLaw {
    explicit CountedNormal(int& count) : count(count) {}
    NormalLaw* clone() const override { return new CountedNormal(*this); }
    std::string getName() const override { return "CountedNormal"; }
    void bind(const PairMaterial& pair) override { hertz.bind(pair); }
    NormalOutput calcForce(const NormalInput& in) const override {
        ++count;
        return hertz.calcForce(in);
    }
    HertzNormal hertz;
    int& count;
};

struct Block : BlockOnFloor {
    Block() { force.setTrackDissipatedEnergy(true); }

    State run(State state, Real duration) const {
        state = Scene::run(state, state.getTime() + duration, 1e-7);
        system.realize(state, Stage::Acceleration);
        return state;
    }

    // Returns the State one second after the block was thrown along the floor: it slid, produced heat, and is at rest with a loaded
    // spring.
    State thrown() {
        State state = start(block, Vec3(0, 0.1 - g / kn, 0), Vec3(1, 0, 0));
        return run(state, 1);
    }

    Vec3 springOf(const State& state) const {
        system.realize(state, Stage::Dynamics);
        return force.getContactRecords(state).at(0).tangentialDisplacement;
    }
};

const Real wound = 0.1 * g / kt; // displacement of the spring that carries a tenth of the weight

// The heat keeps its value at the moment of disabling, to the last step, while the block falls forever.
TEST(DisabledForce, KeepsItsHeat) {
    Block world;
    State state = world.thrown();
    const DissipatedEnergy before = world.force.getDissipatedEnergyByCause(state);
    EXPECT_GT(before.friction, 0.4);
    world.force.disable(state);
    for (int i = 0; i < 2; ++i) {
        const DissipatedEnergy now = world.force.getDissipatedEnergyByCause(state);
        EXPECT_NEAR(now.friction, before.friction, 1e-14); // rounding
        EXPECT_NEAR(now.damping, before.damping, 1e-14);
        EXPECT_NEAR(now.release, before.release, 1e-14);
        state = world.run(state, 1);
        EXPECT_EQ(state.getZDot().norm(), 0);
    }
}

// A force that is disabled from the start has no heat.
TEST(DisabledForce, HasNoHeatIfDisabledFromTheStart) {
    Block world;
    world.force.setDisabledByDefault(true);
    const State state = world.thrown();
    EXPECT_EQ(world.force.getDissipatedEnergy(state), 0);
    EXPECT_NEAR(world.block.getOneQ(state, 1), 0.1 - g / kn - g / 2, 1e-6); // free fall, to the run's accuracy
}

// Heat continues from its value when the force is enabled. The removed spring and the new spring's load do not count.
TEST(DisabledForce, CountsHeatAgainWhenEnabled) {
    Block world;
    State state = world.thrown();
    const Real before = world.force.getDissipatedEnergy(state);
    world.force.disable(state);
    state = world.run(state, 0.1);
    world.block.setQToFitTranslation(state, Vec3(0, 0.1 - 2 * g / kn, 0));
    world.block.setUToFitLinearVelocity(state, Vec3(0));
    world.force.enable(state);
    EXPECT_NEAR(world.force.getDissipatedEnergy(state), before, 1e-14); // rounding
    const auto energy = [&](const State& s) { return world.system.calcEnergy(s) + world.force.getDissipatedEnergy(s); };
    world.system.realize(state, Stage::Dynamics);
    EXPECT_NEAR(energy(world.run(state, 1)), energy(state), 1e-6); // error of the run's accuracy
}

// When the force is enabled after ten seconds, at nearly the same pose, the old spring is gone. The block starts with an unloaded
// spring, and loads it.
TEST(DisabledForce, HasAnUnloadedSpringWhenEnabled) {
    for (bool byIndex : {false, true}) { // also through Simbody's Force index
        Block world;
        State state = world.thrown();
        EXPECT_NEAR(world.springOf(state)[0], wound, 1e-3 * wound); // the block has come to rest to this error
        const Vec3 place = world.block.getMobilizerTransform(state).p();
        if (byIndex)
            world.forces.setForceIsDisabled(state, world.force.getForceIndex(), true);
        else
            world.force.disable(state);
        world.block.lock(state);
        state = world.run(state, 10);
        world.block.unlock(state);
        world.block.setQToFitTranslation(state, place + Vec3(1e-4, 0, 0));
        world.force.enable(state);
        EXPECT_EQ(world.springOf(state).norm(), 0);
        EXPECT_NEAR(world.springOf(world.run(state, 1))[0], wound, 1e-3 * wound);
    }
}

// A force that is enabled again at once has lost its spring too.
TEST(DisabledForce, HasAnUnloadedSpringWhenEnabledAtOnce) {
    Block world;
    State state = world.thrown();
    world.force.disable(state);
    world.force.enable(state);
    EXPECT_EQ(world.springOf(state).norm(), 0);
}

// A force that is disabled through a plain Force writes no spring either, before and after a step.
TEST(DisabledForce, WritesNoSpringIfDisabledThroughAnotherHandle) {
    Block world;
    State state = world.thrown();
    static_cast<const Force&>(world.force).disable(state);
    for (int again = 0; again < 2; ++again) {
        std::stringstream text;
        world.force.writeHistory(state, text);
        EXPECT_EQ(text.str().find("\ncontact "), std::string::npos) << text.str();
        state = world.run(state, 0.01);
    }
}

// A disabled force has an empty history that can be written, read, committed and cleared.
TEST(DisabledForce, HasAnEmptyHistory) {
    Block world;
    State state = world.thrown();
    world.force.disable(state);
    world.force.commitHistory(state);
    world.force.clearHistory(state);
    std::stringstream text;
    world.force.writeHistory(state, text);
    EXPECT_EQ(text.str().find("\ncontact "), std::string::npos) << text.str();
    State copy = state;
    world.force.readHistory(copy, text);
    world.force.enable(copy);
    EXPECT_EQ(world.springOf(copy).norm(), 0);
    EXPECT_EQ(world.force.getDissipatedEnergy(copy), world.force.getDissipatedEnergy(state));
}

// A disabled force evaluates no law.
TEST(DisabledForce, EvaluatesNoLaw) {
    FloorScene world;
    MobilizedBody::Free sphere = world.addSphere(0.1);
    int count = 0;
    auto force = world.makeForce<DEMContactForce>(CountedNormal(count), MindlinSecant());
    force.setTrackDissipatedEnergy(true);
    State state = world.start(sphere, Vec3(0, 0.099, 0));
    world.system.realize(state, Stage::Acceleration);
    EXPECT_EQ(count, 1);
    force.disable(state);
    count = 0;
    world.system.realize(state, Stage::Acceleration);
    force.getContactRecords(state);
    force.getDissipatedEnergy(state);
    EXPECT_EQ(count, 0);
}

} // namespace
} // namespace test_disabled
