#ifndef SIMBODYDEM_KERNELS_SPRING_SLIDER_H
#define SIMBODYDEM_KERNELS_SPRING_SLIDER_H

#include "kernels/Friction.h"

namespace simbodydem::kernels {

// Spring and dashpot in parallel, in series with a slider: F = -(kt xi + c v_t), c = 2 beta sqrt(m* kt), |F| <= mu N.
// While sliding, xi is what the limited force leaves to the spring once the dashpot has had its part. Asked again with
// that xi and no further increment, the trial is exactly the limited force: the commit changes nothing.
template <class T> TangentialAnswer<T> springSlider(const FrictionConstants& law, const T& stiffness,
                                                    double dampingRatio, const TangentialInput<T>& in) {
    using std::sqrt;
    TangentialAnswer<T> out;
    const T speedSquared = in.slipVelocity.squaredNorm();
    const T limit = coulombLimit<T>(law, in.frictionalLoad, speedSquared, stiffness * in.effectiveMass);
    if (!(limit > 0) || !(stiffness > 0)) { // nothing to hold on to: the spring is released
        out.force.setZero();
        out.displacement.setZero();
        out.storedEnergy = out.dissipatedPower = T(0);
        out.sliding = true;
        return out;
    }
    const T damping = dampingRatio > 0 ? T(2 * dampingRatio * sqrt(stiffness * in.effectiveMass)) : T(0);
    out.displacement = in.displacement + in.slipIncrement;
    out.force = -stiffness * out.displacement - damping * in.slipVelocity;
    out.dissipatedPower = damping * speedSquared;
    const T trialSquared = out.force.squaredNorm(), limitSquared = limit * limit;
    // A committed sliding contact sits on the limit to rounding and must still be seen to slide.
    out.sliding = trialSquared > limitSquared * (1 - 1e-9);
    if (trialSquared > limitSquared) {
        out.force *= limit / sqrt(trialSquared);
        out.displacement = -(out.force + damping * in.slipVelocity) / stiffness;
    }
    if (out.sliding) {
        const T frictionPower = -out.force.dot(in.slipVelocity);
        out.dissipatedPower = frictionPower > 0 ? frictionPower : T(0);
    }
    out.storedEnergy = 0.5 * stiffness * out.displacement.squaredNorm();
    return out;
}

} // namespace simbodydem::kernels

#endif
