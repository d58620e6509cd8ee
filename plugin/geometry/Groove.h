// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_GROOVE_H
#define SIMBODYDEM_GEOMETRY_GROOVE_H

#include "geometry/TriangleMesh.h"

#include <vector>

// Joins the contacts of both faces of a shallow groove of a mesh, because their contact areas would overlap.

namespace simbodydem::kernels::detail {

// Radius of the sphere that rounds a shallow groove, over the radius of the sphere in contact [-]. The contacts with both faces, whose
// areas overlap, then are one contact, which turns from one face to the other.
constexpr double grooveRadii = 1.5;

// Moves the nearest point of a mesh onto the rounding of its groove. @param near  numbers of the triangles around
void settleInGroove(const TriangleMesh& mesh, const Vector& place, double radiusOfSphere, const std::vector<int>& near,
                    MeshPoint& at);

} // namespace simbodydem::kernels::detail

#endif
