// SPDX-License-Identifier: Apache-2.0
#include "integration/ImplicitStep.h"

#include "base/EigenBridge.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace simbodydem {

using namespace SimTK;

namespace {

// The local error of a step, relative to the accuracy: the errors of many steps add up.
const Real allowedError = 0.5;
// The fraction that counts of an error of speed which a stiff contact makes of an error of displacement.
const Real elasticErrorFraction = 0.1;
// Time for which prescribed coordinates move what contacts hold, in weights of a stage: elastic forces alone decide, and masses nothing.
const Real elasticTime = 1000;

} // namespace

ImplicitStep::ImplicitStep(const MultibodySystem& system, const ContactForces& forces,
                           const CoordinateUpdate& coordinates)
    : matter(system.getMatterSubsystem()),
      forces(forces),
      coordinates(coordinates),
      stages(system, coordinates),
      jacobian(system, forces),
      predictor(system, stages, jacobian),
      solver(forces, stages, jacobian) {}

void ImplicitStep::restore(const Memory& memory) {
    jacobian.restore(memory.jacobian);
    fixedError = memory.fixedError;
    fixedErrorStep = memory.fixedErrorStep;
    predictor.restore(memory.predictor);
    solver.setKeptRate(memory.keptRate);
    solver.setNumIterations(memory.numIterations);
    stages.setNumRealizations(memory.numRealizations);
}

void ImplicitStep::take(State& state, const StepStart& start, Real h, const StepSettings& settings) {
    // Wheels that roll on lose speed by SDIRK2, which the error estimate does not see.
    const bool isUnsure = start.hasNewContacts || !settings.isErrorControlled;
    norm.set(start.u, settings.accuracy);
    jacobian.beginStep(state, !settings.isErrorControlled);
    stages.beginStep(state, start, isUnsure && !start.isSmooth ? sdirk2 : trBdf2, h,
                     !settings.isErrorControlled);
    std::optional<Real> localError;
    if (!settings.isErrorControlled || settings.isReplayed) forces.leaveSlipUnchecked(state);
    if (!settings.isErrorControlled) {
        localError = fixedError * cube(h / fixedErrorStep);
    }
    predictor.beginStep(settings, stages.getWeight());
    solver.beginStep(settings, norm, localError);
    if (settings.mechanism == MechanismDerivatives::Always && !jacobian.isMechanismKnown())
        jacobian.findMechanismTangents(state);
    for (const int stage : {1, 2}) {
        StageIterate iterate;
        stages.beginStage(state, stage);
        predictor.evaluate(state, settings, iterate);
        solver.solve(state, iterate);
        predictor.record(iterate.u);
        stages.finishStage(state, iterate.u);
    }
    if (settings.isReplayed)
        error = 0;
    else if (settings.isErrorControlled)
        error = estimateError(state, h);
    else {
        error = 0;
        fixedError = norm(calcSpeedError(state, h));
        fixedErrorStep = h;
    }
    if (error <= 1 && !stages.getPrescribed().areNone()) correctPrescribed(state, h);
}

// The difference of the speeds from a method of the third order.
Vector ImplicitStep::calcSpeedError(const State& state, Real h) const {
    Vector speeds(state.getNU(), Real(0));
    for (int i = 0; i < 3; ++i) asEigen(speeds) += h * stages.getTableau().errorWeights[i] * asEigen(stages[i].udot);
    for (const UIndex known : matter.getKnownUDotIndex(state)) speeds[known] = 0;
    return speeds;
}

// The difference from a method of the third order, filtered by S^-1 M (Hosea & Shampine 1996): a stiff contact at rest has no error.
Real ImplicitStep::estimateError(const State& state, Real h) {
    const int nu = state.getNU();
    const Real c = stages.getWeight();
    Vector speeds(nu, Real(0)), displacement(nu, Real(0)), impulse, filtered, push;
    for (int i = 0; i < 3; ++i) {
        const Real weight = h * stages.getTableau().errorWeights[i];
        speeds += weight * stages[i].udot;
        displacement += weight * stages[i].u;
    }
    Real largest = 0;
    for (const UIndex known : matter.getKnownUDotIndex(state))
        largest = std::max(largest, norm.of(speeds[known], known));
    std::vector<ContactStatus> contacts;
    forces.findStatus(state, contacts);
    if (!jacobian.isMatrixOfThisStep() && (!contacts.empty() || jacobian.isMechanismKnown())) {
        jacobian.findContactTangents(state);
        jacobian.factor(state, c);
    }
    if (jacobian.isMatrixOfThisStep()) {
        matter.multiplyByM(state, speeds, impulse);
        jacobian.getMatrix().multiplyByStiffness(displacement, false, push);
        jacobian.solve(impulse + c * push, Vector(nu, Real(0)), filtered);
    } else
        filtered = speeds;
    const Vector moved = displacement + c * filtered;
    largest = std::max({largest, norm(moved), elasticErrorFraction * norm(filtered)});
    // A stiff contact makes of an error of displacement one of speed, divided by the step, that is none of the motion: filter it once more.
    if (jacobian.isMatrixOfThisStep()) {
        matter.multiplyByM(state, filtered, impulse);
        jacobian.solve(impulse, Vector(nu, Real(0)), filtered);
    }
    return std::max(largest, norm(filtered)) / allowedError;
}

void ImplicitStep::correctPrescribed(State& state, Real h) {
    const PrescribedCoordinates& prescribed = stages.getPrescribed();
    const Vector ahead = prescribed.aheadOf(state);
    if (ahead.normInf() == 0) return;
    Vector along(state.getNU(), Real(0)), push, rates, q;
    if (jacobian.isMatrixOfThisStep()) {
        const Real c = elasticTime * diagonalWeight * h;
        jacobian.factorElastic(state, c);
        jacobian.getMatrix().multiplyByStiffness(ahead, false, push);
        if (!jacobian.solve(c * c * push, Vector(state.getNU(), Real(0)), along)) along = 0;
    }
    matter.multiplyByN(state, false, along, rates);
    coordinates.advance(state.getQ(), along, rates, q);
    prescribed.correct(q);
    state.updQ() = q;
    stages.realize(state);
}

} // namespace simbodydem
