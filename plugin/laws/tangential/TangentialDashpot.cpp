#include "simbodydem/laws/tangential/TangentialDashpot.h"

#include "Checks.h"
#include "kernels/SpringSlider.h"
#include "laws/Glue.h"

namespace simbodydem {

TangentialDashpot& TangentialDashpot::setTangentialDamping(SimTK::Real eta) {
    checkPositive(getName(), "tangentialDamping eta", eta, "N s/m");
    damping = eta;
    return *this;
}

TangentialDashpot& TangentialDashpot::setTangentialDampingRatio(SimTK::Real beta) {
    checkPositive(getName(), "tangentialDampingRatio", beta, "-");
    dampingRatio = beta;
    damping = SimTK::NaN;
    return *this;
}

LawParameters TangentialDashpot::getParameters() const {
    return {{"tangentialDamping", damping, "N s/m"}, {"tangentialDampingRatio", dampingRatio, "-"}};
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
