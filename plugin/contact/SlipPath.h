// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SLIP_PATH_H
#define SIMBODYDEM_SLIP_PATH_H

#include "contact/ContactTransport.h"
#include "contact/PairTable.h"
#include "math/Inline.h"

#include <algorithm>

// What happened to a slider between the commit and now. A law is asked with the increment from the one to the other, which
// is all it needs to know as long as the slider slides one way or not at all. A slider that stops in between, since the
// slip has turned round or the limit has outgrown it, has slid further than can be told from the end: the law must be asked
// for each leg of the step.

namespace simbodydem {

/** One contact and what it has behind it. */
struct StepOfContact {
    const PairLaws& laws;
    const ContactPoint& contact;   // now
    Real time;                     // since the commit [s]
    const ContactRow* past;        // null where the contact is new
    bool isTracking;               // energy
    const BodyPose *poseA, *poseB; // at the commit; null where the contact is new

    CommittedContact committed() const { return {*past, *poseA, *poseB, time}; } // of a contact that is not new
};

/** A committed slider sits at its limit to rounding. */
inline bool isSliding(Real mobilizationSquaredAtCommit) { return mobilizationSquaredAtCommit > 1 - 1e-9; }

/** A spring in series with a slider, over the step since the commit: of tangential displacement, rolling or twisting. */
struct SliderStep {
    const SimTK::Vec3 &before, &after;       // the spring as committed and carried along, and as answered
    const SimTK::Vec3 &increment, &velocity; // of what it follows
    Real mobilizationSquaredBefore, mobilizationSquaredAfter; // TangentialOutput::mobilizationSquared
    Real step;                                                // [s]
};

/** Whether the slider may have come near its limit within the step: cheap, and rather yes than no. `dot` is that of the
vectors' part that this slider follows. */
template <class Dot> SIMBODYDEM_ALWAYS_INLINE inline bool mayHaveSlid(const SliderStep& s, const Dot& dot) {
    const Real spring = dot(s.after, s.after), way = 4 * s.step * s.step * dot(s.velocity, s.velocity);
    return s.mobilizationSquaredAfter > 0 &&
           2 * std::max(s.mobilizationSquaredBefore, s.mobilizationSquaredAfter) * (spring + way) > spring;
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
            time};
}
SIMBODYDEM_ALWAYS_INLINE inline bool mayHaveSlid(const ContactRow* past, Real time, const TangentialInput& in,
                                                 const TangentialOutput& output) {
    return past && time > 0 && mayHaveSlid(sliderOf(*past, time, in, output), dotOfVectors);
}

/** Whether the slider slides still, and certainly has all the time: faster than twice the rate at which the limit gives
the spring more length, over the step and at its end, and in a step that changes its speed by less than half of what it is
beyond the limit by (as shares of either), since the spring gets what a dashpot gives up. All of it along the way that the
slider has slid, which is the force's direction: the spring's own is rounding where a dashpot leaves nothing to it. */
template <class Dot>
inline bool slidesOn(const SliderStep& s, const NormalInput& contact, const NormalOutput& normal, const Dot& dot) {
    const SimTK::Vec3 slid = s.before + s.increment - s.after;
    const Real m = s.mobilizationSquaredAfter, spring = dot(s.after, slid), slip = s.step * dot(s.velocity, slid);
    const SimTK::Vec3 rate = s.step * s.velocity, change = s.increment - rate;
    return m > 1 && slip > 0 && slip > 2 * (spring - dot(s.before, slid)) &&
           slip * normal.frictionalLoad > 2 * spring * s.step * contact.overlapRate * normal.stiffness &&
           64 * m * m * dot(change, change) < (m - 1) * (m - 1) * dot(rate, rate);
}

/** What is known with its rate at both ends of a step, between them: Hermite's cubic in the fraction f of the step. Its
rate is that of the cubic as far as both rates and the increment are of one motion, and straight where they are not: a stage
of an integrator may be wherever Euler's step leads, off by half of what the rate has changed. */
template <class T> struct Cubic {
    T start, startRate, end, endRate; // rates per step

    T at(Real f) const {
        const Real g = 1 - f;
        return (g * g * (1 + 2 * f)) * start + (g * g * f) * startRate + (f * f * (1 + 2 * g)) * end -
               (f * f * g) * endRate;
    }
    T rateAt(Real f) const { return (1 - f) * startRate + f * endRate + (6 * f * (1 - f) * trust()) * bend(); }
    /** How far that is so: 1 wholly, 0 not at all, from a mean rate on that is off by a quarter of what the rate has changed.
    @param steady  share of the squared rates that its square counts for at least */
    Real trust(Real steady = 0) const {
        const Real off = 16 * square(bend());
        const Real change = std::max(square(endRate - startRate), steady * (square(startRate) + square(endRate)));
        return off < change ? 1 - off / change : 0;
    }

private:
    T bend() const { return end - start - 0.5 * (startRate + endRate); }
    static Real square(Real x) { return x * x; }
    static Real square(const SimTK::Vec3& x) { return x.normSqr(); }
};

/** The way of one contact through the step since the commit. */
class ContactPath {
public:
    ContactPath(const StepOfContact&, const TransportedContact&, const NormalInput& now);

    /** The contact at a fraction of the step, and what its normal law answers there. */
    struct Place {
        NormalInput contact;
        NormalOutput normal;
    };
    Place at(Real fraction) const;

    const Real step;                                           // [s]
    SimTK::Vec3 slipVelocityAtCommit, angularVelocityAtCommit; // of b past a, carried along

private:
    const NormalLaw& law;
    const NormalInput& now;
    Cubic<Real> overlap;
};

/** What the law answered at the commit, but for force and energy, as the input carries it along. */
TangentialOutput outputAtCommit(const StepOfContact&, const TangentialInput&);
RollingOutput outputAtCommit(const StepOfContact&, const RollingInput&);

/** The law's answer now, asked once for each leg of the step between the places where a slider stopped.
@param before the answer at the commit, carried along; its displacement or rotation and history are those of the input
@param inOneStep the answer for the whole step; returned if no slider stopped
@param heat what the legs turn into heat is added to it; null if nobody asks */
TangentialOutput evaluateInSubsteps(const StepOfContact&, const TangentialInput&, const TangentialOutput& before,
                                    const TangentialOutput& inOneStep, const ContactPath&, Real frictionFactor,
                                    StepHeat* heat);
RollingOutput evaluateInSubsteps(const StepOfContact&, const RollingInput&, const RollingOutput& before,
                                 const RollingOutput& inOneStep, const ContactPath&, StepHeat* heat);

} // namespace simbodydem

#endif
