// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SLIP_PATH_H
#define SIMBODYDEM_SLIP_PATH_H

#include "contact/ContactTransport.h"
#include "contact/PairTable.h"
#include "math/Inline.h"

#include <algorithm>
#include <cmath>

// Substeps of a slider between the commit and now. A law is evaluated with the increment from the commit to now. This is
// enough as long as the slider slides in one direction or not at all. A slider may stop in between, since the slip has
// reversed or the limit has outgrown the trial force. It has then slid further than the end of the step shows. The law must
// then be evaluated for each substep. Where slip turns, the force of a slider follows it along the way. One evaluation knows the way only by
// its ends, and so it errs by the square of the turn.

namespace simbodydem {

/** Holds one contact and its data at the commit. */
struct StepOfContact {
    const PairLaws& laws;
    const ContactPoint& contact;   // now
    Real time;                     // since the commit [s]
    const ContactRow* past;        // null where the contact is new
    bool isTracking;               // energy
    const BodyPose *poseA, *poseB; // at the commit; null where the contact is new

    CommittedContact committed() const { return {*past, *poseA, *poseB, time}; } // only if the contact is not new
};

/** Returns true if the committed slider was at its limit. A slider that slides is at its limit except for rounding. */
inline bool isSliding(Real mobilizationSquaredAtCommit) { return mobilizationSquaredAtCommit > 1 - 1e-9; }

/** The angle between spring and slip that one evaluation of a slider resolves [rad], and the substeps of a slider that needs more. */
constexpr Real resolvedTurn = 1e-4;
constexpr int numLegs = 16;

/** Holds a spring in series with a slider over the step since the commit: of tangential displacement, rolling or twisting. */
struct SliderStep {
    const SimTK::Vec3 &before, &after;       // the spring as committed and transported, and as the law returns it
    const SimTK::Vec3 &increment, &velocity; // of the motion that deforms the spring
    Real mobilizationSquaredBefore, mobilizationSquaredAfter; // TangentialOutput::mobilizationSquared
    Real step;                                                // [s]
    Real limitLength;                                         // the limit now, over the stiffness of the spring
};

/** Returns true if the slider may have come near its limit within the step. The test is fast, and true in case of doubt. `dot` is
the dot product of those parts of the vectors that deform this spring. */
template <class Dot> SIMBODYDEM_ALWAYS_INLINE inline bool mayHaveSlid(const SliderStep& s, const Dot& dot) {
    const Real spring = dot(s.after, s.after), slipped = 4 * s.step * s.step * dot(s.velocity, s.velocity);
    return s.mobilizationSquaredAfter > 0 &&
           2 * std::max(s.mobilizationSquaredBefore, s.mobilizationSquaredAfter) * (spring + slipped) > spring;
}

inline Real dotOfVectors(const SimTK::Vec3& v, const SimTK::Vec3& w) { return dot(v, w); }

inline SliderStep sliderOf(const ContactRow& past, Real time, const TangentialInput& in,
                           const TangentialOutput& output) {
    return {in.displacement,
            output.displacement,
            in.slipIncrement,
            in.slipVelocity,
            past.mobilizationSquared,
            output.mobilizationSquared,
            time,
            output.limitLength};
}
SIMBODYDEM_ALWAYS_INLINE inline bool mayHaveSlid(const ContactRow* past, Real time, const TangentialInput& in,
                                                 const TangentialOutput& output) {
    return past && time > 0 && mayHaveSlid(sliderOf(*past, time, in, output), dotOfVectors);
}

/** Returns true if the slider still slides and has certainly slid throughout the step. Two conditions must hold.
- Over the step and at its end, it slides faster than twice the rate at which the limit lets the spring grow. The rate of the limit is
  that of its whole length, also where a dashpot carries most of it and the spring is short.
- The step changes its speed by less than half of the excess over the limit, both as fractions. The reason is that the spring takes up
what a dashpot loses.

Both are measured along the displacement of the slider, which has the direction of the force. The direction of the spring itself is
rounding error where a dashpot leaves it no length. */
template <class Dot>
inline bool slidesOn(const SliderStep& s, const NormalInput& contact, const NormalOutput& normal, const Dot& dot) {
    const SimTK::Vec3 slid = s.before + s.increment - s.after;
    const Real m = s.mobilizationSquaredAfter, spring = dot(s.after, slid), slip = s.step * dot(s.velocity, slid);
    const Real reach = std::max(spring, s.limitLength * std::sqrt(dot(slid, slid)));
    const SimTK::Vec3 rate = s.step * s.velocity, change = s.increment - rate;
    return m > 1 && slip > 0 && slip > 2 * (spring - dot(s.before, slid)) &&
           slip * normal.frictionalLoad > 2 * reach * s.step * contact.overlapRate * normal.stiffness &&
           64 * m * m * dot(change, change) < (m - 1) * (m - 1) * dot(rate, rate);
}

/** Returns true if a step is not long beside the time with which a sliding spring relaxes. One evaluation is then of the second order, also
where the slider stops within the step. */
inline bool relaxesSlowly(Real step, Real relaxationTime) { return step <= 4 * relaxationTime; }

/** Returns true if a slider whose spring relaxes needs legs. One evaluation has one direction and one limit that is linear in time. It does not
resolve a step that begins with sliding, nor a step that is long beside the time of relaxation: there the slider may slide, turn and stop. */
inline bool needsLegs(bool slidAtCommit, Real step, Real relaxationTime) {
    return relaxationTime > 0 && (slidAtCommit || !relaxesSlowly(step, relaxationTime));
}

/** Returns true if one evaluation does not resolve the displacement of the slider: its spring relaxes, or it slid at the commit and its slip was
turning, so that the spring, which the slip drags, lags behind. The second case depends on the commit alone, so the output has no jump within a
step. A slider with a dashpot that does not relax does not count: the rule by which it keeps its spring is not of an order in the step, and
more substeps do not make it so. */
inline bool needsLegs(const StepOfContact& step, Real relaxationTime) {
    if (!step.past) return false;
    const bool slid = isSliding(step.past->mobilizationSquared);
    if (relaxationTime > 0) return needsLegs(slid, step.time, relaxationTime);
    if (!slid || step.past->dampingTime != 0) return false; // with a dashpot the spring follows the velocity, not the way
    const Vector3 velocity = step.committed().velocity(), &n = step.past->normal, &spring = step.past->tangentialDisplacement;
    const Vector3 slip = velocity - velocity.dot(n) * n;
    if (!(spring.squaredNorm() <= 2 * step.past->limitLength * step.past->limitLength)) return false; // no slider left it so
    return spring.cross(slip).squaredNorm() > resolvedTurn * resolvedTurn * spring.squaredNorm() * slip.squaredNorm();
}

inline bool needsLegs(const RollingHistory& past, Real step, Real relaxationTime) {
    return needsLegs(isSliding(past.rollingMobilizationSquared) || isSliding(past.twistingMobilizationSquared), step, relaxationTime);
}

/** Interpolates a quantity that is known with its rate at both ends of a step. It uses Hermite's cubic in the fraction f of the step.
The rate is that of the cubic as far as both rates and the increment belong to one motion. Where they do not, the rate is linear. This
happens at a stage of an integrator, which may be wherever Euler's step leads, off by half of the change of the rate. A slider that relaxes
takes the derivative of the cubic. Its spring and its dashpot then see one motion. */
template <class T> struct Cubic {
    T start, startRate, end, endRate; // rates per step

    T at(Real f) const {
        const Real g = 1 - f;
        return (g * g * (1 + 2 * f)) * start + (g * g * f) * startRate + (f * f * (1 + 2 * g)) * end -
               (f * f * g) * endRate;
    }
    T derivativeAt(Real f) const { return (1 - f) * startRate + f * endRate + (6 * f * (1 - f)) * nonlinearity(); }
    /** @param steady  see trust() */
    T rateAt(Real f, Real steady = 0) const {
        return (1 - f) * startRate + f * endRate + (6 * f * (1 - f) * trust(steady)) * nonlinearity();
    }
    /** Returns how far both rates and the increment belong to one motion: 1 fully, 0 not at all. It is 0 if the mean rate is off by a
    quarter of the change of the rate, or more.
    @param steady  least squared change of the rate that counts, as a fraction of the squared rates */
    Real trust(Real steady = 0) const {
        const Real off = 16 * square(nonlinearity());
        const Real change = std::max(square(endRate - startRate), steady * (square(startRate) + square(endRate)));
        return off < change ? 1 - off / change : 0;
    }

private:
    T nonlinearity() const { return end - start - 0.5 * (startRate + endRate); }
    static Real square(Real x) { return x * x; }
    static Real square(const SimTK::Vec3& x) { return x.normSqr(); }
};

/** Computes the state of one contact within the step since the commit. */
class ContactPath {
public:
    ContactPath(const StepOfContact&, const TransportedContact&, const NormalInput& now);

