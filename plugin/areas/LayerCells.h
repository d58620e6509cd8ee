// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_LAYER_CELLS_H
#define SIMBODYDEM_AREAS_LAYER_CELLS_H

#include "areas/SurfaceElements.h"
#include "contact/SoilHistory.h"

#include <array>
#include <cmath>

namespace simbodydem {

/** Divides the surface of a half space into square cells, which are made where they are touched. The half space is x > 0 of its own frame.
Cells are numbered along y and z. */
struct LayerCells {
    SimTK::Real width = 0; // [m]

    Vector3 cornerAt(std::int64_t i, std::int64_t j) const {
        return Vector3(0, width * SimTK::Real(i), width * SimTK::Real(j));
    }
    Vector3 centerOf(std::int64_t number) const {
        return Vector3(0, width * (SimTK::Real(CellNumber::first(number)) + 0.5),
                       width * (SimTK::Real(CellNumber::second(number)) + 0.5));
    }
    std::array<Vector3, 4> cornersOf(std::int64_t number) const {
        const std::int64_t i = CellNumber::first(number), j = CellNumber::second(number);
        return {cornerAt(i, j), cornerAt(i + 1, j), cornerAt(i + 1, j + 1), cornerAt(i, j + 1)};
    }

    /** Calls visit(number, distance) for all cells whose centre has a distance of less than `reach` from another surface.
    @param middle, radius  of a sphere that contains the other surface, in the frame of the half space */
    template <class DistanceTo, class Visit> void visitWithin(SimTK::Real reach, const Vector3& middle,
                                                              SimTK::Real radius, const DistanceTo& distanceTo,
                                                              const Visit& visit) const {
        const SimTK::Real all = radius + reach;
        if (std::abs(middle[0]) > all) return;
        const auto cellAt = [this](SimTK::Real at) { return std::int64_t(std::floor(at / width)); };
        struct Block {
            std::int64_t i, j, columns, rows;
            SimTK::Real bound;
        };
        Block open[128];
        int numOpen = 0;
        const std::int64_t i = cellAt(middle[1] - all), j = cellAt(middle[2] - all);
        open[numOpen++] = {i, j, cellAt(middle[1] + all) - i + 1, cellAt(middle[2] + all) - j + 1, SimTK::Infinity};
        while (numOpen > 0) {
            const Block b = open[--numOpen];
            const Vector3 center = 0.5 * (cornerAt(b.i, b.j) + cornerAt(b.i + b.columns, b.j + b.rows));
            const auto at = distanceTo(center, b.bound);
            if (b.columns == 1 && b.rows == 1) {
                if (at.distance < reach) visit(CellNumber::of(b.i, b.j), at);
                continue;
            }
            const SimTK::Real halfDiagonal =
                0.5 * width * std::hypot(SimTK::Real(b.columns - 1), SimTK::Real(b.rows - 1)); // of the centres
            if (at.distance - halfDiagonal >= reach && !at.isBeside) continue;
            const SimTK::Real bound =
                std::abs(at.distance) + 0.5 * width * std::hypot(SimTK::Real(b.columns), SimTK::Real(b.rows));
            if (b.columns >= b.rows) {
                const std::int64_t half = b.columns / 2;
                open[numOpen++] = {b.i + half, b.j, b.columns - half, b.rows, bound};
                open[numOpen++] = {b.i, b.j, half, b.rows, bound};
            } else {
                const std::int64_t half = b.rows / 2;
                open[numOpen++] = {b.i, b.j + half, b.columns, b.rows - half, bound};
                open[numOpen++] = {b.i, b.j, b.columns, half, bound};
            }
        }
    }
};

} // namespace simbodydem

#endif
