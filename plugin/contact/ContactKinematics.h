// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_KINEMATICS_H
#define SIMBODYDEM_CONTACT_KINEMATICS_H

#include "Inline.h"
#include "kernels/RotationVector.h"
#include "simbodydem/laws/NormalLaw.h"
#include "state/ContactHistory.h"
#include "touches/Touch.h"

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
    const Matrix3* flatterTurn;   // of the flatter body since the commit
    Vector3 carriedNormal;        // the old normal, carried by that body
    Vector3 normal;               // the present one
    kernels::SineCosine halfSpin; // of half the angle by which the bodies have spun against each other

    /** Turns a vector with the flatter body, then by the smallest rotation onto the present normal. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 roll(const Vector3& vector) const {
        return kernels::rotateSmallest(*flatterTurn * vector, carriedNormal, normal);
    }
    /** Turns a vector about the present normal. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 spin(const Vector3& vector, const kernels::SineCosine& angle) const {
        const Vector3 across = normal.cross(vector);
        return vector + angle.sine * across + (1 - angle.cosine) * normal.cross(across);
    }
    /** Carries a vector of the tangent plane along; its length stays. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 carry(const Vector3& tangent) const { return spin(roll(tangent), halfSpin); }
    /** Carries an elastic rotation along: its rolling part as a tangential displacement, its twist along the normal. */
    Vector3 carryRotation(const Vector3& rotation, const Vector3& normalAtCommit) const {
        const Real twist = rotation.dot(normalAtCommit);
        return carry(rotation - twist * normalAtCommit) + twist * normal;
    }
};

/** What the motion of two bodies since the commit has made of their contact; vectors of the commit are turned by the frame. */
struct CarriedContact {
    Vector3 slipIncrement;          // of b past a, along the surfaces [m]
    Vector3 tangentialDisplacement; // xi as committed [m]
    Vector3 slipVelocityAtCommit;   // [m/s]
    Vector3 rotationIncrement;      // of b relative to a [rad], if there is a rolling law
    Real largestTurn = 0;           // of a body bent differently in different directions, seen from the frame [rad]
    FrameTurn frame;
};

/** One body's side of a contact over the step: how its surface is bent there, and how the body turns seen from the frame of the
contact. */
struct ContactSide {
    const BodyMotion& body;
    Vector3 angularVelocityAtCommit;
    Real curvature;                    // the mean of both principal ones [1/m]
    bool isRound;                      // bent alike in all directions, as a sphere or a plane
    Real share;                        // of the overlap
    Real sign;                         // of the normal that points out of the body
    Real lever = 0, leverAtCommit = 0; // from the centre of curvature to the contact point [m]
    Vector3 turn, rate, rateAtCommit;  // rotation vector; angular velocity times the step, at either end [rad]

    SIMBODYDEM_ALWAYS_INLINE ContactSide(const BodyMotion& body, const BodyPose& atCommit, const LocalCurvature& bend,
                                         Real share, Real sign)
        : body(body),
          angularVelocityAtCommit(atCommit.angularVelocity),
          curvature(0.5 * (bend.along + bend.across)),
          isRound(bend.along == bend.across),
          share(share),
          sign(sign) {}

