// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/TangentialSpring.h"

#include "Checks.h"
#include "kernels/SpringSlider.h"
#include "laws/Parameter.h"
#include "laws/tangential/SliderGlue.h"

namespace simbodydem {

TangentialSpring& TangentialSpring::setStiffness(SimTK::Real kt) {
    stiffness = checked(*this, "stiffness", kt);
    return *this;
}

TangentialSpring& TangentialSpring::setStiffnessRatio(SimTK::Real ratio) {
    stiffnessRatio = checked(*this, "stiffnessRatio", ratio);
    stiffness = SimTK::NaN;
    return *this;
}

LawParameters TangentialSpring::getParameters() const {
    return {number("stiffness", stiffness, "N/m", positive, "kt", "from stiffnessRatio"),
            number("stiffnessRatio", stiffnessRatio, "-", positive, "kt/kn", "", std::isnan(stiffness))};
}

TangentialAnswer TangentialSpring::calcForce(const TangentialInput& in) const {
    const SimTK::Real kt = stiffness > 0 ? stiffness : stiffnessRatio * in.normal.stiffness;
    return calcWithMemory(in, kt, [&](const auto& moved) { return kernels::springDashpot(kt, SimTK::Real(0), moved); });
}

} // namespace simbodydem
