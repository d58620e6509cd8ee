#ifndef SIMBODYDEM_KERNELS_HUNT_CROSSLEY_H
#define SIMBODYDEM_KERNELS_HUNT_CROSSLEY_H

#include "kernels/Normal.h"

#include <cmath>

namespace simbodydem::kernels {

// F = K delta^(3/2) (1 + damping ddelta), never below 0; damping [s/m]. Sources: HuntCrossleyNormal.h.
template <class T>
NormalAnswer<T> huntCrossley(double effectiveYoungsModulus, const T& damping, const NormalInput<T>& in) {
    const T pressure = 4. / 3. * effectiveYoungsModulus * in.contactRadius;
    NormalAnswer<T> out;
    out.elasticForce = pressure * in.overlap;
    out.stiffness = 1.5 * pressure;
    out.storedEnergy = 0.4 * out.elasticForce * in.overlap;
    out.force = out.elasticForce * (1 + damping * in.overlapRate);
    if (out.force < 0) out.force = T(0);
    return out;
}

struct ImpactConstants {
    double effectiveYoungsModulus; // E*
    double damping;                // d [-]
    double minimumImpactSpeed;     // >= 0, used where v0 is lower
};

template <class T> struct ImpactAnswer {
    NormalAnswer<T> normal;
    T impactSpeed; // to be committed
};

// F = K delta^(3/2) (1 + d ddelta/v0) with the speed v0 at which the impact began. A contact is first seen some way in:
// what it has lost since then, to the spring and to first order to the dashpot, is added again, so that v0 does not
// depend on the step. A contact that begins without approach has v0 = 0 and, without a minimum, no dashpot.
template <class T> ImpactAnswer<T> huntCrossleyImpact(const ImpactConstants& law, const NormalInput<T>& in,
                                                      bool firstTouch, const T& impactSpeed) {
    using std::sqrt;
    T speed = impactSpeed;
    if (firstTouch) {
        const T stored = huntCrossley<T>(law.effectiveYoungsModulus, T(0), in).storedEnergy;
        speed = in.overlapRate > 0
                    ? T(sqrt(in.overlapRate * in.overlapRate + 2 * (1 + law.damping) * stored / in.effectiveMass))
                    : T(0);
        if (speed < law.minimumImpactSpeed) speed = T(law.minimumImpactSpeed);
    }
    const T damping = speed > 0 ? T(law.damping / speed) : T(0);
    return {huntCrossley<T>(law.effectiveYoungsModulus, damping, in), speed};
}

} // namespace simbodydem::kernels

#endif
