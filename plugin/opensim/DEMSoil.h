// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_SOIL_H
#define OSIM_SIMBODYDEM_DEM_SOIL_H

#include "opensim/Export.h"

#include <Simbody.h>

#include <simbodydem/Soil.h>

#include <OpenSim/Common/Object.h>

#include <string>

namespace OpenSim {

/** Describes the soil of a DEMSurface, which keeps ruts and footprints. Its geometry is a ContactHalfSpace on Ground. The header of
simbodydem::Soil has the physics.
@code{.xml}
<soil>
    <DEMSoil>
        <preset>sandyLoam</preset>
    </DEMSoil>
</soil>
@endcode

Soil has a preset, or the six values from exponent to shear length. The other values can be set with both. */
class OSIMSIMBODYDEM_API DEMSoil : public Object {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMSoil, Object);

public:
    OpenSim_DECLARE_OPTIONAL_PROPERTY(preset, std::string,
                                      "drySand, sandyLoam, clayeySoil or snow, instead of the next six values.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(exponent, double, "Exponent of sinkage n [-], in (0, 3].");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(cohesive_modulus, double,
                                      "k_c [N/m^(n+1)]; k_c/b + k_phi > 0, where b is the plate width.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(frictional_modulus, double, "k_phi [N/m^(n+2)], >= 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(cohesion, double, "c [Pa], >= 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(friction_angle, double, "phi [rad], in [0, pi/2).");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(shear_length, double, "K of Janosi [m], > 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(unloading_stiffness, double,
                                      "k_0 [Pa/m], >= 0, and > 0 if n < 1; if not given, 10 times that of Bekker's "
                                      "curve from 0 to 10 mm.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(unloading_stiffness_per_sinkage, double,
                                      "A_u [Pa/m^2], >= 0, with unloading_stiffness; 0 if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(plate_width, double,
                                      "b, the smaller dimension of the pressed area [m], > 0; the least width of "
                                      "each body's shape if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(damping, double,
                                      "Damping of elastic soil [Pa s/m], >= 0; if not given, that of a damping ratio "
                                      "of about 0.2 under a resting body.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(cell_size, double,
                                      "Width of the cells [m], > 0; a twentieth of the least width of all bodies if "
                                      "not given.");

    DEMSoil();

    /** Returns the soil.
        @param owner  the name of the surface in messages
        @throws OpenSim::Exception unless there is a preset or all of the six values, or if a value is out of its range */
    simbodydem::Soil makeSoil(const std::string& owner) const;

private:
    /** Makes the soil of its preset or its six values, without the other values. */
    simbodydem::Soil makeOfCurves(const std::string& owner) const;
};

} // namespace OpenSim

#endif
