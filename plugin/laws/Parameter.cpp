// SPDX-License-Identifier: Apache-2.0
#include "laws/Parameter.h"

#include "base/Checks.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

bool ParameterRange::contains(Real value) const {
    return (includesLeast ? value >= least : value > least) &&
           (includesGreatest ? value <= greatest : value < greatest);
}

std::string ParameterRange::toText() const {
    if (std::isfinite(least) && std::isfinite(greatest))
        return std::string("in ") + (includesLeast ? "[" : "(") + simbodydem::toText(least) + ", " +
               simbodydem::toText(greatest) + (includesGreatest ? "]" : ")");
    std::string text = "a number";
    if (std::isfinite(least)) text = (includesLeast ? ">= " : "> ") + simbodydem::toText(least);
    if (std::isfinite(greatest)) text = (includesGreatest ? "<= " : "< ") + simbodydem::toText(greatest);
    if (std::isinf(greatest)) text += includesGreatest ? " (Infinity included)" : " and finite";
    return text;
}

void ParameterLine::set(const std::string& owner, const Value& value) const {
    const LawParameter& p = parameter;
    if (const Real* number = std::get_if<Real>(&value))
        checkParameter(p.range.contains(*number), owner, p.name + (p.symbol.empty() ? "" : " " + p.symbol), *number,
                       p.unit, p.range.toText());
    else
        checkChoice(owner + ": " + p.name, std::get<std::string>(value), p.choices);
    write(value);
    if (value == Value(nameOf(false))) return;
    for (const auto& reset : resets) reset();
}

LawParameters ContactLaw::getParameters() const {
    LawParameters parameters;
    for (const ParameterLine& line : const_cast<ContactLaw&>(*this).listParameters()) // which is only read
        parameters.push_back(line.parameter);
    return parameters;
}

ParameterLine ContactLaw::number(const std::string& name, Real& member, const std::string& unit,
                                 const ParameterRange& range, const std::string& symbol, const std::string& ifNotSet,
                                 bool isUsed) {
    const auto write = [&member](const ParameterLine::Value& value) { member = std::get<Real>(value); };
    return {{name, member, unit, range, symbol, ifNotSet, {}, isUsed}, &member, {}, write};
}

ParameterLine ContactLaw::lineOf(const std::string& name, int value, const void* member,
                                 const std::function<void(int)>& write, const NameList& names, const NameList& allowed,
                                 bool isUsed) {
    const auto writeName = [=](const ParameterLine::Value& given) {
        write(int(std::find(names.begin(), names.end(), std::get<std::string>(given)) - names.begin()));
    };
    return {{name, names.at(std::size_t(value)), "", {}, "", "", allowed, isUsed}, member, names, writeName};
}

void ContactLaw::setParameter(const void* member, const std::variant<Real, int>& value) {
    for (const ParameterLine& line : listParameters()) {
        if (line.member != member) continue;
        if (const int* choice = std::get_if<int>(&value))
            return line.set(getName(), line.names.at(std::size_t(*choice)));
        return line.set(getName(), std::get<Real>(value));
    }
    throw std::logic_error(getName() + ": listParameters() has no line for the member that a setter assigns");
}

// Scans from the end, since the name of a class in a function has namespaces in the parameters of the function too.
std::string ContactLaw::withoutNamespaces(const std::string& qualified) {
    int depth = 0;
    for (std::size_t i = qualified.size(); i > 0; --i) {
        const char c = qualified[i - 1];
        if (c == '>' || c == ')') ++depth;
        if (c == '<' || c == '(') --depth;
        if (c == ':' && depth == 0) return qualified.substr(i);
    }
    return qualified;
}

const ParameterLine& findLine(const ParameterTable& table, const std::string& owner, const std::string& name,
                              bool isNumber) {
    std::vector<std::string> known;
    for (const ParameterLine& line : table) {
        if (line.parameter.choices.empty() != isNumber) continue;
        if (line.parameter.name == name) return line;
        known.push_back(line.parameter.name);
    }
    throw std::invalid_argument(owner + ": there is no " + (isNumber ? "number " : "choice ") + name +
                                (known.empty() ? "; there is none" : "; it must be one of " + joined(known)));
}

void checkDeformable(const std::string& owner, const PairMaterial& pair) {
    if (std::isinf(pair.effectiveYoungsModulus))
        throw std::invalid_argument(owner + ": both surfaces are rigid (youngsModulus = inf Pa); at least one "
                                            "youngsModulus must be finite");
}

} // namespace simbodydem
