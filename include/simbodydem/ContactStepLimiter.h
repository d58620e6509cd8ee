// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_STEP_LIMITER_H
#define SIMBODYDEM_CONTACT_STEP_LIMITER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

namespace simbodydem {

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
