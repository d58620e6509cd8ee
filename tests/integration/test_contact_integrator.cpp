// Tests ContactIntegrator against closed forms, and against Runge-Kutta-Merson at a much tighter accuracy.

#include "FootedBlock.h"
#include "Heard.h"
#include "Messages.h"

#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactLinearization.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/shapes/Brick.h>

namespace test_contact_integrator {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct Case {
    Real youngsModulus, accuracy;
};
std::string nameOf(const ::testing::TestParamInfo<Case>& info) {
    return "E1e" + std::to_string(int(std::log10(info.param.youngsModulus))) + "_acc1em" +
           std::to_string(int(std::lround(-std::log10(info.param.accuracy))));
}

class ContactIntegratorOnASlope : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(AllStiffnesses, ContactIntegratorOnASlope,
                         ::testing::Values(Case{2e6, 1e-2}, Case{2e6, 1e-3}, Case{2e6, 1e-4}, Case{1e9, 1e-2},
                                           Case{1e9, 1e-3}, Case{1e9, 1e-4}, Case{7e10, 1e-2}, Case{7e10, 1e-3},
                                           Case{7e10, 1e-4}),
                         nameOf);

// A block on a slope of 17 degrees comes to rest where its springs hold it, for any stiffness, and stays there.
TEST_P(ContactIntegratorOnASlope, HoldsABlock) {
    const Real slope = 17 * Pi / 180, E = GetParam().youngsModulus;
    FootedBlock block(E, 0.5, 0.3, slope);
    const Real load = g * std::cos(slope),
               yields = g * std::sin(slope) / feet / tangentialStiffnessOf(E, overlapOf(E, load));
    const State state = block.stand(block.matter.updGround(), load);
    ContactIntegrator integrator(block.system, *block.force);
    integrator.setAccuracy(GetParam().accuracy);
    integrator.initialize(state);
    integrator.stepTo(10);
    const Real middle = block.placeOf(integrator);
    integrator.stepTo(20);
    EXPECT_NEAR(block.placeOf(integrator), -yields, 1e-6 * yields); // L-stable: no trace of the initial motion remains
    EXPECT_LT(std::abs(block.placeOf(integrator) - middle) / 10, 1e-12); // m/s
    EXPECT_LT(integrator.getNumStepsAttempted(), 150); // at 7e10 Runge-Kutta-Merson would need far more
}

// A sliding block stops after v^2/(2 mu g), minus the energy in its springs. The error is within the accuracy.
TEST(ContactIntegrator, SlidesTheDistanceOfCoulomb) {
    for (const Real accuracy : {1e-2, 1e-3, 1e-4}) {
        FootedBlock block(1e10, 0.3, 0.5);
        State state = block.stand(block.matter.updGround(), g);
        block.body->setOneU(state, 0, 2);
        ContactIntegrator integrator(block.system, *block.force);
        integrator.setAccuracy(accuracy);
        integrator.initialize(state);
        const Real before = block.system.calcEnergy(integrator.getState());
        integrator.stepTo(2);
        EXPECT_NEAR(block.placeOf(integrator), 4 / (2 * 0.3 * g), 1e-3 * accuracy + 1e-6); // 7e-7 m are elastic
        const Real after =
            block.system.calcEnergy(integrator.getState()) + block.force->getDissipatedEnergy(integrator.getState());
        EXPECT_NEAR(after, before, accuracy * before);
        EXPECT_LT(integrator.getNumStepsTaken(), 100);
    }
}

// On a platform shaken with 1.1 times the friction limit a block slips 5.1776 mm in each half period: Runge-Kutta-Merson at 1e-8.
TEST(ContactIntegrator, SlipsOnAShakenPlatform) {
    const auto slips = [](Real accuracy) {
        return slipOfShakenBlock([&](ContactIntegrator& integrator) { integrator.setAccuracy(accuracy); }, 1.3, 1.8);
    };
    EXPECT_NEAR(slips(1e-4), 5.1776e-3, 5.1776e-5); // a hundredth
    EXPECT_NEAR(slips(1e-5), 5.1776e-3, 5.1776e-6);
}

// Oblique impacts have the normal and tangential restitution and the spin of Runge-Kutta-Merson at 1e-9. Errors are relative to the
// incoming speeds, within ten times the accuracy.
TEST(ContactIntegrator, GivesTheReboundOfObliqueImpacts) {
    struct Impact {
        Real degrees, E, restitution;
    };
    std::vector<Impact> impacts;
    for (const Real degrees : {5., 20., 45., 70.})
        for (const Real E : {1e6, 1e7, 1e10, 1e12})
            for (const Real restitution : {0.1, 0.7}) impacts.push_back({degrees, E, restitution});
    for (const auto& [degrees, E, restitution] : impacts) {
        Scene scene;
        const Real R = 0.01, mass = 4. / 3. * Pi * R * R * R * 2500, angle = degrees * Pi / 180;
        scene.material = {E, poisson, restitution, 0.3};
        scene.addFloor("floor");
        MobilizedBody::Free ball = scene.add(Sphere(R), ballOf(mass, R), "ball");
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(ball, Vec3(0, R + 1e-5, 0), Vec3(std::sin(angle), -std::cos(angle), 0));
        const Real end = 20 * std::pow(mass * mass / (E * E * R), 0.2) + 4e-5 / std::cos(angle);

        Merson reference(scene.system, state, 1e-9, 1e-5);
        while (reference.getTime() < end) reference.stepTo(end);
        const SpatialVec expected = ball.getBodyVelocity(reference.getState());
        for (const Real accuracy : {1e-3, 1e-4, 1e-5}) {
            ContactIntegrator integrator(scene.system, force);
            integrator.setAccuracy(accuracy);
            integrator.initialize(state);
            integrator.stepTo(end);
            const SpatialVec found = ball.getBodyVelocity(integrator.getState());
            SCOPED_TRACE(std::to_string(degrees) + " degrees, E = " + std::to_string(E) +
                         ", e = " + std::to_string(restitution));
            EXPECT_NEAR(found[1][1], expected[1][1], 10 * accuracy * std::cos(angle));
            EXPECT_NEAR(found[1][0], expected[1][0], 10 * accuracy * std::sin(angle));
            EXPECT_NEAR(found[0][2] * R, expected[0][2] * R, 10 * accuracy * std::sin(angle));
            EXPECT_LT(integrator.getNumStepsTaken(), 200);
        }
    }
}

// In these impacts the embedded error estimate alone gives errors of 13 and 20 times the accuracy. Its weights have both signs, so
// that a contact that begins between two stages may cancel.
TEST(ContactIntegrator, FindsContactsThatCancelInItsErrorEstimate) {
    struct Impact {
        Real degrees, E, restitution, gap, accuracy;
    };
    for (const auto& [degrees, E, restitution, gap, accuracy] :
         {Impact{70, 1e10, 0.9, 1e-5, 1e-4}, Impact{45, 1e10, 0.9, 2.9e-5, 1e-5},
          Impact{70, 1e12, 0.9, 2.9e-5, 1e-5}}) {
        Scene scene;
        const Real R = 0.01, mass = 4. / 3. * Pi * R * R * R * 2500, angle = degrees * Pi / 180;
        scene.material = {E, poisson, restitution, 0.3};
        scene.addFloor();
        MobilizedBody::Free ball = scene.add(Sphere(R), ballOf(mass, R));
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(ball, Vec3(0, R + gap, 0), Vec3(std::sin(angle), -std::cos(angle), 0));
        const Real end = 20 * std::pow(mass * mass / (E * E * R), 0.2) + 2 * gap / std::cos(angle);
        const auto velocityAt = [&](Real accuracyOfRun) {
            ContactIntegrator integrator(scene.system, force);
            integrator.setAccuracy(accuracyOfRun);
            integrator.initialize(state);
            integrator.stepTo(end);
            return ball.getBodyOriginVelocity(integrator.getState());
        };
        const Vec3 expected = velocityAt(1e-8), found = velocityAt(accuracy);
        EXPECT_NEAR(found[1], expected[1], 5 * accuracy * std::cos(angle)) << degrees << " degrees, E = " << E;
        EXPECT_NEAR(found[0], expected[0], 5 * accuracy * std::sin(angle)) << degrees << " degrees, E = " << E;
    }
}

// The derivatives of other forces cost no more for many free bodies than for one, unless forces couple the bodies.
TEST(ContactIntegrator, DifferentiatesFreeBodiesTogether) {
    struct Count : Force::Custom::Implementation {
        explicit Count(int& calls) : calls(calls) {}
        void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override { ++calls; }
        Real calcPotentialEnergy(const State&) const override { return 0; }
        int& calls;
    };
    const int numBalls = 30;
    for (const bool areCoupled : {false, true}) {
        int calls = 0;
        Scene scene;
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
        Force::Custom(scene.forces, new Count(calls));
        scene.material = {1e7, poisson, 0.5, 0.5};
        scene.addFloor();
        std::vector<MobilizedBody::Free> balls;
        for (int i = 0; i < numBalls; ++i) {
            balls.emplace_back(scene.matter.Ground(), Body::Rigid(ballOf(1, radius)));
            scene.add(balls.back(), Sphere(radius));
        }
        if (areCoupled) Force::TwoPointLinearSpring(scene.forces, balls[3], Vec3(0), balls[7], Vec3(0), 1e5, 0.4);
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.system.realizeTopology();
        for (int i = 0; i < numBalls; ++i) balls[i].setQToFitTranslation(state, Vec3(0.1 * i, radius - 1e-5, 0));
        ContactIntegrator integrator(scene.system, force);
        integrator.setMechanismDerivatives(MechanismDerivatives::Always).setFixedStepSize(1e-3).initialize(state);
        integrator.takeOneStep(1);
        const int oneByOne = 2 * 6 * numBalls;
        EXPECT_EQ(calls > oneByOne, areCoupled) << calls; // some 20 are of the step itself
    }
}

// A ball that is pulled rolls with 5/7 of the force's acceleration, in a few steps, at any accuracy.
TEST(ContactIntegrator, RollsExactly) {
    for (const Real accuracy : {1e-2, 1e-4}) {
        Scene scene;
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
        scene.material = {1e10, poisson, 0.5, 0.5};
        scene.addFloor("floor");
        MobilizedBody::Free ball = scene.add(Sphere(0.1), ballOf(1, 0.1), "ball");
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        Force::ConstantForce(scene.forces, ball, Vec3(0), Vec3(1. / 6, 0, 0));
        State state = scene.system.realizeTopology();
        const Real overlap = std::pow(g / (4. / 3. * effectiveModulus(1e10) * std::sqrt(0.1)), 2. / 3.);
        ball.setQToFitTranslation(state, Vec3(0, 0.1 - overlap, 0));
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(accuracy);
        integrator.initialize(state);
        integrator.stepTo(6);
        EXPECT_NEAR(ball.getBodyOriginLocation(integrator.getState())[0], 15. / 7,
                    2e-5); // 1.6e-5 m: overlap of its levers
        EXPECT_LE(integrator.getNumStepsAttempted(), 60);
    }
}

// A ball with its mass centre off its own centre rolls on a floor.
struct EccentricBall : Scene {
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    explicit EccentricBall(Real spin) {
        const Real radius = 0.1, offset = 0.05;
        Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
        const MassProperties mass(1, Vec3(0, -offset, 0), Inertia(0.004).shiftFromMassCenter(Vec3(0, -offset, 0), 1));
        MobilizedBody::Planar ball(matter.Ground(), Body::Rigid(mass));
        ContactSurfaces surfaces(matter);
        const SurfaceMaterial material{1e8, 0.3, 0.5, 0.8};
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material);
        surfaces.add(ball, Sphere(radius), Vec3(0), material);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        force->setTrackDissipatedEnergy(true);
        state = system.realizeTopology();
        ball.setQ(state, Vec3(0, 0, radius - 3e-5));
        ball.setU(state, Vec3(-spin, spin * radius, 0));
        system.realize(state, Stage::Velocity);
    }
    Real calcEnergy(const State& at) const {
        system.realize(at, Stage::Dynamics);
        return system.calcEnergy(at) + force->getDissipatedEnergy(at);
    }
};

