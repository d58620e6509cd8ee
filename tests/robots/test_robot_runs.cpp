// Robots in motion: stops, servos and friction, controllers, saved States, and episodes that are equal to the last bit.

#include "Heard.h"
#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"

#include <simbodydem/ContactStepper.h>
#include <simbodydem/JointForces.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>

#include <array>
#include <random>
#include <sstream>
#include <thread>

namespace test_robot_runs {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real hipAngle = 0.8, kneeAngle = -1.6;    // of the crouching quadruped [rad]
const Real crouch = 0.4 * std::cos(0.8) + 0.02; // height of its trunk then [m]

std::vector<Real> crouchOf(const Robot& robot) {
    std::vector<Real> q(12, 0);
    for (int i = 0; i < 12; ++i) {
        const std::string name = robot.getJointName(i).substr(0, 4);
        q[std::size_t(i)] = name == "hip_" ? hipAngle : name == "knee" ? kneeAngle : 0;
    }
    return q;
}

State runFrom(const RobotModel& model, const State& from, Real duration) {
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.addJointForces(model.robot.getJointForces());
    integrator.setFixedStepSize(0.002);
    integrator.initialize(from);
    ContactStepper(integrator).stepTo(from.getTime() + duration);
    return integrator.getState();
}

// Returns an arm of 3 to 7 joints with a gripper, drawn at random. The second finger follows the first, and both begin at their stop.
std::string randomGripper(unsigned seed) {
    std::mt19937 engine(seed);
    const auto from = [&](Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(engine); };
    std::string text = "<robot name='arm'>";
    const auto addLink = [&](const std::string& name, Real size) {
        const Real mass = from(0.2, 3) * size, inertia = mass * size * size;
        text += "<link name='" + name + "'><inertial><origin xyz='0 " + std::to_string(0.2 * size) + " 0'/><mass value='" +
                std::to_string(mass) + "'/><inertia ixx='" + std::to_string(from(0.6, 1) * inertia) + "' iyy='" +
                std::to_string(from(0.6, 1) * inertia) + "' izz='" + std::to_string(from(0.6, 1) * inertia) +
                "' ixy='0' ixz='0' iyz='0'/></inertial></link>";
    };
    const auto addJoint = [&](const std::string& name, const char* type, const std::string& parent, const std::string& child,
                              const std::string& rest) {
        text += "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" + rest +
                "</joint>";
    };
    const auto triple = [&](Real size) {
        return std::to_string(from(-size, size)) + " " + std::to_string(from(-size, size)) + " " + std::to_string(from(-size, size));
    };
    text += "<link name='base'/>";
    std::string last = "base";
    const int joints = int(from(3, 8));
    for (int i = 0; i < joints; ++i) {
        const std::string link = "link" + std::to_string(i);
        addLink(link, from(0.1, 1));
        addJoint("arm" + std::to_string(i), "revolute", last, link,
                 "<origin xyz='" + triple(0.3) + "' rpy='" + triple(1.5) + "'/><axis xyz='" + triple(1) +
                     "'/><limit lower='-2' upper='2' effort='1e4' velocity='10'/><dynamics damping='" + std::to_string(from(0, 2)) +
                     "' friction='" + (from(0, 1) < 0.5 ? std::string("0") : std::to_string(from(0, 1))) + "'/>");
        last = link;
    }
    const std::string limit = "<limit lower='0' upper='0.04' effort='200' velocity='1'/>";
    const Real multiplier = from(0, 1) < 0.5 ? 1 : from(0.5, 1);
    for (const char* finger : {"left", "right"}) {
        const bool isLeft = finger == std::string("left");
        addLink(finger, from(0.05, 0.2));
        addJoint(std::string("finger_") + finger, "prismatic", last, finger,
                 std::string("<origin xyz='0 0.1 0'/><axis xyz='") + (isLeft ? "1 0 0" : "-1 0 0") + "'/>" + limit +
                     (isLeft ? std::string() : "<mimic joint='finger_left' multiplier='" + std::to_string(multiplier) + "'/>"));
    }
    return text + "</robot>";
}

// Coordinates and speeds.
std::vector<Real> numbersOf(const State& state) {
    std::vector<Real> numbers;
    for (int i = 0; i < state.getNQ(); ++i) numbers.push_back(state.getQ()[i]);
    for (int i = 0; i < state.getNU(); ++i) numbers.push_back(state.getU()[i]);
    return numbers;
}

// The quadruped of the examples with servos, over a floor.
struct Quadruped : RobotModel {
    Quadruped() : Quadruped(RobotFile(examplePath("quadruped.urdf"))) {}
    explicit Quadruped(const RobotFile& file) : RobotModel(file, RobotOptions().setBase(Base::Floating)) {
        addContact();
        robot.setServo(".*", 100, 3);
    }
    State start(Real height) {
        State state = realize();
        robot.setJointPositions(state, crouchOf(robot));
        robot.setTargets(state, crouchOf(robot));
        robot.setTorques(state, std::vector<Real>(12, 0.3));
        robot.setBasePose(state, Transform(Vec3(0, 0, height)));
        return state;
    }
    State run(const State& from, Real duration) { return runFrom(*this, from, duration); }
};

// The arm of the examples, which holds a ball of 50 g and moves its joints against their friction.
struct HoldingArm : RobotModel {
    MobilizedBody::Free ball{matter.Ground(), Body::Rigid(ballOf(0.05, 0.02))};

