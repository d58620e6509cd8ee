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

/** What a ball on a plane goes through under the laws of a pair. */
struct Trial {
    enum Kind { Impact, Holding, Rolling, Sliding };
    static const int numKinds = 4;
};

/** How one integrator does in the trials of one pair. */
struct TrialResult {
    /** The largest at which, and below which, its error is within the tolerance. Infinite: not tried; NaN: none. */
    std::array<SimTK::Real, Trial::numKinds> accuracy;
    SimTK::Real stepsPerSecond, costPerSecond; // of holding, at the smallest of these
};

/** The smaller accuracy; NaN, where an integrator has failed, outweighs everything. */
inline SimTK::Real leastAccuracy(SimTK::Real a, SimTK::Real b) {
    return SimTK::isNaN(a) || SimTK::isNaN(b) ? SimTK::NaN : std::min(a, b);
}

/** @param advice  of this pair @param progress  told after each of the integrators */
std::vector<TrialResult> tryIntegrators(const ContactModel&, const BoundLaws&, const PairAdvice& advice,
                                        const AdviceOptions&, const std::function<void()>& progress);

} // namespace simbodydem

#endif
