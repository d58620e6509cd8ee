// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_STEP_LIMITER_H
#define SIMBODYDEM_CONTACT_STEP_LIMITER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

namespace simbodydem {

/** Keeps a TimeStepper's steps from flying past a contact: an event that always lies calcStepBound() ahead, where nothing is
done. It moves on with every step, so steps that are shorter anyway never see it.

    system.addEventHandler(new ContactStepLimiter(force, 0.05)); // before realizeTopology(); the System deletes it
    integrator.setAllowInterpolation(false);                     // CPodesIntegrator alone

CPodesIntegrator steps beyond an event and interpolates back unless it may not interpolate; other integrators stop there. It
reads setMaximumStepSize() in initialize() alone. */
class SIMBODYDEM_API ContactStepLimiter : public SimTK::ScheduledEventHandler {
public:
    /** @param longest  step in any case [s], > 0: a fraction of what loads and prescribed motions take to change, which
        cannot be foreseen from positions and velocities */
    explicit ContactStepLimiter(const DEMContactForce&, SimTK::Real longest = SimTK::Infinity);

    SimTK::Real getNextEventTime(const SimTK::State&, bool includeCurrentTime) const override;
    void handleEvent(SimTK::State&, SimTK::Real, bool&) const override {}

private:
    const DEMContactForce force;
    const SimTK::Real longest;
};

} // namespace simbodydem

#endif
