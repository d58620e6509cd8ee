// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_ELASTIC_LAYER_H
#define OSIM_SIMBODYDEM_DEM_ELASTIC_LAYER_H

#include "opensim/Export.h"

#include <Simbody.h>

#include <simbodydem/ElasticLayer.h>

#include <OpenSim/Common/Object.h>

#include <string>

namespace OpenSim {

/** Describes the elastic layer of a DEMSurface: cartilage, a heel pad, a sole. The header of simbodydem::ElasticLayer has the physics.
@code{.xml}
<elastic_layer>
    <DEMElasticLayer>
        <thickness>0.003</thickness> <youngs_modulus>5e6</youngs_modulus> <poissons_ratio>0.45</poissons_ratio>
        <static_friction>0.01</static_friction>
    </DEMElasticLayer>
</elastic_layer>
@endcode

The stiffness has two forms, and a layer has exactly one of them: thickness, modulus and Poisson's ratio, or the two stiffnesses. */
class OSIMSIMBODYDEM_API DEMElasticLayer : public Object {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMElasticLayer, Object);

public:
    OpenSim_DECLARE_OPTIONAL_PROPERTY(thickness, double, "h [m], > 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(youngs_modulus, double, "E [Pa], > 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(poissons_ratio, double, "nu [-], in (-1, 0.5).");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(normal_stiffness, double,
                                      "K/h [Pa/m], > 0, instead of thickness, modulus and Poisson's ratio; the "
                                      "stiffness of an ElasticFoundationForce.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(shear_stiffness, double, "G/h [Pa/m], >= 0, with normal_stiffness.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(static_friction, double,
                                      "mu_s [-], >= 0; that of the other surface if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(kinetic_friction, double, "mu_k [-], in [0, mu_s]; mu_s if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(transition_velocity, double,
                                      "Slip speed half way between mu_s and mu_k [m/s], > 0; 0.01 if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(restitution, double, "e [-], in [0.05, 1].");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(dissipation, double, "c of the pressure [s/m], >= 0, instead of restitution.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(shear_damping, double,
                                      "Relaxation time of the shear [s], >= 0; that of the pressure if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(element_size, double,
                                      "Width of elements [m], > 0; chosen by shape and thickness if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(elements_are_triangles, bool,
                                      "Take the triangles of a ContactMesh as its elements, undivided; false if not given.");

    DEMElasticLayer();

    /** Returns the layer.
        @param owner  the name of the surface in messages
        @throws OpenSim::Exception if the stiffness is not given in exactly one form, or a value is out of its range */
    simbodydem::ElasticLayer makeLayer(const std::string& owner) const;

private:
    /** Makes the layer of its stiffness, without the other values. */
    simbodydem::ElasticLayer makeOfStiffness(const std::string& owner) const;
};

} // namespace OpenSim

#endif
