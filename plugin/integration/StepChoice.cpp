// SPDX-License-Identifier: Apache-2.0
#include "integration/StepChoice.h"

#include "integration/ImplicitStep.h"

#include <algorithm>

namespace simbodydem {

using SimTK::Real;

namespace {

const int mostPatience = 1000, leastPatience = 25, enough = 10;
const int trial = 20;                  // implicit steps that it may take what swings to die away
const Real swingPerExplicitStep = 1.5; // radians of the fastest contact
const Real explicitRealizations = 5;
const Real advantage = 1.5; // for which explicit steps are worth a change: what sticks, they hold less well

// What an iteration costs in realizations: the tangents of contacts and a matrix's factors over bodies and contacts, by
// operations counted.
Real priceOfIteration(int numContacts, int numSpeeds) {
    const Real n = numSpeeds, tangents = 5000. * numContacts, factors = std::min(n * n * n * 2 / 3, 7000 * n);
    return (tangents + factors) / (500. * n + 500. * numContacts);
}

} // namespace

void StepChoice::start(bool isFree) {
    isExplicitNow = isFree;
    stepsInMode = against = lastIterations = lastRealizations = 0;
    patience = leastPatience;
    isTrial = false;
}

void StepChoice::book(Real length, Real next, int numContacts, int numSpeeds, ImplicitStep& implicit,
                      const SimTK::State& end) {
    ++stepsInMode;
    if (isExplicitNow) {
        // Trials are not to cost more than what they are tried against: of many bodies they are rare.
        const Real price = (4 + 3 * priceOfIteration(numContacts, numSpeeds)) / 12;
        if (numContacts == 0 || stepsInMode < patience * std::max(price * price, Real(1))) return;
        isExplicitNow = false;
        stepsInMode = against = 0;
        lastIterations = implicit.numIterations;
        lastRealizations = implicit.numRealizations;
        return;
    }
    const Real iterations = implicit.numIterations - lastIterations,
               realizations = implicit.numRealizations - lastRealizations;
    lastIterations = implicit.numIterations;
    lastRealizations = implicit.numRealizations;
    const Real price = realizations + iterations * priceOfIteration(numContacts, numSpeeds);
    const Real swing = numContacts > 0 ? swingPerExplicitStep / implicit.calcHighestFrequency(end) : next;
    const bool isCheaper = swing / explicitRealizations > advantage * std::max(length, next) / price;
    against = isCheaper && (stepsInMode > trial || !isTrial) ? against + 1 : 0;
    if (against < enough) return;
    // Tried in vain: wait twice as long for the next time.
    patience = isTrial && stepsInMode <= trial + enough ? std::min(2 * patience, mostPatience) : leastPatience;
    isTrial = true;
    isExplicitNow = true;
    stepsInMode = against = 0;
}

} // namespace simbodydem
