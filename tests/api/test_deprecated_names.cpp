// Tests deprecated names: each still compiles, with a warning of the compiler, and does what its new name does.

#include "Messages.h"
#include "World.h"

#include <simbodydem/ContactJacobian.h>
#include <simbodydem/HistoryReplay.h>

#include <gtest/gtest.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

using namespace SimTK;
using namespace simbodydem;

namespace {

// A user's laws, written with the old names.
class OldSpring final : public NormalLaw {
public:
    OldSpring* clone() const override { return new OldSpring(*this); }
    std::string getName() const override { return "OldSpring"; }
    NormalAnswer calcForce(const NormalInput& in) const override {
        NormalAnswer out;
        out.force = out.frictionalLoad = 1e5 * in.overlap;
        return out;
    }
};

class OldDashpot final : public TangentialLaw {
public:
    OldDashpot* clone() const override { return new OldDashpot(*this); }
    std::string getName() const override { return "OldDashpot"; }
    TangentialAnswer calcForce(const TangentialInput& in) const override {
        const NormalAnswer& normal = in.normal;
        TangentialAnswer out;
        out.force = -normal.frictionalLoad * in.slipVelocity;
        return out;
    }
    StepHeat calcHeat(const TangentialInput&, const TangentialAnswer&, const TangentialAnswer&) const override {
        return {};
    }
};

class OldBrake final : public RollingLaw {
public:
    OldBrake* clone() const override { return new OldBrake(*this); }
    std::string getName() const override { return "OldBrake"; }
    RollingAnswer calcTorque(const RollingInput& in) const override {
        RollingAnswer out;
        out.torque = -1e-3 * in.angularVelocity;
        return out;
    }
};

// A ball in the floor.
struct Ball : World {
    MobilizedBody::Free ball = addSphere(0.1);
    HertzMindlinForce force{forces, contacts, set};

    Ball() { force.setMaterialForAll(rubber()); }
    State pressed() {
        State state = start();
        ball.setQToFitTranslation(state, Vec3(0, 0.0999, 0));
        return state;
    }
};

} // namespace

// ContactJacobian is ContactLinearization.
TEST(DeprecatedNames, ContactJacobian) {
    Ball world;
    const State state = world.pressed();
    world.system.realize(state, Stage::Dynamics);
    const ContactJacobian old = world.force.calcJacobian(state);
    EXPECT_EQ((old.calcStiffness(state) - world.force.calcLinearization(state).calcStiffness(state)).norm(), 0);
    EXPECT_GT(old.calcStiffness(state).norm(), 0);
}

// HistoryReplay is HistoryTracker.
TEST(DeprecatedNames, HistoryReplay) {
    Ball world;
    State state = world.pressed();
    HistoryReplay(world.force).follow(state);
    EXPECT_EQ(world.force.getContactRecords(state).size(), 1u);
}

// AdviceQuestion and RunQuestion are options.
TEST(DeprecatedNames, QuestionsForAdvice) {
    Ball world;
    const State state = world.pressed();
    AdviceQuestion question;
    question.tryIntegrators = false;
    question.load = 10;
    EXPECT_EQ(advise(world.system, state, world.force, question).pairs.at(0).load, 10);
    RunQuestion run; // no duration
    expectMessage<std::invalid_argument>([&] { adviseOnRun(world.system, state, {&world.force}, run); }, {"duration"});
}

// A user's laws may return NormalAnswer, TangentialAnswer and RollingAnswer.
TEST(DeprecatedNames, AnswersOfLaws) {
    World world;
    MobilizedBody::Free ball = world.addSphere(0.1);
    DEMContactForce force(world.forces, world.contacts, world.set, OldSpring(), OldDashpot(), OldBrake());
    State state = world.start();
    ball.setQToFitTranslation(state, Vec3(0, 0.099, 0));
    ball.setUToFitLinearVelocity(state, Vec3(0.5, 0, 0));
    world.system.realize(state, Stage::Dynamics);
    const ContactRecord& r = force.getContactRecords(state).at(0);
    EXPECT_NEAR(r.normalForce[1], 100, 1e-9); // rounding at 0.1 m
    EXPECT_NEAR(r.tangentialForce[0], -50, 1e-9);
}

// The mobilizations that a law returns are squares, under both names.
TEST(DeprecatedNames, Mobilizations) {
    TangentialOutput tangential;
    EXPECT_EQ(tangential.mobilization, 0);
    tangential.mobilization = 0.25;
    EXPECT_EQ(tangential.mobilizationSquared, 0.25);
    RollingOutput rolling;
    EXPECT_EQ(rolling.rollingMobilization + rolling.twistingMobilization, 0);
    rolling.rollingMobilization = 0.5;
    rolling.twistingMobilization = 0.75;
    const RollingOutput copy = rolling;
    EXPECT_EQ(copy.rollingMobilizationSquared, 0.5);
    EXPECT_EQ(copy.twistingMobilizationSquared, 0.75);
}

// ContactIntegrator takes pointers to its forces, and the pointers need not outlive it.
TEST(DeprecatedNames, ContactIntegratorOfPointers) {
    Ball world;
    const State state = world.pressed();
    std::unique_ptr<ContactIntegrator> integrator;
    {
        const DEMContactForce handle = world.force;
        integrator = std::make_unique<ContactIntegrator>(world.system, std::vector<const DEMContactForce*>{&handle});
    }
    ContactIntegrator ofHandle(world.system, world.force);
    for (ContactIntegrator* each : {integrator.get(), &ofHandle}) {
        each->initialize(state);
        each->stepTo(0.01);
    }
    EXPECT_EQ((integrator->getState().getY() - ofHandle.getState().getY()).norm(), 0);
    EXPECT_EQ(messageOf<std::invalid_argument>([&] {
                  ContactIntegrator(world.system, {&world.force, &world.force}); // two pointers, not a range of forces
              }),
              "ContactIntegrator: contact force 1 is given twice");
    EXPECT_EQ(messageOf<std::invalid_argument>([&] {
                  ContactIntegrator(world.system, {&world.force, nullptr});
              }),
              "ContactIntegrator: contact force 1 is null");
}
