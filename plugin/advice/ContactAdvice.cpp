// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactAdvice.h"

#include "advice/LayerAdvice.h"
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

// The prediction of the laws of a pair.
struct Prediction {
    CandidatePair pair;
    // Under the load [m], [-], [N/m], [s]; NaN without such an overlap.
    Real overlap, overlapFraction = NaN, stiffness = NaN, slidingLength = NaN, swingTime = NaN, longestStep = NaN;
    BoundLaws::Shear shear{NaN, NaN, NaN};
    BoundLaws::Turn turn{NaN, NaN, NaN};
    BoundLaws::Impact impact{};
    std::vector<std::string> warnings{};
};

std::vector<std::string> warn(const Prediction& contact, const BoundLaws& laws, const AdviceOptions& options) {
    const CandidatePair& pair = contact.pair;
    const BoundLaws::Impact& impact = contact.impact;
    std::vector<std::string> all;
    const auto say = [&](const std::string& text) { all.push_back(text); };
    if (impact.isTornAtMargin)
        say("after an impact at " + toText(options.speed) +
            " m/s the surfaces still attract each other where their "
            "detection margins end, " +
            toText(laws.getReach()) +
            " m apart, and the contact ends there. Increase the margins with setDetectionMargin()");
    if (std::isnan(impact.time) && laws.adheres() && impact.restitution == 0)
        say("an impact at " + toText(options.speed) + " m/s does not separate the surfaces: adhesion holds them");
    if (std::isnan(contact.overlap) && !(pair.load > 0)) {
        say("no load on this contact; set AdviceOptions::load");
        return all;
    }
    if (std::isnan(contact.overlap)) {
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
    if (contact.overlapFraction > maxHertzOverlap)
        say("under " + toText(pair.load) + " N the overlap is " + toText(100 * contact.overlapFraction) +
            " % of R*, more than any law is valid for; " + times(std::pow(contact.overlapFraction / usualOverlap, 1.5)) +
            " makes it 1 %");
    const Real needed = options.motionTime / stepsOfMotion;
    if (contact.longestStep < needed / tooStiff && contact.overlapFraction < usualOverlap)
        say("explicit steps are limited to " + toText(contact.longestStep) + " s by this contact; the motion needs " +
            toText(needed) + " s. " + times(std::pow(contact.overlapFraction / usualOverlap, 1.5)) +
            " has an overlap of 1 % of R* and allows " +
            toText(contact.longestStep * std::sqrt(usualOverlap / contact.overlapFraction)) +
            " s. Or use ContactIntegrator, whose steps the stiffness does not limit");
    if (std::isnan(impact.time) && impact.restitution != 0)
        say("an impact at " + toText(options.speed) + " m/s has an overlap that exceeds R*");
    if (impact.restitution > 0 &&
        0.5 * pair.movedMass * square(options.speed * impact.restitution) < pair.load * contact.overlap)
        say("at " + toText(options.speed) + " m/s the restitution of " + toText(impact.restitution) +
            " does not show: the rebound does not lift the load");
    if (contact.shear.friction > 0 && contact.shear.stiffness == 0)
        say("its tangential law has no spring: it creeps under any load along the surface");
    if (contact.turn.rollingLimit > 0 && contact.turn.rollingStiffness == 0)
        say("its rolling law has no spring: a body that stands on it rolls on under any moment");
    return all;
}

Prediction predict(const CandidatePair& pair, const BoundLaws& laws, const AdviceOptions& options) {
    Prediction contact{pair, laws.findOverlap(pair.load)};
    contact.overlapFraction = contact.overlap / pair.effectiveRadius;
    if (!std::isnan(contact.overlap)) {
        const BoundLaws::Shear& shear = contact.shear = laws.shear(contact.overlap);
        contact.stiffness = laws.press(contact.overlap, 0).stiffness;
        contact.slidingLength = shear.stiffness > 0 ? shear.limit / shear.stiffness : Infinity;
        contact.turn = laws.turn(contact.overlap, options.speed);
        const Real swing =
            calcSwing(contact.stiffness, shear.stiffness, contact.turn, pair.movedMass, pair.effectiveRadius);
        contact.swingTime = 2 * Pi / std::sqrt(swing);
        contact.longestStep = swingPerStep * contact.swingTime / (2 * Pi);
    }
    contact.impact = laws.strike(options.speed);
    contact.warnings = warn(contact, laws, options);
    return contact;
}

void write(ContactAdvice& advice, const Prediction& contact, const DEMContactForce& force,
           const AdviceOptions& options) {
    const CandidatePair& pair = contact.pair;
    const std::string subject = nameSubject(advice, force, pair.a, pair.b);
    const auto add = [&](const char* quantity, Real value, const char* unit, const char* remark) {
        advice.add({subject, quantity, value, unit, remark});
    };
    add("alike", pair.numAlike, "-", "number of pairs that are alike");
    add("touching", pair.isTouching, "-", pair.isTouching ? "the surfaces touch" : "the surfaces do not touch now");
    add("load", pair.load, "N", "N, the load on the contact");
    add("effective_radius", pair.effectiveRadius, "m", "R*");
    add("effective_mass", pair.effectiveMass, "kg", "m*");
    add("moved_mass", pair.movedMass, "kg", "mass that an impact moves, whatever mass was set for the dashpots");
    add("overlap", contact.overlap, "m", "delta at rest under N");
    add("overlap_fraction", contact.overlapFraction, "-", "delta/R*");
    add("contact_radius", std::sqrt(pair.effectiveRadius * contact.overlap), "m", "sqrt(R* delta)");
    add("stiffness", contact.stiffness, "N/m", "normal stiffness at this overlap");
    add("tangential_stiffness", contact.shear.stiffness, "N/m", "kt, of the tangential spring at this overlap");
    add("friction", contact.shear.friction, "-", "mu, largest tangential force over the load that friction feels");
    add("sliding_length", contact.slidingLength, "m", "that force over kt: the elastic displacement before sliding");
    add("rolling_stiffness", contact.turn.rollingStiffness, "Nm/rad", "of the rolling spring");
    add("twisting_stiffness", contact.turn.twistingStiffness, "Nm/rad", "of the twisting spring");
    add("rolling_resistance", contact.turn.rollingLimit, "Nm", "torque against rolling at the speed of impacts");
    add("swing_time", contact.swingTime, "s", "natural period of the mass that stands on it");
    add("longest_step", contact.longestStep, "s", "of an explicit integrator");
    add("impact_speed", options.speed, "m/s", "of a free impact");
    add("contact_time", contact.impact.time, "s", "of this impact");
    add("restitution", contact.impact.restitution, "-", "of this impact");
    add("impact_overlap", contact.impact.overlap, "m", "largest overlap of this impact");
    for (const std::string& warning : contact.warnings) advice.warn(subject, warning);
}

} // namespace

