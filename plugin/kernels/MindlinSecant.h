#ifndef SIMBODYDEM_KERNELS_MINDLIN_SECANT_H
#define SIMBODYDEM_KERNELS_MINDLIN_SECANT_H

#include "kernels/SpringSlider.h"

namespace simbodydem::kernels {

// Equation, units and sources: MindlinSecant.h.
template <class T> TangentialAnswer<T> mindlinSecant(const FrictionConstants& law, double effectiveShearModulus,
                                                     double dampingRatio, const T& contactRadius,
                                                     const TangentialInput<T>& in) {
    return springSlider<T>(law, 8 * effectiveShearModulus * contactRadius, dampingRatio, in);
}

} // namespace simbodydem::kernels

#endif
