// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_SURFACE_CHECK_H
#define SIMBODYDEM_COLLISION_SHAPES_SURFACE_CHECK_H

#include "base/EigenBridge.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace simbodydem {

/** A fault of triangles that are to be the skin of something solid. */
struct SurfaceFault {
    std::string text; // empty: nothing
    int triangle = 0; // where it was found
    bool exists() const { return !text.empty(); }
};

/** Looks for triangles that no solid has: an edge with three of them, neighbours of opposite sense, a triangle folded onto its
neighbour, two that cover each other in one plane, and a shell that is inside out.
A shell is all triangles that hang together by edges. A closed one that looks inwards must be within another one, whose cavity
it is. Shells may pass through each other, as those of assemblies from CAD do.
    @param vertices   those at one place are one
    @param triangles  with areas
    @param nameOf     returns what a message calls a triangle */
SurfaceFault findSurfaceFault(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                              const std::function<std::string(int)>& nameOf);

/** Returns for each vertex the number of the first one of its place: those that are no further from each other than the tolerance. */
std::vector<int> firstInPlace(const std::vector<Vector3>& vertices, double tolerance);

/** Returns the diagonal of the box about all vertices, by which vertices are told apart. */
double diagonalOf(const std::vector<Vector3>& vertices);

/** Returns the sum of the triangles' areas. */
double areaOf(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles);
/** Returns the volume of a closed surface; < 0: it is inside out. */
double volumeOf(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles);

} // namespace simbodydem

#endif
