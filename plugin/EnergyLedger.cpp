#include "EnergyLedger.h"

#include <algorithm>

namespace simbodydem {

using SimTK::Real;

EnergyLedger EnergyLedger::next(Real time, const EnergyTotals& now, const EnergyFlow& flow) const {
    EnergyLedger next = *this;
    const Real parted = std::max(held - flow.heldStill, Real(0)) + flow.seized;
    if (!isOpen) {
        next.isOpen = true;
        next.offset = flow.stored - now.input; // nothing is lost yet
    } else if (time > 0) {
        // What is lost in this step and not to dashpots is let go of, if contacts have parted, or else friction's.
        const Real byDashpots = now.damping - totals.damping + now.release - totals.release;
        const Real rest = lost(now, flow.stored) - lost(totals, stored) - byDashpots;
        next.released += std::min(std::max(rest, Real(0)), parted);
    } else {
        next.offset += flow.stored - stored + parted;
        next.released += parted;
    }
    next.stored = flow.stored;
    next.held = flow.held;
    next.totals = now;
    return next;
}

EnergyLedger EnergyLedger::withoutSprings(const EnergyTotals& now) const {
    EnergyLedger next = *this;
    const Real byDashpots = now.damping - totals.damping + now.release - totals.release;
    next.offset = lost(totals, stored) + byDashpots - now.input;
    next.stored = next.held = 0;
    next.totals = now;
    return next;
}

} // namespace simbodydem
