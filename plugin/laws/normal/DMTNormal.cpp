// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/DMTNormal.h"

#include "kernels/DMT.h"
#include "laws/Glue.h"
#include "laws/Parameter.h"
#include "laws/normal/Adhesion.h"

namespace simbodydem {

DMTNormal& DMTNormal::setWorkOfAdhesion(SimTK::Real work) {
    workOfAdhesion = checked(*this, "workOfAdhesion", work);
    return *this;
}

DMTNormal& DMTNormal::setDamping(HertzNormal::Damping d) {
    checkAdhesionDamping(getName(), d);
    damping = d;
    return *this;
}

LawParameters DMTNormal::getParameters() const {
    return {number("workOfAdhesion", workOfAdhesion, "J/m^2", positive, "W", "needed"),
            choice("damping", damping, true, {"None", "TsujiTanakaIshida"})};
}

RequiredValues DMTNormal::getRequiredValues() const { return requiredByAdhesion(damping); }

void DMTNormal::bind(const PairMaterial& pair) {
    checkAdhesion(getName(), workOfAdhesion, pair);
    effectiveYoungsModulus = pair.effectiveYoungsModulus;
    alpha = alphaOf(damping, pair);
}

NormalAnswer DMTNormal::calcForce(const NormalInput& in) const {
    const kernels::DMTConstants law{{effectiveYoungsModulus, kernels::HertzDashpot::QuarterPower, alpha, false},
                                    workOfAdhesion};
    NormalAnswer out = toAnswer(kernels::dmt(law, toKernel(in)), in);
    out.frictionalLoad = std::max(out.force + kernels::dmtPullOff(law, in.effectiveRadius), SimTK::Real(0));
    return out;
}

} // namespace simbodydem
