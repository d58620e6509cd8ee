// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_INPUT_CHECKS_H
#define SIMBODYDEM_GRAINS_INPUT_CHECKS_H

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace simbodydem::grains {

inline std::string toText(double x) {
    std::ostringstream text;
    text.precision(9);
    text << x;
    return text.str();
}

/** Returns true if two densities are equal except for the rounding of files. */
inline bool areSameDensities(double a, double b) { return std::abs(a - b) <= 1e-6 * b; }

/** Throws std::invalid_argument with owner, name, value and range, unless the value is allowed. */
inline void check(bool isAllowed, const std::string& owner, const std::string& name, double value,
                  const std::string& unit, const std::string& range) {
    if (!isAllowed)
        throw std::invalid_argument(owner + ": " + name + " = " + toText(value) + (unit.empty() ? "" : " " + unit) +
                                    "; it must be " + range);
}

/** Throws likewise, unless the value is > 0 and finite. */
inline void checkPositive(const std::string& owner, const std::string& name, double value, const std::string& unit) {
    check(value > 0 && std::isfinite(value), owner, name, value, unit, "> 0 and finite");
}

} // namespace simbodydem::grains

#endif
