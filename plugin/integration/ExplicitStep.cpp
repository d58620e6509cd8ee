// SPDX-License-Identifier: Apache-2.0
#include "integration/ExplicitStep.h"

#include "base/EigenBridge.h"
#include "integration/ContactChanges.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

// Butcher tableau.
const Real nodes[] = {0, 1. / 5, 3. / 10, 3. / 5, 1, 7. / 8};
const Real A[][5] = {{},
                     {1. / 5},
                     {3. / 40, 9. / 40},
                     {3. / 10, -9. / 10, 6. / 5},
                     {-11. / 54, 5. / 2, -70. / 27, 35. / 27},
                     {1631. / 55296, 175. / 512, 575. / 13824, 44275. / 110592, 253. / 4096}};
const Real b5[] = {37. / 378, 0, 250. / 621, 125. / 594, 0, 512. / 1771};
const Real b4[] = {2825. / 27648, 0, 18575. / 48384, 13525. / 55296, 277. / 14336, 1. / 4};

const int early = 4; // a stage that is at the step's end: speeds there are of a lower order
// Weight in the error of the difference between that stage and the end, where contacts have come or gone [-].
const Real earlyWeight = 0.03;
// A contact that changes within the step is seen by the estimate, which is that of a smooth motion, so many times too small.
const Real errorOfChanges = 10;
// Accuracy from which on a step may have all of it as its error [-].
const Real looseAccuracy = 1e-3;
const Real roundingOfSpeeds = 1e-10; // [m/s, rad/s]

// The error of a whole motion stays in proportion to the accuracy if each step's error goes with its power (p + 1)/p. A smooth motion does so
// by itself, since the method that continues is of a higher order than its error (Stetter 1980; Shampine 1994, 7.1); contacts that begin and
// end do not.
Real calcAllowedError(Real accuracy) {
    return accuracy * std::pow(std::min(accuracy / looseAccuracy, Real(1)), Real(1) / 5);
}

} // namespace

ExplicitStep::Variables ExplicitStep::sum(const StepStart& start, Real h, const Real* weights, int numStages) const {
    Variables sum{start.q, start.u, start.z};
    for (int i = 0; i < numStages; ++i) {
        if (weights[i] == 0) continue;
        asEigen(sum.q) += (h * weights[i]) * asEigen(rates[i].q);
        asEigen(sum.u) += (h * weights[i]) * asEigen(rates[i].u);
        asEigen(sum.z) += (h * weights[i]) * asEigen(rates[i].z);
    }
    return sum;
}

void ExplicitStep::evaluate(State& state, Real time, const Variables& at) {
    ++numRealizations;
    put(state, time, at.q, at.u, at.z);
    system.prescribe(state);
    system.realize(state, Stage::Acceleration);
    // The next stage would throw something else.
    if (!std::isfinite(state.getUDot().norm())) throw StepRefused(notFinite);
}

void ExplicitStep::compareContacts(const State& state, const StepStart& start) {
    forces.findStatus(state, contacts);
    changed = std::max(changed, calcChangedFraction(start.contacts, contacts));
    haveComeOrGone = haveComeOrGone || simbodydem::haveComeOrGone(start.contacts, contacts);
}

// As Simbody's own integrators do.
Real ExplicitStep::calcNorm(const State& state, const StepStart& start, const Vector& dq, const Vector& du) const {
    Vector moved;
    system.getMatterSubsystem().multiplyByNInv(state, false, dq, moved);
    Real ofSpeeds = 0;
    for (int i = 0; i < du.size(); ++i) ofSpeeds += square(du[i] / std::max(Real(1), std::abs(start.u[i])));
    return std::sqrt(std::max(ofSpeeds, moved.normSqr()) / std::max(du.size(), 1));
}

// The embedded formulas have no weight for the second stage, and weights of both signs in their difference: a contact that comes or goes may
// show in neither. The early stage has other weights.
Real ExplicitStep::combine(Real embedded, Real ofEarly) const {
    Real largest = embedded * (1 + errorOfChanges * changed);
    if (haveComeOrGone) largest = std::max(largest, ofEarly);
    return std::isfinite(largest) ? largest : Infinity;
}

void ExplicitStep::take(State& state, const StepStart& start, Real h, const StepSettings& settings) {
    try {
        rates[0] = {start.qdot, start.udot, start.zdot};
        changed = 0;
        haveComeOrGone = false;
        Vector earlyU;
        for (int stage = 1; stage < stages; ++stage) {
            const Variables at = sum(start, h, A[stage], stage);
            if (stage == early) earlyU = at.u;
            evaluate(state, start.timeAt(nodes[stage], h), at);
            rates[stage] = {state.getQDot(), state.getUDot(), state.getZDot()};
            compareContacts(state, start); // a contact may slide and stick again within the step
        }
        const Variables fourth = sum(start, h, b4, stages);
        Variables end = sum(start, h, b5, stages);
        const Vector apart = end.u - earlyU;
        const Real allowed = calcAllowedError(settings.accuracy);
        const Real embedded = calcNorm(state, start, end.q - fourth.q, end.u - fourth.u) / allowed;
        const Real ofEarly = earlyWeight * calcNorm(state, start, Vector(end.q.size(), Real(0)), apart) / allowed;
        error = combine(embedded, ofEarly);
        if (error > 1) return; // the end is not needed
        coordinates.normalize(end.q);
        evaluate(state, start.timeAt(1, h), end);
        compareContacts(state, start);
        error = combine(embedded, ofEarly);
        const Real distance = apart.norm();
        stiffness = distance > roundingOfSpeeds ? h * (state.getUDot() - rates[early].u).norm() / distance : 0;
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
}

} // namespace simbodydem
