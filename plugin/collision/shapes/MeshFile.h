// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_MESH_FILE_H
#define SIMBODYDEM_COLLISION_SHAPES_MESH_FILE_H

#include "base/EigenBridge.h"

#include <array>
#include <string>
#include <vector>

namespace simbodydem {

/** The surface that a file describes: triangles between vertices, each vertex in a place of its own. */
struct MeshFile {
    std::vector<Vector3> vertices; // [m]; each belongs to a triangle
    std::vector<std::array<int, 3>> triangles;
};

/** Reads a whole OBJ, STL or VTP file. Every face is read or the file is refused.
    @param path  ends with .obj, .stl, .stla or .vtp
    @throws std::invalid_argument "Mesh: the file 'path', line 7: ..." with what was found and what is allowed */
MeshFile readMeshFile(const std::string& path);

} // namespace simbodydem

#endif
