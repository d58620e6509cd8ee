// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/JKRNormal.h"

#include "kernels/JKR.h"
#include "laws/Glue.h"
#include "laws/Parameter.h"
#include "laws/normal/Adhesion.h"

namespace simbodydem {

using SimTK::Real;

JKRNormal& JKRNormal::setWorkOfAdhesion(Real work) {
    workOfAdhesion = checked(*this, "workOfAdhesion", work);
    return *this;
}

JKRNormal& JKRNormal::setDamping(HertzNormal::Damping d) {
    checkAdhesionDamping(getName(), d);
    damping = d;
    return *this;
}

LawParameters JKRNormal::getParameters() const {
    return {number("workOfAdhesion", workOfAdhesion, "J/m^2", positive, "W", "needed"),
            choice("damping", damping, true, {"None", "TsujiTanakaIshida"})};
}

RequiredValues JKRNormal::getRequiredValues() const { return requiredByAdhesion(damping); }

void JKRNormal::bind(const PairMaterial& pair) {
    checkAdhesion(getName(), workOfAdhesion, pair);
    effectiveYoungsModulus = pair.effectiveYoungsModulus;
    alpha = alphaOf(damping, pair);
}

NormalAnswer JKRNormal::calcForce(const NormalInput& in) const {
    const kernels::JKRConstants law{effectiveYoungsModulus, workOfAdhesion, alpha};
    if (in.overlap < 0 && (in.firstTouch || in.overlap < kernels::jkrTearingOverlap(law, in.effectiveRadius)))
        return noContact();
    NormalAnswer out = toAnswer(kernels::jkr(law, toKernel(in)), in);
    out.frictionalLoad = out.force + 3 * SimTK::Pi * workOfAdhesion * in.effectiveRadius; // 2 F_c
    out.stiffness = std::max(out.stiffness, Real(0));                                     // others take roots of it
    return out;
}

} // namespace simbodydem
