// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_FILE_H
#define SIMBODYDEM_ROBOTS_ROBOT_FILE_H

#include "simbodydem/robots/Export.h"
#include "simbodydem/robots/RobotGeometry.h"

#include "SimTKcommon.h"

#include <atomic>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** A link of a robot, as its file describes it. Its frame L is the frame of the joint to its parent. */
struct RobotLink {
    std::string name;
    int line = 0;             ///< of `<link>` in the file
    bool hasInertial = false; ///< false: the link has no mass, and the next four members are unused
    int inertialLine = 0;
    SimTK::Real mass = 0;  ///< [kg], >= 0
    SimTK::Transform X_LI; ///< frame I on the link; its origin is the center of mass
    SimTK::SymMat33 inertia =
        SimTK::SymMat33(0); ///< about the center of mass, in frame I [kg m^2]; as in the file; (i, j) with i >= j
    std::vector<RobotCollision> collisions; ///< in the order of the file
    std::vector<RobotVisual> visuals;       ///< in the order of the file
    int parentJoint = -1;                   ///< index in RobotFile::getJoints(); -1: this link is the root
    std::vector<int> childJoints;           ///< indices in RobotFile::getJoints(), in the order of the file

    /** Returns the link's mass properties about its origin, in frame L. An inertia that no body can have is corrected: its
    principal values are raised until none is negative and none exceeds the sum of the other two. A link of mass 0 has no inertia here. */
    SIMBODYDEM_ROBOTS_API SimTK::MassProperties getMassProperties() const;
};

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

/** An actuator of an MJCF file, in coordinates of the joint that it drives. Its control c is MuJoCo's `ctrl`; it stands for the command
s = scale * c + offset. With the gear g, the gain G, and the bias b0 + b1 length + b2 speed of MuJoCo, the torque of the joint is
- stiffness * (s - q) - damping * u of a position actuator, stiffness = -b1 g^2 and damping = -b2 g^2,
- damping * (s - u) of a velocity actuator,
- s of a motor.

The limit caps it. Robot::useActuators() gives the joints servos of these numbers. */
struct RobotActuator {
    enum class Kind { Position, Velocity, Motor };
    std::string name; ///< may be empty
    int line = 0;
    Kind kind = Kind::Motor;
    int joint = -1;            ///< index in RobotFile::getJoints()
    SimTK::Real stiffness = 0; ///< [N m/rad, N/m], >= 0
    SimTK::Real damping = 0;   ///< [N m s/rad, N s/m], >= 0
    SimTK::Real dampingRatio =
        0; ///< adds 2 ratio sqrt(stiffness * inertia) to the damping, with the joint's inertia at coordinates 0
    SimTK::Real scale = 1;                ///< of the control
    SimTK::Real offset = 0;               ///< of the command [rad, m]; of a motor [N m, N]
    SimTK::Real lower = -SimTK::Infinity; ///< of the control
    SimTK::Real upper = SimTK::Infinity;  ///< of the control
    SimTK::Real limit = SimTK::Infinity;  ///< greatest torque or force of the joint [N m, N], > 0
};

/** Returns "position", "velocity" or "motor". */
inline const char* toText(RobotActuator::Kind kind) {
    switch (kind) {
    case RobotActuator::Kind::Position: return "position";
    case RobotActuator::Kind::Velocity: return "velocity";
    case RobotActuator::Kind::Motor: return "motor";
    }
    return "";
}

/** The consequence of masses and inertias that no body can have. */
enum class InertiaCheck { Error, Warning };

/** The options of a RobotFile. A list of folders converts to options with this search path. */
class RobotFileOptions {
public:
    RobotFileOptions() = default;
    RobotFileOptions(std::vector<std::string> folders) : searchPath(std::move(folders)) {}
    RobotFileOptions(std::initializer_list<std::string> folders) : searchPath(folders) {}

