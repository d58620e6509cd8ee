// Dry friction, stops and servos of joints, against closed forms and beside other integrators.

#include "Heard.h"
#include "Messages.h"
#include "Scene.h"

#include <simbodydem/JointForces.h>

namespace test_joint_forces {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A block of 2 kg on a slider without gravity, and a force on it.
struct SlidingBlock : Scene {
    MobilizedBody::Slider block{matter.Ground(), Body::Rigid(MassProperties(2, Vec3(0), Inertia(1)))};
    JointForces joints{forces, matter};
    GeneralContactSubsystem contacts{system};
    std::unique_ptr<HertzMindlinForce> noContact;

    SlidingBlock() {
        // An integrator for contacts needs a contact force; its surfaces never meet.
        const ContactSetIndex set = contacts.createContactSet();
        contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(),
                         Transform(HalfSpace::floor().R(), Vec3(0, -10, 0)));
        contacts.addBody(set, block, ContactGeometry::Sphere(0.1), Vec3(0));
        noContact = std::make_unique<HertzMindlinForce>(forces, contacts, set);
        noContact->setMaterialForAll(
            SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(0.5));
    }

    void push(Real force) { Force::MobilityConstantForce(forces, block, MobilizerUIndex(0), force); }

    State start(Real q, Real u) {
        State state = system.realizeTopology();
        block.setOneQ(state, 0, q);
        block.setOneU(state, 0, u);
        return state;
    }
};

const JointSettings friction3 =
    JointSettings().setFriction(3, 1e4, 200); // [N, N/m, N s/m]; 0.7 of critical, or a sudden load slides

// A load of nine tenths of the limit stretches the friction's spring and moves nothing, by explicit and implicit integrators.
TEST(JointForces, DoNotCreepBelowTheLimit) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), friction3);
    model.push(2.7);
    const State state = model.start(0, 0);
    // The friction's spring begins at the anchor, which slides during the first oscillation only.
    const auto anchorAt = [&](const State& now) {
        model.system.realize(now, Stage::Dynamics);
        return model.block.getOneQ(now, 0) - model.joints.calcRecord(now, joint).elasticDisplacement;
    };
    Merson mersons(model.system, state, 1e-5);
    while (mersons.getTime() < 1) mersons.stepTo(1);
    const Real before = anchorAt(mersons.getState());
    while (mersons.getTime() < 10) mersons.stepTo(10);
    EXPECT_NEAR(anchorAt(mersons.getState()), before, 1e-15); // rounding

    ContactIntegrator implicit(model.system, *model.noContact);
    implicit.addJointForces(model.joints);
    implicit.initialize(state);
    implicit.stepTo(1);
    const Real atFirst = anchorAt(implicit.getState());
    implicit.stepTo(60);
    EXPECT_NEAR(anchorAt(implicit.getState()), atFirst, 1e-15);
    const JointRecord record = model.joints.calcRecord(implicit.getState(), joint);
    EXPECT_NEAR(record.friction, -2.7, 1e-6);
    EXPECT_FALSE(record.isSliding);
}

// A block that slides is braked by the limit: it stops after m v^2/2F, and the spring's stretch of F/k is a part of that way.
TEST(JointForces, BrakeByTheLimitAndHold) {
    SlidingBlock model;
    model.joints.add(model.block, MobilizerUIndex(0), friction3);
    const State state = model.start(0, 1.5);
    const Real distance = 2 * 1.5 * 1.5 / (2 * 3); // 0.75 m
    for (const Real accuracy : {1e-2, 1e-3, 1e-4, 1e-5}) {
        ContactIntegrator integrator(model.system, *model.noContact);
        integrator.addJointForces(model.joints);
        integrator.setAccuracy(accuracy);
        integrator.initialize(state);
        integrator.stepTo(3);
        // The spring stores while it is stretched first, F/k = 0.3 mm, half of which does no work; after the stop it springs back by as much.
        EXPECT_NEAR(model.block.getOneQ(integrator.getState(), 0), distance, 3.5e-4 + 0.1 * accuracy) << accuracy;
        EXPECT_NEAR(model.block.getOneU(integrator.getState(), 0), 0, 0.15 * accuracy)
            << accuracy; // left of the oscillation
    }
}

