// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_IMPL_H
#define SIMBODYDEM_ROBOTS_ROBOT_IMPL_H

#include "robots/RobotBodies.h"
#include "simbodydem/robots/Robot.h"

#include "Simbody.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** A numbered coordinate of a joint. */
struct RobotCoordinate {
    int joint = -1; // of the file
    std::string name;
    SimTK::MobilizedBodyIndex body;
    SimTK::MobilizedBodyIndex rotor; // of the armature; invalid without one
    SimTK::Real armature = 0;        // [kg m^2, kg]
    SimTK::Real inertia = 0;         // with the armature [kg m^2, kg]
    SimTK::Real start = 0;   // default position [rad, m]
    bool isRotation = false, hasServo = false;
};

/** Decorations of a link in its frame. */
using Decorations = std::vector<std::pair<SimTK::Transform, SimTK::DecorativeGeometry>>;

class Robot::Impl {
public:
    Impl(SimTK::SimbodyMatterSubsystem&, SimTK::GeneralForceSubsystem&, const RobotFile&, const RobotOptions&);

    void addCollisions(ContactSurfaces&, const std::string& prefix);
    /** @param limit  NaN: the file's effort */
    void setServo(const std::string& pattern, SimTK::Real stiffness, SimTK::Real damping, SimTK::Real limit);

    int useActuators();
    int findJoint(const std::string& name) const;
    const SimTK::MobilizedBody& bodyOf(int coordinate) const {
        return matter.getMobilizedBody(coordinates[std::size_t(coordinate)].body);
    }
    const SimTK::MobilizedBody& bodyOfLink(int link) const {
        return matter.getMobilizedBody(mobilized[std::size_t(bodies.bodyOfLink[std::size_t(link)])]);
    }
    const RobotJoint& jointOf(const RobotCoordinate& c) const { return file.getJoints()[std::size_t(c.joint)]; }
    /** Sets the values of joints with <mimic> from those that they follow. @param isSpeed  without the offset */
    void follow(std::vector<SimTK::Real>& values, bool isSpeed) const;
    void checkSize(const std::vector<SimTK::Real>&, const char* caller, const char* what) const;
    /** Checks that surfaces are those of addCollisions(). @param caller  for the message */
    void checkSurfaces(const ContactSurfaces&, const char* caller) const;
    /** Returns the link of a surface; -1 for one that is not of this robot. */
    int linkOf(SurfaceIndex) const;
    std::vector<LinkPair> namesOf(const std::set<std::pair<int, int>>& links) const;
    std::string toText() const;
    std::string describeBase() const;
    RobotObservation observe(const Robot&, const SimTK::State&, const DEMContactForce*) const;
    /** Returns the gravity in a State [m/s^2]. */
    SimTK::Vec3 findGravityIn(const SimTK::State&) const;

    SimTK::SimbodyMatterSubsystem& matter;
    SimTK::GeneralForceSubsystem& forces;
    const RobotFile file;
    const RobotOptions options;
    const RobotBodies bodies;

private: // found before anything is added to the System, since an error must leave nothing behind
    const std::vector<SurfaceMaterial> materials; // by link
    const std::vector<char> hasMeshesAsIs;        // by link
    const std::vector<SimTK::Real> inertias;      // by joint of the file
    const std::map<std::string, SimTK::Real> armatures; // by name of the coordinate
    const SimTK::MobilizedBodyIndex baseBody;           // that a fixed base is welded to
    const std::vector<Decorations> decorations;   // by link

public:
    JointForces joints;
    std::vector<SimTK::MobilizedBodyIndex> mobilized; // by body
    std::vector<RobotCoordinate> coordinates;         // in the order of JointForces
    struct OwnSurface {
        SurfaceIndex index;
        int link;
        std::string name, shape;
    };
    std::vector<OwnSurface> surfaces;
    std::vector<std::string> notes;
    std::vector<std::pair<std::string, SimTK::Transform>> imus; // link and frame on it
    bool hasAccelerations = false;                              // in observations
    bool hasActuators = false; // in use

private:
    void addBody(const RobotBodies::Body&);
    void addCoordinate(int joint, const std::string& name, const SimTK::MobilizedBody&, bool isRotation);
    void addMimics();
    void addRotors();
    void excludeNeighbours(ContactSurfaces&) const;
    void excludePairs(ContactSurfaces&) const;
    JointSettings makeSettings(const RobotCoordinate&) const;
};

} // namespace simbodydem

#endif
