// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_HOLLARS_HOLLARS_H
#define SIMBODYDEM_LAWS_HOLLARS_HOLLARS_H

#include "laws/Friction.h"

namespace simbodydem::kernels {

struct HollarsConstants {
    double staticFriction, kineticFriction;
    double transitionVelocity;
    double viscousFriction;
};

// Equation, units and sources: HollarsFriction.h.
template <class T> TangentialOutput<T> hollars(const HollarsConstants& law, const TangentialInput<T>& in) {
    using std::sqrt;
    TangentialOutput<T> out;
    out.force.setZero();
    out.displacement.setZero();
    out.storedEnergy = out.dissipatedPower = out.mobilizationSquared = T(0);
    out.sliding = false;
    const T speedSquared = in.slipVelocity.squaredNorm();
    if (!(speedSquared > 0)) return out;
    const T speed = sqrt(speedSquared), ratio = speed / law.transitionVelocity;
    const T dry = law.kineticFriction + 2 * (law.staticFriction - law.kineticFriction) / (1 + ratio * ratio);
    out.sliding = ratio >= 1;
    const T limited = out.sliding ? dry : T(ratio * dry);
    out.force = -in.frictionalLoad * (limited + law.viscousFriction * speed) / speed * in.slipVelocity;
    out.dissipatedPower = -out.force.dot(in.slipVelocity);
    return out;
}

} // namespace simbodydem::kernels

#endif
