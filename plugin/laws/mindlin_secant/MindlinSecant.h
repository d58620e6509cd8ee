// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_MINDLIN_SECANT_MINDLIN_SECANT_H
#define SIMBODYDEM_LAWS_MINDLIN_SECANT_MINDLIN_SECANT_H

#include "laws/SpringSlider.h"

namespace simbodydem::kernels {

// Equation, units and sources: simbodydem/laws/tangential/MindlinSecant.h.
template <class T> TangentialOutput<T> mindlinSecant(const FrictionConstants& law, double effectiveShearModulus,
                                                     double dampingRatio, const T& contactRadius,
                                                     const TangentialInput<T>& in) {
    const T stiffness = mindlinStiffness(effectiveShearModulus, contactRadius);
    return springSlider<T>(law, stiffness, dashpot(dampingRatio, stiffness, in.effectiveMass), in);
}

} // namespace simbodydem::kernels

#endif
