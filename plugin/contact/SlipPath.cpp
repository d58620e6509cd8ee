// SPDX-License-Identifier: Apache-2.0
#include "contact/SlipPath.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

// The part of a law's output that belongs to one slider.
struct Part {
    Vec3 force; // or torque
    Real mobilizationSquared, load;

    // Returns the trial force beyond the limit, in a unit in which the limit is the load [N]; 0 without a slider.
    Real excess() const { return mobilizationSquared > 0 ? load * (std::sqrt(mobilizationSquared) - 1) : 0; }
    // Returns the excess with a negative trial force if the force has reversed since it was along `direction`.
    Real excessAlong(const Vec3& direction) const { return dot(force, direction) < 0 ? -2 * load - excess() : excess(); }
};

template <class Output, std::size_t numSliders> struct Evaluated {
    Output output;
    std::array<Part, numSliders> parts;
};
Evaluated<TangentialOutput, 1> partsOf(const TangentialOutput& output, Real load) {
    return {output, {{{output.force, output.mobilizationSquared, load}}}};
}
Evaluated<RollingOutput, 2> partsOf(const RollingOutput& output, Real load, const Vec3& normal) {
    const Vec3 twist = dot(output.torque, normal) * normal;
    return {output,
            {{{output.torque - twist, output.rollingMobilizationSquared, load},
              {twist, output.twistingMobilizationSquared, load}}}};
}

// Returns the fraction of the step at which a parabola is highest; 0 if that is not within the step. The parabola has the
// given values at the start, the middle and the end of the step.
Real fractionOfMaximum(Real start, Real middle, Real end) {
    const Real curvature = start - 2 * middle + end, fraction = 0.25 * (3 * start - 4 * middle + end) / curvature;
    return curvature < 0 && fraction > 0 && fraction < 1 ? fraction : 0;
}

// Returns the highest value of this parabola in the step.
Real highestValue(Real start, Real middle, Real end) {
    const Real fraction = fractionOfMaximum(start, middle, end);
    return std::max({start, end, start + fraction * (4 * middle - 3 * start - end + 2 * fraction * (start - 2 * middle + end))});
}

// Returns the fraction of the step at which this parabola falls below zero. Returns 0 unless it is above zero at the start
// and below zero at the end.
Real fractionOfZero(Real start, Real middle, Real end) {
    if (!(start > 0 && end < 0)) return 0;
    const Real slope = 4 * middle - 3 * start - end, curvature = 2 * (start - 2 * middle + end);
    return 2 * start / (std::sqrt(slope * slope - 4 * curvature * start) - slope);
}

const Real beyond = 1e-6; // fraction of the load that is more than rounding
const Real steady = 1e-4; // fraction of the squared rates

