// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_POINT_ON_FIELD_H
#define SIMBODYDEM_GEOMETRY_POINT_ON_FIELD_H

#include "geometry/TriangleMesh.h"

#include <vector>

// Finds nearest points on the surface of a height field, starting from those of its triangles.

namespace simbodydem::kernels {

/** Returns the point of the surface that is locally nearest to the centre of a sphere. Beside the surface its border acts as an edge.
@param fromX, fromY  the point of the surface at which the search starts [m] */
MeshPoint findFoot(const HeightField& field, const Vector& query, double fromX, double fromY);

/** Returns true if a point is above or below the rectangle of the grid. */
bool isOver(const HeightField& field, const Vector& query);

/** Returns the height of a point above the surface along z [m]; < 0: below. */
double heightOver(const HeightField& field, const Vector& query);

/** Moves the points that are nearest to the centre of a sphere from the triangles to the surface itself. If the centre is above the
surface, all points stay. If it is below, only the nearest one stays.
@param size  of the surface, for tolerances [m] */
void moveToField(const HeightField& field, const Vector& query, double size, std::vector<MeshPoint>& found);

} // namespace simbodydem::kernels

#endif
