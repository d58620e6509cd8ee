// SPDX-License-Identifier: Apache-2.0
#include "integration/RungeKuttaStages.h"

#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real zRounding = 1e-14; // [-], relative change of z that is rounding

} // namespace

RungeKuttaStages::RungeKuttaStages(const MultibodySystem& system, const CoordinateUpdate& coordinates)
    : system(system), matter(system.getMatterSubsystem()), coordinates(coordinates), prescribed(system) {}

void RungeKuttaStages::beginStep(State& state, const StepStart& from, const ButcherTableau& method, Real length) {
    start = &from;
    tableau = &method;
    h = length;
    current = 0;
    stages[0] = {from.u, from.qdot, from.udot, from.zdot, Vector(from.u.size(), Real(0))};
    prescribed.find(state);
}

void RungeKuttaStages::beginStage(State& state, int stage) {
    current = stage;
    stages[current].zdot = getPrevious().zdot;
    base = {start->u, Vector(start->u.size(), Real(0)), Vector(start->q.size(), Real(0)), start->z};
    for (int before = 0; before < current; ++before) {
        const Real weight = tableau->A[current][before] * h;
        base.u += weight * stages[before].udot;
        base.displacement += weight * stages[before].u;
        base.rates += weight * stages[before].qdot;
        base.z += weight * stages[before].zdot;
    }
    try {
        prescribed.prescribe(state, start->timeAt(tableau->c[current], h));
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
}

void RungeKuttaStages::move(State& state, const Vector& u) {
    RungeKuttaStage& own = stages[current];
    const Real c = getWeight();
    system.realize(state, Stage::Position);
    matter.multiplyByN(state, false, u, own.qdot);
    coordinates.advance(start->q, base.displacement + c * u, base.rates + c * own.qdot, q);
    if (!std::isfinite(q.norm()) || !std::isfinite(u.norm())) throw StepRefused(notFinite);
    put(state, start->timeAt(tableau->c[current], h), q, u, base.z + c * own.zdot);
    if (prescribed.areThereOthers()) system.prescribe(state);
    prescribed.follow(state, start->q, base.rates, c);
}

void RungeKuttaStages::evaluate(State& state, const Vector& u, StageIterate& now) {
    ++numRealizations;
    RungeKuttaStage& own = stages[current];
    try {
        move(state, u);
        system.realize(state, Stage::Acceleration);
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
    now.u = state.getU();
    now.residual = now.u - base.u - getWeight() * state.getUDot();
    for (const UIndex known : matter.getKnownUDotIndex(state)) now.residual[known] = 0;
    matter.multiplyByM(state, now.residual, now.impulse);
    now.norm = std::sqrt(~now.residual * now.impulse);
    now.rateLag = coordinates.calcDifference(own.qdot, state.getQDot());
    own.zdot = state.getZDot();
    if (!std::isfinite(now.norm)) throw StepRefused(notFinite);
}

void RungeKuttaStages::finishStage(State& state, const Vector& u) {
    RungeKuttaStage& own = stages[current];
    own.u = u;
    own.displacement = base.displacement + getWeight() * own.u;
    own.qdot = state.getQDot();
    own.udot = (own.u - base.u) / getWeight();
    for (const UIndex known : matter.getKnownUDotIndex(state)) own.udot[known] = state.getUDot()[known];
    finishZ(state);
}

// Nothing depends on the continuous variables z, so they take no iteration.
void RungeKuttaStages::finishZ(State& state) {
    if (base.z.size() == 0) return;
    RungeKuttaStage& own = stages[current];
    const Vector end = base.z + getWeight() * own.zdot;
    if ((end - state.getZ()).normInf() <= zRounding * end.normInf()) return;
    state.updZ() = end;
    realize(state);
    own.zdot = state.getZDot();
}

void RungeKuttaStages::realize(const State& state) {
    ++numRealizations;
    try {
        system.realize(state, Stage::Acceleration);
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
}

} // namespace simbodydem
