// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/DashpotSlider.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/dashpot_slider/DashpotSlider.h"

namespace simbodydem {

ParameterTable DashpotSlider::listParameters() {
    return {
        number("tangentialDamping", damping, "N s/m", positive, "eta", "from tangentialDampingRatio"),
        number("tangentialDampingRatio", dampingRatio, "-", positive, "", "", std::isnan(damping)).replaces(damping),
        number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness")};
}

template <class Args> auto DashpotSlider::evaluate(const Args& args) const {
    const auto friction = frictionOf(pair, transitionVelocity);
    return kernels::dashpotSlider(friction, {damping, dampingRatio}, args.normalStiffness, args.kernel);
}

TangentialOutput DashpotSlider::calcForce(const TangentialInput& in) const { return toOutput(evaluate(numbersOf(in))); }

TangentialTangent DashpotSlider::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
