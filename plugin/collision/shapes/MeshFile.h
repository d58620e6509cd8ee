// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_MESH_FILE_H
#define SIMBODYDEM_COLLISION_SHAPES_MESH_FILE_H

#include "base/EigenBridge.h"

#include <array>
#include <string>
#include <vector>

namespace simbodydem {

/** Stores the surface that a file describes: triangles between vertices, no two of which are at the same position. */
struct MeshFile {
    std::vector<Vector3> vertices; // [m]; each belongs to a triangle
    std::vector<std::array<int, 3>> triangles;
    std::string fault; // the first one; empty if there is none
};

/** The consequence of faces without area, of lines and points, and of a surface that no solid has. */
enum class MeshFaults { AreErrors, AreKept };

/** Reads a whole OBJ, STL or VTP file. It reads every face, or throws.
    @param path    ends with .obj, .stl, .stla or .vtp
    @param faults  AreKept leaves out faces without area, lines and points
    @throws std::invalid_argument "Mesh: the file 'path', line 7: ..." with the text of the file and the allowed text */
MeshFile readMeshFile(const std::string& path, MeshFaults faults = MeshFaults::AreErrors);

} // namespace simbodydem

#endif
