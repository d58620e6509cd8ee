#include "Checks.h"

#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace simbodydem {

namespace {

struct MaterialValue {
    SimTK::Real SurfaceMaterial::*value;
    const char *name, *unit, *range;
    bool (*isValid)(SimTK::Real);
};

bool isFriction(SimTK::Real mu) { return mu >= 0 && std::isfinite(mu); }

const MaterialValue materialValues[] = {
    {&SurfaceMaterial::youngsModulus, "youngsModulus", "Pa", "> 0 (Infinity for rigid)",
     [](SimTK::Real E) { return E > 0; }},
    {&SurfaceMaterial::poissonsRatio, "poissonsRatio", "-", "in (-1, 0.5]",
     [](SimTK::Real nu) { return nu > -1 && nu <= 0.5; }},
    {&SurfaceMaterial::restitution, "restitution", "-", "in [0, 1]", [](SimTK::Real e) { return e >= 0 && e <= 1; }},
    {&SurfaceMaterial::staticFriction, "staticFriction", "-", ">= 0 and finite", isFriction},
    {&SurfaceMaterial::kineticFriction, "kineticFriction", "-", ">= 0 and finite", isFriction},
    {&SurfaceMaterial::dissipation, "dissipation", "s/m", ">= 0 and finite", isFriction},
    {&SurfaceMaterial::rollingFriction, "rollingFriction", "-", ">= 0 and finite", isFriction},
    {&SurfaceMaterial::twistingFriction, "twistingFriction", "-", ">= 0 and finite", isFriction},
    {&SurfaceMaterial::stiffnessRatio, "stiffnessRatio", "-", "> 0 and finite",
     [](SimTK::Real ratio) { return ratio > 0 && std::isfinite(ratio); }},
};

} // namespace

std::string toText(SimTK::Real value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::string toText(SimTK::Real value, const std::string& unit) {
    return unit == "-" ? toText(value) : toText(value) + " " + unit;
}

std::string toDigits(SimTK::Real value) {
    char digits[32]; // the longest double has 24
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

void checkParameter(bool ok, const std::string& owner, const std::string& parameter, SimTK::Real value,
                    const std::string& unit, const std::string& range) {
    if (!ok)
        throw std::invalid_argument(owner + ": " + parameter + " = " + toText(value, unit) + "; it must be " + range);
}

void checkPositive(const std::string& owner, const std::string& parameter, SimTK::Real value, const std::string& unit) {
    checkParameter(value > 0 && std::isfinite(value), owner, parameter, value, unit, "> 0 and finite");
}

void checkNotNegative(const std::string& owner, const std::string& parameter, SimTK::Real value,
                      const std::string& unit) {
    checkParameter(value >= 0 && std::isfinite(value), owner, parameter, value, unit, ">= 0 and finite");
}

void checkFinite(const std::string& owner, const std::string& parameter, const SimTK::Vec3& value,
                 const std::string& unit) {
    if (value.isFinite()) return;
    std::ostringstream text;
    text << owner << ": " << parameter << " = " << value << ' ' << unit << "; it must be finite";
    throw std::invalid_argument(text.str());
}

void checkPlane(const std::string& owner, const GroundPlane& plane) {
    checkFinite(owner, "the plane's origin", plane.origin, "m");
    checkFinite(owner, "the plane's normal", SimTK::Vec3(plane.normal), "(unit vector)");
}

void checkDeformable(const std::string& owner, const PairMaterial& pair) {
    if (std::isinf(pair.effectiveYoungsModulus))
        throw std::invalid_argument(owner + ": both surfaces are rigid (youngsModulus = inf Pa); at least one must be "
                                            "finite");
}

void checkMaterial(const std::string& owner, const SurfaceMaterial& material) {
    for (const MaterialValue& v : materialValues) {
        const SimTK::Real value = material.*v.value;
        if (!std::isnan(value)) checkParameter(v.isValid(value), owner, v.name, value, v.unit, v.range);
    }
    if (material.kineticFriction > material.staticFriction)
        throw std::invalid_argument(owner + ": kineticFriction = " + toText(material.kineticFriction) +
                                    " is above staticFriction = " + toText(material.staticFriction) +
                                    "; it must be in [0, staticFriction]");
}

LawParameters getParameters(const SurfaceMaterial& material) {
    LawParameters values;
    for (const MaterialValue& v : materialValues) values.push_back({v.name, material.*v.value, v.unit});
    return values;
}

std::string describe(SimTK::Real SurfaceMaterial::*value) {
    for (const MaterialValue& v : materialValues)
        if (v.value == value) return v.unit == std::string("-") ? v.name : std::string(v.name) + " [" + v.unit + "]";
    return "an unknown material value";
}

} // namespace simbodydem
