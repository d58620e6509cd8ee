// SPDX-License-Identifier: Apache-2.0
#include "integration/ImplicitStep.h"

#include "Checks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real d = 1 - std::sqrt(0.5), w = std::sqrt(0.125);

// Third-order weights of three stages at the places 0, c and 1.
std::array<Real, 3> thirdOrder(Real c) {
    const Real second = 1 / (6 * c * (1 - c)), third = 0.5 - second * c;
    return {1 - second - third, second, third};
}

ButcherTableau makeTableau(Real c, const std::array<Real, 2>& first, const std::array<Real, 2>& second) {
    const std::array<Real, 3> third = thirdOrder(c);
    return {{0, c, 1}, {{{0, 0}, first, second}}, {second[0] - third[0], second[1] - third[1], d - third[2]}};
}

const ButcherTableau sdirk2 = makeTableau(d, {0, 0}, {0, 1 - d}), trbdf2 = makeTableau(2 * d, {d, 0}, {w, w});

// Of the accuracy, what a step may err by: many of them add up.
const Real shareOfAStep = 0.5;

// Newton's method has converged where a correction is this share of the accuracy, of what moves at all ...
const Real newtonShare = 0.01, leastOfOne = 1e-3;
// ... and a tenth where it may leave as much, and not the square of it ...
const Real linear = 0.1;
// ... as long as that is no speed that rounding makes, of contact points that are a meter from their bodies' origins.
const Real speedOfRounding = 1e-13, slowest = 1e-9;
const Real elasticTime = 1000;    // of a stage's share of the step
const Real longestBySpeeds = 0.1; // [s]
// Of one correction to the next: quadratic convergence is faster, unless something is missing in the matrix.
const Real slowConvergence = 0.1;
// Cuts of Newton's corrections in a stage. Where friction holds what a long step turns, no share of a correction leads back from
// sliding, and a shorter step costs less than more cuts.
const int mostCuts = 3;
// Part of the error that a stiff contact makes of a displacement's error, and that shows in speeds at the end of the step.
const Real shareOfElasticError = 0.1;
// From here on tangents of before cost more in iterations than they save: an iteration by them takes a quarter of one that asks.
const Real goodConvergence = 0.3;

bool areOfSameContacts(const std::vector<ContactStatus>& some, const std::vector<ContactStatus>& others) {
    return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                      areOfOneContact<ContactStatus, ContactStatus>);
}

} // namespace

ImplicitStep::ImplicitStep(const MultibodySystem& system, const ContactForces& forces,
                           const CoordinateUpdate& coordinates)
    : system(system),
      matter(system.getMatterSubsystem()),
      forces(forces),
      coordinates(coordinates),
      matrix(matter),
      prescribed(system),
      mechanism(system, forces) {}

Real ImplicitStep::measure(const Vector& speeds) const {
    Real largest = 0;
    for (int i = 0; i < speeds.size(); ++i) {
        const Real size = std::abs(speeds[i]) * scales[i];
        if (!(size <= largest)) largest = size; // NaN as well
    }
    return largest;
}

bool ImplicitStep::take(State& state, const StepStart& start, Real h, const StepSettings& settings) {
    const int nu = state.getNU();
    stages[0] = {start.u, start.qdot, start.udot, start.zdot, Vector(nu, Real(0))};
    scales.resize(nu);
    for (int i = 0; i < nu; ++i) scales[i] = 1 / (settings.accuracy * std::max(Real(1), std::abs(start.u[i])));
    isMatrixOfThisStep = isMatrixCurrent = false;
    prescribed.find(state);
    // What rolls on and on loses speed by SDIRK2, which the error estimate does not see.
    const bool isNew = start.hasNewContacts || settings.isFixed;
    tableau = isNew && !start.isSmooth ? &sdirk2 : &trbdf2;
    isMechanismOfThisStep = false;
    oldTangentsBackoff.nextStep();
    mechanismBackoff.nextStep();
    if (settings.mechanism == MechanismDerivatives::Always && !mechanism.areKnown()) findMechanismTangents(state);
    for (const int stage : {1, 2})
        if (!solveStage(state, start, stage, h, settings)) return false;
    error = 0;
    if (!settings.isFixed) estimateError(state, h);
    return !(error <= 1) || prescribed.areNone() || catchUp(state, h);
}

