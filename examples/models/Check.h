#ifndef CONTACT_LAB_CHECK_H
#define CONTACT_LAB_CHECK_H

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace lab {

/** Bad input that is not about a number's range. */
[[noreturn]] inline void refuse(const std::string& why) { throw std::invalid_argument(why); }

/** Throw std::invalid_argument with option, value, unit and range unless ok. */
inline void check(bool ok, const std::string& option, double value, const std::string& unit, const std::string& range) {
    if (!ok) refuse(fmt::format("{} = {:g}{}; it must be {}", option, value, unit == "-" ? "" : " " + unit, range));
}

inline void checkPositive(const std::string& option, double value, const std::string& unit) {
    check(value > 0 && std::isfinite(value), option, value, unit, "> 0 and finite");
}

/** The names of what has some, as help and messages list them. */
template <class Named> std::string joinNames(const Named& all) {
    std::string names;
    for (const auto& one : all) names += (names.empty() ? "" : ", ") + one.name;
    return names;
}

/** The one of this name. @throws std::invalid_argument with the refusal and all names if there is none */
template <class Named> const auto& findNamed(const Named& all, const std::string& name, const std::string& refusal) {
    for (const auto& one : all)
        if (one.name == name) return one;
    refuse(refusal + joinNames(all));
}

} // namespace lab

#endif