// Evaluates a law in substeps. A slider stops where its trial force in one substep from the commit is furthest beyond its
// limit. After that it would have to slide back. It does not stop earlier as long as a dashpot alone exceeds the limit and
// leaves the spring no length. This second rule holds only if the motion in between is known. A parabola finds the stop well
// enough, since a maximum hardly depends on the point at which it is taken. The error of the spring is of the fourth order
// of the step. As a stop leaves the step its substep becomes empty, so the output does not jump. Where slip turns, the way to and from a
// stop is divided into equal legs. A slider that relaxes slowly needs no stops, and one that sticks throughout needs no legs.
// evaluate(from, to, start, heat) returns the output of a substep and adds its heat, unless heat is null.
template <class Output, std::size_t numSliders, class Evaluate>
Output inSubsteps(const Output& before, const Evaluated<Output, numSliders>& inOneStep, Real trust, int legs, bool hasStops,
                  StepHeat* heat, const Evaluate& evaluate) {
    const auto slideOn = [&](Real from, Real to, Output output) {
        for (int k = 0; k < legs; ++k)
            output = evaluate(from + (to - from) * k / legs, k + 1 == legs ? to : from + (to - from) * (k + 1) / legs, output,
                              heat)
                         .output;
        return output;
    };
    if (!hasStops) return slideOn(0, 1, before);
    const auto start = evaluate(0, 0, before, nullptr).parts, middle = evaluate(0, 0.5, before, nullptr).parts;
    const auto sticks = [](const Part& first, const Part& half, const Part& last) {
        const bool isSlider = first.mobilizationSquared > 0 || half.mobilizationSquared > 0 || last.mobilizationSquared > 0;
        return !isSlider || highestValue(first.excess(), half.excess(), last.excess()) <
                                -beyond * std::max({first.load, half.load, last.load});
    };
    // A contact that sticks begins to slide between only if rates and way are of one motion. At a stage of an integrator they may not be.
    const auto mayBegin = [&](const Part& first) { return trust > 0 || first.excess() > -beyond * first.load; };
    bool hasLegs = false;
    for (std::size_t i = 0; i < numSliders; ++i)
        hasLegs = hasLegs || (legs > 1 && mayBegin(start[i]) && !sticks(start[i], middle[i], inOneStep.parts[i]));
    std::array<Real, numSliders> stops{};
    for (std::size_t i = 0; i < numSliders && (hasLegs || legs == 1); ++i) {
        const Real excess = start[i].excess();
        stops[i] = fractionOfMaximum(excess, middle[i].excess(), inOneStep.parts[i].excess());
        if (!(excess > beyond * start[i].load && trust > 0)) continue;
        const auto byDashpotAt = [&](Real fraction) {
            return evaluate(fraction, fraction, before, nullptr).parts[i].excessAlong(start[i].force);
        };
        const Real release = fractionOfZero(excess, byDashpotAt(0.5), byDashpotAt(1));
        stops[i] = std::max(stops[i], std::min(2 * trust, Real(1)) * release);
    }
    std::sort(stops.begin(), stops.end());
    Output output = before;
    Real from = 0;
    for (const Real stop : stops) {
        if (!(stop > from)) continue;
        output = slideOn(from, stop, output);
        from = stop;
    }
    if (from > 0 || hasLegs) return slideOn(from, 1, output);
    if (heat) evaluate(0, 1, before, heat);
    return inOneStep.output;
}

} // namespace

ContactPath::ContactPath(const StepOfContact& contact, const TransportedContact& transported, const NormalInput& now)
    : step(contact.time),
      slipVelocityAtCommit(toSimTK(transported.slipVelocityAtCommit)),
      law(*contact.laws.normal),
      now(now) {
    const ContactRow& past = *contact.past;
    angularVelocityAtCommit = toSimTK(transported.frame.transportRotation(
        contact.poseB->angularVelocity - contact.poseA->angularVelocity, past.normal));
    const Real separationRate = contact.committed().velocity().dot(past.normal);
    overlap = {past.overlap, -step * separationRate, now.overlap, step * now.overlapRate};
}

TangentialOutput outputAtCommit(const StepOfContact& step, const TangentialInput& in) {
    TangentialOutput before;
    before.displacement = in.displacement;
    before.history = in.history;
    before.limitLength = in.limitLengthAtCommit;
    if (step.past) before.dampingTime = step.past->dampingTime;
    return before;
}

RollingOutput outputAtCommit(const StepOfContact& step, const RollingInput& in) {
    RollingOutput before;
    before.rotation = in.rotation;
    before.history = in.history;
    before.limitAngle = in.limitAngleAtCommit;
    if (step.past) before.dampingTime = step.past->full().rolling.dampingTime;
    return before;
}

ContactPath::Instant ContactPath::at(Real fraction) const {
    Instant instant{now, {}};
    instant.contact.overlap = law.reachesBeyondTouch() ? overlap.at(fraction) : std::max(overlap.at(fraction), Real(0));
    instant.contact.overlapRate = overlap.rateAt(fraction) / step;
    instant.contact.contactRadius = contactRadiusOf(now.effectiveRadius, instant.contact.overlap);
    instant.normal = law.calcForce(instant.contact);
    return instant;
}

