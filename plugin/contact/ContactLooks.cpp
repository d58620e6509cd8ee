// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactLooks.h"

#include "collision/PerturbedContactQuery.h"
#include "contact/ContactOutput.h"
#include "laws/Differences.h"
#include "math/Vector3.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::looks {

using namespace SimTK;

namespace {

using Columns = ::Eigen::Matrix<Real, 3, 6>; // derivatives of a vector by the pose or the velocities of one body
using Row = ::Eigen::Matrix<Real, 1, 6>;     // of a number

Seen look(const EvaluatedContact& contact, const ContactPoint& point, const BodyMotion& a, const BodyMotion& b) {
    const StepOfContact& step = contact.step;
    const ContactKinematics now(point, a, b);
    Seen seen = Seen::Zero();
    seen.segment<5>(Geometry) << now.normal.overlap, now.normal.overlapRate, now.normal.effectiveRadius,
        now.normal.curvatureA, now.normal.curvatureB;
    seen.segment<3>(Normal) = point.normal;
    seen.segment<3>(Point) = point.point;
    seen.segment<3>(SlipVelocity) = now.slipVelocity;
    if (contact.hasRolling) seen.segment<3>(AngularVelocity) = b.angularVelocity - a.angularVelocity;
    if (!step.past) return seen;
    TransportedContact transported;
    transportContact(step.committed(), point, now.slipVelocity, now.normal.overlapRate, a, b, step.laws.pointShift,
                     contact.hasRolling, transported);
    seen.segment<3>(Spring) = transported.tangentialDisplacement;
    seen.segment<3>(Chord) = transported.slipIncrement;
    seen.segment<3>(SlipAtCommit) = transported.slipVelocityAtCommit;
    if (!contact.hasRolling) return seen;
    const Vector3 spinAtCommit = step.poseB->angularVelocity - step.poseA->angularVelocity;
    seen.segment<3>(TurnSpring) =
        transported.frame.transportRotation(step.past->full().rolling.rotation, step.past->normal);
    seen.segment<3>(Turn) = transported.rotationIncrement;
    seen.segment<3>(SpinAtCommit) = transported.frame.transportRotation(spinAtCommit, step.past->normal);
    return seen;
}

// Returns the body after a small motion, with unchanged velocities.
BodyMotion movedBy(const BodyMotion& body, const SmallMotion& motion) {
    BodyMotion moved = body;
    if (motion.coordinate < 3)
        moved.setTurn(motion.rotation() * body.turn);
    else
        moved.origin[motion.coordinate - 3] += motion.by;
    return moved;
}

// Finds the derivatives by the pose of the body of a or of b. Steps are powers of two: contacts of one pair and of similar size then have equal
// steps and share their searches.
void differenceByPose(const EvaluatedContact& contact, PerturbedContactQuery& query, bool isOfA, SeenDerivatives& to) {
    const ContactPoint& point = contact.step.contact;
    const BodyMotion& body = isOfA ? contact.bodyA : contact.bodyB;
    const Real radius = contact.now.normal.effectiveRadius, lever = (point.point - body.origin).norm();
    for (int k = 0; k < 6; ++k) {
        const Real step = std::exp2(std::round(std::log2(differenceStep * radius / (k < 3 ? std::max(radius, lever) : 1))));
        const auto at = [&](Real by) -> Seen {
            const SmallMotion motion{isOfA, k, by};
            const BodyMotion moved = movedBy(body, motion);
            const ContactPoint again = query.find(point, motion, contact.step.laws.pointShift);
            return isOfA ? look(contact, again, moved, contact.bodyB) : look(contact, again, contact.bodyA, moved);
        };
        to.byPose.col((isOfA ? 0 : 6) + k) = (at(step) - at(-step)) / (2 * step);
    }
}

// Finds the derivatives of the velocities at the contact point by the velocities of the body of a or of b.
void findVelocities(const EvaluatedContact& contact, bool isOfA, SeenDerivatives& to) {
    const ContactPoint& point = contact.step.contact;
    const Vector3 n = point.normal;
    const int first = isOfA ? 0 : 6;
    const Real sign = isOfA ? -1 : 1;
    const Vector3 lever = point.point - (isOfA ? contact.bodyA : contact.bodyB).origin;
    Columns velocity; // of the contact point, b past a
    velocity << -sign * kernels::crossOf(lever), sign * Matrix3::Identity();
    to.byVelocity.block<1, 6>(Geometry + 1, first) = -n.transpose() * velocity;
    to.byVelocity.block<3, 6>(SlipVelocity, first) = velocity - n * (n.transpose() * velocity);
    if (contact.hasRolling) to.byVelocity.block<3, 3>(AngularVelocity, first) = sign * Matrix3::Identity();
}

// Finds the derivatives of the increments by the velocities of the body of a or of b. The increments contain the rates at the end of the
// step in terms of the second order at most. A central difference of these errs by rounding only, so its step may be long.
void differenceByVelocity(const EvaluatedContact& contact, bool isOfA, SeenDerivatives& to) {
    const ContactPoint& point = contact.step.contact;
    const BodyMotion& body = isOfA ? contact.bodyA : contact.bodyB;
    if (!contact.step.past || !(contact.step.time > 0)) return;
    // The step is so short that the mean of the overlap does not reach its bounds.
    const Real length = 0.01 * std::max(std::abs(point.overlap), 1e-12 * contact.now.normal.effectiveRadius);
    const Real lever = (point.point - body.origin).norm();
    for (int k = 0; k < 6; ++k) {
        const Real step = std::min(k < 3 ? length / lever : length, Real(0.01)) / contact.step.time;
        const auto at = [&](Real by) -> Seen {
            BodyMotion moved = body;
            (k < 3 ? moved.angularVelocity[k] : moved.velocity[k - 3]) += by;
            return isOfA ? look(contact, point, moved, contact.bodyB) : look(contact, point, contact.bodyA, moved);
        };
        const Seen change = (at(step) - at(-step)) / (2 * step);
        for (const int transported : {Spring, Chord, TurnSpring, Turn, SlipAtCommit, SpinAtCommit})
            to.byVelocity.block<3, 1>(transported, (isOfA ? 0 : 6) + k) = change.segment<3>(transported);
    }
}

// Finds the derivatives by the body of a sphere or of a rounded corner that touches a half space. The half space stays, and so do the normal
// and everything that moved with the half space since the commit. Each line differentiates one of transportContact(), in its order.
class SphereOnPlane {
public:
    SphereOnPlane(const EvaluatedContact& contact, bool isSphereB)
        : contact(contact), step(contact.step), point(step.contact), isSphereB(isSphereB), sign(isSphereB ? 1 : -1),
          sphere(isSphereB ? contact.bodyB : contact.bodyA), plane(isSphereB ? contact.bodyA : contact.bodyB),
          n(point.normal), across(kernels::crossOf(n)), outward(sign * n), overlapFraction(0.5 + sign * step.laws.pointShift),
          radius(1 / (isSphereB ? point.curvatureB : point.curvatureA)->along) {
        if (!step.past) return;
        const ContactRow& past = *step.past;
        const BodyPose &sphereThen = isSphereB ? *step.poseB : *step.poseA,
                       &planeThen = isSphereB ? *step.poseA : *step.poseB;
        rate = step.time * (sphere.angularVelocity - plane.angularVelocity);
        rateAtCommit = step.time * (plane.turn * (sphereThen.angularVelocity - planeThen.angularVelocity));
        const Vector3 velocity = plane.turn * step.committed().velocity();
        separationRate = velocity.dot(n);
        slipAtCommit = step.time * (velocity - separationRate * n);
        turn = kernels::rotationVector(sphere.turnQuaternion * plane.turnQuaternion.conjugate(),
                                       0.5 * (rate + rateAtCommit));
        turned = turn + rateAtCommit.cross(rate) / 12;
        const Real overlaps = point.overlap + past.overlap,
                   change = step.time * (contact.now.normal.overlapRate + separationRate) / -12;
        mostBulge = std::abs(overlaps) / 16;
        bulge = std::clamp(change, -mostBulge, mostBulge);
        lever = radius - overlapFraction * (0.5 * overlaps + bulge);
        const Vector3 ofSphere = turned * lever - (rate - rateAtCommit) * (overlapFraction * (point.overlap - past.overlap) / 12);
        const Vector3 ofPlane = plane.turn * (past.point - plane.originAtCommit) - (point.point - plane.origin);
        displacement = alongPlane<Vector3>(across * ofSphere - sign * ofPlane);
        halfAngle = 0.25 * turned.dot(n);
        cosine = std::cos(halfAngle);
        sine = std::sin(halfAngle);
        // The contact has not come from another plane, and turns are far from those at which a rotation vector has no derivative.
        isClose = (plane.turn * past.normal - n).squaredNorm() < 1e-20 && turn.squaredNorm() < 1;
    }
    bool canTell() const { return isClose; }

