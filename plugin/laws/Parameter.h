// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_PARAMETER_H
#define SIMBODYDEM_LAWS_PARAMETER_H

#include "laws/EnumNames.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/laws/LawParameter.h"

#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// The table of a law's parameters. Each line of listParameters() names a parameter, the member that holds it, its unit and its range or
// choices. The law's setters, getParameters() and the catalog use this table.

namespace simbodydem {

inline constexpr SimTK::Real infinite = std::numeric_limits<SimTK::Real>::infinity();
inline constexpr ParameterRange positive{0, infinite, false, false};
inline constexpr ParameterRange notNegative{0, infinite, true, false};

using ParameterValue = decltype(LawParameter::value); // a number, or the name of a choice

/** A parameter, and the member that holds it. */
struct ParameterLine {
    LawParameter parameter;
    const void* member;
    std::function<void(const ParameterValue&)> write; ///< to the member, without a check
    std::vector<std::function<void()>> resets = {};

    /** Setting this parameter resets these members: a number to NaN, a switch to off. Turning a switch off resets none. */
    template <class... Members> ParameterLine replaces(Members&... members) && {
        (resets.push_back([&members] { reset(members); }), ...);
        return std::move(*this);
    }

    /** @throws std::invalid_argument, with owner, name, symbol, value, unit and range or choices, if the value is none of them */
    void set(const std::string& owner, const ParameterValue&) const;

private:
    static void reset(SimTK::Real& number) { number = SimTK::NaN; }
    static void reset(bool& isOn) { isOn = false; }
};

inline ParameterLine number(const std::string& name, SimTK::Real& member, const std::string& unit,
                            const ParameterRange& range, const std::string& symbol = "",
                            const std::string& ifNotSet = "", bool isUsed = true) {
    return {{name, member, unit, range, symbol, ifNotSet, {}, isUsed}, &member, [&member](const ParameterValue& value) {
                member = std::get<SimTK::Real>(value);
            }};
}

template <class Choice> ParameterLine choice(const std::string& name, Choice& member, bool isUsed = true,
                                             const NameList& choices = namesOf<Choice>()) {
    return {{name, nameOf(member), "", {}, "", "", choices, isUsed}, &member, [&member](const ParameterValue& value) {
                member = choiceOf<Choice>(std::get<std::string>(value));
            }};
}

struct ParameterTable {
    ParameterTable(std::initializer_list<ParameterLine> lines) : lines(lines) {}

    /** The table of a law. A law that does not override getParameters() has no parameters. */
    template <class Law> static ParameterTable of(Law& law) {
        if constexpr (std::is_same_v<decltype(&Law::getParameters), LawParameters (Law::*)() const>)
            return law.listParameters();
        else
            return {};
    }

    /** The line of a number, or of a choice, by its name. @throws std::invalid_argument, with owner and the names that there are */
    const ParameterLine& find(const std::string& owner, const std::string& name, bool isNumber) const;

    std::vector<ParameterLine> lines;
};

template <class Law> LawParameters parametersOf(const Law& law) {
    LawParameters parameters;
    for (const ParameterLine& line : ParameterTable::of(const_cast<Law&>(law)).lines) // which is only read
        parameters.push_back(line.parameter);
    return parameters;
}

/** Sets the parameter that a member holds. @throws as ParameterLine::set() */
template <class Law, class Value> Law& assign(Law& law, const Value& member, Value value) {
    for (const ParameterLine& line : ParameterTable::of(law).lines) {
        if (line.member != &member) continue;
        if constexpr (std::is_same_v<Value, SimTK::Real>)
            line.set(law.getName(), value);
        else
            line.set(law.getName(), nameOf(value));
    }
    return law;
}

/** Throws std::invalid_argument unless at least one surface of the pair has a finite youngsModulus. */
void checkDeformable(const std::string& owner, const PairMaterial&);

} // namespace simbodydem

#endif
