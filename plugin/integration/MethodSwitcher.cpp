// SPDX-License-Identifier: Apache-2.0
#include "integration/MethodSwitcher.h"

#include "integration/ImplicitStep.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Infinity;
using SimTK::Real;

namespace {

const int mostPatience = 1000, leastPatience = 25, enough = 10;
const int trial = 20;                           // implicit steps that it may take what swings to die away
const Real swingPerExplicitStep = 1.5;          // radians of the fastest contact
const int stepsOfSwing = 4;                     // for which the contacts' frequency is taken to be the same
const Real boundOfStability = 3.7, stiff = 2.5; // of an explicit step's stiffness
const Real explicitRealizations = 6, dear = 8;
const Real mostBend = 20;   // of the accuracy, between the ends of steps: within one an error is far smaller
const Real advantage = 1.5; // for which explicit steps are worth a change: what sticks, they hold less well

// What an iteration costs in realizations: the tangents of contacts and a matrix's factors over bodies and contacts, by
// operations counted.
Real priceOfIteration(int numContacts, int numSpeeds) {
    const Real n = numSpeeds, tangents = 5000. * numContacts, factors = std::min(n * n * n * 2 / 3, 7000 * n);
    return (tangents + factors) / (500. * n + 500. * numContacts);
}

} // namespace

// Implicitly, if anything touches, unless that is too dear to be found out about in vain.
void MethodSwitcher::start(int numContacts, int numSpeeds) {
    change(numContacts == 0 || priceOfIteration(numContacts, numSpeeds) > dear);
    patience = leastPatience;
    isTrial = false;
    stable = Infinity;
}

void MethodSwitcher::change(bool toExplicit) {
    isExplicitNow = toExplicit;
    stepsInMode = against = sinceMark = stiffInARow = 0;
    marks.clear();
}

void MethodSwitcher::record(const Taken& step, ImplicitStep& implicit, const SimTK::State& end) {
    ++stepsInMode;
    if (isExplicitNow)
        recordExplicit(step, end);
    else
        recordImplicit(step, implicit, end);
    lastTangents = implicit.getNumTangents();
    lastRealizations = implicit.getNumRealizations();
}

Real MethodSwitcher::measureBend(const SimTK::Vector& u, Real time, Real accuracy) const {
    const Mark &first = marks[0], &second = marks[1];
    const Real share = (time - second.time) / (second.time - first.time);
    Real largest = 0;
    for (int i = 0; i < u.size(); ++i) {
        const Real bend = u[i] - second.u[i] - share * (second.u[i] - first.u[i]);
        largest = std::max(largest, std::abs(bend) / std::max(Real(1), std::abs(u[i])));
    }
    return largest / accuracy;
}

// The implicit step is tried where the motion has been so even, over as many explicit steps as it costs, that it might have gone through
// them at once.
void MethodSwitcher::recordExplicit(const Taken& step, const SimTK::State& end) {
    const Real price = 4 + 2.5 * priceOfIteration(step.numContacts, end.getNU());
    stiffInARow = step.stiffness > stiff ? stiffInARow + 1 : 0;
    if (step.stiffness > 0) stable = boundOfStability * step.length / step.stiffness;
    const bool isStiff = stiffInARow >= enough;
    if (step.numContacts == 0 && !isStiff) marks.clear();
    const bool isGrowing = step.next > step.length; // to be longer yet needs no other method
    if (((step.numContacts == 0 || isGrowing) && !isStiff) || ++sinceMark < advantage * price / explicitRealizations)
        return;
    const bool isEven = marks.size() == 2 && measureBend(end.getU(), end.getTime(), step.accuracy) < mostBend;
    if (isEven && (isStiff || stepsInMode >= patience)) {
        change(false);
        return;
    }
    if (marks.size() == 2) marks.erase(marks.begin());
    marks.push_back({end.getTime(), end.getU()});
    sinceMark = 0;
}

void MethodSwitcher::recordImplicit(const Taken& step, ImplicitStep& implicit, const SimTK::State& end) {
    const Real asked = implicit.getNumTangents() - lastTangents,
               realizations = implicit.getNumRealizations() - lastRealizations;
    const Real price = realizations + asked * priceOfIteration(step.numContacts, end.getNU());
    if (stepsInMode % stepsOfSwing == 1) swing = swingPerExplicitStep / implicit.calcHighestFrequency(end);
    const Real longestExplicit = std::min(stable, step.numContacts > 0 ? swing : step.next);
    const bool isCheaper =
        longestExplicit / explicitRealizations > advantage * std::max(step.length, step.next) / price;
    against = isCheaper && (stepsInMode > trial || !isTrial) ? against + 1 : 0;
    if (against < enough) return;
    // Tried in vain: wait twice as long for the next time.
    patience = isTrial && stepsInMode <= trial + enough ? std::min(2 * patience, mostPatience) : leastPatience;
    isTrial = true;
    change(true);
}

} // namespace simbodydem
