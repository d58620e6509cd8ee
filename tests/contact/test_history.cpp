// Tests the history: it depends on positions, not velocities; it moves with both bodies; only accepted steps advance it; it is part of
// the State.

#include "ByDifferences.h"
#include "Scene.h"

#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/normal/PFCLinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h>
#include <simbodydem/laws/tangential/PFCLinearShear.h>

#include <mutex>
#include <thread>

namespace test_history {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A brick on four spheres is thrown on the floor so that it tumbles, slides and sticks.
struct ThrownBrick : FloorScene {
    MobilizedBody::Free brick{matter.updGround(), Body::Rigid(boxOf(1, Vec3(.1, .05, .1)))};

    ThrownBrick() {
        addGravity();
        for (int i = 0; i < 4; ++i) add(brick, Sphere(0.02), Vec3(i & 1 ? .1 : -.1, -.05, i & 2 ? .1 : -.1));
    }

    State thrown() {
        return start(brick, Transform(Rotation(0.3, UnitVec3(1, 2, 3)), Vec3(0, 0.1, 0)),
                     SpatialVec(Vec3(1, 3, -2), Vec3(0.7, -0.5, 0.3)));
    }
};

// A sphere rests on the floor with the overlap at which Hertz's force carries its weight.
struct RestingSphere : FloorScene {
    const Real radius = 0.1;
    MobilizedBody::Free sphere = addSphere(radius);
    const Real weight = 4. / 3. * Pi * radius * radius * radius * 2500 * 9.81;
    const Real K = 4. / 3. * (1e7 / (2 * (1 - 0.09))) * std::sqrt(radius); // of rubber() on rubber()
    const Real overlap = std::pow(weight / K, 2. / 3.);