// Frequent output does not cost energy: an eccentric ball that rolls conserves its energy also in steps of a millisecond.
TEST(ContactIntegrator, KeepsItsEnergyInShortSteps) {
    const EccentricBall ball(20);
    for (const Real interval : {1., 1e-2, 1e-3}) {
        ContactIntegrator integrator(ball.system, *ball.force);
        integrator.initialize(ball.state);
        const Real before = ball.calcEnergy(integrator.getState()), moving = ball.system.calcKineticEnergy(ball.state);
        for (int i = 1; i * interval <= 1 + TinyReal; ++i) integrator.stepTo(i * interval);
        // Relative to the kinetic energy; some twenty steps have errors of at most the accuracy, a thousandth.
        EXPECT_NEAR(ball.calcEnergy(integrator.getState()), before, 1e-3 * moving) << interval << " s";
    }
}

// Iterations update the derivatives: they take fewer than two a stage. With constant derivatives they take two and a half. The
// remaining error is not larger.
TEST(ContactIntegrator, UpdatesDerivativesByItsCorrections) {
    int steps = 0, iterations = 0;
    Real squares = 0;
    const std::vector<Real> spins = {14, 16, 18, 20, 22, 24}; // one spin alone is right or wrong by chance
    for (const Real spin : spins) {
        const EccentricBall ball(spin);
        ContactIntegrator integrator(ball.system, *ball.force);
        integrator.initialize(ball.state);
        const Real before = ball.calcEnergy(integrator.getState());
        integrator.stepTo(1);
        squares +=
            square((ball.calcEnergy(integrator.getState()) - before) / ball.system.calcKineticEnergy(ball.state));
        steps += integrator.getNumStepsTaken();
        iterations += integrator.getNumIterations();
    }
    EXPECT_LT(iterations, 4 * steps);
    EXPECT_LT(std::sqrt(squares / spins.size()),
              1e-3); // the accuracy; 4e-3 if corrections are underestimated
}

