// Runs episodes of a quadruped from one State, each with another friction of the floor, then rollouts from the middle of a run, and prints
// where each ends.
#include <simbodydem/robots.h>
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity(forces, matter, -ZAxis, 9.81);
    const RobotFile file(SIMBODYDEM_EXAMPLE_ROBOTS "/quadruped.urdf");
    Robot robot(matter, forces, file, RobotOptions().setBase(Base::Floating).setBasePose(Vec3(0, 0, 0.31)));
    ContactSurfaces surfaces(matter);
    const auto rubber =
        SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.2).setFriction(1);
    const SurfaceIndex floor =
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), rubber, "floor");
    robot.addCollisions(surfaces);
    robot.setServo(".*", 100, 3);
    HertzMindlinForce contact(forces, surfaces);
    contact.setMaterialForAll(rubber);

    State start = system.realizeTopology(); // once
    std::vector<Real> crouch(std::size_t(robot.getNumJoints()), 0);
    for (const char* const leg : {"fl", "fr", "rl", "rr"}) {
        crouch[std::size_t(robot.getJoint(std::string("hip_") + leg))] = 0.8;
        crouch[std::size_t(robot.getJoint(std::string("knee_") + leg))] = -1.6;
    }
    robot.setJointPositions(start, crouch);
    robot.setTargets(start, crouch);
    // episodes begins
    for (const Real friction : {0.4, 0.6, 0.8}) {
        State state = start; // a reset: no contact and no joint remembers anything
        robot.setJointPositions(state, crouch);
        contact.setFrictionFactor(state, floor, friction); // times the friction of the materials, which is 1 here
        ContactIntegrator integrator(system, contact);
        integrator.addJointForces(robot.getJointForces());
        integrator.setFixedStepSize(0.002);
        integrator.initialize(state);
        for (int i = 1; i <= 50; ++i) {
            RobotCommand command{crouch, std::vector<Real>(crouch.size(), 0)}; // of your policy
            robot.apply(integrator.updState(), command);
            integrator.stepTo(0.02 * i); // ten steps
        }
        std::printf("friction %.1f: the trunk is at %.4f m\n", friction,
                    robot.getBasePose(integrator.getState()).p()[2]);
    }
    // episodes ends
    // rollouts begins
    ContactIntegrator integrator(system, contact);
    integrator.addJointForces(robot.getJointForces()).setFixedStepSize(0.002);
    integrator.initialize(start);
    integrator.stepTo(0.4);
    SavedRun now;
    integrator.saveTo(now);
    for (const Real knee : {-1.7, -1.6, -1.5}) { // what if?
        integrator.restoreFrom(now);
        RobotCommand command{crouch, std::vector<Real>(crouch.size(), 0)};
        for (const char* const leg : {"fl", "fr", "rl", "rr"})
            command.targets[std::size_t(robot.getJoint(std::string("knee_") + leg))] = knee;
        robot.apply(integrator.updState(), command);
        integrator.stepTo(0.6);
        std::printf("knee %.1f rad: the trunk is at %.4f m\n", knee, robot.getBasePose(integrator.getState()).p()[2]);
    }
    // rollouts ends
}
