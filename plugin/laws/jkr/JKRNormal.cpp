// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/JKRNormal.h"

#include "laws/Adhesion.h"
#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/jkr/JKR.h"

namespace simbodydem {

using SimTK::Real;

ParameterTable JKRNormal::listParameters() {
    return {number("workOfAdhesion", workOfAdhesion, "J/m^2", positive, "W", "needed"),
            choice("damping", damping, true, {"None", "TsujiTanakaIshida"})};
}

RequiredValues JKRNormal::getRequiredValues() const { return requiredByAdhesion(damping); }

void JKRNormal::prepare() {
    checkAdhesion(getName(), workOfAdhesion, pair);
    alpha = alphaOf(damping, pair);
}

template <class Args> auto JKRNormal::evaluate(const Args& args) const {
    auto k = resultOf(kernels::jkr({pair.effectiveYoungsModulus, workOfAdhesion, alpha}, args.kernel));
    k.frictionalLoad = k.normal.force + 3 * SimTK::Pi * workOfAdhesion * args.kernel.effectiveRadius; // 2 F_c
    if (k.normal.stiffness < 0) k.normal.stiffness = 0; // tangential laws take its root
    return k;
}

bool JKRNormal::isTorn(const NormalInput& in) const {
    const kernels::JKRConstants law{pair.effectiveYoungsModulus, workOfAdhesion, alpha};
    return in.overlap < 0 && (in.firstTouch || in.overlap < kernels::jkrTearingOverlap(law, in.effectiveRadius));
}

NormalOutput JKRNormal::calcForce(const NormalInput& in) const {
    return isTorn(in) ? noContact() : toOutput(evaluate(numbersOf(in)), in);
}

NormalTangent JKRNormal::calcTangent(const NormalInput& in) const {
    return isTorn(in) ? NormalTangent() : toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
