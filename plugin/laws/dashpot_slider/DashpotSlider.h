// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_DASHPOT_SLIDER_DASHPOT_SLIDER_H
#define SIMBODYDEM_LAWS_DASHPOT_SLIDER_DASHPOT_SLIDER_H

#include "laws/Friction.h"

namespace simbodydem::kernels {

// F = -min(damping |v|, limit) v/|v|.
template <class T> TangentialOutput<T> limitedDashpot(const T& damping, const T& limit, const TangentialInput<T>& in) {
    using std::sqrt;
    const T trialSquared = damping * damping * in.slipVelocity.squaredNorm();
    TangentialOutput<T> out;
    out.force = -damping * in.slipVelocity;
    out.sliding = trialSquared > limit * limit;
    if (out.sliding) out.force *= limit / sqrt(trialSquared);
    out.dissipatedPower = -out.force.dot(in.slipVelocity);
    out.displacement.setZero();
    out.storedEnergy = out.mobilizationSquared = T(0);
    return out;
}

struct DashpotSliderConstants {
    double damping;      // eta, or NaN: from dampingRatio and the normal stiffness
    double dampingRatio; // beta
};

// Equation, units and sources: simbodydem/laws/tangential/DashpotSlider.h.
template <class T> TangentialOutput<T> dashpotSlider(const FrictionConstants& friction,
                                                     const DashpotSliderConstants& law, const T& normalStiffness,
                                                     const TangentialInput<T>& in) {
    using std::sqrt;
    const T damping =
        law.damping > 0 ? T(law.damping) : T(2 * law.dampingRatio * sqrt(in.effectiveMass * normalStiffness));
    const T speedSquared = in.slipVelocity.squaredNorm();
    return limitedDashpot<T>(damping, coulombLimit<T>(friction, in.frictionalLoad, speedSquared, damping * damping),
                             in);
}

} // namespace simbodydem::kernels

#endif
