// SPDX-License-Identifier: Apache-2.0
#include "integration/FixedSteps.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

// Parts of a fixed step that are shorter than its hundredth; after so many of them it is taken as a whole.
const int maxShortParts = 100;
// If surfaces pass each other within a step, a tenth of it is tried.
const int flightParts = 10;
// A bounce with less than this fraction of the speed that a step adds is over within the step.
const Real resolvedBounce = 0.5;
// Rests of a fixed step that are shorter, relative to it, are rounding.
const Real negligibleRest = 1e-9;
// A collision within shorter fixed steps than this has a tighter accuracy, by the square of their length, so that fixed steps as a whole
// are of the second order [s].
const Real usualFixedStep = 4e-3;

} // namespace

FixedSteps::Memory FixedSteps::getMemory() const {
    Memory memory = now;
    memory.watch = watch.getMemory();
    return memory;
}

void FixedSteps::restore(const Memory& memory) {
    now = memory;
    watch.restore(memory.watch);
}

void FixedSteps::setLength(Real length) {
    step = length;
    watch.skip();
}

Real FixedSteps::calcFactorOfAccuracy() const { return std::min(square(step / usualFixedStep), Real(1)); }

void FixedSteps::begin(const std::vector<ContactStatus>& before, bool isContinued) {
    if (!isContinued) watch.skip();
    watch.begin(run.state);
    followCollisions(before);
}

// Extrapolates the start's speeds and accelerations.
bool FixedSteps::foreseeCollisions(Real h) {
    const Vector displacement = h * run.start.u + (0.5 * h * h) * run.start.udot;
    Vector rates, q;
    run.system.realize(run.state, Stage::Position);
    run.system.getMatterSubsystem().multiplyByN(run.state, false, displacement, rates);
    run.coordinates->advance(run.start.q, displacement, rates, q);
    return foreseeCollisions({run.start.time + h, q});
}

bool FixedSteps::foreseeCollisions(const Sighting& there) {
    const Real h = there.time - run.start.time;
    std::vector<Closing> then, drifting;
    try {
        put(run.state, there.time, there.q, run.start.u + h * run.start.udot, run.start.z);
        run.system.prescribe(run.state);
        run.system.realize(run.state, Stage::Dynamics);
        run.forces.findClosing(run.state, then);
        if (!then.empty()) {
            run.state.updU() = run.start.u;
            run.system.realize(run.state, Stage::Dynamics);
            run.forces.findClosing(run.state, drifting);
        }
    } catch (const std::exception&) { // so deep that no law is defined: the step itself will report it
        then.clear();
    }
    const bool meets = now.collisions.foresee(run.start.contacts, then, drifting, resolvedBounce * step / h);
    run.returnToStart();
    return meets;
}

// The extrapolation misses surfaces that other forces push together, or that turn into a contact. The stages do not.
bool FixedSteps::hasMetCollisions(const std::vector<Sighting>& sightings) {
    if (sightings.empty()) return false;
    const Real time = run.state.getTime();
    const Vector q = run.state.getQ(), u = run.state.getU(), z = run.state.getZ();
    for (const Sighting& sighting : sightings) foreseeCollisions(sighting);
    put(run.state, time, q, u, z);
    run.system.realize(run.state, Stage::Acceleration);
    return isExplicit();
}

void FixedSteps::followCollisions(const std::vector<ContactStatus>& before) {
    if (!isExplicit()) return;
    now.numShortParts += run.progress.previousStep < step / maxShortParts;
    std::vector<Closing> closing;
    run.forces.findClosing(run.state, closing);
    now.collisions.follow(before, closing);
}

StepPolicy::Trial FixedSteps::choose() {
    run.bounds.forgetSlips(); // nothing is cut where slip ends
    StepSizeController& sizes = run.progress.sizes;
    const Real rounding = negligibleRest * step, shortest = step / maxShortParts, remaining = run.start.getRemainingTime();
    if (!(now.end - run.start.time > rounding)) {
        now.end = run.start.time + step;
        now.numShortParts = 0;
        now.collisions.forgetForeseen();
    }
    const Real rest = now.end - run.start.time;
    Real left = std::min(remaining < rest + rounding ? remaining : rest, run.longest);
    checkProgress(left, "fixed step size", step); // what is left of it may be rounded to nothing
    if (!mayBeCut()) now.collisions.forget();
    if (isExplicit()) {
        const Real h = std::min(sizes.getNext(), left);
        const Real explicitly =
            run.bounds.boundExplicit(run.state, run.forces.haveSurfaces(run.start.contacts), h, sizes.getUncut());
        const Real bounded = std::max(explicitly, std::min(h, shortest));
        run.commit();
        return {bounded, bounded < sizes.getNext()};
    }
    const Real bound = mayBeCut() ? run.forces.calcStepBound(run.state, run.start.udot, left) : left;
    run.commit();
    if (bound < left) {
        bool meets = foreseeCollisions(left);
        while (!meets && left > std::max(bound, shortest)) {
            left = std::max({bound, left / flightParts, shortest});
            meets = foreseeCollisions(left);
        }
        sizes.setNext(std::max(bound, shortest));
    }
    return {isExplicit() ? std::min(sizes.getNext(), left) : left, true};
}

void FixedSteps::record(Real length, const std::vector<ContactStatus>&) {
    if (!isExplicit()) return watch.follow(run.state, length);
    // A motion that is smooth over the short steps of a collision need not be smooth over a fixed step.
    run.progress.isEndSmooth = false;
    watch.skip();
}

bool FixedSteps::mayBeCut() const { return now.numShortParts < maxShortParts; }

} // namespace simbodydem
