// Tests effects of event handlers on contacts: moved bodies and changed friction.

#include "BlockOnFloor.h"

namespace test_events {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real g = BlockOnFloor::g, kt = BlockOnFloor::kt;

struct Block : BlockOnFloor {
    State resting() { return start(block, Vec3(0, 0.1 - g / kn, 0)); }

    Vec3 springOf(const State& state) const {
        system.realize(state, Stage::Dynamics);
        return force.getContactRecords(state).at(0).tangentialDisplacement;
    }
};

// Changes the State at one time.
class At : public ScheduledEventHandler {
public:
    At(Real time, std::function<void(State&)> action) : time(time), action(std::move(action)) {}
    Real getNextEventTime(const State& s, bool includeCurrent) const override {
        return s.getTime() < time || (includeCurrent && s.getTime() == time) ? time : Infinity;
    }
    void handleEvent(State& s, Real, bool&) const override { action(s); }

private:
    Real time;
    std::function<void(State&)> action;
};

State runWith(Block& world, Real eventTime, Real endTime, std::function<void(State&)> action) {
    world.system.addEventHandler(new At(eventTime, std::move(action)));
    const State start = world.resting();
    RungeKuttaMersonIntegrator integrator(world.system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(world.system, integrator);
    stepper.initialize(start);
    stepper.stepTo(endTime);
    return integrator.getState();
}

const Real wound = 0.1 * g / kt; // displacement of the spring that carries a tenth of the weight

// A handler that moves the block elsewhere does not move its spring: the spring loads again from the block's new position.
TEST(Events, TeleportedBodyHasAnUnloadedSpring) {
    Block world;
    const State end = runWith(world, 0.5, 1, [&](State& s) { world.block.setOneQ(s, 0, 2); });
    EXPECT_NEAR(world.springOf(end)[0], wound, 1e-6 * wound);
    EXPECT_NEAR(world.block.getOneQ(end, 0), 2 + wound, 1e-2 * wound); // it approaches its rest position, overdamped
}

// A small displacement by hand, within the contact's own width, loads the spring as a real displacement would.
TEST(Events, SmallDisplacementLoadsTheSpring) {
    Block world;
    const Real push = 2e-4;
    const State end =
        runWith(world, 0.5, 0.500001, [&](State& s) { world.block.setOneQ(s, 0, world.block.getOneQ(s, 0) + push); });
    EXPECT_NEAR(world.springOf(end)[0], wound + push, 1e-2 * wound); // oscillation in a microsecond
}

// Fast sliding with long steps is not treated as a teleportation: friction acts throughout.
TEST(Events, FastSlidingIsNoTeleportation) {
    Block world;
    State state = world.resting();
    world.block.setUToFitLinearVelocity(state, Vec3(100, 0, 0));
    ExplicitEulerIntegrator integrator(world.system, 1e-3); // 0.1 m a step; the contact is 3 mm wide
    integrator.initialize(state);
    for (int i = 1; i <= 50; ++i) {
        advance(integrator, 1e-3 * i);
        world.system.realize(integrator.getState(), Stage::Dynamics);
        EXPECT_TRUE(world.force.getContactRecords(integrator.getState()).at(0).sliding) << i;
    }
    EXPECT_NEAR(world.block.getOneU(integrator.getState(), 0), 100 - 0.4 * g * 0.05, 1e-3); // (mu - 0.1) g; first step
}

// With a tenth of the friction a resting block slides, at g/10 minus the remaining friction.
TEST(Events, FrictionCanBeChangedDuringARun) {
    Block world;
    const Real factor = 0.1, from = 0.5;
    const State end =
        runWith(world, from, 1, [&](State& s) { world.force.setFrictionFactor(s, ContactSurfaceIndex(0), factor); });
    EXPECT_EQ(world.force.getFrictionFactor(end, ContactSurfaceIndex(0)), factor);
    const Real acceleration = (0.1 - 0.5 * factor) * g;
    EXPECT_NEAR(world.block.getOneU(end, 0), acceleration * 0.5, 1e-3 * acceleration); // length of the spring
}

// The friction factor is a variable of the State: other States keep their own. Topology and model stay realized, and back at 1 nothing
// has changed.
TEST(Events, FrictionIsPartOfTheState) {
    Block world;
    const State other = world.resting();
    State state = other;
    world.system.realize(state, Stage::Acceleration);
    world.force.setFrictionFactor(state, ContactSurfaceIndex(1), 0.5);
    EXPECT_GE(state.getSystemStage(), Stage::Velocity);
    EXPECT_EQ(world.force.getFrictionFactor(other, ContactSurfaceIndex(1)), 1);
    for (Real bad : {-0.1, NaN, Infinity})
        EXPECT_THROW(world.force.setFrictionFactor(state, ContactSurfaceIndex(1), bad), std::invalid_argument);
    EXPECT_THROW(world.force.setFrictionFactor(state, ContactSurfaceIndex(2), 1), std::invalid_argument);
}

// The factors of both surfaces multiply, for static and for kinetic friction.
TEST(Events, FrictionFactorsOfBothSurfacesMultiply) {
    Block world;
    State state = world.resting();
    world.block.setUToFitLinearVelocity(state, Vec3(1, 0, 0));
    world.force.setFrictionFactor(state, ContactSurfaceIndex(0), 0.5);
    world.force.setFrictionFactor(state, ContactSurfaceIndex(1), 0.6);
    world.system.realize(state, Stage::Dynamics);
    const ContactRecord r = world.force.getContactRecords(state).at(0);
    EXPECT_NEAR(r.tangentialForce.norm() / r.normalForce.norm(), 0.5 * 0.3, 1e-14); // rounding
}

} // namespace
} // namespace test_events
