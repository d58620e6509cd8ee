// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SIMBODY_INTEGRATORS_H
#define SIMBODYDEM_SIMBODY_INTEGRATORS_H

#include "simbodydem/DEMContactForce.h"
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

/** Limits the steps of a TimeStepper, so that they do not pass the beginning of a contact. It schedules an event, at which nothing is done.
The event always lies DEMContactForce::calcStepBound() ahead in time. It moves with every step, so shorter steps never reach it.

    system.addEventHandler(new ContactStepLimiter(force, 0.05)); // before realizeTopology(); the System deletes it
    integrator.setAllowInterpolation(false);                     // CPodesIntegrator alone

CPodesIntegrator steps beyond an event and interpolates, unless you forbid interpolation. Other integrators stop at the event.
CPodesIntegrator reads setMaximumStepSize() only in initialize(). */
class SIMBODYDEM_API ContactStepLimiter : public SimTK::ScheduledEventHandler {
public:
    /** Makes a limiter for the contacts of one force.
        @param longest  longest step in any case [s], > 0. Use a fraction of the time in which loads and prescribed motions change, since
                        positions and velocities do not show these changes in advance.
        @throws std::invalid_argument if it is out of its range */
    explicit ContactStepLimiter(const DEMContactForce&, SimTK::Real longest = SimTK::Infinity);

    /** Returns the time of the State plus calcStepBound() [s]. */
    SimTK::Real getNextEventTime(const SimTK::State&, bool includeCurrentTime) const override;
    /** Does nothing. */
    void handleEvent(SimTK::State&, SimTK::Real, bool&) const override {}

private:
    const DEMContactForce force;
    const SimTK::Real longest;
};

} // namespace simbodydem

#endif
