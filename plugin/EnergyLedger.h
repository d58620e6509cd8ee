#ifndef SIMBODYDEM_ENERGY_LEDGER_H
#define SIMBODYDEM_ENERGY_LEDGER_H

#include "SimTKcommon.h"

namespace simbodydem {

/** What all contacts of one force do with energy at one instant: summed up in the loop, integrated as z variables. */
struct EnergyFlow {
    SimTK::Real input = 0;   // power that the bodies put into the contacts, -sum F v [W]
    SimTK::Real damping = 0; // of it, what dashpots and plasticity turn into heat [W]
    SimTK::Real release = 0; // what a spring loses whose force the clamp keeps from the bodies [W]

    SimTK::Real stored = 0;    // elastic energy of all contacts [J]
    SimTK::Real held = 0;      // of it, what would be let go of if they parted now [J]
    SimTK::Real heldStill = 0; // what the contacts that are still there held at the commit [J]
    SimTK::Real seized = 0;    // what surfaces that jump into a contact gave up to it [J]
};

/** The three powers' time integrals so far [J]. */
struct EnergyTotals {
    SimTK::Real input = 0, damping = 0, release = 0;
};

/** Energy is accounted for as a whole: what the bodies put into the contacts and the springs do not store is lost. What
dashpots and clamps take is integrated apart, what parting contacts let go of is known from step to step, and the rest is
friction. This is what must be remembered from one commit to the next for that.

Between two evaluations at one and the same time nobody has done work on the contacts. If their energy has changed
nevertheless, a body was moved by hand, and the change came from outside. */
struct EnergyLedger {
    bool isOpen = false;
    SimTK::Real offset = 0;   // lost = input - stored + offset
    SimTK::Real released = 0; // by parting contacts so far
    SimTK::Real stored = 0, held = 0;
    EnergyTotals totals;

    SimTK::Real lost(const EnergyTotals& now, SimTK::Real storedNow) const { return now.input - storedNow + offset; }

    /** The ledger as it is to be committed. @param time since the last commit, not > 0 if there was none */
    EnergyLedger next(SimTK::Real time, const EnergyTotals& now, const EnergyFlow& flow) const;

    /** As it is to be committed when the springs are taken out by hand: the heat stays what it was. */
    EnergyLedger withoutSprings(const EnergyTotals& now) const;
};

} // namespace simbodydem

#endif
