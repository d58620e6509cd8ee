// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_SCHEMA_H
#define SIMBODYDEM_ROBOTS_MJCF_SCHEMA_H

#include "robots/MjcfFindings.h"
#include "robots/XmlElement.h"

namespace simbodydem {

/** Compares all elements and attributes with those of MJCF. A part that a simulation of bodies and contacts does not use is added as
ignored. An unknown part is a warning. A number that is none is an error, and so is a part that changes the motion and is not read.
@param mujoco  the root, with the files that it includes */
void checkMjcfSchema(const XmlElement& mujoco, MjcfFindings&);

} // namespace simbodydem

#endif
