// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BROYDEN_H
#define SIMBODYDEM_BROYDEN_H

#include "base/EigenBridge.h"

#include "Simbody.h"

#include <vector>

namespace simbodydem {

/** Improves corrections by a kept matrix with those that it gave before: Broyden's update (1965) in the form of Kelley (1995, 7.3), which
needs no matrix but its factors. With z the correction that they give and s_0 ... s_n those that were taken, one after the other,

    z += s_(j+1) (s_j z)/(s_j s_j) for j < n,  s_(n+1) = z/(1 - (s_n z)/(s_n s_n)).

Products are those of speeds over their scales.

Without it an eccentric ball that rolls takes 34 % more force evaluations, a heap of eight balls 23 %, a quadruped that steps 7 % and 18 %
more derivatives. The ball takes 12 % more instructions, the heap 4 % less. */
class Broyden {
public:
    /** Forgets all corrections, since the matrix is another one. */
    void forget() {
        updates.clear();
        forgetLast();
    }
    /** Forgets the last correction: the next one is not of what it has left. */
    void forgetLast() { last.resize(0); }

    /** Improves a correction. @param scales  of speeds [1/their unit] */
    void improve(SimTK::Vector& correction, const SimTK::Vector& scales) {
        for (const Update& update : updates)
            asEigen(correction) += product(update.before, correction, scales) / update.squared * asEigen(update.after);
        if (last.size() == 0) return;
        const SimTK::Real squared = product(last, last, scales), fraction = product(last, correction, scales) / squared;
        if (!(fraction < maxFraction)) return;
        asEigen(correction) /= 1 - fraction;
        updates.push_back({last, correction, squared});
    }
    /** Records a correction that was taken. */
    void record(const SimTK::Vector& correction) { last = correction; }

private:
    static constexpr SimTK::Real maxFraction =
        0.5; // of a correction in the next one; above it the pair has no information
    struct Update {
        SimTK::Vector before, after;
        SimTK::Real squared; // before
    };
    static SimTK::Real product(const SimTK::Vector& a, const SimTK::Vector& b, const SimTK::Vector& scales) {
        return (asEigen(a).array() * asEigen(b).array() * asEigen(scales).array().square()).sum();
    }
    std::vector<Update> updates;
    SimTK::Vector last; // correction
};

} // namespace simbodydem

#endif
