// SPDX-License-Identifier: Apache-2.0
#include "integration/NewtonSolver.h"

#include "base/Checks.h"
#include "base/EigenBridge.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// Tolerance of a correction, relative to the accuracy, for speeds of 1 rad/s or m/s. By derivatives of its own iterate a correction leaves
// its square.
const Real correctionTolerance = 0.01;
// Further factor for a correction that may leave as much as itself: one that is not made, or one by kept derivatives.
const Real linearConvergence = 0.1;
// Slower speeds than this do not tighten the tolerance further [rad/s, m/s].
const Real slowestSpeed = 1e-9;
// Speeds err by so much through rounding, for contact points a meter from the origins of their bodies [rad/s, m/s].
const Real roundingOfSpeeds = 1e-13;
// The iterations of a fixed step may leave a part of its local error [-], and this many roundings.
const Real fractionOfLocalError = 0.05, roundingsOfFixedStep = 10;
// Stages that are longer tighten the tolerance, since errors of speed become errors of displacement [s].
const Real longestStageBySpeeds = 0.1;
// A step is cut short at times. Its tolerance is in proportion to its length, and this factor is the least.
const Real leastFactorOfShortSteps = 1e-3;

// From one residual to the next. More than this, and derivatives that are kept cost more in iterations than they save: an iteration with them
// takes a quarter of the time of one that finds them.
const Real goodConvergence = 0.3;
// From one correction to the next. Quadratic convergence is faster unless derivatives of other forces are missing.
const Real slowConvergence = 0.1;
// So fast that its rate, measured in an earlier stage, tells what a correction leaves.
const Real fastConvergence = 0.1;

// Corrections cut in a stage before the step is rejected. Friction may hold a body that a long step turns. Then no fraction of a correction
// ends the sliding, and a shorter step takes less time than more cuts.
const int maxCuts = 3;
const Real sufficientDecrease = 1e-4;    // of the residual, relative to the fraction of the correction (Armijo)
const Real minCorrectionFraction = 0.01; // of a correction, after which a kink of the forces is crossed
const Real noLineSearch = 10;            // tolerances; so small a correction is within rounding, where no residual decreases
const Real stuckAtRounding = 1e3;        // tolerances and roundings of a correction that no longer decreases

} // namespace

NewtonSolver::NewtonSolver(const ContactForces& forces, RungeKuttaStages& stages, StageJacobian& jacobian)
    : forces(forces), stages(stages), jacobian(jacobian) {}

void NewtonSolver::beginStep(const StepSettings& now, const SpeedNorm& itsNorm, std::optional<Real> itsLocalError) {
    settings = &now;
    norm = &itsNorm;
    localError = itsLocalError;
}

void NewtonSolver::solve(State& state, StageIterate& now) {
    beginStage(state);
    if (derivatives == Derivatives::ThisIterate) stages.complete(state, now);
    const bool isAlmostThere = now.residual.size() > 0 && needsNone((*norm)(now.residual), now);
    if (!isAlmostThere) iterate(state, now);
}

void NewtonSolver::beginStage(const State& state) {
    tolerance = calcTolerance();
    forces.findStatus(state, contacts);
    numRefreshes = numCuts = numConverged = 0;
    isSlow = false;
    lastSize = Infinity;
    broyden.forgetLast();
    derivatives = chooseDerivatives(jacobian.isOfContacts(contacts));
}

Real NewtonSolver::calcTolerance() const {
    const StepStart& start = stages.getStart();
    Real fastest = 0;
    for (const Vector* speeds : {&start.u, &stages.getPrevious().u})
        if (speeds->size() > 0) fastest = std::max(fastest, asEigen(*speeds).cwiseAbs().maxCoeff());
    const Real bySpeed = std::min(std::max(fastest, slowestSpeed), Real(1));
    const Real byLength = std::min(Real(1), longestStageBySpeeds / stages.getWeight());
    // Many steps in the place of one leave together no more than that one.
    const Real byShortStep = std::max(std::min(stages.getStep() / start.allowed, Real(1)), leastFactorOfShortSteps);
    const Real rounding = roundingOfSpeeds / settings->accuracy;
    const Real usual = std::max(correctionTolerance * bySpeed * byLength * byShortStep, rounding);
    if (!localError) return usual;
    // The local error of a step falls with the third power of its length, and the tolerance with it. Otherwise what the iterations leave
    // adds up over more and more steps as they become shorter.
    return std::max(roundingsOfFixedStep * rounding, std::min(usual, std::isfinite(*localError) ? fractionOfLocalError * *localError : 0));
}

