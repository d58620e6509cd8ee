// Drives of joints: servos of the speed, torque actuators, and the inertia of rotors.

#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"

#include <simbodydem/ContactStepper.h>
#include <simbodydem/JointForces.h>

#include <stdexcept>

namespace test_robot_drives {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A wheel of 0.5 kg m^2 about its axis z, which gravity does not load, and a free one.
std::string wheelOn(const std::string& name, const std::string& rest) {
    return "<link name='" + name + "'><inertial><mass value='2'/><inertia ixx='0.3' ixy='0' ixz='0' iyy='0.3' iyz='0' izz='0.5'/>"
           "</inertial></link><joint name='j" + name + "' type='continuous'><parent link='base'/><child link='" + name +
           "'/><axis xyz='0 0 1'/>" + rest + "</joint>";
}
const Real inertia = 0.5;
const std::string wheels = "<robot name='w'><link name='base'/>" + wheelOn("a", "<limit effort='4' velocity='1'/>") +
                           wheelOn("b", "") + "</robot>";

// A servo of the speed approaches its target by exp(-kv t/I). The error of the integrator at its accuracy of 1e-9 is below the tolerance.
TEST(RobotDrives, VelocityServoApproachesItsTarget) {
    RobotModel model(RobotFile::fromText(wheels, "w.urdf"));
    const Real gain = 2, target = 1.5, time = 0.4;
    model.robot.setVelocityServo("ja", gain);
    State state = model.realize();
    model.robot.setVelocityTarget(state, "ja", target);
    EXPECT_EQ(model.robot.getVelocityTargets(state), (std::vector<Real>{target, 0}));
    ContactIntegrator integrator(model.system, model.robot.getJointForces());
    integrator.setAccuracy(1e-9);
    integrator.initialize(state);
    ContactStepper(integrator).stepTo(time);
    EXPECT_NEAR(model.robot.getJointVelocities(integrator.getState())[0], target * (1 - std::exp(-gain * time / inertia)), 1e-7);
}

// The limit caps a servo of the speed: 4 N m of the file, or less, accelerate the wheel at first.
TEST(RobotDrives, LimitCapsTheVelocityServo) {
    for (const Real limit : {1., 100.}) {
        RobotModel model(RobotFile::fromText(wheels, "w.urdf"));
        model.robot.setVelocityServo("ja", 50, limit);
        State state = model.realize();
        model.robot.setVelocityTarget(state, "ja", 10);
        model.system.realize(state, Stage::Acceleration);
        EXPECT_NEAR(model.robot.getJointAccelerations(state)[0], std::min(limit, Real(4)) / inertia, 1e-12); // rounding
        EXPECT_TRUE(model.robot.calcJointForces(state)[0].isServoAtLimit);
    }
}

// A servo of position and speed follows a path without lag: both targets, and the torque that its acceleration needs.
TEST(RobotDrives, BothTargetsFollowAPath) {
    RobotModel model(RobotFile::fromText(wheels, "w.urdf"));
    model.robot.setServo("jb", 20, 1, 100);
    State state = model.realize();
    const Real t = 0.3, q = std::sin(t), u = std::cos(t);
    model.robot.setJointPositions(state, {0, q});
    model.robot.setJointVelocities(state, {0, u});
    model.robot.apply(state, {{0, q}, {0, -inertia * q}, {0, u}});
    model.system.realize(state, Stage::Acceleration);
    EXPECT_NEAR(model.robot.getJointAccelerations(state)[1], -q, 1e-14); // rounding
}

// A controller gets the velocity targets that were set, and sets others. A command without any leaves them.
TEST(RobotDrives, ControllerSetsVelocityTargets) {
    RobotModel model(RobotFile::fromText(wheels, "w.urdf"));
    model.robot.setVelocityServo(".*", 5, 100);
    std::vector<std::vector<Real>> seen;
    model.robot.setController(0.1, [&](const RobotObservation&, RobotCommand& command) {
        seen.push_back(command.velocityTargets);
        command.velocityTargets[1] += 1;
    });
    State state = model.realize();
    model.robot.setVelocityTargets(state, {0.5, 0});
    ContactIntegrator integrator(model.system, model.robot.getJointForces());
    integrator.initialize(state);
    ContactStepper(integrator).stepTo(0.25);
    EXPECT_EQ(seen, (std::vector<std::vector<Real>>{{0.5, 0}, {0.5, 1}, {0.5, 2}}));
    model.robot.apply(state, {{0, 0}, {0, 0}});
    EXPECT_EQ(model.robot.getVelocityTargets(state), (std::vector<Real>{0.5, 0}));
}

// A torque actuator gives the torque alone, up to the limit, and takes away a servo that was there.
TEST(RobotDrives, TorqueActuatorReplacesTheServo) {
    RobotModel model(RobotFile::fromText(wheels, "w.urdf"));
    model.robot.setServo(".*", 50, 3, 100);
    model.robot.setTorqueActuator("ja");
    model.robot.setTorqueActuator("jb", 2);
    State state = model.realize();
    model.robot.setJointPositions(state, {1, 1});
    model.robot.setTorques(state, {3, 3});
    model.system.realize(state, Stage::Acceleration);
    EXPECT_NEAR(model.robot.getJointAccelerations(state)[0], 3 / inertia, 1e-12); // rounding
    EXPECT_NEAR(model.robot.getJointAccelerations(state)[1], 2 / inertia, 1e-12);
    expectMessage<std::invalid_argument>([&] { model.robot.setTarget(state, "ja", 1); }, {"'ja'", "no servo"});
}

// Gains, limits and targets out of range are errors, and so is a velocity target without a servo with a damping.
TEST(RobotDrives, RejectBadValues) {
    RobotModel model(RobotFile::fromText(wheels, "w.urdf"));
    expectMessages<std::invalid_argument>(
        {{[&] { model.robot.setVelocityServo("ja", 0); }, {"setVelocityServo()", "gain = 0", "> 0"}},
         {[&] { model.robot.setVelocityServo("ja", 1, -1); }, {"limit = -1", "> 0"}},
         {[&] { model.robot.setTorqueActuator("ja", NaN); }, {"setTorqueActuator()", "limit"}},
         {[&] { model.robot.setVelocityServo("none", 1); }, {"none"}}});
    model.robot.setServo("jb", 10, 0, 5);
    State state = model.realize();
    for (const char* joint : {"ja", "jb"})
        expectMessage<std::invalid_argument>([&] { model.robot.setVelocityTarget(state, joint, 1); },
                                             {joint, "no servo with a damping", "setVelocityServo()"});
    expectMessage<std::invalid_argument>([&] { model.robot.setVelocityTargets(state, {1}); }, {"1 velocity targets", "2 joints"});
}

// A chain with skew axes and a slider, without friction and far from stops.
RobotFile chain() {
    const auto link = [](const std::string& name) {
        return "<link name='" + name + "'><inertial><origin xyz='0.1 0.05 -0.2'/><mass value='1.5'/><inertia ixx='0.03' ixy='0.004' "
               "ixz='0' iyy='0.04' iyz='-0.002' izz='0.02'/></inertial></link>";
    };
    const auto joint = [](const std::string& type, const std::string& parent, const std::string& child, const std::string& axis) {
        const bool hasRange = type == "prismatic";
        return "<joint name='" + parent + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
               "'/><origin xyz='0.2 -0.1 0.3' rpy='0.3 0.2 0.1'/><axis xyz='" + axis + "'/>" +
               (hasRange ? "<limit lower='-9' upper='9' effort='0' velocity='1'/>" : "") + "</joint>";
    };
    return RobotFile::fromText("<robot name='chain'>" + link("a") + link("b") + link("c") + link("d") +
                                   joint("continuous", "a", "b", "0.6 0 0.8") + joint("prismatic", "b", "c", "0 0.8 0.6") +
                                   joint("continuous", "c", "d", "0 1 0") + "</robot>",
                               "chain.urdf");
}

// The accelerations of a robot with an armature, from its mass matrix without one: (M + diag(I)) u' = M u'_0, for what moves freely.
void expectArmature(const RobotFile& file, Base base, const Vector& speeds, const std::vector<Real>& positions, Real armature) {
    RobotModel plain(file, RobotOptions().setBase(base)), heavy(file, RobotOptions().setBase(base).setArmature(".*", armature));
    State a = plain.realize(), b = heavy.realize();
    plain.robot.setJointPositions(a, positions);
    heavy.robot.setJointPositions(b, positions);
    const int joints = plain.robot.getNumJoints(), n = a.getNU();
    std::vector<Real> jointSpeeds;
    for (int i = 0; i < joints; ++i) jointSpeeds.push_back(speeds[i]);
    for (auto* model : {&plain, &heavy}) {
        State& state = model == &plain ? a : b;
        if (base == Base::Floating) {
            model->robot.setBasePose(state, Transform(Rotation(0.7, UnitVec3(1, 2, 3)), Vec3(0, 0, 1)));
            model->robot.setBaseVelocity(state, SpatialVec(Vec3(2, -1, 3), Vec3(0.5, 0, -1)));
        }
        model->robot.setJointVelocities(state, jointSpeeds);
        model->system.realize(state, Stage::Acceleration);
    }
    Matrix M;
    plain.matter.calcM(a, M);
    const Vector force = M * a.getUDot();
    Real energy = plain.system.calcKineticEnergy(a);
    for (int i = 0; i < joints; ++i) {
        const int u = plain.robot.getJointBody(i).getFirstUIndex(a);
        M(u, u) += armature;
        energy += 0.5 * armature * jointSpeeds[std::size_t(i)] * jointSpeeds[std::size_t(i)];
    }
    Vector expected(n);
    FactorLU(M).solve(force, expected);
    const Vector found = b.getUDot()(0, n); // rotors are the last bodies
    EXPECT_LT((found - expected).norm(), 1e-10 * (1 + expected.norm())); // rounding through a constraint
    EXPECT_NEAR(heavy.system.calcKineticEnergy(b), energy, 1e-12 * energy);
    EXPECT_NEAR(heavy.robot.getTotalMass(), plain.robot.getTotalMass(), 0);
    EXPECT_EQ(heavy.robot.getNumBodies(), plain.robot.getNumBodies());
}

// An armature is on the diagonal of the mass matrix exactly, whether the base is fixed or turns, for rotations and displacements.
TEST(RobotDrives, ArmatureIsOnTheDiagonal) {
    for (const Base base : {Base::Fixed, Base::Floating})
        for (const Real armature : {1e-4, 0.3, 50.})
            expectArmature(chain(), base, Vector(Vec3(1.5, -0.7, 2.5)), {0.4, 0.2, -0.9}, armature);
}

// A wheel with an armature turns under its servo as one of the inertia I + A: with any integrator, at the error of its accuracy.
TEST(RobotDrives, ArmatureAddsInertiaForEachIntegrator) {
    const Real armature = 1.5, stiffness = 30, time = 0.6, rate = std::sqrt(stiffness / (inertia + armature));
    RobotModel model(RobotFile::fromText(wheels, "w.urdf"), RobotOptions().setArmature("jb", armature));
    model.robot.setServo("jb", stiffness, 0, 100);
    State state = model.realize();
    model.robot.setJointPositions(state, {0, 0.2});
    ContactIntegrator ours(model.system, model.robot.getJointForces());
    ours.setAccuracy(1e-9);
    ours.initialize(state);
    ContactStepper(ours).stepTo(time);
    EXPECT_NEAR(model.robot.getJointPositions(ours.getState())[1], 0.2 * std::cos(rate * time), 1e-7);
    Merson explicitOne(model.system, state, 1e-9);
    while (explicitOne.getTime() < time) explicitOne.stepTo(time); // the first call returns at the start
    EXPECT_NEAR(model.robot.getJointPositions(explicitOne.getState())[1], 0.2 * std::cos(rate * time), 1e-7);
    ContactIntegrator fixedSteps(model.system, model.robot.getJointForces());
    fixedSteps.setFixedStepSize(0.002);
    fixedSteps.initialize(state);
    ContactStepper(fixedSteps).stepTo(time);
    EXPECT_NEAR(model.robot.getJointPositions(fixedSteps.getState())[1], 0.2 * std::cos(rate * time), 1e-4);
}

// An armature is that of a rotor and moves no link, so a joint whose link has no inertia is an error that says so.
TEST(RobotDrives, AnArmatureIsNoInertiaOfTheLink) {
    const auto build = [](const std::string& inertial) {
        const RobotFile file = RobotFile::fromText("<mujoco><worldbody><body name='b'><joint name='j' armature='0.5'/>" + inertial +
                                                       "</body></worldbody></mujoco>",
                                                   "b.xml", RobotFileOptions().setInertiaCheck(InertiaCheck::Warning));
        RobotModel model(file);
    };
    const std::string hint = "; its armature of 0.5 is that of the rotor, and the link needs its own";
    expectMessage<std::invalid_argument>([&] { build(""); }, {"joint 'j' moves link 'b', which has no mass", hint});
    expectMessage<std::invalid_argument>([&] { build("<inertial pos='0 0 0.1' mass='1' diaginertia='0 0 0'/>"); },
                                         {"joint 'j' moves link 'b' with an inertia of 0 kg m^2", hint});
}

// A slider of the mass m falls with g m/(m + A): the rotor has no weight.
TEST(RobotDrives, ArmatureHasNoWeight) {
    const RobotFile file = RobotFile::fromText(
        "<robot name='lift'><link name='base'/><link name='car'><inertial><mass value='3'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
        "izz='1'/></inertial></link><joint name='rail' type='prismatic'><parent link='base'/><child link='car'/><axis xyz='0 0 1'/><limit "
        "lower='-5' upper='5' effort='0' velocity='1'/></joint></robot>",
        "lift.urdf");
    RobotModel model(file, RobotOptions().setArmature("rail", 7));
    State state = model.realize();
    model.system.realize(state, Stage::Acceleration);
    EXPECT_NEAR(model.robot.getJointAccelerations(state)[0], -9.81 * 3 / (3 + 7), 1e-11); // of the rotor's mass of 1e-12 kg
}

// A quadruped with armatures stands still in fixed steps, and its feet bear its weight without that of the rotors.
TEST(RobotDrives, QuadrupedWithArmaturesStands) {
    RobotModel model(RobotFile(examplePath("quadruped.urdf")), RobotOptions().setBase(Base::Floating).setArmature(".*", 6.5e-4));
    model.addContact();
    model.robot.setServo(".*", 100, 3);
    State state = model.realize();
    model.setStandingPose(state);
    model.robot.setOnFloor(state, model.surfaces);
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.addJointForces(model.robot.getJointForces());
    integrator.setFixedStepSize(0.002);
    integrator.initialize(state);
    ContactStepper(integrator).stepTo(3);
    const State& end = integrator.getState();
    model.system.realize(end, Stage::Dynamics);
    Vec3 sum(0);
    for (const Vec3& force : model.robot.calcContacts(end, *model.contact).forces) sum += force;
    const Real weight = 9.81 * model.robot.getTotalMass();
    EXPECT_LT((sum - Vec3(0, 0, weight)).norm(), 1e-4 * weight); // left of the settling
    EXPECT_LT(model.robot.getBaseVelocity(end)[1].norm(), 1e-6);
    EXPECT_LT(end.getUErr().normInf(), 1e-9); // rotors turn with their joints
}

// The armature is part of the inertia that stops are made for: a natural period of ten steps of 2 ms. A later pattern wins, and 0 removes it.
TEST(RobotDrives, ArmatureCountsForStops) {
    RobotModel model(chain(), RobotOptions().setArmature(".*", 0.02).setArmature("bc", 5).setArmature("ab", 0));
    const Real rate = 2 * Pi / (10 * 0.002), mass = 3 + 5;
    EXPECT_NEAR(model.robot.getJointForces().getSettings(model.robot.getJoint("bc")).stopStiffness, mass * rate * rate, 1e-6);
    EXPECT_EQ(model.matter.getNumBodies(), 1 + 4 + 2); // Ground, links and rotors
    EXPECT_NE(model.robot.toText().find("armature"), std::string::npos);
}

// A pattern without a joint and an inertia out of range are errors, and a System keeps no part of such a robot.
TEST(RobotDrives, RejectBadArmature) {
    for (const Real inertia : {-1., NaN, Infinity})
        expectMessage<std::invalid_argument>([&] { RobotOptions().setArmature(".*", inertia); }, {"setArmature()", "kg m^2"});
    Scene scene;
    expectMessage<std::invalid_argument>(
        [&] { Robot(scene.matter, scene.forces, chain(), RobotOptions().setArmature("nose", 1)); }, {"nose"});
    EXPECT_EQ(scene.matter.getNumBodies(), 1);
}

} // namespace
} // namespace test_robot_drives
