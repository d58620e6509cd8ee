// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ANSWER_H
#define SIMBODYDEM_ANSWER_H

#include "Inline.h"
#include "contact/Follow.h"
#include "contact/SlipPath.h"
#include "simbodydem/ContactRecord.h"

#include <algorithm>

// What a pair's laws answer to one touch, with its past.

namespace simbodydem {

/** What the three laws of a pair answered. */
struct Answer {
    const NormalOutput& pressing;
    const TangentialOutput& sliding;
    const RollingOutput& turning; // zeros without a rolling law
};

/** What the normal law answered, for the tangential law alone: rolling feels the whole load, whatever the friction.
@param room  for it to be made in */
const NormalOutput& scaleFriction(NormalOutput& room, const NormalOutput& pressing, SimTK::Real factor);

/** The tangential law's answer, asked again leg by leg if its slider has stopped within the step.
@param inOneLeg  what it answered to the whole step
@param heat      what the law turns into heat is added to it if energy is tracked */
TangentialOutput finishSliding(const StepOfContact&, const TangentialInput& asked, const TangentialOutput& inOneLeg,
                               const CarriedContact&, SimTK::Real frictionFactor, StepHeat& heat);

/** Returns true if the slider has stopped, or may have stopped, within the step. */
bool hasStopped(const StepOfContact&, const TangentialInput& asked, const TangentialOutput& inOneLeg);

/** What the rolling law is asked about. */
struct RollingStep {
    RollingStep(const StepOfContact&, const Follow&, const NormalOutput&, const BodyMotion& bodyA,
                const BodyMotion& bodyB);

    /** Whether one of the law's two sliders has, or may have, stopped within the step. */
    bool hasStopped(const RollingOutput& inOneLeg) const;

    const StepOfContact& step;
    RollingOutput before; // at the commit, carried along; torque and energy where energy is tracked
    RollingInput in;
};

/** The rolling law's answer, leg by leg alike. */
RollingOutput askRolling(const StepOfContact&, const Follow&, const NormalOutput&, const BodyMotion& bodyA,
                         const BodyMotion& bodyB, StepHeat& heat);

/** What the tangential law is asked about. */
SIMBODYDEM_ALWAYS_INLINE inline TangentialInput slipOf(const StepOfContact& step, const Follow& now,
                                                       const NormalOutput& gripping) {
    TangentialInput in{now.normal,
                       gripping,
                       toSimTK(now.carried.tangentialDisplacement),
                       toSimTK(now.carried.slipIncrement),
                       toSimTK(now.slipVelocity),
                       now.mass.tangential,
                       LawHistory()};
    in.normalDirection = toSimTK(step.touch.normal);
    if (step.past) {
        in.history = step.past->tangentialLaw;
        in.dashpotAtCommit = toSimTK(step.past->dampingTime * now.carried.slipVelocityAtCommit);
        in.limitLengthAtCommit = step.past->limitLength;
        in.slipAtPresentVelocity = toSimTK(step.time * now.slipVelocity);
    }
    return in;
}

/** The tangential law's answer. @param frictionFactor of both surfaces together @param room for what it is asked with */
SIMBODYDEM_ALWAYS_INLINE inline TangentialOutput askTangential(const StepOfContact& step, const Follow& now,
                                                               const NormalOutput& pressing, SimTK::Real frictionFactor,
                                                               NormalOutput& room, StepHeat& heat) {
    const NormalOutput& gripping = frictionFactor == 1 ? pressing : scaleFriction(room, pressing, frictionFactor);
    const TangentialInput slip = slipOf(step, now, gripping);
    TangentialOutput sliding = step.laws.tangential->calcForce(slip);
    if (step.isTracking || mayHaveSlid(step.past, step.time, slip, sliding))
        sliding = finishSliding(step, slip, sliding, now.carried, frictionFactor, heat);
    return sliding;
}

/** All that is to be remembered, but for energy. */
SIMBODYDEM_ALWAYS_INLINE inline void keep(ContactRow& row, const Touch& touch, const Follow& now, const Answer& answer,
                                          bool hasRolling) {
    row.key = touch.key;
    row.point = touch.point;
    row.normal = touch.normal;
    row.tangentialDisplacement = toEigen(answer.sliding.displacement);
    row.overlap = touch.overlap;
    row.normalMass = now.mass.normal;
    row.tangentialMass = now.mass.tangential;
    row.normalLaw = answer.pressing.history;
    row.tangentialLaw = answer.sliding.history;
    row.mobilizationSquared = std::min(answer.sliding.mobilizationSquared, SimTK::Real(1));
    row.dampingTime = answer.sliding.dampingTime;
    row.limitLength = answer.sliding.limitLength;
    if (!hasRolling) return;
    RollingHistory& rolling = row.full().rolling;
    rolling.rotation = toEigen(answer.turning.rotation);
    rolling.law = answer.turning.history;
    rolling.rollingMobilizationSquared = std::min(answer.turning.rollingMobilizationSquared, SimTK::Real(1));
    rolling.twistingMobilizationSquared = std::min(answer.turning.twistingMobilizationSquared, SimTK::Real(1));
    rolling.dampingTime = answer.turning.dampingTime;
    rolling.limitAngle = answer.turning.limitAngle;
}

ContactRecord recordOf(const Touch&, const Follow&, const Answer&);

} // namespace simbodydem

#endif
