#include "simbodydem/laws/rolling/ConstantRolling.h"

#include "Checks.h"
#include "laws/rolling/RollingGlue.h"

namespace simbodydem {

ConstantRolling& ConstantRolling::setTransitionAngularVelocity(SimTK::Real speed) {
    checkPositive(getName(), "transitionAngularVelocity", speed, "rad/s");
    transitionAngularVelocity = speed;
    return *this;
}

LawParameters ConstantRolling::getParameters() const {
    return {{"transitionAngularVelocity", transitionAngularVelocity, "rad/s"}};
}

RequiredValues ConstantRolling::getRequiredValues() const { return {&SurfaceMaterial::rollingFriction}; }

void ConstantRolling::bind(const PairMaterial& pair) {
    rollingFriction = pair.rollingFriction;
    twistingFriction = twistingFrictionOf(pair);
}

RollingAnswer ConstantRolling::calcTorque(const RollingInput& in) const {
    return toAnswer(kernels::constantRolling<SimTK::Real>({rollingFriction, twistingFriction},
                                                          transitionAngularVelocity, toKernel(in)));
}

} // namespace simbodydem
