// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_SOIL_RUTS_H
#define SIMBODYDEM_FORCE_SOIL_RUTS_H

#include "simbodydem/DEMContactForce.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

// Ruts and footprints in soil as files and pages show them. All functions need realizeTopology().

namespace simbodydem {

struct SoilMemory;

/** Holds a cell of soil that was touched. */
struct RutCell {
    std::int64_t cell;
    SimTK::Real
        sinkage; // that stays when nothing presses on the cell, as DEMContactForce::getSinkage() returns it; may be 0 [m]
};

/** Holds the row and column of a cell in the grid of its surface. */
struct RutIndices {
    int i, j;
};
RutIndices indicesOfRut(std::int64_t cell);
std::int64_t rutAt(const RutIndices&);

/** Holds the centre of a cell in Ground. */
struct RutCenter {
    SimTK::Vec3 point, up; // of the undeformed surface, and its outward normal there
};

/** Returns all surfaces of soil. */
std::vector<SimTK::ContactSurfaceIndex> findSoils(const DEMContactForce&);

/** Returns the memory of a surface of soil; null before the first evaluation. A State at Stage::Dynamics has the memory of its own pose. An
earlier stage has the memory of the last commit. */
const SoilMemory* findSoilMemory(const DEMContactForce&, const SimTK::State&, SimTK::ContactSurfaceIndex);

/** Returns all cells that were touched, ascending by their numbers.
@param surface  one of findSoils() */
std::vector<RutCell> calcRuts(const DEMContactForce&, const SimTK::State&, SimTK::ContactSurfaceIndex surface);

/** Returns the corners of a cell at a depth, in turn around it, in Ground [m]. */
std::vector<SimTK::Vec3> calcRutOutline(const DEMContactForce&, SimTK::ContactSurfaceIndex surface, std::int64_t cell,
                                        SimTK::Real depth);

/** Returns the centre of a cell; none beyond the border of a terrain. */
std::optional<RutCenter> calcRutCenter(const DEMContactForce&, SimTK::ContactSurfaceIndex surface, std::int64_t cell);

/** Holds what belongs to a whole surface of soil. */
struct SoilSurface {
    bool isPlane;
    SimTK::Real cellWidth; // [m]
    SimTK::Real sag;       // largest distance of a terrain from the triangles of its grid [m]
};
SoilSurface getSoilSurface(const DEMContactForce&, SimTK::ContactSurfaceIndex surface);

/** Holds the triangles of a terrain's grid. Corners are in Ground. */
struct SoilTriangles {
    std::vector<SimTK::Vec3> corners;
    std::vector<std::array<int, 3>> triangles;
};
SoilTriangles calcSoilTriangles(const DEMContactForce&, SimTK::ContactSurfaceIndex terrain);

} // namespace simbodydem

#endif
