// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ADVICE_RUNGE_KUTTA_H
#define SIMBODYDEM_ADVICE_RUNGE_KUTTA_H

#include "SimTKcommon.h"

namespace simbodydem {

/** Advances x'' = a(x, x') by a step h, by Runge and Kutta's method of the fourth order.
@param acceleration  a(x, v) */
template <class Acceleration>
void takeRungeKuttaStep(const Acceleration& acceleration, SimTK::Real h, SimTK::Real& x, SimTK::Real& v) {
    const SimTK::Real k1 = acceleration(x, v), v2 = v + h / 2 * k1;
    const SimTK::Real k2 = acceleration(x + h / 2 * v, v2), v3 = v + h / 2 * k2;
    const SimTK::Real k3 = acceleration(x + h / 2 * v2, v3), v4 = v + h * k3;
    const SimTK::Real k4 = acceleration(x + h * v3, v4);
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

} // namespace simbodydem

#endif
