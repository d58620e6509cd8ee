#include "simbodydem/laws/tangential/PFCLinearShear.h"

#include "Checks.h"
#include "Names.h"
#include "kernels/PFCLinear.h"
#include "laws/tangential/SliderGlue.h"

namespace simbodydem {

PFCLinearShear& PFCLinearShear::setStiffness(SimTK::Real ks) {
    checkNotNegative(getName(), "stiffness ks", ks, "N/m");
    stiffness = ks;
    return *this;
}

PFCLinearShear& PFCLinearShear::setNormalToShearStiffnessRatio(SimTK::Real ratio) {
    checkPositive(getName(), "normalToShearStiffnessRatio kn/ks", ratio, "-");
    normalToShearStiffness = ratio;
    stiffness = SimTK::NaN;
    return *this;
}

PFCLinearShear& PFCLinearShear::setTangentialDampingRatio(SimTK::Real beta) {
    checkNotNegative(getName(), "tangentialDampingRatio", beta, "-");
    dampingRatio = beta;
    return *this;
}

PFCLinearShear& PFCLinearShear::setTransitionVelocity(SimTK::Real speed) {
    checkPositive(getName(), "transitionVelocity", speed, "m/s");
    transitionVelocity = speed;
    return *this;
}

PFCLinearShear& PFCLinearShear::setDashpotMode(DashpotMode mode) {
    dashpotMode = mode;
    return *this;
}

LawParameters PFCLinearShear::getParameters() const {
    return {{"stiffness", stiffness, "N/m"},
            {"normalToShearStiffnessRatio", normalToShearStiffness, "-"},
            {"tangentialDampingRatio", dampingRatio, "-"},
            {"transitionVelocity", transitionVelocity, "m/s"},
            {"dashpotMode", nameOf(dashpotMode)}};
}

void PFCLinearShear::bind(const PairMaterial& pair) {
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
}

TangentialAnswer PFCLinearShear::calcForce(const TangentialInput& in) const {
    const SimTK::Real ks = stiffness >= 0 ? stiffness : in.normal.stiffness / normalToShearStiffness;
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const bool cut =
        dashpotMode == DashpotMode::CutShearWhenSlipping || dashpotMode == DashpotMode::NoTensionAndCutShear;
    return calcWithMemory(in, ks, [&](const auto& moved) {
        return kernels::pfcShear(friction, {dampingRatio, cut}, ks, moved);
    });
}

} // namespace simbodydem
