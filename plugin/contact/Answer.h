#ifndef SIMBODYDEM_ANSWER_H
#define SIMBODYDEM_ANSWER_H

#include "contact/SlipPath.h"
#include "simbodydem/ContactRecord.h"

// What a pair's laws answer to one touch, with its past.

namespace simbodydem {

/** What the normal law answered, for the tangential law alone: rolling feels the whole load, whatever the friction.
@param room  for it to be made in */
const NormalAnswer& scaleFriction(NormalAnswer& room, const NormalAnswer& pressing, SimTK::Real factor);

/** The tangential law's answer, asked again leg by leg if its slider has stopped within the step.
@param inOneLeg  what it answered to the whole step
@param chord     the increment as it is, work is done along it
@param heat      what the law turns into heat is added to it if energy is tracked */
TangentialAnswer finishSliding(const StepOfContact&, const TangentialInput& asked, const TangentialAnswer& inOneLeg,
                               const Vector3& chord, SimTK::Real frictionFactor, const BodyMotion& bodyA,
                               const BodyMotion& bodyB, StepHeat& heat);

/** The rolling law's answer, leg by leg alike. */
RollingAnswer askRolling(const StepOfContact&, const NormalInput&, const NormalAnswer&, SimTK::Real sinceFirstTouch,
                         const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat);
RollingHistory rollingHistoryOf(const RollingAnswer&);

ContactRecord recordOf(const Touch&, const NormalInput&, const TangentialInput&, const NormalAnswer&,
                       const TangentialAnswer&, const RollingAnswer&);

} // namespace simbodydem

#endif