void ImplicitStep::findBase(const StepStart& start, int stage, Real h) {
    base = {start.u, Vector(start.u.size(), Real(0)), Vector(start.q.size(), Real(0)), start.z};
    for (int before = 0; before < stage; ++before) {
        const Real share = tableau->A[stage][before] * h;
        base.u += share * stages[before].udot;
        base.displacement += share * stages[before].u;
        base.rates += share * stages[before].qdot;
        base.z += share * stages[before].zdot;
    }
}

void ImplicitStep::place(State& state, const StepStart& start, int stage, Real h, const Vector& u) {
    RungeKuttaStage& own = stages[stage];
    system.realize(state, SimTK::Stage::Position);
    matter.multiplyByN(state, false, u, own.qdot);
    coordinates.advance(start.q, base.displacement + (d * h) * u, base.rates + (d * h) * own.qdot, q);
    put(state, start.timeAt(tableau->nodes[stage], h), q, u, base.z + (d * h) * own.zdot);
    if (prescribed.areThereOthers()) system.prescribe(state);
    prescribed.follow(state, start.q, base.rates, d * h);
}

bool ImplicitStep::evaluate(State& state, const StepStart& start, int stage, Real h, const Vector& u, Iterate& now) {
    ++numRealizations;
    RungeKuttaStage& own = stages[stage];
    try {
        place(state, start, stage, h, u);
        system.realize(state, SimTK::Stage::Acceleration);
    } catch (const std::exception& e) {
        return fail(e.what());
    }
    now.u = state.getU();
    now.residual = now.u - base.u - (d * h) * state.getUDot();
    for (const UIndex known : matter.getKnownUDotIndex(state)) now.residual[known] = 0;
    matter.multiplyByM(state, now.residual, now.impulse);
    now.size = std::sqrt(~now.residual * now.impulse);
    now.bend = coordinates.differenceOf(own.qdot, state.getQDot());
    own.zdot = state.getZDot();
    return std::isfinite(now.size) || fail("The accelerations are not finite");
}

// One correction from the stage before, by its accelerations and the tangents that were found last: exact as long as contacts' forces
// are linear. A guess that leaves behind what sticks, say to a prescribed motion, lets it slide, and friction that has reached its limit
// does not say by how far.
bool ImplicitStep::predict(const State& state, const StepStart& start, int stage, Real h, Vector& guess) {
    const RungeKuttaStage& before = stages[stage - 1];
    if (!areTangentsOfSticking() || !areOfSameContacts(start.contacts, statusOfMatrix)) return false;
    system.realize(state, SimTK::Stage::Position);
    if (!isMatrixCurrent) buildMatrix(state, d * h);
    guess = before.u;
    for (const UIndex known : matter.getKnownUDotIndex(state))
        guess[known] += (tableau->nodes[stage] - tableau->nodes[stage - 1]) * h * before.udot[known];
    guess += prescribed.aheadOf(guess);
    Vector missing = base.u + (d * h) * before.udot - guess;
    for (const UIndex known : matter.getKnownUDotIndex(state)) missing[known] = 0;
    Vector impulse, push, correction;
    matter.multiplyByM(state, missing, impulse);
    const Vector displacement = base.displacement + (d * h) * guess - before.displacement, gained = guess - before.u;
    matrix.multiplyByTangents(displacement, gained, push);
    if (mechanism.areKnown()) mechanism.addTo(push, displacement, gained);
    if (!matrix.solve(impulse + (d * h) * push, -missing, correction)) return false;
    guess += correction;
    return true;
}

bool ImplicitStep::areTangentsOfSticking() const {
    const auto slides = [](const ContactStatus& contact) { return contact.isSliding; };
    return !tangents.empty() && std::none_of(statusOfMatrix.begin(), statusOfMatrix.end(), slides);
}

// At the end of a step prescribed coordinates are where they should be, and what contacts hold to them goes along, by the tangents that
// were found last.
bool ImplicitStep::catchUp(State& state, Real h) {
    const Vector ahead = prescribed.aheadOf(state);
    if (ahead.normInf() == 0) return true;
    Vector along(state.getNU(), Real(0)), push, rates;
    if (isMatrixOfThisStep) {
        // In such a time what is elastic alone decides, and masses nothing.
        const Real c = elasticTime * d * h;
        std::vector<PairTangent> elastic = tangents;
        for (PairTangent& pair : elastic) pair.byVelocity.setZero();
        matrix.build(state, elastic, c, nullptr);
        matrix.multiplyByStiffness(ahead, false, push);
        if (!matrix.solve(c * c * push, Vector(state.getNU(), Real(0)), along)) along = 0;
    }
    matter.multiplyByN(state, false, along, rates);
    coordinates.advance(state.getQ(), along, rates, q);
    prescribed.putRight(q);
    state.updQ() = q;
    return realize(state);
}

