// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_FILE_H
#define SIMBODYDEM_ROBOTS_ROBOT_FILE_H

#include "simbodydem/robots/Export.h"
#include "simbodydem/robots/RobotActuator.h"
#include "simbodydem/robots/RobotFileOptions.h"
#include "simbodydem/robots/RobotJoint.h"
#include "simbodydem/robots/RobotLink.h"

#include <atomic>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

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