// The error falls at least with the accuracy, over four decades, in a motion that slides, turns round and sticks.
TEST(JointForces, Converge) {
    SlidingBlock model;
    model.joints.add(model.block, MobilizerUIndex(0), friction3);
    Force::MobilityLinearSpring(model.forces, model.block, MobilizerUIndex(0), 80, 0); // 1 Hz
    const State state = model.start(0.5, 0);
    const auto endAt = [&](Real accuracy) {
        ContactIntegrator integrator(model.system, *model.noContact);
        integrator.addJointForces(model.joints);
        integrator.setAccuracy(accuracy);
        integrator.initialize(state);
        integrator.stepTo(1.3);
        return model.block.getOneQ(integrator.getState(), 0);
    };
    const Real exact = endAt(1e-8);
    for (const Real accuracy : {1e-2, 1e-3, 1e-4, 1e-5}) EXPECT_NEAR(endAt(accuracy), exact, 5 * accuracy) << accuracy;
}

// Sliding back and forth by an amplitude A dissipates 4 F (A - F/k) a cycle.
TEST(JointForces, DissipateTheAreaOfTheLoop) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setFriction(3, 1e3, 0));
    const Real amplitude = 0.05, rate = 2 * Pi;
    Motion::Sinusoid(model.block, Motion::Position, amplitude, rate, 0);
    State state = model.start(0, 0);
    RungeKuttaMersonIntegrator integrator(model.system);
    integrator.setMaximumStepSize(0.001);
    integrator.initialize(state);
    Real work = 0;
    const int samples = 4000;
    for (int i = 1; i <= 2 * samples; ++i) { // the second cycle, by the midpoints' rule
        const Real time = (i - 0.5) / samples;
        while (integrator.getTime() < time) integrator.stepTo(time);
        if (i <= samples) continue;
        const State& now = integrator.getState();
        model.system.realize(now, Stage::Dynamics);
        work -= model.joints.calcRecord(now, joint).friction * model.block.getOneU(now, 0) / samples;
    }
    EXPECT_NEAR(work, 4 * 3 * (amplitude - 3e-3), 1e-3 * work); // the rule's error at two kinks
}

// A stop that a load presses on yields by F/k, and does not pull when the joint leaves it.
TEST(JointForces, StopCarriesALoad) {
    SlidingBlock model;
    const JointNumber joint =
        model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setStops(-0.1, 0.2, 2e4, 0.5), "stroke");
    model.push(10);
    ContactIntegrator integrator(model.system, *model.noContact);
    integrator.addJointForces(model.joints);
    integrator.initialize(model.start(0, 0));
    Real lastForce = 0;
    for (int i = 1; i <= 400; ++i) {
        integrator.stepTo(0.02 * i);
        lastForce = model.joints.calcRecord(integrator.getState(), joint).stop;
        EXPECT_LE(lastForce, 0);
    }
    EXPECT_NEAR(model.block.getOneQ(integrator.getState(), 0), 0.2 + 10 / 2e4, 2e-6);
    EXPECT_NEAR(lastForce, -10, 0.05);
}

// A servo ends where its spring bears the load, and its force never exceeds its limit.
TEST(JointForces, ServoReachesItsTarget) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(200, 40, 8));
    model.push(-4);
    State state = model.start(0, 0);
    model.joints.setTarget(state, joint, 0.5);
    EXPECT_EQ(model.joints.getTarget(state, joint), 0.5);
    ContactIntegrator integrator(model.system, *model.noContact);
    integrator.addJointForces(model.joints);
    integrator.initialize(state);
    EXPECT_TRUE(model.joints.calcRecord(integrator.getState(), joint).isServoAtLimit);
    for (int i = 1; i <= 500; ++i) {
        integrator.stepTo(0.01 * i);
        EXPECT_LE(std::abs(model.joints.calcRecord(integrator.getState(), joint).servo), 8);
    }
    EXPECT_NEAR(model.block.getOneQ(integrator.getState(), 0), 0.5 - 4. / 200, 1e-5);
}

