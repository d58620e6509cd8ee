// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_HUNT_CROSSLEY_HUNT_CROSSLEY_H
#define SIMBODYDEM_LAWS_HUNT_CROSSLEY_HUNT_CROSSLEY_H

#include "laws/Normal.h"

#include <cmath>

namespace simbodydem::kernels {

// F = K delta^(3/2) (1 + damping ddelta), never below 0; damping [s/m]. Sources: HuntCrossleyNormal.h.
template <class T>
NormalOutput<T> huntCrossley(double effectiveYoungsModulus, const T& damping, const NormalInput<T>& in) {
    const T pressure = 4. / 3. * effectiveYoungsModulus * in.contactRadius;
    NormalOutput<T> out;
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

template <class T> struct ImpactOutput {
    NormalOutput<T> normal;
    T impactSpeed; // to be committed
};

// Returns the speed v0 at which an impact under F = K delta^(3/2) (1 + d ddelta/v0) began. By now its speed is v > 0 and it stores this
// energy. Separating v dv/(1 + d v/v0) = -dU/m gives v0^2 (g(1) - g(v/v0)) = U/m with g(u) = (d u - ln(1 + d u))/d^2. Since
// 1 + d v/v0 <= 1 + d, v0^2 <= v^2 + 2 (1 + d) U/m. From there Newton's method falls onto the root, in 4 steps to the last digit.
template <class T> T impactSpeedInHindsight(double damping, const T& speed, const T& storedEnergy, const T& mass) {
    using std::log;
    using std::sqrt;
    const double d = damping;
    T v0 = sqrt(speed * speed + 2 * (1 + d) * storedEnergy / mass);
    if (d < 1e-3) return v0; // exact to d times the loss; g would be a difference of equals
    const T target = d * d * storedEnergy / mass;
    const double full = d - std::log1p(d);
    for (int i = 0; i < 6; ++i) {
        const T x = d * speed / v0, l = log(1 + x);
        const T value = v0 * v0 * (full - x + l) - target;
        const T slope = v0 * (2 * full - x + 2 * l - x / (1 + x));
        v0 -= value / slope;
    }
    return v0;
}

// F = K delta^(3/2) (1 + d ddelta/v0) with the speed v0 at which the impact began. A contact already has some overlap when it is first
// seen. The speed that it has lost by then is added, so that v0 does not depend on the step. A contact that begins without approach has
// v0 = 0 and, without a minimum, no dashpot.
template <class T> ImpactOutput<T> huntCrossleyImpact(const ImpactConstants& law, const NormalInput<T>& in,
                                                      bool firstTouch, const T& impactSpeed) {
    T speed = impactSpeed;
    if (firstTouch) {
        const T stored = huntCrossley<T>(law.effectiveYoungsModulus, T(0), in).storedEnergy;
        speed =
            in.overlapRate > 0 ? impactSpeedInHindsight(law.damping, in.overlapRate, stored, in.effectiveMass) : T(0);
        if (speed < law.minimumImpactSpeed) speed = T(law.minimumImpactSpeed);
    }
    const T damping = speed > 0 ? T(law.damping / speed) : T(0);
    return {huntCrossley<T>(law.effectiveYoungsModulus, damping, in), speed};
}

} // namespace simbodydem::kernels

#endif
