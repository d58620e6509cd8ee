// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_JOINT_H
#define SIMBODYDEM_ROBOTS_ROBOT_JOINT_H

#include "SimTKcommon.h"

#include <optional>
#include <string>

namespace simbodydem {

/** The `<limit>` of a joint: rad and N m for a rotation, m and N for a translation. */
struct RobotJointLimits {
    int line = 0;
    SimTK::Real lower = -SimTK::Infinity; ///< [rad or m]; -Infinity for a continuous joint
    SimTK::Real upper = SimTK::Infinity;  ///< [rad or m], >= lower; Infinity for a continuous joint
    SimTK::Real effort = 0;               ///< greatest force or torque of the drive [N m or N], >= 0
    SimTK::Real velocity = 0;             ///< greatest speed of the drive [rad/s or m/s], >= 0
};

/** The `<mimic>` of a joint: its coordinate is multiplier * (coordinate of the other joint) + offset. */
struct RobotJointMimic {
    int line = 0;
    std::string joint; ///< name of the other joint
    int index = -1;    ///< of the other joint in RobotFile::getJoints()
    SimTK::Real multiplier = 1;
    SimTK::Real offset = 0; ///< [rad or m]
};

/** The `<safety_controller>` of a joint. It describes the software of a PR2 and is not needed by a simulation. */
struct RobotJointSafety {
    int line = 0;
    SimTK::Real softLower = 0, softUpper = 0; ///< [rad or m]
    SimTK::Real positionGain = 0;             ///< k_position [1/s]
    SimTK::Real velocityGain = 0;             ///< k_velocity [N m s/rad or N s/m]
};

/** A joint of a robot, as its file describes it. The names are those of URDF; a hinge of MJCF is Revolute or Continuous, a slide is
Prismatic. Ball is a joint of MJCF and SDF; Planar is one of URDF. At coordinate 0 the child's frame is the joint's frame. */
struct RobotJoint {
    enum class Type { Fixed, Revolute, Continuous, Prismatic, Floating, Planar, Ball };
    std::string name;
    int line = 0; ///< of `<joint>` in the file
    Type type = Type::Fixed;
    int parentLink = -1, childLink = -1;     ///< indices in RobotFile::getLinks()
    SimTK::Transform X_PJ;                   ///< the joint's frame on the parent link
    SimTK::Vec3 axis = SimTK::Vec3(1, 0, 0); ///< in the joint's frame, of length 1; Planar: normal of the plane
    std::optional<RobotJointLimits> limits;  ///< Revolute and Prismatic have it; Fixed, Floating and Ball do not
    SimTK::Real damping = 0;                 ///< [N m s/rad or N s/m], >= 0
    SimTK::Real friction = 0;                ///< dry friction [N m or N], >= 0
    SimTK::Real armature = 0;                ///< of the rotor, see RobotOptions::setArmature() [kg m^2 or kg], >= 0; only MJCF has it
    SimTK::Real stiffness = 0;               ///< of a spring, in MJCF and SDF [N m/rad or N/m], >= 0
    SimTK::Real springPosition = 0;          ///< coordinate at which the spring has no force [rad or m]
    std::optional<RobotJointMimic> mimic;    ///< of Revolute, Continuous and Prismatic joints alone
    std::optional<RobotJointSafety> safety;

    /** Returns true for joints with one coordinate: Revolute, Continuous and Prismatic. */
    bool hasOneCoordinate() const {
        return type == Type::Revolute || type == Type::Continuous || type == Type::Prismatic;
    }
};

/** Returns the type's name in URDF, "revolute" for instance. */
inline const char* toText(RobotJoint::Type type) {
    switch (type) {
    case RobotJoint::Type::Fixed: return "fixed";
    case RobotJoint::Type::Revolute: return "revolute";
    case RobotJoint::Type::Continuous: return "continuous";
    case RobotJoint::Type::Prismatic: return "prismatic";
    case RobotJoint::Type::Floating: return "floating";
    case RobotJoint::Type::Planar: return "planar";
    case RobotJoint::Type::Ball: return "ball";
    }
    return "";
}

} // namespace simbodydem

#endif
