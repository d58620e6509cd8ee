// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_UNIT_CHECK_H
#define SIMBODYDEM_ROBOTS_UNIT_CHECK_H

#include "robots/Findings.h"
#include "robots/UrdfElement.h"
#include "simbodydem/robots/RobotFile.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Warns of numbers that are probably in another unit: angles in degrees, inertias in kg mm^2, lengths in millimetres. It also warns of a
joint with `<mimic>` that reaches its limits before the joint that it follows. */
void checkUnits(const std::vector<RobotLink>&, const std::vector<RobotJoint>&, Findings&);

/** Warns of the `<origin>` elements of a URDF file that are probably in degrees or millimetres. */
void checkOrigins(const UrdfElement& robot, Findings&);

/** Returns the greatest distance of a link's origin from that of the root at coordinates 0 [m]. */
SimTK::Real calcReach(const std::vector<RobotLink>&, const std::vector<RobotJoint>&);

/** Returns the reason why a shape of this length is probably in millimetres; an empty text if it is not. @param length, reach  [m] */
std::string doubtOfLength(SimTK::Real length, SimTK::Real reach);

} // namespace simbodydem

#endif
