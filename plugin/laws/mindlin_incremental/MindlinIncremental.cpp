// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/MindlinIncremental.h"

#include "laws/Parameter.h"
#include "laws/SliderKernelAdapter.h"
#include "laws/mindlin_incremental/MindlinIncremental.h"

namespace simbodydem {

MindlinIncremental& MindlinIncremental::setRescaleOnUnloading(bool on) { return assign(*this, rescaleOnUnloading, on); }
MindlinIncremental& MindlinIncremental::setTangentialDampingRatio(SimTK::Real ratio) {
    return assign(*this, dampingRatio, ratio);
}
MindlinIncremental& MindlinIncremental::setTransitionVelocity(SimTK::Real speed) {
    return assign(*this, transitionVelocity, speed);
}

LawParameters MindlinIncremental::getParameters() const { return parametersOf(*this); }

ParameterTable MindlinIncremental::listParameters() {
    return {choice("rescaleOnUnloading", rescaleOnUnloading),
            number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness")};
}

RequiredValues MindlinIncremental::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinIncremental::bind(const PairMaterial& pair) {
    checkDeformable(getName(), pair);
    effectiveShearModulus = pair.effectiveShearModulus;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Asked> auto MindlinIncremental::ask(const Asked& asked) const {
    using T = decltype(asked.contactRadius);
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const T stiffness = kernels::mindlinStiffness(effectiveShearModulus, asked.contactRadius);
    const NormalInput& contact = asked.in.contact;
    const SimTK::Real growth = // of the stiffness, relative [1/s]
        contact.overlap > 0 ? contact.overlapRate / (2 * contact.overlap) : 0;
    return Remembering<T>{
        kernels::mindlinIncremental<T>(friction, {beta, rescaleOnUnloading}, stiffness, stiffness * growth,
                                       T(asked.in.history.template get<StiffnessMemory>().stiffness), asked.slip),
        stiffness};
}

TangentialOutput MindlinIncremental::calcForce(const TangentialInput& in) const {
    return remember(ask(numbersOf(in)), in);
}

TangentialTangent MindlinIncremental::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(ask(dualsOf(in, normal)).answer, *this, in, normal);
}

StepHeat MindlinIncremental::calcHeat(const TangentialInput& in, const TangentialOutput& now,
                                      const TangentialOutput& before) const {
    if (rescaleOnUnloading) return TangentialLaw::calcHeat(in, now, before); // which only ever loses
    const SimTK::Real gained = kernels::gainAtKeptForce<SimTK::Real>(toEigen(before.displacement), before.storedEnergy,
                                                                     toEigen(now.displacement), now.storedEnergy);
    return calcHeatBeside(gained, *this, in, now, before);
}

} // namespace simbodydem
