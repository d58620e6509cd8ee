// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HISTORY_REPLAY_H
#define SIMBODYDEM_HISTORY_REPLAY_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

namespace simbodydem {

/** Carries the contacts' history along States that no integrator has passed through: rows of a file, a motion that was measured,
a trajectory of optimization. Without it every row begins afresh, with tangential springs that are not stressed.

    HistoryReplay replay(force);
    for (const auto& row : rows) {
        state.setTime(row.time);
        state.setQ(row.q);
        state.setU(row.u);
        replay.follow(state);
        recorder.record(state);
    }

From row to row springs are stretched as over one step of an integrator: by the way that the surfaces have gone past each other, with
slip that turns round in between found from the speeds at both rows. Rows have to follow closely on each other where contacts begin,
end or start to slide; what is turned into heat is not counted. The first row starts from the history that it has, none as a rule. */
class SIMBODYDEM_API HistoryReplay {
public:
    /** @param force  of the States' System */
    explicit HistoryReplay(const DEMContactForce& force);

    /** Give the State the history of all rows before it and realize it to Stage::Dynamics. A time that is the last row's takes
    its place. It may be one State that is changed from row to row, or each time another one.
        @throws std::invalid_argument if time has gone back, time, a coordinate or a speed is not finite, or the State has a history that was committed elsewhere,
                as an integrator's has
        @throws std::logic_error if the State is not of the System's present topology */
    void follow(SimTK::State&);

private:
    const DEMContactForce force;
    SimTK::State before, last; // the former has the history up to the latter's row, that row left out
    bool isBegun = false;
};

} // namespace simbodydem

#endif
