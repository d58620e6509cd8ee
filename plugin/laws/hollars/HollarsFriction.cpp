// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/HollarsFriction.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/hollars/Hollars.h"

namespace simbodydem {

HollarsFriction& HollarsFriction::setTransitionVelocity(SimTK::Real speed) {
    return assign(*this, transitionVelocity, speed);
}
HollarsFriction& HollarsFriction::setViscousFriction(SimTK::Real coefficient) {
    return assign(*this, viscousFriction, coefficient);
}

LawParameters HollarsFriction::getParameters() const { return parametersOf(*this); }

ParameterTable HollarsFriction::listParameters() {
    return {number("transitionVelocity", transitionVelocity, "m/s", positive),
            number("viscousFriction", viscousFriction, "s/m", notNegative)};
}

void HollarsFriction::bind(const PairMaterial& pair) {
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
}

template <class Args> auto HollarsFriction::evaluate(const Args& args) const {
    const kernels::HollarsConstants law{staticFriction, kineticFriction, transitionVelocity, viscousFriction};
    return kernels::hollars(law, args.kernel);
}

TangentialOutput HollarsFriction::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)));
}

TangentialTangent HollarsFriction::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
