// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_COMMIT_WATCH_H
#define SIMBODYDEM_FORCE_COMMIT_WATCH_H

#include "SimTKcommon.h"

namespace simbodydem {

/** Detects an integrator that takes several steps between two commits: CPodesIntegrator, unless it has to return every step. The
times of the evaluations show it. Within one step few evaluations are later than all before:
- Stages run forward, four at most in Simbody's methods and nine in an eighth-order Runge-Kutta method.
- A step that is repeated is shorter.
- An event is located backwards.

Over several steps the number of such evaluations grows without limit. */
class CommitWatch {
public:
    bool isWarned = false; // a warning was printed since the commit

    /** Records an evaluation.
    @returns true if it shows that there have been several steps since the commit */
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
