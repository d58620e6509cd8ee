#include "simbodydem/laws/rolling/EPSDRolling.h"

#include "Checks.h"
#include "laws/rolling/RollingGlue.h"

namespace simbodydem {

using SimTK::Real;

namespace {

struct Memory {
    Real normalStiffness; // that the rotation was stored with
};

} // namespace

EPSDRolling& EPSDRolling::setStiffness(Real kr) {
    checkPositive(getName(), "stiffness k_r", kr, "N m/rad");
    stiffness = kr;
    return *this;
}

EPSDRolling& EPSDRolling::setTwistingStiffness(Real ktw) {
    checkPositive(getName(), "twistingStiffness k_tw", ktw, "N m/rad");
    twistingStiffness = ktw;
    return *this;
}

EPSDRolling& EPSDRolling::setDampingRatio(Real ratio) {
    checkNotNegative(getName(), "dampingRatio eta_r", ratio, "-");
    dampingRatio = ratio;
    return *this;
}

RequiredValues EPSDRolling::getRequiredValues() const { return {&SurfaceMaterial::rollingFriction}; }

void EPSDRolling::bind(const PairMaterial& pair) {
    rollingFriction = pair.rollingFriction;
    twistingFriction = twistingFrictionOf(pair);
}

RollingAnswer EPSDRolling::calcTorque(const RollingInput& in) const {
    const kernels::EPSDConstants law{stiffness, twistingStiffness, dampingRatio};
    RollingAnswer out = toAnswer(kernels::epsdRolling<Real>({rollingFriction, twistingFriction}, law,
                                                            in.history.get<Memory>().normalStiffness, toKernel(in)));
    out.history.set(Memory{in.normal.stiffness});
    return out;
}

} // namespace simbodydem
