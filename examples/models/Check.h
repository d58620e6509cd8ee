#ifndef MODELS_CHECK_H
#define MODELS_CHECK_H

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace lab {

/** Throws std::invalid_argument for bad input other than a number out of its range. */
[[noreturn]] inline void refuse(const std::string& why) { throw std::invalid_argument(why); }
/** Throws std::invalid_argument with a message in fmt's format. */
template <class First, class... Rest>
[[noreturn]] void refuse(fmt::format_string<First, Rest...> why, First&& first, Rest&&... rest) {
    refuse(fmt::format(why, std::forward<First>(first), std::forward<Rest>(rest)...));
}

/** Throws std::invalid_argument with option, value, unit and range unless ok. */
inline void check(bool ok, const std::string& option, double value, const std::string& unit, const std::string& range) {
    if (!ok) refuse("{} = {:g}{}; it must be {}", option, value, unit == "-" ? "" : " " + unit, range);
}

inline void checkPositive(const std::string& option, double value, const std::string& unit) {
    check(value > 0 && std::isfinite(value), option, value, unit, "> 0 and finite");
}

/** Joins names as help and messages list them, "a, b, c". */
template <class All, class NameOf> std::string joinNames(const All& all, NameOf nameOf) {
    std::string names;
    for (const auto& one : all) names += (names.empty() ? "" : ", ") + nameOf(one);
    return names;
}
template <class Named> std::string joinNames(const Named& all) {
    return joinNames(all, [](const auto& one) { return one.name; });
}

/** Returns the entry of this name. @throws std::invalid_argument with `refusal` and all names if there is none */
template <class Named> const auto& findNamed(const Named& all, const std::string& name, const std::string& refusal) {
    for (const auto& one : all)
        if (one.name == name) return one;
    refuse(refusal + joinNames(all));
}

} // namespace lab

#endif
