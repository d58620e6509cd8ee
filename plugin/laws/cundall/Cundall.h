// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_CUNDALL_CUNDALL_H
#define SIMBODYDEM_LAWS_CUNDALL_CUNDALL_H

#include "laws/SpringSlider.h"

namespace simbodydem::kernels {

struct CundallConstants {
    double dampingRatio;
    bool noSlip; // no limit
};

// Equation, units and sources: CundallSlider.h.
template <class T> TangentialOutput<T> cundall(const FrictionConstants& friction, const CundallConstants& law,
                                               const T& stiffness, const TangentialInput<T>& in) {
    const T damping = dashpot(law.dampingRatio, stiffness, in.effectiveMass);
    return law.noSlip ? springDashpot(stiffness, damping, in) : springSlider(friction, stiffness, damping, in);
}

} // namespace simbodydem::kernels

#endif
