// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/rolling/ViscousRolling.h"

#include "laws/Parameter.h"
#include "laws/RollingKernelAdapter.h"

namespace simbodydem {

ViscousRolling& ViscousRolling::setReferenceVelocity(SimTK::Real speed) {
    return assign(*this, referenceVelocity, speed);
}

LawParameters ViscousRolling::getParameters() const { return parametersOf(*this); }

ParameterTable ViscousRolling::listParameters() {
    return {number("referenceVelocity", referenceVelocity, "m/s", positive)};
}

RequiredValues ViscousRolling::getRequiredValues() const { return {&SurfaceMaterial::rollingFriction}; }

void ViscousRolling::bind(const PairMaterial& pair) {
    rollingFriction = pair.rollingFriction;
    twistingFriction = twistingFrictionOf(pair);
}

template <class Args> auto ViscousRolling::evaluate(const Args& args) const {
    return kernels::viscousRolling({rollingFriction, twistingFriction}, referenceVelocity, args.kernel);
}

RollingOutput ViscousRolling::calcTorque(const RollingInput& in) const { return toOutput(evaluate(numbersOf(in))); }

RollingTangent ViscousRolling::calcTangent(const RollingInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