    /** Sets the folders in which meshes are searched first. "package://NAME/FILE" is FOLDER/NAME/FILE, or FOLDER/FILE if
        FOLDER is called NAME. A relative path is searched beside the robot's file first, then in these folders. */
    RobotFileOptions& setSearchPath(std::vector<std::string> folders) {
        searchPath = std::move(folders);
        return *this;
    }
    /** Sets whether a body with an impossible inertia is an error, as by default, or a warning. A principal value must be
        positive and must not exceed the sum of the other two. Links that fixed joints connect are one body; a link is a warning
        if its body is possible. A joint that moves no mass is treated likewise. Links keep the values of the file. */
    RobotFileOptions& setInertiaCheck(InertiaCheck check) {
        inertiaCheck = check;
        return *this;
    }
    /** Sets whether missing meshes are a warning each. By default they are one error, which lists them. A Robot has no surface and no
        decoration for a missing mesh. */
    RobotFileOptions& setAllowMissingMeshes(bool allow = true) {
        allowMissingMeshes = allow;
        return *this;
    }

    /** Sets whether `<mimic>` of a joint that does not exist is a warning; the joint then has no `<mimic>`. By default it is an
        error. */
    RobotFileOptions& setAllowUnknownMimics(bool allow = true) {
        allowUnknownMimics = allow;
        return *this;
    }

    /** Sets whether parts of an MJCF or SDF file that are not read, although the motion depends on them, are left out with a warning each. Examples
        are tendons with springs and closed loops. By default each is an error. */
    RobotFileOptions& setAllowUnreadParts(bool allow = true) {
        allowUnreadParts = allow;
        return *this;
    }

    /** Sets the model of an SDF file that has several. A file with several models is an error without it. */
    RobotFileOptions& setModel(std::string name) {
        model = std::move(name);
        return *this;
    }

    const std::vector<std::string>& getSearchPath() const { return searchPath; }
    InertiaCheck getInertiaCheck() const { return inertiaCheck; }
    bool getAllowMissingMeshes() const { return allowMissingMeshes; }
    bool getAllowUnknownMimics() const { return allowUnknownMimics; }
    bool getAllowUnreadParts() const { return allowUnreadParts; }
    const std::string& getModel() const { return model; }

private:
    std::vector<std::string> searchPath;
    std::string model;
    InertiaCheck inertiaCheck = InertiaCheck::Error;
    bool allowMissingMeshes = false, allowUnknownMimics = false, allowUnreadParts = false;
};

/** An element of a robot's file that a simulation of bodies and contacts does not use. */
struct RobotIgnored {
    std::string element; ///< "transmission" for instance; "geom friction" for an attribute of an MJCF file, "collision surface" for an element of an SDF file
    std::string owner;   ///< the link or joint it is part of, "link 'hand'"; or its own name; or empty
    int line = 0;
};

/** Two links, or two of their collisions, that have no contact with each other. */
struct RobotExclusion {
    int line = 0;                          ///< of `<exclude>`, of the first geom, or of `<model>`
    int linkA = -1, linkB = -1;            ///< indices in RobotFile::getLinks(), linkA < linkB
    int collisionA = -1, collisionB = -1;  ///< indices in RobotLink::collisions; -1: all of them
};

/** The format of a robot's file. */
enum class RobotFormat { Urdf, Mjcf, Sdf };

/** A robot's URDF, MJCF or SDF file, read once and checked. The root element decides: `<robot>`, `<mujoco>` or `<sdf>`.

    RobotFile file("quadruped.urdf");
    for (const RobotJoint& joint : file.getJoints()) std::cout << joint.name << '\n';

Links and joints are a tree, listed from the root downwards: link 0 is the root, and joint i leads to link i + 1. The branches of a
link follow each other in the order of the file, each with all that is behind it.

Nothing is dropped without notice. Elements that are known but not used are listed by getIgnored(). Unknown elements and
attributes are warnings. Everything else that is read but doubtful is a warning too, with its line. A RobotFile prints no warnings. A Robot
prints their number once, if the program has not read them.

@par MJCF
A body is a link with the body's frame. The root is the link "world", or the body of a free joint if that is the only one in
`<worldbody>`; then isFloating() is true. A body with several joints is behind links without mass, "BODY/JOINT". A joint whose anchor is not
the origin of its body moves such a link too, on which the body is fixed. Coordinates are MuJoCo's without `ref`. A geom with a contype or
conaffinity other than 0, or in a `<pair>`, is a collision; one of the groups 0 to 2 is a visual too. docs/robots.md has a table of all parts.

@par SDF
A build with sdformat 12 reads SDF files; in another one they are an error. A model is the robot; one of several is named by the options. If its
links hang together, and no joint connects them to the world, the root floats from its pose in the file. Otherwise the root is the link
"world". Links of nested and included models are "MODEL::LINK". A hinge beside the origin of its link moves a link without mass, "LINK/JOINT",
on which the link is fixed. Universal joints are two hinges, "JOINT/0" and "JOINT/1". docs/robots.md has a table of all parts.

@par Meshes
Meshes are found, not read; loadMesh() reads them. "package://NAME/FILE" is searched in the options' search path, then in
ROS_PACKAGE_PATH, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH and AMENT_PREFIX_PATH, then upwards from the robot's file: in a folder called NAME, in a folder whose package.xml
has this name, and beside each folder. */
class SIMBODYDEM_ROBOTS_API RobotFile {
public:
    /** Reads a file.
        @param path  of a URDF, MJCF or SDF file; xacro must be expanded first
        @param options  a list of folders is a search path for meshes
        @throws std::invalid_argument with the file, and with the line and the reason of each error */
    explicit RobotFile(const std::string& path, const RobotFileOptions& options = {});

