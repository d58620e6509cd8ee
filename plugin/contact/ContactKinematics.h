// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_KINEMATICS_H
#define SIMBODYDEM_CONTACT_KINEMATICS_H

#include "Inline.h"
#include "contact/BodyPair.h"
#include "contact/EllipticContact.h"
#include "kernels/Transport.h"
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
    Matrix3 turn;           // rotation since the commit
    Vector3 originAtCommit; // valid, like turn, only if the body was in contact then
    Vector3 torque, force;  // on the body, about its origin

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

/** What the two bodies' motion since the commit has made of the old contact. */
struct CarriedContact {
    Vector3 slipIncrement;          // of b past a, along the surfaces
    Vector3 tangentialDisplacement; // xi, carried by both bodies
};

/** 1/(distance of the contact point from the sphere's centre), with the overlap's share `depth` taken off the radius; 0
for a plane. Overlaps beyond the radius, far from any law's validity, must still give a finite lever. */
SIMBODYDEM_ALWAYS_INLINE inline NumberPair inverseLevers(const NumberPair& curvature, const NumberPair& depth) {
    const NumberPair share = 1 - curvature * depth, least{0.5, 0.5};
    return curvature / (share > least ? share : least);
}

/** kernels::arc() of both. */
SIMBODYDEM_ALWAYS_INLINE inline VectorPair arcs(const VectorPair& chords, const NumberPair& inverseLevers) {
    const NumberPair sine2 = chords.squaredNorm() * inverseLevers * inverseLevers;
    if (sine2[0] < kernels::squareOfSmallSine && sine2[1] < kernels::squareOfSmallSine)
        return chords * kernels::angleOverSmallSine(sine2);
    return {kernels::arc<Real>(chords.ofA(), inverseLevers[0]), kernels::arc<Real>(chords.ofB(), inverseLevers[1])};
}

