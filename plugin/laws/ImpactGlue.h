// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_IMPACT_GLUE_H
#define SIMBODYDEM_LAWS_IMPACT_GLUE_H

#include "kernels/HuntCrossley.h"
#include "laws/Glue.h"

namespace simbodydem {

/** What a law whose dashpot goes by the impact speed remembers. */
struct ImpactMemory {
    SimTK::Real speed; // v0 [m/s]
};

/** F = K delta^(3/2) (1 + d ddelta/v0) with v0 from the contact's history. */
inline NormalAnswer calcImpact(const kernels::ImpactConstants& law, const NormalInput& in) {
    const auto k = kernels::huntCrossleyImpact(law, toKernel(in), in.firstTouch, in.history.get<ImpactMemory>().speed);
    NormalAnswer out = toAnswer(k.normal, in);
    out.history.set(ImpactMemory{k.impactSpeed});
    return out;
}

} // namespace simbodydem

#endif
