// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_MESH_INTERNALS_H
#define SIMBODYDEM_COLLISION_SHAPES_MESH_INTERNALS_H

#include "simbodydem/shapes/Mesh.h"
#include "simbodydem/shapes/Terrain.h"

// Gives the library access to data of shapes that users cannot read.

namespace simbodydem {

/** Reads a Mesh. */
struct Mesh::Internals {
    /** Returns the triangles, moved inwards by the rounding. */
    static const std::shared_ptr<const kernels::TriangleMesh>& getCore(const Mesh& mesh) { return mesh.core; }
};

/** Reads a Terrain. */
struct Terrain::Internals {
    /** Returns the triangles, moved inwards by the rounding. */
    static const std::shared_ptr<const kernels::TriangleMesh>& getCore(const Terrain& terrain) { return terrain.core; }
};

} // namespace simbodydem

#endif
