// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_LINK_H
#define SIMBODYDEM_ROBOTS_ROBOT_LINK_H

#include "simbodydem/robots/Export.h"
#include "simbodydem/robots/RobotGeometry.h"

#include "SimTKcommon.h"

#include <string>
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

} // namespace simbodydem

#endif
