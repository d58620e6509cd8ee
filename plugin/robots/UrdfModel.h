// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_URDF_MODEL_H
#define SIMBODYDEM_ROBOTS_URDF_MODEL_H

#include "robots/Findings.h"
#include "robots/UrdfElement.h"

#include <console_bridge/console.h>
#include <urdf_model/model.h>
#include <urdf_world/types.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** Messages of a parser. */
using ConsoleLog = std::vector<std::pair<console_bridge::LogLevel, std::string>>;

/** Calls a function that parses. Returns the messages of this thread, and the exception if there is one, instead of a print. One thread
parses at a time. */
ConsoleLog catchLog(const std::function<void()>&);

/** Parses a robot with urdfdom. Its log is caught: errors and warnings are added with the line of the link or joint that they name.
@param robot  has passed checkSchema() and makeTree()
@throws std::invalid_argument if urdfdom logs an error or returns no model */
urdf::ModelInterfaceSharedPtr parseModel(const UrdfElement& robot, Findings&);

} // namespace simbodydem

#endif
