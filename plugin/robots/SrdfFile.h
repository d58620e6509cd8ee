// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_SRDF_FILE_H
#define SIMBODYDEM_ROBOTS_SRDF_FILE_H

#include "simbodydem/robots/RobotFile.h"

#include <set>
#include <string>
#include <utility>

namespace simbodydem {

/** Reads the pairs of links that an SRDF file excludes from contact, by index in the robot's file, the smaller one first.
@throws std::invalid_argument with the file, the line and the reason, if it cannot be read, or if a link does not exist */
std::set<std::pair<int, int>> readDisabledCollisions(const std::string& srdfFile, const RobotFile&);

} // namespace simbodydem

#endif
