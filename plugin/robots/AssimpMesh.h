// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ASSIMP_MESH_H
#define SIMBODYDEM_ROBOTS_ASSIMP_MESH_H

#include "simbodydem/robots/RobotGeometry.h"

#include <string>

namespace simbodydem {

/** Reads the triangles of a file with assimp, without a scale. Polygons are cut into triangles, vertices at one place of a part become
one, and triangles with two coincident corners are left out. Lines and points are left out.
@throws std::invalid_argument with the file and assimp's reason, or if there are no triangles */
RobotMesh readWithAssimp(const std::string& path, MeshUpAxis upAxis);

} // namespace simbodydem

#endif
