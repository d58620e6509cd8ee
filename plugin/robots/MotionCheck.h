// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MOTION_CHECK_H
#define SIMBODYDEM_ROBOTS_MOTION_CHECK_H

#include "robots/RobotBodies.h"
#include "simbodydem/robots/RobotOptions.h"

#include <map>
#include <string>

namespace simbodydem {

/** Checks that each joint moves an inertia: without one the mass matrix is singular, and no step is short enough. A floating base without
inertia, and a joint that has none at coordinates 0 alone, are warnings.
@param armatures  of coordinates by name, for the message
@throws std::invalid_argument with the file, the line, the joint and the link */
void checkMotions(const RobotFile&, const RobotBodies&, Base, const std::map<std::string, SimTK::Real>& armatures = {});

} // namespace simbodydem

#endif
