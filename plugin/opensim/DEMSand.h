// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_SAND_H
#define OSIM_SIMBODYDEM_DEM_SAND_H

#include "opensim/Export.h"

#include <Simbody.h>

#include <simbodydem/Sand.h>

#include <OpenSim/Common/Object.h>

#include <string>

namespace OpenSim {

/** Describes the dry sand of a DEMSurface. Its geometry is a ContactHalfSpace on Ground. The header of simbodydem::Sand has the physics.
@code{.xml}
<sand>
    <DEMSand>
        <density>1500</density> <internal_friction>0.4</internal_friction>
    </DEMSand>
</sand>
@endcode

The strength has three forms, and sand has exactly one of them: a preset, density and internal friction, or the resistance of a plate. The
other values can be set with each of them. */
class OSIMSIMBODYDEM_API DEMSand : public Object {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMSand, Object);

public:
    OpenSim_DECLARE_OPTIONAL_PROPERTY(preset, std::string,
                                      "drySand, glassBeads, poppySeedLoose or poppySeedClose, instead of density and "
                                      "internal friction.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(density, double, "Bulk density rho [kg/m^3], > 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(internal_friction, double,
                                      "mu [-], in (0, 1]: the tangent of the angle of internal friction.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(plate_resistance, double,
                                      "Pressure per depth of a flat plate that is pushed straight down under 9.81 "
                                      "m/s^2 [Pa/m], > 0, instead of density and internal friction.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(surface_friction, double,
                                      "Friction of the bodies' surfaces against the sand [-], >= 0; rough if not "
                                      "given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(elastic_depth, double,
                                      "Displacement after which the sand yields, over depth: epsilon [-], in [1e-6, "
                                      "1]; 0.01 if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(damping, double,
                                      "Damping before the sand yields: zeta [-], in [0.05, 100]; 0.5 if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(gravity, SimTK::Vec3,
                                      "Acceleration of gravity, in Ground [m/s^2]; the model's if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(element_size, double,
                                      "Width of the elements on bodies without a layer [m], > 0; if not given, 2000 "
                                      "elements on each body. Larger triangles of a ContactMesh are divided.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(elements_are_triangles, bool,
                                      "Take the triangles of a ContactMesh as its elements, undivided; false if not given.");

    DEMSand();

    /** Returns the sand.
        @param owner  the name of the surface in messages
        @throws OpenSim::Exception if the strength is not given in exactly one form, or a value is out of its range */
    simbodydem::Sand makeSand(const std::string& owner) const;

private:
    /** Makes the sand of its strength, without the other values. */
    simbodydem::Sand makeOfStrength(const std::string& owner) const;
};

} // namespace OpenSim

#endif