    void find(SeenDerivatives& to) const {
        const int first = isSphereB ? 6 : 0;
        Columns ofCentre; // its displacement
        const Vector3 centre = point.point + (radius - overlapFraction * point.overlap) * outward - sphere.origin;
        ofCentre << -kernels::crossOf(centre), Matrix3::Identity();
        const Row separation = outward.transpose() * ofCentre;
        Change byPose;
        byPose.overlap = -separation;
        byPose.point = ofCentre - overlapFraction * outward * separation;
        Columns ofVelocity = sign * kernels::crossOf(sphere.angularVelocity - plane.angularVelocity) * byPose.point;
        ofVelocity.rightCols<3>() -= sign * kernels::crossOf(sphere.angularVelocity);
        byPose.overlapRate = -n.transpose() * ofVelocity;
        byPose.slip = alongPlane<Columns>(ofVelocity);
        to.byPose.block<1, 6>(Geometry, first) = byPose.overlap;
        to.byPose.block<1, 6>(Geometry + 1, first) = byPose.overlapRate;
        to.byPose.block<3, 6>(Point, first) = byPose.point;
        to.byPose.block<3, 6>(SlipVelocity, first) = byPose.slip;
        findVelocities(contact, !isSphereB, to);
        if (!step.past) return;
        byPose.turned.leftCols<3>() = inverseJacobian(turn);
        findTransported(byPose, first, to.byPose);
        Change byVelocity;
        byVelocity.overlapRate = to.byVelocity.block<1, 6>(Geometry + 1, first);
        byVelocity.slip = to.byVelocity.block<3, 6>(SlipVelocity, first);
        byVelocity.rate.leftCols<3>() = step.time * Matrix3::Identity();
        byVelocity.turned = kernels::crossOf(rateAtCommit) * byVelocity.rate / 12;
        findTransported(byVelocity, first, to.byVelocity);
    }

private:
    // Stores the derivatives by the pose or the velocities of the body.
    struct Change {
        Row overlap = Row::Zero(), overlapRate = Row::Zero();
        Columns point = Columns::Zero(), slip = Columns::Zero(), rate = Columns::Zero(), turned = Columns::Zero();
    };