    /** Reads a text instead of a file.
        @param text     in URDF, MJCF or SDF
        @param path     for messages, and to search meshes from
        @param options  as for a file */
    static RobotFile fromText(const std::string& text, const std::string& path, const RobotFileOptions& options = {});

    const std::string& getPath() const { return path; }
    RobotFormat getFormat() const { return format; }
    /** Returns the robot's name; it may be empty. */
    const std::string& getName() const { return name; }
    const std::vector<RobotLink>& getLinks() const { return links; }
    const std::vector<RobotJoint>& getJoints() const { return joints; }
    int getNumLinks() const { return int(links.size()); }
    int getNumJoints() const { return int(joints.size()); }
    const RobotLink& getRoot() const { return links.front(); }
    /** Returns true if the root is the body of a free joint, or of an SDF model without a joint to the world, so that the base of a Robot floats by default. */
    bool isFloating() const { return floating; }
    /** Returns the pose of the root in the world; the identity, except for a floating root of MJCF or SDF. */
    const SimTK::Transform& getRootPose() const { return rootPose; }
    /** Returns the actuators in the order of the file; only MJCF files have them. */
    const std::vector<RobotActuator>& getActuators() const { return actuators; }
    /** Returns the pairs without contact of `<exclude>`, of contype and conaffinity, and of `<self_collide>`; a URDF file has none. */
    const std::vector<RobotExclusion>& getExclusions() const { return exclusions; }
    /** Returns the index of a link. @throws std::invalid_argument if there is none of this name */
    int getLinkIndex(const std::string& linkName) const;
    /** Returns the index of a joint. @throws std::invalid_argument if there is none of this name */
    int getJointIndex(const std::string& jointName) const;
    const RobotLink& getLink(const std::string& linkName) const { return links[std::size_t(getLinkIndex(linkName))]; }
    const RobotJoint& getJoint(const std::string& jointName) const {
        return joints[std::size_t(getJointIndex(jointName))];
    }
    /** Returns the sum of the links' masses [kg]. */
    SimTK::Real getTotalMass() const;

    /** Returns the warnings in the order of their lines, each with the file and the line. */
    const std::vector<std::string>& getWarnings() const;
    /** Returns the number of warnings that the program has not read: 0 after a call of getWarnings() or toText(), also of a copy. */
    int getNumUnreadWarnings() const;
    /** Returns the ignored elements in the order of their lines. */
    const std::vector<RobotIgnored>& getIgnored() const { return ignored; }
    /** Returns the names of missing meshes, each once. They exist if the options allow them. */
    const std::vector<std::string>& getMissingMeshes() const { return missingMeshes; }

    /** Returns a table of links and joints, then the ignored elements and the warnings. */
    std::string toText() const;

private:
    RobotFile() = default;
    void read(const std::string& text, const RobotFileOptions& options);

    std::string path, name;
    RobotFormat format = RobotFormat::Urdf;
    bool floating = false;
    SimTK::Transform rootPose;
    std::vector<RobotActuator> actuators;
    std::vector<RobotExclusion> exclusions;
    std::vector<RobotLink> links;
    std::vector<RobotJoint> joints;
    std::vector<std::string> warnings, missingMeshes;
    std::vector<RobotIgnored> ignored;
    std::shared_ptr<std::atomic<bool>> areWarningsRead; // of all copies
};

/** Writes toText(). */
SIMBODYDEM_ROBOTS_API std::ostream& operator<<(std::ostream&, const RobotFile&);

} // namespace simbodydem

#endif
