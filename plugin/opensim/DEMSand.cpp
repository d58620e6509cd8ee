// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMSand.h"

#include "opensim/GivenValues.h"

#include <simbodydem/Sand.h>

namespace OpenSim {

using simbodydem::Sand;

DEMSand::DEMSand() {
    constructProperty_preset();
    constructProperty_density();
    constructProperty_internal_friction();
    constructProperty_plate_resistance();
    constructProperty_surface_friction();
    constructProperty_elastic_depth();
    constructProperty_damping();
    constructProperty_gravity();
    constructProperty_element_size();
    constructProperty_elements_are_triangles();
}

Sand DEMSand::makeOfStrength(const std::string& owner) const {
    const std::size_t form = findGivenForm(
        owner, "strength",
        {{{"preset", !getProperty_preset().empty()}},
         {{"density", !getProperty_density().empty()}, {"internal_friction", !getProperty_internal_friction().empty()}},
         {{"plate_resistance", !getProperty_plate_resistance().empty()}}});
    if (form == 0)
        return makePreset<Sand>(owner, get_preset(),
                                {{"drySand", Sand::drySand},
                                 {"glassBeads", Sand::glassBeads},
                                 {"poppySeedLoose", Sand::poppySeedLoose},
                                 {"poppySeedClose", Sand::poppySeedClose}});
    if (form == 1)
        return callNamed(owner, "<density>, <internal_friction>",
                         [&] { return Sand(get_density(), get_internal_friction()); });
    return callNamed(owner, "<plate_resistance>", [&] { return Sand::fromPlate(get_plate_resistance()); });
}

Sand DEMSand::makeSand(const std::string& surface) const {
    const std::string owner = surface + ": <sand>";
    Sand sand = makeOfStrength(owner);
    setIfGiven(sand, owner, "surface_friction", getProperty_surface_friction(), &Sand::setSurfaceFriction);
    setIfGiven(sand, owner, "elastic_depth", getProperty_elastic_depth(), &Sand::setElasticDepth);
    setIfGiven(sand, owner, "damping", getProperty_damping(), &Sand::setDamping);
    setIfGiven(sand, owner, "gravity", getProperty_gravity(), &Sand::setGravity);
    setIfGiven(sand, owner, "element_size", getProperty_element_size(), &Sand::setElementSize);
    setIfGiven(sand, owner, "elements_are_triangles", getProperty_elements_are_triangles(), &Sand::setElementsAreTriangles);
    return sand;
}

} // namespace OpenSim
