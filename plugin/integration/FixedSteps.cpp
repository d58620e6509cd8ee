// SPDX-License-Identifier: Apache-2.0
// Steps of a fixed length: two implicit stages of few iterations each, and what is too fast for them.

#include "integration/ContactIntegratorImpl.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

const int mostParts = 100;  // that collisions may cut a step into
const int flightParts = 10; // of a flight at whose end what may meet is past each other

} // namespace

// Where all would be after this time that goes on as it does: what flies is there, and so is what is about to land.
bool ContactIntegratorImpl::foreseeCollisions(Real h) {
    const Vector way = h * start.u + (0.5 * h * h) * start.udot;
    Vector rates, q;
    system.realize(state, Stage::Position);
    system.getMatterSubsystem().multiplyByN(state, false, way, rates);
    motion->advance(start.q, way, rates, q);
    std::vector<Closing> then, drifting;
    try {
        put(state, start.time + h, q, start.u + h * start.udot, start.z);
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

void ContactIntegratorImpl::advanceFixed(Real room) {
    start = beginStep();
    slips.clear(); // nothing is cut where slip ends
    if (collisions.areUnderWay()) {
        std::vector<Closing> now;
        forces.findClosing(state, now);
        collisions.follow(now);
    }
    const Real hair = 1e-9 * fixedStep;
    if (!(fixedEnd - start.time > hair)) { // NaN at first
        fixedEnd = start.time + fixedStep;
        numParts = 0;
    }
    const Real rest = fixedEnd - start.time;
    Real left = room < rest + hair ? room : rest;
    const bool mayBeCut = ++numParts <= mostParts;
    if (!mayBeCut) collisions.forget();
    const Real bound = mayBeCut ? forces.calcStepBound(state, left) : left;
    commit();
    if (bound < left && !collisions.areUnderWay()) {
        next = bound;
        bool meets = foreseeCollisions(left);
        while (!meets && left > std::max(bound, fixedStep / mostParts)) {
            left = std::max({bound, left / flightParts, fixedStep / mostParts});
            meets = foreseeCollisions(left);
        }
    }
    if (isExplicit())
        takeWhatIsAllowed(std::min(next, left), room, next > left);
    else
        takeWhatIsAllowed(left, room, true);
}

} // namespace simbodydem
