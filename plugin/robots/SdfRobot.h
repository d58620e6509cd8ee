// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_SDF_ROBOT_H
#define SIMBODYDEM_ROBOTS_SDF_ROBOT_H

#include "robots/ReadRobot.h"
#include "robots/XmlElement.h"

#include <string>

namespace simbodydem {

/** Reads a robot from the text of an SDF file. Errors, warnings and ignored parts are added. A build without sdformat has an error instead.
@param sdf  the same file, whose root is <sdf>
@throws std::invalid_argument if the file has errors */
ReadRobot readSdf(const std::string& text, const XmlElement& sdf, const RobotFileOptions&, Findings&);

} // namespace simbodydem

#endif
