// SPDX-License-Identifier: Apache-2.0
#include "integration/StepSizeController.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

// Lengths of steps, relative to the one before.
const Real maxGrowth = 3, maxGrowthAfterRefusal = 1.2, minShrinkage = 0.1;
const Real safety = 0.9;      // of the length that the error allows
const int stepsOfCaution = 3; // after a refusal
const Real minExplicitGrowth = 1.2;
const Real predictableError = 0.01; // relative to the allowed one; less is what iterations and rounding leave
const Real minError = 1e-9;         // relative to the allowed one

} // namespace

void StepSizeController::start(Real first) {
    *this = {};
    next = first;
}

Real StepSizeController::calcAllowed(Real h, Real error, Real order) {
    return h * std::max(minShrinkage, safety * std::pow(error, -1 / (order + 1)));
}

// A jump begins a motion of its own, such as that of a servo with a new target. The error of the first step is in proportion to the jump, and
// the steps before tell nothing about it.
void StepSizeController::shortenAfterJump(Real jump, bool isExplicit) {
    if (!(jump > 0 && lastJump.size > 0) || isExplicit != lastJump.isExplicit || !hasNext()) return;
    next = std::min(next, safety * lastJump.allowed * std::pow(lastJump.size / jump, 1 / (lastJump.order + 1)));
}

void StepSizeController::record(const Step& step) {
    const Real h = step.length, allowedAlone = calcAllowed(h, std::max(step.error, minError), step.order);
    Real allowed = allowedAlone;
    // When stability limits h the error oscillates about that limit, so small increases of explicit steps are ignored.
    if (step.isExplicit && allowed < minExplicitGrowth * h) allowed = h;
    // An error that has grown continues to grow as long as no contact changes (Gustafsson 1994).
    if (step.isSmooth && !step.isExplicit && previousError > 0 && step.error > predictableError)
        allowed *= std::min(Real(1), h / step.previous * std::pow(previousError / step.error, Real(1) / 3));
    previousError = step.isExplicit ? 0 : std::max(step.error, predictableError);
    allowedByError = allowed;
    cautiousSteps = step.isFirstTrial ? std::max(cautiousSteps - 1, 0) : stepsOfCaution;
    const Real proposed = std::min(allowed, h * (cautiousSteps > 0 ? maxGrowthAfterRefusal : maxGrowth));
    // A step that something else has cut is no reason against the length proposed before. If that is ten times as long, its error says nothing:
    // it is what iterations and rounding leave.
    const Real before = h < minShrinkage * next ? next : std::min(next, allowed);
    const bool isCut = step.isFirstTrial && step.isBound;
    if (step.jump > 0 && !isCut) lastJump = {step.jump, allowedAlone, step.order, step.isExplicit};
    next = isCut ? std::max(proposed, before) : proposed;
    uncut = isCut && 2 * h >= step.remainingTime ? std::max(h, uncut) : h;
}

} // namespace simbodydem