    // Returns the derivative of the rotation vector by a small rotation after it.
    static Matrix3 inverseJacobian(const Vector3& turn) {
        Matrix3 jacobian;
        for (int k = 0; k < 3; ++k) jacobian.col(k) = kernels::meanDisplacement(turn, Vector3::Unit(k));
        return jacobian;
    }
    template <class Vectors> Vectors alongPlane(const Vectors& vectors) const {
        return vectors - n * (n.transpose() * vectors);
    }
    // Returns the derivatives of an increment that turns into the frame of the spring.
    Columns intoSpringFrame(const Vector3& increment, const Columns& change, const Vector3& rateThen,
                            const Columns& rateNow, const Change& by) const {
        const Row ofHalfAngle = 0.25 * (n.transpose() * by.turned);
        const Real shorter = kernels::sinc(halfAngle), h = halfAngle,
                   shorterBy = std::abs(h) < 1e-2 ? h * (-1. / 3 + h * h / 30) : (cosine - shorter) / h;
        const Vector3 turnedIncrement = cosine * increment + sine * (across * increment);
        return shorter * (cosine * change + sine * (across * change)) +
               (shorter * (across * turnedIncrement) + shorterBy * turnedIncrement) * ofHalfAngle +
               across * (rateThen * (n.transpose() * by.rate) - rateNow * n.dot(rateAtCommit)) / 24;
    }
    void findTransported(const Change& by, int first, SeenBy& to) const {
        const Row ofBulge = std::abs(bulge) < mostBulge ? Row(by.overlapRate * (step.time / -12))
                                                        : Row(by.overlap * std::copysign(1. / 16, bulge));
        const Row ofLever = -overlapFraction * (0.5 * by.overlap + ofBulge);
        const Real apart = point.overlap - step.past->overlap;
        const Columns ofSphere = by.turned * lever + turned * ofLever -
                                 (by.rate * apart + (rate - rateAtCommit) * by.overlap) * (overlapFraction / 12);
        const Columns ofDisplacement = alongPlane<Columns>(across * ofSphere + sign * by.point);
        const Row ofAngle = 0.5 * (n.transpose() * by.turned);
        const TransportedContact& transported = contact.now.transported;
        to.block<3, 6>(Chord, first) = intoSpringFrame(displacement, ofDisplacement, slipAtCommit, step.time * by.slip, by);
        to.block<3, 6>(Spring, first) = across * transported.tangentialDisplacement * ofAngle;
        to.block<3, 6>(SlipAtCommit, first) = across * transported.slipVelocityAtCommit * ofAngle;
        if (!contact.hasRolling) return;
        const Columns rotation = sign * by.turned;
        const Row twist = n.transpose() * rotation;
        to.block<3, 6>(Turn, first) =
            n * twist + intoSpringFrame(alongPlane<Vector3>(sign * turned), rotation - n * twist, sign * rateAtCommit,
                                        sign * by.rate, by);
        const auto turning = [&](const Vector3& atCommit) -> Columns {
            return across * transported.frame.transportRotation(atCommit, step.past->normal) * ofAngle;
        };
        to.block<3, 6>(TurnSpring, first) = turning(step.past->full().rolling.rotation);
        to.block<3, 6>(SpinAtCommit, first) = turning(step.poseB->angularVelocity - step.poseA->angularVelocity);
    }

