// SPDX-License-Identifier: Apache-2.0
#include "integration/StagePredictor.h"

#include "base/EigenBridge.h"

namespace simbodydem {

using namespace SimTK;

namespace {

// Returns what the next prediction will miss, by a polynomial of this many steps.
Vector calcMiss(const StagePredictor::Misses& misses, int order) {
    Vector miss = misses.last;
    if (order == 2) asEigen(miss) += asEigen(misses.last) - asEigen(misses.before);
    return miss;
}

} // namespace

StagePredictor::StagePredictor(const MultibodySystem& system, RungeKuttaStages& stages, StageJacobian& jacobian)
    : system(system), matter(system.getMatterSubsystem()), stages(stages), jacobian(jacobian) {}

void StagePredictor::beginStep(const StepSettings& settings, Real weight) {
    if (!settings.isErrorControlled && weight == memory.weight) return;
    memory = Memory();
    memory.weight = settings.isErrorControlled ? 0 : weight;
}

void StagePredictor::evaluate(State& state, const StepSettings& settings, StageIterate& now) {
    const RungeKuttaStage& before = stages.getPrevious();
    Vector guess;
    raw.resize(0);
    // The accelerations of stiff contacts lead far astray in a step that no error estimate shortens.
    const bool isFarAstray = !settings.isErrorControlled && !stages.getStart().contacts.empty();
    const Real byAcceleration = isFarAstray ? 0 : stages.getTimeFromPrevious();
    if (!extrapolate(state, guess)) {
        guess = before.u;
        asEigen(guess) += byAcceleration * asEigen(before.udot);
    } else if (!settings.isErrorControlled) {
        raw = guess;
        const Misses& misses = memory.ofStage[stages.getCurrent() - 1];
        if (misses.order > 0) asEigen(guess) += asEigen(calcMiss(misses, misses.order));
    }
    try {
        stages.evaluate(state, guess, now);
    } catch (const StepRefused&) {
        stages.evaluate(state, before.u, now);
    }
}

// By the order that would have been the best one in this step, which it is likely to be in the next.
void StagePredictor::record(const Vector& solution) {
    Misses& misses = memory.ofStage[stages.getCurrent() - 1];
    if (raw.size() == 0) {
        misses = Misses();
        return;
    }
    Vector miss = solution;
    asEigen(miss) -= asEigen(raw);
    Real least = asEigen(miss).norm();
    misses.order = 0;
    for (int order = 1; order <= 2 && (order == 1 ? misses.last : misses.before).size() > 0; ++order) {
        const Vector expected = calcMiss(misses, order);
        const Real left = (asEigen(miss) - asEigen(expected)).norm();
        if (left < least) {
            least = left;
            misses.order = order;
        }
    }
    misses.before = misses.last;
    misses.last = miss;
}

// One correction by the accelerations and derivatives of the stage before. It is exact as long as contact forces are linear. A prediction
// that leaves behind what sticks, say to a prescribed motion, would let it slide, and friction at its limit does not say by how far.
bool StagePredictor::extrapolate(const State& state, Vector& guess) {
    const RungeKuttaStage& before = stages.getPrevious();
    const Real c = stages.getWeight();
    if (!jacobian.areAllSticking() || !jacobian.isOfContacts(stages.getStart().contacts)) return false;
    system.realize(state, Stage::Position);
    jacobian.factor(state, c);
    guess = before.u;
    for (const UIndex known : matter.getKnownUDotIndex(state))
        guess[known] += stages.getTimeFromPrevious() * before.udot[known];
    if (!stages.getPrescribed().areNone()) guess += stages.getPrescribed().aheadOf(guess);
    Vector missing = stages.getBaseSpeeds();
    asEigen(missing) += c * asEigen(before.udot) - asEigen(guess);
    for (const UIndex known : matter.getKnownUDotIndex(state)) missing[known] = 0;
    Vector impulse, push, correction;
    matter.multiplyByM(state, missing, impulse);
    Vector ahead = guess;
    asEigen(ahead) -= asEigen(before.u);
    jacobian.multiply(stages.calcDisplacement(guess), ahead, push);
    asEigen(impulse) += c * asEigen(push);
    asEigen(missing) *= -1;
    if (!jacobian.solve(impulse, missing, correction)) return false;
    asEigen(guess) += asEigen(correction);
    return true;
}

} // namespace simbodydem
