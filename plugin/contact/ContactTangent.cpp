// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactTangent.h"

#include "collision/PerturbedContactQuery.h"
#include "contact/ContactOutput.h"

#include "laws/Differences.h"
#include "math/Vector3.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace simbodydem {

using namespace SimTK;

namespace {

// Offsets into one vector of the laws' inputs and of the point where their forces act.
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

// Finds columns first .. first + 5 of the derivatives by the pose of one body. Steps are powers of two: contacts of one
// pair and of similar size then have equal steps and share their searches.
void lookFrom(const EvaluatedContact& contact, PerturbedContactQuery& place, int first, SeenBy& byPose) {
    const ContactPoint& point = contact.step.contact;
    const bool isA = first == 0;
    const BodyMotion& body = isA ? contact.bodyA : contact.bodyB;
    const Real bend = contact.now.normal.effectiveRadius, lever = (point.point - body.origin).norm();
    for (int k = 0; k < 6; ++k) {
        const Real step = std::exp2(std::round(std::log2(differenceStep * bend / (k < 3 ? std::max(bend, lever) : 1))));
        const auto at = [&](Real by) -> Seen {
            const SmallMotion motion{isA, k, by};
            const BodyMotion moved = movedBy(body, motion);
            const ContactPoint again = place.find(point, motion, contact.step.laws.pointShift);
            return isA ? look(contact, again, moved, contact.bodyB) : look(contact, again, contact.bodyA, moved);
        };
        byPose.col(first + k) = (at(step) - at(-step)) / (2 * step);
    }
}

// Finds columns first .. first + 5 of the derivatives by the velocities of one body. The increments contain the rates at the end of the
// step in terms of the second order at most. A central difference of these errs by rounding only, so its step may be long.
void lookAtMotion(const EvaluatedContact& contact, int first, SeenBy& byVelocity) {
    const ContactPoint& point = contact.step.contact;
    const Vector3 n = point.normal;
    const bool isA = first == 0;
    const Real sign = isA ? -1 : 1;
    const BodyMotion& body = isA ? contact.bodyA : contact.bodyB;
    const Vector3 lever = point.point - body.origin;
    ::Eigen::Matrix<Real, 3, 6> velocity; // of the contact point, b past a
    velocity << -sign * kernels::crossOf(lever), sign * Matrix3::Identity();
    byVelocity.block<1, 6>(Geometry + 1, first) = -n.transpose() * velocity;
    byVelocity.block<3, 6>(SlipVelocity, first) = velocity - n * (n.transpose() * velocity);
    if (contact.hasRolling) byVelocity.block<3, 3>(AngularVelocity, first) = sign * Matrix3::Identity();
    if (!contact.step.past || !(contact.step.time > 0)) return;
    // The step is so short that the mean of the overlap does not reach its bounds.
    const Real length = 0.01 * std::max(std::abs(point.overlap), 1e-12 * contact.now.normal.effectiveRadius);
    for (int k = 0; k < 6; ++k) {
        const Real step = std::min(k < 3 ? length / lever.norm() : length, Real(0.01)) / contact.step.time;
        const auto at = [&](Real by) -> Seen {
            BodyMotion moved = body;
            (k < 3 ? moved.angularVelocity[k] : moved.velocity[k - 3]) += by;
            return isA ? look(contact, point, moved, contact.bodyB) : look(contact, point, contact.bodyA, moved);
        };
        const Seen change = (at(step) - at(-step)) / (2 * step);
        for (const int transported : {Spring, Chord, TurnSpring, Turn, SlipAtCommit, SpinAtCommit})
            byVelocity.block<3, 1>(transported, first + k) = change.segment<3>(transported);
    }
}

// Slip and rotation of a new contact are its velocities times the time since first contact. That time depends on the overlap and
// its rate.
struct SinceFirstTouch {
    Real time, byOverlap = 0, byRate = 0;

