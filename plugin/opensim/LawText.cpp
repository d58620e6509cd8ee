// SPDX-License-Identifier: Apache-2.0
#include "opensim/LawText.h"

#include <OpenSim/Common/Exception.h>

#include <cctype>
#include <cstdlib>
#include <sstream>

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
            throw Exception(element + ": '" + word + "' is no parameter; it must be like stiffness=1e5");
        if (parameters.count(key) + choices.count(key) > 0) throw Exception(element + ": " + key + " is there twice");
        char* end = nullptr;
        const double number = std::strtod(value.c_str(), &end);
        if (*end == '\0')
            parameters[key] = number;
        else
            choices[key] = value;
    }
}

std::string withoutCaseAndDashes(const std::string& text) {
    std::string letters;
    for (const unsigned char c : text)
        if (c != '-') letters += char(std::tolower(c));
    return letters;
}

} // namespace OpenSim