// A torque adds to the servo and leaves its target as it was set.
TEST(JointForces, TorqueAddsToTheServo) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(200, 40, 80));
    State state = model.start(0.25, 0.5);
    model.joints.setTarget(state, joint, 0.5);
    model.joints.setTorque(state, joint, 7);
    model.system.realize(state, Stage::Acceleration);
    EXPECT_EQ(model.joints.getTarget(state, joint), 0.5);
    EXPECT_EQ(model.joints.getTorque(state, joint), 7);
    const JointRecord record = model.joints.calcRecord(state, joint);
    EXPECT_EQ(record.torque, 7);
    EXPECT_EQ(record.servo, 200 * 0.25 - 40 * 0.5 + 7);
    EXPECT_NEAR(state.getUDot()[0], 37. / 2, 1e-13); // rounding
}

// The limit caps the sum of servo and torque, not each of them; a servo that pulls back lets a torque beyond the limit act.
TEST(JointForces, LimitCapsServoAndTorque) {
    for (const Real stiffness : {0., 200.}) {
        SlidingBlock model;
        const JointNumber joint =
            model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(stiffness, 40, 8));
        State state = model.start(0, 0);
        model.joints.setTorque(state, joint, 50);
        model.system.realize(state, Stage::Acceleration);
        EXPECT_EQ(model.joints.calcRecord(state, joint).servo, 8);
        EXPECT_TRUE(model.joints.calcRecord(state, joint).isServoAtLimit);
        EXPECT_NEAR(state.getUDot()[0], 8. / 2, 1e-13); // rounding
        model.block.setOneU(state, 0, 1.2);
        model.system.realize(state, Stage::Acceleration);
        EXPECT_EQ(model.joints.calcRecord(state, joint).servo, 50 - 40 * 1.2);
        EXPECT_FALSE(model.joints.calcRecord(state, joint).isServoAtLimit);
        EXPECT_NEAR(state.getUDot()[0], 2. / 2, 1e-13); // rounding
    }
}

// A joint without a servo takes a torque, which acts until the next one, in explicit and implicit steps.
TEST(JointForces, TorqueNeedsNoServo) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings());
    State state = model.start(0, 0);
    model.joints.setTorque(state, joint, 3);
    RungeKuttaMersonIntegrator mersons(model.system);
    mersons.initialize(state);
    while (mersons.getTime() < 2) mersons.stepTo(2);
    EXPECT_NEAR(model.block.getOneU(mersons.getState(), 0), 3, 1e-12); // rounding: F t/m
    FixedImplicit implicit(model.system, model.joints, state, 0.002);
    implicit.stepTo(2);
    EXPECT_NEAR(model.block.getOneU(implicit.getState(), 0), 3, 1e-10); // rounding in a thousand steps
    model.joints.setTorque(implicit.updState(), joint, 0);
    implicit.stepTo(4);
    EXPECT_NEAR(model.block.getOneU(implicit.getState(), 0), 3, 1e-10);
}

// Damping and the torque damping * speed are a velocity actuator, which reaches its speed although its start takes more than the limit.
TEST(JointForces, VelocityActuatorReachesItsSpeed) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(0, 40, 8));
    State state = model.start(0, 0);
    model.joints.setTorque(state, joint, 40 * 1.5);
    FixedImplicit integrator(model.system, model.joints, state, 0.002);
    integrator.stepTo(1.5);
    EXPECT_NEAR(model.block.getOneU(integrator.getState(), 0), 1.5, 1e-8); // left of a decay by exp(-20 t) after 0.4 s
}

