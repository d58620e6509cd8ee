// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_ROBOT_H
#define SIMBODYDEM_ROBOTS_MJCF_ROBOT_H

#include "robots/ReadRobot.h"
#include "robots/XmlElement.h"

namespace simbodydem {

/** Reads a robot from the elements of an MJCF file, whose root is <mujoco>. Errors, warnings and ignored parts are added.
@throws std::invalid_argument if the elements have errors */
ReadRobot readMjcf(XmlElement mujoco, const RobotFileOptions&, Findings&);

} // namespace simbodydem

#endif
