// An arm of a URDF file picks up a mug, lifts it, shakes it for a minute, and puts it down. The friction of its fingers has a memory, so
// the mug does not slip. A controller at 100 Hz moves the targets of the servos. ExamplePickAndPlace --replay FILE records the run as a
// page.

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/robots.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real upperArm = 0.3, forearm = 0.26, shoulderHeight = 0.2; // of the file [m]
const Real padBelowWrist = 0.15;                                 // centre of the pads, with the hand pointing down [m]
const Real mugRadius = 0.04, mugHeight = 0.09, mugMass = 0.3;    // [m], [kg]
const Real mugPlace = 0.42, liftHeight = 0.12;                   // distance from the arm's axis [m]; of the lift [m]
const Real grip = -0.045, open = 0; // targets of the fingers [m]; those of the grip are within the mug

// Returns the angles of shoulder, elbow and wrist that put the pads at (x, z) above the table, with the hand pointing down.
Vec3 solveArm(Real x, Real z) {
    const Real up = z + padBelowWrist - shoulderHeight, distance = std::hypot(x, up);
    const Real elbow = std::acos((square(distance) - square(upperArm) - square(forearm)) / (2 * upperArm * forearm));
    const Real inner = std::atan2(forearm * std::sin(elbow), upperArm + forearm * std::cos(elbow));
    const Real shoulder = std::atan2(x, up) - inner; // from the vertical
    return {shoulder, elbow, Pi - shoulder - elbow};
}

// Returns a smooth step from 0 to 1 within this time.
Real ramp(Real time, Real start, Real duration) { return stepUp(clamp(0., (time - start) / duration, 1.)); }

struct Plan {
    Real x, z, yaw, finger;
};

