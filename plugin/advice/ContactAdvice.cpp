// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactAdvice.h"

#include "advice/AccuracyTrials.h"
#include "advice/LayerAdvice.h"
#include "advice/TriedIntegrator.h"
#include "base/Checks.h"
#include "force/GivenForces.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

const char* const contactAdvice = "advise";
const Real maxHertzOverlap = 0.1, usualOverlap = 0.01; // of R*: limit of Hertz's law; usual overlap
const Real stepsOfMotion = 50;                         // steps that resolve motionTime
const Real tooStiff = 10;                              // times shorter than these steps

void check(const AdviceOptions& options) {
    if (options.load.isSet()) checkPositive(contactAdvice, "load", options.load, "N");
    checkPositive(contactAdvice, "speed", options.speed, "m/s");
    checkPositive(contactAdvice, "motionTime", options.motionTime, "s");
    checkParameter(options.tolerance > 0 && options.tolerance < 1, contactAdvice, "tolerance", options.tolerance, "-",
                   "in (0, 1)");
    checkParameter(options.mostPairs >= 1, contactAdvice, "mostPairs", options.mostPairs, "-", ">= 1");
}

// Returns the highest natural frequency of a ball on the contact, squared [1/s^2]. The motions are that along the normal, twisting, and
// slip with rolling, which the two springs couple:
//     m x'' = -kt (x + R theta),   2/5 m R theta'' = -kt (x + R theta) - kr theta/R.
Real calcSwing(Real stiffness, Real tangentialStiffness, const BoundLaws::Turn& turn, Real mass, Real radius) {
    const Real rolling = turn.rollingStiffness / square(radius), twisting = turn.twistingStiffness / square(radius);
    const Real trace = 3.5 * tangentialStiffness + 2.5 * rolling, determinant = 2.5 * tangentialStiffness * rolling;
    const Real coupled = 0.5 * (trace + std::sqrt(square(trace) - 4 * determinant));
    return std::max({stiffness, coupled, 2.5 * twisting}) / mass;
}

std::vector<std::string> warn(const PairAdvice& pair, const BoundLaws& laws, const AdviceOptions& options,
                              const BoundLaws::Impact& impact) {
    std::vector<std::string> all;
    const auto say = [&](const std::string& text) { all.push_back(text); };
    if (impact.isTornAtMargin)
        say("after an impact at " + toText(options.speed) +
            " m/s the surfaces still attract each other where their "
            "detection margins end, " +
            toText(laws.getReach()) +
            " m apart, and the contact ends there. Increase the margins with setDetectionMargin()");
    if (std::isnan(pair.contactTime) && laws.adheres() && pair.restitution == 0)
        say("an impact at " + toText(options.speed) + " m/s does not separate the surfaces: adhesion holds them");
    if (std::isnan(pair.overlap) && !(pair.load > 0)) {
        say("no load on this contact; set AdviceOptions::load");
        return all;
    }
    if (std::isnan(pair.overlap)) {
        say("no overlap of up to R* = " + toText(pair.effectiveRadius) + " m bears " + toText(pair.load) +
            " N: it needs a larger modulus, or more contacts");
        return all;
    }
    // At a given load the overlap is in proportion to E^(-2/3). The step is in proportion to the natural period, E^(-1/3).
    const Real E = std::min<Real>(laws.materialA.youngsModulus, laws.materialB.youngsModulus);
    const auto times = [&](Real factor) {
        return std::isfinite(E) ? "E = " + toText(E * factor) + " Pa"
                                : "a stiffness " + toText(factor) + " times its own";
    };
    if (pair.overlapFraction > maxHertzOverlap)
        say("under " + toText(pair.load) + " N the overlap is " + toText(100 * pair.overlapFraction) +
            " % of R*, more than any law is valid for; " + times(std::pow(pair.overlapFraction / usualOverlap, 1.5)) +
            " makes it 1 %");
    const Real needed = options.motionTime / stepsOfMotion;
    if (pair.longestStep < needed / tooStiff && pair.overlapFraction < usualOverlap)
        say("explicit steps are limited to " + toText(pair.longestStep) + " s by this contact; the motion needs " +
            toText(needed) + " s. " + times(std::pow(pair.overlapFraction / usualOverlap, 1.5)) +
            " has an overlap of 1 % of R* and allows " +
            toText(pair.longestStep * std::sqrt(usualOverlap / pair.overlapFraction)) +
            " s. Or use ContactIntegrator, whose steps the stiffness does not limit");
    if (std::isnan(pair.contactTime) && pair.restitution != 0)
        say("an impact at " + toText(options.speed) + " m/s has an overlap that exceeds R*");
    if (pair.restitution > 0 &&
        0.5 * pair.movedMass * square(options.speed * pair.restitution) < pair.load * pair.overlap)
        say("at " + toText(options.speed) + " m/s the restitution of " + toText(pair.restitution) +
            " does not show: the rebound does not lift the load");
    if (pair.friction > 0 && pair.tangentialStiffness == 0)
        say("its tangential law has no spring: it creeps under any load along the surface");
    if (pair.rollingResistance > 0 && pair.rollingStiffness == 0)
        say("its rolling law has no spring: a body that stands on it rolls on under any moment");
    return all;
}

