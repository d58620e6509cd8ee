// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_GROOVE_H
#define SIMBODYDEM_GEOMETRY_GROOVE_H

#include "geometry/TriangleMesh.h"

#include <vector>

// Where faces of a mesh meet in a groove that is nearly flat, contacts with both would overlap: they are one.

namespace simbodydem::kernels::detail {

// A shallow groove is taken to be rounded by a sphere half as large again as the one that touches: so the contacts with its faces, whose
// areas overlap, are one, and it turns from one face to the other.
constexpr double grooveRadii = 1.5;

void settleInGroove(const TriangleMesh& mesh, const Vector& place, double radiusOfSphere, const std::vector<int>& near,
                    MeshPoint& at);

} // namespace simbodydem::kernels::detail

#endif
