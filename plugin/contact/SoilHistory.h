// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_SOIL_HISTORY_H
#define SIMBODYDEM_CONTACT_SOIL_HISTORY_H

#include "base/EigenBridge.h"
#include "laws/SoilLaw.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace simbodydem {

/** Numbers the cells of a grid. Cell (i, j) has its corners at i, i + 1 times the width along one axis, and at j, j + 1 times along the other. */
struct CellNumber {
    static constexpr std::int64_t span = std::int64_t(1) << 26; // cells are numbered within this many of the origin
    static std::int64_t of(std::int64_t i, std::int64_t j) { return (i + span / 2) * span + (j + span / 2); }
    static std::int64_t first(std::int64_t number) { return number / span - span / 2; }
    static std::int64_t second(std::int64_t number) { return number % span - span / 2; }
};

/** Stores the depths of first loading of cells that nothing touches. Copies share what did not change: a copy costs the same, however many cells
there are. Cells come in square tiles. A change copies the tiles that it changes and the list of tiles. */
class SoilRuts {
public:
    /** Returns the depth of first loading of a cell; 0 if it was never touched [m]. */
    SimTK::Real get(std::int64_t cell) const;
    /** Sets the depths of some cells. */
    void set(const std::vector<std::pair<std::int64_t, SimTK::Real>>& yieldDepths);
    bool empty() const { return !tiles; }
    /** Returns true if these are the same as others, since nothing has changed in either since they were copied. */
    bool isSharedWith(const SoilRuts& others) const { return tiles == others.tiles; }
    /** Calls visit(cell, yieldDepth) for all cells that were touched, in the order of tiles. */
    template <class Visit> void visit(const Visit& visit) const {
        if (!tiles) return;
        for (const auto& [number, tile] : *tiles)
            for (int k = 0; k < width * width; ++k)
                if ((*tile)[k] > 0)
                    visit(CellNumber::of(CellNumber::first(number) * width + k / width,
                                         CellNumber::second(number) * width + k % width),
                          (*tile)[k]);
    }

private:
    static constexpr int width = 16; // cells along the side of a tile
    using Tile = std::array<SimTK::Real, width * width>;
    using Tiles = std::vector<std::pair<std::int64_t, std::shared_ptr<const Tile>>>; // ascending
    std::shared_ptr<const Tiles> tiles;
};

/** Stores the memory of a cell that a surface touches. */
struct SoilCellMemory {
    std::int64_t cell;
    int surface;              // that touches it
    SimTK::Real depth;        // of that surface [m]
    SimTK::Real yieldDepth;   // depth of first loading, z_u [m]
    Vector3 normal;           // of the cell, against that surface, in the frame of the soil's shape
    kernels::SoilShear shear; // of the surface past the cell, in the plane across the normal
    SimTK::Real area;         // that the surface covers [m^2]
    Vector3 rim;              // its derivative by the place of the surface, outwards along the soil [m]; 0 inside
    SimTK::Real reach;        // of the wall above the rim into soil that it has not pressed yet [m]; < 0: a gap
    SimTK::Real groundDepth;  // depth of first loading before the surface came over the cell [m]

    SimTK::Real storedByShear() const { return area * shear.stored(); } // [J]
};

/** Stores the memory of one surface of soil. */
struct SoilMemory {
    int surface;
    std::vector<SoilCellMemory> touched; // ascending by their numbers
    SoilRuts ruts;                       // of the others

    /** Becomes the memory if nothing touches the soil any more. */
    void endContacts();
};

} // namespace simbodydem

#endif
