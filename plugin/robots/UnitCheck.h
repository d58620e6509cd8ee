// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_UNIT_CHECK_H
#define SIMBODYDEM_ROBOTS_UNIT_CHECK_H

#include "robots/Findings.h"
#include "robots/UrdfElement.h"
#include "simbodydem/robots/RobotJoint.h"
#include "simbodydem/robots/RobotLink.h"

#include <vector>

namespace simbodydem {

/** Warns of numbers that are probably in another unit than that of URDF: angles in degrees, inertias in kg mm^2, offsets in millimetres. It
also warns of a joint with `<mimic>` that reaches its limits before the joint that it follows. */
void checkUnits(const UrdfElement& robot, const std::vector<RobotLink>&, const std::vector<RobotJoint>&, Findings&);

} // namespace simbodydem

#endif
