// A quadruped of a URDF file lands on its feet and stands by its servos. ExampleRobot --replay FILE records the run as a page.

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/robots.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <iostream>
#include <string>

using namespace SimTK;
using namespace simbodydem;

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && std::string(argv[1]) == "--replay";
    // robot begins
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity(forces, matter, -ZAxis, 9.81); // URDF's z is up
    system.setUpDirection(ZAxis);

    const RobotFile file(SIMBODYDEM_EXAMPLE_ROBOTS "/quadruped.urdf");
    Robot robot(matter, forces, file, RobotOptions().setBase(Base::Floating).setBasePose(Vec3(0, 0, 0.31)));
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), SurfaceMaterial(), "floor");
    robot.addCollisions(surfaces);
    robot.setServo(".*", 100, 3); // N m/rad, N m s/rad; the limit is the file's effort
    HertzMindlinForce contact(forces, surfaces);
    contact.setMaterialForAll(
        SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.2).setFriction(0.8));
    // robot ends

    // replay begins
    if (isRecorded) {
        auto* replay = new ReplayRecorder(system, argv[2], 0.02);
        replay->showContacts(contact).follow(robot.getLink("trunk"));
        system.addEventReporter(replay);
    }
    // replay ends

    // run begins
    State state = system.realizeTopology();
    for (const std::string leg : {"fl", "fr", "rl", "rr"}) {
        robot.setTarget(state, "hip_" + leg, 0.8);
        robot.setTarget(state, "knee_" + leg, -1.6);
    }
    robot.setJointPositions(state, robot.getTargets(state));

    ContactIntegrator integrator(system, contact);
    integrator.addJointForces(robot.getJointForces());
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(3);
    // run ends

    // reading begins
    const State& end = stepper.getState();
    system.realize(end, Stage::Acceleration);
    const ImuReading imu = robot.calcImu(end, "trunk");                                          // in the link's frame
    const JointRecord knee = robot.calcJointForces(end)[std::size_t(robot.getJoint("knee_fl"))]; // in parts
    // reading ends

    std::cout << robot << "\nafter 3 s the trunk is " << robot.getBasePose(end).p()[2] << " m above the floor\n";
    const RobotContacts touching = robot.calcContacts(end, contact);
    for (const std::string leg : {"fl", "fr", "rl", "rr"})
        std::cout << "foot_" << leg << " carries " << touching.forces[std::size_t(file.getLinkIndex("foot_" + leg))][2]
                  << " N\n";
    std::cout << "an IMU on the trunk reads " << imu.specificForce.norm() << " m/s^2\n"
              << "the servo of knee_fl exerts " << knee.servo << " N m\n";
}
