// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/HuntCrossleyNormal.h"

#include "laws/ImpactKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/Restitution.h"
#include "laws/hertz/Hertz.h"
#include "laws/hunt_crossley/HuntCrossley.h"

namespace simbodydem {

HuntCrossleyNormal& HuntCrossleyNormal::setDamping(Damping d) { return assign(*this, damping, d); }
HuntCrossleyNormal& HuntCrossleyNormal::setMinimumImpactSpeed(SimTK::Real speed) {
    return assign(*this, minimumImpactSpeed, speed);
}

LawParameters HuntCrossleyNormal::getParameters() const { return parametersOf(*this); }

ParameterTable HuntCrossleyNormal::listParameters() {
    return {choice("damping", damping), number("minimumImpactSpeed", minimumImpactSpeed, "m/s", notNegative, "", "",
                                               damping == Damping::FromRestitution)};
}

RequiredValues HuntCrossleyNormal::getRequiredValues() const {
    return {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio,
            damping == Damping::FromDissipation ? &SurfaceMaterial::dissipation : &SurfaceMaterial::restitution};
}

void HuntCrossleyNormal::bind(const PairMaterial& pair) {
    checkDeformable(getName(), pair);
    effectiveYoungsModulus = pair.effectiveYoungsModulus;
    deformationShareA = pair.deformationShareA;
    if (damping == Damping::FromDissipation) {
        boundDamping = 1.5 * pair.dissipation;
        return;
    }
    checkRealizable(getName(), pair.restitution);
    staysTogether = pair.restitution == 0;
    if (!staysTogether) boundDamping = exactImpactDamping(pair.restitution);
}

template <class Asked> auto HuntCrossleyNormal::ask(const Asked& asked) const {
    using T = decltype(asked.curvatureA);
    if (staysTogether) return pressing(kernels::plasticHertz(effectiveYoungsModulus, asked.kernel));
    if (damping == Damping::FromRestitution)
        return askImpact({effectiveYoungsModulus, boundDamping, minimumImpactSpeed}, asked);
    return pressing(kernels::huntCrossley(effectiveYoungsModulus, T(boundDamping), asked.kernel));
}

NormalOutput HuntCrossleyNormal::calcForce(const NormalInput& in) const {
    return rememberImpact(ask(numbersOf(in)), in);
}

NormalTangent HuntCrossleyNormal::calcTangent(const NormalInput& in) const {
    return toTangent(ask(dualsOf(in)), *this, in);
}

} // namespace simbodydem
