// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/HollarsFriction.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/hollars/Hollars.h"

namespace simbodydem {

ParameterTable HollarsFriction::listParameters() {
    return {number("transitionVelocity", transitionVelocity, "m/s", positive),
            number("viscousFriction", viscousFriction, "s/m", notNegative)};
}

template <class Args> auto HollarsFriction::evaluate(const Args& args) const {
    const kernels::HollarsConstants law{pair.staticFriction, pair.kineticFriction, transitionVelocity, viscousFriction};
    return kernels::hollars(law, args.kernel);
}

TangentialOutput HollarsFriction::calcForce(const TangentialInput& in) const {
    return toOutput(evaluate(numbersOf(in)));
}

TangentialTangent HollarsFriction::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)), *this, in, normal);
}

} // namespace simbodydem
