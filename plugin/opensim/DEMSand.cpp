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
    const Form preset{&getProperty_preset()}, strength{&getProperty_density(), &getProperty_internal_friction()},
        plate{&getProperty_plate_resistance()};
    const std::size_t form = findGivenForm(owner, "strength", {preset, strength, plate});
    if (form == 0)
        return makePreset<Sand>(owner, get_preset(),
                                {{"drySand", Sand::drySand},
                                 {"glassBeads", Sand::glassBeads},
                                 {"poppySeedLoose", Sand::poppySeedLoose},
                                 {"poppySeedClose", Sand::poppySeedClose}});
    if (form == 1) return callNamed(owner, strength, [&] { return Sand(get_density(), get_internal_friction()); });
    return callNamed(owner, plate, [&] { return Sand::fromPlate(get_plate_resistance()); });
}

Sand DEMSand::makeSand(const std::string& surface) const {
    const std::string owner = surface + ": <sand>";
    Sand sand = makeOfStrength(owner);
    setGiven<Sand>(sand, owner,
                   {{getProperty_surface_friction(), &Sand::setSurfaceFriction},
                    {getProperty_elastic_depth(), &Sand::setElasticDepth},
                    {getProperty_damping(), &Sand::setDamping},
                    {getProperty_gravity(), &Sand::setGravity},
                    {getProperty_element_size(), &Sand::setElementSize},
                    {getProperty_elements_are_triangles(), &Sand::setElementsAreTriangles}});
    return sand;
}

} // namespace OpenSim
