// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_MODEL_DESCRIPTION_H
#define SIMBODYDEM_LAWS_MODEL_DESCRIPTION_H

#include "base/Checks.h"
#include "simbodydem/laws/Law.h"

#include <cmath>
#include <string>
#include <vector>

// Models as text, one line a value. The first line that differs names the difference.

namespace simbodydem {

using Lines = std::vector<std::string>;

inline std::string numbered(const std::string& what, int number) { return what + " " + std::to_string(number); }

inline std::string pairOf(const std::string& what, int a, int b) { return numbered(numbered(what, a), b); }

inline std::string quantity(SimTK::Real value, const std::string& unit) {
    if (std::isnan(value)) return "unset";
    return toDigits(value) + (unit == "-" ? "" : " " + unit);
}

inline void addParameters(Lines& lines, const std::string& owner, const LawParameters& parameters) {
    for (const LawParameter& p : parameters) {
        const SimTK::Real* number = std::get_if<SimTK::Real>(&p.value);
        lines.push_back(owner + " " + p.name + " " +
                        (number ? quantity(*number, p.unit) : std::get<std::string>(p.value)));
    }
}

} // namespace simbodydem

#endif
