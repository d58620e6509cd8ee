// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_KINEMATICS_H
#define SIMBODYDEM_CONTACT_CONTACT_KINEMATICS_H

#include "contact/ContactTransport.h"
#include "contact/EffectiveMass.h"
#include "contact/EllipticContact.h"
#include "math/Inline.h"

#include <cmath>

// The kinematics of a contact since the commit. The functions are inline: passing the result through memory would cost a fifth of the
// time per contact.

namespace simbodydem {

/** Holds the motion of the surfaces at a contact point and the transported history of its contact. The laws get their inputs from
it. */
struct ContactKinematics {
    const ContactRow* past = nullptr; // null: the contact is new, or one of its bodies was placed elsewhere by hand
    Vector3 velocity;                 // of b past a
    NormalInput normal;               // its mass and history come from the contact
    Vector3 slipVelocity;
    TransportedContact transported;
    ContactMass mass;
    Real sinceFirstTouch = SimTK::NaN; // of a new contact

    /** Computes the motion of the surfaces and the input of the normal law. */
    SIMBODYDEM_ALWAYS_INLINE ContactKinematics(const ContactPoint& contact, const BodyMotion& bodyA,
                                               const BodyMotion& bodyB)
        : velocity(bodyB.velocityAt(contact.point) - bodyA.velocityAt(contact.point)),
          normal(geometryOf(contact.overlap, -velocity.dot(contact.normal), contact.curvatureA->along,
                            contact.curvatureB->along)),
          slipVelocity(velocity + normal.overlapRate * contact.normal) {
        normal.firstTouch = true;
        if (contact.isElliptic()) setEllipticGeometry(normal, contact);
    }

    /** Transports the contact of the commit, unless a body was placed elsewhere by hand. */
    SIMBODYDEM_ALWAYS_INLINE void transport(const CommittedContact& committed, const ContactPoint& contact,
                                            const BodyMotion& bodyA, const BodyMotion& bodyB, Real pointShift,
                                            bool hasRolling) {
        const ContactRow& row = committed.row;
        transportContact(committed, contact, slipVelocity, normal.overlapRate, bodyA, bodyB, pointShift, hasRolling,
                         transported);
        const Real squaredWidth = normal.effectiveRadius * std::max(std::abs(contact.overlap), std::abs(row.overlap));
        if (transported.slipIncrement.squaredNorm() > squaredWidth &&
            hasJumped(transported, committed, slipVelocity, std::sqrt(squaredWidth)))
            return;
        past = &row;
        mass = {row.normalMass, row.tangentialMass};
        normal.effectiveMass = mass.normal;
        normal.history = row.normalLaw;
        normal.firstTouch = false;
    }

    /** Begins a new contact with the mass that its dashpots will feel. Nothing is stored yet. */
    void initialize(const ContactMass& found, Real timeSinceCommit, const BodyMotion& bodyA, const BodyMotion& bodyB) {
        mass = found;
        normal.effectiveMass = mass.normal;
        sinceFirstTouch = timeSinceFirstTouch(normal.overlap, normal.overlapRate, timeSinceCommit);
        transported.slipIncrement = slipVelocity * sinceFirstTouch;
        transported.tangentialDisplacement.setZero();
        transported.rotationIncrement = (bodyB.angularVelocity - bodyA.angularVelocity) * sinceFirstTouch;
    }
};

} // namespace simbodydem

#endif
