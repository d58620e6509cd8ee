// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_POINT_ON_MESH_H
#define SIMBODYDEM_GEOMETRY_POINT_ON_MESH_H

#include "geometry/TrianglesAround.h"

#include <optional>
#include <vector>

// Where a sphere's centre is near to a surface of triangles: at each place from which the surface leads away from it on every
// side. So coplanar triangles are one place, a convex edge is one whose normal turns, and a concave corner has one on each
// face.

namespace simbodydem::kernels {

/** The nearest place of all, if there is one within a radius. */
std::optional<MeshPoint> findNearest(const TriangleMesh& mesh, const Vector& place, double radius);

/** Workspace that all pairs share one after the other. Each search fills what it reads: nothing lasts from one pair to the next. */
struct MeshSearchRoom {
    std::vector<MeshPoint> points; // the result of findNearest()
    std::vector<int> near;         // triangles, for whoever has called TrianglesAround::find() with it
};

/** All places of the mesh that are locally nearest to a point and within its reach; or, where it is behind the surface, the nearest one
alone, no further than `depth` in. Of a one-sided surface it is all of them: what is behind one part may be in front of another. @param radius of the sphere that may touch, and the mesh's rounding @param margin more reach */
void findNearest(const TriangleMesh& mesh, const Vector& place, double radius, double margin, double depth,
                 TrianglesAround& around, MeshSearchRoom& room);

} // namespace simbodydem::kernels

#endif
