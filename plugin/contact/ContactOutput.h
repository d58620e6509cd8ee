// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_OUTPUT_H
#define SIMBODYDEM_CONTACT_CONTACT_OUTPUT_H

#include "contact/ContactKinematics.h"
#include "contact/SlipPath.h"
#include "math/Inline.h"
#include "simbodydem/ContactRecord.h"

#include <algorithm>

// What a pair's laws answer to one touch, with its past.

namespace simbodydem {

/** What the three laws of a pair answered. */
struct ContactOutput {
    const NormalOutput& normal;
    const TangentialOutput& tangential;
    const RollingOutput& rolling; // zeros without a rolling law
};

/** What the normal law answered, for the tangential law alone: rolling feels the whole load, whatever the friction.
@param room  for it to be made in */
const NormalOutput& scaleFriction(NormalOutput& room, const NormalOutput& normal, SimTK::Real factor);

/** The tangential law's answer, asked again leg by leg if its slider has stopped within the step.
@param inOneStep  what it answered to the whole step
@param heat      what the law turns into heat is added to it if energy is tracked */
TangentialOutput finishSliding(const StepOfContact&, const TangentialInput& args, const TangentialOutput& inOneStep,
                               const TransportedContact&, SimTK::Real frictionFactor, StepHeat& heat);

/** Returns true if the slider has stopped, or may have stopped, within the step. */
bool hasStopped(const StepOfContact&, const TangentialInput& args, const TangentialOutput& inOneStep);

/** What the rolling law is asked about. */
struct RollingStep {
    RollingStep(const StepOfContact&, const ContactKinematics&, const NormalOutput&, const BodyMotion& bodyA,
                const BodyMotion& bodyB);

    /** Whether one of the law's two sliders has, or may have, stopped within the step. */
    bool hasStopped(const RollingOutput& inOneStep) const;

    const StepOfContact& step;
    RollingOutput before; // at the commit, carried along; torque and energy where energy is tracked
    RollingInput in;
};

/** The rolling law's answer, leg by leg alike. */
RollingOutput evaluateRolling(const StepOfContact&, const ContactKinematics&, const NormalOutput&,
                              const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat);

/** What the tangential law is asked about. */
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
    if (step.past) {
        in.history = step.past->tangentialLaw;
        in.dashpotAtCommit = toSimTK(step.past->dampingTime * now.transported.slipVelocityAtCommit);
        in.limitLengthAtCommit = step.past->limitLength;
        in.slipAtPresentVelocity = toSimTK(step.time * now.slipVelocity);
    }
    return in;
}

/** The tangential law's answer. @param frictionFactor of both surfaces together @param room for what it is asked with */
SIMBODYDEM_ALWAYS_INLINE inline TangentialOutput evaluateTangential(const StepOfContact& step,
                                                                    const ContactKinematics& now,
                                                                    const NormalOutput& normal,
                                                                    SimTK::Real frictionFactor, NormalOutput& room,
                                                                    StepHeat& heat) {
    const NormalOutput& scaledNormal = frictionFactor == 1 ? normal : scaleFriction(room, normal, frictionFactor);
    const TangentialInput slip = slipOf(step, now, scaledNormal);
    TangentialOutput tangential = step.laws.tangential->calcForce(slip);
    if (step.isTracking || mayHaveSlid(step.past, step.time, slip, tangential))
        tangential = finishSliding(step, slip, tangential, now.transported, frictionFactor, heat);
    return tangential;
}

/** All that is to be remembered, but for energy. */
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