    HoldingArm() : RobotModel(RobotFile(examplePath("arm_gripper.urdf"))) {
        surfaces.add(ball, Sphere(0.02), Transform(), rubber(), "ball");
        addContact();
        robot.setServo("yaw|shoulder|elbow|wrist", 100, 3);
        robot.setServo("left", 3000, 30);
    }
    State start() {
        State state = realize();
        robot.setJointPositions(state, {0, 0, 0, 0, -0.0341, 0}); // pads are 0.1 mm in the ball
        robot.setTargets(state, {0.1, 0.1, -0.1, 0.1, -0.036, 0});
        ball.setQToFitTransform(state, Vec3(0, 0, 0.91)); // the height of the pads
        return state;
    }
};

// Saves a run in the middle, and continues it by another model of the same file. Without the histories it continues otherwise.
template <class Model> void expectContinuation(const std::function<State(Model&)>& start) {
    Model first, second;
    const State middle = runFrom(first, start(first), 0.1);
    first.system.realize(middle, Stage::Dynamics);
    EXPECT_GE(first.contact->getContactRecords(middle).size(), 2u);
    const std::vector<Real> jointHistory = first.robot.getJointForces().getHistory(middle);
    EXPECT_NE(jointHistory, std::vector<Real>(jointHistory.size(), 0));
    std::stringstream history;
    first.contact->writeHistory(middle, history);
    State bare = start(second);
    bare.updTime() = middle.getTime();
    bare.updQ() = middle.getQ();
    bare.updU() = middle.getU();
    second.robot.setTargets(bare, first.robot.getTargets(middle));
    second.robot.setTorques(bare, first.robot.getTorques(middle));
    State taken = bare;
    second.contact->readHistory(taken, history);
    second.robot.getJointForces().setHistory(taken, jointHistory);
    const std::vector<Real> expected = numbersOf(runFrom(first, middle, 0.1));
    EXPECT_EQ(numbersOf(runFrom(second, taken, 0.1)), expected);
    EXPECT_NE(numbersOf(runFrom(second, bare, 0.1)), expected);
}

// A quadruped that sways by a controller, for many episodes.
struct SwayingQuadruped : Quadruped {
    explicit SwayingQuadruped(const RobotFile& file) : Quadruped(file) {
        robot.setController(
            0.01,
            [](const RobotObservation& seen, RobotCommand& command) {
                command.targets[1] += 0.01 * std::sin(20 * seen.time) + 1e-4 * seen.linkForces[4][2];
            },
            *contact);
        initial = realize();
    }
    // Lands from a height that the number chooses.
    std::vector<Real> runEpisode(int number) {
        State state = initial;
        robot.setJointPositions(state, crouchOf(robot));
        robot.setTargets(state, crouchOf(robot));
        robot.setBasePose(state, Transform(Vec3(0, 0, crouch + 1e-5 * number)));
        const State end = run(state, 0.04);
        system.realize(end, Stage::Dynamics);
        hadContact = hadContact && !contact->getContactRecords(end).empty();
        return numbersOf(end);
    }
    State initial;
    bool hadContact = true; // at the end of each episode
};

const char* const pendulum = R"(<robot name='p'>
<link name='base'/>
<link name='rod'><inertial><origin xyz='0 0 -0.3'/><mass value='2'/>
  <inertia ixx='0.06' ixy='0' ixz='0' iyy='0.06' iyz='0' izz='0.001'/></inertial>
  <collision><origin xyz='0 0 -0.5'/><geometry><sphere radius='0.02'/></geometry></collision></link>
<joint name='pivot' type='revolute'><parent link='base'/><child link='rod'/><axis xyz='0 1 0'/>
  <limit lower='-0.4' upper='0.7' effort='5' velocity='4'/></joint>
</robot>)";

