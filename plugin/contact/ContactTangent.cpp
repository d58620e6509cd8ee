// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactTangent.h"

#include "contact/Answer.h"
#include "touches/TouchAgain.h"

#include "laws/Differences.h"

#include <cmath>
#include <optional>

namespace simbodydem {

using namespace SimTK;

namespace {

// All that the laws are asked with, and where their answers act.
enum : int {
    Geometry = 0,
    Normal = 5,
    Point = 8,
    Spring = 11,
    Chord = 14,
    SlipVelocity = 17,
    TurnSpring = 20,
    Turn = 23,
    AngularVelocity = 26,
    SlipAtCommit = 29,
    SpinAtCommit = 32,
    NumSeen = 35
};
using Seen = ::Eigen::Matrix<Real, NumSeen, 1>;
using SeenBy = ::Eigen::Matrix<Real, NumSeen, 12>;
using Rows = ::Eigen::Matrix<Real, 3, NumSeen>;

Seen look(const AnsweredContact& contact, const Touch& touch, const BodyMotion& a, const BodyMotion& b) {
    const StepOfContact& step = contact.step;
    const Follow now(touch, a, b);
    Seen seen = Seen::Zero();
    seen.segment<5>(Geometry) << now.normal.overlap, now.normal.overlapRate, now.normal.effectiveRadius,
        now.normal.curvatureA, now.normal.curvatureB;
    seen.segment<3>(Normal) = touch.normal;
    seen.segment<3>(Point) = touch.point;
    seen.segment<3>(SlipVelocity) = now.slipVelocity;
    if (contact.hasRolling) seen.segment<3>(AngularVelocity) = b.angularVelocity - a.angularVelocity;
    if (!step.past) return seen;
    CarriedContact carried;
    carryContact(step.committed(), touch, now.slipVelocity, now.normal.overlapRate, a, b, step.laws.pointShift,
                 contact.hasRolling, carried);
    seen.segment<3>(Spring) = carried.tangentialDisplacement;
    seen.segment<3>(Chord) = carried.slipIncrement;
    seen.segment<3>(SlipAtCommit) = carried.slipVelocityAtCommit;
    if (!contact.hasRolling) return seen;
    const Vector3 spinAtCommit = step.poseB->angularVelocity - step.poseA->angularVelocity;
    seen.segment<3>(TurnSpring) = carried.frame.carryRotation(step.past->full().rolling.rotation, step.past->normal);
    seen.segment<3>(Turn) = carried.rotationIncrement;
    seen.segment<3>(SpinAtCommit) = carried.frame.carryRotation(spinAtCommit, step.past->normal);
    return seen;
}

Matrix3 crossOf(const Vector3& v) {
    Matrix3 m;
    m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
    return m;
}

// A body after a small motion; its velocities are what they were.
BodyMotion movedBy(const BodyMotion& body, const SmallMotion& motion) {
    BodyMotion moved = body;
    if (motion.coordinate < 3)
        moved.setTurn(motion.rotation() * body.turn);
    else
        moved.origin[motion.coordinate - 3] += motion.by;
    return moved;
}

// Columns first .. first + 5 of what is seen, by where one of the bodies is. Steps are powers of two: contacts of one pair
// then have the same, and share their searches, where their sizes are alike.
void lookFrom(const AnsweredContact& contact, TouchAgain& place, int first, SeenBy& byPose) {
    const Touch& touch = contact.step.touch;
    const bool isA = first == 0;
    const BodyMotion& body = isA ? contact.bodyA : contact.bodyB;
    const Real bend = contact.now.normal.effectiveRadius, lever = (touch.point - body.origin).norm();
    for (int k = 0; k < 6; ++k) {
        const Real step = std::exp2(std::round(std::log2(differenceStep * bend / (k < 3 ? std::max(bend, lever) : 1))));
        const auto at = [&](Real by) -> Seen {
            const SmallMotion motion{isA, k, by};
            const BodyMotion moved = movedBy(body, motion);
            const Touch again = place.find(touch, motion, contact.step.laws.pointShift);
            return isA ? look(contact, again, moved, contact.bodyB) : look(contact, again, contact.bodyA, moved);
        };
        byPose.col(first + k) = (at(step) - at(-step)) / (2 * step);
    }
}

// Columns first .. first + 5 of what is seen, by how one of the bodies moves. The increments hold the rates at the end of the step in
// terms of the second order at most, of which a central difference errs by rounding alone: it may be long.
void lookAtMotion(const AnsweredContact& contact, int first, SeenBy& byVelocity) {
    const Touch& touch = contact.step.touch;
    const Vector3 n = touch.normal;
    const bool isA = first == 0;
    const Real sign = isA ? -1 : 1;
    const BodyMotion& body = isA ? contact.bodyA : contact.bodyB;
    const Vector3 lever = touch.point - body.origin;
    ::Eigen::Matrix<Real, 3, 6> velocity; // of the contact point, b past a
    velocity << -sign * crossOf(lever), sign * Matrix3::Identity();
    byVelocity.block<1, 6>(Geometry + 1, first) = -n.transpose() * velocity;
    byVelocity.block<3, 6>(SlipVelocity, first) = velocity - n * (n.transpose() * velocity);
    if (contact.hasRolling) byVelocity.block<3, 3>(AngularVelocity, first) = sign * Matrix3::Identity();
    if (!contact.step.past || !(contact.step.time > 0)) return;
    // Short enough for the overlap's mean not to reach its bounds.
    const Real length = 0.01 * std::max(std::abs(touch.overlap), 1e-12 * contact.now.normal.effectiveRadius);
    for (int k = 0; k < 6; ++k) {
        const Real step = std::min(k < 3 ? length / lever.norm() : length, Real(0.01)) / contact.step.time;
        const auto at = [&](Real by) -> Seen {
            BodyMotion moved = body;
            (k < 3 ? moved.angularVelocity[k] : moved.velocity[k - 3]) += by;
            return isA ? look(contact, touch, moved, contact.bodyB) : look(contact, touch, contact.bodyA, moved);
        };
        const Seen change = (at(step) - at(-step)) / (2 * step);
        for (const int carried : {Spring, Chord, TurnSpring, Turn, SlipAtCommit, SpinAtCommit})
            byVelocity.block<3, 1>(carried, first + k) = change.segment<3>(carried);
    }
}

// What surfaces that are new to each other have slipped by or turned is their velocity times the time since first touch.
struct SinceFirstTouch {
    Real time, byOverlap = 0, byRate = 0;

