// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_TRANSPORT_H
#define SIMBODYDEM_CONTACT_CONTACT_TRANSPORT_H

#include "collision/ContactPoint.h"
#include "contact/ContactHistory.h"
#include "math/Inline.h"
#include "math/RotationVector.h"
#include "simbodydem/laws/NormalLaw.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

/** One body during one evaluation: where it is, how it moves, how it has moved since the commit, and the forces that
its contacts put on it. */
struct BodyMotion {
    bool isKnown = false; // fetched in this evaluation
    Vector3 origin, velocity, angularVelocity;
    Matrix3 turn; // rotation since the commit; as a quaternion too
    kernels::Quaternion turnQuaternion;
    Vector3 originAtCommit; // valid, like the turn, only if the body was in contact then
    Vector3 torque, force;  // on the body, about its origin

    SIMBODYDEM_ALWAYS_INLINE void setTurn(const Matrix3& rotation) {
        turn = rotation;
        turnQuaternion = kernels::quaternionOf(rotation);
    }
    SIMBODYDEM_ALWAYS_INLINE Vector3 velocityAt(const Vector3& point) const {
        return velocity + angularVelocity.cross(point - origin);
    }
    /** The sum of speeds that rounding at a point is a share of. */
    Real speedsAt(const Vector3& point) const { return velocity.norm() + angularVelocity.cross(point - origin).norm(); }
    SIMBODYDEM_ALWAYS_INLINE void apply(const Vector3& f, const Vector3& point) {
        force += f;
        torque += (point - origin).cross(f);
    }
};

/** Below which the relative speed of two bodies is rounding, and no sign of what it is about to be. */
inline Real roundingOfSpeed(const BodyMotion& bodyA, const BodyMotion& bodyB, const Vector3& point) {
    return 1e-12 * (bodyA.speedsAt(point) + bodyB.speedsAt(point));
}

/** Of the contact point on b past a, as committed. */
SIMBODYDEM_ALWAYS_INLINE inline Vector3 velocityAtCommit(const ContactRow& row, const BodyPose& poseA,
                                                         const BodyPose& poseB) {
    const auto of = [&row](const BodyPose& pose) -> Vector3 {
        return pose.velocity + pose.angularVelocity.cross(row.point - pose.origin);
    };
    return of(poseB) - of(poseA);
}

/** A contact as it was at the commit, how its bodies moved then, and the time since [s]. */
struct CommittedContact {
    const ContactRow& row;
    const BodyPose &poseA, &poseB;
    Real time;

    Vector3 velocity() const { return velocityAtCommit(row, poseA, poseB); }
};

/** The turn of the frame that moves with a contact, from its pose at the commit to its present one. The frame's origin is the contact
point and one of its axes the normal. It spins about the normal with the mean of both bodies' spins, and carries tangential springs along.
Derived in docs/theory.md, "The frame of a contact". */
struct FrameTurn {
    const Matrix3* flatterTurn;     // of the flatter body since the commit
    kernels::SmallestRotation onto; // of the old normal, carried by that body, onto the present one
    kernels::SineCosine halfSpin;   // of half the angle by which the bodies have spun against each other

    /** Turns a vector with the flatter body, then by the smallest rotation onto the present normal. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 roll(const Vector3& vector) const { return onto * (*flatterTurn * vector); }
    /** Turns a vector about the present normal. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 spin(const Vector3& vector, const kernels::SineCosine& angle) const {
        const Vector3& normal = onto.getTo();
        const Vector3 across = normal.cross(vector);
        return vector + angle.sine * across + (1 - angle.cosine) * normal.cross(across);
    }
    /** Carries a vector of the tangent plane along; its length stays. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 transport(const Vector3& tangent) const { return spin(roll(tangent), halfSpin); }
    /** Carries an elastic rotation along: its rolling part as a tangential displacement, its twist along the normal. */
    Vector3 transportRotation(const Vector3& rotation, const Vector3& normalAtCommit) const {
        const Real twist = rotation.dot(normalAtCommit);
        return transport(rotation - twist * normalAtCommit) + twist * onto.getTo();
    }
};

/** What the motion of two bodies since the commit has made of their contact; vectors of the commit are turned by the frame. */
struct TransportedContact {
    Vector3 slipIncrement;          // of b past a, along the surfaces [m]
    Vector3 tangentialDisplacement; // xi as committed [m]
    Vector3 slipVelocityAtCommit;   // [m/s]
    Vector3 rotationIncrement;      // of b relative to a [rad], if there is a rolling law
    Real largestTurn = 0;           // of a body bent differently in different directions, seen from the frame [rad]
    FrameTurn frame;
};

/** Carries a committed contact along with its two bodies. The slip is the way of b's material past the contact point less that of a's,
seen from a frame that moves with the contact and spins with the flatter body. Positions say how far that is, not velocity times step; the
rates at both ends correct it by what changes within the step. The error of a step is O(h^4), of bodies that are neither spheres nor planes
O(h^3). Docs/theory.md, "The way of a contact".
@param slipVelocity, overlapRate  present @param withRotation  whether a rolling law needs the rotation
@param carried  receives the result, which would be copied through memory otherwise */
void transportContact(const CommittedContact&, const ContactPoint& now, const Vector3& slipVelocity, Real overlapRate,
                      const BodyMotion& bodyA, const BodyMotion& bodyB, Real pointShift, bool withRotation,
                      TransportedContact& transported);

/** Whether the old contact point, which has slipped further than the contact is wide, has also slipped further than its speeds,
then and now, explain: a body was put elsewhere by hand, and must not take a spring along. */
SIMBODYDEM_NOINLINE inline bool hasJumped(const TransportedContact& transported, const CommittedContact& past,
                                          const Vector3& slipVelocity, Real width) {
    const Real speeds = past.velocity().norm() + slipVelocity.norm();
    return transported.slipIncrement.norm() > width + (past.time > 0 ? past.time * speeds : 0);
}

/** a = sqrt(R* delta) [m], 0 beyond touch. */
inline Real contactRadiusOf(Real effectiveRadius, Real overlap) {
    return std::sqrt(effectiveRadius * std::max(overlap, Real(0)));
}

/** What the normal law is asked about, but for mass, first touch and history. */
SIMBODYDEM_ALWAYS_INLINE inline NormalInput geometryOf(Real overlap, Real overlapRate, Real curvatureA,
                                                       Real curvatureB) {
    NormalInput in;
    in.overlap = overlap;
    in.overlapRate = overlapRate;
    in.curvatureA = curvatureA;
    in.curvatureB = curvatureB;
    in.effectiveRadius = 1 / (in.curvatureA + in.curvatureB);
    in.contactRadius = contactRadiusOf(in.effectiveRadius, in.overlap);
    return in;
}

/** A contact that is new in this step has moved only since first touch: no longer than the overlap took to form, and
no longer than the step (PFC's first-touch fraction) [s]. Its velocity at first touch is not known: what has changed of it
since then is left out, like everything of the second order in that first part of a step. */
inline Real timeSinceFirstTouch(Real overlap, Real overlapRate, Real timeSinceCommit) {
    if (!(timeSinceCommit > 0)) return 0;
    const bool isFormingSlowly = overlapRate * timeSinceCommit <= overlap;
    return isFormingSlowly ? timeSinceCommit : std::max(overlap, Real(0)) / overlapRate;
}

} // namespace simbodydem

#endif