const char* const wheel = R"(<robot name='w'>
<link name='base'/>
<link name='rim'><inertial><mass value='1'/>
  <inertia ixx='0.02' ixy='0' ixz='0' iyy='0.03' iyz='0' izz='0.02'/></inertial></link>
<joint name='axle' type='continuous'><parent link='base'/><child link='rim'/><axis xyz='0 1 0'/>
  <limit effort='5' velocity='50'/></joint>
</robot>)";

// A pendulum that falls stays within its stops up to the compression that its energy allows, and comes to rest on one.
TEST(RobotRuns, LimitsHold) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"), RobotOptions().setBasePose(Rotation(Pi / 2, YAxis)));
    model.addContact(-3); // out of reach
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.addJointForces(model.robot.getJointForces());
    State state = model.realize();
    integrator.initialize(state);
    const JointSettings stops = model.robot.getJointForces().getSettings(0);
    Real lowest = 0, highest = 0, fastest = 0;
    for (int i = 1; i <= 1000; ++i) {
        integrator.stepTo(0.01 * i);
        const Real q = model.robot.getJointPositions(integrator.getState())[0];
        fastest = std::max(fastest, std::abs(model.robot.getJointVelocities(integrator.getState())[0]));
        lowest = std::min(lowest, q);
        highest = std::max(highest, q);
    }
    const Real inertia = 0.06 + 2 * 0.3 * 0.3, compression = fastest * std::sqrt(inertia / stops.stopStiffness);
    EXPECT_GT(fastest, 2);
    EXPECT_LE(highest, 0.7 + compression);
    EXPECT_GE(lowest, -0.4 - compression);
    EXPECT_NEAR(model.robot.getJointVelocities(integrator.getState())[0], 0, 1e-3);
    const Real torque = 2 * 9.81 * 0.3; // at most
    const Real q = model.robot.getJointPositions(integrator.getState())[0], beyond = std::max(q - 0.7, -0.4 - q);
    EXPECT_GT(beyond, 0);
    EXPECT_LT(beyond, torque / stops.stopStiffness);
}

