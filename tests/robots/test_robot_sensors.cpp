// Measurements of a controller: forces of joints in parts, accelerations, and inertial measurement units.

#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"

#include <simbodydem/ContactStepper.h>
#include <simbodydem/JointForces.h>

namespace test_robot_sensors {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A bar of 2 kg and 0.06 kg m^2 whose centre is 0.3 m from its axis, which is y. It hangs down at 0.
const char* const pendulum =
    "<robot name='p'><link name='base'/><link name='bar'><inertial><origin xyz='0 0 -0.3'/><mass value='2'/><inertia ixx='0.06' "
    "ixy='0' ixz='0' iyy='0.06' iyz='0' izz='0.06'/></inertial></link><link name='sensor'/>"
    "<joint name='pivot' type='revolute'><parent link='base'/><child link='bar'/><axis xyz='0 1 0'/><limit lower='-0.5' upper='0.7' "
    "effort='50' velocity='10'/><dynamics damping='0.2' friction='0.4'/></joint>"
    "<joint name='mount' type='fixed'><parent link='bar'/><child link='sensor'/><origin xyz='0 0 -0.4' rpy='0 0 1.5707963267948966'/></joint>"
    "</robot>";
const Real inertia = 0.06 + 2 * 0.3 * 0.3, weight = 2 * 9.81;

// The parts of a joint's force are those of their laws, and their sum is what accelerates the joint.
TEST(RobotSensors, JointForcesAreListedInParts) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"));
    model.robot.setServo("pivot", 40, 3);
    model.robot.setObserveAccelerations();
    State state = model.realize();
    const Real q = 0.75, u = 0.5;
    model.robot.setJointPositions(state, {q});
    model.robot.setJointVelocities(state, {u});
    model.robot.setTarget(state, "pivot", 0.5);
    model.robot.setTorque(state, "pivot", 1.5);
    const RobotObservation seen = model.robot.observe(state);
    const JointSettings& law = model.robot.getJointForces().getSettings(0);
    ASSERT_EQ(seen.jointForces.size(), 1u);
    const JointRecord& joint = seen.jointForces[0];
    EXPECT_NEAR(joint.servo, 40 * (0.5 - q) - 3 * u + 1.5, 1e-12); // rounding
    EXPECT_EQ(joint.torque, 1.5);
    EXPECT_NEAR(joint.damping, -0.2 * u, 1e-15);
    EXPECT_NEAR(joint.stop, -law.stopStiffness * 0.05 * (1 + law.stopDamping * u), 1e-9 * law.stopStiffness);
    EXPECT_NEAR(joint.friction, -std::min(0.4, law.frictionDamping * u), 1e-12);
    const Real torque = joint.servo + joint.damping + joint.stop + joint.friction - weight * 0.3 * std::sin(q);
    ASSERT_EQ(seen.accelerations.size(), 1u);
    EXPECT_NEAR(seen.accelerations[0], torque / inertia, 1e-9 * std::abs(torque / inertia)); // rounding of a stiff stop
}

// Accelerations and readings cost an evaluation of forces, so they are seen only if they were asked for.
TEST(RobotSensors, AccelerationsAreOptional) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"));
    const State state = model.realize();
    EXPECT_TRUE(model.robot.observe(state).accelerations.empty());
    EXPECT_TRUE(model.robot.observe(state).imus.empty());
    EXPECT_LT(state.getSystemStage(), Stage::Dynamics);
}

// A sensor at rest reads 9.81 m/s^2 upwards and no rate, in its own frame, which a fixed joint and an offset turn.
TEST(RobotSensors, ImuAtRestReadsUp) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"));
    State state = model.realize();
    const Real q = 0.6;
    model.robot.getLink("bar").lockAt(state, q);
    model.system.realize(state, Stage::Acceleration);
    // At q about y, upwards is (-sin q, 0, cos q) on the bar. The sensor's link is turned by a quarter about z: its x is y, its y is -x.
    const ImuReading onLink = model.robot.calcImu(state, "sensor");
    EXPECT_LT((onLink.specificForce - 9.81 * Vec3(0, std::sin(q), std::cos(q))).norm(), 1e-13); // rounding
    EXPECT_EQ(onLink.angularRate.norm(), 0);
    const ImuReading turned = model.robot.calcImu(state, "sensor", Rotation(Pi, XAxis));
    EXPECT_LT((turned.specificForce + 9.81 * Vec3(0, std::sin(q), std::cos(q))).norm(), 1e-13);
}

