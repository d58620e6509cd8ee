#include "simbodydem/laws/rolling/EPSDRolling.h"

#include "Checks.h"
#include "Names.h"
#include "laws/rolling/RollingGlue.h"

namespace simbodydem {

using SimTK::Real;

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

EPSDRolling& EPSDRolling::setTwistingLimit(TwistingLimit limit) {
    twistingLimit = limit;
    return *this;
}

LawParameters EPSDRolling::getParameters() const {
    return {{"stiffness", stiffness, "N m/rad"},
            {"twistingStiffness", twistingStiffness, "N m/rad"},
            {"dampingRatio", dampingRatio, "-"},
            {"twistingLimit", nameOf(twistingLimit, {"Material", "SlippingPatch"})}};
}

RequiredValues EPSDRolling::getRequiredValues() const {
    RequiredValues values{&SurfaceMaterial::rollingFriction};
    if (twistingLimit == TwistingLimit::SlippingPatch) values.push_back(&SurfaceMaterial::staticFriction);
    return values;
}

void EPSDRolling::bind(const PairMaterial& pair) {
    rollingFriction = pair.rollingFriction;
    twistingFriction = twistingFrictionOf(pair);
    staticFriction = pair.staticFriction;
}

RollingAnswer EPSDRolling::calcTorque(const RollingInput& in) const {
    using Memory = kernels::EPSDStiffness<Real>;
    const kernels::RollingFriction friction{rollingFriction, twistingLimit == TwistingLimit::SlippingPatch
                                                                 ? patchTwistingFriction(staticFriction, in.contact)
                                                                 : twistingFriction};
    const auto k = toKernel(in);
    const Memory stiffnesses = kernels::epsdStiffness<Real>(friction, {stiffness, twistingStiffness}, k);
    RollingAnswer out =
        toAnswer(kernels::epsdRolling<Real>(friction, dampingRatio, stiffnesses, in.history.get<Memory>(), k));
    out.history.set(stiffnesses);
    return out;
}

} // namespace simbodydem
