// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_STEPPER_H
#define SIMBODYDEM_CONTACT_STEPPER_H

#include "simbodydem/ContactIntegrator.h"
#include "simbodydem/Export.h"

namespace simbodydem {

/** Advances a ContactIntegrator and serves the reporters and handlers of its System, scheduled and triggered, in the order of their times. It is
for ContactIntegrator what SimTK::TimeStepper is for Simbody's integrators, and has the same calls:

    ContactIntegrator integrator(system, force);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(10);
    const State& end = stepper.getState();

The stepper is a handle without data: the integrator keeps which events were served. So several steppers of one integrator, and its own calls,
act as one. */
class SIMBODYDEM_API ContactStepper {
public:
    /** Makes a stepper of an integrator.
        @param integrator  it must outlive the stepper */
    explicit ContactStepper(ContactIntegrator& integrator) : integrator(&integrator) {}

    /** Begins a run at this State, as ContactIntegrator::initialize() does. The handlers of the initial State are called by the first stepTo().
        @param state  of the integrator's System
        @throws std::runtime_error if that is impossible; Simbody's exceptions as well */
    void initialize(const SimTK::State& state) { integrator->initialize(state); }

    /** Advances to exactly this time. Ends early if a handler requests it. Reports of the end time are made. A handler that is scheduled for
        exactly the end time belongs to the run that begins there, as in a TimeStepper.
        @param time  [s]
        @throws std::logic_error, std::invalid_argument or std::runtime_error as ContactIntegrator::stepTo() does
        @throws std::runtime_error if a handler fails */
    void stepTo(SimTK::Real time);

    /** Returns the present State, realized to Stage::Acceleration. Valid until the next call. */
    const SimTK::State& getState() const { return integrator->getState(); }
    /** Returns the time of the present State [s]. */
    SimTK::Real getTime() const { return integrator->getTime(); }
    /** Returns the integrator, for its settings and counts. */
    ContactIntegrator& updIntegrator() const { return *integrator; }

private:
    ContactIntegrator* integrator;
};

} // namespace simbodydem

#endif
