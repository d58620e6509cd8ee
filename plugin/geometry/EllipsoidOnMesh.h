// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_MESH_H
#define SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_MESH_H

#include "geometry/Ellipsoid.h"
#include "geometry/MeshContact.h"

#include <vector>

// Finds the contacts of an ellipsoid with a surface of triangles. They have a contact wherever they have a common normal.

namespace simbodydem::kernels {

/** Holds one contact of a mesh with an ellipsoid. */
struct EllipsoidOnMesh {
    RoundedContactPoint contact; // the mesh is a
    Matrix radiiOfEllipsoid;     // of curvature [m]
};

/** Workspace of a search; its memory is reused. */
struct EllipsoidContactPoints {
    std::vector<EllipsoidOnMesh> contacts;
    bool isHidden = false; // true if a part of a one-sided mesh is within the ellipsoid and has no contact
};

/** Finds all contacts of a mesh, which is a, with an ellipsoid, with overlap > -margin. If the centre of the ellipsoid is behind the
surface, only the nearest face counts. */
void findContactPoints(const PlacedMesh& mesh, const EllipsoidBody& body, double margin, TrianglesAround& around,
                       MeshSearchWorkspace& workspace, EllipsoidContactPoints& result);

} // namespace simbodydem::kernels

#endif
