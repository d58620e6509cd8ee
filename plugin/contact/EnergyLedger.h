// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ENERGY_LEDGER_H
#define SIMBODYDEM_ENERGY_LEDGER_H

#include "base/EigenBridge.h"
#include "simbodydem/ContactRecord.h"
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Stores the energy that one contact holds at a commit, and the forces at which it was found. It is kept beside the history if
energy is tracked. */
struct ContactEnergy {
    SimTK::Real normal = 0; // released when a neck or a bond tears [J]
    SimTK::Real tangential = 0, rolling = 0;
    Vector3 force = Vector3::Zero(), torque = Vector3::Zero(); // in the tangent plane; of rolling resistance

    SimTK::Real held() const { return normal + tangential + rolling; } // released if the contact ends now
};

/** Sums the energy flows of all contacts of one force at one instant, in the loop over contacts. Powers are integrated as z
variables; heat counts from the commit. */
struct EnergyFlow {
    SimTK::Real input = 0;   // power that the bodies put into the contacts, -sum F v [W]
    SimTK::Real damping = 0; // part of it that normal dashpots and plasticity turn into heat [W]
    SimTK::Real release = 0; // power lost by springs whose force the clamp keeps from the bodies [W]
    SimTK::Real gained = 0;  // power that normal laws create, according to their own output [W]

    StepHeat heat;                   // of tangential and rolling laws [J]
    SimTK::Real stored = 0;          // elastic energy of all contacts [J]
    SimTK::Real held = 0;            // part of it that would be released if all contacts ended now [J]
    SimTK::Real heldByRemaining = 0; // held at the commit by the contacts that still exist [J]
    SimTK::Real seized = 0;          // given up by surfaces that jumped into a contact [J]

    /** Adds the flow of all areas. They hold nothing that would be released. */
    void addAreas(const EnergyFlow& areas);
    /** Adds one contact, except for its heat and its stored energy.
    @param power  that the bodies put into the contact [W]
    @param before  energy at the commit; null if the contact is new
    @param reachesBeyondTouch  see NormalLaw
    @returns the energy to commit */
    ContactEnergy book(SimTK::Real power, const NormalOutput&, const TangentialOutput&, const RollingOutput&,
                       const ContactEnergy* before, bool reachesBeyondTouch);
};

/** Stores the time integrals of the powers so far [J]. */
struct EnergyTotals {
    SimTK::Real input = 0, damping = 0, release = 0, gained = 0;
};

/** Accounts for the energy twice, and stores what this needs from one commit to the next.
- As a whole: the bodies put energy into the contacts, which is force times velocity, integrated by the integrator. What the springs
do not store of it is lost.
- By cause, as the laws return it. Powers of normal laws are integrated by the integrator as well. Heat of tangential and rolling
laws adds up step by step, from force times displacement. Contacts that end release what they held.

The rest between the whole and the causes is unaccounted for. Between two evaluations at the same time no work is done on the
contacts. If their energy has changed nevertheless, a body was moved by hand, and the change came from outside. */
struct EnergyLedger {
    bool isOpen = false;
    SimTK::Real offset = 0;   // lost = input - stored + offset
    SimTK::Real released = 0; // by contacts that have ended so far
    StepHeat heat;            // of all steps so far
    SimTK::Real stored = 0, held = 0;
    EnergyTotals totals;

    SimTK::Real lost(const EnergyTotals& now, SimTK::Real storedNow) const { return now.input - storedNow + offset; }
    DissipatedEnergy byCause(const EnergyTotals& now, SimTK::Real storedNow) const;

    /** Returns the account to commit.
    @param time  since the last commit [s]; not > 0 if there was none */
    EnergyLedger next(SimTK::Real time, const EnergyTotals& now, const EnergyFlow& flow) const;

    /** Returns the account to commit if the springs are removed by hand. The heat does not change. */
    EnergyLedger withoutSprings(const EnergyTotals& now) const;
};

} // namespace simbodydem

#endif