    RestingSphere() { addGravity(); }
    void put(State& state) const { sphere.setQToFitTranslation(state, Vec3(0, radius - overlap, 0)); }
};

template <class ForceType, class... Laws> void expectSameForceAfterCommit(const Laws&... laws) {
    ThrownBrick world;
    ForceType force(world.forces, world.surfaces, laws...);
    SurfaceMaterial material = rubber().setKineticFriction(0.3);
    force.setMaterialForAll(material);
    RungeKuttaMersonIntegrator integrator(world.system);
    integrator.setAccuracy(1e-5);
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(world.thrown());
    int compared = 0;
    while (integrator.getTime() < 1) {
        integrator.stepTo(1);
        State state = integrator.getAdvancedState();
        world.system.realize(state, Stage::Acceleration);
        const auto before = force.getContactRecords(state);
        state.autoUpdateDiscreteVariables();
        state.invalidateAllCacheAtOrAbove(Stage::Dynamics);
        world.system.realize(state, Stage::Acceleration);
        const auto& after = force.getContactRecords(state);
        ASSERT_EQ(before.size(), after.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Real load = before[i].normalForce.norm();
            EXPECT_LE((after[i].tangentialForce - before[i].tangentialForce).norm(),
                      1e-11 * load); // requirement of the project
            EXPECT_LE((after[i].normalForce - before[i].normalForce).norm(), 1e-11 * load);
            EXPECT_EQ(after[i].sliding, before[i].sliding);
            ++compared;
        }
    }
    EXPECT_GT(compared, 100);
}

// A commit is invisible: a force evaluation with the committed history gives the same force at each contact.
TEST(History, CommitChangesNoForceOfHertzMindlin) { expectSameForceAfterCommit<HertzMindlinForce>(); }
TEST(History, CommitChangesNoForceOfCundall) { expectSameForceAfterCommit<CundallForce>(); }
TEST(History, CommitChangesNoForceOfDashpotSlider) { expectSameForceAfterCommit<HertzDashpotSliderForce>(); }
TEST(History, CommitChangesNoForceOfPFCLinear) {
    expectSameForceAfterCommit<PFCLinearForce>(
        PFCLinearNormal(),
        PFCLinearShear().setTangentialDampingRatio(0.3).setDashpotMode(DashpotMode::CutShearWhenSlipping));
}
TEST(History, CommitChangesNoForceOfMindlinIncremental) {
    for (bool rescale : {true, false})
        expectSameForceAfterCommit<DEMContactForce>(HertzNormal(), MindlinIncremental().setRescaleOnUnloading(rescale));
}
TEST(History, CommitChangesNoForceOfNonlinearSliders) {
    using Form = NonlinearSpringDashpotSlider::Form;
    for (Form form : {Form::DiRenzoDiMaio, Form::LangstonTuzunHeyes, Form::ZhuZhouYu, Form::TsujiTanakaIshida})
        expectSameForceAfterCommit<DEMContactForce>(HertzNormal(), NonlinearSpringDashpotSlider(form));
}

// A State that is copied during a contact and passed to a new integrator continues unchanged.
TEST(History, StateCopyAndRestartReproduceTheTrajectory) {
    ThrownBrick world;
    auto force = world.makeForce<HertzMindlinForce>();
    const Real step = 2e-4;
    RungeKuttaMersonIntegrator first(world.system), second(world.system);
    for (Integrator* integrator : {static_cast<Integrator*>(&first), static_cast<Integrator*>(&second)})
        integrator->setFixedStepSize(step);
    first.initialize(world.thrown());
    advance(first, 0.2);
    State copy = first.getAdvancedState();
    world.system.realize(copy, Stage::Acceleration);
    ASSERT_GE(force.getContactRecords(copy).size(), 1u);
    const Real start = copy.getTime();
    second.initialize(copy);
    advance(first, start + 1000 * step);
    advance(second, start + 1000 * step);
    // This compares poses and velocities. initialize() normalizes a quaternion, and its length is not part of the trajectory.
    const State &a = first.getState(), &b = second.getState();
    world.system.realize(a, Stage::Velocity);
    world.system.realize(b, Stage::Velocity);
    const Transform X_ab = ~world.brick.getBodyTransform(a) * world.brick.getBodyTransform(b);
    EXPECT_LE(X_ab.p().norm(), 1e-12); // required, here and below
    EXPECT_LE((X_ab.R() - Rotation()).norm(), 1e-12);
    EXPECT_LE((a.getU() - b.getU()).normInf(), 1e-12);
}

// A sphere that rolls without slip for 20 s accumulates no tangential displacement.
TEST(History, RollingAccumulatesNoDisplacement) {
    RestingSphere world;
    auto force = world.makeForce<HertzMindlinForce>();
    State state = world.start();
    world.put(state);
    const Real speed = 1;
    world.sphere.setUToFitVelocity(
        state, SpatialVec(Vec3(0, 0, -speed / (world.radius - world.overlap / 2)), Vec3(speed, 0, 0)));
    Merson integrator(world.system, state, 1e-6);
    Real most = 0;
    for (int i = 1; i <= 200; ++i) {
        advance(integrator, 0.1 * i);
        world.system.realize(integrator.getState(), Stage::Dynamics);
        for (const ContactRecord& r : force.getContactRecords(integrator.getState()))
            most = std::max(most, r.tangentialDisplacement.norm());
    }
    EXPECT_NEAR(world.sphere.getBodyOriginLocation(integrator.getState())[0], 20, 1e-3); // it did roll
    EXPECT_LT(most, 1e-8);                                                               // required
}

// In one step of a ball whose spin and lever both change, nothing slips, to a thousandth of the slip by the trapezoidal rule. The
// rule's own error is exact for a lever of second and a spin of first order in time.
TEST(History, RollingThatSinksInAccumulatesNoDisplacement) {
    const Real radius = 0.05, step = 2e-3;
    const Real overlap = 1e-3, overlapRate = 0.1, overlapAcceleration = -200; // m, m/s, m/s^2
    const Real spin = 40, spinRate = 2000;                                    // rad/s, rad/s^2
    FloorScene world;
    auto sphere = world.addSphere(radius);
    auto force = world.makeForce<HertzMindlinForce>();
    State state = world.start();
    const auto overlapAt = [&](Real t) { return overlap + overlapRate * t + 0.5 * overlapAcceleration * t * t; };
    const auto put = [&](Real t) {
        const Real omega = spin + spinRate * t, lever = radius - overlapAt(t) / 2;
        Real way = 0; // distance: the integral of omega times lever is cubic, for which Simpson's rule is exact
        for (const Real f : {0., 0.5, 1.})
            way += t / 6 * (f == 0.5 ? 4 : 1) * (spin + spinRate * f * t) * (radius - overlapAt(f * t) / 2);
        state.setTime(t);
        sphere.setQToFitTransform(
            state, Transform(Rotation(-(spin * t + spinRate * t * t / 2), ZAxis), Vec3(way, radius - overlapAt(t), 0)));
        sphere.setUToFitVelocity(
            state, SpatialVec(Vec3(0, 0, -omega), Vec3(omega * lever, -(overlapRate + overlapAcceleration * t), 0)));
        world.system.realize(state, Stage::Acceleration);
    };
    put(0);
    state.autoUpdateDiscreteVariables();
    put(step);
    const Real slip = force.getContactRecords(state)[0].tangentialDisplacement.norm();
    const Real trapezoid = std::abs(spin * overlapAcceleration - spinRate * overlapRate) * cube(step) / 24;
    EXPECT_GT(trapezoid, 2e-6);
    EXPECT_LT(slip, 1e-3 * trapezoid);
}

// The linearization contains the effect of a lever that changes within a step: here for an elastic ball, long after the commit.
TEST(History, LeversThatChangeAreInTheLinearization) {
    const Real radius = 0.05;
    FloorScene world;
    auto sphere = world.addSphere(radius);
    HertzMindlinForce force(world.forces, world.surfaces);
    SurfaceMaterial elastic = rubber().setRestitution(1);
    force.setMaterialForAll(elastic);
    State state =
        world.start(sphere, Vec3(0, radius - 5e-4, 0), SpatialVec(Vec3(0.1, 0.2, -0.3), Vec3(0.01, -0.02, 0.01)));
    world.system.realize(state, Stage::Acceleration);
    state.autoUpdateDiscreteVariables();
    state.setTime(0.01);
    sphere.setQToFitTransform(state, Transform(Rotation(0.003, UnitVec3(1, 2, -3)), Vec3(1e-4, radius - 6e-4, 1e-4)));
    sphere.setUToFitVelocity(state, SpatialVec(Vec3(0.2, 0.1, -0.5), Vec3(0.02, -0.01, 0.01)));
    world.system.realize(state, Stage::Dynamics);
    ASSERT_FALSE(force.getContactRecords(state)[0].sliding);
    const Matrix damping = dampingByDifferences(force, world.matter, state, 1e-2);
    ASSERT_GT(largest(damping), 1e-5); // N m s; it is zero without the lever's change
    // The error of the differences is the rounding of positions over their step. The arc over its chord changes by the square of its
    // angle, 1e-5.
    EXPECT_LE(largest(force.calcLinearization(state).calcDamping(state) - damping), 2e-5 * largest(damping));
}

// Trial states that an integrator rejects leave no trace: at the accepted state each digit is as before.
TEST(History, RejectedTrialsLeaveNoTrace) {
    ThrownBrick world;
    auto force = world.makeForce<HertzMindlinForce>();
    RungeKuttaMersonIntegrator integrator(world.system);
    integrator.initialize(world.thrown());
    advance(integrator, 0.5);
    State state = integrator.getAdvancedState();
    world.system.realize(state, Stage::Acceleration);
    ASSERT_GE(force.getContactRecords(state).size(), 1u);
    const Vector accelerations = state.getUDot(), y = state.getY();
    const Real time = state.getTime();
    for (Real trial : {0.1, 0.01, 1e-4}) {
        state.setTime(time + trial);
        state.updY() = y + trial;
        world.system.realize(state, Stage::Acceleration);
    }
    state.setTime(time);
    state.updY() = y;
    world.system.realize(state, Stage::Acceleration);
    EXPECT_EQ((state.getUDot() - accelerations).normInf(), 0);
}

// A run whose first step is far too long, so that many are rejected, ends at the state of a careful run.
TEST(History, RejectedStepsDoNotChangeTheRun) {
    Vector end[2];
    int rejected = 0;
    for (int i = 0; i < 2; ++i) {
        RestingSphere world;
        auto force = world.makeForce<HertzMindlinForce>();
        State state = world.start();
        world.put(state);
        world.sphere.setUToFitLinearVelocity(state, Vec3(1e-4, -0.01, 0)); // bounces and rocks, sticking
        RungeKuttaMersonIntegrator integrator(world.system);
        integrator.setAccuracy(1e-9);
        integrator.setInitialStepSize(i == 0 ? 1e-5 : 1);
        integrator.initialize(state);
        advance(integrator, 0.05);
        end[i] = integrator.getState().getY();
        rejected = integrator.getNumErrorTestFailures() + integrator.getNumConvergenceTestFailures(); // of the last run
    }
    EXPECT_GT(rejected, 3);
    EXPECT_LT((end[0] - end[1]).normInf(), 1e-7); // a hundred times the accuracy
}

// Two spheres connected by a rod, a constraint, are thrown on the floor so that they bounce, slide and stick.
struct Dumbbell : FloorScene {
    MobilizedBody::Free first = addSphere(0.1), second = addSphere(0.1);
    HertzMindlinForce force = makeForce<HertzMindlinForce>();

