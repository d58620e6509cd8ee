// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_JOIN_MESHES_H
#define SIMBODYDEM_GEOMETRY_JOIN_MESHES_H

#include "geometry/TriangleMesh.h"

#include <optional>
#include <vector>

// Where the border of one mesh goes along that of another one on the same body, both are one ground. Each gets the other's triangles beside
// its border, which tell how the surface goes on. So an edge between the two is as flat as the ground, and only one of them has it.

namespace simbodydem::kernels {

/** Another mesh of the same body. */
struct MeshNeighbour {
    const TriangleMesh* mesh;
    Matrix R; // from its frame to that of the mesh beside it
    Vector origin;
    bool isFirst; // has what lies on the common border
    int number;   // for TriangleMesh::continuedBy
};

/** Returns a mesh with the triangles of its neighbours beside its border; nothing if none goes on where it ends.
@param rounding  of all of them */
std::optional<TriangleMesh> joinMeshes(const TriangleMesh& own, double rounding,
                                       const std::vector<MeshNeighbour>& neighbours);

} // namespace simbodydem::kernels

#endif
