// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PREPARE_INTEGRATOR_H
#define SIMBODYDEM_PREPARE_INTEGRATOR_H

#include "simbodydem/Export.h"

namespace SimTK {
class Integrator;
}

namespace simbodydem {

/** Prepares a Simbody integrator for contact forces with history. Call it before initialize(), also if a TimeStepper uses the integrator:

    CPodesIntegrator integrator(system);
    prepareIntegrator(integrator);
    integrator.initialize(state);
    while (integrator.getTime() < end) integrator.stepTo(end);

Simbody commits the history of the contacts when stepTo() begins. CPodesIntegrator takes several steps within one stepTo(), and slip that
reverses between them is lost. The function calls setReturnEveryInternalStep(true) on a CPodesIntegrator, so that every step is committed.
The other integrators commit every step by themselves and are not changed. If a ContactStepLimiter or calcStepBound() limits the steps of a
CPodesIntegrator, call setAllowInterpolation(false) as well. */
SIMBODYDEM_API void prepareIntegrator(SimTK::Integrator&);

} // namespace simbodydem

#endif
