// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/DMTNormal.h"

#include "laws/Adhesion.h"
#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/dmt/DMT.h"

namespace simbodydem {

ParameterTable DMTNormal::listParameters() {
    return {number("workOfAdhesion", workOfAdhesion, "J/m^2", positive, "W", "needed"),
            choice("damping", damping, true, {"None", "TsujiTanakaIshida"})};
}

RequiredValues DMTNormal::getRequiredValues() const { return requiredByAdhesion(damping); }

void DMTNormal::prepare() {
    checkAdhesion(getName(), workOfAdhesion, pair);
    alpha = alphaOf(damping, pair);
}

template <class Args> auto DMTNormal::evaluate(const Args& args) const {
    const kernels::DMTConstants law{{pair.effectiveYoungsModulus, kernels::HertzDashpot::QuarterPower, alpha, false},
                                    workOfAdhesion};
    auto k = resultOf(kernels::dmt(law, args.kernel));
    k.frictionalLoad = k.normal.force + kernels::dmtPullOff(law, args.kernel.effectiveRadius);
    if (k.frictionalLoad < 0) k.frictionalLoad = 0;
    return k;
}

NormalOutput DMTNormal::calcForce(const NormalInput& in) const { return toOutput(evaluate(numbersOf(in)), in); }

NormalTangent DMTNormal::calcTangent(const NormalInput& in) const {
    return toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
