// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_JOIN_MESHES_H
#define SIMBODYDEM_GEOMETRY_JOIN_MESHES_H

#include "geometry/TriangleMesh.h"

#include <optional>
#include <vector>

// Joins meshes of one body along a common border to one ground. Each mesh gets the triangles of the other one at its border, which show how
// the surface continues. So an edge between both is as flat as the ground, and only one of them has it.

namespace simbodydem::kernels {

/** Holds another mesh of the same body. */
struct MeshNeighbour {
    const TriangleMesh* mesh;
    Matrix R;      // rotation from its frame to that of the mesh that gets it
    Vector origin; // of its frame in that of the mesh that gets it
    bool isFirst;  // true if it has the edges and corners of the common border
    int number;    // for TriangleMesh::continuedBy
};

/** Returns a mesh with the triangles of its neighbours at its border; no mesh if no neighbour continues it.
@param rounding  of all meshes [m] */
std::optional<TriangleMesh> joinMeshes(const TriangleMesh& own, double rounding,
                                       const std::vector<MeshNeighbour>& neighbours);

} // namespace simbodydem::kernels

#endif
