// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/TangentialSpring.h"

#include "base/Checks.h"
#include "laws/Parameter.h"
#include "laws/SliderKernelAdapter.h"
#include "laws/SpringSlider.h"

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

template <class Asked> auto TangentialSpring::ask(const Asked& asked) const {
    using T = decltype(asked.contactRadius);
    const T kt = stiffness > 0 ? T(stiffness) : T(stiffnessRatio * asked.normalStiffness);
    return askWithMemory(asked, kt, [&](const auto& moved) { return kernels::springDashpot<T>(kt, T(0), moved); });
}

TangentialOutput TangentialSpring::calcForce(const TangentialInput& in) const {
    return remember(ask(numbersOf(in)), in);
}

TangentialTangent TangentialSpring::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return toTangent(ask(dualsOf(in, normal)).answer, *this, in, normal);
}

} // namespace simbodydem
