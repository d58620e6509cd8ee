// SPDX-License-Identifier: Apache-2.0
#include "integration/StagePredictor.h"

namespace simbodydem {

using namespace SimTK;

StagePredictor::StagePredictor(const MultibodySystem& system, RungeKuttaStages& stages, StageJacobian& jacobian)
    : system(system), matter(system.getMatterSubsystem()), stages(stages), jacobian(jacobian) {}

void StagePredictor::evaluate(State& state, const StepSettings& settings, StageIterate& now) {
    const RungeKuttaStage& before = stages.getPrevious();
    // If each iteration finds derivatives, earlier ones would be factored for the prediction alone.
    const bool isWorthIt = settings.keepsDerivatives || !stages.getPrescribed().areNone();
    Vector guess;
    // The accelerations of stiff contacts lead far astray in a step that no error estimate shortens.
    const bool isFarAstray = !settings.isErrorControlled && !stages.getStart().contacts.empty();
    const Real byAcceleration = isFarAstray ? 0 : stages.getTimeFromPrevious();
    if (!isWorthIt || !extrapolate(state, guess)) guess = before.u + byAcceleration * before.udot;
    try {
        stages.evaluate(state, guess, now);
    } catch (const StepRefused&) {
        stages.evaluate(state, before.u, now);
    }
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
    guess += stages.getPrescribed().aheadOf(guess);
    Vector missing = stages.getBaseSpeeds() + c * before.udot - guess;
    for (const UIndex known : matter.getKnownUDotIndex(state)) missing[known] = 0;
    Vector impulse, push, correction;
    matter.multiplyByM(state, missing, impulse);
    jacobian.multiply(stages.calcDisplacement(guess), guess - before.u, push);
    if (!jacobian.solve(impulse + c * push, -missing, correction)) return false;
    guess += correction;
    return true;
}

} // namespace simbodydem
