// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_BODIES_H
#define SIMBODYDEM_ROBOTS_ROBOT_BODIES_H

#include "simbodydem/robots/RobotFile.h"

#include "SimTKcommon.h"

#include <map>
#include <string>
#include <vector>

namespace simbodydem {

/** Bodies of which a robot's links are parts. A body's frame is that of its first link. */
struct RobotBodies {
    struct Body {
        std::vector<int> links; // the first one is nearest to the root
        SimTK::MassProperties mass;
        int joint = -1; // to the parent; -1: the root
    };
    std::vector<Body> bodies; // parents before children
    std::vector<int> bodyOfLink;
    std::vector<SimTK::Transform> X_BL; // frame of each link on its body
    std::vector<int> groupOfLink;       // equal for links that fixed joints connect, whether or not they are one body

    const SimTK::Transform& frameOf(int link) const { return X_BL[std::size_t(link)]; }
};

/** Divides a robot into bodies.
@param keepFixedJoints  each link is a body of its own
@param armatures  of coordinates by name, for the message: a rotor gives no mass to the link that it turns
@throws std::invalid_argument if a joint moves a body that has no mass, with all that is behind it */
RobotBodies findBodies(const RobotFile&, bool keepFixedJoints, const std::map<std::string, SimTK::Real>& armatures = {});

/** Returns a hint for a joint that moves no inertia although it has an armature; otherwise an empty text. */
std::string hintOfArmature(const RobotJoint&, const std::map<std::string, SimTK::Real>& armatures);

/** Returns the inertia [kg m^2] or mass [kg] that each joint with one coordinate moves at coordinates 0, about its axis, with that of the
joints that follow it by <mimic>. 0 for other joints; a planar joint has the mass. */
std::vector<SimTK::Real> calcJointInertias(const RobotFile&, const RobotBodies&);

/** Throws std::invalid_argument with the robot's file and the line. */
[[noreturn]] void failAt(const RobotFile&, int line, const std::string& text);

} // namespace simbodydem

#endif