PairAdvice describe(const CandidatePair& pair, const BoundLaws& laws, const DEMContactForce& force,
                    const AdviceOptions& options) {
    PairAdvice advice;
    advice.a = ContactSurfaceIndex(pair.a);
    advice.b = ContactSurfaceIndex(pair.b);
    advice.nameA = force.getSurfaceName(advice.a);
    advice.nameB = force.getSurfaceName(advice.b);
    advice.numAlike = pair.numAlike;
    advice.isTouching = pair.isTouching;
    advice.load = pair.load;
    advice.effectiveRadius = pair.effectiveRadius;
    advice.effectiveMass = pair.effectiveMass;
    advice.movedMass = pair.movedMass;
    advice.overlap = laws.findOverlap(pair.load);
    advice.overlapFraction = advice.overlap / pair.effectiveRadius;
    advice.contactRadius = std::sqrt(pair.effectiveRadius * advice.overlap);
    advice.stiffness = advice.tangentialStiffness = advice.friction = advice.slidingLength = advice.swingTime =
        advice.longestStep = advice.rollingStiffness = advice.twistingStiffness = advice.rollingResistance = NaN;
    if (!std::isnan(advice.overlap)) {
        const BoundLaws::Shear shear = laws.shear(advice.overlap);
        advice.stiffness = laws.press(advice.overlap, 0).stiffness;
        advice.tangentialStiffness = shear.stiffness;
        advice.friction = shear.friction;
        advice.slidingLength = shear.stiffness > 0 ? shear.limit / shear.stiffness : Infinity;
        const BoundLaws::Turn turn = laws.turn(advice.overlap, options.speed);
        advice.rollingStiffness = turn.rollingStiffness;
        advice.twistingStiffness = turn.twistingStiffness;
        advice.rollingResistance = turn.rollingLimit;
        const Real swing = calcSwing(advice.stiffness, shear.stiffness, turn, pair.movedMass, pair.effectiveRadius);
        advice.swingTime = 2 * Pi / std::sqrt(swing);
        advice.longestStep = swingPerStep * advice.swingTime / (2 * Pi);
    }
    const BoundLaws::Impact impact = laws.strike(options.speed);
    advice.contactTime = impact.time;
    advice.restitution = impact.restitution;
    advice.impactOverlap = impact.overlap;
    advice.warnings = warn(advice, laws, options, impact);
    return advice;
}

void put(std::vector<IntegratorAdvice>& all, const std::vector<TrialResult>& results) {
    const bool isNew = all.empty();
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (isNew) all.push_back({listTriedIntegrators()[i], Infinity, Infinity, Infinity, Infinity, Infinity, 0, 0});
        IntegratorAdvice& advice = all[i];
        const auto take = [&](Real& accuracy, Trial::Kind kind) {
            accuracy = leastAccuracy(accuracy, results[i].accuracy[kind]);
            advice.accuracy = leastAccuracy(advice.accuracy, accuracy);
        };
        take(advice.impactAccuracy, Trial::Impact);
        take(advice.holdingAccuracy, Trial::Holding);
        take(advice.rollingAccuracy, Trial::Rolling);
        take(advice.slidingAccuracy, Trial::Sliding);
        advice.stepsPerSecond = std::max(advice.stepsPerSecond, results[i].stepsPerSecond);
        advice.costPerSecond = std::max(advice.costPerSecond, results[i].costPerSecond);
    }
}

} // namespace

ContactAdvice advise(const MultibodySystem& system, const State& state, const DEMContactForce& force,
                     const AdviceOptions& options) {
    check(options);
    if (!isOf(system, force))
        throw std::invalid_argument(std::string(contactAdvice) + ": the contact force is of another System");
    ForceView inQuestion(force, state, contactAdvice);
    if (state.getSystemStage() >= Stage::Model) checkFinite(contactAdvice, state);
    std::vector<CandidatePair>& pairs = inQuestion.pairs;
    ContactAdvice advice;
    std::vector<BoundLaws> laws;
    for (CandidatePair& pair : pairs) {
        if (options.load.isSet()) pair.load = options.load;
        laws.emplace_back(force.getModel(), inQuestion.materials, pair);
        advice.pairs.push_back(describe(pair, laws.back(), force, options));
    }
    for (const CandidateArea& area : inQuestion.areas) advice.layers.push_back(describeArea(area, force, options));
    std::stable_sort(advice.layers.begin(), advice.layers.end(),
                     [](const LayerAdvice& one, const LayerAdvice& other) { return one.swingTime < other.swingTime; });
    // Pairs with the shortest natural period come first, pairs without load last.
    std::vector<std::size_t> order(pairs.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto time = [&](std::size_t i) {
        return std::isnan(advice.pairs[i].swingTime) ? Infinity : advice.pairs[i].swingTime;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return time(i) < time(j); });
    if (options.tryIntegrators) {
        const auto bears = [&](std::size_t i) { return std::isfinite(time(i)); };
        const std::size_t count =
            std::min(std::size_t(std::count_if(order.begin(), order.end(), bears)), std::size_t(options.mostPairs));
        const Real trials = Real(count * listTriedIntegrators().size());
        int done = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t i = order[k];
            put(advice.integrators, tryIntegrators(force.getModel(), laws[i], advice.pairs[i], options, [&] {
                    if (options.progress) options.progress(++done / trials);
                }));
        }
        const auto price = [](const IntegratorAdvice& a) {
            return std::isnan(a.accuracy) ? Infinity : a.costPerSecond;
        };
        std::stable_sort(advice.integrators.begin(), advice.integrators.end(),
                         [&](const IntegratorAdvice& a, const IntegratorAdvice& b) { return price(a) < price(b); });
    }
    std::vector<PairAdvice> sorted;
    for (const std::size_t i : order) sorted.push_back(advice.pairs[i]);
    advice.pairs.swap(sorted);
    return advice;
}

} // namespace simbodydem