// No fixed step is cut where no stop closes: grippers whose fingers begin at their stop, one of which follows the other, take 30 steps
// for 30. One of 20 arms shakes its fingers so that they close faster than 1e-6 m/s.
TEST(RobotRuns, GrippersAtTheirStopsTakeWholeSteps) {
    const int files = 100, steps = 30;
    const Real step = 0.002, slow = 1e-6; // [s], [m/s]
    const Heard silence;                  // of axes that have another length than 1
    int whole = 0;
    for (unsigned seed = 0; seed < files; ++seed) {
        RobotModel model(RobotFile::fromText(randomGripper(seed), "random.urdf"));
        model.robot.setServo("finger_left|arm.*", 2000, 100, 1e4);
        State state = model.realize();
        model.robot.setTargets(state, model.robot.getJointPositions(state));
        ContactIntegrator integrator(model.system, model.robot.getJointForces());
        integrator.setFixedStepSize(step);
        integrator.initialize(state);
        const int finger = model.robot.getJoint("finger_left");
        Real fastest = 0;
        while (integrator.getTime() < (steps - 0.5) * step) {
            integrator.takeOneStep(steps * step);
            fastest = std::max(fastest, -model.robot.getJointVelocities(integrator.getState())[std::size_t(finger)]);
        }
        if (integrator.getNumStepsTaken() == steps)
            ++whole;
        else
            EXPECT_GT(fastest, slow) << "seed " << seed << ": " << integrator.getNumStepsTaken();
    }
    EXPECT_GE(whole, 95);
}

// A servo does not exceed the effort of its joint: it cannot lift what needs more. A controller's torque counts as well.
TEST(RobotRuns, EffortCapsTheServo) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"));
    model.addContact(-3);
    model.robot.setServo("pivot", 1000, 5);
    model.robot.setController(0.01, [](const RobotObservation&, RobotCommand& command) {
        command.targets[0] = 0.65;
        command.torques[0] = 100;
    });
    State state = model.realize();
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.addJointForces(model.robot.getJointForces());
    integrator.initialize(state);
    const JointForces& joints = model.robot.getJointForces();
    Real most = 0;
    for (int i = 1; i <= 100; ++i) {
        ContactStepper(integrator).stepTo(0.01 * i);
        model.system.realize(integrator.getState(), Stage::Dynamics);
        most = std::max(most, std::abs(joints.calcRecord(integrator.getState(), 0).servo));
    }
    EXPECT_EQ(most, 5);
    EXPECT_TRUE(joints.calcRecord(integrator.getState(), 0).isServoAtLimit);
}

// Torques of a controller act on joints without a servo, up to the effort.
TEST(RobotRuns, TorquesNeedNoServo) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"));
    for (const Real torque : {2., 50.}) {
        State state = model.realize();
        RobotCommand command{{0}, {torque}};
        model.robot.apply(state, command);
        model.system.realize(state, Stage::Acceleration);
        EXPECT_NEAR(state.getUDot()[0], std::min(torque, Real(5)) / (0.06 + 2 * 0.3 * 0.3), 1e-9);
    }
}

// A controller that gives a constant torque leaves the target as it is, so the servo balances the torque at torque/kp.
TEST(RobotRuns, TorquesLeaveTheTargets) {
    RobotModel model(RobotFile::fromText(pendulum, "p.urdf"), RobotOptions().setBasePose(Rotation(Pi / 2, XAxis)));
    model.robot.setServo("pivot", 50, 2); // the axis is along gravity
    std::vector<Real> targets;
    model.robot.setController(0.01, [&](const RobotObservation&, RobotCommand& command) {
        targets.push_back(command.targets[0]);
        command.torques[0] += 1;
    });
    ContactIntegrator integrator(model.system, model.robot.getJointForces());
    integrator.setFixedStepSize(0.002).initialize(model.realize());
    ContactStepper(integrator).stepTo(4);
    for (const Real target : targets) EXPECT_EQ(target, 0);
    EXPECT_EQ(model.robot.getTorques(integrator.getState())[0], 1);
    EXPECT_NEAR(model.robot.getJointPositions(integrator.getState())[0], 1. / 50, 1e-9); // left of the settling
}

