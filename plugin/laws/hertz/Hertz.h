// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_HERTZ_HERTZ_H
#define SIMBODYDEM_LAWS_HERTZ_HERTZ_H

#include "laws/Normal.h"

#include <cmath>

namespace simbodydem::kernels {

// The dashpot's coefficient, and the meaning of HertzConstants::damping in it.
enum class HertzDashpot {
    None,
    QuarterPower, // alpha sqrt(m* K) delta^(1/4), alpha [-]
    HalfPower,    // eta delta^(1/2), eta [N s m^(-3/2)]
    Mass,         // gamma m*, gamma [1/s]
    Constant      // c [N s/m]
};

struct HertzConstants {
    double effectiveYoungsModulus; // E*
    HertzDashpot dashpot;
    double damping;
    bool tensionAllowed;
};

// Equation, units and sources: HertzNormal.h. With a = sqrt(R* delta): K delta^(3/2) = 4/3 E* a delta, and
// sqrt(m* K) delta^(1/4) = sqrt(4/3 E* m* a).
template <class T> NormalOutput<T> hertz(const HertzConstants& law, const NormalInput<T>& in) {
    using std::sqrt;
    const T pressure = 4. / 3. * law.effectiveYoungsModulus * in.contactRadius;
    NormalOutput<T> out;
    out.elasticForce = pressure * in.overlap;
    out.stiffness = 1.5 * pressure;
    out.storedEnergy = 0.4 * out.elasticForce * in.overlap;
    out.force = out.elasticForce;
    if (law.dashpot == HertzDashpot::QuarterPower)
        out.force += law.damping * sqrt(pressure * in.effectiveMass) * in.overlapRate;
    else if (law.dashpot == HertzDashpot::HalfPower)
        out.force += law.damping * sqrt(in.overlap) * in.overlapRate;
    else if (law.dashpot == HertzDashpot::Mass)
        out.force += law.damping * in.effectiveMass * in.overlapRate;
    else if (law.dashpot == HertzDashpot::Constant)
        out.force += law.damping * in.overlapRate;
    if (!law.tensionAllowed && out.force < 0) out.force = T(0);
    return out;
}

// An impact without rebound: the critical dashpot, alpha = sqrt(5), which pulls while there is overlap.
template <class T> NormalOutput<T> plasticHertz(double effectiveYoungsModulus, const NormalInput<T>& in) {
    return hertz<T>({effectiveYoungsModulus, HertzDashpot::QuarterPower, std::sqrt(5.), true}, in);
}

} // namespace simbodydem::kernels

#endif
