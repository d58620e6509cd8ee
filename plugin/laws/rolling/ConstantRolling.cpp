// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/rolling/ConstantRolling.h"

#include "laws/Parameter.h"
#include "laws/rolling/RollingKernelAdapter.h"

namespace simbodydem {

ConstantRolling& ConstantRolling::setTransitionAngularVelocity(SimTK::Real speed) {
    return assign(*this, transitionAngularVelocity, speed);
}

LawParameters ConstantRolling::getParameters() const { return parametersOf(*this); }

ParameterTable ConstantRolling::listParameters() {
    return {number("transitionAngularVelocity", transitionAngularVelocity, "rad/s", positive, "",
                   "from limit and normal stiffness")};
}

RequiredValues ConstantRolling::getRequiredValues() const { return {&SurfaceMaterial::rollingFriction}; }

void ConstantRolling::bind(const PairMaterial& pair) {
    rollingFriction = pair.rollingFriction;
    twistingFriction = twistingFrictionOf(pair);
}

template <class Asked> auto ConstantRolling::ask(const Asked& asked) const {
    return kernels::constantRolling({rollingFriction, twistingFriction}, transitionAngularVelocity, asked.turn);
}

RollingOutput ConstantRolling::calcTorque(const RollingInput& in) const { return toOutput(ask(numbersOf(in))); }

RollingTangent ConstantRolling::calcTangent(const RollingInput& in, const NormalTangent& normal) const {
    return toTangent(ask(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
