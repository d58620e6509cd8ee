// SPDX-License-Identifier: Apache-2.0
#include "integration/ExplicitStep.h"

#include "EigenBridge.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real places[5] = {0, 1. / 3, 1. / 3, 0.5, 1};
const Real weights[5][4] = {
    {0, 0, 0, 0}, {1. / 3, 0, 0, 0}, {1. / 6, 1. / 6, 0, 0}, {1. / 8, 0, 3. / 8, 0}, {0.5, 0, -1.5, 2}};
const Real rounding = 1e-10;   // of speeds
const Real shareOfError = 0.2; // of the difference between the last stage and the end
const Real last[5] = {1. / 6, 0, 0, 2. / 3, 1. / 6};
const Real coarse = 1e-3; // accuracies for which a step may err by all of it

// Twice as many steps add up to twice the error. What a whole motion errs by stays in proportion to the accuracy if each step's error goes
// with its power (p + 1)/p, p = 4 being the order (Stetter 1980; Shampine 1994, 7.1).
Real allowedError(Real accuracy) { return accuracy * std::pow(std::min(accuracy / coarse, Real(1)), Real(1) / 4); }

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
    return shareOfError * std::sqrt(std::max(ofSpeeds, moved.normSqr()) / std::max(du.size(), 1));
}

bool ExplicitStep::take(State& state, const StepStart& start, Real h, const StepSettings& settings) {
    try {
        rates[0] = {start.qdot, start.udot, start.zdot};
        Vector q, u, z;
        const auto sum = [&](const Real* shares, int count) {
            q = start.q;
            u = start.u;
            z = start.z;
            for (int i = 0; i < count; ++i) {
                if (shares[i] == 0) continue;
                asEigen(q) += (h * shares[i]) * asEigen(rates[i].q);
                asEigen(u) += (h * shares[i]) * asEigen(rates[i].u);
                asEigen(z) += (h * shares[i]) * asEigen(rates[i].z);
            }
        };
        Vector earlyQ, earlyU;
        for (int stage = 1; stage < 5; ++stage) {
            sum(weights[stage], stage);
            if (stage == 4) {
                earlyQ = q;
                earlyU = u;
            }
            evaluate(state, start.time + places[stage] * h, q, u, z);
            rates[stage] = {state.getQDot(), state.getUDot(), state.getZDot()};
        }
        sum(last, 5);
        motion.normalize(q);
        error = calcError(state, start, q - earlyQ, u - earlyU) / allowedError(settings.accuracy);
        if (!std::isfinite(error)) error = Infinity;
        if (error > 1) return true; // nobody goes on from its last stage
        evaluate(state, start.time + h, q, u, z);
        const Real apart = (u - earlyU).norm();
        stiffness = apart > rounding ? h * (state.getUDot() - rates[4].u).norm() / apart : 0;
    } catch (const std::exception& e) {
        fault = e.what();
        return false;
    }
    return true;
}

} // namespace simbodydem
