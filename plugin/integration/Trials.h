// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TRIALS_H
#define SIMBODYDEM_TRIALS_H

#include <algorithm>

namespace simbodydem {

/** Something that helps or does not: after it has not, it is tried again ever more steps later. */
class Trials {
public:
    bool mayBeTried() const { return toWait == 0; }
    void book(bool hasHelped) {
        if (hasHelped)
            patience = 1;
        else if (toWait == 0)
            toWait = patience = std::min(2 * patience, mostPatience);
    }
    /** To the next step. */
    void goOn() { toWait = std::max(toWait - 1, 0); }

private:
    static constexpr int mostPatience = 64; // steps
    int patience = 1, toWait = 0;
};

} // namespace simbodydem

#endif
