// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_STEP_BOUND_H
#define SIMBODYDEM_FORCE_STEP_BOUND_H

#include "force/CompiledModel.h"

namespace simbodydem {

/** Returns the longest step in which surfaces that are apart cannot pass into, or through, each other. See
DEMContactForce::calcStepBound().
@param state          realized to Stage::Velocity
@param accelerations  of all bodies, by MobilizedBodyIndex: angular, and of the origin, in Ground */
SimTK::Real calcStepBound(const CompiledModel&, const SimTK::State& state, const SimTK::Vector_<SimTK::SpatialVec>& accelerations,
                          SimTK::Real longest);

} // namespace simbodydem

#endif
