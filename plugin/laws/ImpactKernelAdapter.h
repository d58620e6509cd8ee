// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_IMPACT_KERNEL_ADAPTER_H
#define SIMBODYDEM_LAWS_IMPACT_KERNEL_ADAPTER_H

#include "laws/KernelAdapter.h"
#include "laws/hunt_crossley/HuntCrossley.h"

namespace simbodydem {

/** What a law whose dashpot goes by the impact speed remembers. */
struct ImpactMemory {
    SimTK::Real speed; // v0 [m/s]
};

/** F = K delta^(3/2) (1 + d ddelta/v0) with v0 from the contact's history; remembers v0. */
template <class T> Pressing<T> askImpact(const kernels::ImpactConstants& law, const AskedNormal<T>& asked) {
    const auto k = kernels::huntCrossleyImpact(law, asked.kernel, asked.in.firstTouch,
                                               T(asked.in.history.template get<ImpactMemory>().speed));
    Pressing<T> answer = pressing(k.normal);
    answer.memory = k.impactSpeed;
    return answer;
}

inline NormalOutput rememberImpact(const Pressing<SimTK::Real>& k, const NormalInput& in) {
    NormalOutput out = toOutput(k, in);
    out.history.set(ImpactMemory{k.memory});
    return out;
}

} // namespace simbodydem

#endif