// A sensor on a swinging bar at the distance r reads the centripetal and tangential accelerations and the tilt of gravity.
TEST(RobotSensors, ImuOnAPendulum) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"));
    EXPECT_EQ(model.robot.addImu("bar", Vec3(0, 0, -0.4)), 0);
    EXPECT_EQ(model.robot.addImu("sensor"), 1);
    model.robot.setObserveAccelerations();
    State state = model.realize();
    const Real q = 0.3, u = 2, r = 0.4;
    model.robot.setJointPositions(state, {q});
    model.robot.setJointVelocities(state, {u});
    const RobotObservation seen = model.robot.observe(state);
    ASSERT_EQ(seen.imus.size(), 2u);
    const Real udot = seen.accelerations[0];
    // On the bar: the point at (0, 0, -r) has the acceleration (-r udot, 0, r u^2), and upwards is (-sin q, 0, cos q).
    const Vec3 force(-r * udot - 9.81 * std::sin(q), 0, r * u * u + 9.81 * std::cos(q));
    EXPECT_LT((seen.imus[0].specificForce - force).norm(), 1e-12); // rounding
    EXPECT_LT((seen.imus[0].angularRate - Vec3(0, u, 0)).norm(), 1e-14);
    EXPECT_LT((seen.imus[1].specificForce - Vec3(0, -force[0], force[2])).norm(), 1e-12);
    EXPECT_LT((seen.imus[1].angularRate - Vec3(u, 0, 0)).norm(), 1e-14);
}

// A sensor in free fall reads nothing, and the gravity is that of the State.
TEST(RobotSensors, ImuInFreeFallReadsNothing) {
    RobotModel model(RobotFile(examplePath("quadruped.urdf")), RobotOptions().setBase(Base::Floating));
    State state = model.realize();
    model.gravity.setMagnitude(state, 1.62);
    model.system.realize(state, Stage::Acceleration);
    EXPECT_LT(model.robot.calcImu(state, "trunk").specificForce.norm(), 1e-12); // rounding
    expectMessage<std::invalid_argument>([&] { model.robot.addImu("nose"); }, {"nose"});
}

// A quadruped that stands reads its weight: 9.81 upwards, within what is left of the settling.
TEST(RobotSensors, ControllerReadsTheImuOfAStandingQuadruped) {
    RobotModel model(RobotFile(examplePath("quadruped.urdf")), RobotOptions().setBase(Base::Floating));
    model.addContact();
    model.robot.setServo(".*", 100, 3);
    model.robot.addImu("trunk");
    ImuReading last;
    Real servos = 0;
    model.robot.setController(0.01, [&](const RobotObservation& seen, RobotCommand&) {
        last = seen.imus[0];
        servos = 0;
        for (const JointRecord& joint : seen.jointForces) servos += std::abs(joint.servo);
    });
    State state = model.realize();
    model.setStandingPose(state);
    model.robot.setOnFloor(state, model.surfaces);
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.addJointForces(model.robot.getJointForces());
    integrator.setFixedStepSize(0.002);
    integrator.initialize(state);
    ContactStepper(integrator).stepTo(2);
    model.system.realize(integrator.getState(), Stage::Position);
    const Rotation R = model.robot.getBasePose(integrator.getState()).R();
    EXPECT_LT((last.specificForce - ~R * Vec3(0, 0, 9.81)).norm(), 1e-4);
    EXPECT_LT(last.angularRate.norm(), 1e-5);
    EXPECT_GT(servos, 1); // they bear the trunk
}

} // namespace
} // namespace test_robot_sensors
