// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/TangentialDashpot.h"

#include "Checks.h"
#include "kernels/SpringSlider.h"
#include "laws/Glue.h"
#include "laws/Parameter.h"

namespace simbodydem {

TangentialDashpot& TangentialDashpot::setTangentialDamping(SimTK::Real eta) {
    damping = checked(*this, "tangentialDamping", eta);
    return *this;
}

TangentialDashpot& TangentialDashpot::setTangentialDampingRatio(SimTK::Real beta) {
    dampingRatio = checked(*this, "tangentialDampingRatio", beta);
    damping = SimTK::NaN;
    return *this;
}

LawParameters TangentialDashpot::getParameters() const {
    return {number("tangentialDamping", damping, "N s/m", positive, "eta", "from tangentialDampingRatio"),
            number("tangentialDampingRatio", dampingRatio, "-", positive, "", "", std::isnan(damping))};
}

TangentialAnswer TangentialDashpot::calcForce(const TangentialInput& in) const {
    const SimTK::Real eta =
        damping > 0 ? damping : kernels::dashpot(dampingRatio, in.normal.stiffness, in.effectiveMass);
    TangentialAnswer out;
    out.force = -eta * in.slipVelocity;
    out.dissipatedPower = eta * in.slipVelocity.normSqr();
    return out;
}

} // namespace simbodydem
