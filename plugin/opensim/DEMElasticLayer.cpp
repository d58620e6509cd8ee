// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMElasticLayer.h"

#include <OpenSim/Common/Exception.h>

#include <stdexcept>
#include <utility>

namespace OpenSim {

using simbodydem::ElasticLayer;

DEMElasticLayer::DEMElasticLayer() {
    constructProperty_thickness();
    constructProperty_youngs_modulus();
    constructProperty_poissons_ratio();
    constructProperty_normal_stiffness();
    constructProperty_shear_stiffness();
    constructProperty_static_friction();
    constructProperty_kinetic_friction();
    constructProperty_transition_velocity();
    constructProperty_restitution();
    constructProperty_dissipation();
    constructProperty_shear_damping();
    constructProperty_element_size();
}

namespace {

const std::string twoForms =
    "give either <thickness>, <youngs_modulus> and <poissons_ratio>, or <normal_stiffness> and <shear_stiffness>";

using Given = std::pair<const char*, const Property<double>*>;

// Returns the number of values that are given, and puts the name of the last one that is not into `missing`.
template <std::size_t N> std::size_t count(const Given (&values)[N], std::string& missing) {
    std::size_t found = 0;
    for (const auto& [name, property] : values) property->empty() ? void(missing = name) : void(++found);
    return found;
}

// Calls a function of ElasticLayer. Its errors get the names of the surface and the elements.
template <class Function> auto checked(const std::string& owner, const std::string& elements, const Function& call) {
    try {
        return call();
    } catch (const std::invalid_argument& e) {
        throw Exception(owner + ": " + elements + ": " + e.what());
    }
}

} // namespace

ElasticLayer DEMElasticLayer::makeOfStiffness(const std::string& owner) const {
    const Given ofMaterial[] = {{"thickness", &getProperty_thickness()},
                                {"youngs_modulus", &getProperty_youngs_modulus()},
                                {"poissons_ratio", &getProperty_poissons_ratio()}},
                ofStiffness[] = {{"normal_stiffness", &getProperty_normal_stiffness()},
                                 {"shear_stiffness", &getProperty_shear_stiffness()}};
    std::string notOfMaterial, notOfStiffness;
    const std::size_t values = count(ofMaterial, notOfMaterial), stiffnesses = count(ofStiffness, notOfStiffness);
    if (values > 0 && stiffnesses > 0) throw Exception(owner + " has two stiffnesses; " + twoForms);
    if (values == 0 && stiffnesses == 0) throw Exception(owner + " has no stiffness; " + twoForms);
    const std::string& missing = stiffnesses > 0 ? notOfStiffness : notOfMaterial;
    if (!missing.empty()) throw Exception(owner + " has no <" + missing + ">; " + twoForms);
    if (stiffnesses > 0)
        return checked(owner, "<normal_stiffness>, <shear_stiffness>",
                       [&] { return ElasticLayer::fromStiffness(get_normal_stiffness(), get_shear_stiffness()); });
    return checked(owner, "<thickness>, <youngs_modulus>, <poissons_ratio>",
                   [&] { return ElasticLayer(get_thickness(), get_youngs_modulus(), get_poissons_ratio()); });
}

ElasticLayer DEMElasticLayer::makeLayer(const std::string& surface) const {
    const std::string owner = surface + ": <elastic_layer>";
    ElasticLayer layer = makeOfStiffness(owner);
    const bool hasStatic = !getProperty_static_friction().empty(), hasKinetic = !getProperty_kinetic_friction().empty();
    if (hasKinetic && !hasStatic)
        throw Exception(owner + " has a <kinetic_friction> without <static_friction>; give both");
    if (!getProperty_restitution().empty() && !getProperty_dissipation().empty())
        throw Exception(owner + " has a <restitution> and also a <dissipation>; give one of them");
    if (hasStatic)
        checked(owner, hasKinetic ? "<static_friction>, <kinetic_friction>" : "<static_friction>", [&] {
            return layer.setFriction(get_static_friction(),
                                     hasKinetic ? get_kinetic_friction() : get_static_friction());
        });
    const auto set = [&](const char* name, const Property<double>& value,
                         ElasticLayer& (ElasticLayer::*setter)(double)) {
        if (value.empty()) return;
        checked(owner, std::string("<") + name + ">", [&] { return (layer.*setter)(value.getValue()); });
    };
    set("transition_velocity", getProperty_transition_velocity(), &ElasticLayer::setTransitionVelocity);
    set("restitution", getProperty_restitution(), &ElasticLayer::setRestitution);
    set("dissipation", getProperty_dissipation(), &ElasticLayer::setDissipation);
    set("shear_damping", getProperty_shear_damping(), &ElasticLayer::setShearDamping);
    set("element_size", getProperty_element_size(), &ElasticLayer::setElementSize);
    return layer;
}

} // namespace OpenSim
