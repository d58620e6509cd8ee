// SPDX-License-Identifier: Apache-2.0
#include "integration/ExplicitStep.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real places[5] = {0, 1. / 3, 1. / 3, 0.5, 1};
const Real weights[5][4] = {
    {0, 0, 0, 0}, {1. / 3, 0, 0, 0}, {1. / 6, 1. / 6, 0, 0}, {1. / 8, 0, 3. / 8, 0}, {0.5, 0, -1.5, 2}};
const Real last[5] = {1. / 6, 0, 0, 2. / 3, 1. / 6};

} // namespace

void ExplicitStep::evaluate(State& state, Real time, const Vector& q, const Vector& u, const Vector& z) {
    ++numRealizations;
    put(state, time, q, u, z);
    system.prescribe(state);
    system.realize(state, Stage::Acceleration);
}

// The mean over bodies, root of squares, of the largest share that one of a body's coordinates and speeds errs by.
Real ExplicitStep::calcError(const State& state, const StepStart& start, const Vector& dq, const Vector& du) const {
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    Real sum = 0;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        Real largest = 0;
        const auto look = [&](const Vector& change, const Vector& value, int first, int count) {
            for (int i = first; i < first + count; ++i) {
                const Real share = 0.2 * std::abs(change[i]) / std::max(Real(1), std::abs(value[i]));
                if (!(share <= largest)) largest = share;
            }
        };
        look(dq, start.q, body.getFirstQIndex(state), body.getNumQ(state));
        look(du, start.u, body.getFirstUIndex(state), body.getNumU(state));
        sum += largest * largest;
    }
    return std::sqrt(sum / std::max(matter.getNumBodies() - 1, 1));
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
                q += (h * shares[i]) * rates[i].q;
                u += (h * shares[i]) * rates[i].u;
                z += (h * shares[i]) * rates[i].z;
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
        error = calcError(state, start, q - earlyQ, u - earlyU) / settings.accuracy;
        if (!std::isfinite(error)) error = Infinity;
        evaluate(state, start.time + h, q, u, z);
    } catch (const std::exception& e) {
        fault = e.what();
        return false;
    }
    return true;
}

} // namespace simbodydem
