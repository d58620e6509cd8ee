// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_ACTUATORS_H
#define SIMBODYDEM_ROBOTS_MJCF_ACTUATORS_H

#include "robots/MjcfCompiler.h"
#include "robots/MjcfDefaults.h"
#include "robots/MjcfFindings.h"

#include "simbodydem/robots/RobotFile.h"

#include <vector>

namespace simbodydem {

/** Reads the actuators of joints with one coordinate. Others are ignored, with a warning each.
@param references  the coordinate of MuJoCo at which that of the Robot is 0, by joint [rad, m] */
std::vector<RobotActuator> readActuators(const XmlElement& mujoco, const MjcfDefaults&, const MjcfCompiler&,
                                         const std::vector<RobotJoint>&, const std::vector<SimTK::Real>& references,
                                         MjcfFindings&);

} // namespace simbodydem

#endif
