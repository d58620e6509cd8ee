// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/MindlinConservative.h"

#include "laws/Parameter.h"
#include "laws/SliderKernelAdapter.h"
#include "laws/mindlin_conservative/MindlinConservative.h"

namespace simbodydem {

MindlinConservative& MindlinConservative::setTangentialDampingRatio(SimTK::Real ratio) {
    return assign(*this, dampingRatio, ratio);
}
MindlinConservative& MindlinConservative::setTransitionVelocity(SimTK::Real speed) {
    return assign(*this, transitionVelocity, speed);
}

LawParameters MindlinConservative::getParameters() const { return parametersOf(*this); }

ParameterTable MindlinConservative::listParameters() {
    return {number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness")};
}

RequiredValues MindlinConservative::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinConservative::bind(const PairMaterial& pair) {
    checkDeformable(getName(), pair);
    effectiveShearModulus = pair.effectiveShearModulus;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Asked> auto MindlinConservative::ask(const Asked& asked) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    auto answer = kernels::mindlinConservative(friction, effectiveShearModulus, beta, asked.contactRadius,
                                               asked.overlap, asked.slip);
    answer.force = wholeForce(answer, asked.in.normalDirection);
    return answer;
}

TangentialOutput MindlinConservative::calcForce(const TangentialInput& in) const {
    return toOutput(ask(numbersOf(in)));
}

TangentialTangent MindlinConservative::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(ask(dualsOf(in, normal)), *this, in, normal);
}

StepHeat MindlinConservative::calcHeat(const TangentialInput& in, const TangentialOutput& now,
                                       const TangentialOutput& before) const {
    // What the spring has gained as it stiffened is the work of the normal part.
    const SimTK::Real byOverlap = kernels::gainAtKeptLength<SimTK::Real>(
        toEigen(before.displacement), before.storedEnergy, toEigen(now.displacement), now.storedEnergy);
    TangentialOutput sheared = now;
    sheared.storedEnergy -= byOverlap;
    return TangentialLaw::calcHeat(in, sheared, before);
}

} // namespace simbodydem
