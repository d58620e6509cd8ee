// A quadruped of docs/robots.md with rotors and sensors that is set on the floor, stands, and is pushed.
#include <simbodydem/robots.h>
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity(forces, matter, -ZAxis, 9.81);
    const RobotFile file(SIMBODYDEM_EXAMPLE_ROBOTS "/quadruped.urdf");
    // armature begins
    const Real rotor = 8e-6, gear = 9; // [kg m^2], [-]
    RobotOptions options;
    options.setBase(Base::Floating).setArmature("hip_.*|knee_.*", gear * gear * rotor);
    // armature ends
    Robot robot(matter, forces, file, options);
    ContactSurfaces surfaces(matter);
    const auto rubber =
        SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.2).setFriction(0.8);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), rubber, "floor");
    robot.addCollisions(surfaces);
    robot.setServo(".*", 100, 3);
    HertzMindlinForce contact(forces, surfaces);
    contact.setMaterialForAll(rubber);
    // sensors begins
    const int imu = robot.addImu("trunk", Vec3(0.1, 0, 0.02)); // [m], in the link's frame
    robot.setObserveAccelerations();
    robot.setController(0.01, [&](const RobotObservation& seen, RobotCommand&) {
        const Vec3 force = seen.imus[std::size_t(imu)].specificForce; // [m/s^2]
        const JointRecord& knee = seen.jointForces[std::size_t(robot.getJoint("knee_fl"))];
        if (seen.time > 0.998 && seen.time < 1.208)
            std::printf("%.2f s: forwards %7.3f m/s^2, knee servo %6.3f N m, friction %6.3f N m, %8.3f rad/s^2\n",
                        seen.time, force[0], knee.servo, knee.friction,
                        seen.accelerations[std::size_t(robot.getJoint("knee_fl"))]);
    });
    // sensors ends
    // force begins
    Force::DiscreteForces push(forces, matter); // before realizeTopology()
    // force ends

    // floor begins
    State state = system.realizeTopology();
    for (const std::string leg : {"fl", "fr", "rl", "rr"}) {
        robot.setTarget(state, "hip_" + leg, 0.8);
        robot.setTarget(state, "knee_" + leg, -1.6);
    }
    robot.setJointPositions(state, robot.getTargets(state));
    robot.setOnFloor(state, surfaces); // or over it: setOnFloor(state, surfaces, 0.01)
    // floor ends
    ContactIntegrator integrator(system, contact);
    integrator.addJointForces(robot.getJointForces());
    integrator.setFixedStepSize(0.002);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    const auto printPose = [&](const char* when) {
        const Vec3 p = robot.getBasePose(stepper.getState()).p();
        std::printf("%s the trunk is at %.4f m, %.4f m high\n", when, p[0], p[2]);
    };
    // push begins
    stepper.stepTo(1);
    printPose("before the push");
    system.realize(stepper.getState(), Stage::Position); // for the lever of the point
    push.addForceToBodyPoint(integrator.updState(), robot.getLink("trunk"), Vec3(0, 0, 0.05), Vec3(20, 0, 0)); // [m], [N]
    stepper.stepTo(1.2);
    printPose("at its end");
    push.clearAllBodyForces(integrator.updState());
    stepper.stepTo(3);
    printPose("afterwards");
    // push ends
}