// An arm whose torques are those of gravity settles at its targets: servos have nothing left to bear.
TEST(RobotRuns, FeedForwardOfGravityHoldsAnArm) {
    RobotModel model(RobotFile(examplePath("arm_gripper.urdf")));
    const std::vector<Real> targets{0.3, 0.7, -0.9, 0.4, -0.02, 0};
    for (int i = 0; i < model.robot.getNumJoints(); ++i) { // dry friction would hold it elsewhere
        JointForces& joints = model.robot.getJointForces();
        JointSettings settings = joints.getSettings(i);
        settings.frictionLimit = 0;
        joints.setSettings(i, settings);
    }
    model.robot.setServo("yaw|shoulder|elbow|wrist", 100, 10);
    model.robot.setServo("left", 3000, 100);
    model.robot.setController(0.01, [&](const RobotObservation&, RobotCommand& command) {
        EXPECT_EQ(command.targets[1], targets[1]);
        State state = model.system.getDefaultState(); // of the targets, at rest
        model.system.realizeModel(state);
        model.robot.setJointPositions(state, targets);
        model.system.realize(state, Stage::Dynamics);
        Vector torques;
        model.matter.multiplyBySystemJacobianTranspose(state, model.gravity.getBodyForces(state), torques);
        for (int i = 0; i < model.robot.getNumJoints(); ++i)
            command.torques[std::size_t(i)] = -model.robot.getJointBody(i).getOneFromUPartition(state, 0, torques);
        // The second finger follows the first, which bears both.
        command.torques[4] += model.robot.getFile().getJoint("right").mimic->multiplier * command.torques[5];
    });
    State state = model.realize();
    model.robot.setTargets(state, targets);
    std::vector<Real> start = targets;
    for (std::size_t i = 0; i < 4; ++i) start[i] += 0.05;
    model.robot.setJointPositions(state, start);
    ContactIntegrator integrator(model.system, model.robot.getJointForces());
    integrator.setFixedStepSize(0.002).initialize(state);
    ContactStepper(integrator).stepTo(6);
    const std::vector<Real> end = model.robot.getJointPositions(integrator.getState());
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(end[i], targets[i], 1e-9) << i; // left of the settling
}

// Servos of a speed reach it although their start takes more than the effort, 5 N m.
TEST(RobotRuns, VelocityActuatorReachesItsSpeed) {
    RobotModel model(RobotFile::fromText(wheel, "w.urdf"));
    model.robot.setServo("axle", 0, 5);
    for (const Real speed : {3., 10.}) {
        State state = model.realize();
        model.robot.apply(state, RobotCommand{{0}, {5 * speed}});
        ContactIntegrator integrator(model.system, model.robot.getJointForces());
        integrator.setFixedStepSize(0.002).initialize(state);
        integrator.stepTo(1);
        EXPECT_NEAR(model.robot.getJointVelocities(integrator.getState())[0], speed, 1e-9); // left of the start
    }
}

// An arm that leans under a load below its dry friction does not creep, at fixed steps of 2 ms and at an accuracy.
TEST(RobotRuns, ArmDoesNotCreepBelowItsFriction) {
    RobotModel model(RobotFile(examplePath("arm_gripper.urdf")));
    model.addContact();
    State start = model.realize();
    std::vector<Real> q(6, 0);
    q[1] = 0.05;
    model.robot.setJointPositions(start, q);
    for (const bool isFixed : {true, false}) {
        ContactIntegrator integrator(model.system, *model.contact);
        integrator.addJointForces(model.robot.getJointForces());
        if (isFixed) integrator.setFixedStepSize(0.002);
        integrator.initialize(start);
        integrator.stepTo(isFixed ? 5 : 20); // its long steps damp the first oscillation only slowly
        const std::vector<Real> before = model.robot.getJointPositions(integrator.getState());
        EXPECT_NEAR(before[1], 0.05, 1e-3); // the friction's spring is stretched
        integrator.stepTo(isFixed ? 15 : 80);
        const std::vector<Real> after = model.robot.getJointPositions(integrator.getState());
        for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(after[i], before[i], 1e-11) << i;
    }
}

