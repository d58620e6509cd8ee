// SPDX-License-Identifier: Apache-2.0
#include "laws/Parameter.h"

#include "base/Checks.h"

#include <cmath>

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

void checkParameter(const std::string& owner, const LawParameter& p, Real value) {
    checkParameter(p.range.contains(value), owner, p.name + (p.symbol.empty() ? "" : " " + p.symbol), value, p.unit,
                   p.range.toText());
}

void checkDeformable(const std::string& owner, const PairMaterial& pair) {
    if (std::isinf(pair.effectiveYoungsModulus))
        throw std::invalid_argument(owner + ": both surfaces are rigid (youngsModulus = inf Pa); at least one must be "
                                            "finite");
}

} // namespace simbodydem
