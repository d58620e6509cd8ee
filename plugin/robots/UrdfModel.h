// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_URDF_MODEL_H
#define SIMBODYDEM_ROBOTS_URDF_MODEL_H

#include "robots/Findings.h"
#include "robots/UrdfElement.h"

#include <urdf_model/model.h>
#include <urdf_world/types.h>

namespace simbodydem {

/** Parses a robot with urdfdom. Its log is caught: errors and warnings are added with the line of the link or joint that they name.
@param robot  has passed checkSchema() and makeTree()
@throws std::invalid_argument if urdfdom logs an error or returns no model */
urdf::ModelInterfaceSharedPtr parseModel(const UrdfElement& robot, Findings&);

} // namespace simbodydem

#endif
