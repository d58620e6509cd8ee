// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/MindlinIncremental.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/mindlin_incremental/MindlinIncremental.h"

namespace simbodydem {

MindlinIncremental& MindlinIncremental::setRescaleOnUnloading(bool on) { return assign(*this, rescaleOnUnloading, on); }
MindlinIncremental& MindlinIncremental::setTangentialDampingRatio(SimTK::Real ratio) {
    return assign(*this, dampingRatio, ratio);
}
MindlinIncremental& MindlinIncremental::setTransitionVelocity(SimTK::Real speed) {
    return assign(*this, transitionVelocity, speed);
}

MindlinIncremental& MindlinIncremental::setKelvinVoigt(bool on) { return assign(*this, isKelvinVoigt, on); }

LawParameters MindlinIncremental::getParameters() const { return parametersOf(*this); }

ParameterTable MindlinIncremental::listParameters() {
    return {choice("rescaleOnUnloading", rescaleOnUnloading),
            number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
            choice("kelvinVoigt", isKelvinVoigt)};
}

RequiredValues MindlinIncremental::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinIncremental::bind(const PairMaterial& pair) {
    checkDeformable(getName(), pair);
    effectiveShearModulus = pair.effectiveShearModulus;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Args> auto MindlinIncremental::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity, isKelvinVoigt};
    const T stiffness = kernels::mindlinStiffness(effectiveShearModulus, args.contactRadius);
    const NormalInput& contact = args.in.contact;
    const SimTK::Real growth = // of the stiffness, relative [1/s]
        contact.overlap > 0 ? contact.overlapRate / (2 * contact.overlap) : 0;
    return TangentialResult<T>{
        kernels::mindlinIncremental<T>(friction, {beta, rescaleOnUnloading}, stiffness, stiffness * growth,
                                       T(args.in.history.template get<StiffnessMemory>().stiffness), args.kernel),
        stiffness};
}

TangentialOutput MindlinIncremental::calcForce(const TangentialInput& in) const {
    return toOutputWithMemory(evaluate(numbersOf(in)), in);
}

TangentialTangent MindlinIncremental::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)).output, *this, in, normal);
}

StepHeat MindlinIncremental::calcHeat(const TangentialInput& in, const TangentialOutput& now,
                                      const TangentialOutput& before) const {
    if (rescaleOnUnloading) return TangentialLaw::calcHeat(in, now, before); // it only loses energy
    const SimTK::Real gained = kernels::gainAtKeptForce<SimTK::Real>(toEigen(before.displacement), before.storedEnergy,
                                                                     toEigen(now.displacement), now.storedEnergy);
    return calcHeatBeside(gained, *this, in, now, before);
}

} // namespace simbodydem
