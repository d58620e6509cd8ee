// SPDX-License-Identifier: Apache-2.0
#include "integration/MethodSwitcher.h"

#include "integration/ImplicitStep.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Infinity;
using SimTK::Real;

namespace {

// Explicit steps before an implicit trial: at least, and at most after trials in vain.
const int minStepsBeforeTrial = 25, maxStepsBeforeTrial = 1000;
// Implicit steps that a trial may take, in which oscillations die away.
const int stepsOfTrial = 20;
// Steps in a row that have to speak for the other method.
const int stepsToSwitch = 10;
// Explicit steps are less good at holding what sticks: they have to be so much faster.
const Real advantage = 1.5;

const Real explicitPhase = 1.5;     // of the fastest contact in an explicit step [rad]
const int stepsOfOneFrequency = 4;  // for which the contacts' frequency is not computed anew
const Real stabilityLimit = 3.7;    // of ExplicitStep::getStiffness()
const Real stiffExplicitStep = 2.5; // ExplicitStep::getStiffness() from which on stability limits the step
const Real maxCurvature = 20; // of the speeds between samples, in accuracies: errors within one step are far smaller

// Costs in force evaluations.
const Real costOfExplicitStep = 6;
const Real costOfImplicitStep = 4, iterationsPerImplicitStep = 2.5;
const Real expensiveIteration = 8;

// Returns the cost of contact derivatives and a matrix's factors, in force evaluations of so many contacts and bodies: by counts of
// operations.
Real calcCostOfIteration(int numContacts, int numSpeeds) {
    const Real n = numSpeeds, tangents = 5000. * numContacts, factors = std::min(n * n * n * 2 / 3, 7000 * n);
    return (tangents + factors) / (500. * n + 500. * numContacts);
}

} // namespace

void MethodSwitcher::start(int numContacts, int numSpeeds) {
    switchTo(numContacts == 0 || calcCostOfIteration(numContacts, numSpeeds) > expensiveIteration);
    stepsBeforeTrial = minStepsBeforeTrial;
    isTrial = false;
    stable = Infinity;
}

void MethodSwitcher::switchTo(bool toExplicit) {
    isExplicitNow = toExplicit;
    stepsInMode = winsOfExplicit = stepsSinceSample = stiffInARow = 0;
    samples.clear();
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

Real MethodSwitcher::calcCurvature(const SimTK::Vector& u, Real time, Real accuracy) const {
    const Sample &first = samples[0], &second = samples[1];
    const Real ratio = (time - second.time) / (second.time - first.time);
    Real largest = 0;
    for (int i = 0; i < u.size(); ++i) {
        const Real difference = u[i] - second.u[i] - ratio * (second.u[i] - first.u[i]);
        largest = std::max(largest, std::abs(difference) / std::max(Real(1), std::abs(u[i])));
    }
    return largest / accuracy;
}

// Tries implicit steps where the motion has been so even, over as many explicit steps as an implicit one costs, that one might have taken
// their place.
void MethodSwitcher::recordExplicit(const Taken& step, const SimTK::State& end) {
    const Real costOfImplicit =
        costOfImplicitStep + iterationsPerImplicitStep * calcCostOfIteration(step.numContacts, end.getNU());
    stiffInARow = step.stiffness > stiffExplicitStep ? stiffInARow + 1 : 0;
    if (step.stiffness > 0) stable = stabilityLimit * step.length / step.stiffness;
    const bool isStiff = stiffInARow >= stepsToSwitch;
    if (step.numContacts == 0 && !isStiff) samples.clear();
    const bool isGrowing = step.next > step.length; // longer steps need no other method
    if (((step.numContacts == 0 || isGrowing) && !isStiff) ||
        ++stepsSinceSample < advantage * costOfImplicit / costOfExplicitStep)
        return;
    const bool isEven = samples.size() == 2 && calcCurvature(end.getU(), end.getTime(), step.accuracy) < maxCurvature;
    if (isEven && (isStiff || stepsInMode >= stepsBeforeTrial)) {
        switchTo(false);
        return;
    }
    if (samples.size() == 2) samples.erase(samples.begin());
    samples.push_back({end.getTime(), end.getU()});
    stepsSinceSample = 0;
}

void MethodSwitcher::recordImplicit(const Taken& step, ImplicitStep& implicit, const SimTK::State& end) {
    const Real tangents = implicit.getNumTangents() - lastTangents,
               realizations = implicit.getNumRealizations() - lastRealizations;
    const Real cost = realizations + tangents * calcCostOfIteration(step.numContacts, end.getNU());
    if (stepsInMode % stepsOfOneFrequency == 1) oscillation = explicitPhase / implicit.calcHighestFrequency(end);
    const Real longestExplicit = std::min(stable, step.numContacts > 0 ? oscillation : step.next);
    const bool isExplicitFaster =
        longestExplicit / costOfExplicitStep > advantage * std::max(step.length, step.next) / cost;
    winsOfExplicit = isExplicitFaster && (stepsInMode > stepsOfTrial || !isTrial) ? winsOfExplicit + 1 : 0;
    if (winsOfExplicit < stepsToSwitch) return;
    const bool wasInVain = isTrial && stepsInMode <= stepsOfTrial + stepsToSwitch;
    stepsBeforeTrial = wasInVain ? std::min(2 * stepsBeforeTrial, maxStepsBeforeTrial) : minStepsBeforeTrial;
    isTrial = true;
    switchTo(true);
}

} // namespace simbodydem
