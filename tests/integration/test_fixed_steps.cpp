// Tests ContactIntegrator with fixed steps, as robots and games use them: 1 to 5 ms, three iterations a stage.

#include "FootedBlock.h"
#include "Heard.h"
#include "Messages.h"

#include <simbodydem/JointForces.h>
#include <simbodydem/shapes/Brick.h>

#include <random>
#include <tuple>

namespace test_fixed_steps {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball over a floor.
struct Ball : Scene {
    const Real R = 0.05, mass = 0.5;
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;

    Ball(Real E, Real restitution, Real gravity) {
        if (gravity > 0) Force::UniformGravity(forces, matter, Vec3(0, -gravity, 0));
        body = MobilizedBody::Free(matter.Ground(), Body::Rigid(ballOf(mass, R)));
        const SurfaceMaterial material{E, poisson, restitution, 0.3};
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material, "floor");
        surfaces.add(body, Sphere(R), Vec3(0), material, "ball");
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }
    State throwFrom(Real height, const Vec3& velocity) { return start(body, Vec3(0, R + height, 0), velocity); }
};

// A brick on a floor whose gravity leans, set down a little askew.
struct RestingBrick : Scene {
    const Vec3 half{.1, .05, .1};
    Force::Gravity gravity{forces, matter, -YAxis, g};
    MobilizedBody::Free body{matter.Ground(), Body::Rigid(boxOf(1, half))};
    std::unique_ptr<HertzMindlinForce> force;

    RestingBrick() {
        const SurfaceMaterial material{1e7, poisson, 0.2, 0.8};
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material, "floor");
        surfaces.add(body, Brick(half, .002), Vec3(0), material, "brick");
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }
    // @param slope  of the floor against gravity
    State put(Real slope) {
        State state = system.realizeTopology();
        gravity.setDownDirection(state, UnitVec3(slope, -1, 0));
        body.setQToFitTransform(state, Transform(Rotation(1e-3, ZAxis), Vec3(0, half[1], 0)));
        return state;
    }
};

class FixedSteps : public ::testing::TestWithParam<std::tuple<Real, Real>> {};
INSTANTIATE_TEST_SUITE_P(AllStiffnesses, FixedSteps,
                         ::testing::Combine(::testing::Values(2e6, 1e9, 2.1e11), ::testing::Values(1e-3, 5e-3)));

// A block at rest on a slope stays at rest, even if its contacts are far too stiff for the step to resolve.
TEST_P(FixedSteps, HoldABlock) {
    const auto [E, step] = GetParam();
    const Real slope = 17 * Pi / 180;
    FootedBlock block(E, 0.5, 0.3, slope);
    const State state = block.stand(block.matter.updGround(), g * std::cos(slope));
    FixedImplicit integrator(block.system, *block.force, state, step);
    integrator.stepTo(1);
    const Real start = block.placeOf(integrator);
    integrator.stepTo(5);
    EXPECT_LT(std::abs(block.placeOf(integrator) - start) / 4, 1e-12); // m/s
    EXPECT_GT(start, -1e-3); // the load acts at once, and a step that does not resolve this may allow some um of slip
}

// A dropped ball rebounds with the restitution that was set, although the step is up to a thousand times longer than the contact.
TEST_P(FixedSteps, ReturnTheSetRestitution) {
    const auto [E, step] = GetParam();
    for (const Real asked : {0.3, 0.5, 0.9}) {
        Ball ball(E, asked, g);
        const Real height = 0.5, touch = std::sqrt(2 * height / g);
        FixedImplicit integrator(ball.system, *ball.force, ball.throwFrom(height, Vec3(0)), step);
        const Real later = touch + 0.06; // in flight again, also from the softest floor
        integrator.stepTo(later);
        const State& end = integrator.getState();
        ASSERT_EQ(ball.force->getContactRecords(end).size(), 0u);
        const Real y = ball.body.getOneQ(end, 5) - ball.R, v = ball.body.getOneU(end, 4);
        EXPECT_NEAR(std::sqrt(v * v + 2 * g * y) / std::sqrt(2 * g * height), asked, 0.05) << asked;
    }
}