    /** Overlaps beyond the radius, far from any law's validity, must still give a lever. */
    SIMBODYDEM_ALWAYS_INLINE void findLevers(Real overlap, Real overlapAtCommit) {
        const Real least = 0.5, depth = curvature * share;
        lever = std::max(1 - depth * overlap, least) / curvature;
        leverAtCommit = std::max(1 - depth * overlapAtCommit, least) / curvature;
    }
    /** Returns the way of a sphere's material past the contact point. Seen from the frame of the contact the sphere's centre moves along
    the normal alone, so that the way is the rotation times the lever, whatever the motion. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 wayOfSphere(const Vector3& normal, Real bulge) const {
        const Real mean = 0.5 * (leverAtCommit + lever) - share * bulge;
        const Vector3 turned = mean * (turn + (1. / 12) * rateAtCommit.cross(rate)) +
                               ((lever - leverAtCommit) / 12) * (rate - rateAtCommit);
        return sign * turned.cross(normal);
    }
    /** Returns the old contact point, carried by the body, less the present one. */
    SIMBODYDEM_ALWAYS_INLINE Vector3 carriedPoint(const Vector3& pointAtCommit, const Vector3& point) const {
        return body.turn * (pointAtCommit - body.originAtCommit) - (point - body.origin);
    }
    /** Returns the way of any other surface's material. Its own normal part is left to the caller. */
    SIMBODYDEM_NOINLINE Vector3 wayOfAny(const Vector3& pointAtCommit, const Vector3& point) const {
        return kernels::meanWay(turn, carriedPoint(pointAtCommit, point));
    }
};

/** How far the mean of the overlap over a step is above that of its ends, by their rates (Euler and Maclaurin). A step as long as the
natural period of a contact says nothing of what was between its ends: at most an eighth of their mean. */
SIMBODYDEM_ALWAYS_INLINE inline Real bulgeOfOverlap(const CommittedContact& past, const Vector3& velocityAtCommit,
                                                    Real overlap, Real overlapRate) {
    const Real change = overlapRate + velocityAtCommit.dot(past.row.normal),
               most = std::abs(overlap + past.row.overlap) / 16;
    return std::clamp(-past.time * change / 12, -most, most);
}

/** Finds how both bodies have turned seen from a frame whose spin about the normal is the share `sigma` of the other body's past the
flatter one's. That needs the spin: its error falls with the square of the turns in each round.
@param toOther  the other body's turn, seen from the flatter one
@param back     the smallest rotation from the present normal to the one that the flatter body carried
@returns the angle by which the other body has spun against the flatter one about the normal [rad] */
SIMBODYDEM_NOINLINE inline Real findTurns(const Vector3& normal, const kernels::Quaternion& toOther,
                                          const kernels::Quaternion& back, Real sigma, ContactSide& flatter,
                                          ContactSide& other) {
    const Vector3 ofFlatter = 0.5 * (flatter.rate + flatter.rateAtCommit);
    const Vector3 ofOther = 0.5 * (other.rate + other.rateAtCommit);
    const kernels::Quaternion toOtherBack = toOther * back;
    Real spin = normal.dot(ofOther - ofFlatter);
    for (int round = 0; round < 3; ++round) {
        const kernels::SineCosine half(-0.5 * sigma * spin);
        const kernels::Quaternion unspun(half.cosine, half.sine * normal[0], half.sine * normal[1],
                                         half.sine * normal[2]);
        flatter.turn = kernels::rotationVector(back * unspun, ofFlatter);
        other.turn = kernels::rotationVector(toOtherBack * unspun, ofOther);
        const Real last = spin;
        spin = normal.dot(other.turn - flatter.turn);
        if (std::abs(spin - last) <= 1e-16 * std::abs(spin)) break;
    }
    return spin;
}

/** Returns the rotation of the frame of a contact of two bent surfaces, n x n' + n (...), at the rates of one end of the step [rad].
@param slip  the slip velocity times the step */
inline Vector3 rateOfFrame(const Vector3& flatter, const Vector3& other, const Vector3& slip, const Vector3& normal,
                           Real leverOfFlatter, Real leverOfOther, Real sigma) {
    const Real levers = leverOfFlatter + leverOfOther;
    const Vector3 change = // of the normal; two flat surfaces have no levers, and the flatter body's own normal
        levers == 0 ? Vector3(flatter.cross(normal))
                    : Vector3((slip + (leverOfFlatter * flatter + leverOfOther * other).cross(normal)) / levers);
    return normal.cross(change) + ((1 - sigma) * flatter.dot(normal) + sigma * other.dot(normal)) * normal;
}

