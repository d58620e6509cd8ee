// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_GIVEN_VALUES_H
#define OSIM_SIMBODYDEM_GIVEN_VALUES_H

#include <OpenSim/Common/Exception.h>
#include <OpenSim/Common/Property.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

// Finds which optional values of an object are given. Errors have the names of the elements.

namespace OpenSim {

/** Lists values that belong together. */
using Form = std::vector<const AbstractProperty*>;

/** Returns "<thickness>, <youngs_modulus>". */
std::string elementsOf(const Form&);

/** Returns the index of the form that is given.
@param owner  the object's name in messages
@param noun   the name of the forms in messages, "stiffness"
@throws OpenSim::Exception if no form is given, more than one, or a part of one */
std::size_t findGivenForm(const std::string& owner, const std::string& noun,
                          const std::vector<Form>& forms);

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
template <class Function> auto callNamed(const std::string& owner, const Form& elements, const Function& call) {
    try {
        return call();
    } catch (const std::invalid_argument& e) {
        throw Exception(owner + ": " + elementsOf(elements) + ": " + e.what());
    }
}

/** Connects an optional property with a setter of a class of SimbodyDEM. */
template <class T> struct Setting {
    template <class Value, class Setter> Setting(const Property<Value>& property, Setter setter)
        : property(&property), set([&property, setter](T& object) { (object.*setter)(property.getValue()); }) {}

    const AbstractProperty* property;
    std::function<void(T&)> set;
};

/** Calls the setters of the properties that are given. Errors get the names as above. */
template <class T> void setGiven(T& object, const std::string& owner, const std::vector<Setting<T>>& settings) {
    for (const Setting<T>& setting : settings)
        if (!setting.property->empty()) callNamed(owner, {setting.property}, [&] { setting.set(object); });
}

} // namespace OpenSim

#endif