// An oblique impact that the step does not resolve has the velocity and spin of Runge-Kutta-Merson at 1e-9.
TEST_P(FixedSteps, GiveTheReboundOfObliqueImpacts) {
    const auto [E, step] = GetParam();
    for (const Real degrees : {20., 45., 70.}) {
        Ball ball(E, 0.7, 0);
        const Real angle = degrees * Pi / 180, end = 0.2;
        const State state = ball.throwFrom(0.01, Vec3(std::sin(angle), -std::cos(angle), 0));
        Merson reference(ball.system, state, 1e-9, 1e-3);
        while (reference.getTime() < end)
            reference.stepTo(end, reference.getTime() + ball.force->calcStepBound(reference.getState(), 1e-3));
        const SpatialVec expected = ball.body.getBodyVelocity(reference.getState());
        FixedImplicit integrator(ball.system, *ball.force, state, step);
        integrator.stepTo(end);
        const SpatialVec found = ball.body.getBodyVelocity(integrator.getState());
        EXPECT_NEAR(found[1][0], expected[1][0], 0.05) << degrees; // of 1 m/s
        EXPECT_NEAR(found[1][1], expected[1][1], 0.05) << degrees;
        EXPECT_NEAR(found[0][2] * ball.R, expected[0][2] * ball.R, 0.05) << degrees;
    }
}

// A block that brakes by friction stops where Coulomb's law predicts, within the resolution of the step.
TEST_P(FixedSteps, SlideTheDistanceOfCoulomb) {
    const auto [E, step] = GetParam();
    FootedBlock block(E, 0.3, 0.5);
    State state = block.stand(block.matter.updGround(), g);
    block.body->setOneU(state, 0, 2);
    FixedImplicit integrator(block.system, *block.force, state, step);
    integrator.stepTo(1);
    EXPECT_NEAR(block.placeOf(integrator), 4 / (2 * 0.3 * g), 1e-3);
}

// Fixed steps that are switched off before a run leave no trace: the run is equal to the last bit.
TEST(FixedStep, IsUndoneBeforeARun) {
    Ball ball(1e8, 0.5, g);
    const State state = ball.throwFrom(0.1, Vec3(1, 0, 0));
    ContactIntegrator never(ball.system, *ball.force), undone(ball.system, *ball.force);
    undone.setFixedStepSize(1e-3, 1).setVariableStepSize();
    for (ContactIntegrator* integrator : {&never, &undone}) {
        integrator->initialize(state);
        integrator->stepTo(0.5);
    }
    EXPECT_EQ(undone.getNumStepsTaken(), never.getNumStepsTaken());
    EXPECT_EQ((undone.getState().getY() - never.getState().getY()).norm(), 0);
}

// Fixed steps that are switched off in the middle of a run end there. A flight takes few steps, and the impact after it is resolved to
// ten times the accuracy, as in a run without fixed steps.
TEST(FixedStep, IsUndoneWithinARun) {
    Ball ball(1e8, 0.5, g);
    const Real height = 0.5, touch = std::sqrt(2 * height / g), accuracy = 1e-5;
    const State state = ball.throwFrom(height, Vec3(0));
    ContactIntegrator never(ball.system, *ball.force), undone(ball.system, *ball.force);
    never.setAccuracy(accuracy).initialize(state);
    undone.setAccuracy(accuracy).setFixedStepSize(1e-3).initialize(state);
    undone.stepTo(0.1);
    EXPECT_EQ(undone.getNumStepsTaken(), 100);
    undone.setVariableStepSize();
    undone.stepTo(0.2);
    EXPECT_LT(undone.getNumStepsTaken(), 120);
    for (ContactIntegrator* integrator : {&never, &undone}) integrator->stepTo(touch + 0.05);
    const Real speed = ball.body.getOneU(never.getState(), 4);
    EXPECT_GT(speed, 0); // after the impact
    EXPECT_NEAR(ball.body.getOneU(undone.getState(), 4), speed, 10 * accuracy * speed);
    undone.setFixedStepSize(1e-3);
    const int before = undone.getNumStepsTaken();
    undone.stepTo(touch + 0.06);
    EXPECT_EQ(undone.getNumStepsTaken() - before, 10);
}

// Stiff blocks in a stack, the heaviest on top, come to rest and stay there.
TEST(FixedStep, HoldsAStack) {
    Scene scene;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
    scene.material = {2.1e11, poisson, 0.3, 0.5};
    scene.addFloor("floor");
    const Vec3 half(.1, .05, .1);
    std::vector<MobilizedBody::Free> blocks;
    for (const Real mass : {1., 3., 10.}) {
        blocks.emplace_back(scene.matter.Ground(), Body::Rigid(boxOf(mass, half)));
        scene.add(blocks.back(), Brick(half, .01), Vec3(0), "block " + std::to_string(blocks.size()));
    }
    const HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.system.realizeTopology();
    for (int i = 0; i < 3; ++i) blocks[i].setQToFitTranslation(state, Vec3(0.01 * i, 0.0501 + 0.1001 * i, 0));
    FixedImplicit integrator(scene.system, force, state, 5e-3);
    integrator.stepTo(0.5);
    const Vec3 start = blocks[2].getBodyOriginLocation(integrator.getState());
    integrator.stepTo(1);
    const Vec3 end = blocks[2].getBodyOriginLocation(integrator.getState());
    EXPECT_LT((end - start).norm(), 1e-6);
    EXPECT_NEAR(end[1], 0.25, 1e-5);
}

