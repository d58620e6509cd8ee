// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/TangentialDashpot.h"

#include "laws/Parameter.h"
#include "laws/SpringSlider.h"
#include "laws/TangentialKernelAdapter.h"

namespace simbodydem {

ParameterTable TangentialDashpot::listParameters() {
    return {
        number("tangentialDamping", damping, "N s/m", positive, "eta", "from tangentialDampingRatio"),
        number("tangentialDampingRatio", dampingRatio, "-", positive, "", "", std::isnan(damping)).replaces(damping)};
}

template <class Args> auto TangentialDashpot::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const T eta =
        damping > 0 ? T(damping) : kernels::dashpot<T>(dampingRatio, args.normalStiffness, args.kernel.effectiveMass);
    kernels::TangentialInput<T> free = args.kernel; // no spring
    free.displacement.setZero();
    free.slipIncrement.setZero();
    return kernels::springDashpot<T>(T(0), eta, free);
}

TangentialOutput TangentialDashpot::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)));
}

TangentialTangent TangentialDashpot::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
