// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SLIDING_CHECK_H
#define SIMBODYDEM_SLIDING_CHECK_H

#include "contact/ContactTransport.h"

#include <iosfwd>
#include <vector>

namespace simbodydem {

/** How a body moves: velocity and acceleration of its origin, and of its rotation. */
struct BodyTwist {
    Vector3 velocity, angularVelocity, acceleration, angularAcceleration;
};

/** A contact that slides: b past a, and the levers of the contact point from the two bodies' origins. */
struct SlidingContact {
    ContactKey key;
    Vector3 slipVelocity, leverA, leverB;
    BodyTwist bodyA, bodyB;
};

/** How fast its slip loses speed, along the slip [m/s^2]; < 0 where it gains. */
SimTK::Real brakingOf(const SlidingContact&);

/** What slides at one instant: the value of an auto-update discrete variable of its own, since accelerations are known only
after the forces. */
struct SlidingContacts {
    SimTK::Real time = SimTK::NaN;
    std::vector<SlidingContact> contacts;
};

/** Required of what lives in a State. */
std::ostream& operator<<(std::ostream&, const SlidingContacts&);

/** A step has to obey the forces at both of its ends: slip that was braked by at least a from the commit until now has lost
a dt of speed. The first contact that has lost less than half of it while it slides at both ends, or null.

An implicit integrator may take such a step. Its Newton iteration has the stiffness of a contact that sticks: a huge error of
acceleration is then a tiny one of velocity, below any tolerance that does not resolve the length over which the tangential
spring yields. The iteration calls itself converged, the prediction stands, and slip grows against friction. */
const SlidingContact* findUnresolvedSliding(const SlidingContacts& committed, const SlidingContacts& now);

} // namespace simbodydem

#endif
