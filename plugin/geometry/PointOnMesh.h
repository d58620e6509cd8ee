// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_POINT_ON_MESH_H
#define SIMBODYDEM_GEOMETRY_POINT_ON_MESH_H

#include "geometry/TrianglesAround.h"

#include <optional>
#include <vector>

// Finds the points of a surface of triangles that are locally nearest to the centre of a sphere. So coplanar triangles have one point in
// common. On a convex edge the point has a normal that turns. A concave corner has one point on each face.

namespace simbodydem::kernels {

/** Returns the nearest point of the mesh, if there is one within a radius. */
std::optional<MeshPoint> findNearest(const TriangleMesh& mesh, const Vector& query, double radius);

/** Workspace of a search. All pairs use it one after the other. Each search fills the data that it reads, so no data remain for the next pair. */
struct MeshSearchWorkspace {
    std::vector<MeshPoint> points; // the result of findNearest()
    std::vector<int> near;         // numbers of triangles, the result of TrianglesAround::find()
};

/** Finds all points of the mesh that are locally nearest to a point `query` and within its reach. If `query` is behind the surface, it
finds the nearest one only, no further than `depth` inside. For a one-sided surface it finds all, since a point behind one part may be in
front of another one.
@param radius  of the sphere, plus the rounding of the mesh [m]
@param margin  additional reach [m]
@param depth   largest depth behind the surface [m]
@param workspace  gets the result in `points` */
void findNearest(const TriangleMesh& mesh, const Vector& query, double radius, double margin, double depth,
                 TrianglesAround& around, MeshSearchWorkspace& workspace);

} // namespace simbodydem::kernels

#endif
