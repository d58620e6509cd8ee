#ifndef SIMBODYDEM_KERNELS_HERTZ_H
#define SIMBODYDEM_KERNELS_HERTZ_H

#include "kernels/Normal.h"

#include <cmath>

namespace simbodydem::kernels {

struct HertzConstants {
    double effectiveYoungsModulus; // E*
    double alpha;                  // damping, 0 for none
    bool tensionAllowed;
};

// Equation, units and sources: HertzNormal.h. With a = sqrt(R* delta): K delta^(3/2) = 4/3 E* a delta, and
// sqrt(m* K) delta^(1/4) = sqrt(4/3 E* m* a).
template <class T> NormalAnswer<T> hertz(const HertzConstants& law, const NormalInput<T>& in) {
    using std::sqrt;
    const T pressure = 4. / 3. * law.effectiveYoungsModulus * in.contactRadius;
    NormalAnswer<T> out;
    out.elasticForce = pressure * in.overlap;
    out.stiffness = 1.5 * pressure;
    out.storedEnergy = 0.4 * out.elasticForce * in.overlap;
    out.force = out.elasticForce;
    if (law.alpha > 0) out.force += law.alpha * sqrt(pressure * in.effectiveMass) * in.overlapRate;
    if (!law.tensionAllowed && out.force < 0) out.force = T(0);
    return out;
}

} // namespace simbodydem::kernels

#endif
