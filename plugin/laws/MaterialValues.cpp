// SPDX-License-Identifier: Apache-2.0
#include "laws/MaterialValues.h"

#include "Checks.h"
#include "laws/Parameter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

const std::array<MaterialValue, 9>& materialValues() {
    using M = SurfaceMaterial;
    using P = PairMaterial;
    static const std::array<MaterialValue, 9> values = {{
        {&M::youngsModulus, "youngsModulus", "Pa", {0, infinite, false, true}},
        {&M::poissonsRatio, "poissonsRatio", "-", {-1, 0.5, false, true}},
        {&M::restitution, "restitution", "-", {0, 1}, Mixing::ByRestitutionRule, &P::restitution},
        {&M::staticFriction, "staticFriction", "-", notNegative, Mixing::ByFrictionRule, &P::staticFriction},
        {&M::kineticFriction, "kineticFriction", "-", notNegative, Mixing::ByFrictionRule, &P::kineticFriction},
        {&M::dissipation, "dissipation", "s/m", notNegative},
        {&M::rollingFriction, "rollingFriction", "-", notNegative, Mixing::ByFrictionRule, &P::rollingFriction},
        {&M::twistingFriction, "twistingFriction", "-", notNegative, Mixing::ByFrictionRule, &P::twistingFriction},
        {&M::stiffnessRatio, "stiffnessRatio", "-", positive, Mixing::Mean, &P::stiffnessRatio},
    }};
    return values;
}

void checkMaterial(const std::string& owner, const SurfaceMaterial& material) {
    for (const MaterialValue& v : materialValues()) {
        const SimTK::Real value = material.*v.value;
        if (!std::isnan(value)) checkParameter(v.range.contains(value), owner, v.name, value, v.unit, v.range.toText());
    }
    if (material.kineticFriction > material.staticFriction)
        throw std::invalid_argument(owner + ": kineticFriction = " + toText(material.kineticFriction) +
                                    " is above staticFriction = " + toText(material.staticFriction) +
                                    "; it must be in [0, staticFriction]");
}

LawParameters getParameters(const SurfaceMaterial& material) {
    LawParameters values;
    for (const MaterialValue& v : materialValues()) values.push_back({v.name, material.*v.value, v.unit, v.range});
    return values;
}

std::string describe(SimTK::Real SurfaceMaterial::*value) {
    for (const MaterialValue& v : materialValues())
        if (v.value == value) return v.unit == std::string("-") ? v.name : std::string(v.name) + " [" + v.unit + "]";
    return "an unknown material value";
}

bool isAnySet(const SurfaceMaterial& material) {
    const auto& values = materialValues();
    return std::any_of(values.begin(), values.end(), [&](const auto& v) { return !std::isnan(material.*v.value); });
}

SurfaceMaterial overlay(SurfaceMaterial base, const SurfaceMaterial& over) {
    if (!std::isnan(over.staticFriction)) base.kineticFriction = over.kineticFriction;
    for (const MaterialValue& v : materialValues())
        if (!std::isnan(over.*v.value)) base.*v.value = over.*v.value;
    return base;
}

} // namespace simbodydem
