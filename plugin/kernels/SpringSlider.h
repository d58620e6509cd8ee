// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_KERNELS_SPRING_SLIDER_H
#define SIMBODYDEM_KERNELS_SPRING_SLIDER_H

#include "kernels/Friction.h"

namespace simbodydem::kernels {

// c = 2 beta sqrt(m* k).
template <class T> T dashpot(double dampingRatio, const T& stiffness, const T& effectiveMass) {
    using std::sqrt;
    return dampingRatio > 0 ? T(2 * dampingRatio * sqrt(stiffness * effectiveMass)) : T(0);
}

// 8 G* a: what two spheres oppose to a small shear (Mindlin 1949).
template <class T> T mindlinStiffness(double effectiveShearModulus, const T& contactRadius) {
    return 8 * effectiveShearModulus * contactRadius;
}

// A spring whose stiffness changes with the overlap: one that has become stiffer since the commit keeps its force, one
// that has become softer its length, so that neither puts energy in (kept at its length, the stiffer one would). The
// increment has met the mean of the two; the end's would err in the first order of the step.
template <class T>
TangentialInput<T> keepForceWhereStiffened(TangentialInput<T> in, const T& stiffness, const T& stiffnessAtCommit) {
    if (stiffnessAtCommit > 0 && stiffness > stiffnessAtCommit) {
        const T ratio = stiffnessAtCommit / stiffness;
        in.displacement *= ratio;
        in.slipIncrement *= 0.5 * (1 + ratio);
    }
    return in;
}

// What a spring has gained that has changed its stiffness k = 2 U/xi^2 from one displacement to another, exactly, beside
// the work of its mean force over the elastic displacement. At its length it gains as it stiffens, under its force as it
// softens.
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
TangentialAnswer<T> springDashpot(const T& stiffness, const T& damping, const TangentialInput<T>& in) {
    TangentialAnswer<T> out;
    out.displacement = in.displacement + in.slipIncrement;
    out.force = -stiffness * out.displacement - damping * in.slipVelocity;
    out.storedEnergy = 0.5 * stiffness * out.displacement.squaredNorm();
    out.dissipatedPower = damping * in.slipVelocity.squaredNorm();
    out.mobilization = T(0);
    out.sliding = false;
    return out;
}

// Nothing to hold on to: the spring is released.
template <class T> TangentialAnswer<T> released() {
    TangentialAnswer<T> out;
    out.force.setZero();
    out.displacement.setZero();
    out.storedEnergy = out.dissipatedPower = out.mobilization = T(0);
    out.sliding = true;
    return out;
}

// The same in series with a slider, |F| <= mu N. While sliding, xi is what the limited force leaves to the spring once
// the dashpot has had its part: asked again with that xi and no further increment, the trial is exactly the limited
// force, and the commit changes nothing. Where the dashpot alone is beyond the limit that would turn the spring round:
// without bound at first touch, where Hertz's dashpot, ~ delta^(1/4), is above any mu N ~ delta^(3/2), by an amount that
// depends on the step, and with energy from nowhere. A trial of any multiple of the limited force gives the same
// answer, so the spring is left as short as one of them lets it be.
template <class T> TangentialAnswer<T> springSlider(const FrictionConstants& law, const T& stiffness, const T& damping,
                                                    const TangentialInput<T>& in) {
    using std::sqrt;
    const T limit =
        coulombLimit<T>(law, in.frictionalLoad, in.slipVelocity.squaredNorm(), stiffness * in.effectiveMass);
    if (!(limit > 0) || !(stiffness > 0)) return released<T>();
    TangentialAnswer<T> out = springDashpot(stiffness, damping, in);
    const T trialSquared = out.force.squaredNorm(), limitSquared = limit * limit;
    out.mobilization = trialSquared / limitSquared + leastMobilization;
    // A committed sliding contact sits on the limit to rounding and must still be seen to slide.
    out.sliding = trialSquared > limitSquared * (1 - 1e-9);
    if (trialSquared > limitSquared) {
        out.force *= limit / sqrt(trialSquared);
        const T dashpotShare = -damping * out.force.dot(in.slipVelocity) / limitSquared;
        const T share = dashpotShare > 1 ? dashpotShare : T(1);
        out.displacement = -(share * out.force + damping * in.slipVelocity) / stiffness;
        out.storedEnergy = 0.5 * stiffness * out.displacement.squaredNorm();
    }
    if (out.sliding) out.dissipatedPower = -out.force.dot(in.slipVelocity);
    return out;
}

} // namespace simbodydem::kernels

#endif
