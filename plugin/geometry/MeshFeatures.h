// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_MESH_FEATURES_H
#define SIMBODYDEM_GEOMETRY_MESH_FEATURES_H

#include "geometry/TriangleMesh.h"

// Which corners and edges of a surface of triangles touch what is flat. A flat face has many triangles, whose coordinates are rounded, so
// its inner edges bend by little and are no features. A fine curved surface bends by as little at each of its edges. What tells the two
// apart is how far the whole leaves one plane, so bends are summed up over neighbours: the surface that the features span is nowhere
// further from the triangles than a tolerance, however fine they are.

namespace simbodydem::kernels::detail {

/** Finds the features of a mesh whose geometry is known: isFeature of its edges, cornersOf and edgeFeatures.
@param tolerance  by which what they span may be off the triangles [m] */
void findFeatures(TriangleMesh& mesh, double tolerance);

} // namespace simbodydem::kernels::detail

#endif
