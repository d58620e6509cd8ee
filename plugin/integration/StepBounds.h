// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_BOUNDS_H
#define SIMBODYDEM_STEP_BOUNDS_H

#include "integration/ContactForces.h"
#include "integration/Step.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Bounds steps by what their contacts do within them, which no error estimate sees: bodies meet, slip ends, a body turns far. */
class StepBounds {
public:
    explicit StepBounds(const ContactForces& forces) : forces(forces) {}

    /** Returns the part of an implicit step of length h in which no bodies meet and no slip turns round.
    @param start  of the step, realized to Stage::Acceleration */
    SimTK::Real boundImplicit(const SimTK::State& start, SimTK::Real h, SimTK::Real accuracy);
    /** Returns the part of an explicit step of length h that does not fly past a contact.
    @param uncut  length of the last step that was not cut to end at a given time [s] */
    SimTK::Real boundExplicit(const SimTK::State& start, bool hasContacts, SimTK::Real h, SimTK::Real uncut) const;
    /** Returns the part of a step of length h in which bodies move by little of their contact with soil and sand. What cells and elements remember
    is of the second order in the step, and no difference of stages shows its error. The part falls with the fourth root of the accuracy. */
    SimTK::Real boundOnGround(const SimTK::State& start, SimTK::Real h, SimTK::Real accuracy) const;
    /** Ends bounds by slips until the next boundImplicit(). */
    void forgetSlips() { slips.clear(); }

    /** Begins the trials of one step. */
    void beginTrials() { numFlights = 0; }
    /** Returns the length that the step just taken, of length h, should have had; h: it stands.
    @param why  gets the reason for a shorter one */
    SimTK::Real check(const SimTK::State& end, const StepStart&, SimTK::Real h, bool isExplicit, SimTK::Real accuracy,
                      std::string& why);
    /** Returns the time into a step of length h just before the first of its new contacts came; 0: there are none. */
    SimTK::Real findContactPoint(const SimTK::State& end, const StepStart&, SimTK::Real h) const;

private:
    SimTK::Real boundBySlips(SimTK::Real h, SimTK::Real accuracy) const;
    /** Returns the part of the step after which slip has turned round [-]; 1: nowhere that matters. */
    SimTK::Real findTurn(const SimTK::State& end, SimTK::Real h, SimTK::Real accuracy) const;
    /** Returns the time after which the step has flown too deep into a contact; h: it has not. */
    SimTK::Real findFlight(const SimTK::State& end, const StepStart&, SimTK::Real h) const;

    const ContactForces& forces;
    std::vector<Slip> slips; // at the start of the step
    int numFlights = 0;      // refusals because of flights into contacts
};

} // namespace simbodydem

#endif
