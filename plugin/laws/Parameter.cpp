// SPDX-License-Identifier: Apache-2.0
#include "laws/Parameter.h"

#include "base/Checks.h"

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

void ParameterLine::set(const std::string& owner, const ParameterValue& value) const {
    const LawParameter& p = parameter;
    if (const Real* number = std::get_if<Real>(&value))
        checkParameter(p.range.contains(*number), owner, p.name + (p.symbol.empty() ? "" : " " + p.symbol), *number,
                       p.unit, p.range.toText());
    else
        checkChoice(owner + ": " + p.name, std::get<std::string>(value), p.choices);
    write(value);
    if (value == ParameterValue(nameOf(false))) return;
    for (const auto& reset : resets) reset();
}

const ParameterLine& ParameterTable::find(const std::string& owner, const std::string& name, bool isNumber) const {
    std::vector<std::string> known;
    for (const ParameterLine& line : lines) {
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
