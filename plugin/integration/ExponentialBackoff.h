// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXPONENTIAL_BACKOFF_H
#define SIMBODYDEM_EXPONENTIAL_BACKOFF_H

#include <algorithm>

namespace simbodydem {

/** Decides when to try again what has not helped: after a number of steps that doubles with each failure. */
class ExponentialBackoff {
public:
    bool mayTry() const { return toWait == 0; }
    void record(bool hasHelped) {
        if (hasHelped)
            patience = 1;
        else if (toWait == 0)
            toWait = patience = std::min(2 * patience, mostPatience);
    }
    /** Begins the next step. */
    void nextStep() { toWait = std::max(toWait - 1, 0); }

private:
    static constexpr int mostPatience = 64; // steps
    int patience = 1, toWait = 0;
};

} // namespace simbodydem

#endif
