// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_HERTZ_MODULUS_H
#define SIMBODYDEM_LAWS_HERTZ_MODULUS_H

#include "simbodydem/SurfaceMaterial.h"

#include <cmath>

namespace simbodydem {

/** Returns E* [Pa] at which Hertz's contact carries a load with an overlap: E* = 3 F/(4 sqrt(R*) delta^(3/2)). */
inline SimTK::Real hertzModulus(SimTK::Real overlap, SimTK::Real load, SimTK::Real effectiveRadius) {
    return 0.75 * load / (std::sqrt(effectiveRadius) * std::pow(overlap, 1.5));
}

/** Returns E [Pa] of a surface that has E* against this counter-surface. */
inline SimTK::Real youngsModulusAgainst(SimTK::Real effectiveModulus, SimTK::Real poissonsRatio, CounterSurface counter) {
    return effectiveModulus * (1 - poissonsRatio * poissonsRatio) * (counter == CounterSurface::Equal ? 2 : 1);
}

} // namespace simbodydem

#endif
