// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/DMTNormal.h"

#include "laws/Adhesion.h"
#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/dmt/DMT.h"

namespace simbodydem {

DMTNormal& DMTNormal::setWorkOfAdhesion(SimTK::Real work) { return assign(*this, workOfAdhesion, work); }
DMTNormal& DMTNormal::setDamping(HertzNormal::Damping d) { return assign(*this, damping, d); }

LawParameters DMTNormal::getParameters() const { return parametersOf(*this); }

ParameterTable DMTNormal::listParameters() {
    return {number("workOfAdhesion", workOfAdhesion, "J/m^2", positive, "W", "needed"),
            choice("damping", damping, true, {"None", "TsujiTanakaIshida"})};
}

RequiredValues DMTNormal::getRequiredValues() const { return requiredByAdhesion(damping); }

void DMTNormal::bind(const PairMaterial& pair) {
    checkAdhesion(getName(), workOfAdhesion, pair);
    effectiveYoungsModulus = pair.effectiveYoungsModulus;
    alpha = alphaOf(damping, pair);
}

template <class Args> auto DMTNormal::evaluate(const Args& args) const {
    const kernels::DMTConstants law{{effectiveYoungsModulus, kernels::HertzDashpot::QuarterPower, alpha, false},
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