void NewtonSolver::iterate(State& state, StageIterate& now) {
    for (iteration = 0;; ++iteration) {
        if (settings->takesLastIterate && iteration == settings->mostIterations) return;
        checkLimits(now);
        ++numIterations;
        if (derivatives == Derivatives::ThisIterate) stages.complete(state, now);
        updateJacobian(state);
        findCorrection(now);
        if (wereOnSameSides && needsNone(wholeSize, now)) return;
        if (isKnownToConverge()) {
            asEigen(now.u) += asEigen(correction);
            return;
        }
        if (applyCorrection(state, now) && hasConverged(now)) return;
    }
}

bool NewtonSolver::needsNone(Real sizeOfCorrection, const StageIterate& now) const {
    const Real negligible = settings->isErrorControlled ? linearConvergence * tolerance : tolerance;
    return sizeOfCorrection <= negligible && now.rateLag <= negligible * settings->accuracy;
}

void NewtonSolver::checkLimits(const StageIterate& now) const {
    if (iteration < settings->mostIterations && (settings->takesLastIterate || numCuts <= maxCuts)) return;
    throw StepRefused("Newton's method has not converged: the residual is " + toText((*norm)(now.residual)) +
                      " times the accuracy after " + std::to_string(iteration) + " iterations");
}

void NewtonSolver::updateJacobian(const State& state) {
    if (isSlow && settings->mechanism != MechanismDerivatives::Never && !jacobian.isMechanismOfThisStep())
        jacobian.findMechanismTangents(state);
    if (derivatives == Derivatives::ThisIterate) {
        jacobian.findContactTangents(state);
        ++numRefreshes;
    }
    jacobian.factor(state, stages.getWeight());
}

void NewtonSolver::findCorrection(const StageIterate& now) {
    if (!solveFor(now, correction))
        throw StepRefused("The matrix of Newton's method is singular");
    if (jacobian.getNumFactorizations() != matrixOfBroyden) broyden.forget();
    matrixOfBroyden = jacobian.getNumFactorizations();
    broyden.improve(correction, norm->getScales());
    wholeSize = (*norm)(correction);
    wereOnSameSides = contacts == jacobian.getContacts();
}

bool NewtonSolver::solveFor(const StageIterate& at, Vector& x) {
    push = at.impulse;
    asEigen(push) *= -1;
    return jacobian.solve(push, at.residual, x);
}

bool NewtonSolver::applyCorrection(State& state, StageIterate& now) {
    if (derivatives != Derivatives::ThisIterate) {
        if (!takeWhole(state, now)) return false;
    } else
        searchLine(state, now);
    std::swap(now, trial);
    forces.findStatus(state, contacts);
    return true;
}

bool NewtonSolver::takeWhole(State& state, StageIterate& now) {
    correctionFraction = 1;
    if (tryToEvaluate(state, now.u, 1, trial) && isNearer(now)) return true;
    keptRate = 1;
    stages.evaluate(state, now.u, now);
    derivatives = Derivatives::ThisIterate;
    return false;
}

// Without accelerations no residual is measured, but what the factors make of it: the size of the correction to come is that of the error.
bool NewtonSolver::isNearer(const StageIterate& now) {
    if (!stages.areAccelerationsLeft()) return trial.norm < now.norm;
    Vector next;
    nextSize = solveFor(trial, next) ? (*norm)(next) : Infinity;
    keptRate = std::min(Real(1), nextSize / wholeSize);
    return nextSize < wholeSize;
}

// The end of a step is evaluated in any case, since the next one begins there. An earlier stage is not.
bool NewtonSolver::isKnownToConverge() const {
    return derivatives == Derivatives::Earlier && stages.areAccelerationsLeft() && stages.getCurrent() == 1 && wereOnSameSides &&
           keptRate < fastConvergence && wholeSize * keptRate <= (1 - keptRate) * tolerance;
}

