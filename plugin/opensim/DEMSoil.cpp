// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMSoil.h"

#include "opensim/GivenValues.h"

#include <simbodydem/Soil.h>

namespace OpenSim {

using simbodydem::Soil;

DEMSoil::DEMSoil() {
    constructProperty_preset();
    constructProperty_exponent();
    constructProperty_cohesive_modulus();
    constructProperty_frictional_modulus();
    constructProperty_cohesion();
    constructProperty_friction_angle();
    constructProperty_shear_length();
    constructProperty_unloading_stiffness();
    constructProperty_unloading_stiffness_per_sinkage();
    constructProperty_plate_width();
    constructProperty_damping();
    constructProperty_cell_size();
}

Soil DEMSoil::makeOfCurves(const std::string& owner) const {
    const std::size_t form = findGivenForm(owner, "parameters",
                                           {{{"preset", !getProperty_preset().empty()}},
                                            {{"exponent", !getProperty_exponent().empty()},
                                             {"cohesive_modulus", !getProperty_cohesive_modulus().empty()},
                                             {"frictional_modulus", !getProperty_frictional_modulus().empty()},
                                             {"cohesion", !getProperty_cohesion().empty()},
                                             {"friction_angle", !getProperty_friction_angle().empty()},
                                             {"shear_length", !getProperty_shear_length().empty()}}});
    if (form == 0)
        return makePreset<Soil>(owner, get_preset(),
                                {{"drySand", Soil::drySand},
                                 {"sandyLoam", Soil::sandyLoam},
                                 {"clayeySoil", Soil::clayeySoil},
                                 {"snow", Soil::snow}});
    return callNamed(owner,
                     "<exponent>, <cohesive_modulus>, <frictional_modulus>, <cohesion>, <friction_angle>, "
                     "<shear_length>",
                     [&] {
                         return Soil(get_exponent(), get_cohesive_modulus(), get_frictional_modulus(), get_cohesion(),
                                     get_friction_angle(), get_shear_length());
                     });
}

Soil DEMSoil::makeSoil(const std::string& surface) const {
    const std::string owner = surface + ": <soil>";
    Soil soil = makeOfCurves(owner);
    const bool hasStiffness = !getProperty_unloading_stiffness().empty(),
               hasPerSinkage = !getProperty_unloading_stiffness_per_sinkage().empty();
    if (hasPerSinkage && !hasStiffness)
        throw Exception(owner + " has an <unloading_stiffness_per_sinkage> without <unloading_stiffness>; give both");
    if (hasStiffness)
        callNamed(owner,
                  hasPerSinkage ? "<unloading_stiffness>, <unloading_stiffness_per_sinkage>" : "<unloading_stiffness>",
                  [&] {
                      return soil.setUnloadingStiffness(get_unloading_stiffness(),
                                                        hasPerSinkage ? get_unloading_stiffness_per_sinkage() : 0);
                  });
    setIfGiven(soil, owner, "plate_width", getProperty_plate_width(), &Soil::setPlateWidth);
    setIfGiven(soil, owner, "damping", getProperty_damping(), &Soil::setDamping);
    setIfGiven(soil, owner, "cell_size", getProperty_cell_size(), &Soil::setCellSize);
    return soil;
}

} // namespace OpenSim