// A servo with a velocity target is that with the torque kd times the target, to the last bit of the force, and is part of what the limit caps.
TEST(JointForces, VelocityTargetIsPartOfTheServo) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(0, 40, 80));
    State state = model.start(0, 0.25);
    model.joints.setVelocityTarget(state, joint, 1.5);
    EXPECT_EQ(model.joints.getVelocityTarget(state, joint), 1.5);
    model.block.getMatterSubsystem().getSystem().realize(state, Stage::Velocity);
    EXPECT_EQ(model.joints.calcRecord(state, joint).servo, 40 * (1.5 - 0.25));
    model.joints.setVelocityTarget(state, joint, 9);
    model.block.getMatterSubsystem().getSystem().realize(state, Stage::Velocity);
    EXPECT_EQ(model.joints.calcRecord(state, joint).servo, 80);
    EXPECT_THROW(model.joints.setVelocityTarget(state, joint, NaN), std::invalid_argument);
}

// A velocity target needs a damping of the servo.
TEST(JointForces, VelocityTargetNeedsADamping) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(100, 0, 8), "slide");
    State state = model.start(0, 0);
    expectMessage<std::invalid_argument>([&] { model.joints.setVelocityTarget(state, joint, 1); },
                                         {"setVelocityTarget()", "slide", "damping"});
}

// Fixed steps of 2 ms, far longer than the friction's natural period, hold the joint without chatter: its speed stays zero.
TEST(JointForces, FixedStepsDoNotChatter) {
    SlidingBlock model;
    model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setFriction(3, 1e6, 100));
    model.push(2.9);
    ContactIntegrator integrator(model.system, *model.noContact);
    integrator.addJointForces(model.joints);
    integrator.setFixedStepSize(0.002);
    integrator.initialize(model.start(0, 0.4));
    integrator.stepTo(5); // it decelerates by 0.05 m/s^2, and needs 8 s alone; stop it by the load taken away below
    EXPECT_GT(model.block.getOneU(integrator.getState(), 0), 0.1);
    integrator.stepTo(12);
    const Real place = model.block.getOneQ(integrator.getState(), 0);
    for (int i = 0; i < 100; ++i) {
        integrator.stepTo(12 + 0.02 * (i + 1));
        EXPECT_NEAR(model.block.getOneU(integrator.getState(), 0), 0, 1e-9);
    }
    EXPECT_NEAR(model.block.getOneQ(integrator.getState(), 0), place, 1e-10);
}

// The memory of friction is saved and set in an equal System, which continues to the last bit.
TEST(JointForces, ContinueFromASavedHistory) {
    const auto build = [](SlidingBlock& model) {
        model.joints.add(model.block, MobilizerUIndex(0), friction3);
        Force::MobilityLinearSpring(model.forces, model.block, MobilizerUIndex(0), 80, 0);
    };
    SlidingBlock first, second;
    build(first);
    build(second);
    const auto run = [](SlidingBlock& model, const State& from, Real until) {
        FixedMerson integrator(model.system, from, 0.01);
        while (integrator.getTime() < until) integrator.stepTo(until);
        return integrator.getState();
    };
    State middle = run(first, first.start(0.5, 0), 0.4);
    first.system.realize(middle, Stage::Acceleration);
    middle.autoUpdateDiscreteVariables();
    State taken = second.start(0, 0);
    taken.updTime() = middle.getTime();
    taken.updQ() = middle.getQ();
    taken.updU() = middle.getU();
    second.joints.setHistory(taken, first.joints.getHistory(middle));
    EXPECT_EQ(second.block.getOneQ(run(second, taken, 1), 0), first.block.getOneQ(run(first, middle, 1), 0));
}

// Settings can be replaced before realizeTopology(), and a State from before is outdated.
TEST(JointForces, SettingsAreReplaced) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), friction3);
    State old = model.start(0, 0);
    model.joints.setSettings(joint, JointSettings().setDamping(7));
    State state = model.start(0, 2);
    model.system.realize(state, Stage::Dynamics);
    EXPECT_EQ(model.joints.calcRecord(state, joint).damping, -14);
    EXPECT_EQ(model.joints.calcRecord(state, joint).friction, 0);
    EXPECT_THROW(model.system.realize(old, Stage::Dynamics), std::exception);
}