    SinceFirstTouch(const ContactKinematics& now, Real timeSinceCommit) : time(now.sinceFirstTouch) {
        const NormalInput& in = now.normal;
        if (!(timeSinceCommit > 0) || in.overlapRate * timeSinceCommit <= in.overlap || !(in.overlap > 0)) return;
        byOverlap = 1 / in.overlapRate;
        byRate = -time / in.overlapRate;
    }
    // Returns d(time times velocity)/d(Seen).
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

// Holds one vector on which an output of substeps depends, and the order of its size.
struct SubstepVector {
    int at; // in Seen
    Vec3 value;
    Real scale;
};
using SubstepVectors = std::array<SubstepVector, 4>;

// Returns the derivative by the normal of a vector that turns with it.
Matrix3 turningWith(const Vector3& normal, const Vector3& vector) {
    const Matrix3 inPlane = Matrix3::Identity() - normal * normal.transpose();
    return normal.dot(vector) * inPlane - normal * (inPlane * vector).transpose();
}

// Tangents of iterations err by what fewer substeps do not resolve. With two, iterations already take more of them.
const int numLegsOfIterations = 4;

// Holds how substeps are differenced. A law is evaluated again for each of their inputs, so those that do not change with the motion are left out,
// such as the curvatures of a sphere on a plane.
struct SubstepDifferences {
    DifferenceRule rule;
    int legs;
    std::array<bool, 5> isChanging; // the inputs of the normal law, in their order

    SubstepDifferences(TangentUse use, const SeenBy& byPose, const SeenBy& byVelocity)
        : rule{stepOfSubsteps, use == TangentUse::Iterations},
          legs(use == TangentUse::Iterations ? numLegsOfIterations : numLegs) {
        for (int k = 0; k < 5; ++k)
            isChanging[std::size_t(k)] = !byPose.row(Geometry + k).isZero(0) || !byVelocity.row(Geometry + k).isZero(0);
    }
    // Returns the derivatives of an output of substeps. Its vectors change in the directions of the columns of `axes`, since they lie in the
    // tangent plane. A law has no directions of its own. Where the normal turns, its output turns with the vectors.
    // evaluate(vectors, contact, output of the normal law) returns the output.
    template <class Axes, class Evaluate>
    Rows find(const EvaluatedContact& contact, const NormalOutput& load, const NormalTangent& byLoad,
              const SubstepVectors& vectors, const Axes& axes, const Evaluate& evaluate) const {
        const NormalInput& in = contact.now.normal;
        const Vector3& n = contact.step.contact.normal;
        const Vec3 unmoved = evaluate(vectors, in, load);
        Rows rows = Rows::Zero();
        rows.middleCols<3>(Normal) = turningWith(n, toEigen(unmoved));
        for (std::size_t i = 0; i < vectors.size(); ++i) {
            const auto [at, value, scale] = vectors[i];
            Matrix3 byVector = Matrix3::Zero();
            for (int k = 0; k < axes.cols(); ++k) {
                const Vec3 axis = toSimTK(axes.col(k));
                const auto along = [&](Real by) {
                    SubstepVectors moved = vectors;
                    moved[i].value += by * axis;
                    return evaluate(moved, in, load);
                };
                byVector += toEigen(differenceQuotient(along, unmoved, rule.step * std::max(value.norm(), scale),
                                                       rule.isForward)) *
                            axes.col(k).transpose();
            }
            rows.middleCols<3>(at) += byVector;
            rows.middleCols<3>(Normal) -= byVector * turningWith(n, toEigen(value));
        }
        const ContactPartials<Vec3> partials = contactDifferencesOf(
            in, load, byLoad, rule, unmoved,
            [&](const NormalInput& moved, const NormalOutput& output) { return evaluate(vectors, moved, output); },
            isChanging);
        return rows + rowsOf(partials);
    }
};

// Holds the input of the tangential law, and whether the force is one of substeps.
struct SlipArgs {
    explicit SlipArgs(const EvaluatedContact& contact)
        : in(slipOf(contact.step, contact.now,
                    contact.frictionFactor == 1 ? contact.output.normal
                                                : scaleFriction(room, contact.output.normal, contact.frictionFactor))) {
        const TangentialOutput inOneStep = contact.step.laws.tangential->calcForce(in), &output = contact.output.tangential;
        isInSubsteps = needsSubsteps(contact.step, in, inOneStep) &&
                       (output.force != inOneStep.force || output.displacement != inOneStep.displacement);
    }

