// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ENERGY_LEDGER_H
#define SIMBODYDEM_ENERGY_LEDGER_H

#include "base/EigenBridge.h"
#include "simbodydem/DissipatedEnergy.h"
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** What one contact holds at a commit, and the forces it was found with; kept beside its history if energy is tracked. */
struct ContactEnergy {
    SimTK::Real normal = 0; // what a neck or a bond gives up when it tears [J]
    SimTK::Real tangential = 0, rolling = 0;
    Vector3 force = Vector3::Zero(), torque = Vector3::Zero(); // in the tangent plane; of rolling resistance

    SimTK::Real held() const { return normal + tangential + rolling; } // let go of if the contact parts now
};

/** What all contacts of one force do with energy at one instant: summed up in the loop. Powers are integrated as z
variables; heat counts from the commit. */
struct EnergyFlow {
    SimTK::Real input = 0;   // power that the bodies put into the contacts, -sum F v [W]
    SimTK::Real damping = 0; // of it, what normal dashpots and plasticity turn into heat [W]
    SimTK::Real release = 0; // what a spring loses whose force the clamp keeps from the bodies [W]
    SimTK::Real gained = 0;  // what normal laws create by their own answer [W]

    StepHeat heat;             // of tangential and rolling laws [J]
    SimTK::Real stored = 0;    // elastic energy of all contacts [J]
    SimTK::Real held = 0;      // of it, what would be let go of if they parted now [J]
    SimTK::Real heldStill = 0; // what the contacts that are still there held at the commit [J]
    SimTK::Real seized = 0;    // what surfaces that jump into a contact gave up to it [J]

    /** One contact's share, but for its heat and what it stores.
    @param power  that the bodies put into it [W] @param before  null where it is new
    @param reachesBeyondTouch  see NormalLaw @returns what is to be committed */
    ContactEnergy book(SimTK::Real power, const NormalOutput&, const TangentialOutput&, const RollingOutput&,
                       const ContactEnergy* before, bool reachesBeyondTouch);
};

/** The powers' time integrals so far [J]. */
struct EnergyTotals {
    SimTK::Real input = 0, damping = 0, release = 0, gained = 0;
};

/** Energy is accounted for twice. As a whole: what the bodies put into the contacts, force times velocity integrated by the
integrator, and the springs do not store is lost. And by cause, as the laws answer it: powers of normal laws integrated
beside it, heat of tangential and rolling laws step by step from force times displacement, what parting contacts let go of.
What the causes leave of the whole is unaccounted for. This is what must be remembered from one commit to the next.

Between two evaluations at one and the same time nobody has done work on the contacts. If their energy has changed
nevertheless, a body was moved by hand, and the change came from outside. */
struct EnergyLedger {
    bool isOpen = false;
    SimTK::Real offset = 0;   // lost = input - stored + offset
    SimTK::Real released = 0; // by parting contacts so far
    StepHeat heat;            // of all steps so far
    SimTK::Real stored = 0, held = 0;
    EnergyTotals totals;

    SimTK::Real lost(const EnergyTotals& now, SimTK::Real storedNow) const { return now.input - storedNow + offset; }
    DissipatedEnergy byCause(const EnergyTotals& now, SimTK::Real storedNow) const;

    /** The ledger as it is to be committed. @param time since the last commit, not > 0 if there was none */
    EnergyLedger next(SimTK::Real time, const EnergyTotals& now, const EnergyFlow& flow) const;

    /** As it is to be committed when the springs are taken out by hand: the heat stays what it was. */
    EnergyLedger withoutSprings(const EnergyTotals& now) const;
};

} // namespace simbodydem

#endif
