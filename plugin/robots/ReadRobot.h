// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_READ_ROBOT_H
#define SIMBODYDEM_ROBOTS_READ_ROBOT_H

#include "robots/BuildRobot.h"

#include "simbodydem/robots/RobotFile.h"

#include <string>
#include <vector>

namespace simbodydem {

/** The public part of a RobotFile, and all that URDF does not have. */
struct ReadRobot : BuiltRobot {
    std::string name;
    std::vector<RobotActuator> actuators;
    std::vector<RobotExclusion> exclusions;
    bool isFloating = false;
    SimTK::Transform rootPose;
};

} // namespace simbodydem

#endif
