// SPDX-License-Identifier: Apache-2.0
#include "integration/FreeSteps.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

// The first step: its local displacement relative to the root of the accuracy [m, rad], the slowest acceleration that it assumes [m/s^2,
// rad/s^2], the longest such step [s], and how far the fastest contact may oscillate in it [rad].
const Real firstDisplacement = 0.1, slowestAcceleration = 1e-3, longestFirstStep = 0.01, firstPhase = 1;
// A step is stretched to the time at which it has to end by this factor at most, and not cut to leave a rest that is shorter than itself.
const Real maxStretch = 1.001;

} // namespace

Real FreeSteps::calcFirstStep() {
    const Real fastest = std::max(run.state.getUDot().normInf(), slowestAcceleration);
    return std::min({firstDisplacement * std::sqrt(run.settings.accuracy) / fastest,
                     firstPhase / run.implicitStep->calcHighestFrequency(run.state), longestFirstStep});
}

StepPolicy::Trial FreeSteps::choose() {
    StepSizeController& sizes = run.progress.sizes;
    if (!sizes.hasNext()) sizes.setNext(calcFirstStep());
    sizes.shortenAfterJump(run.start.jump, isExplicit());
    run.start.allowed = sizes.getAllowed();
    const Real remaining = run.start.getRemainingTime(), wanted = std::min({sizes.getNext(), run.longest, remaining});
    checkProgress(wanted, "initial step size", wanted);
    Real h = isExplicit() ? run.bounds.boundExplicit(run.state, run.forces.haveSurfaces(run.start.contacts), wanted, sizes.getUncut())
                          : run.bounds.boundImplicit(run.state, wanted, run.settings.accuracy);
    h = run.bounds.boundOnGround(run.state, h, run.settings.accuracy);
    h = std::max(h, std::min(wanted, shortestStepAt(run.start.time))); // or the clock does not show it
    if (h < remaining && remaining < 2 * h)
        h = remaining < maxStretch * h && remaining <= run.longest ? remaining : 0.5 * remaining;
    run.commit();
    return {h, h < sizes.getNext()};
}

void FreeSteps::record(Real length, const std::vector<ContactStatus>& contacts) {
    switcher.record({length, run.progress.sizes.getNext(), run.settings.accuracy, int(contacts.size()),
                     run.explicitStep->getStiffness()},
                    *run.implicitStep, run.state);
}

} // namespace simbodydem
