// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_SURFACE_CHECK_H
#define SIMBODYDEM_COLLISION_SHAPES_SURFACE_CHECK_H

#include "base/EigenBridge.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace simbodydem {

/** Describes a fault of triangles that should be the surface of a solid. */
struct SurfaceFault {
    std::string text; // empty: no fault
    int triangle = 0; // the triangle with the fault
    bool exists() const { return !text.empty(); }
};

/** Searches for faults that the surface of a solid cannot have:
- an edge with three triangles,
- neighbours of opposite orientation,
- a triangle that is folded onto its neighbour,
- two triangles that cover each other in one plane,
- a shell that is inside out.

A shell consists of all triangles that are connected by edges. A closed shell that looks inwards must be within another one. It is a cavity
of that one. Shells may pass through each other, as those of assemblies from CAD do.
    @param vertices   no two at the same position
    @param triangles  with areas
    @param nameOf     returns the name of a triangle in messages */
SurfaceFault findSurfaceFault(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                              const std::function<std::string(int)>& nameOf);

/** Returns for each vertex the number of the first vertex at its position. Vertices no further apart than the tolerance are at one position. */
std::vector<int> firstCoincident(const std::vector<Vector3>& vertices, double tolerance);

/** Returns the diagonal of the box about all vertices [m], the scale of the tolerance of firstCoincident(). */
double diagonalOf(const std::vector<Vector3>& vertices);

/** Returns the sum of the areas of the triangles [m^2]. */
double areaOf(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles);
/** Returns the volume of a closed surface [m^3]; < 0: it is inside out. */
double volumeOf(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles);

} // namespace simbodydem

#endif
