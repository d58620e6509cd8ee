// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_POLYGON_H
#define SIMBODYDEM_COLLISION_SHAPES_POLYGON_H

#include "base/EigenBridge.h"

#include <array>
#include <string>
#include <vector>

namespace simbodydem {

/** Holds triangles that cover a polygon once, as numbers of its corners, or the reason why there are none. */
struct Triangulation {
    std::vector<std::array<int, 3>> triangles;
    std::string fault;
};

/** Returns true if the area of three points exceeds 1e-8 of the square of their greatest distance. */
bool isTriangle(const Vector3& a, const Vector3& b, const Vector3& c);

/** Cuts a polygon, convex or not, into triangles. Corners in the middle of a side stay corners of triangles, so that neighbours match. Its sides
must not intersect, seen along its mean normal. It need not be flat, but no triangle may be tilted by more than 80 degrees. */
Triangulation triangulate(const std::vector<Vector3>& corners);

} // namespace simbodydem

#endif
