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

/** Returns how deep the rut at a point of Ground is, which stays when nothing presses on the soil [m].
@param inShape  the point, in the frame of the soil's shape */
SimTK::Real findSinkage(const CompiledSoil&, const SoilMemory&, const Vector3& inShape);

} // namespace simbodydem

#endif
