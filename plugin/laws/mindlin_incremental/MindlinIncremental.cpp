// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/MindlinIncremental.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/mindlin_incremental/MindlinIncremental.h"

namespace simbodydem {

ParameterTable MindlinIncremental::listParameters() {
    return {choice("rescaleOnUnloading", rescaleOnUnloading),
            number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
            choice("kelvinVoigt", isKelvinVoigt)};
}

RequiredValues MindlinIncremental::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinIncremental::prepare() {
    checkDeformable(getName(), pair);
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Args> auto MindlinIncremental::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const auto friction = frictionOf(pair, transitionVelocity, isKelvinVoigt);
    const T stiffness = kernels::mindlinStiffness(pair.effectiveShearModulus, args.contactRadius);
    const NormalInput& contact = args.in.contact;
    const SimTK::Real growth = // of the stiffness, relative [1/s]
        contact.overlap > 0 ? contact.overlapRate / (2 * contact.overlap) : 0;
    return TangentialResult<T>{
        kernels::mindlinIncremental<T>(friction, {beta, rescaleOnUnloading}, stiffness, stiffness * growth,
                                       T(args.in.history.template get<SimTK::Real>()), args.kernel),
        stiffness};
}

TangentialOutput MindlinIncremental::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)), in);
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
