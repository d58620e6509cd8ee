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
    const Form preset{&getProperty_preset()},
        curves{&getProperty_exponent(), &getProperty_cohesive_modulus(), &getProperty_frictional_modulus(),
               &getProperty_cohesion(), &getProperty_friction_angle(),   &getProperty_shear_length()};
    if (findGivenForm(owner, "parameters", {preset, curves}) == 0)
        return makePreset<Soil>(owner, get_preset(),
                                {{"drySand", Soil::drySand},
                                 {"sandyLoam", Soil::sandyLoam},
                                 {"clayeySoil", Soil::clayeySoil},
                                 {"snow", Soil::snow}});
    return callNamed(owner, curves, [&] {
        return Soil(get_exponent(), get_cohesive_modulus(), get_frictional_modulus(), get_cohesion(),
                    get_friction_angle(), get_shear_length());
    });
}

Soil DEMSoil::makeSoil(const std::string& surface) const {
    const std::string owner = surface + ": <soil>";
    Soil soil = makeOfCurves(owner);
    const auto &stiffness = getProperty_unloading_stiffness(), &perSinkage = getProperty_unloading_stiffness_per_sinkage();
    if (!perSinkage.empty() && stiffness.empty())
        throw Exception(owner + " has an <unloading_stiffness_per_sinkage> without <unloading_stiffness>; give both");
    if (!perSinkage.empty())
        callNamed(owner, {&stiffness, &perSinkage},
                  [&] { return soil.setUnloadingStiffness(stiffness.getValue(), perSinkage.getValue()); });
    else if (!stiffness.empty())
        callNamed(owner, {&stiffness}, [&] { return soil.setUnloadingStiffness(stiffness.getValue()); });
    setGiven<Soil>(soil, owner,
                   {{getProperty_plate_width(), &Soil::setPlateWidth},
                    {getProperty_damping(), &Soil::setDamping},
                    {getProperty_cell_size(), &Soil::setCellSize}});
    return soil;
}

} // namespace OpenSim
