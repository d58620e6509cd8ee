#include "simbodydem/laws/tangential/TangentialSpring.h"

#include "Checks.h"
#include "kernels/SpringSlider.h"
#include "laws/tangential/SliderGlue.h"

namespace simbodydem {

TangentialSpring& TangentialSpring::setStiffness(SimTK::Real kt) {
    checkPositive(getName(), "stiffness kt", kt, "N/m");
    stiffness = kt;
    return *this;
}

TangentialSpring& TangentialSpring::setStiffnessRatio(SimTK::Real ratio) {
    checkPositive(getName(), "stiffnessRatio kt/kn", ratio, "-");
    stiffnessRatio = ratio;
    stiffness = SimTK::NaN;
    return *this;
}

LawParameters TangentialSpring::getParameters() const {
    return {{"stiffness", stiffness, "N/m"}, {"stiffnessRatio", stiffnessRatio, "-"}};
}

TangentialAnswer TangentialSpring::calcForce(const TangentialInput& in) const {
    const SimTK::Real kt = stiffness > 0 ? stiffness : stiffnessRatio * in.normal.stiffness;
    return calcWithMemory(in, kt, [&](const auto& moved) { return kernels::springDashpot(kt, SimTK::Real(0), moved); });
}

} // namespace simbodydem
