// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/rolling/ConstantRolling.h"

#include "laws/Parameter.h"
#include "laws/RollingKernelAdapter.h"

namespace simbodydem {

ParameterTable ConstantRolling::listParameters() {
    return {number("transitionAngularVelocity", transitionAngularVelocity, "rad/s", positive, "",
                   "from limit and normal stiffness")};
}

template <class Args> auto ConstantRolling::evaluate(const Args& args) const {
    return kernels::constantRolling({pair.rollingFriction, twistingFrictionOf(pair)}, transitionAngularVelocity,
                                    args.kernel);
}

RollingOutput ConstantRolling::calcTorque(const RollingInput& in) const { return toOutput(evaluate(numbersOf(in))); }

RollingTangent ConstantRolling::calcTangent(const RollingInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
