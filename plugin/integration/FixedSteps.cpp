// SPDX-License-Identifier: Apache-2.0
// ContactIntegratorImpl's steps of a fixed length: two implicit stages of few iterations each, and explicit parts for collisions.

#include "integration/ContactIntegratorImpl.h"
#include "integration/CoordinateUpdate.h"

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

} // namespace

// Extrapolates the start's speeds and accelerations.
bool ContactIntegratorImpl::foreseeCollisions(Real h) {
    const Vector displacement = h * start.u + (0.5 * h * h) * start.udot;
    Vector rates, q;
    system.realize(state, Stage::Position);
    system.getMatterSubsystem().multiplyByN(state, false, displacement, rates);
    coordinates->advance(start.q, displacement, rates, q);
    return foreseeCollisions({start.time + h, q});
}

bool ContactIntegratorImpl::foreseeCollisions(const Sighting& there) {
    const Real h = there.time - start.time;
    std::vector<Closing> then, drifting;
    try {
        put(state, there.time, there.q, start.u + h * start.udot, start.z);
        system.prescribe(state);
        system.realize(state, Stage::Dynamics);
        forces.findClosing(state, then);
        if (!then.empty()) {
            state.updU() = start.u;
            system.realize(state, Stage::Dynamics);
            forces.findClosing(state, drifting);
        }
    } catch (const std::exception&) { // so deep that no law is defined: the step itself will report it
        then.clear();
    }
    const bool meets = collisions.foresee(start.contacts, then, drifting, resolvedBounce * fixedStep / h);
    returnToStart();
    return meets;
}

// The extrapolation misses surfaces that other forces push together, or that turn into a contact. The stages do not.
bool ContactIntegratorImpl::hasMetCollisions(const std::vector<Sighting>& sightings) {
    if (sightings.empty()) return false;
    const Real time = state.getTime();
    const Vector q = state.getQ(), u = state.getU(), z = state.getZ();
    for (const Sighting& sighting : sightings) foreseeCollisions(sighting);
    put(state, time, q, u, z);
    system.realize(state, Stage::Acceleration);
    return collisions.areUnderWay();
}

void ContactIntegratorImpl::followCollisions(const std::vector<ContactStatus>& before) {
    if (!collisions.areUnderWay()) return;
    run.numShortParts += run.previousStep < fixedStep / maxShortParts;
    std::vector<Closing> now;
    forces.findClosing(state, now);
    collisions.follow(before, now);
}

void ContactIntegratorImpl::takeFixed() {
    bounds.forgetSlips(); // nothing is cut where slip ends
    const Real rounding = negligibleRest * fixedStep, shortest = fixedStep / maxShortParts,
               remaining = start.getRemainingTime();
    if (!(run.fixedEnd - start.time > rounding)) {
        run.fixedEnd = start.time + fixedStep;
        run.numShortParts = 0;
        collisions.forgetForeseen();
    }
    const Real rest = run.fixedEnd - start.time;
    Real left = std::min(remaining < rest + rounding ? remaining : rest, longest);
    checkProgress(left);
    if (!mayBeCut()) collisions.forget();
    if (collisions.areUnderWay()) {
        const Real h = std::min(sizes.getNext(), left);
        const Real explicitly = bounds.boundExplicit(state, forces.haveSurfaces(start.contacts), h, sizes.getUncut());
        const Real bounded = std::max(explicitly, std::min(h, shortest));
        commit();
        takeWhatIsAllowed(bounded, bounded < sizes.getNext());
        return;
    }
    const Real bound = mayBeCut() ? forces.calcStepBound(state, left) : left;
    commit();
    if (bound < left) {
        bool meets = foreseeCollisions(left);
        while (!meets && left > std::max(bound, shortest)) {
            left = std::max({bound, left / flightParts, shortest});
            meets = foreseeCollisions(left);
        }
        sizes.setNext(std::max(bound, shortest));
    }
    const Real h = isExplicit() ? std::min(sizes.getNext(), left) : left;
    takeWhatIsAllowed(h, true);
}

bool ContactIntegratorImpl::mayBeCut() const { return run.numShortParts < maxShortParts; }

} // namespace simbodydem