    NormalOutput room;
    TangentialInput in;
    bool isInSubsteps;
};

Rows friction(const EvaluatedContact& contact, const SlipArgs& slip, const NormalTangent& normal,
              const SubstepDifferences& differences) {
    const StepOfContact& step = contact.step;
    const ContactKinematics& now = contact.now;
    NormalTangent grip = normal;
    for (int k = 0; k < 5; ++k) partial(grip.frictionalLoad, k) *= contact.frictionFactor;

    const TangentialLaw& law = *step.laws.tangential;
    if (!slip.isInSubsteps) {
        const TangentialTangent t = law.calcTangent(slip.in, grip);
        const Rows increment =
            step.past ? pick(Chord) : SinceFirstTouch(now, step.time).wayBy(now.slipVelocity, SlipVelocity);
        Rows rows = matrixOf(t.displacement) * pick(Spring) + matrixOf(t.slipIncrement) * increment +
                    matrixOf(t.slipVelocity) * pick(SlipVelocity) + matrixOf(t.normalDirection) * pick(Normal) +
                    rowsOf(t.contact);
        if (step.past)
            rows += step.past->dampingTime * matrixOf(t.dashpotAtCommit) * pick(SlipAtCommit) +
                    step.time * matrixOf(t.slipAtPresentVelocity) * pick(SlipVelocity);
        return rows;
    }
    const auto evaluate = [&](const SubstepVectors& v, const NormalInput& moved, const NormalOutput& load) {
        TangentialInput args{moved, load, v[0].value, v[1].value, v[2].value, slip.in.effectiveMass, slip.in.history};
        args.dashpotAtCommit = slip.in.dashpotAtCommit;
        args.limitLengthAtCommit = slip.in.limitLengthAtCommit;
        args.slipAtPresentVelocity = slip.in.slipAtPresentVelocity;
        args.normalDirection = slip.in.normalDirection;
        args.time = slip.in.time;
        args.dampingTimeAtCommit = slip.in.dampingTimeAtCommit;
        ContactPath path(step, now.transported, moved);
        path.slipVelocityAtCommit = v[3].value;
        path.legs = differences.legs;
        return evaluateInSubsteps(step, args, outputAtCommit(step, args), law.calcForce(args), path,
                                  contact.frictionFactor, nullptr)
            .force;
    };
    const ContactScales scales(slip.in.contact, slip.in.normal);
    const Real length = std::max(scales.length, (slip.in.displacement + slip.in.slipIncrement).norm());
    const SubstepVectors vectors{{{Spring, slip.in.displacement, length},
                                  {Chord, slip.in.slipIncrement, length},
                                  {SlipVelocity, slip.in.slipVelocity, scales.speed},
                                  {SlipAtCommit, toSimTK(now.transported.slipVelocityAtCommit), 1e-12}}};
    const Vector3& n = step.contact.normal;
    ::Eigen::Matrix<Real, 3, 2> axes;
    axes.col(0) = n.unitOrthogonal();
    axes.col(1) = n.cross(axes.col(0));
    return differences.find(contact, slip.in.normal, grip, vectors, axes, evaluate);
}

// Holds the input of the rolling law, and whether the torque is one of substeps.
struct TurnArgs : RollingStep {
    explicit TurnArgs(const EvaluatedContact& contact)
        : RollingStep(contact.step, contact.now, contact.output.normal, contact.bodyA, contact.bodyB) {
        const RollingOutput inOneStep = contact.step.laws.rolling->calcTorque(in), &output = contact.output.rolling;
        isInSubsteps = hasStopped(inOneStep) &&
                       (output.torque != inOneStep.torque || output.rotation != inOneStep.rotation);
    }

