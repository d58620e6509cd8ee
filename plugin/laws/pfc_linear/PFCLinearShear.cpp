// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/PFCLinearShear.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/pfc_linear/PFCLinear.h"

namespace simbodydem {

ParameterTable PFCLinearShear::listParameters() {
    return {
        number("stiffness", stiffness, "N/m", notNegative, "ks", "from kn/ks"),
        number("normalToShearStiffnessRatio", normalToShearStiffness, "-", positive, "kn/ks", "", std::isnan(stiffness))
            .replaces(stiffness),
        number("tangentialDampingRatio", dampingRatio, "-", notNegative),
        number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
        choice("dashpotMode", dashpotMode)};
}

template <class Args> auto PFCLinearShear::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const T ks = stiffness >= 0 ? T(stiffness) : T(args.normalStiffness / normalToShearStiffness);
    const auto friction = frictionOf(pair, transitionVelocity);
    const bool cut =
        dashpotMode == DashpotMode::CutShearWhenSlipping || dashpotMode == DashpotMode::NoTensionAndCutShear;
    return evaluateWithMemory(args, ks, [&](const auto& moved) {
        return kernels::pfcShear<T>(friction, {dampingRatio, cut}, ks, moved);
    });
}

TangentialOutput PFCLinearShear::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)), in);
}

TangentialTangent PFCLinearShear::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)).output, *this, in, normal);
}

} // namespace simbodydem
