// SPDX-License-Identifier: Apache-2.0
#include "contact/EnergyLedger.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

void EnergyFlow::addAreas(const EnergyFlow& areas) {
    input += areas.input;
    damping += areas.damping;
    release += areas.release;
    gained += areas.gained;
    heat += areas.heat;
    stored += areas.stored;
}

ContactEnergy EnergyFlow::book(Real power, const NormalOutput& normal, const TangentialOutput& tangential,
                               const RollingOutput& rolling, const ContactEnergy* before, bool reachesBeyondTouch) {
    input += power;
    const Real lost = normal.dissipatedPower;
    (lost < 0 ? gained : normal.force == 0 ? release : damping) += std::abs(lost); // 0: clamped
    ContactEnergy now;
    if (reachesBeyondTouch) now.normal = std::max(normal.storedEnergy, 0.);
    now.tangential = tangential.storedEnergy;
    now.rolling = rolling.storedEnergy;
    now.force = toEigen(tangential.force);
    now.torque = toEigen(rolling.torque);
    held += now.held();
    if (before)
        heldByRemaining += before->held();
    else if (reachesBeyondTouch)
        seized += std::max(-normal.storedEnergy, 0.);
    return now;
}

DissipatedEnergy EnergyLedger::byCause(const EnergyTotals& now, Real storedNow) const {
    DissipatedEnergy energy;
    energy.damping = now.damping + heat.damping;
    energy.friction = heat.friction;
    energy.release = now.release + released;
    energy.gained = now.gained + heat.gained;
    energy.unaccounted = lost(now, storedNow) - energy.total();
    return energy;
}

EnergyLedger EnergyLedger::next(Real time, const EnergyTotals& now, const EnergyFlow& flow) const {
    EnergyLedger next = *this;
    const Real parted = std::max(held - flow.heldByRemaining, Real(0)) + flow.seized;
    if (!isOpen) {
        next.isOpen = true;
        next.offset = flow.stored - now.input; // nothing is lost yet
    } else if (time > 0) {
        next.heat += flow.heat;
        // A contact that has ended may have returned some of the energy that it held at the commit.
        const Real rest = next.byCause(now, flow.stored).unaccounted - byCause(totals, stored).unaccounted;
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
    const Real byLaws = now.damping - totals.damping + now.release - totals.release - (now.gained - totals.gained);
    next.offset = lost(totals, stored) + byLaws - now.input;
    next.stored = next.held = 0;
    next.totals = now;
    return next;
}

} // namespace simbodydem
