// SPDX-License-Identifier: Apache-2.0
// Steps of a fixed length: two implicit stages of few iterations each, and what is too fast for them.

#include "integration/ContactIntegratorImpl.h"
#include "integration/CoordinateUpdate.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

const int mostParts = 100;  // of a step that are shorter than a hundredth of it
const int flightParts = 10; // of a flight at whose end what may meet is past each other

} // namespace

// Extrapolates the start's speeds and accelerations: what flies is there, and so is what is about to land.
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
    } catch (const std::exception&) { // so deep that no law answers: the step itself will say so
        then.clear();
    }
    // A bounce with half the speed that a step adds is over within the step.
    const bool meets = collisions.foresee(start.contacts, then, drifting, 0.5 * fixedStep / h);
    returnToStart();
    return meets;
}

// An extrapolation misses what other forces push together, and what turns into a contact. The stages themselves do not.
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
    numShortParts += previousStep < fixedStep / mostParts;
    std::vector<Closing> now;
    forces.findClosing(state, now);
    collisions.follow(before, now);
}

void ContactIntegratorImpl::takeFixed() {
    slips.clear(); // nothing is cut where slip ends
    const Real hair = 1e-9 * fixedStep, shortest = fixedStep / mostParts, room = start.getRemainingTime();
    if (!(fixedEnd - start.time > hair)) { // NaN at first
        fixedEnd = start.time + fixedStep;
        numShortParts = 0;
        collisions.forgetForeseen();
    }
    const Real rest = fixedEnd - start.time;
    Real left = std::min(room < rest + hair ? room : rest, longest);
    checkProgress(left);
    if (!mayBeCut()) collisions.forget();
    if (collisions.areUnderWay()) {
        const Real h = std::min(next, left), bounded = std::max(boundByFlight(h), std::min(h, shortest));
        commit();
        takeWhatIsAllowed(bounded, bounded < next);
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
        next = std::max(bound, shortest);
    }
    const Real h = isExplicit() ? std::min(next, left) : left;
    takeWhatIsAllowed(h, true);
}

bool ContactIntegratorImpl::mayBeCut() const { return numShortParts < mostParts; }

} // namespace simbodydem
