// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HISTORY_TRACKER_H
#define SIMBODYDEM_HISTORY_TRACKER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

namespace simbodydem {

/** Carries the contacts' history along States that no integrator has computed: rows of a file, a motion that was measured,
a trajectory of an optimization. Without it every row begins with empty history, its tangential springs without stress.

    HistoryTracker tracker(force);
    for (const auto& row : rows) {
        state.setTime(row.time);
        state.setQ(row.q);
        state.setU(row.u);
        tracker.follow(state);
        recorder.record(state);
    }

From row to row springs are stretched as over one step of an integrator: by the displacement of the surfaces past each other. Slip
that turns round between two rows is found from the speeds at both. Rows must be close to each other where contacts begin, end or start
to slide. Heat is not counted. The first row starts from the history that it has, which usually is none. */
class SIMBODYDEM_API HistoryTracker {
public:
    /** @param force  of the States' System */
    explicit HistoryTracker(const DEMContactForce& force);

    /** Gives the State the history of all rows before it and realizes it to Stage::Dynamics. A row of the same time as the last one
    replaces it. The State may be one that is changed from row to row, or another one each time.
        @throws std::invalid_argument if time has gone back, time, a coordinate or a speed is not finite, or the State has a history that was committed elsewhere,
                as an integrator's has
        @throws std::logic_error if the State is not of the System's present topology */
    void follow(SimTK::State&);

private:
    const DEMContactForce force;
    SimTK::State before, last; // the former has the history up to the latter's row, that row left out
    bool isBegun = false;
};

using HistoryReplay [[deprecated("it is called HistoryTracker")]] = HistoryTracker;

} // namespace simbodydem

#endif
