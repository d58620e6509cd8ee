// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactTangent.h"

#include "contact/ContactLooks.h"
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

using namespace looks;
using Rows = ::Eigen::Matrix<Real, 3, NumSeen>;

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
    Rows incrementBy(const Vector3& velocity, int at) const {
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

// Tangents of iterations err by what fewer substeps do not resolve. Where slip turns, begins or ends in the step, that costs steps.
const int numLegsOfIterations = 4;
const Real steadyPart = 0.9; // of the squared slip velocity

// Holds how substeps are differenced. A law is evaluated again for each of their inputs, so those that do not change with the motion are left out,
// such as the curvatures of a sphere on a plane.
struct SubstepDifferences {
    DifferenceRule rule;
    bool needsFewDigits;
    std::array<bool, 5> isChanging; // the inputs of the normal law, in their order

    SubstepDifferences(TangentUse use, const SeenDerivatives& seen)
        : rule{stepOfSubsteps, use == TangentUse::Iterations},
          needsFewDigits(use == TangentUse::Iterations) {
        for (int k = 0; k < 5; ++k)
            isChanging[std::size_t(k)] =
                !seen.byPose.row(Geometry + k).isZero(0) || !seen.byVelocity.row(Geometry + k).isZero(0);
    }
    // Returns the number of substeps of a slider with these rates at the commit and now.
    int countLegs(const Vec3& before, const Vec3& now) const {
        const Real least = steadyPart * std::max(before.normSqr(), now.normSqr());
        return needsFewDigits && dot(before, now) > least ? numLegsOfIterations : numLegs;
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
                                                : scaleFriction(scaled, contact.output.normal, contact.frictionFactor))) {
        const TangentialOutput inOneStep = contact.step.laws.tangential->calcForce(in), &output = contact.output.tangential;
        isInSubsteps = needsSubsteps(contact.step, in, inOneStep) &&
                       (output.force != inOneStep.force || output.displacement != inOneStep.displacement);
    }

    NormalOutput scaled;
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
            step.past ? pick(Chord) : SinceFirstTouch(now, step.time).incrementBy(now.slipVelocity, SlipVelocity);
        Rows rows = matrixOf(t.displacement) * pick(Spring) + matrixOf(t.slipIncrement) * increment +
                    matrixOf(t.slipVelocity) * pick(SlipVelocity) + matrixOf(t.normalDirection) * pick(Normal) +
                    rowsOf(t.contact);
        if (step.past)
            rows += step.past->dampingTime * matrixOf(t.dashpotAtCommit) * pick(SlipAtCommit) +
                    step.time * matrixOf(t.slipAtPresentVelocity) * pick(SlipVelocity);
        return rows;
    }
    const int legs = differences.countLegs(toSimTK(now.transported.slipVelocityAtCommit), slip.in.slipVelocity);
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
        path.legs = legs;
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
        const Rows increment = step.past ? pick(Turn) : SinceFirstTouch(now, step.time).incrementBy(spin, AngularVelocity);
        Rows rows = matrixOf(t.normalDirection) * pick(Normal) + matrixOf(t.rotation) * pick(TurnSpring) +
                    matrixOf(t.rotationIncrement) * increment + matrixOf(t.angularVelocity) * pick(AngularVelocity) +
                    rowsOf(t.contact);
        if (step.past)
            rows += step.past->full().rolling.dampingTime * matrixOf(t.dashpotAtCommit) * pick(SpinAtCommit) +
                    step.time * matrixOf(t.rotationAtPresentVelocity) * pick(AngularVelocity);
        return rows;
    }
    const Vec3 spinAtCommit = ContactPath(step, now.transported, now.normal).angularVelocityAtCommit;
    const int legs = differences.countLegs(spinAtCommit, turn.in.angularVelocity);
    const auto evaluate = [&](const SubstepVectors& v, const NormalInput& moved, const NormalOutput& load) {
        RollingInput args{moved, load, turn.in.normalDirection, v[0].value, v[1].value, v[2].value, turn.in.history};
        args.dashpotAtCommit = turn.in.dashpotAtCommit;
        args.limitAngleAtCommit = turn.in.limitAngleAtCommit;
        args.rotationAtPresentVelocity = turn.in.rotationAtPresentVelocity;
        args.time = turn.in.time;
        args.dampingTimeAtCommit = turn.in.dampingTimeAtCommit;
        ContactPath path(step, now.transported, moved);
        path.angularVelocityAtCommit = v[3].value;
        path.legs = legs;
        return evaluateInSubsteps(step, args, outputAtCommit(step, args), law.calcTorque(args), path, nullptr).torque;
    };
    const ContactScales scales(turn.in.contact, turn.in.normal);
    const Real radius = turn.in.contact.effectiveRadius;
    const Real angle = std::max(scales.length / radius, (turn.in.rotation + turn.in.rotationIncrement).norm());
    const SubstepVectors vectors{{{TurnSpring, turn.in.rotation, angle},
                                  {Turn, turn.in.rotationIncrement, angle},
                                  {AngularVelocity, turn.in.angularVelocity, scales.speed / radius},
                                  {SpinAtCommit, spinAtCommit, 1e-12}}};
    return differences.find(contact, turn.in.normal, normal, vectors, Matrix3(Matrix3::Identity()), evaluate);
}

} // namespace

void findTangent(const EvaluatedContact& contact, PerturbedContactQuery& query, TangentUse use, ContactTangent& tangent) {
    const SlipArgs slip(contact);
    std::optional<TurnArgs> turn;
    if (contact.hasRolling) turn.emplace(contact);
    const ContactPoint& point = contact.step.contact;
    SeenDerivatives seen;
    findDerivatives(contact, query, seen);
    const SubstepDifferences differences(use, seen);
    const NormalTangent normal = contact.step.laws.normal->calcTangent(contact.now.normal);
    const ContactOutput& output = contact.output;
    const Vector3 force = output.normal.force * point.normal + toEigen(output.tangential.force);
    const Rows forceRows =
        point.normal * rowOf(normal.force) + output.normal.force * pick(Normal) + friction(contact, slip, normal, differences);
    const Rows torqueRows = turn ? rollingTorque(contact, *turn, normal, differences) : Rows(Rows::Zero());

    const auto fill = [&](const SeenBy& by, bool isPose, Matrix12& out) {
        const ::Eigen::Matrix<Real, 3, 12> df = forceRows.lazyProduct(by);
        const ::Eigen::Matrix<Real, 3, 12> dtau =
            contact.hasRolling ? torqueRows.lazyProduct(by).eval() : ::Eigen::Matrix<Real, 3, 12>::Zero().eval();
        for (const int first : {0, 6}) {
            const Real sign = first == 0 ? -1 : 1;
            ::Eigen::Matrix<Real, 3, 12> lever = by.middleRows<3>(Point); // its derivative
            if (isPose) lever.middleCols<3>(first + 3) -= Matrix3::Identity();
            const Vector3 arm = point.point - (first == 0 ? contact.bodyA : contact.bodyB).origin;
            out.middleRows<3>(first) = sign * (dtau + kernels::crossOf(arm) * df - kernels::crossOf(force) * lever);
            out.middleRows<3>(first + 3) = sign * df;
        }
    };
    fill(seen.byPose, true, tangent.byPose);
    fill(seen.byVelocity, false, tangent.byVelocity);
    tangent.key = point.key;
    tangent.isSliding = output.tangential.sliding;
}

} // namespace simbodydem