// A loop of four bars on the floor, with a prescribed crank, a locked joint and a ball joint, moves as with Simbody's integrator.
TEST(ContactIntegrator, SupportsConstraintsAndPrescribedMotion) {
    Scene scene;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
    const Body::Rigid bar(MassProperties(1, Vec3(0, -.1, 0), UnitInertia(.02, .001, .02)));
    scene.material = {1e7, poisson, 0.3, 0.6};
    MobilizedBody::Pin crank(scene.matter.Ground(), Vec3(0, .5, 0), bar, Vec3(0));
    Motion::Sinusoid(crank, Motion::Position, .3, 3, 0);
    MobilizedBody::Ball rod(crank, Vec3(0, -.2, 0), bar, Vec3(0));
    MobilizedBody::Pin rocker(scene.matter.Ground(), Vec3(.3, .5, 0), bar, Vec3(0));
    MobilizedBody::Free ball(scene.matter.Ground(), Body::Rigid(ballOf(1, .05)));
    MobilizedBody::Slider locked(scene.matter.Ground(), bar);
    Constraint::Rod(rod, Vec3(0, -.2, 0), rocker, Vec3(0, -.2, 0), .25);
    scene.addFloor("floor");
    scene.add(ball, Sphere(.05), Vec3(0), "ball");
    scene.add(rocker, Sphere(.03), Vec3(0, -.2, 0), "rocker");
    const HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.system.realizeTopology();
    scene.system.realizeModel(state);
    locked.lock(state);
    ball.setQToFitTranslation(state, Vec3(.33, .33, .01));
    ball.setUToFitVelocity(state, SpatialVec(Vec3(1, 2, 3), Vec3(0, .5, 0)));
    scene.system.realize(state, Stage::Instance);
    Assembler(scene.system).assemble(state);

    Merson reference(scene.system, state, 1e-8, 1e-3);
    while (reference.getTime() < 0.5) reference.stepTo(0.5);
    ContactIntegrator integrator(scene.system, force);
    integrator.setAccuracy(1e-5);
    integrator.initialize(state);
    integrator.stepTo(0.5);
    const State& found = integrator.getState();
    for (MobilizedBodyIndex b(1); b < scene.matter.getNumBodies(); ++b) {
        const MobilizedBody& body = scene.matter.getMobilizedBody(b);
        const Transform &X = body.getBodyTransform(found), &expected = body.getBodyTransform(reference.getState());
        EXPECT_LT((X.p() - expected.p()).norm(), 2e-3) << "body " << b; // a ball has bounced off a moving one
        EXPECT_LT((X.R().asMat33() - expected.R().asMat33()).norm(), 2e-2) << "body " << b;
    }
    EXPECT_LT(found.getQErr().normInf(), 1e-5);
    EXPECT_LT(found.getUErr().normInf(), 1e-5);
    EXPECT_EQ(locked.getOneU(found, 0), 0);
}

