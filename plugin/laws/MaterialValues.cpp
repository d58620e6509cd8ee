// SPDX-License-Identifier: Apache-2.0
#include "laws/MaterialValues.h"

#include "base/Checks.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

const std::array<MaterialEntry, 9>& materialValues() {
    using M = SurfaceMaterial;
    using P = PairMaterial;
    constexpr ParameterRange notNegative = ContactLaw::notNegative;
    static const std::array<MaterialEntry, 9> values = {{
        {&M::youngsModulus, "youngsModulus", "Pa", {0, SimTK::Infinity, false, true}},
        {&M::poissonsRatio, "poissonsRatio", "-", {-1, 0.5, false, true}},
        {&M::restitution, "restitution", "-", {0, 1}, Mixing::ByRestitutionRule, &P::restitution},
        {&M::staticFriction, "staticFriction", "-", notNegative, Mixing::ByFrictionRule, &P::staticFriction},
        {&M::kineticFriction, "kineticFriction", "-", notNegative, Mixing::ByFrictionRule, &P::kineticFriction},
        {&M::dissipation, "dissipation", "s/m", notNegative},
        {&M::rollingFriction, "rollingFriction", "-", notNegative, Mixing::ByFrictionRule, &P::rollingFriction},
        {&M::twistingFriction, "twistingFriction", "-", notNegative, Mixing::ByFrictionRule, &P::twistingFriction},
        {&M::stiffnessRatio, "stiffnessRatio", "-", ContactLaw::positive, Mixing::Mean, &P::stiffnessRatio},
    }};
    return values;
}

void checkMaterial(const std::string& owner, const SurfaceMaterial& material) {
    for (const MaterialEntry& v : materialValues()) {
        const MaterialValue value = material.*v.value;
        if (value.isSet()) checkParameter(v.range.contains(value), owner, v.name, value, v.unit, v.range.toText());
    }
    if (material.kineticFriction > material.staticFriction)
        throw std::invalid_argument(owner + ": kineticFriction = " + toText(material.kineticFriction) +
                                    " is above staticFriction = " + toText(material.staticFriction) +
                                    "; it must be in [0, staticFriction]");
}

LawParameters getParameters(const SurfaceMaterial& material) {
    LawParameters values;
    for (const MaterialEntry& v : materialValues())
        values.push_back({v.name, SimTK::Real(material.*v.value), v.unit, v.range});
    return values;
}

std::string describe(MaterialValue SurfaceMaterial::*value) {
    for (const MaterialEntry& v : materialValues())
        if (v.value == value) return v.unit == std::string("-") ? v.name : std::string(v.name) + " [" + v.unit + "]";
    return "an unknown material value";
}

bool isAnySet(const SurfaceMaterial& material) {
    const auto& values = materialValues();
    return std::any_of(values.begin(), values.end(), [&](const auto& v) { return (material.*v.value).isSet(); });
}

bool isSame(const SurfaceMaterial& a, const SurfaceMaterial& b) {
    const auto& values = materialValues();
    return std::all_of(values.begin(), values.end(), [&](const auto& v) {
        const MaterialValue x = a.*v.value, y = b.*v.value;
        return x.isSet() == y.isSet() && (!x.isSet() || x == y);
    });
}

SurfaceMaterial overlay(SurfaceMaterial base, const SurfaceMaterial& over) {
    if (over.staticFriction.isSet()) base.kineticFriction = over.kineticFriction;
    for (const MaterialEntry& v : materialValues())
        if ((over.*v.value).isSet()) base.*v.value = over.*v.value;
    return base;
}

} // namespace simbodydem
