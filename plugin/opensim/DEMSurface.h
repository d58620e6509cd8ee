// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_SURFACE_H
#define OSIM_SIMBODYDEM_DEM_SURFACE_H

#include "opensim/DEMElasticLayer.h"
#include "opensim/DEMSand.h"
#include "opensim/DEMSoil.h"
#include "opensim/Export.h"

#include <Simbody.h>

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/SurfaceMaterial.h>

#include <OpenSim/Simulation/Model/ContactGeometry.h>
#include <OpenSim/Simulation/Model/ModelComponent.h>

#include <string>
#include <vector>

namespace OpenSim {

class DEMContactForce;

/** Groups contact geometry of one material whose forces are reported together: the spheres of a foot, or a floor. It is part of a
DEMContactForce.
@code{.xml}
<DEMSurface name="foot_r">
    <socket_geometry>/contactgeometryset/heel_r /contactgeometryset/toe_r</socket_geometry>
    <youngs_modulus>2e6</youngs_modulus> <poissons_ratio>0.3</poissons_ratio>
    <restitution>0.3</restitution> <static_friction>0.8</static_friction>
</DEMSurface>
@endcode

Geometry of one surface never touches other geometry of this surface.

A surface has the values of a material, an elastic_layer, sand or soil. Towards a layer, sand or soil a surface without them is rigid and
needs no values. Sand and soil are a ContactHalfSpace on Ground. The rounding of a ContactMesh with a layer is 0 if it is not given.

A missing value is an error if a law needs it. An unknown element is an error too, since OpenSim by itself would use a default instead
of a misspelt element. */
class OSIMSIMBODYDEM_API DEMSurface : public ModelComponent {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMSurface, ModelComponent);

public:
    OpenSim_DECLARE_LIST_SOCKET(geometry, ContactGeometry,
                                "ContactSphere, ContactHalfSpace, ContactEllipsoid or ContactMesh, by their paths.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(youngs_modulus, double, "E [Pa], > 0; Inf is rigid.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(poissons_ratio, double, "nu [-], in (-1, 0.5].");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(restitution, double, "e [-], in [0, 1].");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(static_friction, double, "mu_s [-], >= 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(kinetic_friction, double, "mu_k [-], in [0, mu_s]; mu_s if not given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(dissipation, double, "Hunt and Crossley's coefficient c [s/m], >= 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(rolling_friction, double, "mu_r [-], >= 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(twisting_friction, double, "mu_tw [-], >= 0.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(stiffness_ratio, double, "kt/kn [-], > 0, of a linear law.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(rounding, double,
                                      "Of a ContactMesh's edges [m], >= 0; if not given, 1/20 of its mean edge, or 0 "
                                      "with an elastic_layer.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(elastic_layer, DEMElasticLayer,
                                      "An elastic layer on a rigid core, instead of the values of a material.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(sand, DEMSand,
                                      "Dry sand, of a ContactHalfSpace on Ground, instead of the values of a "
                                      "material.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(soil, DEMSoil,
                                      "Soil that keeps ruts, of a ContactHalfSpace on Ground, instead of the values "
                                      "of a material.");

    OpenSim_DECLARE_OUTPUT(force, SimTK::Vec3, getForce, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(moment_about_ground_origin, SimTK::Vec3, getMomentAboutGroundOrigin, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(center_of_pressure, SimTK::Vec3, getCenterOfPressure, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(free_moment, SimTK::Vec3, getFreeMoment, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(pressure_center, SimTK::Vec3, getPressureCenter, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(contact_area, double, getContactArea, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(mean_pressure, double, getMeanPressure, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(peak_pressure, double, getPeakPressure, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(slipping_fraction, double, getSlippingFraction, SimTK::Stage::Dynamics);

    DEMSurface();

    /** Returns the force of all other surfaces on it, in Ground [N]. */
    SimTK::Vec3 getForce(const SimTK::State&) const;
    SimTK::Vec3 getMomentAboutGroundOrigin(const SimTK::State&) const; ///< [N m]
    /** Returns the centre of pressure in the plane y = 0 [m]; NaN if there is no contact. */
    SimTK::Vec3 getCenterOfPressure(const SimTK::State&) const;
    SimTK::Vec3 getFreeMoment(const SimTK::State&) const; ///< about the vertical through that centre [N m]

    /** Returns the centre of pressure of its contacts with a layer, sand or soil, sum p A x/sum p A, in Ground [m]; NaN without pressure.
        The layer, sand or soil is its own or that of the other surface. */
    SimTK::Vec3 getPressureCenter(const SimTK::State&) const;
    double getContactArea(const SimTK::State&) const;      ///< of these contacts [m^2]
    double getMeanPressure(const SimTK::State&) const;     ///< on this area [Pa]; 0 without contact
    double getPeakPressure(const SimTK::State&) const;     ///< [Pa]; 0 without contact
    double getSlippingFraction(const SimTK::State&) const; ///< of this area [-], in [0, 1]; 0 without contact

    /** Returns its contact geometry, in XML order. */
    std::vector<const ContactGeometry*> listGeometry() const;
    simbodydem::SurfaceMaterial getMaterial() const;
    /** Returns its geometry as surfaces of the force that it is part of. */
    const simbodydem::SurfaceGroup& getGroup() const;

protected:
    void updateFromXMLNode(SimTK::Xml::Element&, int versionNumber) override;

private:
    friend class DEMContactForce;
    /** Adds its geometry to the list.
    @throws OpenSim::Exception with the reason if the geometry or a value is not valid */
    void addTo(simbodydem::ContactSurfaces&) const;
    /** Adds one geometry, with the layer, sand, soil or material. */
    simbodydem::SurfaceIndex add(simbodydem::ContactSurfaces&, const ContactGeometry&, const std::string& name) const;
    struct MaterialProperty;
    std::vector<MaterialProperty> listMaterialProperties() const;
    /** Throws OpenSim::Exception if there is more than one of layer, sand and soil, or one of them beside values of a material. */
    void checkAlternatives() const;
    /** Returns true if it has a layer, sand or soil: its contacts are areas. */
    bool hasAreas() const;
    const DEMContactForce& getContactForce() const;
    simbodydem::Wrench calcWrench(const SimTK::State&) const;
    struct AreaSum; // over the areas of contact with other surfaces
    AreaSum sumAreas(const SimTK::State&) const;

    mutable SimTK::ResetOnCopy<simbodydem::SurfaceGroup> group;
};

} // namespace OpenSim

#endif
