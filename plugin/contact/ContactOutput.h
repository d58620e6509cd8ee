// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_OUTPUT_H
#define SIMBODYDEM_CONTACT_CONTACT_OUTPUT_H

#include "contact/ContactKinematics.h"
#include "contact/SlipPath.h"
#include "math/Inline.h"
#include "simbodydem/ContactRecord.h"

#include <algorithm>

// Evaluation of a pair's laws at one contact point with its history.

namespace simbodydem {

/** Holds the outputs of the three laws of a pair. */
struct ContactOutput {
    const NormalOutput& normal;
    const TangentialOutput& tangential;
    const RollingOutput& rolling; // zeros without a rolling law
};

/** Returns the normal law's output with the frictional load scaled by the friction factor. Only the tangential law uses it: rolling
feels the whole load, whatever the friction.
@param scaled  storage for the result */
const NormalOutput& scaleFriction(NormalOutput& scaled, const NormalOutput& normal, SimTK::Real factor);

/** Returns the tangential law's output. It is evaluated again substep by substep if its slider has stopped or its slip has turned
within the step.
@param inOneStep  the law's output for the whole step
@param heat       receives the heat of the law in addition, if energy is tracked */
TangentialOutput finishSliding(const StepOfContact&, const TangentialInput& args, const TangentialOutput& inOneStep,
                               const TransportedContact&, SimTK::Real frictionFactor, StepHeat& heat);

/** Returns true if the slider has stopped, or may have stopped, within the step, or if its slip has turned. */
bool needsSubsteps(const StepOfContact&, const TangentialInput& args, const TangentialOutput& inOneStep);

/** Holds the input of the rolling law. */
struct RollingStep {
    RollingStep(const StepOfContact&, const ContactKinematics&, const NormalOutput&, const BodyMotion& bodyA,
                const BodyMotion& bodyB);

    /** Returns true if one of the law's two sliders has stopped, or may have stopped, within the step. */
    bool hasStopped(const RollingOutput& inOneStep) const;

    const StepOfContact& step;
    RollingOutput before; // at the commit, transported; torque and energy only if energy is tracked
    RollingInput in;
};

/** Returns the rolling law's output, evaluated substep by substep if one of its sliders has stopped within the step. */
RollingOutput evaluateRolling(const StepOfContact&, const ContactKinematics&, const NormalOutput&,
                              const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat);

/** Returns the input of the tangential law. */
SIMBODYDEM_ALWAYS_INLINE inline TangentialInput slipOf(const StepOfContact& step, const ContactKinematics& now,
                                                       const NormalOutput& scaledNormal) {
    TangentialInput in{now.normal,
                       scaledNormal,
                       toSimTK(now.transported.tangentialDisplacement),
                       toSimTK(now.transported.slipIncrement),
                       toSimTK(now.slipVelocity),
                       now.mass.tangential,
                       LawHistory()};
    in.normalDirection = toSimTK(step.contact.normal);
    in.time = step.past ? step.time : now.sinceFirstTouch;
    if (step.past) {
        in.history = step.past->tangentialLaw;
        in.dashpotAtCommit = toSimTK(step.past->dampingTime * now.transported.slipVelocityAtCommit);
        in.limitLengthAtCommit = step.past->limitLength;
        in.dampingTimeAtCommit = step.past->dampingTime;
        in.slipAtPresentVelocity = toSimTK(step.time * now.slipVelocity);
    }
    return in;
}

/** Returns the tangential law's output.
@param frictionFactor  of both surfaces together
@param scaled  storage for the scaled output of the normal law */
SIMBODYDEM_ALWAYS_INLINE inline TangentialOutput evaluateTangential(const StepOfContact& step,
                                                                    const ContactKinematics& now,
                                                                    const NormalOutput& normal,
                                                                    SimTK::Real frictionFactor, NormalOutput& scaled,
                                                                    StepHeat& heat) {
    const NormalOutput& scaledNormal = frictionFactor == 1 ? normal : scaleFriction(scaled, normal, frictionFactor);
    const TangentialInput slip = slipOf(step, now, scaledNormal);
    TangentialOutput tangential = step.laws.tangential->calcForce(slip);
    if (step.isTracking || mayHaveSlid(step.past, step.time, slip, tangential))
        tangential = finishSliding(step, slip, tangential, now.transported, frictionFactor, heat);
    return tangential;
}

/** Copies into the row everything that the contact remembers, except energy. */
SIMBODYDEM_ALWAYS_INLINE inline void keep(ContactRow& row, const ContactPoint& contact, const ContactKinematics& now,
                                          const ContactOutput& output, bool hasRolling) {
    row.key = contact.key;
    row.point = contact.point;
    row.normal = contact.normal;
    row.tangentialDisplacement = toEigen(output.tangential.displacement);
    row.overlap = contact.overlap;
    row.normalMass = now.mass.normal;
    row.tangentialMass = now.mass.tangential;
    row.normalLaw = output.normal.history;
    row.tangentialLaw = output.tangential.history;
    row.mobilizationSquared = std::min(output.tangential.mobilizationSquared, SimTK::Real(1));
    row.dampingTime = output.tangential.dampingTime;
    row.limitLength = output.tangential.limitLength;
    if (!hasRolling) return;
    RollingHistory& rolling = row.full().rolling;
    rolling.rotation = toEigen(output.rolling.rotation);
    rolling.law = output.rolling.history;
    rolling.rollingMobilizationSquared = std::min(output.rolling.rollingMobilizationSquared, SimTK::Real(1));
    rolling.twistingMobilizationSquared = std::min(output.rolling.twistingMobilizationSquared, SimTK::Real(1));
    rolling.dampingTime = output.rolling.dampingTime;
    rolling.limitAngle = output.rolling.limitAngle;
}

ContactRecord recordOf(const ContactPoint&, const ContactKinematics&, const ContactOutput&);

} // namespace simbodydem

#endif
