// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/TangentialSpring.h"

#include "laws/Parameter.h"
#include "laws/SliderKernelAdapter.h"
#include "laws/SpringSlider.h"

namespace simbodydem {

TangentialSpring& TangentialSpring::setStiffness(SimTK::Real kt) { return assign(*this, stiffness, kt); }
TangentialSpring& TangentialSpring::setStiffnessRatio(SimTK::Real ratio) {
    return assign(*this, stiffnessRatio, ratio);
}

LawParameters TangentialSpring::getParameters() const { return parametersOf(*this); }

ParameterTable TangentialSpring::listParameters() {
    return {number("stiffness", stiffness, "N/m", positive, "kt", "from stiffnessRatio"),
            number("stiffnessRatio", stiffnessRatio, "-", positive, "kt/kn", "", std::isnan(stiffness))
                .replaces(stiffness)};
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
