// SPDX-License-Identifier: Apache-2.0
#include "control/RecordedRuns.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

// Steps before a touch and before the load of a contact is cut to 0 are short if they are shorter than this, relative to the one before; see
// mergeShortOnes().
const Real shortBeforeTouch = 2, shortBeforeCut = 0.25;
const Real partOfGroup = 1e-3; // of a step, see findGroups()

// Words of contacts differ where a perturbed step ends on the other side of a change. How often a contact begins, and how it ends, does not.
std::string summarize(const std::string& word) {
    return std::to_string(std::count(word.begin(), word.end(), 'b')) + word.back();
}

} // namespace

std::vector<RecordedStep> mergeShortOnes(const std::vector<RecordedStep>& steps) {
    const auto shortBelow = [](const RecordedStep& step) {
        return !step.change || step.continuesGroup ? 0 : step.change->hasBegun ? shortBeforeTouch : step.change->isOfLoad ? shortBeforeCut : 0;
    };
    std::vector<RecordedStep> merged;
    for (RecordedStep step : steps) {
        while (!merged.empty() && !merged.back().change && !merged.back().isLast && merged.back().isExplicit == step.isExplicit &&
               step.length < shortBelow(step) * merged.back().length) {
            const RecordedStep& before = merged.back();
            step.start = before.start;
            step.length += before.length;
            step.isSmooth = before.isSmooth;
            step.hasNewContacts = before.hasNewContacts;
            merged.pop_back();
        }
        merged.push_back(step);
    }
    return merged;
}

void findGroups(std::vector<RecordedStep>& steps) {
    Real length = 0; // of the last step that is none between changes of a group
    for (std::size_t i = 0; i < steps.size(); ++i) {
        RecordedStep& step = steps[i];
        if (step.change && i > 0 && steps[i - 1].change && step.length < partOfGroup * length)
            step.continuesGroup = step.isExplicit = true;
        else
            length = step.length;
    }
}

void compareContacts(const ContactWords& one, const ContactWords& other, const std::string& what,
                     std::set<std::string>& doubts) {
    for (const auto* first : {&one, &other})
        for (const auto& [name, word] : *first) {
            const auto& second = first == &one ? other : one;
            const auto found = second.find(name);
            if (found == second.end() || summarize(found->second) != summarize(word))
                doubts.insert(name + " touches or ends differently for both signs of a perturbation of " + what);
        }
}

} // namespace simbodydem
