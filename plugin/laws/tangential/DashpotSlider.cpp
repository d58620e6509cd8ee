#include "simbodydem/laws/tangential/DashpotSlider.h"

#include "Checks.h"
#include "kernels/DashpotSlider.h"
#include "laws/Glue.h"

namespace simbodydem {

DashpotSlider& DashpotSlider::setTangentialDamping(SimTK::Real eta) {
    checkPositive(getName(), "tangentialDamping eta", eta, "N s/m");
    damping = eta;
    return *this;
}

DashpotSlider& DashpotSlider::setTangentialDampingRatio(SimTK::Real beta) {
    checkPositive(getName(), "tangentialDampingRatio", beta, "-");
    dampingRatio = beta;
    damping = SimTK::NaN;
    return *this;
}

DashpotSlider& DashpotSlider::setTransitionVelocity(SimTK::Real speed) {
    checkPositive(getName(), "transitionVelocity", speed, "m/s");
    transitionVelocity = speed;
    return *this;
}

LawParameters DashpotSlider::getParameters() const {
    return {{"tangentialDamping", damping, "N s/m"},
            {"tangentialDampingRatio", dampingRatio, "-"},
            {"transitionVelocity", transitionVelocity, "m/s"}};
}

RequiredValues DashpotSlider::getRequiredValues() const { return {&SurfaceMaterial::staticFriction}; }

void DashpotSlider::bind(const PairMaterial& pair) {
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
}

TangentialAnswer DashpotSlider::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const kernels::DashpotSliderConstants law{damping, dampingRatio};
    return toAnswer(kernels::dashpotSlider<SimTK::Real>(friction, law, in.normal.stiffness, toKernel(in)));
}

} // namespace simbodydem
