// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_COMMIT_WATCH_H
#define SIMBODYDEM_FORCE_COMMIT_WATCH_H

#include "SimTKcommon.h"

namespace simbodydem {

/** Tells an integrator that takes several steps between two commits: CPodesIntegrator, unless it has to return every one.
It shows in the times of the evaluations. Within one step few of them are later than all before: stages run forward, four at
most in Simbody's methods and nine in an eighth-order Runge-Kutta method; a step that is tried again is shorter; an event is
looked for backwards. Several steps run on and on. */
class CommitWatch {
public:
    bool isWarned = false; // since the commit

    /** Note an evaluation. @returns whether it shows that there have been several steps since the commit */
    bool isLate(SimTK::Real commitTime, SimTK::Real time) {
        if (commitTime != lastCommit) *this = CommitWatch(commitTime);
        if (time > latest) {
            latest = time;
            ++numLater;
        }
        return numLater > mostInOneStep;
    }

    CommitWatch() = default;

private:
    explicit CommitWatch(SimTK::Real commitTime) : lastCommit(commitTime), latest(commitTime) {}

    static constexpr int mostInOneStep = 12;
    SimTK::Real lastCommit = SimTK::NaN, latest = SimTK::NaN; // before the first commit nothing is later
    int numLater = 0;
};

} // namespace simbodydem

#endif
