#ifndef SIMBODYDEM_TESTS_ROBOT_MODEL_H
#define SIMBODYDEM_TESTS_ROBOT_MODEL_H

#include "Simbody.h"

#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/NamedForces.h"
#include "simbodydem/SurfaceMaterial.h"
#include "simbodydem/robots.h"
#include "simbodydem/shapes/HalfSpace.h"

#include <memory>
#include <string>

/** Returns the path of a robot in examples/robots. */
inline std::string examplePath(const std::string& name) { return std::string(SIMBODYDEM_EXAMPLE_ROBOTS "/") + name; }

/** A robot over a floor at z = 0, with gravity. */
struct RobotModel {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    SimTK::Force::Gravity gravity{forces, matter, -SimTK::ZAxis, 9.81};
    simbodydem::ContactSurfaces surfaces{matter};
    simbodydem::Robot robot;
    std::unique_ptr<simbodydem::HertzMindlinForce> contact;

    explicit RobotModel(const simbodydem::RobotFile& file,
                        const simbodydem::RobotOptions& options = simbodydem::RobotOptions())
        : robot(matter, forces, file, options) {}

    static simbodydem::SurfaceMaterial rubber() {
        return simbodydem::SurfaceMaterial()
            .setYoungsModulus(1e7)
            .setPoissonsRatio(0.3)
            .setRestitution(0.3)
            .setFriction(0.8);
    }
    /** Adds the floor and the collisions, and the force between them. */
    void addContact(SimTK::Real floorHeight = 0) {
        using namespace SimTK;
        surfaces.add(matter.Ground(), simbodydem::HalfSpace(),
                     simbodydem::HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, floorHeight)), rubber(), "floor");
        robot.addCollisions(surfaces);
        contact = std::make_unique<simbodydem::HertzMindlinForce>(forces, surfaces);
        contact->setMaterialForAll(rubber());
    }
    /** Puts the example's quadruped into the pose in which it stands, and gives its servos this pose as targets. */
    void setStandingPose(SimTK::State& state) const {
        for (const std::string leg : {"fl", "fr", "rl", "rr"}) {
            robot.setTarget(state, "hip_" + leg, 0.8);
            robot.setTarget(state, "knee_" + leg, -1.6);
        }
        robot.setJointPositions(state, robot.getTargets(state));
    }
    SimTK::State realize() {
        SimTK::State state = system.realizeTopology();
        system.realizeModel(state);
        return state;
    }
};

#endif
