// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_CONTACT_DIAGNOSTICS_H
#define SIMBODYDEM_FORCE_CONTACT_DIAGNOSTICS_H

#include "contact/ContactKinematics.h"
#include "contact/SlidingCheck.h"
#include "force/CompiledModel.h"

#include <string>

namespace simbodydem {

struct Workspace;

/** Angle that a contact of surfaces other than spheres and planes resolves in one step [rad]. */
constexpr SimTK::Real largestResolvedTurn = 1;

/** Overlap from which on no law holds, relative to R*. */
constexpr SimTK::Real deepestOfLaws = 0.5;

/** Checks a contact that is deeper than half of the thinner surface. Warns once of a run that begins with a surface's centre inside the
other one. During a run it finds depths that the speeds since the commit do not explain, where a body was placed.
@param row  null if there was no contact at the commit
@returns true if a body was placed there during a run
@throws std::runtime_error if one surface is wholly inside the other at the start */
bool checkDepth(const CompiledModel&, const ContactPoint&, const ContactKinematics&, const ContactRow* row,
                const BodyPose* poseA, const BodyPose* poseB, const ContactHistory& committed,
                SimTK::Real timeSinceCommit, Workspace&);

/** Flags of an evaluated contact, any number of which may be set. After the commit each of them causes a warning. */
using Conditions = unsigned char;
constexpr Conditions deepAtFirstSight = 1, deeperThanItsLaw = 2, turnedTooFar = 4, ofOneSidedSurface = 8;

/** Returns true if a new contact is deeper than it can have become since the commit. Either it is deeper than laws are valid. Or it
separates and is no longer at its deepest point. Or it is ten times deeper than its speed explains, including the speed that its own force
may have taken. */
bool isTooDeep(const NormalInput&, SimTK::Real force, SimTK::Real timeSinceCommit);

/** Returns the conditions of a contact.
@param force       its normal force [N]
@param isTeleported  its body was placed there during the run, see checkDepth() */
inline Conditions findConditions(const CompiledModel& model, const ContactPoint& contact, const ContactKinematics& now,
                                 SimTK::Real force, bool isTeleported, SimTK::Real timeSinceCommit) {
    Conditions conditions = 0;
    if (isTeleported || (!now.past && isTooDeep(now.normal, force, timeSinceCommit))) conditions |= deepAtFirstSight;
    if (contact.overlap > deepestOfLaws * now.normal.effectiveRadius ||
        (!model.areAllSimple && contact.overlap > model.getDeepestValid(contact)))
        conditions |= deeperThanItsLaw;
    if (now.past && now.transported.largestTurn > largestResolvedTurn) conditions |= turnedTooFar;
    if (contact.front < SimTK::Infinity) conditions |= ofOneSidedSurface;
    return conditions;
}

/** Notes a contact in the next history, for the warning of each of its conditions. */
void noteConditions(const CompiledModel&, const ContactPoint&, const ContactKinematics&, SimTK::Real force, Conditions,
                    SimTK::Real timeSinceCommit, ContactHistory& next);

/** Warns of contacts that the committed history has noted, once per force and kind. They are too deep, have turned too far, or come from the
wrong side.
@param next  stores which warnings were printed */
void warnOfNotedContacts(const CompiledModel&, const ContactHistory& committed, ContactHistory& next, Workspace&);

/** Warns once that the integrator has taken several steps without a commit, if a spring is loaded. */
void warnOfMissingCommits(const CompiledModel&, const ContactHistory& committed, SimTK::Real time, ContactHistory& next,
                          Workspace&);

/** Warns once of a contact whose surfaces no force can move along its normal. Its dashpots feel the mass of the two bodies. */
void warnOfHeldContact(const CompiledModel&, const ContactKey&, SimTK::Real time, Workspace&);

/** Warns that a nearly elastic ball gains or loses energy with each bounce under error control at this accuracy. The warning needs a surface
that is as elastic as that.
@returns true if there is such a surface and the accuracy is too loose */
bool warnOfElasticImpacts(const CompiledModel&, SimTK::Real accuracy);

/** Throws std::runtime_error, which an integrator treats as a step that was too long. It understands no other signal. CPodes renews its
Jacobian with it. */
[[noreturn]] void refuseStep(const CompiledModel&, const SlidingContact&);

} // namespace simbodydem

#endif
