// SPDX-License-Identifier: Apache-2.0
#include "opensim/LawText.h"

#include <OpenSim/Common/Exception.h>

#include <cctype>
#include <charconv>
#include <sstream>
#include <system_error>

namespace OpenSim {

LawText::LawText(const std::string& text, const std::string& element) {
    std::istringstream words(text);
    if (!(words >> name))
        throw Exception(element +
                        " is empty; it must be a law's name and its parameters, as in 'linear stiffness=1e5'");
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals),
                          value = equals == std::string::npos ? "" : word.substr(equals + 1);
        if (key.empty() || value.empty())
            throw Exception(element + ": '" + word + "' is not a parameter; it must be like stiffness=1e5");
        if (parameters.count(key) + choices.count(key) > 0) throw Exception(element + ": " + key + " is there twice");
        if (double number; toNumber(value, number))
            parameters[key] = number;
        else
            choices[key] = value;
    }
}

bool toNumber(std::string_view text, double& number) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

std::string withoutCaseAndDashes(const std::string& text) {
    std::string letters;
    for (const unsigned char c : text)
        if (c != '-') letters += char(std::tolower(c));
    return letters;
}

} // namespace OpenSim