bool ImplicitStep::realize(const State& state) {
    ++numRealizations;
    try {
        system.realize(state, SimTK::Stage::Acceleration);
    } catch (const std::exception& e) {
        return fail(e.what());
    }
    return true;
}

// Of a correction, as a share of the accuracy.
Real ImplicitStep::findTolerance(const StepStart& start, int stage, Real h, const StepSettings& settings) const {
    Real fastest = 0;
    for (int i = 0; i < start.u.size(); ++i)
        fastest = std::max({fastest, std::abs(start.u[i]), std::abs(stages[stage - 1].u[i])});
    const Real moving = std::min(std::max(fastest, slowest), Real(1));
    const Real ofPlaces = std::min(Real(1), longestBySpeeds / (d * h)); // what speeds leave, long steps move by
    // Many steps that take the place of one leave no more than that one.
    const Real ofOne = std::max(std::min(h / start.allowed, Real(1)), leastOfOne);
    return std::max(newtonShare * moving * ofPlaces * ofOne, speedOfRounding / settings.accuracy);
}

// As much of the correction as makes the residual less. @returns its share, 0 if none of it can be evaluated
Real ImplicitStep::searchLine(State& state, const StepStart& start, int stage, Real h, bool isAtRounding,
                              const Iterate& now, Iterate& trial) {
    for (Real share = 1;; share /= 2) {
        const bool isThere = evaluate(state, start, stage, h, now.u + share * correction, trial);
        // At rounding level nothing gets less.
        if (isThere && (trial.size < (1 - 1e-4 * share) * now.size || isAtRounding)) return share;
        ++numCuts;
        if (share < 0.01) return isThere ? share : 0; // a kink: go on from beyond it
    }
}

// As fast as before, as the accelerations have it, or as the tangents have it: whichever was nearest in the last step.
bool ImplicitStep::evaluateGuess(State& state, const StepStart& start, int stage, Real h, const StepSettings& settings,
                                 Iterate& now) {
    const RungeKuttaStage& before = stages[stage - 1];
    const Real time = (tableau->nodes[stage] - tableau->nodes[stage - 1]) * h;
    guesses = {before.u, before.u + time * before.udot};
    // Fixed steps ask for tangents in each iteration: old ones would have to be factored for the guess alone.
    const bool isWorthIt = !settings.isFixed || !prescribed.areNone();
    Vector predicted;
    if (isWorthIt && predict(state, start, stage, h, predicted)) guesses.push_back(predicted);
    const std::size_t first = std::min(nearestGuess[stage - 1], guesses.size() - 1), second = first == 0 ? 1 : 0;
    return evaluate(state, start, stage, h, guesses[first], now) ||
           evaluate(state, start, stage, h, guesses[second], now);
}