    const EvaluatedContact& contact;
    const StepOfContact& step;
    const ContactPoint& point;
    const bool isSphereB;
    const Real sign; // of the normal, relative to the outward one of the half space
    const BodyMotion &sphere, &plane;
    const Vector3 n;
    const Matrix3 across; // n x
    const Vector3 outward;
    const Real overlapFraction, radius; // of the overlap that is the sphere's part; of the sphere [m]
    bool isClose = true;
    // As in transportContact(): rates are multiplied by the step, except separationRate.
    Vector3 rate, rateAtCommit, slipAtCommit, turn, turned, displacement;
    Real separationRate = 0, bulge = 0, mostBulge = 0, lever = 0, halfAngle = 0, cosine = 1, sine = 0;
};

// Finds the derivatives by the second body. If both bodies move as one, so do the contact and its spring, and the velocities must turn
// with them. A common motion does not change any input of the laws.
void findBySecond(const EvaluatedContact& contact, bool isOfA, SeenDerivatives& to) {
    const BodyMotion &second = isOfA ? contact.bodyA : contact.bodyB, &first = isOfA ? contact.bodyB : contact.bodyA;
    const int known = isOfA ? 6 : 0, at = isOfA ? 0 : 6;
    const Matrix3 arm = kernels::crossOf(first.origin - second.origin);
    const auto byTurn = to.byPose.middleCols<3>(known), byShift = to.byPose.middleCols<3>(known + 3),
               bySpin = to.byVelocity.middleCols<3>(known), bySpeed = to.byVelocity.middleCols<3>(known + 3);
    to.byVelocity.middleCols<3>(at) = bySpeed * arm - bySpin;
    to.byVelocity.middleCols<3>(at + 3) = -bySpeed;
    to.byPose.middleCols<3>(at) = byShift * arm - byTurn +
                                  bySpin * kernels::crossOf(first.angularVelocity - second.angularVelocity) +
                                  bySpeed * (kernels::crossOf(first.velocity - second.velocity) +
                                             arm * kernels::crossOf(second.angularVelocity));
    to.byPose.middleCols<3>(at + 3) = -byShift;
    Seen seen = look(contact, contact.step.contact, contact.bodyA, contact.bodyB);
    seen.segment<3>(Point) -= second.origin;
    for (const int vector : {Normal, Point, Spring, Chord, SlipVelocity, TurnSpring, Turn, AngularVelocity, SlipAtCommit,
                             SpinAtCommit})
        to.byPose.block<3, 3>(vector, at) -= kernels::crossOf(seen.segment<3>(vector));
    to.byPose.block<3, 3>(Point, at + 3) += Matrix3::Identity();
}

} // namespace

void findDerivatives(const EvaluatedContact& contact, PerturbedContactQuery& query, SeenDerivatives& derivatives) {
    derivatives.byPose.setZero();
    derivatives.byVelocity.setZero();
    const auto clear = [&](int first) {
        derivatives.byPose.middleCols<6>(first).setZero();
        derivatives.byVelocity.middleCols<6>(first).setZero();
    };
    if (query.isSphereOnPlane(contact.step.contact)) {
        const bool isSphereB = contact.step.contact.curvatureB->along > 0;
        const SphereOnPlane closed(contact, isSphereB);
        if (closed.canTell()) {
            closed.find(derivatives);
            if (isSphereB ? contact.isMovableA : contact.isMovableB) findBySecond(contact, isSphereB, derivatives);
            if (!contact.isMovableA) clear(0);
            if (!contact.isMovableB) clear(6);
            return;
        }
    }
    if (!contact.isMovableA && !contact.isMovableB) return;
    const bool isFirstA = !contact.isMovableB;
    differenceByPose(contact, query, isFirstA, derivatives);
    findVelocities(contact, isFirstA, derivatives);
    differenceByVelocity(contact, isFirstA, derivatives);
    if (contact.isMovableA && contact.isMovableB) findBySecond(contact, !isFirstA, derivatives);
}

} // namespace simbodydem::looks
