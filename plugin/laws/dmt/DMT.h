// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_DMT_DMT_H
#define SIMBODYDEM_LAWS_DMT_DMT_H

#include "laws/hertz/Hertz.h"

namespace simbodydem::kernels {

struct DMTConstants {
    HertzConstants hertz;
    double workOfAdhesion; // W
};

template <class T> T dmtPullOff(const DMTConstants& law, const T& effectiveRadius) {
    const double twoPi = 6.28318530717958647693;
    return twoPi * law.workOfAdhesion * effectiveRadius;
}

// Equation, units and sources: DMTNormal.h.
template <class T> NormalOutput<T> dmt(const DMTConstants& law, const NormalInput<T>& in) {
    NormalOutput<T> out = hertz(law.hertz, in);
    const T pullOff = dmtPullOff(law, in.effectiveRadius);
    out.force -= pullOff;
    out.elasticForce -= pullOff;
    out.storedEnergy -= pullOff * in.overlap;
    return out;
}

} // namespace simbodydem::kernels

#endif
