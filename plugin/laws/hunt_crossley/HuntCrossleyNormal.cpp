// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/HuntCrossleyNormal.h"

#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/Restitution.h"
#include "laws/hertz/Hertz.h"
#include "laws/hunt_crossley/HuntCrossley.h"

namespace simbodydem {

static NameList namesOf(HuntCrossleyNormal::Damping) { return {"FromDissipation", "FromRestitution"}; }

ParameterTable HuntCrossleyNormal::listParameters() {
    return {choice("damping", damping), number("minimumImpactSpeed", minimumImpactSpeed, "m/s", notNegative, "", "",
                                               damping == Damping::FromRestitution)};
}

RequiredValues HuntCrossleyNormal::getRequiredValues() const {
    return {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio,
            damping == Damping::FromDissipation ? &SurfaceMaterial::dissipation : &SurfaceMaterial::restitution};
}

void HuntCrossleyNormal::prepare() {
    checkDeformable(getName(), pair);
    if (damping == Damping::FromDissipation) {
        boundDamping = 1.5 * pair.dissipation;
        return;
    }
    checkRealizable(getName(), pair.restitution);
    staysTogether = pair.restitution == 0;
    if (!staysTogether) boundDamping = exactImpactDamping(pair.restitution);
}

template <class Args> auto HuntCrossleyNormal::evaluate(const Args& args) const {
    using T = decltype(args.curvatureA);
    if (staysTogether) return resultOf(kernels::plasticHertz(pair.effectiveYoungsModulus, args.kernel));
    if (damping == Damping::FromRestitution)
        return evaluateImpact({pair.effectiveYoungsModulus, boundDamping, minimumImpactSpeed}, args);
    return resultOf(kernels::huntCrossley(pair.effectiveYoungsModulus, T(boundDamping), args.kernel));
}

NormalOutput HuntCrossleyNormal::calcForce(const NormalInput& in) const {
    return toOutput(evaluate(numbersOf(in)), in);
}

NormalTangent HuntCrossleyNormal::calcTangent(const NormalInput& in) const {
    return toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