TangentialOutput evaluateInSubsteps(const StepOfContact& step, const TangentialInput& in,
                                    const TangentialOutput& before, const TangentialOutput& inOneStep,
                                    const ContactPath& path, Real frictionFactor, StepHeat* heat) {
    const TangentialLaw& law = *step.laws.tangential;
    const Cubic<Vec3> slip{Vec3(0), path.step * path.slipVelocityAtCommit, in.slipIncrement,
                           path.step * in.slipVelocity};
    const bool hasLegs = needsLegs(step, inOneStep.relaxationTime), relaxes = inOneStep.relaxationTime > 0;
    const auto rateAt = [&](Real fraction) {
        return relaxes ? slip.derivativeAt(fraction) : slip.rateAt(fraction, hasLegs ? steady : 0);
    };
    const auto evaluate = [&](Real from, Real to, const TangentialOutput& start, StepHeat* sum) {
        ContactPath::Instant instant = path.at(to);
        instant.normal.frictionalLoad *= frictionFactor;
        TangentialInput leg{instant.contact,
                            instant.normal,
                            start.displacement,
                            slip.at(to) - slip.at(from),
                            rateAt(to) / path.step,
                            in.effectiveMass,
                            start.history,
                            start.dampingTime / path.step * rateAt(from),
                            start.limitLength,
                            (to - from) * rateAt(to),
                            in.normalDirection,
                            (to - from) * path.step,
                            start.dampingTime};
        const TangentialOutput output = law.calcForce(leg);
        if (sum) *sum += law.calcHeat(leg, output, start);
        return partsOf(output, instant.normal.frictionalLoad);
    };
    const int legs = hasLegs ? path.legs : 1;
    return inSubsteps(before, partsOf(inOneStep, in.normal.frictionalLoad), slip.trust(steady), legs,
                      !relaxesSlowly(step.time, inOneStep.relaxationTime), heat, evaluate);
}

RollingOutput evaluateInSubsteps(const StepOfContact& step, const RollingInput& in, const RollingOutput& before,
                                 const RollingOutput& inOneStep, const ContactPath& path, StepHeat* heat) {
    const RollingLaw& law = *step.laws.rolling;
    const Cubic<Vec3> turn{Vec3(0), path.step * path.angularVelocityAtCommit, in.rotationIncrement,
                           path.step * in.angularVelocity};
    const auto rateAt = [&](Real fraction) {
        return inOneStep.relaxationTime > 0 ? turn.derivativeAt(fraction) : turn.rateAt(fraction);
    };
    const auto evaluate = [&](Real from, Real to, const RollingOutput& start, StepHeat* sum) {
        const ContactPath::Instant instant = path.at(to);
        RollingInput leg{instant.contact,
                         instant.normal,
                         in.normalDirection,
                         start.rotation,
                         turn.at(to) - turn.at(from),
                         rateAt(to) / path.step,
                         start.history,
                         start.dampingTime / path.step * rateAt(from),
                         start.limitAngle,
                         (to - from) * rateAt(to),
                         (to - from) * path.step,
                         start.dampingTime};
        const RollingOutput output = law.calcTorque(leg);
        if (sum) *sum += law.calcHeat(leg, output, start);
        return partsOf(output, instant.normal.frictionalLoad, in.normalDirection);
    };
    const int legs = needsLegs(step.past->full().rolling, step.time, inOneStep.relaxationTime) ? path.legs : 1;
    return inSubsteps(before, partsOf(inOneStep, in.normal.frictionalLoad, in.normalDirection), turn.trust(steady), legs,
                      !relaxesSlowly(step.time, inOneStep.relaxationTime), heat, evaluate);
}

} // namespace simbodydem
