// SPDX-License-Identifier: Apache-2.0
#include "opensim/GivenValues.h"

#include "opensim/LawText.h"

#include <SimTKcommon.h>

#include <algorithm>

namespace OpenSim {

namespace {

std::string inBrackets(const AbstractProperty& value) { return "<" + value.getName() + ">"; }

// Returns "give either <a> and <b>, or <c>".
std::string textOf(const std::vector<Form>& forms) {
    std::string text = "give either ";
    for (const Form& form : forms) {
        if (&form != &forms.front()) text += ", or ";
        for (std::size_t i = 0; i < form.size(); ++i)
            text += (i == 0 ? "" : i + 1 == form.size() ? " and " : ", ") + inBrackets(*form[i]);
    }
    return text;
}

const AbstractProperty* findGiven(const Form& form, bool isGiven) {
    const auto found = std::find_if(form.begin(), form.end(), [&](const auto* v) { return v->empty() != isGiven; });
    return found == form.end() ? nullptr : *found;
}

} // namespace

std::string elementsOf(const Form& form) {
    std::string text;
    for (const AbstractProperty* value : form) text += (text.empty() ? "" : ", ") + inBrackets(*value);
    return text;
}

std::size_t findGivenForm(const std::string& owner, const std::string& noun, const std::vector<Form>& forms) {
    const Form* given = nullptr;
    for (const Form& form : forms) {
        const AbstractProperty* const value = findGiven(form, true);
        if (value && given)
            throw Exception(owner + " has " + inBrackets(*findGiven(*given, true)) + " and also " + inBrackets(*value) +
                            "; " + textOf(forms));
        if (value) given = &form;
    }
    if (!given) throw Exception(owner + " has no " + noun + "; " + textOf(forms));
    if (const AbstractProperty* const missing = findGiven(*given, false))
        throw Exception(owner + " has no " + inBrackets(*missing) + "; " + textOf(forms));
    return std::size_t(given - forms.data());
}

bool isSameName(const std::string& a, const std::string& b) {
    const auto plain = [](const std::string& text) {
        return withoutCaseAndDashes(SimTK::String::trimWhiteSpace(text)); // OpenSim keeps the spaces
    };
    return plain(a) == plain(b);
}

} // namespace OpenSim
