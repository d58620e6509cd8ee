// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_REPLAY_PRESSURE_MAP_H
#define SIMBODYDEM_RECORDS_REPLAY_PRESSURE_MAP_H

#include "simbodydem/DEMContactForce.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** Chooses one of so many elements, a power of two, evenly over their numbers. */
bool isChosen(std::int64_t element, std::uint64_t oneOf);

/** Stores the pressure on the elements of all layers as the page draws them. An outline is written once, when its element touches for the
first time, in the frame of its body. Each row has the elements that touch, each with its pressure and whether it slides, in three or
four bytes. */
class PressureMap {
public:
    /** Elements that a row may draw. If more touch, a part of them is drawn, and the row has the number that touch. */
    static constexpr int mostDrawn = 5000;
    /** Elements that a page may draw. Later ones are not drawn. */
    static constexpr int mostOutlines = 100000;

    /** Returns the layers of these forces, as the page numbers them. Needs realizeTopology(). */
    static std::string describeLayers(const std::vector<DEMContactForce>&);

    using Key = std::pair<int, std::int64_t>; // layer, element
    struct Touching {
        SimTK::Real pressure;
        bool isSliding;
    };
    using Elements = std::map<Key, Touching>;
    /** Returns the elements that touch. The State must be realized to Stage::Dynamics.
    @throws std::runtime_error, with caller, element, surface and time, if a number is not finite */
    static Elements find(const std::string& caller, const std::vector<DEMContactForce>&, const SimTK::State&);
    /** Counts the elements of a row. */
    struct Count {
        std::size_t touching = 0, drawn = 0;
        SimTK::Real peak = 0; // pressure [Pa]
    };
    /** Adds these elements to a row. */
    void addTo(std::string& row, const std::vector<DEMContactForce>&, const Elements&, Count&);

private:
    std::map<Key, int> outlines; // their numbers
    std::string before;          // elements of the last row
};

} // namespace simbodydem

#endif
