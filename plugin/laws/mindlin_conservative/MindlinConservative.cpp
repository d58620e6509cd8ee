// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/MindlinConservative.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/mindlin_conservative/MindlinConservative.h"

namespace simbodydem {

ParameterTable MindlinConservative::listParameters() {
    return {number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
            choice("kelvinVoigt", isKelvinVoigt)};
}

RequiredValues MindlinConservative::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinConservative::prepare() {
    checkDeformable(getName(), pair);
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Args> auto MindlinConservative::evaluate(const Args& args) const {
    const auto friction = frictionOf(pair, transitionVelocity, isKelvinVoigt);
    using T = decltype(args.contactRadius);
    auto output = kernels::mindlinConservative(friction, pair.effectiveShearModulus, beta, args.contactRadius, args.overlap,
                                               args.kernel);
    const Vector3 normal = toEigen(args.in.normalDirection);
    const auto total = [&](int i) -> T { return output.force[i] + output.normalForce * normal[i]; };
    output.force = kernels::Vector3<T>{total(0), total(1), total(2)};
    return output;
}

TangentialOutput MindlinConservative::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)));
}

TangentialTangent MindlinConservative::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

StepHeat MindlinConservative::calcHeat(const TangentialInput& in, const TangentialOutput& now,
                                       const TangentialOutput& before) const {
    // The energy that the spring gains as it stiffens is the work of the normal part.
    const SimTK::Real byOverlap = kernels::gainAtKeptLength<SimTK::Real>(
        toEigen(before.displacement), before.storedEnergy, toEigen(now.displacement), now.storedEnergy);
    TangentialOutput sheared = now;
    sheared.storedEnergy -= byOverlap;
    return TangentialLaw::calcHeat(in, sheared, before);
}

} // namespace simbodydem
