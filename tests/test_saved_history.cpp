// The history as text: what is read back is what was written, and nothing else is read.

#include "World.h"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

using namespace SimTK;
using namespace simbodydem;

namespace {

// A brick on four spheres that slides, sticks and turns, with every part of the history in use.
struct Brick : World {
    MobilizedBody::Free brick{matter.updGround(),
                              Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(Vec3(.1, .05, .1))))};
    DEMContactForce force;

    explicit Brick(const RollingLaw& rolling = EPSDRolling(), Real radius = 0.02)
        : force(forces, contacts, set, HuntCrossleyNormal().setDamping(HuntCrossleyNormal::Damping::FromRestitution),
                MindlinIncremental(), rolling) {
        addGravity();
        for (int i = 0; i < 4; ++i)
            contacts.addBody(set, brick, ContactGeometry::Sphere(radius),
                             Vec3(i & 1 ? .1 : -.1, -.05, i & 2 ? .1 : -.1));
        SurfaceMaterial m = rubber();
        m.rollingFriction = 0.02;
        force.setMaterialForAll(m);
        force.setTrackDissipatedEnergy(true);
    }

    State thrown() {
        State state = start();
        brick.setQToFitTransform(state, Transform(Rotation(0.1, UnitVec3(1, 2, 3)), Vec3(0, 0.08, 0)));
        brick.setUToFitVelocity(state, SpatialVec(Vec3(0, 3, 0), Vec3(0.7, -0.5, 0.3)));
        return state;
    }

    // Fixed steps, so that an interruption does not change them.
    State run(const State& from, Real time) const {
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setFixedStepSize(1e-4);
        integrator.initialize(from);
        advance(integrator, time);
        return integrator.getState();
    }
};

std::string save(const Brick& world, const State& state) {
    std::ostringstream text;
    world.force.writeHistory(state, text);
    return text.str();
}

void load(const Brick& world, State& state, const std::string& text) {
    std::istringstream in(text);
    world.force.readHistory(state, in);
}

// Expect a std::runtime_error with these words in it, and the State as it was.
void expectRefused(const Brick& world, State& state, const std::string& text, const std::vector<std::string>& parts) {
    const std::string before = save(world, state);
    try {
        load(world, state, text);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& e) {
        for (const std::string& part : parts)
            EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << part << " is not in: " << e.what();
    }
    EXPECT_EQ(save(world, state), before);
}

} // namespace

// What is read back is written again as the same text, number for number.
TEST(SavedHistory, IsExact) {
    Brick world;
    State there = world.run(world.thrown(), 0.1);
    world.force.setFrictionFactor(there, ContactSurfaceIndex(2), 0.7);
    world.system.realize(there, Stage::Dynamics);
    const std::string text = save(world, there);
    ASSERT_NE(text.find("\ncontact 0 1 "), std::string::npos); // something was in contact
    State here = world.start();
    here.updQ() = there.getQ();
    here.updU() = there.getU();
    here.setTime(there.getTime());
    load(world, here, text);
    EXPECT_EQ(save(world, here), text);
}

// A run that is saved, read into another model of the same kind and continued ends where the uninterrupted one does.
TEST(SavedHistory, ContinuesARun) {
    Brick world, elsewhere;
    const State half = world.run(world.thrown(), 0.1), whole = world.run(half, 0.2);
    State continued = elsewhere.start();
    continued.setTime(half.getTime());
    continued.updQ() = half.getQ();
    continued.updU() = half.getU();
    load(elsewhere, continued, save(world, half));
    continued = elsewhere.run(continued, 0.2);
    EXPECT_LT((continued.getQ() - whole.getQ()).normInf(), 1e-12); // the project's own requirement
    EXPECT_LT((continued.getU() - whole.getU()).normInf(), 1e-12);
    EXPECT_NEAR(elsewhere.force.getDissipatedEnergy(continued), world.force.getDissipatedEnergy(whole), 1e-12);
}

// A text that has lost its end, gained or changed a single character is refused.
TEST(SavedHistory, RefusesDamage) {
    Brick world;
    State state = world.run(world.thrown(), 0.1);
    const std::string text = save(world, state);
    expectRefused(world, state, "", {"line 1", "ends too early"});
    expectRefused(world, state, "some other file\n", {"line 1", "SimbodyDEM contact history, version 1"});
    expectRefused(world, state, text.substr(0, text.size() / 2), {"damaged or cut off"});
    expectRefused(world, state, text.substr(0, text.size() - 2), {"damaged or cut off"});
    expectRefused(world, state, text + "1", {"damaged or cut off"});
    for (std::size_t at = text.find("time"); at < text.size(); at += 97) {
        std::string changed = text;
        changed[at] = changed[at] == '3' ? '4' : '3';
        expectRefused(world, state, changed, {"damaged or cut off"});
    }
}

// The history of another law, of other surfaces, and of a force that does not track energy is refused by name.
TEST(SavedHistory, RefusesAnotherModel) {
    Brick world, withoutRolling{NoRolling()}, larger(EPSDRolling(), 0.03), untracked;
    untracked.force.setTrackDissipatedEnergy(false);
    State state = world.run(world.thrown(), 0.1);
    expectRefused(world, state, save(withoutRolling, withoutRolling.thrown()), {"line 2", "NoRolling", "EPSDRolling"});
    expectRefused(world, state, save(larger, larger.thrown()), {"line 4", "sphere 0.03", "sphere 0.02"});
    expectRefused(world, state, save(untracked, untracked.thrown()), {"line 2", "tracking 0"});
}

// A stream that fails is an error, not a shorter text.
TEST(SavedHistory, TellsWhenItCannotBeWritten) {
    Brick world;
    const State state = world.run(world.thrown(), 0.1);
    std::ostringstream full;
    full.setstate(std::ios::badbit);
    EXPECT_THROW(world.force.writeHistory(state, full), std::runtime_error);
}