// Reporters and handlers run at their times, in the order of these times. Witness functions trigger where they change sign.
TEST(ContactIntegrator, ServesReportersAndHandlers) {
    struct Log {
        std::vector<Real> reports, handled, triggered;
    };
    struct Report : PeriodicEventReporter {
        Report(Log& log, Real interval) : PeriodicEventReporter(interval), log(log) {}
        void handleEvent(const State& s) const override { log.reports.push_back(s.getTime()); }
        Log& log;
    };
    struct Kick : ScheduledEventHandler {
        Kick(Log& log, const MobilizedBody& body) : log(log), body(body) {}
        Real getNextEventTime(const State& s, bool includeCurrent) const override {
            return s.getTime() < 0.25 || (includeCurrent && s.getTime() == 0.25) ? 0.25 : Infinity;
        }
        void handleEvent(State& s, Real, bool&) const override {
            log.handled.push_back(s.getTime());
            body.setOneU(s, 0, 1);
        }
        Log& log;
        const MobilizedBody& body;
    };
    struct Pass : TriggeredEventHandler {
        Pass(Log& log, const MobilizedBody& body) : TriggeredEventHandler(Stage::Position), log(log), body(body) {
            getTriggerInfo().setRequiredLocalizationTimeWindow(1e-6);
        }
        Real getValue(const State& s) const override { return body.getOneQ(s, 0) - 0.1; }
        void handleEvent(State& s, Real, bool& shouldTerminate) const override {
            log.triggered.push_back(s.getTime());
            shouldTerminate = true;
        }
        Log& log;
        const MobilizedBody& body;
    };
    for (const Real step : {NaN, 2e-3}) { // chosen by error control, and fixed
        Log log;
        FootedBlock block(1e9, 0.2, 0.5);
        const State unused = block.stand(block.matter.updGround(), g);
        block.system.addEventReporter(new Report(log, 0.1));
        block.system.addEventHandler(new Kick(log, *block.body));
        block.system.addEventHandler(new Pass(log, *block.body));
        State state = block.system.realizeTopology();
        block.system.realizeModel(state);
        state.updQ() = unused.getQ();
        ContactIntegrator integrator(block.system, *block.force);
        if (!isNaN(step)) integrator.setFixedStepSize(step);
        integrator.initialize(state);
        ContactStepper(integrator).stepTo(1);
        // Braked by mu g from 1 m/s at 0.25 s, 0.1 m are reached after (1 - sqrt(1 - 2 mu g 0.1))/(mu g) = 0.1127 s.
        const Real passes = 0.25 + (1 - std::sqrt(1 - 2 * 0.2 * g * 0.1)) / (0.2 * g);
        ASSERT_EQ(log.reports.size(), 4u);
        for (int i = 0; i < 4; ++i) EXPECT_NEAR(log.reports[i], 0.1 * i, 1e-12);
        ASSERT_EQ(log.handled, std::vector<Real>{0.25});
        ASSERT_EQ(log.triggered.size(), 1u);
        EXPECT_NEAR(log.triggered[0], passes, 1e-4); // the springs deform by some um first
        EXPECT_EQ(integrator.getTime(), log.triggered[0]);
    }
}

