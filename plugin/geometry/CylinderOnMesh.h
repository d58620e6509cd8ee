// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_CYLINDER_ON_MESH_H
#define SIMBODYDEM_GEOMETRY_CYLINDER_ON_MESH_H

#include "geometry/Cylinder.h"
#include "geometry/EllipsoidOnMesh.h"

// Finds the contacts of a cylinder with a surface of triangles. They are its rims on the surface, corners of the surface on the cylinder, and
// edges of the surface across the side and the rims.

namespace simbodydem::kernels {

/** Finds all contacts of a mesh, which is a, with a cylinder, with overlap > -margin.
@param disc  workspace for the rims */
void findContactPoints(const PlacedMesh& mesh, const CylinderBody& body, double margin, AroundCorners& around,
                       EllipsoidContactPoints& disc, MeshContactPoints& found);

} // namespace simbodydem::kernels

#endif
