// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_ROBOT_H
#define SIMBODYDEM_ROBOTS_MJCF_ROBOT_H

#include "robots/BuildRobot.h"
#include "robots/XmlElement.h"

#include "simbodydem/robots/RobotActuator.h"

#include <vector>

namespace simbodydem {

/** The public part of a RobotFile, and all that URDF does not have. */
struct MjcfRobot : BuiltRobot {
    std::vector<RobotActuator> actuators;
    std::vector<RobotExclusion> exclusions;
    bool isFloating = false;
    SimTK::Transform rootPose;
};

/** Reads a robot from the elements of an MJCF file, whose root is <mujoco>. Errors, warnings and ignored parts are added.
@throws std::invalid_argument if the elements have errors */
MjcfRobot readMjcf(XmlElement mujoco, const RobotFileOptions&, Findings&);

} // namespace simbodydem

#endif