// A ball that is thrown up lands on the floor or plate that it left seconds before. Steps of free flight contain no contact forces
// that would show it.
TEST(ContactIntegrator, FindsAContactThatItLeftSecondsBefore) {
    const Real radius = 0.02, height = 0.5, speed = 10, thickness = 0.02;
    for (const bool isPlate : {false, true}) {
        Scene scene;
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
        const SurfaceMaterial material{1e8, 0.3, 0.5, 0.4};
        if (isPlate)
            scene.surfaces.add(scene.matter.Ground(), Brick(Vec3(.1, thickness / 2, .1), thickness / 4),
                               Vec3(0, -thickness / 2, 0), material);
        else
            scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), material);
        MobilizedBody::Free ball(scene.matter.Ground(), Body::Rigid(ballOf(1, radius)));
        scene.surfaces.add(ball, Sphere(radius), Transform(), material);
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(ball, Vec3(0, radius + height, 0), Vec3(0, speed, 0));
        ContactIntegrator integrator(scene.system, force);
        integrator.initialize(state);
        const Real landing = (speed + std::sqrt(speed * speed + 2 * g * height)) / g, fall = speed - g * landing;
        integrator.stepTo(landing + 0.01); // it has bounced
        EXPECT_NEAR(ball.getBodyOriginVelocity(integrator.getState())[1], -0.5 * fall - 0.01 * g, 0.05);
        const int mostSteps = isPlate ? 10000 : 100; // near a brick the bounds are those of its bounding sphere
        EXPECT_LT(integrator.getNumStepsAttempted(), mostSteps);
    }
}

