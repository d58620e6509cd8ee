// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/rolling/EPSDRolling.h"

#include "Checks.h"
#include "laws/Parameter.h"
#include "laws/rolling/RollingGlue.h"

namespace simbodydem {

using SimTK::Real;

EPSDRolling& EPSDRolling::setStiffness(Real kr) {
    stiffness = checked(*this, "stiffness", kr);
    return *this;
}

EPSDRolling& EPSDRolling::setTwistingStiffness(Real ktw) {
    twistingStiffness = checked(*this, "twistingStiffness", ktw);
    return *this;
}

EPSDRolling& EPSDRolling::setDampingRatio(Real ratio) {
    dampingRatio = checked(*this, "dampingRatio", ratio);
    return *this;
}

EPSDRolling& EPSDRolling::setTwistingLimit(TwistingLimit limit) {
    twistingLimit = limit;
    return *this;
}

LawParameters EPSDRolling::getParameters() const {
    return {number("stiffness", stiffness, "N m/rad", positive, "k_r", "from the normal stiffness"),
            number("twistingStiffness", twistingStiffness, "N m/rad", positive, "k_tw", "from the normal stiffness"),
            number("dampingRatio", dampingRatio, "-", notNegative, "eta_r"), choice("twistingLimit", twistingLimit)};
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
