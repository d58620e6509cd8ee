// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/PFCHystereticNormal.h"

#include "base/Checks.h"
#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/Restitution.h"
#include "laws/hertz/Hertz.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

Real calcDamping(PFCHystereticNormal::DissipationForm form, Real e) {
    using Form = PFCHystereticNormal::DissipationForm;
    switch (form) {
    case Form::Exact: return exactImpactDamping(e);
    case Form::HuntCrossley: return 1.5 * (1 - e);
    case Form::LankaraniNikravesh: return 0.75 * (1 - e * e);
    case Form::Gonthier: return (1 - e * e) / e;
    case Form::ZhiyingQishao: return 0.75 * (1 - e * e) * std::exp(2 * (1 - e));
    case Form::HerbertMcWhannell: return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3);
    case Form::LeeWang: return 0.75 * (1 - e);
    case Form::Flores: return 1.6 * (1 - e) / e;
    case Form::HuGuo: return 1.5 * (1 - e) / e;
    case Form::GharibHurmuzlu: return 1 / e;
    }
    return SimTK::NaN;
}

} // namespace

static NameList namesOf(PFCHystereticNormal::DissipationForm) {
    return {"Exact",  "HuntCrossley", "LankaraniNikravesh", "Gonthier", "ZhiyingQishao", "HerbertMcWhannell", "LeeWang",
            "Flores", "HuGuo",        "GharibHurmuzlu"};
}

ParameterTable PFCHystereticNormal::listParameters() {
    return {choice("dissipationForm", form), number("minimalRestitution", minimalRestitution, "-", {0, 1}, "e*"),
            number("minimumImpactSpeed", minimumImpactSpeed, "m/s", notNegative)};
}

RequiredValues PFCHystereticNormal::getRequiredValues() const {
    return {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio, &SurfaceMaterial::restitution};
}

void PFCHystereticNormal::prepare() {
    checkDeformable(getName(), pair);
    const Real restitution = std::max(pair.restitution, minimalRestitution);
    if (form == DissipationForm::Exact) checkRealizable(getName(), restitution);
    staysTogether = form == DissipationForm::Exact && restitution == 0;
    if (staysTogether) return;
    damping = calcDamping(form, restitution);
    checkParameter(
        std::isfinite(damping), getName(), "restitution", restitution, "-",
        "> 0 for this DissipationForm. Increase it, call setMinimalRestitution(), or use Exact, for which 0 is "
        "plastic");
}

template <class Args> auto PFCHystereticNormal::evaluate(const Args& args) const {
    auto k = staysTogether ? resultOf(kernels::plasticHertz(pair.effectiveYoungsModulus, args.kernel))
                           : evaluateImpact({pair.effectiveYoungsModulus, damping, minimumImpactSpeed}, args);
    k.frictionalLoad = k.normal.stiffness * args.kernel.overlap / 1.5; // of the spring alone
    return k;
}

NormalOutput PFCHystereticNormal::calcForce(const NormalInput& in) const {
    return toOutput(evaluate(numbersOf(in)), in);
}

NormalTangent PFCHystereticNormal::calcTangent(const NormalInput& in) const {
    return toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