std::string nameSubject(ContactAdvice& advice, const DEMContactForce& force, int a, int b) {
    const std::string nameA = force.getSurfaceName(ContactSurfaceIndex(a)),
                      nameB = force.getSurfaceName(ContactSurfaceIndex(b));
    std::string subject = nameA + " and " + nameB;
    if (advice.has(subject, "surface_a"))
        subject += " (surfaces " + std::to_string(a) + " and " + std::to_string(b) + ")";
    advice.add({subject, "surface_a", Real(a), "-", "index of " + nameA});
    advice.add({subject, "surface_b", Real(b), "-", "index of " + nameB});
    return subject;
}

ContactAdvice advise(const MultibodySystem& system, const State& state, const DEMContactForce& force,
                     const AdviceOptions& options) {
    check(options);
    if (!isOf(system, force))
        throw std::invalid_argument(std::string(contactAdvice) + ": the contact force is of another System");
    ForceView view(force, state, contactAdvice);
    if (state.getSystemStage() >= Stage::Model) checkFinite(contactAdvice, state);
    std::vector<Prediction> contacts;
    for (CandidatePair& pair : view.pairs) {
        if (options.load.isSet()) pair.load = options.load;
        contacts.push_back(predict(pair, BoundLaws(force.getModel(), view.materials, pair), options));
    }
    // Pairs with the shortest natural period come first, pairs without load last.
    const auto time = [](const Prediction& contact) {
        return std::isnan(contact.swingTime) ? Infinity : contact.swingTime;
    };
    std::stable_sort(contacts.begin(), contacts.end(),
                     [&](const Prediction& one, const Prediction& other) { return time(one) < time(other); });
    ContactAdvice advice;
    for (const Prediction& contact : contacts) write(advice, contact, force, options);
    adviseOnAreas(advice, view.areas, force, options);
    return advice;
}

} // namespace simbodydem
