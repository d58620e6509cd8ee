// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MASS_CHECK_H
#define SIMBODYDEM_ROBOTS_MASS_CHECK_H

#include "robots/Findings.h"

#include "simbodydem/robots/RobotFile.h"

#include <vector>

namespace simbodydem {

/** Checks each link's inertia, and the mass of what each joint moves. Links that fixed joints connect move as one body: a link that no
body can be is a warning if the body that it is part of is possible. Errors and warnings are added.
@param isMassless  by link; such a link needs no mass if there is one behind it, and is no warning */
void checkMasses(const std::vector<RobotLink>&, const std::vector<RobotJoint>&, InertiaCheck, Findings&,
                 const std::vector<char>& isMassless = {});

} // namespace simbodydem

#endif