// Bad values, coordinates that are not there, and States of another topology are errors with their reason.
TEST(JointForces, RejectBadInput) {
    SlidingBlock model;
    expectMessages({{[&] { JointSettings().setFriction(-1, 1, 1); }, {"friction limit", "-1", ">= 0"}},
                    {[&] { JointSettings().setFriction(1, 0, 1); }, {"friction stiffness", "> 0"}},
                    {[&] { JointSettings().setFriction(1, NaN, 1); }, {"friction stiffness"}},
                    {[&] { JointSettings().setStops(1, 0, 1, 1); }, {"upper end", ">= 1"}},
                    {[&] { JointSettings().setStops(0, 1, Infinity, 1); }, {"stop stiffness"}},
                    {[&] { JointSettings().setServo(1, 1, 0); }, {"servo limit", "> 0"}}});
    MobilizedBody::Ball ball(model.matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))));
    JointSettings written; // past its setters
    written.frictionLimit = 5;
    expectMessages(
        {{[&] { model.joints.add(model.block, MobilizerUIndex(0), written, "x"); }, {"x", "friction stiffness"}},
         {[&] { model.joints.add(MobilizedBody(), MobilizerUIndex(0), friction3); }, {"needs a mobilized body"}},
         {[&] { model.joints.add(model.block, MobilizerUIndex(), friction3); }, {"needs", "a coordinate"}},
         {[&] { model.joints.add(ball, MobilizerUIndex(0), friction3, "shoulder"); }, {"shoulder", "q' = u"}},
         {[&] { model.joints.add(model.block, MobilizerUIndex(1), friction3, "x"); }, {"x", "has 1"}}});
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), friction3, "x");
    expectMessage([&] { model.joints.add(model.block, MobilizerUIndex(0), friction3, "y"); }, {"y", "already", "x"});
    State state = model.start(0, 0);
    expectMessage([&] { model.joints.setTarget(state, joint, 1); }, {"x", "no servo"});
    expectMessage([&] { model.joints.setTarget(state, joint, NaN); }, {"target", "finite"});
    expectMessage([&] { model.joints.setTarget(state, 1, 0); }, {"joint 1", "[0, 1)"});
    expectMessage([&] { model.joints.setTorque(state, joint, Infinity); }, {"torque of x", "finite"});
    expectMessage([&] { model.joints.setTorque(state, 1, 0); }, {"joint 1", "[0, 1)"});
    expectMessage([&] { model.joints.setHistory(state, {1, 2}); }, {"2 numbers", "six"});
    SlidingBlock other;
    ContactIntegrator integrator(other.system, *other.noContact);
    expectMessage([&] { integrator.addJointForces(model.joints); }, {"another System"});
    integrator.addJointForces(other.joints);
    expectMessage([&] { integrator.addJointForces(other.joints); }, {"twice"});
}

// A State of before the last add(), or of another System, is an error wherever it comes in.
TEST(JointForces, RejectStatesOfOtherSystems) {
    SlidingBlock model, other;
    State old = model.start(0, 0);
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(1, 1), "x");
    model.system.realizeTopology();
    expectMessage<std::exception>([&] { model.system.realize(old, Stage::Dynamics); }, {"does not match"});
    other.joints.add(other.block, MobilizerUIndex(0), JointSettings().setServo(1, 1), "y");
    State foreign = other.start(0, 0);
    expectMessage<std::logic_error>([&] { model.joints.setTarget(foreign, joint, 1); },
                                    {"does not match", "joint y", "joint x"});
    expectMessage<std::logic_error>([&] { model.joints.calcRecord(foreign, joint); }, {"does not match"});
    GeneralForceSubsystem forces(other.system);
    expectMessage<std::invalid_argument>([&] { JointForces(forces, model.matter); }, {"one System"});
}

