// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/rolling/ViscousRolling.h"

#include "Checks.h"
#include "laws/Parameter.h"
#include "laws/rolling/RollingGlue.h"

namespace simbodydem {

ViscousRolling& ViscousRolling::setReferenceVelocity(SimTK::Real speed) {
    referenceVelocity = checked(*this, "referenceVelocity", speed);
    return *this;
}

LawParameters ViscousRolling::getParameters() const {
    return {number("referenceVelocity", referenceVelocity, "m/s", positive)};
}

RequiredValues ViscousRolling::getRequiredValues() const { return {&SurfaceMaterial::rollingFriction}; }

void ViscousRolling::bind(const PairMaterial& pair) {
    rollingFriction = pair.rollingFriction;
    twistingFriction = twistingFrictionOf(pair);
}

RollingAnswer ViscousRolling::calcTorque(const RollingInput& in) const {
    return toAnswer(
        kernels::viscousRolling<SimTK::Real>({rollingFriction, twistingFriction}, referenceVelocity, toKernel(in)));
}

} // namespace simbodydem