// A brick that rests takes the two force evaluations of the two stages of a step: no iteration, and no derivatives.
TEST(FixedStep, AtRestTakesTwoForceEvaluations) {
    RestingBrick brick;
    FixedImplicit integrator(brick.system, *brick.force, brick.put(0.4), 2e-3);
    integrator.stepTo(1);
    const int before = integrator.getNumRealizations(), steps = integrator.getNumStepsTaken();
    integrator.stepTo(3);
    const Real perStep = Real(integrator.getNumRealizations() - before) / (integrator.getNumStepsTaken() - steps);
    EXPECT_LT(perStep, 2.05); // one step in twenty finds derivatives anew
}

// Slip that turns round does not cut a fixed step: a brick slides up a slope, stops, and slides back.
TEST(FixedStep, IsNotCutWhereSlipReverses) {
    RestingBrick brick;
    State state = brick.put(1);
    brick.body.setUToFitLinearVelocity(state, Vec3(-0.5, 0, 0));
    FixedImplicit integrator(brick.system, *brick.force, state, 1. / 512);
    integrator.stepTo(0.5);
    EXPECT_GT(brick.body.getBodyOriginVelocity(integrator.getState())[0], 0);
    EXPECT_EQ(integrator.getNumStepsTaken(), 256);
    EXPECT_EQ(integrator.getNumStepsAttempted(), 256);
}

// A run in one call has the bits of a run in a call for each step, though accelerations are found where a call ends, and only there.
TEST(FixedStep, IsTheSameInOneCallAndInMany) {
    const Real step = 1. / 512; // no sum of it is rounded
    for (const Real slope : {0., 0.3, 1.}) { // rests, rocks and sticks, slides
        RestingBrick brick;
        const State state = brick.put(slope);
        ContactIntegrator once(brick.system, *brick.force), often(brick.system, *brick.force);
        for (ContactIntegrator* integrator : {&once, &often}) integrator->setFixedStepSize(step).initialize(state);
        once.stepTo(1);
        for (int i = 1; i <= 512; ++i) {
            often.stepTo(i * step);
            EXPECT_EQ(often.getState().getSystemStage(), Stage::Acceleration);
        }
        EXPECT_EQ((once.getState().getY() - often.getState().getY()).normInf(), 0) << slope;
        EXPECT_EQ(once.getNumRealizations(), often.getNumRealizations()) << slope;
    }
}

// On a platform shaken with 1.1 times the friction limit a block slips 5.1776 mm in each half period, as Runge-Kutta-Merson at 1e-8
// shows.
TEST(FixedStep, SlipsOnAShakenPlatform) {
    const auto slips = [](Real step) {
        return slipOfShakenBlock([&](ContactIntegrator& integrator) { integrator.setFixedStepSize(step); }, 0.8, 1.3);
    };
    EXPECT_NEAR(slips(4e-3), 5.1776e-3, 5.2e-5); // a hundredth
    EXPECT_NEAR(slips(1e-3), 5.1776e-3, 5.2e-6);
    EXPECT_NEAR(slips(1e-4), 5.1776e-3, 5.2e-7);
}

// While no contact changes its state, errors are proportional to the square of the step.
TEST(FixedStep, IsOfTheSecondOrder) {
    const auto run = [](Real step) {
        FootedBlock block(1e5, 0.8, 0.9);
        State state = block.stand(block.matter.updGround(), 1.2 * g); // this starts an oscillation
        block.body->setOneU(state, 0, .01);
        ContactIntegrator integrator(block.system, *block.force);
        integrator.setFixedStepSize(step).setAccuracy(1e-6).initialize(state);
        integrator.stepTo(0.2);
        return Vec2(block.placeOf(integrator), block.body->getOneQ(integrator.getState(), 1));
    };
    const Vec2 right = run(3e-5);
    const Real coarse = (run(2e-3) - right).norm(), fine = (run(1e-3) - right).norm();
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
}

