// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/CundallSlider.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/cundall/Cundall.h"

#include <cmath>

namespace simbodydem {

ParameterTable CundallSlider::listParameters() {
    return {number("stiffness", stiffness, "N/m", positive, "kt", "from stiffnessRatio").replaces(ratioIsFromPoisson),
            number("stiffnessRatio", stiffnessRatio, "-", positive, "kt/kn", "the material's, or 0.2",
                   std::isnan(stiffness) && !ratioIsFromPoisson)
                .replaces(stiffness, ratioIsFromPoisson),
            choice("stiffnessRatioFromPoisson", ratioIsFromPoisson, std::isnan(stiffness)).replaces(stiffness),
            number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
            choice("kelvinVoigt", isKelvinVoigt),
            choice("noSlip", noSlip)};
}

RequiredValues CundallSlider::getRequiredValues() const {
    RequiredValues values =
        ratioIsFromPoisson ? moduliFrictionAndDamping(dampingRatio) : frictionAndDamping(dampingRatio);
    if (noSlip) values.erase(std::find(values.begin(), values.end(), &SurfaceMaterial::staticFriction));
    return values;
}

void CundallSlider::prepare() {
    if (ratioIsFromPoisson) {
        checkDeformable(getName(), pair);
        const PairMaterial hertz = mixMaterials(pair.a, pair.b); // E* by Hertz's rule, whatever the pair's
        ktOverKn = 4 * hertz.effectiveShearModulus / hertz.effectiveYoungsModulus;
    } else if (!std::isnan(stiffnessRatio))
        ktOverKn = stiffnessRatio;
    else
        ktOverKn = std::isnan(pair.stiffnessRatio) ? 0.2 : pair.stiffnessRatio;
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Args> auto CundallSlider::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const auto friction = frictionOf(pair, transitionVelocity, isKelvinVoigt);
    const T kt = stiffness > 0 ? T(stiffness) : T(ktOverKn * args.normalStiffness);
    return evaluateWithMemory(args, kt, [&](const auto& moved) {
        return kernels::cundall<T>(friction, {beta, noSlip}, kt, moved);
    });
}

TangentialOutput CundallSlider::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)), in);
}

TangentialTangent CundallSlider::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)).output, *this, in, normal);
}

} // namespace simbodydem