    /** Holds the contact at a fraction of the step, and the output of its normal law there. */
    struct Instant {
        NormalInput contact;
        NormalOutput normal;
    };
    Instant at(Real fraction) const;

    const Real step;                                           // [s]
    SimTK::Vec3 slipVelocityAtCommit, angularVelocityAtCommit; // of b past a, transported
    int legs = numLegs;                                        // of a slider that needs them

private:
    const NormalLaw& law;
    const NormalInput& now;
    Cubic<Real> overlap;
};

/** Returns the output of the law at the commit, without force and energy, transported as in the input. */
TangentialOutput outputAtCommit(const StepOfContact&, const TangentialInput&);
RollingOutput outputAtCommit(const StepOfContact&, const RollingInput&);

/** Returns the present output of the law, evaluated once for each substep between the instants at which a slider stopped, or for equal substeps
where slip turns.
@param before  output at the commit, transported; its displacement or rotation and its history are those of the input
@param inOneStep  output for the whole step; returned if no slider stopped
@param heat  receives the heat of the substeps in addition; null if it is not needed */
TangentialOutput evaluateInSubsteps(const StepOfContact&, const TangentialInput&, const TangentialOutput& before,
                                    const TangentialOutput& inOneStep, const ContactPath&, Real frictionFactor,
                                    StepHeat* heat);
RollingOutput evaluateInSubsteps(const StepOfContact&, const RollingInput&, const RollingOutput& before,
                                 const RollingOutput& inOneStep, const ContactPath&, StepHeat* heat);

} // namespace simbodydem

#endif