/** Carry a tangent vector with both bodies, each along its own surface, and take the mean. */
SIMBODYDEM_ALWAYS_INLINE inline Vector3 carryTangent(const Vector3& vector, const Vector3& normalAtCommit,
                                                     const Vector3& normal, const TurnPair& turns) {
    const Real squaredLength = vector.squaredNorm();
    if (!(squaredLength > 0)) return Vector3::Zero();
    const VectorPair vectors = turns * vector, normals = turns * normalAtCommit;
    const NumberPair cosines = normals.dot(normal), t = 1 - cosines;
    if (t[0] < kernels::smallVersine && t[1] < kernels::smallVersine) {
        const NumberPair share = vectors.dot(normal) * kernels::inverseOfTwoMinus(t);
        const VectorPair via = vectors - (normals + normal) * share;
        return kernels::meanOfEqualLength<Real>(via.ofA(), via.ofB(), squaredLength);
    }
    return kernels::meanOfEqualLength<Real>(kernels::parallelTransport<Real>(vectors.ofA(), normals.ofA(), normal),
                                            kernels::parallelTransport<Real>(vectors.ofB(), normals.ofB(), normal),
                                            squaredLength);
}
inline Vector3 carryTangent(const Vector3& vector, const Vector3& normalAtCommit, const Vector3& normal,
                            const BodyMotion& bodyA, const BodyMotion& bodyB) {
    return carryTangent(vector, normalAtCommit, normal, TurnPair(bodyA.turn, bodyB.turn));
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

/** How far the mean of the overlap over a step is above that of its ends, by their rates (Euler and Maclaurin). A step that is as
long as a contact swings says nothing of what was between its ends: at most an eighth of their mean. */
SIMBODYDEM_ALWAYS_INLINE inline Real bulgeOfOverlap(const CommittedContact& past, Real overlap, Real overlapRate) {
    const Real change = overlapRate + past.velocity().dot(past.row.normal),
               most = std::abs(overlap + past.row.overlap) / 16;
    return std::clamp(-past.time * change / 12, -most, most);
}

/** What a turn that has become faster while the lever became shorter adds to the way of its mean, for both bodies. */
SIMBODYDEM_ALWAYS_INLINE inline Vector3 wayOfFasterTurn(const CommittedContact& past, const Touch& now,
                                                        const BodyMotion& bodyA, const BodyMotion& bodyB,
                                                        const NumberPair& shares) {
    const Vector3 faster = shares[0] * (bodyA.angularVelocity - past.poseA.angularVelocity) +
                           shares[1] * (bodyB.angularVelocity - past.poseB.angularVelocity);
    return (past.time * (now.overlap - past.row.overlap) / 12) * faster.cross(now.normal);
}

/** Of the overlap, on a's and on b's side of the contact point. @param pointShift see NormalLaw::getContactPointShift() */
inline NumberPair sharesOfOverlap(Real pointShift) { return NumberPair{0.5 - pointShift, 0.5 + pointShift}; }

/** Positions, not velocity times step: where has the old contact point gone on each body? The overlap has changed too,
and with it the levers, so the old point is taken at the mean depth over the step. What is sought is often a billionth of where the
bodies are, hence a difference of levers. */
SIMBODYDEM_ALWAYS_INLINE inline CarriedContact carryContact(const CommittedContact& committed, const Touch& now,
                                                            Real overlapRate, const BodyMotion& bodyA,
                                                            const BodyMotion& bodyB, Real pointShift) {
    const ContactRow& past = committed.row;
    const TurnPair turns(bodyA.turn, bodyB.turn);
    const NumberPair shares = sharesOfOverlap(pointShift);
    const Real meanOverlap = 0.5 * (now.overlap + past.overlap) + bulgeOfOverlap(committed, now.overlap, overlapRate);
    const NumberPair inwards = NumberPair{-shares[0], shares[1]} * (meanOverlap - past.overlap);
    const VectorPair pointsAtCommit = inwards * past.normal + past.point;
    const VectorPair levers = pointsAtCommit - VectorPair(bodyA.originAtCommit, bodyB.originAtCommit);
    const VectorPair to = turns * levers - (now.point - VectorPair(bodyA.origin, bodyB.origin));
    const VectorPair chords = to - to.dot(now.normal) * now.normal;
    const NumberPair curvatures =
        now.isElliptic() ? curvaturesAlong(now, chords) : NumberPair{now.curvatureA->along, now.curvatureB->along};
    const VectorPair ways = arcs(chords, inverseLevers(curvatures, shares * meanOverlap));

    CarriedContact carried;
    carried.slipIncrement = ways.ofB() - ways.ofA() + wayOfFasterTurn(committed, now, bodyA, bodyB, shares);
    carried.tangentialDisplacement = carryTangent(past.tangentialDisplacement, past.normal, now.normal, turns);
    return carried;
}

/** Whether the old contact point, which has slipped further than the contact is wide, has also slipped further than its speeds,
then and now, explain: a body was put elsewhere by hand, and must not take a spring along. */
SIMBODYDEM_NOINLINE inline bool hasJumped(const CarriedContact& carried, const CommittedContact& past,
                                          const Vector3& slipVelocity, Real width) {
    const Real speeds = past.velocity().norm() + slipVelocity.norm();
    return carried.slipIncrement.norm() > width + (past.time > 0 ? past.time * speeds : 0);
}

/** Where slip changes its direction a slider that is asked with the chord of the step lags, by half of what the slip turns
in it, however long its spring: an error of the first order. Turned to the present slip the chord leaves the lag that spring
and slip have, to the second order. For a contact that slides. @param chord the increment */
SIMBODYDEM_NOINLINE inline Vector3 alongPresentSlip(const Vector3& chord, const Vector3& slipVelocity, Real step) {
    const Vector3 end = step * slipVelocity;
    const Real along = chord.dot(end);
    if (!(along > 0)) return chord; // it has turned round: see SlipPath.h
    return chord + std::min(along / end.squaredNorm(), Real(1)) * (end - (along / chord.squaredNorm()) * chord);
}

/** The rotation of b relative to a since the commit, as a vector: angle times axis. The skew part of a rotation is sine times
axis; angle/sine is a series where the angle is small, as it is from one step to the next. */
inline Vector3 relativeRotation(const BodyMotion& bodyA, const BodyMotion& bodyB) {
    const Matrix3 turn = bodyB.turn.lazyProduct(bodyA.turn.transpose());
    const Vector3 sine(0.5 * (turn(2, 1) - turn(1, 2)), 0.5 * (turn(0, 2) - turn(2, 0)),
                       0.5 * (turn(1, 0) - turn(0, 1)));
    if (sine.squaredNorm() < 1e-4 && turn.trace() > 0) return kernels::arc<Real>(sine, 1);
    const Eigen::AngleAxis<Real> whole(turn);
    return whole.angle() * whole.axis();
}

/** Carry an elastic rotation: its rolling part like a tangential displacement, its twist along the normal. */
inline Vector3 carryRotation(const Vector3& rotation, const Vector3& normalAtCommit, const Vector3& normal,
                             const BodyMotion& bodyA, const BodyMotion& bodyB) {
    const Real twist = rotation.dot(normalAtCommit);
    return carryTangent(rotation - twist * normalAtCommit, normalAtCommit, normal, bodyA, bodyB) + twist * normal;
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
