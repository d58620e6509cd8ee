#ifndef SIMBODYDEM_NAMES_H
#define SIMBODYDEM_NAMES_H

#include "simbodydem/laws/DashpotMode.h"
#include "simbodydem/laws/normal/HertzNormal.h"

#include <initializer_list>
#include <string>

// Choices by their names, as LawParameter has them.

namespace simbodydem {

/** @param names in the order of the enumeration */
template <class Choice> std::string nameOf(Choice choice, std::initializer_list<const char*> names) {
    return names.begin()[std::size_t(choice)];
}

inline std::string onOrOff(bool on) { return on ? "on" : "off"; }

inline std::string nameOf(Tension tension) { return nameOf(tension, {"Clamped", "Allowed"}); }

inline std::string nameOf(RestitutionMeaning meaning) { return nameOf(meaning, {"Textbook", "Realized"}); }

inline std::string nameOf(DashpotMode mode) {
    return nameOf(mode, {"Full", "NoTension", "CutShearWhenSlipping", "NoTensionAndCutShear"});
}

inline std::string nameOf(HertzNormal::Damping damping) {
    return nameOf(damping, {"None", "TsujiTanakaIshida", "CriticalRatio", "KuwabaraKono", "LeeHerrmann", "Linear"});
}

} // namespace simbodydem

#endif
