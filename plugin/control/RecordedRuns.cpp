// SPDX-License-Identifier: Apache-2.0
#include "control/RecordedRuns.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real shortStep = 2;      // relative to the one before, see mergeShortOnes()
const Real partOfGroup = 1e-3; // of a step, see findGroups()

// Words of contacts differ where a perturbed step ends on the other side of a change. How often a contact begins, and how it ends, does not.
std::string summarize(const std::string& word) {
    return std::to_string(std::count(word.begin(), word.end(), 'b')) + word.back();
}

} // namespace

std::vector<RecordedStep> mergeShortOnes(const std::vector<RecordedStep>& steps) {
    std::vector<RecordedStep> merged;
    for (RecordedStep step : steps) {
        while (step.change && step.change->hasBegun && !merged.empty() && !merged.back().change && !merged.back().isLast &&
               !step.continuesGroup && merged.back().isExplicit == step.isExplicit && step.length < shortStep * merged.back().length) {
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
