// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HISTORY_TRACKER_H
#define SIMBODYDEM_HISTORY_TRACKER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

namespace simbodydem {

/** Carries the history of contacts along States that no integrator has computed. Examples are rows of a file, a measured motion and the
trajectory of an optimization. Without it every row begins with empty history and unstressed tangential springs.

    HistoryTracker tracker(force);
    for (const auto& row : rows) {
        state.setTime(row.time);
        state.setQ(row.q);
        state.setU(row.u);
        tracker.follow(state);
        recorder.record(state);
    }

From row to row the springs stretch as over one step of an integrator, by the displacement of the surfaces past each other. Slip that
reverses between two rows is found from the speeds at both rows. Rows must be close to each other where contacts begin, end or start to
slide. Dissipated energy is not tracked. The first row starts from its own history, which is usually empty. */
class SIMBODYDEM_API HistoryTracker {
public:
    /** Makes a tracker without rows.
        @param force  a force of the States' System */
    explicit HistoryTracker(const DEMContactForce& force);

    /** Gives the State the history of all rows before it, and realizes it to Stage::Dynamics. A row with the same time as the last row replaces
        it. You can change one State from row to row, or pass another State each time.
        @throws std::invalid_argument if time has decreased, or if time, a coordinate or a speed is not finite
        @throws std::invalid_argument if the State has a history that was committed elsewhere, such as by an integrator
        @throws std::logic_error if the State does not have the System's present topology */
    void follow(SimTK::State&);

private:
    const DEMContactForce force;
    SimTK::State before, last; // `before` has the history of all rows before that of `last`
    bool isBegun = false;
};

} // namespace simbodydem

#endif
