// SPDX-License-Identifier: Apache-2.0
#include "integration/ExplicitStep.h"

#include "EigenBridge.h"
#include "integration/ContactChanges.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const int early = 4; // the stage that is at the step's end
const Real nodes[] = {0, 1. / 5, 3. / 10, 3. / 5, 1, 7. / 8};
const Real A[][5] = {{},
                     {1. / 5},
                     {3. / 40, 9. / 40},
                     {3. / 10, -9. / 10, 6. / 5},
                     {-11. / 54, 5. / 2, -70. / 27, 35. / 27},
                     {1631. / 55296, 175. / 512, 575. / 13824, 44275. / 110592, 253. / 4096}};
const Real b5[] = {37. / 378, 0, 250. / 621, 125. / 594, 0, 512. / 1771};
const Real b4[] = {2825. / 27648, 0, 18575. / 48384, 13525. / 55296, 277. / 14336, 1. / 4};
const Real shareOfEarly = 0.03; // of what the early stage differs by from the end, which is of a lower order
const Real rounding = 1e-10;    // of speeds
const Real errorOfChanges = 10; // of what the estimate, which is that of a smooth motion, sees of it
const Real coarse = 1e-3;       // accuracies for which a step may err by all of it

// What a whole motion errs by stays in proportion to the accuracy if each step's error goes with its power (p + 1)/p. Smooth motion
// does so by itself, since it is the better method, of one order more than the error's, that goes on (Stetter 1980; Shampine 1994,
// 7.1); contacts that begin and end do not.
Real allowedError(Real accuracy) { return accuracy * std::pow(std::min(accuracy / coarse, Real(1)), Real(1) / 5); }

} // namespace

void ExplicitStep::evaluate(State& state, Real time, const Vector& q, const Vector& u, const Vector& z) {
    ++numRealizations;
    put(state, time, q, u, z);
    system.prescribe(state);
    system.realize(state, Stage::Acceleration);
}

// As Simbody's own integrators do: the root of the mean of squares over all speeds, and over what coordinates differ by, as speeds.
Real ExplicitStep::calcError(const State& state, const StepStart& start, const Vector& dq, const Vector& du) const {
    Vector moved;
    system.getMatterSubsystem().multiplyByNInv(state, false, dq, moved);
    Real ofSpeeds = 0;
    for (int i = 0; i < du.size(); ++i) ofSpeeds += square(du[i] / std::max(Real(1), std::abs(start.u[i])));
    return std::sqrt(std::max(ofSpeeds, moved.normSqr()) / std::max(du.size(), 1));
}

void ExplicitStep::take(State& state, const StepStart& start, Real h, const StepSettings& settings) {
    try {
        rates[0] = {start.qdot, start.udot, start.zdot};
        Vector q, u, z;
        const auto sum = [&](const Real* weights, int count) {
            q = start.q;
            u = start.u;
            z = start.z;
            for (int i = 0; i < count; ++i) {
                if (weights[i] == 0) continue;
                asEigen(q) += (h * weights[i]) * asEigen(rates[i].q);
                asEigen(u) += (h * weights[i]) * asEigen(rates[i].u);
                asEigen(z) += (h * weights[i]) * asEigen(rates[i].z);
            }
        };
        Vector earlyU;
        Real changing = 0;
        bool haveOthersTouched = false;
        const Real allowed = allowedError(settings.accuracy);
        // What begins to slide and sticks again within a step shows at its stages alone.
        const auto lookAtContacts = [&] {
            forces.findStatus(state, contacts);
            changing = std::max(changing, shareOfChanges(start.contacts, contacts));
            haveOthersTouched = haveOthersTouched || haveComeOrGone(start.contacts, contacts);
        };
        for (int stage = 1; stage < stages; ++stage) {
            sum(A[stage], stage);
            if (stage == early) earlyU = u;
            evaluate(state, start.timeAt(nodes[stage], h), q, u, z);
            rates[stage] = {state.getQDot(), state.getUDot(), state.getZDot()};
            lookAtContacts();
        }
        sum(b4, stages);
        const Vector fourthQ = q, fourthU = u;
        sum(b5, stages);
        const Vector apart = u - earlyU;
        const Real ofSmooth = calcError(state, start, q - fourthQ, u - fourthU) / allowed;
        const Real ofEarly = shareOfEarly * calcError(state, start, Vector(q.size(), Real(0)), apart) / allowed;
        // The two formulas have no weight for the second stage, and weights of both signs in their difference: a contact that comes or
        // goes may show in neither. The early stage has other weights.
        const auto findError = [&] {
            error = ofSmooth * (1 + errorOfChanges * changing);
            if (haveOthersTouched) error = std::max(error, ofEarly);
            if (!std::isfinite(error)) error = Infinity;
        };
        findError();
        if (error > 1) return; // nobody goes on from its last stage
        coordinates.normalize(q);
        evaluate(state, start.timeAt(1, h), q, u, z);
        lookAtContacts();
        findError();
        const Real distance = apart.norm();
        stiffness = distance > rounding ? h * (state.getUDot() - rates[early].u).norm() / distance : 0;
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
}

} // namespace simbodydem