// A repeated run is equal to the last bit.
TEST(ContactIntegrator, IsReproducible) {
    const auto run = [] {
        FootedBlock block(1e8, 0.3, 0.5);
        State state = block.stand(block.matter.updGround(), g);
        block.body->setOneU(state, 0, 1);
        block.body->setOneU(state, 1, 0.2);
        ContactIntegrator integrator(block.system, *block.force);
        integrator.initialize(state);
        integrator.stepTo(1);
        return Vector(integrator.getState().getY());
    };
    EXPECT_EQ((run() - run()).normInf(), 0);
}

// An invalid argument is an error at the call that passes it.
TEST(ContactIntegrator, RejectsInvalidArguments) {
    FootedBlock block(1e8, 0.3, 0.5), other(1e8, 0.3, 0.5);
    const State state = block.stand(block.matter.updGround(), g);
    other.stand(other.matter.updGround(), g);
    const DEMContactForce& force = *block.force;
    EXPECT_EQ(
        messageOf<std::invalid_argument>([&] { ContactIntegrator(block.system, std::vector<DEMContactForce>()); }),
        "ContactIntegrator needs at least one contact force; none is given");
    EXPECT_EQ(messageOf<std::invalid_argument>([&] {
                  ContactIntegrator(block.system, {force, force});
              }),
              "ContactIntegrator: contact force 1 is given twice");
    EXPECT_EQ(messageOf<std::invalid_argument>([&] { ContactIntegrator(block.system, *other.force); }),
              "ContactIntegrator: contact force 0 is of another System");
    ContactIntegrator integrator(block.system, force);
    for (const Real accuracy : {0., -1., 0.2, Real(NaN)})
        EXPECT_THROW(integrator.setAccuracy(accuracy), std::invalid_argument) << accuracy;
    for (const Real step : {0., -1., Real(NaN)}) {
        EXPECT_THROW(integrator.setMaximumStepSize(step), std::invalid_argument) << step;
        EXPECT_THROW(integrator.setInitialStepSize(step), std::invalid_argument) << step;
    }
    EXPECT_EQ(messageOf<std::logic_error>([&] { integrator.stepTo(1); }),
              "ContactIntegrator::stepTo(): call initialize() first");
    integrator.initialize(state);
    integrator.stepTo(0.1);
    for (const Real past : {0.05, Real(NaN)}) {
        EXPECT_THROW(integrator.stepTo(past), std::invalid_argument) << past;
        EXPECT_THROW(ContactStepper(integrator).stepTo(past), std::invalid_argument) << past;
    }
    EXPECT_EQ(messageOf<std::invalid_argument>([&] { integrator.takeOneStep(0.05); }),
              "ContactIntegrator::takeOneStep(): time = 0.05 s; it must be >= 0.1 s, the present time");
}

