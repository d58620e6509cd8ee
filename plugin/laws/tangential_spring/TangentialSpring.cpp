// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/TangentialSpring.h"

#include "laws/Parameter.h"
#include "laws/SpringSlider.h"
#include "laws/TangentialKernelAdapter.h"

namespace simbodydem {

ParameterTable TangentialSpring::listParameters() {
    return {number("stiffness", stiffness, "N/m", positive, "kt", "from stiffnessRatio"),
            number("stiffnessRatio", stiffnessRatio, "-", positive, "kt/kn", "", std::isnan(stiffness))
                .replaces(stiffness)};
}

template <class Args> auto TangentialSpring::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const T kt = stiffness > 0 ? T(stiffness) : T(stiffnessRatio * args.normalStiffness);
    return evaluateWithMemory(args, kt, [&](const auto& moved) { return kernels::springDashpot<T>(kt, T(0), moved); });
}

TangentialOutput TangentialSpring::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)), in);
}

TangentialTangent TangentialSpring::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)).output, *this, in, normal);
}

} // namespace simbodydem
