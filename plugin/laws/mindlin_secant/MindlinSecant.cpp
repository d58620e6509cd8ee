// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/MindlinSecant.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/mindlin_secant/MindlinSecant.h"

namespace simbodydem {

ParameterTable MindlinSecant::listParameters() {
    return {number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
            choice("kelvinVoigt", isKelvinVoigt)};
}

RequiredValues MindlinSecant::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinSecant::prepare() {
    checkDeformable(getName(), pair);
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Args> auto MindlinSecant::evaluate(const Args& args) const {
    const auto friction = frictionOf(pair, transitionVelocity, isKelvinVoigt);
    return kernels::mindlinSecant(friction, pair.effectiveShearModulus, beta, args.contactRadius, args.kernel);
}

TangentialOutput MindlinSecant::calcForce(const TangentialInput& in) const { return toOutput(evaluate(numbersOf(in))); }

TangentialTangent MindlinSecant::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

StepHeat MindlinSecant::calcHeat(const TangentialInput& in, const TangentialOutput& now,
                                 const TangentialOutput& before) const {
    const SimTK::Real gained = kernels::gainAtKeptLength<SimTK::Real>(toEigen(before.displacement), before.storedEnergy,
                                                                      toEigen(now.displacement), now.storedEnergy);
    return calcHeatBeside(gained, *this, in, now, before);
}

} // namespace simbodydem
