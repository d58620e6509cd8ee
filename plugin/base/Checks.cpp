// SPDX-License-Identifier: Apache-2.0
#include "base/Checks.h"

#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace simbodydem {

std::string toText(SimTK::Real value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::string toText(SimTK::Real value, const std::string& unit) {
    return unit == "-" ? toText(value) : toText(value) + " " + unit;
}

std::string toDigits(SimTK::Real value) {
    char digits[32]; // the longest double has 24 characters
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
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

void checkFinite(const std::string& owner, const SimTK::State& state) {
    checkParameter(std::isfinite(state.getTime()), owner, "time", state.getTime(), "s", "finite");
    const auto check = [&](const char* name, const SimTK::Vector& values) {
        for (int i = 0; i < values.size(); ++i)
            if (!std::isfinite(values[i])) // no text is made of numbers that are right
                checkParameter(false, owner, name + std::to_string(i), values[i], "-",
                               "finite, at t = " + toText(state.getTime()) + " s");
    };
    check("coordinate q", state.getQ());
    check("speed u", state.getU());
    check("variable z", state.getZ());
}

} // namespace simbodydem