void NewtonSolver::searchLine(State& state, const StageIterate& now) {
    const bool isAtRounding = wholeSize <= noLineSearch * tolerance;
    for (correctionFraction = 1;; correctionFraction /= 2) {
        const bool isThere = tryToEvaluate(state, now.u, correctionFraction, trial);
        if (isThere) stages.complete(state, trial);
        if (isThere && (trial.norm < (1 - sufficientDecrease * correctionFraction) * now.norm || isAtRounding)) return;
        ++numCuts;
        if (correctionFraction >= minCorrectionFraction) continue;
        if (isThere) return;
        throw StepRefused(refusal);
    }
}

bool NewtonSolver::hasConverged(const StageIterate& now) {
    const bool areOnSameSides = contacts == jacobian.getContacts();
    if (wereOnSameSides && areOnSameSides)
        broyden.record(correction);
    else // a kink of the forces lies between, which the matrix does not have
        broyden.forgetLast();
    const Real size = correctionFraction * wholeSize, rate = size / lastSize;
    lastSize = size;
    const bool isConverged = isWithinTolerance(size, rate, now);
    numConverged = isConverged && derivatives == Derivatives::ThisIterate ? numConverged + 1 : 0;
    const bool isFound = (isConverged && now.rateLag <= tolerance * settings->accuracy) || isStuckAtRounding(size, rate);
    // A contact that is at its limit to the last digit changes sides in each iterate: it is solved for on both of them.
    if (isFound && (areOnSameSides || numConverged > 1)) return true;
    prepareNext(now, rate, areOnSameSides, isConverged);
    return false;
}

// Corrections by kept derivatives decrease by the same rate each time: those to come add up to a geometric series.
bool NewtonSolver::isWithinTolerance(Real size, Real rate, const StageIterate& now) const {
    const bool isRefreshed = derivatives == Derivatives::ThisIterate;
    if (!isRefreshed && stages.areAccelerationsLeft()) return nextSize <= tolerance;
    const Real allowed = isRefreshed ? tolerance : linearConvergence * tolerance;
    const Real left = !isRefreshed && iteration > 0 && rate < 0.5 ? size * rate / (1 - rate) : size;
    return left <= allowed || (*norm)(now.residual) <= allowed;
}

bool NewtonSolver::isStuckAtRounding(Real size, Real rate) const {
    return iteration > 2 && size <= stuckAtRounding * tolerance && !(rate < 0.5) &&
           size * settings->accuracy < stuckAtRounding * roundingOfSpeeds;
}

void NewtonSolver::prepareNext(const StageIterate& now, Real rate, bool areOnSameSides, bool isConverged) {
    const bool isRefreshed = derivatives == Derivatives::ThisIterate;
    const bool wereRefreshedBefore = numRefreshes > (isRefreshed ? 1 : 0);
    isSlow = wereRefreshedBefore && areOnSameSides && rate > slowConvergence;
    const bool isConvergingFast = !isRefreshed && stages.areAccelerationsLeft() ? nextSize < goodConvergence * wholeSize
                                                                                : now.norm < goodConvergence * trial.norm;
    const bool mayKeep = isRefreshed ? areOnSameSides && correctionFraction == 1 && isConvergingFast : isConvergingFast;
    derivatives = chooseDerivatives(mayKeep && (areOnSameSides || !isConverged));
}

NewtonSolver::Derivatives NewtonSolver::chooseDerivatives(bool areConverging) const {
    const bool mayKeep = areConverging && jacobian.areAllSticking();
    return mayKeep ? Derivatives::Earlier : Derivatives::ThisIterate;
}

bool NewtonSolver::tryToEvaluate(State& state, const Vector& from, Real part, StageIterate& there) {
    moved = from;
    asEigen(moved) += part * asEigen(correction);
    try {
        stages.evaluate(state, moved, there);
    } catch (const StepRefused& e) {
        refusal = e.what();
        return false;
    }
    return true;
}

} // namespace simbodydem
