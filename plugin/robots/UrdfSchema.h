// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_URDF_SCHEMA_H
#define SIMBODYDEM_ROBOTS_URDF_SCHEMA_H

#include "robots/Findings.h"
#include "robots/UrdfElement.h"

namespace simbodydem {

/** Checks all elements and attributes against those of URDF: their numbers, ranges and counts. Errors are added, not thrown.
Returns the part of the robot that URDF defines and a simulation uses. The rest is added as ignored, with a warning if it is
unknown. */
UrdfElement checkSchema(const UrdfElement& robot, Findings&);

/** Returns "link 'hand'" or the like, for messages. */
std::string ownerOf(const UrdfElement& element);

} // namespace simbodydem

#endif
