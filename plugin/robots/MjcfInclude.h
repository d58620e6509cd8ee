// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_INCLUDE_H
#define SIMBODYDEM_ROBOTS_MJCF_INCLUDE_H

#include "robots/Findings.h"
#include "robots/XmlElement.h"

namespace simbodydem {

/** Replaces each <include> by the elements of its file. The file is searched beside the robot's file, then beside the file that includes it.
@throws std::invalid_argument if a file cannot be read, or if it is included twice */
void expandIncludes(XmlElement& mujoco, Findings&);

} // namespace simbodydem

#endif
