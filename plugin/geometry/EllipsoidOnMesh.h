// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_MESH_H
#define SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_MESH_H

#include "geometry/Ellipsoid.h"
#include "geometry/MeshContact.h"

#include <vector>

// Where an ellipsoid touches a surface of triangles: at each place where the two have a common normal.

namespace simbodydem::kernels {

struct EllipsoidOnMesh {
    RoundedContactPoint contact; // the mesh is a
    Matrix radiiOfEllipsoid;
};

/** Room for a search, used again. */
struct EllipsoidContactPoints {
    std::vector<EllipsoidOnMesh> contacts;
    bool isHidden; // is any of the mesh within the ellipsoid where it has no contact? Known of one-sided meshes
};

/** All touches of a mesh, which is a, and an ellipsoid with overlap > -margin. Where its centre is behind the surface it is the
nearest face that counts. */
void findContactPoints(const PlacedMesh& mesh, const EllipsoidBody& body, double margin, TrianglesAround& around,
                       MeshSearchRoom& room, EllipsoidContactPoints& result);

} // namespace simbodydem::kernels

#endif
