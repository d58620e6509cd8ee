// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/HistoryTracker.h"

#include "base/Checks.h"
#include "force/GivenForces.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

HistoryTracker::HistoryTracker(const DEMContactForce& force) : force(force) {}

void HistoryTracker::follow(State& state) {
    const Real time = state.getTime();
    const std::string caller = "HistoryTracker::follow()";
    checkStateOf(force, state, caller);
    checkFinite(caller, state);
    if (isBegun && time < last.getTime())
        throw std::invalid_argument(caller + ": time = " + toText(time) +
                                    " s; it must be >= " + toText(last.getTime()) + " s, the time of the row before");
    const Real committed = force.getCommitTime(state);
    if (isBegun && !isNaN(committed) && committed != force.getCommitTime(before))
        throw std::invalid_argument(caller +
                                    ": the State has a history of its own, committed at t = " + toText(committed) +
                                    " s. An integrator has advanced it, so it needs no HistoryTracker");
    if (isBegun && time > last.getTime()) {
        before = last;
        force.commitHistory(before);
    }
    if (isBegun)
        force.copyHistory(before, state);
    else
        before = state;
    force.getForceSubsystem().getMultibodySystem().realize(state, Stage::Dynamics);
    last = state;
    isBegun = true;
}

} // namespace simbodydem
