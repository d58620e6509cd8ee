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

/** Stores the motion of one body during one evaluation and since the commit, and the forces of its contacts. */
struct BodyMotion {
    bool isKnown = false; // fetched in this evaluation
    Vector3 origin, velocity, angularVelocity;
    Matrix3 turn; // rotation since the commit; as a quaternion too
    kernels::Quaternion turnQuaternion;
    Vector3 originAtCommit; // valid, like turn, only if the body was in contact at the commit
    Vector3 torque, force;  // on the body, about its origin

    SIMBODYDEM_ALWAYS_INLINE void setTurn(const Matrix3& rotation) {
        turn = rotation;
        turnQuaternion = kernels::quaternionOf(rotation);
    }
    SIMBODYDEM_ALWAYS_INLINE Vector3 velocityAt(const Vector3& point) const {
        return velocity + angularVelocity.cross(point - origin);
    }
    /** Returns the sum of speeds at a point. The rounding errors of the velocity there are in proportion to it. */
    Real speedsAt(const Vector3& point) const { return velocity.norm() + angularVelocity.cross(point - origin).norm(); }
    SIMBODYDEM_ALWAYS_INLINE void apply(const Vector3& f, const Vector3& point) {
        force += f;
        torque += (point - origin).cross(f);
    }
};

/** Returns the relative speed of two bodies below which it is rounding error. The velocity then does not show how the bodies
are about to move. */
inline Real roundingOfSpeed(const BodyMotion& bodyA, const BodyMotion& bodyB, const Vector3& point) {
    return 1e-12 * (bodyA.speedsAt(point) + bodyB.speedsAt(point));
}

/** Returns the velocity of b past a at the contact point, as committed. */
SIMBODYDEM_ALWAYS_INLINE inline Vector3 velocityAtCommit(const ContactRow& row, const BodyPose& poseA,
                                                         const BodyPose& poseB) {
    const auto of = [&row](const BodyPose& pose) -> Vector3 {
        return pose.velocity + pose.angularVelocity.cross(row.point - pose.origin);
    };
    return of(poseB) - of(poseA);
}

/** Holds a contact as it was at the commit, the motion of its bodies then, and the time since [s]. */
struct CommittedContact {
    const ContactRow& row;
    const BodyPose &poseA, &poseB;
    Real time;

    Vector3 velocity() const { return velocityAtCommit(row, poseA, poseB); }
};

/** Turns vectors with the frame that moves with a contact, from its pose at the commit to its present pose. The origin of the frame is
the contact point, and one of its axes is the normal. The frame spins about the normal with the mean spin of both bodies, and tangential
springs move with it. Derived in docs/theory-history.md, "The frame of a contact" and "The frame of the spring". */
struct FrameTurn {
    const Matrix3* flatterTurn;               // of the flatter body since the commit
    kernels::SmallestRotation normalRotation; // from the old normal, turned with that body, onto the present one
    kernels::SineCosine halfSpin;             // of half the angle by which the bodies have spun relative to each other

    /** Turns a vector with the flatter body, then by the smallest rotation onto the present normal. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 roll(const Vector3& vector) const { return normalRotation * (*flatterTurn * vector); }
    /** Turns a vector about the present normal. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 spin(const Vector3& vector, const kernels::SineCosine& angle) const {
        const Vector3& normal = normalRotation.getTo();
        const Vector3 across = normal.cross(vector);
        return vector + angle.sine * across + (1 - angle.cosine) * normal.cross(across);
    }
    /** Turns a vector of the tangent plane with the frame; its length does not change. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 transport(const Vector3& tangent) const { return spin(roll(tangent), halfSpin); }
    /** Turns an elastic rotation with the frame: its rolling part as a tangential displacement, its twist along the normal. */
    Vector3 transportRotation(const Vector3& rotation, const Vector3& normalAtCommit) const {
        const Real twist = rotation.dot(normalAtCommit);
        return transport(rotation - twist * normalAtCommit) + twist * normalRotation.getTo();
    }
};

/** Stores the displacement and rotation of a contact since the commit. Vectors of the commit are turned with the frame. */
struct TransportedContact {
    Vector3 slipIncrement;          // of b past a, along the surfaces [m]
    Vector3 tangentialDisplacement; // xi as committed [m]
    Vector3 slipVelocityAtCommit;   // [m/s]
    Vector3 rotationIncrement;      // of b relative to a [rad], if there is a rolling law
    Real largestTurn = 0;           // of a body whose surface is neither sphere nor plane, seen from the frame [rad]
    FrameTurn frame;
};

/** Transports a committed contact with its two bodies to the present State. The slip is the displacement of b's material past the contact
point less that of a's. Both are seen from a frame that moves with the contact and spins with the flatter body. The slip comes from
positions, not from velocity times step. The rates at both ends of the step correct it for changes within the step. The error of a step
is O(h^4) for spheres and planes, and O(h^3) for other surfaces. Derived in docs/theory-history.md, "Displacement past the contact point".
@param slipVelocity, overlapRate  present values
@param withRotation  true if a rolling law needs the rotation
@param transported  receives the result; a returned value would be copied through memory */
void transportContact(const CommittedContact&, const ContactPoint& now, const Vector3& slipVelocity, Real overlapRate,
                      const BodyMotion& bodyA, const BodyMotion& bodyB, Real pointShift, bool withRotation,
                      TransportedContact& transported);

/** Returns true if a body was placed elsewhere by hand, so that the contact must not keep its spring. The old contact point has then
slipped further than the contact width and the distance by its speeds, then and now, together. */
SIMBODYDEM_NOINLINE inline bool hasJumped(const TransportedContact& transported, const CommittedContact& past,
                                          const Vector3& slipVelocity, Real width) {
    const Real speeds = past.velocity().norm() + slipVelocity.norm();
    return transported.slipIncrement.norm() > width + (past.time > 0 ? past.time * speeds : 0);
}

/** Returns the contact radius a = sqrt(R* delta) [m]; 0 if the surfaces are apart. */
inline Real contactRadiusOf(Real effectiveRadius, Real overlap) {
    return std::sqrt(effectiveRadius * std::max(overlap, Real(0)));
}

/** Returns the input of the normal law without mass, firstTouch and history. */
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

/** Returns the time since first contact of a contact that is new in this step [s]. It is no longer than the overlap took to form,
and no longer than the step (PFC's first-touch fraction). The velocity at first contact is not known. Its change since then is
left out, like all effects of the second order in that first part of a step. */
inline Real timeSinceFirstTouch(Real overlap, Real overlapRate, Real timeSinceCommit) {
    if (!(timeSinceCommit > 0)) return 0;
    const bool isFormingSlowly = overlapRate * timeSinceCommit <= overlap;
    return isFormingSlowly ? timeSinceCommit : std::max(overlap, Real(0)) / overlapRate;
}

} // namespace simbodydem

#endif