// A quadruped stands by its servos: all feet have contact and share the weight, and they do not creep.
TEST(RobotRuns, QuadrupedStands) {
    Quadruped model;
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.addJointForces(model.robot.getJointForces());
    integrator.initialize(model.start(crouch));
    integrator.stepTo(15); // the landing has died out
    const auto feetOf = [&](const State& state) {
        std::array<Vec3, 4> feet;
        int i = 0;
        for (const char* leg : {"fl", "fr", "rl", "rr"})
            feet[std::size_t(i++)] = model.robot.findLinkTransform(state, std::string("foot_") + leg).p();
        return feet;
    };
    const std::array<Vec3, 4> before = feetOf(integrator.getState());
    const Transform base = model.robot.getBasePose(integrator.getState());
    integrator.stepTo(75);
    const State& state = integrator.getState();
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LE((feetOf(state)[i] - before[i]).norm() / 60, 1e-11); // [m/s]
    EXPECT_LE((model.robot.getBasePose(state).p() - base.p()).norm(), 1e-8);
    const RobotContacts contacts = model.robot.calcContacts(state, *model.contact);
    Vec3 sum(0);
    int touching = 0;
    for (std::size_t l = 0; l < contacts.flags.size(); ++l) {
        sum += contacts.forces[l];
        touching += contacts.flags[l];
        const bool isFoot = model.robot.getFile().getLinks()[l].name.substr(0, 4) == "foot";
        EXPECT_EQ(bool(contacts.flags[l]), isFoot) << l;
    }
    EXPECT_EQ(touching, 4);
    EXPECT_LE((sum - Vec3(0, 0, 12 * 9.81)).norm(), 1e-3);
    RobotModel other(RobotFile::fromText(pendulum, "p.urdf"));
    other.addContact();
    expectMessage([&] { other.robot.calcContacts(state, *model.contact); }, {"calcContacts()", "rod/0"});
}

// A controller is called at its rate with what the State has, and gives targets.
TEST(RobotRuns, ControllerIsCalledAtItsRate) {
    Quadruped model;
    std::vector<Real> times;
    RobotObservation last;
    model.robot.setController(
        0.02,
        [&](const RobotObservation& seen, RobotCommand& command) {
            times.push_back(seen.time);
            last = seen;
            command.targets[std::size_t(model.robot.getJoint("knee_rr"))] = kneeAngle + 0.1;
        },
        *model.contact);
    const State state = model.run(model.start(crouch), 0.205);
    ASSERT_EQ(times.size(), 11u);
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], 0.02 * Real(i), 1e-12);
    EXPECT_EQ(last.positions.size(), 12u);
    EXPECT_EQ(last.linkContacts[std::size_t(model.robot.getFile().getLinkIndex("foot_rr"))], 1);
    EXPECT_NEAR(last.basePose.p()[2], crouch, 0.02);
    EXPECT_EQ(model.robot.getTargets(state)[std::size_t(model.robot.getJoint("knee_rr"))], kneeAngle + 0.1);
}

// A quadruped of whom time, coordinates, targets, torques and both histories are saved continues to the last bit, by a new robot of the same file.
TEST(RobotRuns, ContinueFromASavedState) {
    expectContinuation<Quadruped>([](Quadruped& model) { return model.start(crouch + 0.001); });
}

// An arm that holds a ball continues as well, with fingers that follow each other.
TEST(RobotRuns, ArmContinuesFromASavedState) {
    expectContinuation<HoldingArm>([](HoldingArm& model) { return model.start(); });
}

