// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/DashpotSlider.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/dashpot_slider/DashpotSlider.h"

namespace simbodydem {

DashpotSlider& DashpotSlider::setTangentialDamping(SimTK::Real eta) { return assign(*this, damping, eta); }
DashpotSlider& DashpotSlider::setTangentialDampingRatio(SimTK::Real beta) { return assign(*this, dampingRatio, beta); }
DashpotSlider& DashpotSlider::setTransitionVelocity(SimTK::Real speed) {
    return assign(*this, transitionVelocity, speed);
}

LawParameters DashpotSlider::getParameters() const { return parametersOf(*this); }

ParameterTable DashpotSlider::listParameters() {
    return {
        number("tangentialDamping", damping, "N s/m", positive, "eta", "from tangentialDampingRatio"),
        number("tangentialDampingRatio", dampingRatio, "-", positive, "", "", std::isnan(damping)).replaces(damping),
        number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness")};
}

RequiredValues DashpotSlider::getRequiredValues() const { return {&SurfaceMaterial::staticFriction}; }

void DashpotSlider::bind(const PairMaterial& pair) {
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
}

template <class Args> auto DashpotSlider::evaluate(const Args& args) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    return kernels::dashpotSlider(friction, {damping, dampingRatio}, args.normalStiffness, args.kernel);
}

TangentialOutput DashpotSlider::calcForce(const TangentialInput& in) const { return toOutput(evaluate(numbersOf(in))); }

TangentialTangent DashpotSlider::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
