// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/rolling/ViscousRolling.h"

#include "laws/Parameter.h"
#include "laws/RollingKernelAdapter.h"

namespace simbodydem {

ParameterTable ViscousRolling::listParameters() {
    return {number("referenceVelocity", referenceVelocity, "m/s", positive)};
}

template <class Args> auto ViscousRolling::evaluate(const Args& args) const {
    return kernels::viscousRolling({pair.rollingFriction, twistingFrictionOf(pair)}, referenceVelocity, args.kernel);
}

RollingOutput ViscousRolling::calcTorque(const RollingInput& in) const { return toOutput(evaluate(numbersOf(in))); }

RollingTangent ViscousRolling::calcTangent(const RollingInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
