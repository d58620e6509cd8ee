// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/PFCLinearNormal.h"

#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/Restitution.h"
#include "laws/linear/LinearSpring.h"
#include "laws/pfc_linear/PFCLinear.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

ParameterTable PFCLinearNormal::listParameters() {
    return {number("stiffness", stiffness, "N/m", positive, "kn", "from effectiveModulus"),
            number("effectiveModulus", modulus, "Pa", positive, "E", "E* of the pair", std::isnan(stiffness))
                .replaces(stiffness),
            number("dampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            choice("dashpotMode", dashpotMode),
            choice("restitutionMeaning", restitutionMeaning, std::isnan(dampingRatio))};
}

RequiredValues PFCLinearNormal::getRequiredValues() const {
    RequiredValues values;
    if (std::isnan(stiffness) && std::isnan(modulus))
        values = {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio};
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void PFCLinearNormal::prepare() {
    boundModulus = std::isnan(modulus) ? pair.effectiveYoungsModulus : modulus;
    if (std::isnan(stiffness) && std::isinf(boundModulus))
        throw std::invalid_argument(getName() + ": both surfaces are rigid (youngsModulus = inf Pa); give one of them "
                                                "a finite youngsModulus, or call setStiffness() [N/m] or "
                                                "setEffectiveModulus() [Pa]");
    mayPull = dashpotMode == DashpotMode::Full || dashpotMode == DashpotMode::CutShearWhenSlipping;
    beta = dampingRatio;
    if (std::isnan(beta)) {
        beta = dampingRatioFor(getName(), pair.restitution, restitutionMeaning,
                               mayPull ? Tension::Allowed : Tension::Clamped);
        mayPull = mayPull || isPlastic(pair.restitution, restitutionMeaning);
    }
}

template <class Args> auto PFCLinearNormal::evaluate(const Args& args) const {
    using T = decltype(args.curvatureA);
    const T kn =
        stiffness > 0 ? T(stiffness) : kernels::barBetweenCentres(boundModulus, args.curvatureA, args.curvatureB);
    auto k = resultOf(kernels::linearSpring(kn, {beta, mayPull}, args.kernel));
    k.frictionalLoad = k.normal.elasticForce;
    return k;
}

NormalOutput PFCLinearNormal::calcForce(const NormalInput& in) const { return toOutput(evaluate(numbersOf(in)), in); }

NormalTangent PFCLinearNormal::calcTangent(const NormalInput& in) const {
    return toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
