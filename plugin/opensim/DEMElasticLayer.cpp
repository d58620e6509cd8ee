// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMElasticLayer.h"

#include "opensim/GivenValues.h"

#include <simbodydem/ElasticLayer.h>

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
    constructProperty_elements_are_triangles();
}

ElasticLayer DEMElasticLayer::makeOfStiffness(const std::string& owner) const {
    const std::size_t form = findGivenForm(owner, "stiffness",
                                           {{{"thickness", !getProperty_thickness().empty()},
                                             {"youngs_modulus", !getProperty_youngs_modulus().empty()},
                                             {"poissons_ratio", !getProperty_poissons_ratio().empty()}},
                                            {{"normal_stiffness", !getProperty_normal_stiffness().empty()},
                                             {"shear_stiffness", !getProperty_shear_stiffness().empty()}}});
    if (form == 1)
        return callNamed(owner, "<normal_stiffness>, <shear_stiffness>",
                         [&] { return ElasticLayer::fromStiffness(get_normal_stiffness(), get_shear_stiffness()); });
    return callNamed(owner, "<thickness>, <youngs_modulus>, <poissons_ratio>",
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
        callNamed(owner, hasKinetic ? "<static_friction>, <kinetic_friction>" : "<static_friction>", [&] {
            return layer.setFriction(get_static_friction(),
                                     hasKinetic ? get_kinetic_friction() : get_static_friction());
        });
    setIfGiven(layer, owner, "transition_velocity", getProperty_transition_velocity(),
               &ElasticLayer::setTransitionVelocity);
    setIfGiven(layer, owner, "restitution", getProperty_restitution(), &ElasticLayer::setRestitution);
    setIfGiven(layer, owner, "dissipation", getProperty_dissipation(), &ElasticLayer::setDissipation);
    setIfGiven(layer, owner, "shear_damping", getProperty_shear_damping(), &ElasticLayer::setShearDamping);
    setIfGiven(layer, owner, "element_size", getProperty_element_size(), &ElasticLayer::setElementSize);
    setIfGiven(layer, owner, "elements_are_triangles", getProperty_elements_are_triangles(),
               &ElasticLayer::setElementsAreTriangles);
    return layer;
}

} // namespace OpenSim