    SinceFirstTouch(const Follow& now, Real timeSinceCommit) : time(now.sinceFirstTouch) {
        const NormalInput& in = now.normal;
        if (!(timeSinceCommit > 0) || in.overlapRate * timeSinceCommit <= in.overlap || !(in.overlap > 0)) return;
        byOverlap = 1 / in.overlapRate;
        byRate = -time / in.overlapRate;
    }
    // d(time times velocity)/d(what is seen)
    Rows wayBy(const Vector3& velocity, int at) const {
        Rows rows = Rows::Zero();
        rows.col(Geometry) = byOverlap * velocity;
        rows.col(Geometry + 1) = byRate * velocity;
        rows.middleCols<3>(at) = time * Matrix3::Identity();
        return rows;
    }
};

Rows pick(int at) {
    Rows rows = Rows::Zero();
    rows.middleCols<3>(at).setIdentity();
    return rows;
}

::Eigen::Matrix<Real, 1, NumSeen> rowOf(const ContactPartials<Real>& p) {
    ::Eigen::Matrix<Real, 1, NumSeen> row = ::Eigen::Matrix<Real, 1, NumSeen>::Zero();
    for (int k = 0; k < 5; ++k) row[Geometry + k] = partial(p, k);
    return row;
}
Rows rowsOf(const ContactPartials<Vec3>& p) {
    Rows rows = Rows::Zero();
    for (int k = 0; k < 5; ++k) rows.col(Geometry + k) = toEigen(partial(p, k));
    return rows;
}
::Eigen::Map<const Matrix3> matrixOf(const Mat33& m) { return ::Eigen::Map<const Matrix3>(&m(0, 0)); }

// What legs begin with at the commit moves along with the bodies.
template <class Ask> Rows byVectorAtCommit(const Vec3& vector, int at, const Ask& ask) {
    Rows rows = Rows::Zero();
    const Mat33 columns = vectorDifferencesOf(vector, 1e-12, differenceStepOfLegs, ask);
    rows.middleCols<3>(at) = matrixOf(columns);
    return rows;
}

// What the tangential law is asked, and whether its slider has stopped within the step.
struct AskedSlip {
    explicit AskedSlip(const AnsweredContact& contact)
        : in(slipOf(contact.step, contact.now,
                    contact.frictionFactor == 1
                        ? contact.answer.pressing
                        : scaleFriction(room, contact.answer.pressing, contact.frictionFactor))),
          isInLegs(hasStopped(contact.step, in, contact.step.laws.tangential->calcForce(in))) {}