bool ImplicitStep::solveStage(State& state, const StepStart& start, int stage, Real h, const StepSettings& settings) {
    RungeKuttaStage& own = stages[stage];
    const RungeKuttaStage& before = stages[stage - 1];
    own.zdot = before.zdot;
    findBase(start, stage, h);
    try {
        prescribed.ask(state, start.timeAt(tableau->nodes[stage], h));
    } catch (const std::exception& e) {
        return fail(e.what());
    }
    const Real tolerance = findTolerance(start, stage, h, settings);

    Iterate now, trial;
    if (!evaluateGuess(state, start, stage, h, settings, now)) return false;

    // No error is estimated of a step of fixed length, and what guesses leave would add up over many short ones.
    forces.findStatus(state, status);
    const bool mayBeGuessed = !settings.isFixed || status.empty();
    const Real negligible = linear * tolerance;
    bool isSolved = mayBeGuessed && measure(now.residual) <= negligible && now.bend <= negligible * settings.accuracy;
    // Tangents that were asked for before may go on to serve: those of the step or stage before, by which contacts stick that a guess lets
    // slide, or those of an iteration of this stage.
    bool doTangentsServe = oldTangentsBackoff.mayTry() && areOfSameContacts(status, statusOfMatrix);
    broyden.goOnElsewhere();
    bool areTangentsOfStage = false;
    bool isSlow = false; // though no contact changes its state
    int still = 0;       // corrections in a row, by tangents of the iterate itself, that move nothing
    Real last = Infinity;
    numCuts = 0;
    for (int i = 0; !isSolved; ++i) {
        if (i == settings.mostIterations && settings.isFixed) break;
        if (i == settings.mostIterations || (!settings.isFixed && numCuts > mostCuts)) {
            return fail("Newton's method has not converged: " + toText(measure(now.residual)) +
                        " of the accuracy are left after " + std::to_string(i) + " iterations");
        }
        ++numIterations;
        const bool areTangentsKept = !settings.isFixed && doTangentsServe && areTangentsOfSticking();
        const bool wereTangentsOfStage = areTangentsOfStage;
        if (isSlow && settings.mechanism != MechanismDerivatives::Never && !isMechanismOfThisStep &&
            mechanismBackoff.mayTry())
            findMechanismTangents(state);
        if (!areTangentsKept) {
            findTangents(state);
            areTangentsOfStage = true;
        }
        if (!isMatrixCurrent) buildMatrix(state, d * h);
        if (!matrix.solve(-now.impulse, now.residual, correction))
            return fail("The matrix of Newton's method is singular");
        broyden.improve(correction, scales);
        const bool wasSame = status == statusOfMatrix;
        const Real whole = measure(correction);
        // What a correction would put right is known without it: a little of it may be left.
        if (mayBeGuessed && wasSame && whole <= negligible && now.bend <= negligible * settings.accuracy) break;
        Real share = 1;
        if (areTangentsKept) {
            const bool isThere = evaluate(state, start, stage, h, now.u + correction, trial);
            doTangentsServe = isThere && trial.size < goodConvergence * now.size;
            if (!areTangentsOfStage) oldTangentsBackoff.record(doTangentsServe);
            if (!isThere || !(trial.size < now.size)) {
                if (!evaluate(state, start, stage, h, now.u, now)) return false;
                continue;
            }
        }
        if (!areTangentsKept) {
            share = searchLine(state, start, stage, h, whole <= 10 * tolerance, now, trial);
            if (share == 0) return false;
        }
        std::swap(now, trial);
        forces.findStatus(state, status);
        const bool isSame = status == statusOfMatrix;
        if (wasSame && isSame)
            broyden.record(correction);
        else // a kink lies between, which is nothing of the matrix's
            broyden.goOnElsewhere();
        const Real size = share * whole, rate = size / last;
        if (!areTangentsKept) doTangentsServe = isSame && share == 1 && now.size < goodConvergence * trial.size;
        // By tangents of its own a correction leaves its square, by others what the ones to come add up to.
        const Real left = areTangentsKept ? linear * tolerance : tolerance;
        const Real toCome = areTangentsKept && i > 0 && rate < 0.5 ? size * rate / (1 - rate) : size;
        const bool isStill = toCome <= left || measure(now.residual) <= left;
        still = isStill && !areTangentsKept ? still + 1 : 0;
        if (isStill && !isSame) doTangentsServe = false; // by its own it may be another one
        const bool isStuckAtRounding =
            i > 2 && size <= 1e3 * tolerance && !(rate < 0.5) && size * settings.accuracy < 1e3 * speedOfRounding;
        isSlow = wereTangentsOfStage && isSame && rate > slowConvergence;
        // What other forces' derivatives do not help, something else slows down: wait ever longer before they are asked again.
        if (isSlow && isMechanismOfThisStep) mechanismBackoff.record(false);
        last = size;
        // A contact that is at its limit to the last digit is solved for on both of its sides.
        isSolved =
            ((isStill && now.bend <= tolerance * settings.accuracy) || isStuckAtRounding) && (isSame || still > 1);
    }

    if (isMechanismOfThisStep && !isSlow) mechanismBackoff.record(true);
    std::size_t& nearest = nearestGuess[stage - 1] = 0;
    for (std::size_t i = 1; i < guesses.size(); ++i)
        if (measure(now.u - guesses[i]) <= measure(now.u - guesses[nearest])) nearest = i;
    own.u = now.u;
    own.displacement = base.displacement + (d * h) * own.u;
    own.qdot = state.getQDot();
    own.udot = (own.u - base.u) / (d * h);
    for (const UIndex known : matter.getKnownUDotIndex(state)) own.udot[known] = state.getUDot()[known];
    return finishZ(state, own, h);
}

