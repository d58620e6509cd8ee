// SPDX-License-Identifier: Apache-2.0
#include "integration/ReplayedSteps.h"

#include "base/Checks.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

void ReplayedSteps::begin(const std::vector<ContactStatus>&, bool) {
    if (next == steps->size())
        throw std::logic_error("calcSensitivity(): a run continues at t = " + toText(run.start.time) +
                               " s, where the recorded one had ended; the parameters must not change the times of stepTo()");
    step = (*steps)[next++];
    run.start.isSmooth = step.isSmooth;
    run.start.hasNewContacts = step.hasNewContacts;
}

Real ReplayedSteps::calcLength() const {
    if (step.change) return step.length;
    const auto anchor = std::find_if(steps->begin() + std::ptrdiff_t(next - 1), steps->end(),
                                     [](const RecordedStep& one) { return one.change || one.isLast; });
    if (anchor == steps->end() || anchor->change) return step.length;
    const Real end = anchor->start + anchor->length;
    if (std::abs(end - run.start.until) > timeRounding * roundingScaleOf(end))
        throw std::logic_error("calcSensitivity(): a run is asked for t = " + toText(run.start.until) + " s, and the recorded one for t = " +
                               toText(end) + " s; the parameters must not change the times of stepTo()");
    const Real remaining = run.start.getRemainingTime();
    return step.isLast ? remaining : step.length * remaining / (end - step.start);
}

StepPolicy::Trial ReplayedSteps::choose() {
    const Real length = calcLength();
    if (!(length <= run.start.getRemainingTime()))
        throw StepRefused("calcSensitivity(): a run is asked for t = " + toText(run.start.until) + " s, within a step of " + toText(length) +
                          " s from t = " + toText(run.start.time) +
                          " s. Take a smaller perturbation, and do not let the parameters change the times of stepTo()");
    run.commit();
    return {length, false};
}

} // namespace simbodydem
