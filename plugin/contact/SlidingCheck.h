// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SLIDING_CHECK_H
#define SIMBODYDEM_SLIDING_CHECK_H

#include "contact/ContactTransport.h"

#include <iosfwd>
#include <vector>

namespace simbodydem {

/** Stores the velocity and the acceleration of a body's origin and of its rotation. */
struct BodyTwist {
    Vector3 velocity, angularVelocity, acceleration, angularAcceleration;
};

/** Stores a contact that slides. The slip velocity is that of b past a; levers reach from the origins of the bodies to the contact
point. */
struct SlidingContact {
    ContactKey key;
    Vector3 slipVelocity, leverA, leverB;
    BodyTwist bodyA, bodyB;
};

/** Returns the deceleration of the slip, along the slip [m/s^2]; < 0 if the slip gains speed. */
SimTK::Real brakingOf(const SlidingContact&);

/** Stores the contacts that slide at one instant. It is the value of a separate auto-update discrete variable, because
accelerations are known only after the forces. */
struct SlidingContacts {
    SimTK::Real time = SimTK::NaN;
    std::vector<SlidingContact> contacts;
};

/** Writes one line; Simbody requires this operator of values in a State. */
std::ostream& operator<<(std::ostream&, const SlidingContacts&);

/** Returns the first contact that slides against the forces at both ends of a step, or null. A step must obey the forces at both
of its ends. If slip was decelerated by at least a from the commit until now, it has lost the speed a dt. The contact that is
returned slides at both ends and has lost less than half of this speed.

An implicit integrator may take such a step. Its Newton iteration has the stiffness of a contact that sticks. A huge error of
acceleration is then a tiny error of velocity. It is below any tolerance that does not resolve the length by which the tangential
spring deforms. The iteration then counts as converged, the prediction stands, and slip grows against friction. */
const SlidingContact* findUnresolvedSliding(const SlidingContacts& committed, const SlidingContacts& now);

} // namespace simbodydem

#endif