    NormalOutput room;
    TangentialInput in;
    bool isInLegs;
};

Rows friction(const AnsweredContact& contact, const AskedSlip& slip, const NormalTangent& normal) {
    const StepOfContact& step = contact.step;
    const Follow& now = contact.now;
    NormalTangent grip = normal;
    for (int k = 0; k < 5; ++k) partial(grip.frictionalLoad, k) *= contact.frictionFactor;

    const TangentialLaw& law = *step.laws.tangential;
    const auto rowsOfTangent = [&](const TangentialTangent& t) -> Rows {
        const Rows increment =
            step.past ? pick(Chord) : SinceFirstTouch(now, step.time).wayBy(now.slipVelocity, SlipVelocity);
        Rows rows = matrixOf(t.displacement) * pick(Spring) + matrixOf(t.slipIncrement) * increment +
                    matrixOf(t.slipVelocity) * pick(SlipVelocity) + matrixOf(t.normalDirection) * pick(Normal) +
                    rowsOf(t.contact);
        if (step.past)
            rows += step.past->dampingTime * matrixOf(t.dashpotAtCommit) * pick(SlipAtCommit) +
                    step.time * matrixOf(t.slipAtPresentVelocity) * pick(SlipVelocity);
        return rows;
    };
    if (!slip.isInLegs) return rowsOfTangent(law.calcTangent(slip.in, grip));
    const auto inLegs = [&](const TangentialInput& asked, const Vec3* slipAtCommit) {
        ContactPath path(step, now.carried, asked.contact);
        if (slipAtCommit) path.slipVelocityAtCommit = *slipAtCommit;
        return askInLegs(step, asked, answerAtCommit(step, asked), law.calcForce(asked), path, contact.frictionFactor,
                         nullptr)
            .force;
    };
    return rowsOfTangent(differencesOf(
               slip.in, grip, [&](const TangentialInput& asked) { return inLegs(asked, nullptr); },
               differenceStepOfLegs)) +
           byVectorAtCommit(toSimTK(now.carried.slipVelocityAtCommit), SlipAtCommit,
                            [&](const Vec3& slipAtCommit) { return inLegs(slip.in, &slipAtCommit); });
}

// The same of the rolling law.
struct AskedTurn : RollingStep {
    explicit AskedTurn(const AnsweredContact& contact)
        : RollingStep(contact.step, contact.now, contact.answer.pressing, contact.bodyA, contact.bodyB),
          isInLegs(hasStopped(contact.step.laws.rolling->calcTorque(in))) {}

