// SPDX-License-Identifier: Apache-2.0
#include "integration/RungeKuttaStages.h"

#include "base/EigenBridge.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real zRounding = 1e-14; // [-], relative change of z that is rounding

void setZero(Vector& v, int size) {
    v.resize(size);
    asEigen(v).setZero();
}

} // namespace

RungeKuttaStages::RungeKuttaStages(const MultibodySystem& system, const CoordinateUpdate& coordinates)
    : system(system), matter(system.getMatterSubsystem()), coordinates(coordinates), prescribed(system) {}

void RungeKuttaStages::beginStep(State& state, const StepStart& from, const ButcherTableau& method, Real length,
                                 bool mayLeaveAccelerations) {
    start = &from;
    tableau = &method;
    h = length;
    current = 0;
    stages[0].u = from.u;
    stages[0].qdot = from.qdot;
    stages[0].udot = from.udot;
    stages[0].zdot = from.zdot;
    setZero(stages[0].displacement, from.u.size());
    prescribed.find(state);
    leavesAccelerations = mayLeaveAccelerations && matter.getNumConstraints() == 0 && state.getNZ() == 0 &&
                          matter.getKnownUDotIndex(state).empty() && int(matter.getFreeUIndex(state).size()) == state.getNU();
}

void RungeKuttaStages::beginStage(State& state, int stage) {
    current = stage;
    stages[current].zdot = getPrevious().zdot;
    base.u = start->u;
    setZero(base.displacement, start->u.size());
    setZero(base.rates, start->q.size());
    base.z = start->z;
    for (int before = 0; before < current; ++before) {
        const Real weight = tableau->A[current][before] * h;
        asEigen(base.u) += weight * asEigen(stages[before].udot);
        asEigen(base.displacement) += weight * asEigen(stages[before].u);
        asEigen(base.rates) += weight * asEigen(stages[before].qdot);
        asEigen(base.z) += weight * asEigen(stages[before].zdot);
    }
    try {
        prescribed.prescribe(state, start->timeAt(tableau->c[current], h));
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
}

Vector RungeKuttaStages::calcDisplacement(const Vector& u) const {
    Vector way(u.size());
    asEigen(way) = asEigen(base.displacement) + getWeight() * asEigen(u) - asEigen(getPrevious().displacement);
    return way;
}

void RungeKuttaStages::move(State& state, const Vector& u) {
    RungeKuttaStage& own = stages[current];
    const Real c = getWeight();
    system.realize(state, Stage::Position);
    matter.multiplyByN(state, false, u, own.qdot);
    displacement = base.displacement;
    asEigen(displacement) += c * asEigen(u);
    rates = base.rates;
    asEigen(rates) += c * asEigen(own.qdot);
    coordinates.advance(start->q, displacement, rates, q);
    if (!asEigen(q).allFinite() || !asEigen(u).allFinite()) throw StepRefused(notFinite);
    put(state, start->timeAt(tableau->c[current], h), q, u, base.z);
    if (base.z.size() > 0) state.updZ() += c * own.zdot;
    if (prescribed.areThereOthers()) system.prescribe(state);
    prescribed.follow(state, start->q, base.rates, c);
}

void RungeKuttaStages::evaluate(State& state, const Vector& u, StageIterate& now) {
    ++numRealizations;
    RungeKuttaStage& own = stages[current];
    try {
        move(state, u);
        system.realize(state, leavesAccelerations ? Stage::Dynamics : Stage::Acceleration);
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
    now.u = state.getU();
    now.rateLag = coordinates.calcDifference(own.qdot, state.getQDot());
    if (leavesAccelerations) {
        accelerations.resize(now.u.size());
        asEigen(accelerations) = (asEigen(now.u) - asEigen(base.u)) / getWeight();
        matter.calcResidualForceIgnoringConstraints(state, system.getMobilityForces(state, Stage::Dynamics),
                                                    system.getRigidBodyForces(state, Stage::Dynamics), accelerations, now.impulse);
        asEigen(now.impulse) *= getWeight();
        now.residual.resize(0);
        if (!asEigen(now.impulse).allFinite()) throw StepRefused(notFinite);
        return;
    }
    findResidual(state, now);
    for (const UIndex known : matter.getKnownUDotIndex(state)) now.residual[known] = 0;
    matter.multiplyByM(state, now.residual, now.impulse);
    now.norm = std::sqrt(asEigen(now.residual).dot(asEigen(now.impulse)));
    own.zdot = state.getZDot();
    if (!std::isfinite(now.norm)) throw StepRefused(notFinite);
}

void RungeKuttaStages::findResidual(const State& state, StageIterate& now) const {
    now.residual.resize(now.u.size());
    asEigen(now.residual) = asEigen(now.u) - asEigen(base.u) - getWeight() * asEigen(state.getUDot());
}

void RungeKuttaStages::complete(const State& state, StageIterate& now) {
    if (!leavesAccelerations || now.residual.size() > 0) return;
    try {
        system.realize(state, Stage::Acceleration);
    } catch (const std::exception& e) {
        throw StepRefused(e.what());
    }
    findResidual(state, now);
    now.norm = std::sqrt(std::max(Real(0), asEigen(now.residual).dot(asEigen(now.impulse))));
    if (!std::isfinite(now.norm)) throw StepRefused(notFinite);
}

void RungeKuttaStages::finishStage(State& state, const Vector& u) {
    RungeKuttaStage& own = stages[current];
    own.u = u;
    own.displacement = base.displacement;
    asEigen(own.displacement) += getWeight() * asEigen(own.u);
    if (asEigen(own.u) == asEigen(state.getU()))
        own.qdot = state.getQDot();
    else
        matter.multiplyByN(state, false, own.u, own.qdot);
    own.udot.resize(own.u.size());
    asEigen(own.udot) = (asEigen(own.u) - asEigen(base.u)) / getWeight();
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
