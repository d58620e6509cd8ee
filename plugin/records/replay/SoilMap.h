// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_REPLAY_SOIL_MAP_H
#define SIMBODYDEM_RECORDS_REPLAY_SOIL_MAP_H

#include "force/SoilRuts.h"
#include "records/replay/PressureMap.h"
#include "simbodydem/DEMContactForce.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace simbodydem {

/** Stores the ruts in all surfaces of soil as the page draws them. The page draws a surface through the centres of cells, its nodes. They are
the cells that were touched and the eight around each of them, which end the rut.

A node is written once, before its cell is touched: its place in the grid, and on a terrain its point and normal. A row has the sinkages that changed
since the row before, as differences. So a reader goes forwards and backwards. Sinkages are multiples of the cell's width over 1024. The row
also has the cells under contact, each with its pressure, whether it slides, and how much deeper than its rut it is, in 1/64 of the width. */
class SoilMap {
public:
    /** Nodes of one surface that a page may have. Cells that are touched later are not drawn. */
    static constexpr int mostNodes = 250000;
    /** Cells under contact that a row may draw. If there are more, a part of them is drawn. */
    static constexpr int mostPressed = 20000;

    /** Returns the surfaces of soil of these forces, as the page numbers them. Needs realizeTopology(). */
    static std::string describeSoils(const std::vector<DEMContactForce>&);

    /** Holds one surface of soil at the time of a row. */
    struct Content {
        std::vector<RutCell> ruts;
        std::vector<ElementRecord> pressed;
    };
    /** Returns the surfaces of soil. The State must be realized to Stage::Dynamics.
    @throws std::runtime_error, with caller, element, surface and time, if a number is not finite */
    static std::vector<Content> find(const std::string& caller, const std::vector<DEMContactForce>&,
                                     const SimTK::State&);
    /** Adds the surfaces to a row, and their pressed cells to those of the row. */
    void addTo(std::string& row, const std::vector<DEMContactForce>&, const std::vector<Content>&, PressureMap::Count&);

private:
    struct Node {
        std::int32_t sinkage = 0; // in the last row
        int seen = 0;             // number of the last row in which its cell was among the ruts
        bool isCell = false;      // false if it ends a rut
    };
    struct Soil {
        std::unordered_map<std::int64_t, int> numbers; // of nodes, by cell
        std::vector<Node> nodes;
        RutIndices lastNode{0, 0};
        int numSeenBefore = 0;
        std::string pressedBefore = "\"\"";

        std::string addNodes(const DEMContactForce&, SimTK::ContactSurfaceIndex, const std::vector<RutCell>&);
        std::string takeChanges(const std::vector<RutCell>&, SimTK::Real step, int row);
        std::string describePressed(const Content&, SimTK::Real width, PressureMap::Count&);
    };
    std::vector<Soil> soils;
    int numRows = 0;
};

} // namespace simbodydem

#endif