// An episode from the same State is the same to the last bit, also after another one.
TEST(RobotRuns, ResetGivesTheSameEpisode) {
    Quadruped model;
    model.robot.setController(0.01, [](const RobotObservation& seen, RobotCommand& command) {
        command.targets[4] = hipAngle + 0.1 * std::sin(30 * seen.time) + 0.01 * seen.velocities[5];
    });
    const State start = model.start(crouch + 0.01), other = model.start(crouch + 0.05);
    const std::vector<Real> once = numbersOf(model.run(start, 0.2));
    model.run(other, 0.1);
    EXPECT_EQ(numbersOf(model.run(start, 0.2)), once);
}

// A hundred episodes in two threads, each with a System of its own, are those of one System in one thread to the last bit.
TEST(RobotRuns, ThreadsAgreeWithSerialRuns) {
    const RobotFile file(examplePath("quadruped.urdf"));
    const int numEpisodes = 100;
    std::vector<std::vector<Real>> serial, parallel{std::size_t(numEpisodes)};
    SwayingQuadruped model(file);
    for (int i = 0; i < numEpisodes; ++i) serial.push_back(model.runEpisode(i));
    EXPECT_TRUE(model.hadContact);
    const auto work = [&](int first) {
        SwayingQuadruped own(file);
        for (int i = first; i < numEpisodes; i += 2) parallel[std::size_t(i)] = own.runEpisode(i);
    };
    std::thread one(work, 0), two(work, 1);
    one.join();
    two.join();
    for (int i = 0; i < numEpisodes; ++i) {
        EXPECT_EQ(serial[std::size_t(i)], parallel[std::size_t(i)]) << i;
        EXPECT_NE(serial[std::size_t(i)], serial[std::size_t((i + 1) % numEpisodes)]) << i;
    }
}

// A capsule of 45 g that is pinched with 12 N or 60 N at a friction of 0.7 does not creep by 1e-5 um/s.
TEST(RobotRuns, PinchedCapsuleDoesNotCreep) {
    for (const Real press : {12., 60.}) {
        Scene scene;
        Force::Gravity(scene.forces, scene.matter, -ZAxis, 9.81);
        const SurfaceMaterial material =
            SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setRestitution(0.3).setFriction(0.7);
        const Real radius = 0.015, halfLength = 0.03, mass = 0.045;
        MobilizedBody::Free capsule(
            scene.matter.Ground(),
            Body::Rigid(
                MassProperties(mass, Vec3(0), mass * UnitInertia::cylinderAlongZ(radius, halfLength + radius))));
        scene.surfaces.add(capsule, Capsule(radius, halfLength), Transform(), material, "capsule");
        for (const int side : {-1, 1}) {
            MobilizedBody::Slider finger(scene.matter.Ground(), Transform(Vec3(side * (radius + 0.01), 0, 0)),
                                         Body::Rigid(MassProperties(0.1, Vec3(0), Inertia(1e-4))), Transform());
            scene.surfaces.add(finger, Brick(Vec3(0.01, 0.02, 0.05), 0.001), Transform(), material,
                               side < 0 ? "left" : "right");
            Force::MobilityConstantForce(scene.forces, finger, 0, -side * press);
            if (side > 0) Force::MobilityLinearSpring(scene.forces, finger, MobilizerQIndex(0), 1e5, 0);
        }
        const HertzMindlinForce contact(scene.forces, scene.surfaces);
        State state = scene.system.realizeTopology();
        ContactIntegrator integrator(scene.system, contact);
        integrator.initialize(state);
        integrator.stepTo(2);
        const Vec3 before = capsule.getBodyOriginLocation(integrator.getState());
        integrator.stepTo(62);
        const Vec3 moved = capsule.getBodyOriginLocation(integrator.getState()) - before;
        EXPECT_LE(moved.norm() / 60, 1e-11) << press; // [m/s]
        std::printf("pinched with %g N: %.1e um/s\n", press, 1e6 * moved.norm() / 60);
        EXPECT_GT(before[2], -1e-3);
    }
}

} // namespace
} // namespace test_robot_runs
