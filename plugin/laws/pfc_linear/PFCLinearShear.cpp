// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/PFCLinearShear.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/pfc_linear/PFCLinear.h"

namespace simbodydem {

PFCLinearShear& PFCLinearShear::setStiffness(SimTK::Real ks) { return assign(*this, stiffness, ks); }
PFCLinearShear& PFCLinearShear::setNormalToShearStiffnessRatio(SimTK::Real ratio) {
    return assign(*this, normalToShearStiffness, ratio);
}
PFCLinearShear& PFCLinearShear::setTangentialDampingRatio(SimTK::Real beta) {
    return assign(*this, dampingRatio, beta);
}
PFCLinearShear& PFCLinearShear::setTransitionVelocity(SimTK::Real speed) {
    return assign(*this, transitionVelocity, speed);
}
PFCLinearShear& PFCLinearShear::setDashpotMode(DashpotMode mode) { return assign(*this, dashpotMode, mode); }

LawParameters PFCLinearShear::getParameters() const { return parametersOf(*this); }

ParameterTable PFCLinearShear::listParameters() {
    return {
        number("stiffness", stiffness, "N/m", notNegative, "ks", "from kn/ks"),
        number("normalToShearStiffnessRatio", normalToShearStiffness, "-", positive, "kn/ks", "", std::isnan(stiffness))
            .replaces(stiffness),
        number("tangentialDampingRatio", dampingRatio, "-", notNegative),
        number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
        choice("dashpotMode", dashpotMode)};
}

void PFCLinearShear::bind(const PairMaterial& pair) {
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
}

template <class Args> auto PFCLinearShear::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const T ks = stiffness >= 0 ? T(stiffness) : T(args.normalStiffness / normalToShearStiffness);
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const bool cut =
        dashpotMode == DashpotMode::CutShearWhenSlipping || dashpotMode == DashpotMode::NoTensionAndCutShear;
    return evaluateWithMemory(args, ks, [&](const auto& moved) {
        return kernels::pfcShear<T>(friction, {dampingRatio, cut}, ks, moved);
    });
}

TangentialOutput PFCLinearShear::calcForce(const TangentialInput& in) const {
    return toOutputWithMemory(evaluate(numbersOf(in)), in);
}

TangentialTangent PFCLinearShear::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)).output, *this, in, normal);
}

} // namespace simbodydem
