// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_SOIL_CONTACTS_H
#define SIMBODYDEM_AREAS_SOIL_CONTACTS_H

#include "areas/AreaEvaluation.h"
#include "areas/SoilColumns.h"

#include <vector>

// The loop over the cells of soils, from poses and the committed memory to forces and the next memory.

namespace simbodydem {

/** Stores the memory of one evaluation, which is reused. */
struct SoilWorkspace {
    /** Holds a column and the pair of the soil that it belongs to. */
    struct Touched {
        SoilColumn column;
        int pair;
    };
    SoilColumns columns;
    std::vector<Touched> touched;
};

/** Evaluates all soils. Forces go to the bodies.
@throws std::runtime_error if a run begins with a body that is wholly below the soil */
void evaluateSoils(const AreaInput&, SoilWorkspace&, const AreaOutput&);

/** Returns how deep the rut of a cell is [m].
@param yieldDepth  depth of first loading [m]
@param touchedBy   the surface that touches the cell; -1 if none does. It matters only where b differs. The constants of the first pair count for
                   cells that nothing touches. */
SimTK::Real findSinkage(const CompiledSoil&, SimTK::Real yieldDepth, int touchedBy = -1);

/** Returns how deep the rut at a point of Ground is, which stays when nothing presses on the soil [m].
@param inShape  the point, in the frame of the soil's shape */
SimTK::Real findSinkage(const CompiledSoil&, const SoilMemory&, const Vector3& inShape);

} // namespace simbodydem

#endif
