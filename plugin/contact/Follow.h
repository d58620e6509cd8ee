// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FOLLOW_H
#define SIMBODYDEM_FOLLOW_H

#include "contact/ContactKinematics.h"
#include "contact/EffectiveMass.h"
#include "contact/EllipticContact.h"
#include "math/Inline.h"

#include <cmath>

// What a touch has behind it. Inlined: handed over through memory, it would cost a fifth of the time per contact.

namespace simbodydem {

/** A touch, how its surfaces move there, and what has become of the contact that it was at the commit: all that the laws are to
be asked with. */
struct Follow {
    const ContactRow* past = nullptr; // null: the contact is new, or one of its bodies was put elsewhere
    Vector3 velocity;                 // of b past a
    NormalInput normal;               // but for mass and history, which are the contact's
    Vector3 slipVelocity;
    CarriedContact carried;
    ContactMass mass;
    Real sinceFirstTouch = SimTK::NaN; // of a new contact

    /** How the surfaces move, and what the normal law is asked about. */
    SIMBODYDEM_ALWAYS_INLINE Follow(const Touch& touch, const BodyMotion& bodyA, const BodyMotion& bodyB)
        : velocity(bodyB.velocityAt(touch.point) - bodyA.velocityAt(touch.point)),
          normal(
              geometryOf(touch.overlap, -velocity.dot(touch.normal), touch.curvatureA->along, touch.curvatureB->along)),
          slipVelocity(velocity + normal.overlapRate * touch.normal) {
        normal.firstTouch = true;
        if (touch.isElliptic()) setEllipticGeometry(normal, touch);
    }

    /** Carry the contact of the commit along, unless it was torn apart by hand. */
    SIMBODYDEM_ALWAYS_INLINE void carry(const CommittedContact& committed, const Touch& touch, const BodyMotion& bodyA,
                                        const BodyMotion& bodyB, Real pointShift, bool hasRolling) {
        const ContactRow& row = committed.row;
        carryContact(committed, touch, slipVelocity, normal.overlapRate, bodyA, bodyB, pointShift, hasRolling, carried);
        const Real squaredWidth = normal.effectiveRadius * std::max(std::abs(touch.overlap), std::abs(row.overlap));
        if (carried.slipIncrement.squaredNorm() > squaredWidth &&
            hasJumped(carried, committed, slipVelocity, std::sqrt(squaredWidth)))
            return;
        past = &row;
        mass = {row.normalMass, row.tangentialMass};
        normal.effectiveMass = mass.normal;
        normal.history = row.normalLaw;
        normal.firstTouch = false;
    }

    /** A new contact, with what its dashpots will feel; nothing is stored yet. */
    void begin(const ContactMass& found, Real timeSinceCommit, const BodyMotion& bodyA, const BodyMotion& bodyB) {
        mass = found;
        normal.effectiveMass = mass.normal;
        sinceFirstTouch = timeSinceFirstTouch(normal.overlap, normal.overlapRate, timeSinceCommit);
        carried.slipIncrement = slipVelocity * sinceFirstTouch;
        carried.tangentialDisplacement.setZero();
        carried.rotationIncrement = (bodyB.angularVelocity - bodyA.angularVelocity) * sinceFirstTouch;
    }
};

} // namespace simbodydem

#endif