// Balls that would be past each other at the end of a step collide, and rebound with the restitution that was set.
TEST(FixedStep, FindsBallsThatWouldPassEachOther) {
    for (const Real speed : {10., 40.}) { // each; 0.2 m in a step of 5 ms, while the balls together are 0.1 m thick
        Scene scene;
        scene.material = {1e9, poisson, 0.6, 0.3};
        MobilizedBody::Free balls[2];
        for (MobilizedBody::Free& ball : balls) {
            ball = MobilizedBody::Free(scene.matter.Ground(), Body::Rigid(ballOf(1, .05)));
            scene.add(ball, Sphere(.05));
        }
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.system.realizeTopology();
        for (const int i : {0, 1}) {
            const Real side = i == 0 ? -1 : 1;
            balls[i].setQToFitTranslation(state, Vec3(side * 0.17, 0, 0));
            balls[i].setUToFitLinearVelocity(state, Vec3(-side * speed, 0, 0));
        }
        FixedImplicit integrator(scene.system, force, state, 5e-3);
        integrator.stepTo(0.05);
        EXPECT_NEAR(balls[1].getOneU(integrator.getState(), 3) / speed, 0.6, 0.05) << speed;
    }
}

// A contact that begins at any time in a step has the restitution that was set. A small and a large ball fall on a half space and on a
// rounded brick, near whose surface steps have other bounds. The tolerance is that of docs/contact-integrator.md.
TEST(FixedStep, ReturnsTheSetRestitutionFromAnyGap) {
    struct Fall {
        bool isOnBrick;
        Real R, speed, step;
    };
    const Real asked = 0.8, E = 1e11;
    for (const Fall& fall : {Fall{false, 0.01, 1, 1e-3}, Fall{false, 0.1, 0.3, 1e-3}, Fall{true, 0.01, 0.3, 1e-3},
                             Fall{true, 0.01, 1, 5e-3}, Fall{true, 0.1, 0.3, 1e-3}}) {
        for (int i = 0; i <= 100; ++i) {
            const Real gap = i == 100 ? 0.01 : 0.005 + 5e-5 * i; // the last one begins at the end of a step
            const Real mass = 4. / 3 * Pi * 2500 * cube(fall.R);
            Scene scene;
            scene.material = {E, poisson, asked, 0.3};
            if (fall.isOnBrick)
                scene.add(scene.matter.Ground(), Brick(Vec3(.1, .02, .1), .005), Vec3(0, -.02, 0));
            else
                scene.addFloor();
            MobilizedBody::Free ball = scene.add(Sphere(fall.R), ballOf(mass, fall.R));
            const HertzMindlinForce force(scene.forces, scene.surfaces);
            State state = scene.start(ball, Vec3(0, fall.R + gap, 0), Vec3(0, -fall.speed, 0));
            FixedImplicit integrator(scene.system, force, state, fall.step);
            integrator.stepTo(gap / fall.speed + 0.01);
            EXPECT_NEAR(ball.getOneU(integrator.getState(), 4) / fall.speed, asked, 0.05)
                << (fall.isOnBrick ? "brick" : "half space") << ", R = " << fall.R << " m, gap = " << gap << " m";
        }
    }
}

// A dumbbell that is thrown at a brick never gains energy, for any end and time of contact. Its flight is accurate to 1e-6 only.
TEST(FixedStep, GivesADumbbellNoEnergy) {
    std::mt19937 random(2);
    const auto between = [&](Real low, Real high) { return low + (high - low) * (random() / std::pow(2., 32)); };
    const auto direction = [&] { return Vec3{between(-1, 1), between(-1, 1), between(-1, 1)}; }; // in this order
    for (int i = 0; i < 70; ++i) {
        const Real E = std::pow(10, between(8, 11.5)), restitution = between(0.1, 1), R = between(0.005, 0.03);
        const Real half = between(1, 3) * R, mass = 2 * 4. / 3 * Pi * 2500 * cube(R);
        Scene scene;
        const Vec3 squared(0, square(half), square(half));
        MobilizedBody::Free body(
            scene.matter.Ground(),
            Body::Rigid(MassProperties(mass, Vec3(0), mass * (UnitInertia::sphere(R) + UnitInertia(squared)))));
        scene.material = {E, poisson, restitution, between(0, 0.8)};
        scene.add(scene.matter.Ground(), Brick(Vec3(.5, .05, .5), .01), Vec3(0, -.05, 0));
        for (const int side : {-1, 1}) scene.add(body, Sphere(R), Vec3(side * half, 0, 0));
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.system.realizeTopology();
        const Real gap = between(0.001, 0.03), speed = between(0.3, 3), step = between(1e-3, 5e-3);
        const Vec3 turn = 3 * direction(), sideways = 0.7 * direction(), spin = 50 * direction();
        const Rotation rotation(SpaceRotationSequence, turn[0], XAxis, turn[1], YAxis, turn[2], ZAxis);
        body.setQToFitTransform(state, Transform(rotation, Vec3(0, R + half + gap, 0)));
        body.setUToFitVelocity(state, SpatialVec(spin, speed * (Vec3(0, -1, 0) + sideways)));
        scene.system.realize(state, Stage::Dynamics);
        const Real before = scene.system.calcEnergy(state);
        FixedImplicit integrator(scene.system, force, state, step);
        integrator.stepTo(0.15);
        scene.system.realize(integrator.getState(), Stage::Dynamics);
        EXPECT_LT(scene.system.calcEnergy(integrator.getState()), before * (1 + 1e-6)) << i;
    }
}

