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

/** Judges a contact that is deeper than half of the thinner surface, at the start of a run and wherever the speeds since the commit do not
explain the depth: a body was put there. Warns once of a run that begins with a surface's centre inside the other one.
@param row  null: there was no contact at the commit
@returns true if a body was put there in a run
@throws std::runtime_error if one surface is wholly inside the other at the start */
bool checkDepth(const CompiledModel&, const ContactPoint&, const ContactKinematics&, const ContactRow* row,
                const BodyPose* poseA, const BodyPose* poseB, const ContactHistory& committed,
                SimTK::Real timeSinceCommit, Workspace&);

/** Warns, once a force, of what the committed history has noted: contacts that are deeper, turned further, or come from another side than
they should. @param next  keeps what has been reported */
void warnOfNotedContacts(const CompiledModel&, const ContactHistory& committed, ContactHistory& next, Workspace&);

/** Warns once that the integrator has taken several steps without a commit, if there is a spring that suffers. */
void warnOfMissingCommits(const CompiledModel&, const ContactHistory& committed, SimTK::Real time, ContactHistory& next,
                          Workspace&);

/** Warns once of a contact whose surfaces no force can move. An integrator takes the error for a step too long, and says in the end that it
could not go on, not why. */
void warnOfNoMass(const std::string& error, SimTK::Real time, Workspace&);

/** Warns that error control at this accuracy lets a nearly elastic ball gain or lose energy with each bounce, if a surface is as elastic as
that. @returns true if one is */
bool warnOfElasticImpacts(const CompiledModel&, SimTK::Real accuracy);

/** Throws std::runtime_error, which an integrator takes for a step too long: all that it understands. CPodes renews its Jacobian with it. */
[[noreturn]] void refuseStep(const CompiledModel&, const SlidingContact&);

} // namespace simbodydem

#endif