// A run that cannot continue reports the position, the reason and the contacts.
TEST(ContactIntegrator, ReportsWhyItCannotContinue) {
    struct Refusing : Force::Custom::Implementation {
        void calcForce(const State& s, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {
            if (s.getTime() > 0.1) throw std::runtime_error("the muscle is torn");
        }
        Real calcPotentialEnergy(const State&) const override { return 0; }
    };
    FootedBlock block(1e8, 0.3, 0.5);
    const State unused = block.stand(block.matter.updGround(), g);
    Force::Custom(block.forces, new Refusing);
    State state = block.system.realizeTopology();
    block.system.realizeModel(state);
    state.updQ() = unused.getQ();
    ContactIntegrator integrator(block.system, *block.force);
    integrator.initialize(state);
    const std::string message = messageOf<std::runtime_error>([&] { integrator.stepTo(1); });
    for (const char* part : {"no step is short enough at t = 0.1", "the muscle is torn", "ground and foot", "sticking"})
        EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
}

// The name of the integrator's methods has all three.
TEST(ContactIntegrator, NamesItsMethods) {
    FootedBlock block(1e8, 0.3, 0.5);
    block.stand(block.matter.updGround(), g);
    const std::string name = ContactIntegrator(block.system, *block.force).getMethodName();
    for (const char* part : {"TR-BDF2", "SDIRK2", "Cash-Karp"}) EXPECT_NE(name.find(part), std::string::npos) << name;
}

// stepTo() serves no event handlers: if one is due, there is one warning. a ContactStepper serves it.
TEST(ContactIntegrator, WarnsOfHandlersThatStepToPasses) {
    struct Counting : PeriodicEventHandler {
        explicit Counting(int& count) : PeriodicEventHandler(0.01), count(count) {}
        void handleEvent(State&, Real, bool&) const override { ++count; }
        int& count;
    };
    FootedBlock block(1e8, 0.3, 0.5);
    int count = 0;
    block.system.addEventHandler(new Counting(count));
    const State state = block.stand(block.matter.updGround(), g);
    for (const bool stepsTo : {true, false}) {
        ContactIntegrator integrator(block.system, *block.force);
        integrator.initialize(state);
        const Heard heard;
        if (stepsTo) {
            integrator.stepTo(0.02);
            integrator.stepTo(0.05);
        } else
            ContactStepper(integrator).stepTo(0.05);
        EXPECT_EQ(heard.warnings(), stepsTo) << heard.text.str();
        EXPECT_EQ(count > 0, !stepsTo);
    }
}

// A body that tumbles in flight conserves its energy and its angular momentum, with quaternions and with Euler angles, also on another
// joint.
TEST(ContactIntegrator, TumblesInFlight) {
    for (const bool hasQuaternions : {true, false}) {
        Scene scene;
        scene.material = {1e8, poisson, 0.5, 0.5};
        scene.addFloor("floor");
        MobilizedBody::Free brick = scene.add(Sphere(.1), boxOf(1, Vec3(.1, .2, .3)), "brick");
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.system.realizeTopology();
        scene.matter.setUseEulerAngles(state, !hasQuaternions);
        scene.system.realizeModel(state);
        brick.setQToFitTransform(state, Transform(Rotation(.4, UnitVec3(1, 2, 3)), Vec3(0, 5, 0)));
        brick.setUToFitVelocity(state, SpatialVec(Vec3(1, 3, .1), Vec3(.1, 0, 0)));
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(1e-5);
        integrator.initialize(state);
        const auto spin = [&] { return scene.matter.calcSystemMomentumAboutGroundOrigin(integrator.getState())[0]; };
        const Real energy = scene.system.calcEnergy(integrator.getState());
        const Vec3 before = spin();
        integrator.stepTo(2);
        EXPECT_NEAR(scene.system.calcEnergy(integrator.getState()), energy, 1e-4 * energy);
        EXPECT_LT((spin() - before).norm(), 1e-4 * before.norm());
    }
}

// A law without its own tangent is differentiated by differences, and the linearization is the same.
TEST(ContactLinearization, DifferencesAUsersLaw) {
    struct Unknowing : TangentialLaw {
        MindlinSecant law;
        Unknowing* clone() const override { return new Unknowing(*this); }
        std::string getName() const override { return "Unknowing"; }
        RequiredValues getRequiredValues() const override { return law.getRequiredValues(); }
        void bind(const PairMaterial& pair) override { law.bind(pair); }
        TangentialOutput calcForce(const TangentialInput& in) const override { return law.calcForce(in); }
    };
    const auto linearize = [](const TangentialLaw& law) {
        Scene scene;
        scene.material = {1e7, poisson, 0.5, 0.5};
        scene.addFloor("floor");
        MobilizedBody::Free ball = scene.add(Sphere(.1), ballOf(1, .1), "ball");
        const DEMContactForce force(scene.forces, scene.surfaces, HertzNormal(), law);
        State state = scene.at(ball, Vec3(0, .0999, 0), SpatialVec(Vec3(.1, .2, .3), Vec3(.02, -.03, .01)));
        force.commitHistory(state);
        state.updTime() = 1e-4;
        state.updQ() += 1e-4 * Vector(Vec7(0, 0, 0, 0, .02, -.03, .01)); // as it moves
        scene.system.realize(state, Stage::Dynamics);
        const ContactLinearization linearization = force.calcLinearization(state);
        return std::make_pair(linearization.calcStiffness(state), linearization.calcDamping(state));
    };
    const auto known = linearize(MindlinSecant()), found = linearize(Unknowing());
    EXPECT_LE((found.first - known.first).norm(), 1e-8 * known.first.norm()); // central differences
    EXPECT_LE((found.second - known.second).norm(), 1e-8 * known.second.norm());
}

// The derivative is the same by coordinates, by speeds, dense and sparse. It is empty without contact or if the force is disabled.
TEST(ContactLinearization, IsTheSameInEveryForm) {
    FootedBlock block(1e8, 0.3, 0.5);
    State state = block.stand(block.matter.updGround(), g);
    block.system.realize(state, Stage::Dynamics);
    const ContactLinearization linearization = block.force->calcLinearization(state);
    ASSERT_EQ(linearization.getPairs().size(), 1u); // of four contacts
    const Matrix stiffness = linearization.calcStiffness(state, false);
    Matrix sum(3, 3, Real(0));
    for (const ContactLinearization::Entry& entry : linearization.calcSparseStiffness(state))
        sum(entry.row, entry.column) += entry.value;
    EXPECT_EQ((sum - stiffness).norm(), 0);
    EXPECT_LE((linearization.calcStiffnessByQ(state) - linearization.calcStiffness(state)).norm(),
              1e-12 * stiffness.norm());
    const Real kn = 1.5 * g / overlapOf(1e8, g); // Hertz: 3/2 of the secant
    EXPECT_NEAR(stiffness(1, 1), kn, 1e-6 * kn);
    block.force->disable(state);
    block.system.realize(state, Stage::Dynamics);
    EXPECT_TRUE(block.force->calcLinearization(state).getPairs().empty());
}

// A ball over a floor.
struct ElasticBall : Scene {
    std::unique_ptr<DEMContactForce> force;
    State state;

    explicit ElasticBall(Real restitution) {
        MobilizedBody::Free ball(matter.Ground(), Body::Rigid(ballOf(1, 0.1)));
        SurfaceMaterial m =
            SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setStaticFriction(0.5).setRestitution(
                restitution);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), m); // y is up
        surfaces.add(ball, Sphere(0.1), Vec3(0), m);
        force = std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), MindlinSecant());
        state = system.realizeTopology();
        ball.setQToFitTranslation(state, Vec3(0, 1, 0));
    }

    // Returns the warnings at the start of a run, for two starts.
    std::string hear(Real accuracy) {
        Heard heard;
        ContactIntegrator integrator(system, *force);
        integrator.setAccuracy(accuracy);
        for (int i = 0; i < 2; ++i) integrator.initialize(state);
        EXPECT_LE(heard.warnings(), 1);
        return heard.text.str();
    }
};

// An accuracy at which elastic impacts drift causes one warning, with the surface and a suitable accuracy.
TEST(ContactIntegrator, WarnsOnceOfAccuraciesTooLooseForElasticImpacts) {
    const std::string told = ElasticBall(1).hear(1e-3);
    for (const char* part : {"restitution of 1", "accuracy is 0.001", "0.0001 or tighter"})
        EXPECT_NE(told.find(part), std::string::npos) << part << " is not in: " << told;
    EXPECT_EQ(ElasticBall(1).hear(1e-4), "");
    EXPECT_EQ(ElasticBall(0.9).hear(1e-3), "");
}

} // namespace
} // namespace test_contact_integrator