// For a body at rest all steps have the length that was set. A time in between is reached too.
TEST(FixedStep, HasTheSetLength) {
    FootedBlock block(1e9, 0.5, 0.3);
    const State state = block.stand(block.matter.updGround(), g);
    FixedImplicit integrator(block.system, *block.force, state, 2e-3);
    integrator.stepTo(1);
    EXPECT_EQ(integrator.getNumStepsTaken(), 500);
    EXPECT_EQ(integrator.getTime(), 1);
    EXPECT_LE(integrator.getNumIterations(), 2 * 3 * 500); // two stages of three
    integrator.stepTo(1.003);
    EXPECT_EQ(integrator.getNumStepsTaken(), 502);
    EXPECT_EQ(integrator.getTime(), 1.003);
    integrator.takeOneStep(2);
    EXPECT_NEAR(integrator.getTime(), 1.004, 1e-12); // the rest of the step that was cut
}

// A bad setting is an error with its unit and range.
TEST(FixedStep, RejectsBadSettings) {
    FootedBlock block(1e9, 0.5, 0.3);
    const State state = block.stand(block.matter.updGround(), g);
    ContactIntegrator integrator(block.system, *block.force);
    for (const Real bad : {0., -1e-3, NaN, Infinity})
        expectMessage<std::invalid_argument>([&] { integrator.setFixedStepSize(bad); },
                                             {"ContactIntegrator", "fixed step size", " s; it must be > 0"});
    expectMessage<std::invalid_argument>([&] { integrator.setFixedStepSize(1e-3, 0); },
                                         {"ContactIntegrator", "iterations = 0", ">= 1"});
}

// A double pendulum that falls. No contact, no friction and no stop disturbs it.
struct DoublePendulum : Scene {
    Force::Gravity gravity{forces, matter, -YAxis, 9.81};
    Body::Rigid rod{MassProperties(1, Vec3(0, -0.5, 0), UnitInertia(0.34, 0.01, 0.34))};
    MobilizedBody::Pin upper{matter.Ground(), rod}, lower{upper, Vec3(0, -1, 0), rod, Vec3(0)};
    JointForces joints{forces, matter};

    State start() {
        joints.add(upper, MobilizerUIndex(0), JointSettings());
        joints.add(lower, MobilizerUIndex(0), JointSettings());
        State state = system.realizeTopology();
        upper.setAngle(state, 1);
        lower.setAngle(state, 0.5);
        return state;
    }
};

Vector anglesAfter(Real end, Real step) { // 0: by Runge-Kutta-Merson at 1e-12
    DoublePendulum pendulum;
    const State start = pendulum.start();
    if (step > 0) {
        ContactIntegrator integrator(pendulum.system, pendulum.joints);
        integrator.setFixedStepSize(step);
        integrator.initialize(start);
        integrator.stepTo(end);
        return integrator.getState().getQ();
    }
    RungeKuttaMersonIntegrator integrator(pendulum.system);
    integrator.setAccuracy(1e-12);
    TimeStepper stepper(pendulum.system, integrator);
    stepper.initialize(start);
    stepper.stepTo(end);
    return integrator.getState().getQ();
}

// Errors of fixed steps fall with the square of the step, from 4 ms to .1 ms, without a change of the accuracy: over the square they are equal
// within 5 %. No warning speaks of energy.
TEST(FixedStepsInFlight, AreOfTheSecondOrder) {
    const Heard heard;
    const Vector exact = anglesAfter(1, 0);
    const auto scaled = [&](Real step) { return (anglesAfter(1, step) - exact).normInf() / square(step); };
    const Real expected = scaled(1e-3);
    for (const Real step : {4e-3, 2.5e-4, 1e-4}) EXPECT_NEAR(scaled(step), expected, 0.05 * expected) << step;
    EXPECT_LT(expected * square(1e-3), 1e-4); // [rad]
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
}

} // namespace
} // namespace test_fixed_steps
