// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ENUM_NAMES_H
#define SIMBODYDEM_LAWS_ENUM_NAMES_H

#include "base/Checks.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/laws/DashpotMode.h"
#include "simbodydem/laws/normal/HertzNormal.h"
#include "simbodydem/laws/normal/HuntCrossleyNormal.h"
#include "simbodydem/laws/normal/PFCHystereticNormal.h"
#include "simbodydem/laws/rolling/EPSDRolling.h"
#include "simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

// Choices by their names, in the order of their enumerations.

namespace simbodydem {

using NameList = std::vector<std::string>;

template <class Choice> NameList namesOf();

template <> inline NameList namesOf<bool>() { return {"off", "on"}; }
template <> inline NameList namesOf<Tension>() { return {"Clamped", "Allowed"}; }
template <> inline NameList namesOf<RestitutionMeaning>() { return {"Textbook", "Realized"}; }
template <> inline NameList namesOf<DashpotMode>() {
    return {"Full", "NoTension", "CutShearWhenSlipping", "NoTensionAndCutShear"};
}
template <> inline NameList namesOf<HertzNormal::Damping>() {
    return {"None", "TsujiTanakaIshida", "CriticalRatio", "KuwabaraKono", "LeeHerrmann", "Linear"};
}
template <> inline NameList namesOf<HertzNormal::TTIConstants>() { return {"Exact", "DEMLab"}; }
template <> inline NameList namesOf<HuntCrossleyNormal::Damping>() { return {"FromDissipation", "FromRestitution"}; }
template <> inline NameList namesOf<PFCHystereticNormal::DissipationForm>() {
    return {"Exact",  "HuntCrossley", "LankaraniNikravesh", "Gonthier", "ZhiyingQishao", "HerbertMcWhannell", "LeeWang",
            "Flores", "HuGuo",        "GharibHurmuzlu"};
}
template <> inline NameList namesOf<NonlinearSpringDashpotSlider::Form>() {
    return {"DiRenzoDiMaio", "LangstonTuzunHeyes", "ZhuZhouYu", "TsujiTanakaIshida"};
}
template <> inline NameList namesOf<EPSDRolling::TwistingLimit>() { return {"Material", "SlippingPatch"}; }
template <> inline NameList namesOf<MixingRules::Moduli>() { return {"Hertz", "TwoThirdsPower"}; }
template <> inline NameList namesOf<MixingRules::Friction>() {
    return {"Minimum", "Harmonic", "Geometric", "Mean", "Maximum"};
}
template <> inline NameList namesOf<MixingRules::Restitution>() { return {"Minimum", "Mean"}; }

template <class Choice> std::string nameOf(Choice choice) { return namesOf<Choice>()[std::size_t(choice)]; }

/** Throws std::invalid_argument, with owner in front and the names that there are, unless the name is one of them. */
inline void checkChoice(const std::string& owner, const std::string& name, const NameList& names) {
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw std::invalid_argument(owner + " = " + name + "; it must be one of " + joined(names));
}

/** The choice of this name, which must be one of namesOf<Choice>(). */
template <class Choice> Choice choiceOf(const std::string& name) {
    const NameList names = namesOf<Choice>();
    return Choice(std::find(names.begin(), names.end(), name) - names.begin());
}

} // namespace simbodydem

#endif
