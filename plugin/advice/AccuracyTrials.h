// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ACCURACY_TRIALS_H
#define SIMBODYDEM_ACCURACY_TRIALS_H

#include "advice/PairInQuestion.h"
#include "simbodydem/ContactAdvice.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace simbodydem {

/** What a ball on a plane goes through under the laws of a pair. */
struct Trial {
    enum Kind { Impact, Holding, Rolling, Sliding };
    static const int numKinds = 4;
};

/** How one integrator does in the trials of one pair. */
struct TrialResult {
    std::array<SimTK::Real, Trial::numKinds>
        accuracy; // the largest at which, and below which, its error is within the tolerance
    SimTK::Real stepsPerSecond, costPerSecond; // of holding, at the smallest of these
};

/** By the names of their classes. */
std::vector<std::string> listTriedIntegrators();

/** @param advice  of this pair @param progress  told after each of the integrators */
std::vector<TrialResult> tryIntegrators(const ContactModel&, const LawsInQuestion&, const PairAdvice& advice,
                                        const AdviceQuestion&, const std::function<void()>& progress);

} // namespace simbodydem

#endif