// The continuous variables that nothing else depends on follow what was found.
bool ImplicitStep::finishZ(State& state, RungeKuttaStage& own, Real h) {
    if (base.z.size() == 0) return true;
    const Vector ends = base.z + (d * h) * own.zdot;
    if ((ends - state.getZ()).normInf() <= 1e-14 * ends.normInf()) return true;
    state.updZ() = ends;
    if (!realize(state)) return false;
    own.zdot = state.getZDot();
    return true;
}

// The largest eigenvalue of M^-1 K, by powers of it, beginning with the shape that was found last.
Real ImplicitStep::calcHighestFrequency(const State& state) {
    forces.findStatus(state, status);
    if (tangents.empty() || status != statusOfMatrix) findTangents(state);
    if (tangents.empty()) return SqrtEps;
    matrix.takeTangents(state, tangents);
    const bool isNew = shape.size() != state.getNU();
    if (isNew) {
        shape.resize(state.getNU());
        for (int i = 0; i < shape.size(); ++i) shape[i] = 1 + 0.1 * i; // of no symmetry
    }
    Real squared = 0;
    Vector push;
    for (int i = 0; i < (isNew ? 12 : 4); ++i) {
        matrix.multiplyByStiffness(shape, true, push);
        matter.multiplyByMInv(state, push, shape);
        const Real length = shape.norm();
        if (!(length > 0)) break;
        squared = length;
        shape /= length;
    }
    if (!(squared > 0)) shape.resize(0);
    return std::sqrt(std::max(squared, Eps));
}

// What the method differs by from one of the third order, and what its matrix leaves of that (Hosea & Shampine 1996): of a stiff contact
// that is at rest, nothing.
void ImplicitStep::estimateError(const State& state, Real h) {
    Vector speeds(state.getNU(), Real(0)), displacement(state.getNU(), Real(0)), impulse, filtered = speeds, push;
    for (int i = 0; i < 3; ++i) {
        speeds += (h * tableau->errorWeights[i]) * stages[i].udot;
        displacement += (h * tableau->errorWeights[i]) * stages[i].u;
    }
    for (const UIndex known : matter.getKnownUDotIndex(state))
        error = std::max(error, std::abs(speeds[known]) * scales[known]);
    forces.findStatus(state, status);
    if (!isMatrixOfThisStep && (!status.empty() || mechanism.areKnown())) {
        findTangents(state);
        buildMatrix(state, d * h);
    }
    if (isMatrixOfThisStep) {
        matter.multiplyByM(state, speeds, impulse);
        matrix.multiplyByStiffness(displacement, false, push);
        matrix.solve(impulse + (d * h) * push, Vector(state.getNU(), Real(0)), filtered);
    } else
        filtered = speeds;
    const Vector moved = displacement + (d * h) * filtered;
    error = std::max({error, measure(moved), shareOfElasticError * measure(filtered)});
    if (isMatrixOfThisStep) { // what a stiff contact makes a displacement's error over the step to is no speed
        matter.multiplyByM(state, filtered, impulse);
        matrix.solve(impulse, Vector(state.getNU(), Real(0)), filtered);
    }
    error = std::max(error, measure(filtered)) / shareOfAStep;
    if (!std::isfinite(error)) error = Infinity;
}

void ImplicitStep::findTangents(const State& state) {
    ++numTangents;
    isMatrixCurrent = false;
    forces.findStatus(state, statusOfMatrix);
    forces.findTangents(state, tangents);
}

void ImplicitStep::findMechanismTangents(const State& state) {
    mechanism.find(state);
    isMechanismOfThisStep = true;
    isMatrixCurrent = false;
}

void ImplicitStep::buildMatrix(const State& state, Real c) {
    if (mechanism.areKnown()) shareOfMechanism = mechanism.calcShare(c);
    matrix.build(state, tangents, c, mechanism.areKnown() ? &shareOfMechanism : nullptr);
    isMatrixOfThisStep = isMatrixCurrent = true;
    broyden.forget();
}

} // namespace simbodydem
