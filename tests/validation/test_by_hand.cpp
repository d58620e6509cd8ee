// Tests direct changes of a State or a subsystem: commits, moved bodies, and constructors that fail.

#include "Heard.h"
#include "Messages.h"
#include "World.h"

#include <simbodydem/ContactLinearization.h>
#include <simbodydem/ContactModel.h>
#include <simbodydem/laws/normal/LinearNormal.h>

#include <sstream>

namespace test_by_hand {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.1;

struct Ball : World {
    MobilizedBody::Free ball = addSphere(radius);
    CundallForce force{forces, contacts, set, LinearNormal().setStiffness(1e5)};

    explicit Ball(bool isTracking = true) {
        addGravity();
        force.setMaterialForAll(rubber());
        force.setTrackDissipatedEnergy(isTracking);
    }
    State at(Real height) { return start(ball, Vec3(0, height, 0)); }
    // Returns a State that slides with an overlap of a millimetre. Its history is committed as Simbody does it.
    State committedByHand(Stage stage) {
        State state = at(radius - 0.001);
        ball.setUToFitLinearVelocity(state, Vec3(0.1, 0, 0));
        system.realize(state, stage);
        state.autoUpdateDiscreteVariables();
        return state;
    }
};

void run(RungeKuttaMersonIntegrator& integrator, const State& from, Real time) {
    integrator.initialize(from);
    advance(integrator, time);
}

// After State::autoUpdateDiscreteVariables() each function returns its value after an integrator's own commit.
TEST(CommitByHand, KeepsAllFunctionsWorking) {
    const std::vector<std::function<Real(const Ball&, State&)>> functions = {
        [](const Ball& w, State& s) { return w.force.getContactRecords(s).at(0).tangentialForce[0]; },
        [](const Ball& w, State& s) { return w.force.getDissipatedEnergy(s); },
        [](const Ball& w, State& s) { return w.force.calcPotentialEnergyContribution(s); },
        [](const Ball& w, State& s) { return w.force.calcStepBound(s, 1); },
        [](const Ball& w, State& s) { return w.force.calcLinearization(s).calcDamping(s).norm(); },
        [](const Ball& w, State& s) { return w.force.commitHistory(s), w.force.getCommitTime(s); },
        [](const Ball& w, State& s) { return w.force.clearHistory(s), Real(isNaN(w.force.getCommitTime(s))); },
        [](const Ball& w, State& s) { return w.force.disable(s), Real(w.force.isDisabled(s)); },
        [](const Ball& w, State& s) {
            std::ostringstream out;
            w.force.writeHistory(s, out);
            return Real(out.str().size());
        }};
    for (const bool isTracking : {true, false})
        for (const Stage stage : {Stage(Stage::Dynamics), Stage(Stage::Acceleration)}) {
            Ball world(isTracking);
            for (std::size_t f = 0; f < functions.size(); ++f) {
                if (f == 1 && !isTracking) continue;
                SCOPED_TRACE(f);
                State state = world.committedByHand(stage), afresh = state;
                afresh.invalidateAllCacheAtOrAbove(Stage::Position);
                world.system.realize(afresh, stage);
                EXPECT_NEAR(functions[f](world, state), functions[f](world, afresh), 1e-9); // rounding of 1e5 N/m
            }
        }
}

// This also works directly after a second commit, and for a disabled force.
TEST(CommitByHand, MayBeRepeated) {
    Ball world;
    State state = world.committedByHand(Stage::Acceleration);
    state.autoUpdateDiscreteVariables();
    EXPECT_EQ(world.force.getDissipatedEnergy(state), 0);
    world.force.disable(state);
    world.system.realize(state, Stage::Acceleration);
    state.autoUpdateDiscreteVariables();
    EXPECT_EQ(world.force.getDissipatedEnergy(state), 0);
    world.force.commitHistory(state);
    world.force.enable(state);
    world.system.realize(state, Stage::Acceleration);
    EXPECT_EQ(world.force.getContactRecords(state).size(), 1u);
}

// ContactIntegrator can start from a State whose history was committed by hand.
TEST(CommitByHand, ContactIntegratorContinues) {
    Ball world;
    ContactIntegrator integrator(world.system, world.force);
    integrator.initialize(world.committedByHand(Stage::Acceleration));
    EXPECT_NO_THROW(integrator.stepTo(0.01));
}

// A disabled force has zero derivatives of each kind.
TEST(DisabledForce, HasNoDerivatives) {
    Ball world;
    State state = world.at(radius - 0.001);
    world.force.disable(state);
    world.system.realize(state, Stage::Acceleration);
    const ContactLinearization linearization = world.force.calcLinearization(state);
    EXPECT_TRUE(linearization.getPairs().empty());
    for (const Matrix& m : {linearization.calcStiffness(state), linearization.calcStiffness(state, false),
                            linearization.calcDamping(state), linearization.calcStiffnessByQ(state)}) {
        EXPECT_EQ(m.nrow(), 6);
        EXPECT_EQ(m.norm(), 0);
    }
    EXPECT_TRUE(linearization.calcSparseStiffness(state).empty());
}

// Puts a ball at a height in the middle of two runs, during its fall and at rest on the floor, and continues.
template <class Expect> void putAt(Real height, const Expect& expect) {
    for (const Real start : {1., radius - 0.001}) {
        Ball world;
        RungeKuttaMersonIntegrator integrator(world.system);
        run(integrator, world.at(start), 0.1);
        State state = integrator.getState();
        world.ball.setQToFitTranslation(state, Vec3(0, height, 0));
        const Heard heard;
        RungeKuttaMersonIntegrator next(world.system);
        run(next, state, 0.11);
        expect(heard);
    }
}

// A ball that is put 5 m below the floor in the middle of a run leaves it at kilometres per second. A warning gives the reason.
TEST(BodyMovedByHand, UnderTheFloorCausesAWarning) {
    putAt(-5, [](const Heard& heard) {
        EXPECT_NE(heard.text.str().find("overlap by 5.1 m"), std::string::npos) << heard.text.str();
    });
}

// A ball that is put into the floor to beyond its centre causes one warning.
TEST(BodyMovedByHand, BeyondItsCentreCausesAWarning) {
    putAt(-0.02, [](const Heard& heard) {
        EXPECT_EQ(heard.warnings(), 1) << heard.text.str();
        EXPECT_NE(heard.text.str().find("overlap by 0.12 m"), std::string::npos) << heard.text.str();
    });
}

// A ball that is put elsewhere on the floor causes no error.
TEST(BodyMovedByHand, AlongTheFloorCausesNoError) {
    Ball world;
    RungeKuttaMersonIntegrator integrator(world.system);
    run(integrator, world.at(radius - 0.001), 0.1);
    State state = integrator.getState();
    world.ball.setQToFitTranslation(state, Vec3(3, radius - 0.001, 0));
    RungeKuttaMersonIntegrator next(world.system);
    EXPECT_NO_THROW(run(next, state, 0.11));
}

// A constructor that throws adds no force: a force that is constructed after it acts alone.
TEST(FailedConstructor, AddsNoForce) {
    World world;
    auto ball = world.addSphere(radius);
    ContactSurfaces surfaces(world.matter);
    surfaces.add(ball, Sphere(radius), Vec3(0), rubber());
    ContactModel model{HertzNormal(), MindlinSecant()};
    model.materials.forAll = rubber();
    ContactModel bad = model;
    bad.materials.bySurface[7] = rubber();
    EXPECT_THROW(DEMContactForce(world.forces, world.contacts, world.set, bad), std::invalid_argument);
    EXPECT_THROW(DEMContactForce(world.forces, surfaces, bad), std::invalid_argument);
    EXPECT_THROW(HertzMindlinForce(world.forces, world.contacts, ContactSetIndex(3)), std::invalid_argument);
    World other;
    EXPECT_THROW(CundallForce(other.forces, surfaces), std::invalid_argument);
    EXPECT_EQ(other.forces.getNumForces(), 0);
    EXPECT_EQ(world.forces.getNumForces(), 0);
    const DEMContactForce force(world.forces, world.contacts, world.set, model);
    EXPECT_EQ(world.forces.getNumForces(), 1);
    EXPECT_NO_THROW(world.system.realizeTopology());
}

} // namespace
} // namespace test_by_hand
