// SPDX-License-Identifier: Apache-2.0
#include "contact/SlidingCheck.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace simbodydem {

using SimTK::Real;

namespace {

// Slip at one end of the step, along a direction and with the levers of the middle of the step. The contact point moves over
// the bodies, which changes the slip velocity. With the same levers at both ends this change is left out.
struct Slip {
    Real speed, brakingA, brakingB; // deceleration due to each body
    Real braking() const { return brakingA + brakingB; }
};

Slip slipOf(const SlidingContact& contact, const Vector3& along, const Vector3& leverA, const Vector3& leverB) {
    const BodyTwist &a = contact.bodyA, &b = contact.bodyB;
    const Vector3 velocity =
        b.velocity + b.angularVelocity.cross(leverB) - a.velocity - a.angularVelocity.cross(leverA);
    return {along.dot(velocity), along.dot(a.acceleration + a.angularAcceleration.cross(leverA)),
            -along.dot(b.acceleration + b.angularAcceleration.cross(leverB))};
}

bool isResolved(const SlidingContact& before, const SlidingContact& now, Real time) {
    const Real speed = now.slipVelocity.norm();
    if (!(speed > 0)) return true;
    const Vector3 along = now.slipVelocity / speed;
    const Vector3 leverA = 0.5 * (before.leverA + now.leverA), leverB = 0.5 * (before.leverB + now.leverB);
    const Slip start = slipOf(before, along, leverA, leverB), end = slipOf(now, along, leverA, leverB);
    const Real loss = std::min(start.braking(), end.braking()) * time;
    if (!(loss > 0.01 * speed)) return true; // below, the rotation of the normal counts as much
    // A method of the first order uses the acceleration of one end for the whole step, for each body by itself. Where both
    // accelerations change and hardly differ, as on a shaken platform, this error is as large as the loss.
    const Real firstOrder = (std::abs(end.brakingA - start.brakingA) + std::abs(end.brakingB - start.brakingB)) * time;
    return start.speed - end.speed >= 0.5 * loss - firstOrder;
}

} // namespace

std::ostream& operator<<(std::ostream& out, const SlidingContacts& sliding) {
    return out << "SlidingContacts: " << sliding.contacts.size() << " at t = " << sliding.time << " s";
}

Real brakingOf(const SlidingContact& contact) {
    return slipOf(contact, contact.slipVelocity.normalized(), contact.leverA, contact.leverB).braking();
}

const SlidingContact* findUnresolvedSliding(const SlidingContacts& committed, const SlidingContacts& now) {
    const Real time = now.time - committed.time;
    if (!(time > 0)) return nullptr;
    auto before = committed.contacts.begin();
    for (const SlidingContact& contact : now.contacts) {
        const auto isSame = [&contact](const SlidingContact& other) { return other.key == contact.key; };
        const auto found =
            std::find_if(before, committed.contacts.end(), isSame); // both lists have the order of the contacts
        if (found == committed.contacts.end()) continue;
        before = found;
        if (!isResolved(*before, contact, time)) return &contact;
    }
    return nullptr;
}

} // namespace simbodydem
