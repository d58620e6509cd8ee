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
    if (!step.continuesGroup) {
        left.clear();
        if (step.change) left.push_back(*step.change);
        for (std::size_t i = next; i < steps->size() && (*steps)[i].continuesGroup; ++i) left.push_back(*(*steps)[i].change);
    }
    run.start.isSmooth = step.isSmooth;
    run.start.hasNewContacts = step.hasNewContacts;
}

std::vector<ContactChange> ReplayedSteps::findExpected() const {
    std::vector<ContactChange> first;
    for (const ContactChange& change : left)
        if (std::none_of(first.begin(), first.end(),
                         [&](const ContactChange& other) { return areOfOneContact(other.after, change.after); }))
            first.push_back(change);
    return first;
}

std::vector<ContactChange> ReplayedSteps::passChanges(const ContactChange& change, const std::vector<ContactStatus>& now) {
    const auto remove = [&](const ContactChange& one) {
        left.erase(std::find_if(left.begin(), left.end(),
                                [&](const ContactChange& other) { return areOfOneContact(other.after, one.after); }));
    };
    remove(change);
    std::vector<ContactChange> passed;
    for (bool isFound = true; isFound;) {
        isFound = false;
        for (const ContactChange& one : findExpected())
            if (one.hasHappenedIn(now)) {
                remove(one);
                passed.push_back(one);
                ++next;
                isFound = true;
            }
    }
    return passed;
}

Real ReplayedSteps::calcLength() const {
    if (step.change) return std::max(step.length, shortestStepAt(run.start.time));
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
