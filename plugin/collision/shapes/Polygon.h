// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_POLYGON_H
#define SIMBODYDEM_COLLISION_SHAPES_POLYGON_H

#include "base/EigenBridge.h"

#include <array>
#include <string>
#include <vector>

namespace simbodydem {

/** Triangles that cover a polygon once, with numbers of its corners; or the reason why there are none. */
struct Triangulation {
    std::vector<std::array<int, 3>> triangles;
    std::string fault;
};

/** Returns true if the three points span an area: more than 1e-8 of the square of their greatest distance. */
bool isTriangle(const Vector3& a, const Vector3& b, const Vector3& c);

/** Cuts ears off a polygon, convex or not. Corners in the middle of a side stay corners of triangles, so that neighbours match.
Its sides must not meet, seen along its mean normal. It need not be flat, but no triangle may be tilted by more than 80 degrees. */
Triangulation triangulate(const std::vector<Vector3>& corners);

} // namespace simbodydem

#endif
