// Tests set-ups that cannot work: contact sets, pairs, shapes, starting poses and missing commits cause an error or a warning.

#include "Heard.h"
#include "Messages.h"
#include "World.h"

#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>

#include <iostream>
#include <sstream>

namespace test_setup {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Body::Rigid kilogram(bodyOf(1));

// A contact set that a test fills, with a force on it.
struct EmptySet : Scene {
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    HertzMindlinForce force{forces, contacts, set};

    EmptySet() { force.setMaterialForAll(rubber()); }
    void expectRefusal(const std::vector<std::string>& parts) {
        expectMessage([&] { system.realizeTopology(); }, parts);
    }
};

// The floor and a ball that a test puts anywhere.
struct OneBall : World {
    MobilizedBody::Free ball = addSphere(0.1);
    HertzMindlinForce force{forces, contacts, set};

    OneBall() { force.setMaterialForAll(rubber()); }
};

// A ball slides on the floor, reverses and rolls, with a report every 0.1 s.
struct Pulled : World {
    MobilizedBody::Free ball = addSphere(0.1);

    State sliding() {
        addGravity();
        State state = start(ball, Vec3(0, 0.0999, 0), SpatialVec(Vec3(0, 0, 30), Vec3(1, 0, 0)));
        return state;
    }

    int warningsOf(Integrator& integrator, const State& state) {
        const Heard heard;
        integrator.initialize(state);
        for (int i = 1; i <= 10; ++i) advance(integrator, 0.1 * i);
        return heard.warnings();
    }
};

// An empty contact set is an error. If Bodies have ContactSurfaces, the message says to which subsystem those belong.
TEST(Setup, EmptyContactSetIsAnError) {
    EmptySet world;
    MobilizedBody::Free ball(world.matter.Ground(), kilogram);
    world.expectRefusal({"DEMContactForce(HertzNormal, MindlinSecant)", "contact set 0 is empty", "addBody()"});
    world.matter.updGround().updBody().addContactSurface(
        HalfSpace::floor(), ContactSurface(ContactGeometry::HalfSpace(), ContactMaterial(1e6, 0.1, 0.5, 0.5)));
    world.expectRefusal({"contact set 0 is empty", "ContactSurfaces of Bodies", "body 0", "CompliantContactSubsystem"});
}

// Surfaces of which no two can touch are an error that gives the reason. One more surface that can touch removes the error.
TEST(Setup, SurfacesThatCannotTouchAreAnError) {
    EmptySet world;
    MobilizedBody::Free block(world.matter.Ground(), kilogram);
    world.contacts.addBody(world.set, world.matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    world.expectRefusal({"can ever touch", "there is only one surface"});
    world.contacts.addBody(world.set, world.matter.Ground(), ContactGeometry::Sphere(0.1), Vec3(0));
    world.expectRefusal({"can ever touch", "all on one body"});

    EmptySet planes;
    MobilizedBody::Free board(planes.matter.Ground(), kilogram);
    planes.contacts.addBody(planes.set, planes.matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    planes.contacts.addBody(planes.set, board, ContactGeometry::HalfSpace(), HalfSpace::floor());
    planes.expectRefusal({"can ever touch", "all half spaces", "another shape"});
    planes.contacts.addBody(planes.set, board, ContactGeometry::Sphere(0.1), Vec3(0));
    EXPECT_NO_THROW(planes.system.realizeTopology());
    planes.force.excludeBodies(MobilizedBodyIndex(0), board.getMobilizedBodyIndex());
    planes.expectRefusal({"can ever touch", "excluded"});
}

// A pair that gets its own material or mass must be able to touch.
TEST(Setup, NamedPairsMustBeAbleToTouch) {
    for (bool isMass : {false, true}) {
        EmptySet world;
        MobilizedBody::Free block(world.matter.Ground(), kilogram);
        world.contacts.addBody(world.set, world.matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
        world.contacts.addBody(world.set, block, ContactGeometry::HalfSpace(), HalfSpace::floor());
        world.contacts.addBody(world.set, block, ContactGeometry::Sphere(0.1), Vec3(0));
        EXPECT_NO_THROW(world.system.realizeTopology());
        const auto name = [&](int a, int b) {
            if (isMass)
                world.force.setPairEffectiveMass(ContactSurfaceIndex(a), ContactSurfaceIndex(b), 1);
            else
                world.force.setPairMaterial(ContactSurfaceIndex(a), ContactSurfaceIndex(b), rubber());
        };
        name(2, 0);
        EXPECT_NO_THROW(world.system.realizeTopology());
        name(1, 2);
        world.expectRefusal({isMass ? "setPairEffectiveMass" : "setPairMaterial", "surface 1 on body 1",
                             "surface 2 on body 1", "on one body"});
    }
    EmptySet world;
    MobilizedBody::Free block(world.matter.Ground(), kilogram);
    world.contacts.addBody(world.set, world.matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    world.contacts.addBody(world.set, block, ContactGeometry::HalfSpace(), HalfSpace::floor());
    world.contacts.addBody(world.set, block, ContactGeometry::Sphere(0.1), Vec3(0));
    world.force.setPairMaterial(ContactSurfaceIndex(0), ContactSurfaceIndex(1), rubber());
    world.expectRefusal({"setPairMaterial", "surface 0 on body 0 and surface 1 on body 1", "both are half spaces"});
}

// A shape that the library does not support is an error, with surface, body and remedy.
TEST(Setup, UnsupportedShapesAreErrors) {
    const std::pair<ContactGeometry, std::string> shapes[] = {
        {ContactGeometry::Cylinder(1), "a Cylinder"},
        {ContactGeometry::Torus(2, 1), "a Torus"},
    };
    for (const auto& shape : shapes) {
        World world;
        MobilizedBody::Free sphere = world.addSphere(0.1);
        HertzMindlinForce force(world.forces, world.contacts, world.set);
        force.setMaterialForAll(rubber());
        world.contacts.addBody(world.set, sphere, shape.first, Vec3(0));
        expectMessage([&] { world.system.realizeTopology(); },
                      {"surface 2 on body 1 is " + shape.second,
                       "a Sphere, an Ellipsoid, a Brick, a TriangleMesh, a SmoothHeightMap or a HalfSpace: "});
    }
}

// A ball 20 cm below the floor would be shot out of it; initialize() reports its position instead.
TEST(Setup, BallUnderTheFloorIsReported) {
    OneBall world;
    State state = world.start(world.ball, Vec3(0, -0.2, 0));
    for (bool isCPodes : {false, true}) {
        std::unique_ptr<Integrator> integrator;
        if (isCPodes)
            integrator = std::make_unique<CPodesIntegrator>(world.system);
        else
            integrator = std::make_unique<RungeKuttaMersonIntegrator>(world.system);
        expectMessage([&] { integrator->initialize(state); },
                      {"surface 0 on body 0", "surface 1 on body 1", "overlap of 0.3 m", "0.2 m", "excludePair()"});
    }
}

// A run may start with three quarters of a ball in the floor or a ball pressed flat, as in published models of feet. It causes one
// warning.
TEST(Setup, DeepStartCausesOneWarning) {
    OneBall world;
    MobilizedBody::Free other = world.addSphere(0.1);
    State state = world.start(world.ball, Vec3(0, -0.05, 0));
    other.setQToFitTranslation(state, Vec3(0.1, -0.05, 0));
    const Heard heard;
    for (int again = 0; again < 3; ++again) {
        state.invalidateAllCacheAtOrAbove(Stage::Position);
        EXPECT_NO_THROW(world.system.realize(state, Stage::Acceleration));
    }
    EXPECT_EQ(world.force.getContactRecords(state).size(), 3u);
    EXPECT_EQ(heard.warnings(), 1) << heard.text.str();
    EXPECT_NE(heard.text.str().find("surface 0 on body 0 and surface 1 on body 1 begin with an overlap of 0.15 m"),
              std::string::npos)
        << heard.text.str();
}

// A start that is as deep as at rest causes no warning.
TEST(Setup, ShallowStartCausesNoWarning) {
    OneBall world;
    State state = world.start(world.ball, Vec3(0, 0.0987, 0));
    const Heard heard;
    world.system.realize(state, Stage::Acceleration);
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
}

// Any depth is allowed during a run and after a history was read.
TEST(Setup, OnlyTheStartIsChecked) {
    OneBall world;
    State state = world.start(world.ball, Vec3(0, 0.09, 0));
    world.force.commitHistory(state);
    world.ball.setQToFitTranslation(state, Vec3(0, -0.2, 0));
    EXPECT_NO_THROW(world.system.realize(state, Stage::Acceleration));
    std::stringstream history;
    world.force.writeHistory(state, history);
    State restarted = world.start();
    restarted.updQ() = state.getQ();
    world.force.readHistory(restarted, history);
    EXPECT_NO_THROW(world.system.realize(restarted, Stage::Acceleration));
}

// CPodesIntegrator causes one warning per run to return each step. If it is prepared, there is no warning.
TEST(Setup, MissingCommitsCauseOneWarningPerRun) {
    Pulled run;
    HertzMindlinForce force(run.forces, run.contacts, run.set);
    force.setMaterialForAll(rubber());
    const State state = run.sliding();
    for (int again = 0; again < 2; ++again) {
        CPodesIntegrator integrator(run.system);
        EXPECT_EQ(run.warningsOf(integrator, state), 1);
    }
    CPodesIntegrator first(run.system), onwards(run.system);
    run.warningsOf(first, state);
    State later = first.getState();
    later.setTime(0); // for the contacts, the same run continues
    run.ball.setUToFitVelocity(later, SpatialVec(Vec3(0, 0, 30), Vec3(1, 0, 0)));
    EXPECT_EQ(run.warningsOf(onwards, later), 0);
    CPodesIntegrator prepared(run.system);
    prepareIntegrator(prepared);
    EXPECT_EQ(run.warningsOf(prepared, state), 0);
}

// A history that is read into a State with a warning starts a new run, with its own warning.
TEST(Setup, MissingCommitsCauseAWarningAfterReading) {
    Pulled run;
    HertzMindlinForce force(run.forces, run.contacts, run.set);
    force.setMaterialForAll(rubber());
    State state = run.sliding();
    std::stringstream history;
    force.writeHistory(state, history);
    CPodesIntegrator first(run.system);
    EXPECT_EQ(run.warningsOf(first, state), 1);
    State again = first.getState();
    run.system.realize(again, Stage::Dynamics);
    force.readHistory(again, history);
    again.setTime(0);
    again.updY() = state.getY();
    CPodesIntegrator second(run.system);
    EXPECT_EQ(run.warningsOf(second, again), 1);
}

// The other integrators commit by themselves, for any stages, trials, reports and events, without a warning.
TEST(Setup, CommittingIntegratorsCauseNoWarning) {
    for (int kind = 0; kind < 8; ++kind) {
        Pulled run;
        HertzMindlinForce force(run.forces, run.contacts, run.set);
        force.setMaterialForAll(rubber());
        const State state = run.sliding();
        std::unique_ptr<Integrator> integrator;
        switch (kind) {
        case 0: integrator = std::make_unique<RungeKuttaMersonIntegrator>(run.system); break;
        case 1: integrator = std::make_unique<RungeKuttaFeldbergIntegrator>(run.system); break;
        case 2: integrator = std::make_unique<RungeKutta3Integrator>(run.system); break;
        case 3: integrator = std::make_unique<RungeKutta2Integrator>(run.system); break;
        case 4: integrator = std::make_unique<ExplicitEulerIntegrator>(run.system, 1e-4); break;
        case 5: integrator = std::make_unique<SemiExplicitEulerIntegrator>(run.system, 1e-4); break;
        case 6: integrator = std::make_unique<SemiExplicitEuler2Integrator>(run.system); break;
        default: integrator = std::make_unique<VerletIntegrator>(run.system);
        }
        EXPECT_EQ(run.warningsOf(*integrator, state), 0) << integrator->getMethodName();
    }
}

// A law that does not remember slip loses nothing, and there is no warning.
TEST(Setup, MissingCommitsWithoutSpringsCauseNoWarning) {
    Pulled run;
    DEMContactForce force(run.forces, run.contacts, run.set, HertzNormal(), HollarsFriction());
    force.setMaterialForAll(rubber());
    CPodesIntegrator integrator(run.system);
    EXPECT_EQ(run.warningsOf(integrator, run.sliding()), 0);
}

// A prepared integrator that commits by itself still takes many steps within one stepTo().
TEST(Setup, PreparationDoesNotChangeOtherIntegrators) {
    OneBall world;
    world.addGravity();
    State state = world.start(world.ball, Vec3(0, 0.11, 0));
    RungeKuttaMersonIntegrator integrator(world.system);
    prepareIntegrator(integrator);
    integrator.initialize(state);
    integrator.stepTo(1); // returns the initial state
    integrator.stepTo(1);
    EXPECT_EQ(integrator.getTime(), 1);
    EXPECT_GT(integrator.getNumStepsTaken(), 10);
}

} // namespace
} // namespace test_setup
