// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_MESH_FEATURES_H
#define SIMBODYDEM_GEOMETRY_MESH_FEATURES_H

#include "geometry/TriangleMesh.h"

// Finds the corners and edges of a surface of triangles that can be in contact with a flat body. A flat face has many triangles with
// rounded coordinates. Its inner edges bend by little and are not features. A fine curved surface bends by as little at each of its edges.
// The difference is how far the whole leaves one plane, so bends are summed up over neighbours. The surface that the features span is
// nowhere further from the triangles than a tolerance, however fine the triangles are.

namespace simbodydem::kernels::detail {

/** Finds the features of a mesh with computed geometry: isFeature of its edges, cornersOf and edgeFeatures.
@param tolerance  largest distance of the surface that they span from the triangles [m] */
void findFeatures(TriangleMesh& mesh, double tolerance);

} // namespace simbodydem::kernels::detail

#endif