    bool isInSubsteps;
};

Rows rollingTorque(const EvaluatedContact& contact, const TurnArgs& turn, const NormalTangent& normal,
                   const SubstepDifferences& differences) {
    const StepOfContact& step = contact.step;
    const ContactKinematics& now = contact.now;
    const Vector3 spin = toEigen(turn.in.angularVelocity);
    const RollingLaw& law = *step.laws.rolling;
    if (!turn.isInSubsteps) {
        const RollingTangent t = law.calcTangent(turn.in, normal);
        const Rows increment = step.past ? pick(Turn) : SinceFirstTouch(now, step.time).wayBy(spin, AngularVelocity);
        Rows rows = matrixOf(t.normalDirection) * pick(Normal) + matrixOf(t.rotation) * pick(TurnSpring) +
                    matrixOf(t.rotationIncrement) * increment + matrixOf(t.angularVelocity) * pick(AngularVelocity) +
                    rowsOf(t.contact);
        if (step.past)
            rows += step.past->full().rolling.dampingTime * matrixOf(t.dashpotAtCommit) * pick(SpinAtCommit) +
                    step.time * matrixOf(t.rotationAtPresentVelocity) * pick(AngularVelocity);
        return rows;
    }
    const auto evaluate = [&](const SubstepVectors& v, const NormalInput& moved, const NormalOutput& load) {
        RollingInput args{moved, load, turn.in.normalDirection, v[0].value, v[1].value, v[2].value, turn.in.history};
        args.dashpotAtCommit = turn.in.dashpotAtCommit;
        args.limitAngleAtCommit = turn.in.limitAngleAtCommit;
        args.rotationAtPresentVelocity = turn.in.rotationAtPresentVelocity;
        args.time = turn.in.time;
        args.dampingTimeAtCommit = turn.in.dampingTimeAtCommit;
        ContactPath path(step, now.transported, moved);
        path.angularVelocityAtCommit = v[3].value;
        path.legs = differences.legs;
        return evaluateInSubsteps(step, args, outputAtCommit(step, args), law.calcTorque(args), path, nullptr).torque;
    };
    const ContactScales scales(turn.in.contact, turn.in.normal);
    const Real radius = turn.in.contact.effectiveRadius;
    const Real angle = std::max(scales.length / radius, (turn.in.rotation + turn.in.rotationIncrement).norm());
    const Vec3 spinAtCommit = ContactPath(step, now.transported, now.normal).angularVelocityAtCommit;
    const SubstepVectors vectors{{{TurnSpring, turn.in.rotation, angle},
                                  {Turn, turn.in.rotationIncrement, angle},
                                  {AngularVelocity, turn.in.angularVelocity, scales.speed / radius},
                                  {SpinAtCommit, spinAtCommit, 1e-12}}};
    return differences.find(contact, turn.in.normal, normal, vectors, Matrix3(Matrix3::Identity()), evaluate);
}

} // namespace

void findTangent(const EvaluatedContact& contact, PerturbedContactQuery& place, TangentUse use, ContactTangent& tangent) {
    const SlipArgs slip(contact);
    std::optional<TurnArgs> turn;
    if (contact.hasRolling) turn.emplace(contact);
    const ContactPoint& point = contact.step.contact;
    SeenBy byPose = SeenBy::Zero(), byVelocity = SeenBy::Zero();
    for (const int first : {0, 6}) {
        if (!(first == 0 ? contact.isMovableA : contact.isMovableB)) continue;
        lookFrom(contact, place, first, byPose);
        lookAtMotion(contact, first, byVelocity);
    }
    const SubstepDifferences differences(use, byPose, byVelocity);
    const NormalTangent normal = contact.step.laws.normal->calcTangent(contact.now.normal);
    const ContactOutput& output = contact.output;
    const Vector3 force = output.normal.force * point.normal + toEigen(output.tangential.force);
    const Rows forceRows =
        point.normal * rowOf(normal.force) + output.normal.force * pick(Normal) + friction(contact, slip, normal, differences);
    const Rows torqueRows = turn ? rollingTorque(contact, *turn, normal, differences) : Rows(Rows::Zero());

    const auto fill = [&](const SeenBy& seen, bool isPose, Matrix12& out) {
        const ::Eigen::Matrix<Real, 3, 12> df = forceRows.lazyProduct(seen);
        const ::Eigen::Matrix<Real, 3, 12> dtau =
            contact.hasRolling ? torqueRows.lazyProduct(seen).eval() : ::Eigen::Matrix<Real, 3, 12>::Zero().eval();
        for (const int first : {0, 6}) {
            const Real sign = first == 0 ? -1 : 1;
            ::Eigen::Matrix<Real, 3, 12> lever = seen.middleRows<3>(Point); // its derivative
            if (isPose) lever.middleCols<3>(first + 3) -= Matrix3::Identity();
            const Vector3 arm = point.point - (first == 0 ? contact.bodyA : contact.bodyB).origin;
            out.middleRows<3>(first) = sign * (dtau + kernels::crossOf(arm) * df - kernels::crossOf(force) * lever);
            out.middleRows<3>(first + 3) = sign * df;
        }
    };
    fill(byPose, true, tangent.byPose);
    fill(byVelocity, false, tangent.byVelocity);
    tangent.key = point.key;
    tangent.isSliding = output.tangential.sliding;
}

} // namespace simbodydem
