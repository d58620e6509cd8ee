// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EVENT_LOOP_H
#define SIMBODYDEM_EVENT_LOOP_H

#include "Simbody.h"

namespace simbodydem {

class ContactIntegratorImpl;

/** Calls the System's reporters and handlers, scheduled and triggered ones, in the order of their times, as a TimeStepper does for Simbody's
integrators. */
class EventLoop {
public:
    explicit EventLoop(ContactIntegratorImpl& integrator) : integrator(integrator) {}

    /** Holds all that outlives a step. */
    struct Memory {
        bool isStarted = false; // handlers of the initial State were called
        SimTK::Real reportedAt = -SimTK::Infinity, handledAt = -SimTK::Infinity; // time of the last events [s]
    };
    const Memory& getMemory() const { return run; }
    void restore(const Memory& memory) { run = memory; }
    /** Begins a run: at ContactIntegrator::initialize(). */
    void start() { run = Memory(); }
    /** See ContactStepper::stepTo(). */
    void stepTo(SimTK::Real end);

private:
    /** Calls handlers. @returns false if one of them ends the run */
    bool handle(SimTK::Event::Cause, const SimTK::Array_<SimTK::EventId>&);
    /** Takes a step to this time at most, which ends where the first witness function changes its sign. @returns the events there */
    SimTK::Array_<SimTK::EventId> stepToTrigger(SimTK::Real until);
    /** Repeats the step with length `middle`, or with a shorter one that is longer than `low`. @returns its length; 0: none could be
    taken */
    SimTK::Real repeatStep(SimTK::Real low, SimTK::Real middle, SimTK::Real narrow);
    /** Returns the events of witness functions that have changed their sign. @param window  the shortest one in which one of them has to
    be located */
    SimTK::Array_<SimTK::EventId> findTriggered(const SimTK::Vector& before, SimTK::Real& window) const;

    ContactIntegratorImpl& integrator;
    Memory run;
};

} // namespace simbodydem

#endif
