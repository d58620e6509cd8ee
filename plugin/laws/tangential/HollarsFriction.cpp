#include "simbodydem/laws/tangential/HollarsFriction.h"

#include "Checks.h"
#include "kernels/Hollars.h"
#include "laws/Glue.h"

namespace simbodydem {

HollarsFriction& HollarsFriction::setTransitionVelocity(SimTK::Real speed) {
    checkPositive(getName(), "transitionVelocity", speed, "m/s");
    transitionVelocity = speed;
    return *this;
}

HollarsFriction& HollarsFriction::setViscousFriction(SimTK::Real coefficient) {
    checkNotNegative(getName(), "viscousFriction", coefficient, "s/m");
    viscousFriction = coefficient;
    return *this;
}

LawParameters HollarsFriction::getParameters() const {
    return {{"transitionVelocity", transitionVelocity, "m/s"}, {"viscousFriction", viscousFriction, "s/m"}};
}

void HollarsFriction::bind(const PairMaterial& pair) {
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
}

TangentialAnswer HollarsFriction::calcForce(const TangentialInput& in) const {
    const kernels::HollarsConstants law{staticFriction, kineticFriction, transitionVelocity, viscousFriction};
    return toAnswer(kernels::hollars(law, toKernel(in)));
}

} // namespace simbodydem
