// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_PARAMETER_H
#define SIMBODYDEM_LAWS_PARAMETER_H

#include "laws/EnumNames.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/laws/LawParameter.h"

#include <limits>
#include <string>

// How a law says what it takes: getParameters() is the one place for name, unit, range and choices, and its setters, the
// catalog and saved histories go by it.

namespace simbodydem {

inline constexpr SimTK::Real infinite = std::numeric_limits<SimTK::Real>::infinity();
inline constexpr ParameterRange positive{0, infinite, false, false};
inline constexpr ParameterRange notNegative{0, infinite, true, false};

inline LawParameter number(const std::string& name, SimTK::Real value, const std::string& unit,
                           const ParameterRange& range, const std::string& symbol = "",
                           const std::string& ifNotSet = "", bool isUsed = true) {
    return {name, value, unit, range, symbol, ifNotSet, {}, isUsed};
}

template <class Choice> LawParameter choice(const std::string& name, Choice value, bool isUsed = true,
                                            const NameList& choices = namesOf<Choice>()) {
    return {name, nameOf(value), "", {}, "", "", choices, isUsed};
}

/** Throw std::invalid_argument, with owner, name, symbol, value, unit and range, unless the value may be this parameter's. */
void checkParameter(const std::string& owner, const LawParameter&, SimTK::Real value);

/** The value, if the law's parameter of this name may have it. */
template <class Law> SimTK::Real checked(const Law& law, const std::string& name, SimTK::Real value) {
    for (const LawParameter& p : law.getParameters())
        if (p.name == name) checkParameter(law.getName(), p, value);
    return value;
}

/** Throws std::invalid_argument unless at least one surface of the pair has a finite youngsModulus. */
void checkDeformable(const std::string& owner, const PairMaterial&);

} // namespace simbodydem

#endif