    Dumbbell() {
        addGravity();
        Constraint::Rod(first, Vec3(0, 0.05, 0), second, Vec3(0, 0.05, 0), 0.3);
    }

    State thrown() {
        State state = start(first, Vec3(0, 0.101, 0));
        second.setQToFitTranslation(state, Vec3(0.3, 0.1005, 0));
        for (const auto* sphere : {&first, &second}) sphere->setUToFitLinearVelocity(state, Vec3(0.1, -0.2, 0.3));
        return state;
    }
};

// Finds the turning points of a sphere's height. Each one is located within a step, which is backed up to it.
class TurningPoint : public TriggeredEventHandler {
public:
    TurningPoint(const MobilizedBody& body, int& count)
        : TriggeredEventHandler(Stage::Velocity), body(body), count(count) {
        getTriggerInfo().setRequiredLocalizationTimeWindow(1e-9);
    }
    Real getValue(const State& state) const override { return body.getBodyOriginVelocity(state)[1]; }
    void handleEvent(State& state, Real, bool&) const override {
        ++count;
        state.invalidateAllCacheAtOrAbove(Stage::Dynamics); // a change that makes the integrator restart
    }

private:
    const MobilizedBody body;
    int& count;
};

// Returns the final positions, velocities and tangential displacements of the dumbbell.
std::vector<Real> runDumbbell(Integrator& integrator, Dumbbell& world, Real initialStep) {
    integrator.setInitialStepSize(initialStep);
    integrator.setConstraintTolerance(std::min(1e-6, integrator.getAccuracyInUse()));
    integrator.setProjectEveryStep(true);
    TimeStepper stepper(world.system, integrator);
    stepper.initialize(world.thrown());
    stepper.stepTo(0.2);
    const State& end = integrator.getState();
    world.system.realize(end, Stage::Dynamics);
    std::vector<Real> values;
    for (const auto* sphere : {&world.first, &world.second})
        for (int k = 0; k < 3; ++k) {
            values.push_back(sphere->getBodyOriginLocation(end)[k]);
            values.push_back(sphere->getBodyOriginVelocity(end)[k]);
        }
    for (const ContactRecord& r : world.force.getContactRecords(end)) values.push_back(r.tangentialDisplacement.norm());
    return values;
}

// Integrators retract steps after a first step that is too long, error tests, events within a step and projections of a constraint.
// The run still ends at the state of a careful run without events, to the accuracy that was set.
TEST(History, RetractedStepsDoNotChangeTheRun) {
    Dumbbell cautious;
    RungeKuttaMersonIntegrator fine(cautious.system);
    fine.setAccuracy(1e-11);
    const auto reference = runDumbbell(fine, cautious, 1e-6);
    ASSERT_EQ(reference.size(), 14u); // both touch
    for (Real accuracy : {1e-3, 1e-5, 1e-7, 1e-9}) {
        Dumbbell world;
        int turns = 0;
        world.system.addEventHandler(new TurningPoint(world.first, turns));
        RungeKuttaMersonIntegrator integrator(world.system);
        integrator.setAccuracy(accuracy);
        const auto got = runDumbbell(integrator, world, 1);
        ASSERT_EQ(got.size(), reference.size());
        Real worst = 0;
        for (std::size_t i = 0; i < got.size(); ++i) worst = std::max(worst, std::abs(got[i] - reference[i]));
        EXPECT_LT(worst, 10 * accuracy + 2e-6); // of 0.3 m/s; no error test detects when in a step a contact began
        EXPECT_GT(integrator.getNumErrorTestFailures(), 10);
        EXPECT_GT(integrator.getNumProjections(), 100);
        EXPECT_GT(turns, 3);
    }
}

// CPodes commits each step if it returns each internal step. The history that reversals of slip need is then complete.
TEST(History, CPodesThatReturnsEveryStepKeepsTheHistory) {
    Real place[3];
    for (int i = 0; i < 3; ++i) {
        FloorScene world;
        world.addGravity();
        const auto block = world.add<MobilizedBody::Translation>(Sphere(0.1), bodyOf(1));
        auto force = world.makeForce<CundallForce>(LinearNormal().setStiffness(1e4), CundallSlider().setStiffness(1e4));
        Force::MobilityLinearSpring(world.forces, block, MobilizerQIndex(0), 20, 0); // pulls it back and forth
        State state = world.start(block, Vec3(2, 0.1 - 9.81 / 1e4, 0));
        std::unique_ptr<Integrator> integrator;
        if (i == 0)
            integrator = std::make_unique<RungeKuttaMersonIntegrator>(world.system);
        else
            integrator = std::make_unique<CPodesIntegrator>(world.system, i == 1 ? CPodes::BDF : CPodes::Adams);
        integrator->setAccuracy(1e-8);
        integrator->setReturnEveryInternalStep(true);
        integrator->initialize(state);
        advance(*integrator, 4);
        place[i] = block.getBodyOriginLocation(integrator->getState())[0];
    }
    EXPECT_NEAR(place[1], place[0], 3e-4); // kinks of the reversals; if not every step is returned, the error is 0.05 m
    EXPECT_NEAR(place[2], place[0], 3e-4);
}

// Only the slip after first contact loads the spring. A slip of 4 um from a gap of 3 um to an overlap of 1 um loads it by 1 um.
TEST(History, StartsAtFirstContact) {
    FloorScene world;
    const Real radius = 0.1, dt = 1e-4;
    auto sphere = world.addSphere(radius);
    CundallForce force(world.forces, world.surfaces, LinearNormal().setStiffness(1e5),
                       CundallSlider().setStiffness(1e3));
    SurfaceMaterial material = rubber().setRestitution(1).setStaticFriction(100);
    force.setMaterialForAll(material);
    State state = world.start(sphere, Vec3(0, radius + 3e-6, 0), Vec3(4e-6 / dt, -4e-6 / dt, 0));
    world.system.realize(state, Stage::Acceleration);
    state.autoUpdateDiscreteVariables();
    state.setTime(dt);
    sphere.setQToFitTranslation(state, Vec3(4e-6, radius - 1e-6, 0));
    world.system.realize(state, Stage::Dynamics);
    ASSERT_EQ(force.getContactRecords(state).size(), 1u);
    EXPECT_NEAR(force.getContactRecords(state)[0].tangentialDisplacement[0], 1e-6,
                1e-15); // rounding of the overlap at 0.1 m: 1e-17 m
}

// A block that is released after sliding any distance springs back by at most mu N/kt.
TEST(History, PushAndReleaseSpringsBackByTheOnsetDisplacement) {
    FloorScene world;
    world.addGravity();
    MobilizedBody::Translation block(world.matter.updGround(), Body::Rigid(boxOf(1, Vec3(.1, .05, .1))));
    for (int i = 0; i < 4; ++i) world.add(block, Sphere(0.02), Vec3(i & 1 ? .1 : -.1, -.03, i & 2 ? .1 : -.1));
    const Real kn = 1e4, kt = 8e3, mu = 0.5, weight = 9.81, push = 8;
    auto force = world.makeForce<CundallForce>(LinearNormal().setStiffness(kn), CundallSlider().setStiffness(kt));
    Force::DiscreteForces hand(world.forces, world.matter);
    State state = world.start(block, Vec3(0, 0.05 - weight / 4 / kn, 0));
    hand.setOneBodyForce(state, block, SpatialVec(Vec3(0), Vec3(push, 0, 0)));
    Merson integrator(world.system, state, 1e-7);
    advance(integrator, 0.2);
    hand.clearAllBodyForces(integrator.updAdvancedState());
    integrator.reinitialize(Stage::Dynamics, false);
    Real furthest = 0;
    for (int i = 1; i <= 1000; ++i) {
        advance(integrator, 0.2 + 0.001 * i);
        furthest = std::max(furthest, block.getBodyOriginLocation(integrator.getState())[0]);
    }
    const Real back = furthest - block.getBodyOriginLocation(integrator.getState())[0];
    EXPECT_GT(furthest, 0.01); // it did slide
    EXPECT_GT(back, 0);
    EXPECT_LE(back, mu * (weight / 4) / kt);
}

// clearHistory() keeps the contact and removes the load of its spring.
TEST(History, ClearedContactHasAnUnloadedSpring) {
    RestingSphere world;
    auto force = world.makeForce<HertzMindlinForce>();
    State state = world.start();
    world.put(state);
    world.system.realize(state, Stage::Acceleration);
    state.autoUpdateDiscreteVariables();
    world.sphere.setQToFitTranslation(state, Vec3(1e-6, world.radius - world.overlap, 0));
    world.system.realize(state, Stage::Acceleration);
    EXPECT_NEAR(force.getContactRecords(state)[0].tangentialDisplacement[0], 1e-6, 1e-15); // rounding
    force.clearHistory(state);
    world.system.realize(state, Stage::Acceleration);
    ASSERT_EQ(force.getContactRecords(state).size(), 1u);
    EXPECT_EQ(force.getContactRecords(state)[0].tangentialForce.norm(), 0);
    EXPECT_GT(force.getContactRecords(state)[0].normalForce.norm(), 0);
}

// Two integrators in two threads, each with its own System, reach the end states of serial runs, to the last bit. Simbody 3.7 cannot
// realize one System in two threads at once, with any forces.
TEST(Threads, WithIntegratorsEqualSerialRuns) {
    const auto run = [](Real spin, Vector& end) {
        ThrownBrick world;
        auto force = world.makeForce<CundallForce>();
        force.setTrackDissipatedEnergy(true);
        State state = world.thrown();
        world.brick.setUToFitAngularVelocity(state, Vec3(spin, 3, -2));
        const State later = world.run(state, 0.5, 1e-5);
        end = later.getY();
    };
    Vector alone[2], together[2];
    for (int i = 0; i < 2; ++i) run(1. + i, alone[i]);
    std::thread threads[2];
    for (int i = 0; i < 2; ++i) threads[i] = std::thread([&, i] { run(1. + i, together[i]); });
    for (std::thread& t : threads) t.join();
    for (int i = 0; i < 2; ++i) EXPECT_EQ((together[i] - alone[i]).normInf(), 0) << i;
    EXPECT_GT((alone[1] - alone[0]).normInf(), 1e-3); // the two runs differ
}

// Two States of one System in two threads get exactly the results of a serial run. Simbody 3.7's GeneralForceSubsystem cannot be
// realized in two threads at once, since its task object is shared. Realizing therefore takes turns here.
TEST(Threads, DoNotDisturbEachOther) {
    ThrownBrick world;
    auto force = world.makeForce<HertzMindlinForce>();
    const State start = world.thrown();
    std::mutex realizing;
    const auto run = [&](Real spin, std::vector<Vector_<SpatialVec>>& seen) {
        std::unique_lock<std::mutex> turn(realizing);
        State state = start;
        world.brick.setUToFitAngularVelocity(state, Vec3(spin, 3, -2));
        Vector_<SpatialVec> bodyForces;
        Vector_<Vec3> particleForces;
        Vector mobilityForces;
        for (int step = 1; step <= 300; ++step) { // explicit Euler
            world.system.realize(state, Stage::Acceleration);
            turn.unlock();
            for (int i = 0; i < 20; ++i) force.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
            turn.lock();
            seen.push_back(bodyForces);
            const Vector rates = state.getYDot();
            state.autoUpdateDiscreteVariables();
            state.setTime(1e-3 * step);
            state.updY() += 1e-3 * rates;
        }
    };
    std::vector<Vector_<SpatialVec>> alone[2], together[2];
    for (int i = 0; i < 2; ++i) run(1. + i, alone[i]);
    std::thread threads[2];
    for (int i = 0; i < 2; ++i) threads[i] = std::thread([&, i] { run(1. + i, together[i]); });
    for (std::thread& t : threads) t.join();
    Real most = 0;
    for (int i = 0; i < 2; ++i)
        for (std::size_t step = 0; step < alone[i].size(); ++step)
            for (int body = 0; body < 2; ++body) {
                EXPECT_EQ((alone[i][step][body] - together[i][step][body]).norm(), 0);
                most = std::max(most, alone[i][step][body].norm());
            }
    EXPECT_GT(most, 1); // there were contacts
}

// A report between two steps gets the force of a run with a step that ends there. This holds during sliding, at the change to sticking
// and after it, with each method of interpolation.
TEST(History, InterpolatedReportsHaveTheRightForce) {
    for (int kind = 0; kind < 4; ++kind) {
        std::vector<Vec3> seen[2];
        int between = 0;
        for (int i = 0; i < 2; ++i) {
            RestingSphere world;
            auto force = world.makeForce<HertzMindlinForce>();
            State state = world.start();
            world.put(state);
            world.sphere.setUToFitLinearVelocity(state, Vec3(0.1, 0, 0)); // rolls after 2 v/(7 mu g) = 5.8 ms
            std::unique_ptr<Integrator> integrator;
            if (kind == 0) integrator = std::make_unique<RungeKuttaMersonIntegrator>(world.system);
            if (kind == 1) integrator = std::make_unique<RungeKutta3Integrator>(world.system);
            if (kind == 2) integrator = std::make_unique<VerletIntegrator>(world.system);
            if (kind == 3) integrator = std::make_unique<CPodesIntegrator>(world.system);
            integrator->setAccuracy(1e-7);
            integrator->setMaximumStepSize(2e-4); // both runs resolve the change to sticking
            integrator->setAllowInterpolation(i == 0);
            integrator->setReturnEveryInternalStep(kind == 3);
            integrator->initialize(state);
            for (Real time = 0.00043; time < 0.012; time += 0.00111) {
                advance(*integrator, time);
                between += integrator->isStateInterpolated();
                world.system.realize(integrator->getState(), Stage::Dynamics);
                seen[i].push_back(force.getContactRecords(integrator->getState())[0].tangentialForce);
            }
        }
        EXPECT_GT(between, 5);
        Real worst = 0, largest = 0;
        for (std::size_t k = 0; k < seen[0].size(); ++k) {
            largest = std::max(largest, seen[1][k].norm());
            worst = std::max(worst, (seen[0][k] - seen[1][k]).norm());
        }
        EXPECT_GT(largest, 1);
        EXPECT_LT(worst, 1e-4 * largest); // cubic interpolation of 0.2 ms, Verlet's error of second order
    }
}

} // namespace
} // namespace test_history
