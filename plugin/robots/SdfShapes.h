// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_SDF_SHAPES_H
#define SIMBODYDEM_ROBOTS_SDF_SHAPES_H

#include "robots/MeshCache.h"
#include "robots/SdfFile.h"

#include "simbodydem/robots/RobotFile.h"

namespace simbodydem {

SimTK::Vec3 toVec3(const ignition::math::Vector3d&);
SimTK::Transform toTransform(const ignition::math::Pose3d&);

/** Reads the collisions and visuals of a link.
@param isFixed  the link is fixed to the world, so it may have planes */
void readShapes(const sdf::Link&, bool isFixed, RobotLink&, MeshCache&, SdfFindings&);

} // namespace simbodydem

#endif
