// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_SPRING_SLIDER_H
#define SIMBODYDEM_LAWS_SPRING_SLIDER_H

#include "laws/Friction.h"

namespace simbodydem::kernels {

// Returns c = 2 beta sqrt(m* k).
template <class T> T dashpot(double dampingRatio, const T& stiffness, const T& effectiveMass) {
    using std::sqrt;
    return dampingRatio > 0 ? T(2 * dampingRatio * sqrt(stiffness * effectiveMass)) : T(0);
}

// Returns 8 G* a, the stiffness of two spheres under a small shear (Mindlin 1949).
template <class T> T mindlinStiffness(double effectiveShearModulus, const T& contactRadius) {
    return 8 * effectiveShearModulus * contactRadius;
}

// Scales the committed displacement so that a spring that is 1/ratio times as stiff now keeps its force. The increment belongs to the mean
// of the two stiffnesses. With the one at the end of the step its error would be of first order in the step.
template <class T> void keepForce(TangentialInput<T>& in, const T& ratio) {
    in.displacement *= ratio;
    in.dashpotAtCommit *= ratio;
    in.limitLengthAtCommit *= ratio;
    const T met = 0.5 * (1 + ratio);
    in.slipIncrement *= met;
    in.slipAtPresentVelocity *= met;
}

// Applies the rule for a spring whose stiffness changes with the overlap. A spring that has become stiffer since the commit keeps its
// force. One that has become softer keeps its length. So neither creates energy; a stiffer one that kept its length would.
template <class T>
TangentialInput<T> keepForceWhereStiffened(TangentialInput<T> in, const T& stiffness, const T& stiffnessAtCommit) {
    if (stiffnessAtCommit > 0 && stiffness > stiffnessAtCommit) {
        const T ratio = stiffnessAtCommit / stiffness;
        keepForce(in, ratio);
    }
    return in;
}

// Return the energy that a spring gains beside the work of its mean force over the elastic displacement. Its stiffness k = 2 U/xi^2
// changes from one displacement to the other. The gain is exact. A spring that keeps its length gains as it stiffens. One that keeps its
// force gains as it softens.
template <class T>
T gainAtKeptLength(const Vector3<T>& before, const T& storedBefore, const Vector3<T>& now, const T& stored) {
    const T a = before.squaredNorm(), b = now.squaredNorm();
    if (!(a > 0) || !(b > 0)) return T(0);
    return (stored / b - storedBefore / a) * before.dot(now); // 1/2 (k_1 - k_0) xi_0 . xi_1
}
template <class T>
T gainAtKeptForce(const Vector3<T>& before, const T& storedBefore, const Vector3<T>& now, const T& stored) {
    const T a = before.squaredNorm(), b = now.squaredNorm();
    if (!(storedBefore > 0) || !(stored > 0)) return T(0);
    const T k0 = storedBefore / a, k1 = stored / b;
    return (k0 - k1) / (k0 + k1) * (storedBefore + stored);
}

// Spring and dashpot in parallel, F = -(kt xi + c v_t), without a limit.
template <class T>
TangentialOutput<T> springDashpot(const T& stiffness, const T& damping, const TangentialInput<T>& in) {
    TangentialOutput<T> out;
    out.displacement = in.displacement + in.slipIncrement;
    out.force = -stiffness * out.displacement - damping * in.slipVelocity;
    out.storedEnergy = 0.5 * stiffness * out.displacement.squaredNorm();
    out.dissipatedPower = damping * in.slipVelocity.squaredNorm();
    out.mobilizationSquared = T(0);
    out.sliding = false;
    return out;
}

// Without a load the spring is released.
template <class T> TangentialOutput<T> released() {
    TangentialOutput<T> out;
    out.force.setZero();
    out.displacement.setZero();
    out.storedEnergy = out.dissipatedPower = out.mobilizationSquared = T(0);
    out.sliding = true;
    return out;
}

// Returns the point where a parabola a t^2 + 2 b t + c turns positive. It is not positive at 0 and positive at 1.
template <class T> T signChange(const T& a, const T& b, const T& c) {
    using std::sqrt;
    const T root = sqrt(b * b - a * c);
    return b < 0 ? T((root - b) / a) : T(-c / (b + root));
}

// Returns the fraction of a step in which a spring sticks. It is `committed` long at first and moves straight by `increment`. Its limit grows from
// limit0 to limit, and the spring is beyond it at the end.
template <class T> T stuckFraction(const Vector3<T>& committed, const Vector3<T>& increment, const T& limit0, const T& limit) {
    const T growth = limit - limit0, along = increment.dot(committed) - limit0 * growth;
    const T within = committed.squaredNorm() - limit0 * limit0;
    const bool slidesFromStart = along >= 0 && within > -1e-9 * limit0 * limit0;
    if (slidesFromStart) return T(0);
    // A spring that lies beyond its limit by rounding sticks to the end if it shortens by less, or if the limit grows faster: then the parabola
    // has no sign change in the step.
    const T stuck = signChange<T>(increment.squaredNorm() - growth * growth, along, within < 0 ? within : T(0));
    return stuck > 0 && stuck < 1 ? stuck : T(1);
}

// Returns the direction of a spring of a fixed length after the rest of a step in which it is dragged along a straight path. It began along u0.
// The curved path is replaced by a straight one: along its direction in the middle of the rest for a long spring, at the end for a short one.
// @param stuck  fraction of the step before @param k  length of the rest of the path over that of the spring
template <class T> Vector3<T> dragAlong(const TangentialInput<T>& in, const Vector3<T>& u0, const Vector3<T>& increment,
                                        const T& stuck, const T& k) {
    using std::exp;
    using std::sqrt;
    const T sliding = 1 - stuck;
    // `late` is the point of the rest of the step where the mean direction is taken: the middle for a long spring, the end for a short one.
    const T q = exp(-k), q2 = q * q;
    const T late = k < 1e-2 ? T(k / 6) : T(1 - 2 / k + 2 * q / (1 - q));
    Vector3<T> e = increment;
    const Vector3<T> turned = in.slipAtPresentVelocity - in.slipIncrement;
    if ((increment + turned).dot(increment) > 0) e += (stuck + late * sliding) * turned;
    e /= sqrt(e.squaredNorm());
    const T c0 = u0.dot(e);
    const Vector3<T> u = (1 + c0 - q2 * (1 - c0)) * e + 2 * q * (u0 - c0 * e);
    return u / sqrt(u.squaredNorm());
}

// Returns the unit vector along which a slider has dragged a spring and a dashpot. Their force over the stiffness is eta = xi + (c/kt) v.
// It keeps the length l of the limit and turns with the motion across it: u' = (1/l) (I - u u^T) z', z = eta_trial - eta_commit. On a
// straight path the solution is in closed form, which is of the second order on a curved one for every length, see dragAlong(). A spring that
// sticks at first moves straight until it reaches the limit. A dashpot that alone exceeds the limit leaves no length to the spring: the slider passes all slip, and the direction
// is that of the present velocity. Without a commit, and once such a dashpot has fallen below the limit, the direction is the trial's.
// @param trial  eta as if nothing slid @param limit  l now
template <class T> Vector3<T> draggedDirection(const TangentialInput<T>& in, const Vector3<T>& trial, const T& limit) {
    using std::sqrt;
    const Vector3<T> committed = in.displacement + in.dashpotAtCommit, increment = trial - committed;
    const T squaredIncrement = increment.squaredNorm(), committed2 = committed.squaredNorm();
    const T limit0 = in.limitLengthAtCommit;
    if (!(limit0 > 0) || !(committed2 > 0)) return trial / sqrt(trial.squaredNorm());
    // The dashpot alone. A spring that only its transport has lengthened is not meant.
    if (committed2 > (1 + 1e-6) * limit0 * limit0 && in.dashpotAtCommit.dot(committed) > limit0 * sqrt(committed2)) {
        const Vector3<T> byDashpot = trial - in.slipIncrement;
        const bool isDashpotBeyond = byDashpot.squaredNorm() > limit * limit;
        const Vector3<T>& direction = isDashpotBeyond ? byDashpot : trial;
        return direction / sqrt(direction.squaredNorm());
    }
    if (!(squaredIncrement > 1e-24 * limit * limit)) { // the next order is rounding
        const Vector3<T> dragged = committed + (limit0 / limit) * increment;
        return dragged / sqrt(dragged.squaredNorm());
    }
    const T stuck = stuckFraction(committed, increment, limit0, limit);
    Vector3<T> u0 = committed + stuck * increment;
    u0 /= sqrt(u0.squaredNorm());
    const T k = (1 - stuck) * sqrt(squaredIncrement) / (limit0 + 0.5 * (1 + stuck) * (limit - limit0));
    return dragAlong(in, u0, increment, stuck, k);
}

// Spring and dashpot in series with a slider that passes no more than a limit > 0. While sliding, xi is the part of the limited force that
// the dashpot leaves to the spring. Evaluated again with that xi and no further increment, the trial is exactly the limited force. So a
// commit changes nothing. If the dashpot alone exceeds the limit, that xi would reverse the spring. On Hertz's law it would have no bound at
// first contact: c/kt goes with delta^(-1/4). It would depend on the step and create energy. Each multiple of the limited force as a trial
// gives the same output, so the spring takes the shortest xi that one of them gives.
template <class T>
TangentialOutput<T> slideBeyond(const T& limit, const T& stiffness, const T& damping, const TangentialInput<T>& in) {
    TangentialOutput<T> out = springDashpot(stiffness, damping, in);
    const T trialSquared = out.force.squaredNorm(), limitSquared = limit * limit;
    out.mobilizationSquared = trialSquared / limitSquared + leastMobilizationSquared;
    // A committed sliding contact sits on the limit to rounding, and still slides.
    out.sliding = trialSquared > limitSquared * (1 - 1e-9);
    out.dampingTime = damping / stiffness;
    out.limitLength = limit / stiffness;
    if (trialSquared > limitSquared) {
        out.force = -limit * draggedDirection<T>(in, -out.force / stiffness, out.limitLength);
        const T dashpotFraction = -damping * out.force.dot(in.slipVelocity) / limitSquared;
        const T factor = dashpotFraction > 1 ? dashpotFraction : T(1);
        out.displacement = -(factor * out.force + damping * in.slipVelocity) / stiffness;
        out.storedEnergy = 0.5 * stiffness * out.displacement.squaredNorm();
    }
    if (out.sliding) out.dissipatedPower = -out.force.dot(in.slipVelocity);
    return out;
}

// The parts of a spring that relaxes towards its limit over a time of a = integral of dt/tau: what is left of its start, and the weights of
// the limit at both ends of the time, between which it is linear.
template <class T> struct Relaxation { T kept, atStart, atEnd; };
template <class T> Relaxation<T> relaxationOver(const T& a) {
    using std::exp;
    const T kept = exp(-a);
    if (a < 1e-2)
        return {kept, a * (0.5 - a * (1. / 3 - a * (1. / 8 - a / 30))), a * (0.5 - a * (1. / 6 - a * (1. / 24 - a / 120)))};
    const T mean = (1 - kept) / a;
    return {kept, mean - kept, 1 - mean};
}

// A Kelvin-Voigt element, spring and dashpot in parallel, in series with a slider that passes no more than a limit > 0. The dashpot feels
// the rate of the spring, not of the slip. In lengths of the spring, with eta = xi + tau v, tau = c/kt, l = limit/kt, u = eta/|eta|:
//   |eta| <= l:  F = -kt eta,   xi' = v                              |eta| > l:  F = -kt l u,   xi' = (l u - xi)/tau
// While it slides the spring relaxes towards its limit. The right side is continuous, so nothing has to be remembered but xi, and no stop has
// to be found in steps that are not long beside tau. The direction follows from eta' across u, as in draggedDirection(), with the length of eta
// in place of l. Between two directions the relaxation is solved exactly for a limit that is linear in time. The force is that of the new xi.
template <class T> TangentialOutput<T> slideKelvinVoigt(const T& limit, const T& stiffness, const T& damping,
                                                        const TangentialInput<T>& in) {
    using std::sqrt;
    TangentialOutput<T> out = springDashpot(stiffness, damping, in);
    const T length = limit / stiffness, tau = damping / stiffness, lengthSquared = length * length;
    out.dampingTime = out.relaxationTime = tau;
    out.limitLength = length;
    const Vector3<T> trial = -out.force / stiffness, committed = in.displacement + in.dashpotAtCommit;
    const T trialSquared = trial.squaredNorm(), committedSquared = committed.squaredNorm();
    const T length0 = in.limitLengthAtCommit;
    out.mobilizationSquared = trialSquared / lengthSquared + leastMobilizationSquared;
    const bool isKnown = length0 > 0 && committedSquared > 0; // at the commit
    const bool slidFromStart = isKnown && committedSquared > (1 + 1e-9) * length0 * length0;
    if (slidFromStart || trialSquared > lengthSquared) {
        const Vector3<T> increment = trial - committed;
        const T incrementLength = increment.squaredNorm() > 1e-24 * lengthSquared ? T(sqrt(increment.squaredNorm())) : T(0);
        T stuck = T(0), startLength = length0, tau0 = tau;
        if (isKnown) {
            if (!slidFromStart && incrementLength > 0) stuck = stuckFraction(committed, increment, length0, length);
            startLength += stuck * (length - length0);
            if (in.dampingTimeAtCommit > 0) tau0 = in.dampingTimeAtCommit + stuck * (tau - in.dampingTimeAtCommit);
        }
        // Without a time the spring has moved slowly, unless it has not moved.
        const bool isSlow = !(in.time > 0) && in.slipIncrement.squaredNorm() > 0;
        Relaxation<T> part =
            relaxationOver<T>(isSlow ? T(1e12) : T((1 - stuck) * (0.5 * in.time) * (1 / tau0 + 1 / tau)));
        Vector3<T> spring = part.kept * (in.displacement + stuck * in.slipIncrement), u;
        if (isKnown) {
            Vector3<T> u0 = committed + stuck * increment;
            const T reach0 = sqrt(u0.squaredNorm());
            u0 /= reach0;
            spring += part.atStart * startLength * u0;
            const Vector3<T> rest = spring + tau * in.slipVelocity; // of eta at the end, without the limit there
            const T returned = sqrt(rest.squaredNorm()) + part.atEnd * length;
            const T reach = returned > length ? returned : length;
            u = incrementLength > 0 ? dragAlong<T>(in, u0, increment, stuck, 2 * (1 - stuck) * incrementLength / (reach0 + reach)) : u0;
        } else {
            // The limit may be there at once at first touch: a dashpot's normal force grows as its own coefficient.
            u = trial / sqrt(trialSquared);
            part.atEnd += part.atStart;
        }
        out.displacement = spring + part.atEnd * length * u;
        out.storedEnergy = 0.5 * stiffness * out.displacement.squaredNorm();
        out.force = -stiffness * out.displacement - damping * in.slipVelocity;
    }
    const T reachSquared = out.force.squaredNorm() / (stiffness * stiffness);
    out.sliding = reachSquared > lengthSquared * (1 - 1e-9);
    if (reachSquared > lengthSquared) {
        out.force *= length / sqrt(reachSquared);
        const Vector3<T> rate = (-out.force / stiffness - out.displacement) / tau;
        out.dissipatedPower = -out.force.dot(in.slipVelocity) - stiffness * out.displacement.dot(rate);
    }
    return out;
}

// Spring and dashpot with a slider whose limit is > 0.
template <class T> TangentialOutput<T> slideWithDashpot(bool isKelvinVoigt, const T& limit, const T& stiffness, const T& damping,
                                                        const TangentialInput<T>& in) {
    return isKelvinVoigt && damping > 0 ? slideKelvinVoigt<T>(limit, stiffness, damping, in)
                                        : slideBeyond<T>(limit, stiffness, damping, in);
}

// Spring, dashpot and a slider whose limit is mu N.
template <class T> TangentialOutput<T> springSlider(const FrictionConstants& law, const T& stiffness, const T& damping,
                                                    const TangentialInput<T>& in) {
    const T limit =
        coulombLimit<T>(law, in.frictionalLoad, in.slipVelocity.squaredNorm(), stiffness * in.effectiveMass);
    if (!(limit > 0) || !(stiffness > 0)) return released<T>();
    return slideWithDashpot<T>(law.isKelvinVoigt, limit, stiffness, damping, in);
}

} // namespace simbodydem::kernels

#endif
