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
