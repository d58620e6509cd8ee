// What earlier versions called otherwise still compiles and does what its new name does, with a warning of the compiler.

#include "Messages.h"
#include "World.h"

#include <simbodydem/ContactJacobian.h>
#include <simbodydem/HistoryReplay.h>

#include <gtest/gtest.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

using namespace SimTK;
using namespace simbodydem;

namespace {

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

// ContactIntegrator takes pointers to its forces, which need not outlive it.
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
                  ContactIntegrator(world.system, {&world.force, nullptr});
              }),
              "ContactIntegrator: contact force 1 is null");
}
