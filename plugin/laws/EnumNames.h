// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ENUM_NAMES_H
#define SIMBODYDEM_LAWS_ENUM_NAMES_H

#include "base/Checks.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/laws/normal/HertzNormal.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

// Names of enumerations that several classes use, in their order. A choice of one law has its names in the file of that law.

namespace simbodydem {

using NameList = std::vector<std::string>;

inline NameList namesOf(Tension) { return {"Clamped", "Allowed"}; }
inline NameList namesOf(RestitutionMeaning) { return {"Textbook", "Realized"}; }
inline NameList namesOf(DashpotMode) {
    return {"Full", "NoTension", "CutShearWhenSlipping", "NoTensionAndCutShear"};
}
inline NameList namesOf(HertzNormal::Damping) {
    return {"None", "TsujiTanakaIshida", "CriticalRatio", "KuwabaraKono", "LeeHerrmann", "Linear"};
}
inline NameList namesOf(MixingRules::Moduli) { return {"Hertz", "TwoThirdsPower"}; }
inline NameList namesOf(MixingRules::Friction) {
    return {"Minimum", "Harmonic", "Geometric", "Mean", "Maximum"};
}
inline NameList namesOf(MixingRules::Restitution) { return {"Minimum", "Mean"}; }

template <class Choice> std::string nameOf(Choice choice) { return namesOf(choice).at(std::size_t(choice)); }

/** Throws std::invalid_argument, with owner in front and the names that there are, unless the name is one of them. */
inline void checkChoice(const std::string& owner, const std::string& name, const NameList& names) {
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw std::invalid_argument(owner + " = " + name + "; it must be one of " + joined(names));
}

} // namespace simbodydem

#endif
