// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_TERRAIN_MESH_H
#define SIMBODYDEM_GEOMETRY_TERRAIN_MESH_H

#include "geometry/HeightField.h"
#include "geometry/MakeMesh.h"

#include <vector>

// Makes the surface of a terrain of heights over a rectangular grid.

namespace simbodydem::kernels {

/** Makes the triangles of a terrain, two per cell, and moves them inwards by the rounding.
@param x, y     lines of the grid [m], ascending
@param heights  by x, then by y [m]
@returns the first fault */
MeshFault makeTerrain(TriangleMesh& mesh, const std::vector<double>& x, const std::vector<double>& y,
                      const std::vector<double>& heights, double rounding);

/** Lays a smooth surface over the triangles of a terrain. @param nodes  heights and slopes at the points of the grid */
void makeSmooth(TriangleMesh& terrain, const std::vector<double>& x, const std::vector<double>& y,
                std::vector<HeightField::Node> nodes);

} // namespace simbodydem::kernels

#endif
