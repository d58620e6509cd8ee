// SPDX-License-Identifier: Apache-2.0
#include "robots/Patterns.h"

#include "robots/Numbers.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

namespace simbodydem {

std::string listNames(const std::vector<std::string>& names) {
    constexpr std::size_t most = 40; // a longer list is read by nobody
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i ? ", " : "") + names[i];
    if (names.empty()) return "none";
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

std::vector<int> findMatches(const std::string& pattern, const std::vector<std::string>& names,
                             const std::string& what) {
    std::regex expression;
    try {
        expression = std::regex(pattern);
    } catch (const std::regex_error& fault) {
        throw std::invalid_argument("Robot: the pattern " + nameInQuotes(pattern) +
                                    " is no regular expression: " + fault.what());
    }
    std::vector<int> found;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::regex_match(names[i], expression)) found.push_back(int(i));
    if (found.empty())
        throw std::invalid_argument("Robot: the pattern " + nameInQuotes(pattern) + " matches no " + what + "; the " +
                                    what + "s are " + listNames(names));
    return found;
}

} // namespace simbodydem
