// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_BUILD_ROBOT_H
#define SIMBODYDEM_ROBOTS_BUILD_ROBOT_H

#include "robots/Findings.h"
#include "robots/UrdfTree.h"

#include "simbodydem/robots/RobotFile.h"

#include <urdf_model/model.h>

#include <string>
#include <vector>

namespace simbodydem {

/** The public part of a RobotFile. */
struct BuiltRobot {
    std::vector<RobotLink> links;
    std::vector<RobotJoint> joints;
    std::vector<std::string> missingMeshes;
};

/** Combines values from urdfdom with lines, and all that urdfdom drops, from the elements. Checks axes, limits, inertias, materials
and meshes; errors are added, not thrown. */
BuiltRobot buildRobot(const UrdfElement& robot, const UrdfTree&, const urdf::ModelInterface&, const RobotFileOptions&,
                      Findings&);

} // namespace simbodydem

#endif