// Closes the fingers from 1 to 2 s, lifts from 2.5 to 4 s, shakes from 5 to 65 s, turns, and puts the mug down until 70 s.
Plan planAt(Real time) {
    Plan plan{mugPlace, mugHeight / 2, 0, open};
    plan.finger = open + (grip - open) * (ramp(time, 1, 1) - ramp(time, 71, 1));
    plan.z += liftHeight * (ramp(time, 2.5, 1.5) - ramp(time, 67.5, 2.5));
    const Real shake = ramp(time, 5, 1) - ramp(time, 64, 1);
    plan.z += 0.004 * shake * std::sin(2 * Pi * 3 * time);
    plan.yaw = 0.02 * shake * std::sin(2 * Pi * 2 * time) + 0.5 * ramp(time, 65.5, 1.5);
    return plan;
}

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && std::string(argv[1]) == "--replay";
    if (argc > 1 && !isRecorded) {
        std::fprintf(stderr, "usage: %s [--replay FILE.html]\n", argv[0]);
        return 2;
    }
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false);
    system.setUpDirection(ZAxis); // URDF's z is up
    GeneralForceSubsystem forces(system);
    Force::Gravity(forces, matter, -ZAxis, 9.81);
    const auto rubber =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.45).setRestitution(0.2).setFriction(0.8);

    // robot begins
    Robot robot(matter, forces, RobotFile(SIMBODYDEM_EXAMPLE_ROBOTS "/arm_gripper.urdf"));
    ContactSurfaces surfaces(matter);
    robot.addCollisions(surfaces);
    robot.setServo("yaw|shoulder|elbow", 3000, 60);
    robot.setServo("wrist", 1000, 10);
    robot.setServo("left", 5000, 100, 30); // the grip is this limit
    // robot ends

    // The mug is a hull of two polygons, with a handle that is drawn only. It stands on the table.
    std::vector<Vec3> points;
    for (int i = 0; i < 16; ++i) {
        const Real angle = (i + 0.5) * Pi / 8;
        for (const Real side : {-0.5, 0.5})
            points.emplace_back(mugRadius * std::cos(angle), mugRadius * std::sin(angle), side * mugHeight);
    }
    MobilizedBody::Free mug(
        matter.Ground(),
        Body::Rigid(MassProperties(mugMass, Vec3(0), mugMass * UnitInertia::cylinderAlongZ(mugRadius, mugHeight / 2))));
    mug.addBodyDecoration(Rotation(Pi / 2, XAxis), DecorativeCylinder(mugRadius, mugHeight / 2).setColor(Orange));
    mug.addBodyDecoration(Vec3(mugRadius + 0.015, 0, 0), DecorativeBrick(Vec3(0.015, 0.005, 0.025)).setColor(Orange));
    surfaces.add(mug, ConvexHull(points, 0.003), Transform(), rubber, "mug");
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), rubber, "table");
    HertzMindlinForce contact(forces, surfaces);
    contact.setMaterialForAll(rubber);

    const std::array<int, 5> joints = {robot.getJoint("yaw"), robot.getJoint("shoulder"), robot.getJoint("elbow"),
                                       robot.getJoint("wrist"), robot.getJoint("left")};
    const auto setPlan = [&](Real time, std::vector<Real>& targets) {
        const Plan plan = planAt(time);
        const Vec3 arm = solveArm(plan.x, plan.z);
        const std::array<Real, 5> values = {plan.yaw, arm[0], arm[1], arm[2], plan.finger};
        for (std::size_t j = 0; j < joints.size(); ++j) targets[std::size_t(joints[j])] = values[j];
    };
    // controller begins
    robot.setController(
        0.01, [&](const RobotObservation& seen, RobotCommand& command) { setPlan(seen.time, command.targets); });
    // controller ends
    if (isRecorded) {
        auto* replay = new ReplayRecorder(system, argv[2], 0.02);
        replay->showContacts(contact);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    std::vector<Real> angles(std::size_t(robot.getNumJoints()), 0);
    setPlan(0, angles);
    robot.setJointPositions(state, angles);
    robot.setTargets(state, angles);
    mug.setQToFitTranslation(state, Vec3(mugPlace, 0, mugHeight / 2));

    ContactIntegrator integrator(system, contact);
    integrator.addJointForces(robot.getJointForces());
    const Real step = 0.002; // [s]
    integrator.setFixedStepSize(step);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    // Slip is the path that fingers slide on the mug, from the end of the grip to the place where the mug is put down. The displacement of
    // the mug in the hand is elastic as well, and fingers roll on the mug as the arm bends.
    const auto findInHand = [&] {
        const State& now = stepper.getState();
        const Transform X_GP = robot.findLinkTransform(now, "left_pad"),
                        X_GQ = robot.findLinkTransform(now, "right_pad");
        return 0.5 * (~X_GP * mug.getBodyOriginLocation(now) + ~X_GQ * mug.getBodyOriginLocation(now));
    };
    std::printf("   time  height of the mug  grip  touching links      slip  in the hand     steps  CPU time\n"
                "    [s]               [mm]   [N]                      [um]         [um]               [ms/s]\n");
    Vec3 before(0);
    Real slip = 0;
    const std::size_t left = std::size_t(robot.getFile().getLinkIndex("left_pad"));
    const SurfaceIndex table = surfaces.find("table");
    for (const Real time : {1., 2., 2.5, 4., 5., 10., 20., 30., 40., 50., 60., 65.4, 67., 69.5, 71., 73.}) {
        const Real start = stepper.getTime();
        const double used = double(std::clock());
        while (stepper.getTime() < time) {
            stepper.stepTo(std::min(stepper.getTime() + step, time));
            if (stepper.getTime() <= 2.5 || stepper.getTime() > 69.5) continue;
            for (const ContactRecord& record : contact.getContactRecords(stepper.getState()))
                if (record.sliding && record.a != table && record.b != table)
                    slip += record.slipVelocity.norm() * integrator.getPreviousStepSize();
        }
        const double cpu = (double(std::clock()) - used) / CLOCKS_PER_SEC;
        const State& now = stepper.getState();
        system.realize(now, Stage::Dynamics);
        if (time <= 5) before = findInHand();
        const RobotContacts touching = robot.calcContacts(now, contact);
        std::printf("%7.2f%19.4f%6.1f%16d%10.4f%13.4f%10d%10.1f\n", time,
                    1e3 * (mug.getBodyOriginLocation(now)[2] - mugHeight / 2), touching.forces[left].norm(),
                    int(std::count(touching.flags.begin(), touching.flags.end(), 1)), 1e6 * slip,
                    1e6 * (findInHand() - before).norm(), integrator.getNumStepsTaken(), 1e3 * cpu / (time - start));
    }
}