/** Carries a committed contact along with its two bodies. The slip is the way of b's material past the contact point less that of a's,
seen from a frame that moves with the contact and spins with the flatter body. Positions say how far that is, not velocity times step; the
rates at both ends correct it by what changes within the step. The error of a step is O(h^4), of bodies that are neither spheres nor planes
O(h^3). Docs/theory.md, "The way of a contact".
@param slipVelocity  present; @param overlapRate  present; @param withRotation  whether a rolling law needs the rotation */
SIMBODYDEM_ALWAYS_INLINE inline CarriedContact carryContact(const CommittedContact& committed, const Touch& now,
                                                            const Vector3& slipVelocity, Real overlapRate,
                                                            const BodyMotion& bodyA, const BodyMotion& bodyB,
                                                            Real pointShift, bool withRotation) {
    const ContactRow& past = committed.row;
    const Real time = committed.time;
    const Vector3& n = now.normal;
    ContactSide a(bodyA, committed.poseA, *now.curvatureA, 0.5 - pointShift, 1);
    ContactSide b(bodyB, committed.poseB, *now.curvatureB, 0.5 + pointShift, -1);
    const bool isAFlatter = std::abs(a.curvature) <= std::abs(b.curvature);
    ContactSide &flatter = isAFlatter ? a : b, &other = isAFlatter ? b : a;
    const Real curvatures = std::abs(a.curvature) + std::abs(b.curvature);
    const Real sigma = curvatures > 0 ? std::abs(flatter.curvature) / curvatures : 0.5;
    if (flatter.curvature != 0) flatter.findLevers(now.overlap, past.overlap);
    if (other.curvature != 0) other.findLevers(now.overlap, past.overlap);

    CarriedContact carried;
    FrameTurn& frame = carried.frame;
    frame.flatterTurn = &flatter.body.turn;
    frame.carriedNormal = flatter.body.turn * past.normal;
    frame.normal = n;
    const kernels::Quaternion back = kernels::smallestRotation(n, frame.carriedNormal);
    const kernels::Quaternion toOther = other.body.turnQuaternion * flatter.body.turnQuaternion.conjugate();

    const Vector3 velocityAtCommit = committed.velocity();
    const Vector3 rolledSlip = frame.roll(velocityAtCommit - velocityAtCommit.dot(past.normal) * past.normal);
    const Vector3 slip = time * slipVelocity; // from here on rates are those over the whole step
    const Vector3 ofFlatter = time * flatter.body.angularVelocity, ofOther = time * other.body.angularVelocity;
    Vector3 slipAtCommit = time * rolledSlip;
    Real spin, spinRate, spinRateAtCommit;
    Real beyondFrame =
        0; // the angle of the spring's frame past half the spin, where the frame's own share of it is not exact
    if (sigma ==
        0) { // a flat body, with which the frame turns, but for what the normal turns in it as from facet to facet
        flatter.turn = flatter.rate = flatter.rateAtCommit = 2 * back.vec();
        const Vector3 relative = other.angularVelocityAtCommit - flatter.angularVelocityAtCommit;
        other.rate = ofOther - ofFlatter + flatter.rate;
        other.rateAtCommit = time * frame.roll(relative) + flatter.rate;
        other.turn = kernels::rotationVector(toOther * back, 0.5 * (other.rate + other.rateAtCommit));
        spin = n.dot(other.turn);
        spinRate = n.dot(other.rate);
        spinRateAtCommit = n.dot(other.rateAtCommit);
    } else {
        const Vector3 ofFlatterAtCommit = time * frame.roll(flatter.angularVelocityAtCommit);
        const Vector3 ofOtherAtCommit = time * frame.roll(other.angularVelocityAtCommit);
        const Vector3 frameRate = rateOfFrame(ofFlatter, ofOther, slip, n, flatter.lever, other.lever, sigma);
        const Vector3 frameRateAtCommit = rateOfFrame(ofFlatterAtCommit, ofOtherAtCommit, slipAtCommit, n,
                                                      flatter.leverAtCommit, other.leverAtCommit, sigma);
        flatter.rate = ofFlatter - frameRate;
        other.rate = ofOther - frameRate;
        flatter.rateAtCommit = ofFlatterAtCommit - frameRateAtCommit;
        other.rateAtCommit = ofOtherAtCommit - frameRateAtCommit;
        spin = findTurns(n, toOther, back, sigma, flatter, other);
        spinRate = n.dot(other.rate - flatter.rate);
        spinRateAtCommit = n.dot(other.rateAtCommit - flatter.rateAtCommit);
        // What turned with the flatter body alone turns with the frame.
        const kernels::SineCosine ofFrame(sigma * spin);
        slipAtCommit = frame.spin(slipAtCommit, ofFrame);
        flatter.rateAtCommit = frame.spin(flatter.rateAtCommit, ofFrame);
        other.rateAtCommit = frame.spin(other.rateAtCommit, ofFrame);
        beyondFrame = sigma * spin + n.dot(flatter.turn + (1. / 12) * flatter.rateAtCommit.cross(flatter.rate));
    }

    const Real bulge = bulgeOfOverlap(committed, velocityAtCommit, now.overlap, overlapRate);
    const auto wayOf = [&](const ContactSide& side) -> Vector3 {
        if (side.isRound && side.curvature != 0) return side.wayOfSphere(n, bulge);
        if (side.isRound && sigma == 0) return side.carriedPoint(past.point, now.point);
        carried.largestTurn = std::max(carried.largestTurn, side.turn.norm());
        return side.wayOfAny(past.point, now.point);
    };
    Vector3 way = wayOf(b) - wayOf(a);
    way -= way.dot(n) * n;

    // From this frame into the one that carries springs, whose spin is the mean of both bodies'.
    const Real apart = 0.5 - sigma, angle = apart * spin;
    const kernels::SineCosine half(0.5 * angle);
    const Real shorter = kernels::sinc(0.5 * angle);
    const auto intoSpringFrame = [&](const Vector3& increment, const Vector3& rateAtCommit,
                                     const Vector3& rate) -> Vector3 {
        return shorter * frame.spin(increment, half) +
               (apart / 12) * n.cross(spinRate * rateAtCommit - spinRateAtCommit * rate);
    };
    carried.slipIncrement = intoSpringFrame(way, slipAtCommit, slip);
    const Real commuted = n.dot(other.rateAtCommit.cross(other.rate) - flatter.rateAtCommit.cross(flatter.rate)) / 12;
    frame.halfSpin = kernels::SineCosine(0.5 * (spin + commuted) + beyondFrame);
    carried.tangentialDisplacement = frame.carry(past.tangentialDisplacement);
    carried.slipVelocityAtCommit = frame.spin(rolledSlip, frame.halfSpin);
    if (withRotation) {
        const Vector3 rotation =
            b.turn - a.turn + (1. / 12) * (b.rateAtCommit.cross(b.rate) - a.rateAtCommit.cross(a.rate));
        const Real twist = rotation.dot(n);
        carried.rotationIncrement =
            twist * n + intoSpringFrame(rotation - twist * n, b.rateAtCommit - a.rateAtCommit, b.rate - a.rate);
    }
    return carried;
}

/** Whether the old contact point, which has slipped further than the contact is wide, has also slipped further than its speeds,
then and now, explain: a body was put elsewhere by hand, and must not take a spring along. */
SIMBODYDEM_NOINLINE inline bool hasJumped(const CarriedContact& carried, const CommittedContact& past,
                                          const Vector3& slipVelocity, Real width) {
    const Real speeds = past.velocity().norm() + slipVelocity.norm();
    return carried.slipIncrement.norm() > width + (past.time > 0 ? past.time * speeds : 0);
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
