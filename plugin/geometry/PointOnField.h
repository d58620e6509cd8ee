// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_POINT_ON_FIELD_H
#define SIMBODYDEM_GEOMETRY_POINT_ON_FIELD_H

#include "geometry/TriangleMesh.h"

#include <vector>

// Where the surface of a height field is near to something, once it is known where its triangles are.

namespace simbodydem::kernels {

/** Where a sphere's centre is nearest, from a place of the surface on. Beside the surface its border is an edge. */
MeshPoint findFoot(const HeightField& field, const Vector& place, double fromX, double fromY);

/** Whether a place is over or under the rectangle of the grid. */
bool isOver(const HeightField& field, const Vector& place);

/** How high a place is above the surface, which is straight above or below it. */
double heightOver(const HeightField& field, const Vector& place);

/** From the places of the triangles that are nearest to a sphere's centre to those of the surface itself: all of them where it is above, and the
nearest one alone where it is below. */
void moveOnto(const HeightField& field, const Vector& place, double size, std::vector<MeshPoint>& found);

} // namespace simbodydem::kernels

#endif
