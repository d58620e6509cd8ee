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
    const Form bulk{&getProperty_thickness(), &getProperty_youngs_modulus(), &getProperty_poissons_ratio()},
        stiffnesses{&getProperty_normal_stiffness(), &getProperty_shear_stiffness()};
    if (findGivenForm(owner, "stiffness", {bulk, stiffnesses}) == 1)
        return callNamed(owner, stiffnesses, [&] {
            return ElasticLayer::fromStiffness(get_normal_stiffness(), get_shear_stiffness());
        });
    return callNamed(owner, bulk,
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
    if (hasKinetic)
        callNamed(owner, {&getProperty_static_friction(), &getProperty_kinetic_friction()},
                  [&] { return layer.setFriction(get_static_friction(), get_kinetic_friction()); });
    else if (hasStatic)
        callNamed(owner, {&getProperty_static_friction()}, [&] { return layer.setFriction(get_static_friction()); });
    setGiven<ElasticLayer>(layer, owner,
                           {{getProperty_transition_velocity(), &ElasticLayer::setTransitionVelocity},
                            {getProperty_restitution(), &ElasticLayer::setRestitution},
                            {getProperty_dissipation(), &ElasticLayer::setDissipation},
                            {getProperty_shear_damping(), &ElasticLayer::setShearDamping},
                            {getProperty_element_size(), &ElasticLayer::setElementSize},
                            {getProperty_elements_are_triangles(), &ElasticLayer::setElementsAreTriangles}});
    return layer;
}

} // namespace OpenSim
