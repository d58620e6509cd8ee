// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_GIVEN_VALUES_H
#define OSIM_SIMBODYDEM_GIVEN_VALUES_H

#include <OpenSim/Common/Exception.h>

#include <stdexcept>
#include <string>
#include <vector>

// Finds which optional values of an object are given. Errors have the names of the elements.

namespace OpenSim {

/** Says of an element whether it is given. */
struct GivenValue {
    const char* element;
    bool isGiven;
};

/** Returns the index of the form that is given. A form is a list of values that belong together.
@param owner  the object's name in messages
@param noun   the name of the forms in messages, "stiffness"
@throws OpenSim::Exception if no form is given, more than one, or a part of one */
std::size_t findGivenForm(const std::string& owner, const std::string& noun,
                          const std::vector<std::vector<GivenValue>>& forms);

/** Holds a preset and its name. */
template <class T> struct Preset {
    std::string name;
    T (*make)();
};

/** Returns whether two names are equal, whatever their spaces, case and dashes. */
bool isSameName(const std::string& a, const std::string& b);

/** Makes the preset of this name.
@throws OpenSim::Exception with all names if there is none */
template <class T>
T makePreset(const std::string& owner, const std::string& name, const std::vector<Preset<T>>& presets) {
    std::string known;
    for (const Preset<T>& preset : presets) {
        if (isSameName(preset.name, name)) return preset.make();
        known += (known.empty() ? "" : ", ") + preset.name;
    }
    throw Exception(owner + ": <preset> is '" + name + "'; it must be one of " + known);
}

/** Calls a function of SimbodyDEM. Its errors of arguments get the names of the owner and the elements. */
template <class Function> auto callNamed(const std::string& owner, const std::string& elements, const Function& call) {
    try {
        return call();
    } catch (const std::invalid_argument& e) {
        throw Exception(owner + ": " + elements + ": " + e.what());
    }
}

/** Calls a setter with the value of an optional property, if it is given. Its errors get the names as above. */
template <class T, class Value, class Setter>
void setIfGiven(T& object, const std::string& owner, const char* element, const Value& property, const Setter& setter) {
    if (property.empty()) return;
    callNamed(owner, std::string("<") + element + ">", [&] { return (object.*setter)(property.getValue()); });
}

} // namespace OpenSim

#endif
