// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ACCURACY_TRIALS_H
#define SIMBODYDEM_ACCURACY_TRIALS_H

#include "advice/CandidatePair.h"
#include "simbodydem/ContactAdvice.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace simbodydem {

/** Names the motions of a ball on a plane by which the laws of a pair are tried. */
struct Trial {
    enum Kind { Impact, Holding, Rolling, Sliding };
    static const int numKinds = 4;
};

/** Stores the result of one integrator in the trials of one pair. */
struct TrialResult {
    /** Loosest accuracy at which the error is within the tolerance, also at all tighter ones. Infinite if not tried; NaN if there is none. */
    std::array<SimTK::Real, Trial::numKinds> accuracy;
    SimTK::Real stepsPerSecond, costPerSecond; // of holding, at the accuracy that holding needs
};

/** Returns the tighter accuracy; NaN if one of them is NaN, since the integrator has failed there. */
inline SimTK::Real leastAccuracy(SimTK::Real a, SimTK::Real b) {
    return SimTK::isNaN(a) || SimTK::isNaN(b) ? SimTK::NaN : std::min(a, b);
}

/** Tries all integrators on one pair.
@param advice  of this pair
@param progress  called after each integrator */
std::vector<TrialResult> tryIntegrators(const ContactModel&, const BoundLaws&, const PairAdvice& advice,
                                        const AdviceOptions&, const std::function<void()>& progress);

} // namespace simbodydem

#endif
