// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_STEP_BOUND_H
#define SIMBODYDEM_FORCE_STEP_BOUND_H

#include "force/CompiledModel.h"

namespace simbodydem {

/** Returns the longest step in which surfaces that are apart cannot pass into, or through, each other. See
DEMContactForce::calcStepBound(). The State must be realized to Stage::Acceleration. */
SimTK::Real calcStepBound(const CompiledModel&, const SimTK::State&, SimTK::Real longest);

} // namespace simbodydem

#endif
