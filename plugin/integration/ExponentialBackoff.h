// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXPONENTIAL_BACKOFF_H
#define SIMBODYDEM_EXPONENTIAL_BACKOFF_H

#include <algorithm>

namespace simbodydem {

/** Something that helps or does not: after it has not, it is tried again ever more steps later. */
class ExponentialBackoff {
public:
    bool mayTry() const { return toWait == 0; }
    void record(bool hasHelped) {
        if (hasHelped)
            patience = 1;
        else if (toWait == 0)
            toWait = patience = std::min(2 * patience, mostPatience);
    }
    /** To the next step. */
    void nextStep() { toWait = std::max(toWait - 1, 0); }

private:
    static constexpr int mostPatience = 64; // steps
    int patience = 1, toWait = 0;
};

} // namespace simbodydem

#endif