    bool isInLegs;
};

Rows rollingTorque(const AnsweredContact& contact, const AskedTurn& turn, const NormalTangent& normal) {
    const StepOfContact& step = contact.step;
    const Follow& now = contact.now;
    const Vector3 spin = toEigen(turn.in.angularVelocity);
    const RollingLaw& law = *step.laws.rolling;
    const auto rowsOfTangent = [&](const RollingTangent& t) -> Rows {
        const Rows increment = step.past ? pick(Turn) : SinceFirstTouch(now, step.time).wayBy(spin, AngularVelocity);
        Rows rows = matrixOf(t.normalDirection) * pick(Normal) + matrixOf(t.rotation) * pick(TurnSpring) +
                    matrixOf(t.rotationIncrement) * increment + matrixOf(t.angularVelocity) * pick(AngularVelocity) +
                    rowsOf(t.contact);
        if (step.past)
            rows += step.past->full().rolling.dampingTime * matrixOf(t.dashpotAtCommit) * pick(SpinAtCommit) +
                    step.time * matrixOf(t.rotationAtPresentVelocity) * pick(AngularVelocity);
        return rows;
    };
    if (!turn.isInLegs) return rowsOfTangent(law.calcTangent(turn.in, normal));
    const auto inLegs = [&](const RollingInput& asked, const Vec3* spinAtCommit) {
        ContactPath path(step, now.carried, asked.contact);
        if (spinAtCommit) path.angularVelocityAtCommit = *spinAtCommit;
        return askInLegs(step, asked, answerAtCommit(step, asked), law.calcTorque(asked), path, nullptr).torque;
    };
    return rowsOfTangent(differencesOf(
               turn.in, normal, [&](const RollingInput& asked) { return inLegs(asked, nullptr); },
               differenceStepOfLegs)) +
           byVectorAtCommit(ContactPath(step, now.carried, now.normal).angularVelocityAtCommit, SpinAtCommit,
                            [&](const Vec3& spinAtCommit) { return inLegs(turn.in, &spinAtCommit); });
}

} // namespace

void findTangent(const AnsweredContact& contact, TouchAgain& place, ContactTangent& tangent) {
    const AskedSlip slip(contact);
    std::optional<AskedTurn> turn;
    if (contact.hasRolling) turn.emplace(contact);
    const Touch& touch = contact.step.touch;
    SeenBy byPose = SeenBy::Zero(), byVelocity = SeenBy::Zero();
    for (const int first : {0, 6}) {
        if (!(first == 0 ? contact.isMovableA : contact.isMovableB)) continue;
        lookFrom(contact, place, first, byPose);
        lookAtMotion(contact, first, byVelocity);
    }
    const NormalTangent normal = contact.step.laws.normal->calcTangent(contact.now.normal);
    const Answer& answer = contact.answer;
    const Vector3 force = answer.pressing.force * touch.normal + toEigen(answer.sliding.force);
    const Rows forceRows =
        touch.normal * rowOf(normal.force) + answer.pressing.force * pick(Normal) + friction(contact, slip, normal);
    const Rows torqueRows = turn ? rollingTorque(contact, *turn, normal) : Rows(Rows::Zero());

    const auto fill = [&](const SeenBy& seen, bool isPose, Matrix12& out) {
        const ::Eigen::Matrix<Real, 3, 12> df = forceRows.lazyProduct(seen);
        const ::Eigen::Matrix<Real, 3, 12> dtau =
            contact.hasRolling ? torqueRows.lazyProduct(seen).eval() : ::Eigen::Matrix<Real, 3, 12>::Zero().eval();
        for (const int first : {0, 6}) {
            const Real sign = first == 0 ? -1 : 1;
            ::Eigen::Matrix<Real, 3, 12> lever = seen.middleRows<3>(Point); // how it changes
            if (isPose) lever.middleCols<3>(first + 3) -= Matrix3::Identity();
            const Vector3 arm = touch.point - (first == 0 ? contact.bodyA : contact.bodyB).origin;
            out.middleRows<3>(first) = sign * (dtau + crossOf(arm) * df - crossOf(force) * lever);
            out.middleRows<3>(first + 3) = sign * df;
        }
    };
    fill(byPose, true, tangent.byPose);
    fill(byVelocity, false, tangent.byVelocity);
    tangent.key = touch.key;
    tangent.isSliding = answer.sliding.sliding;
}

} // namespace simbodydem