// A disabled force is zero, and begins without displacement when it is enabled again.
TEST(JointForces, HaveNoDisplacementAfterTheyWereDisabled) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), friction3);
    ContactIntegrator integrator(model.system, *model.noContact);
    integrator.addJointForces(model.joints);
    integrator.initialize(model.start(0, 1));
    integrator.stepTo(0.1);
    EXPECT_TRUE(model.joints.calcRecord(integrator.getState(), joint).isSliding);
    model.joints.disable(integrator.updState());
    EXPECT_EQ(model.joints.calcRecord(integrator.getState(), joint).friction, 0);
    integrator.stepTo(0.2);
    model.joints.enable(integrator.updState());
    model.system.realize(integrator.getState(), Stage::Dynamics);
    EXPECT_EQ(model.joints.calcRecord(integrator.getState(), joint).elasticDisplacement, 0);
}

// A mechanism without contacts is integrated for its joints; joint forces that come after initialize() are an error.
TEST(JointForces, NeedNoContacts) {
    SlidingBlock model;
    model.joints.add(model.block, MobilizerUIndex(0), friction3);
    ContactIntegrator integrator(model.system, model.joints);
    integrator.initialize(model.start(0, 1.5));
    integrator.stepTo(3);
    EXPECT_NEAR(model.block.getOneQ(integrator.getState(), 0), 0.75, 1e-3);
    expectMessage<std::logic_error>([&] { integrator.addJointForces(model.joints); }, {"before initialize()"});
}

// A servo's work comes from outside, so that fixed steps do not warn of energy that they would have gained.
TEST(JointForces, ServosGainNoEnergyBySteps) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(50, 5));
    State state = model.start(0, 0);
    model.joints.setTarget(state, joint, 0.2);
    const Heard heard;
    FixedImplicit integrator(model.system, model.joints, state, 0.002);
    integrator.stepTo(2);
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
}

// The work of a torque comes from outside too, also if it jumps at each control step and the limit caps it.
TEST(JointForces, TorquesGainNoEnergyBySteps) {
    SlidingBlock model;
    const JointNumber joint = model.joints.add(model.block, MobilizerUIndex(0), JointSettings().setServo(50, 5, 12));
    const State state = model.start(0, 0);
    const Heard heard;
    FixedImplicit integrator(model.system, model.joints, state, 0.002);
    for (int i = 1; i <= 200; ++i) {
        model.joints.setTorque(integrator.updState(), joint, i % 2 == 0 ? 20 : -5);
        integrator.stepTo(0.01 * i);
    }
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
}

// Two joints of an arm hold it in fixed steps, up to springs so stiff that a step has four natural periods.
TEST(JointForces, HoldAnArmInFixedSteps) {
    for (const Real stiffness : {1e4, 1e6, 1e8}) {
        Scene scene;
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
        const Body::Rigid link(MassProperties(1, Vec3(0.25, 0, 0), Inertia(Vec3(0.25, 0, 0), 1) + Inertia(0.02)));
        MobilizedBody::Pin upper(scene.matter.Ground(), Vec3(0), link, Vec3(0)),
            lower(upper, Vec3(0.5, 0, 0), link, Vec3(0));
        JointForces joints(scene.forces, scene.matter);
        // Loads are 9.81 and 2.45 N m.
        joints.add(upper, MobilizerUIndex(0),
                   JointSettings().setFriction(12, stiffness, 2 * std::sqrt(0.5 * stiffness)));
        joints.add(lower, MobilizerUIndex(0),
                   JointSettings().setFriction(4, stiffness, 2 * std::sqrt(0.1 * stiffness)));
        State state = scene.system.realizeTopology();
        FixedImplicit integrator(scene.system, joints, state, 0.002);
        integrator.stepTo(1);
        const Real before = upper.getOneQ(integrator.getState(), 0);
        integrator.stepTo(5);
        EXPECT_NEAR(upper.getOneQ(integrator.getState(), 0), before, 1e-11) << stiffness; // left of the settling
    }
}

} // namespace
} // namespace test_joint_forces
