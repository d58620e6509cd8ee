// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_CONTACT_FORCE_H
#define OSIM_SIMBODYDEM_DEM_CONTACT_FORCE_H

#include "opensim/DEMSurface.h"

#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactModel.h>
#include <simbodydem/DEMContactForce.h>

#include <OpenSim/Simulation/Model/Force.h>

#include <memory>

namespace OpenSim {

/** Computes contacts with history between its DEMSurfaces. The header of simbodydem::DEMContactForce has the physics.
@code{.xml}
<DEMContactForce name="feet">
    <law>HertzMindlin</law>
    <surfaces> <DEMSurface name="foot_r"> ... </DEMSurface> <DEMSurface name="floor"> ... </DEMSurface> </surfaces>
</DEMContactForce>
@endcode

Geometry of two surfaces can touch, except geometry on the same body. Geometry of one surface never touches. So the spheres of a foot have no
force on each other, also if they are on two bodies. CPodes must return every step, which it does unless both
Manager::setWriteToStorage(false) and setPerformAnalyses(false) are set. If a run loses slip because of this, OpenSim's log has a
warning. */
class OSIMSIMBODYDEM_API DEMContactForce : public Force {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMContactForce, Force);

public:
    OpenSim_DECLARE_OPTIONAL_PROPERTY(law, std::string,
                                      "HertzMindlin, Cundall, HertzDashpotSlider, PFCLinear or PFCHysteretic; "
                                      "HertzMindlin if no law is given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(normal_law, std::string,
                                      "With tangential_law, instead of law: a name of SimbodyDEM's catalog, followed "
                                      "by parameters, as in 'linear stiffness=1e5'.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(tangential_law, std::string, "Like normal_law, for instance 'cundall'.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(rolling_law, std::string,
                                      "Like normal_law, for instance 'epsd'; no rolling law if not given.");
    OpenSim_DECLARE_PROPERTY(
        effective_mass, std::string,
        "The mass that the dashpots feel. Articulated: of the whole mechanism. TwoBody: of the two bodies alone, also "
        "if every coordinate is prescribed. Or a number [kg].");
    OpenSim_DECLARE_PROPERTY(exclude_adjacent_bodies, bool,
                             "Exclude contacts of every body with its parent, except with Ground.");
    OpenSim_DECLARE_LIST_PROPERTY(exclude, std::string,
                                  "Pairs of DEMSurfaces that do not touch, as in 'foot_r foot_l hand_r thigh_r'.");
    OpenSim_DECLARE_PROPERTY(
        detection_margin, double,
        "For laws that act at a distance: the distance at which surfaces are found before they touch [m].");
    OpenSim_DECLARE_PROPERTY(track_dissipated_energy, bool,
                             "Track the dissipated energy, for the output dissipated_energy.");
    OpenSim_DECLARE_LIST_PROPERTY(surfaces, DEMSurface, "The surfaces that can touch.");

    OpenSim_DECLARE_OUTPUT(number_of_contacts, double, getNumberOfContacts, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(stored_energy, double, getStoredEnergy, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(dissipated_energy, double, getDissipatedEnergy, SimTK::Stage::Dynamics);

    DEMContactForce();

    double getNumberOfContacts(const SimTK::State&) const;
    double getStoredEnergy(const SimTK::State&) const; ///< of the springs [J]
    /** Returns the energy dissipated so far [J].
        @throws OpenSim::Exception unless track_dissipated_energy is true */
    double getDissipatedEnergy(const SimTK::State&) const;

    /** Returns the labels of force and torque of every surface, in XML order. The torque is about Ground's origin; both are in Ground. Behind
        them are the outputs of pressure of every surface with an elastic_layer, sand or soil. */
    Array<std::string> getRecordLabels() const override;
    Array<double> getRecordValues(const SimTK::State&) const override;

    /** Draws an arrow per contact if the model shows forces. A force of the model's weight is 0.5 m long. */
    void generateDecorations(bool fixed, const ModelDisplayHints&, const SimTK::State&,
                             SimTK::Array_<SimTK::DecorativeGeometry>&) const override;

    /** Returns the force in the System, for everything that this class has no function for: history, records, energy by cause.
        @throws OpenSim::Exception before Model::initSystem() */
    const simbodydem::DEMContactForce& getDEMForce() const;
    /** Returns the number of Systems to which the force was added. After a change getDEMForce() is another force. */
    int countSystems() const { return numSystems; }

protected:
    void extendAddToSystem(SimTK::MultibodySystem&) const override;
    void extendRealizeAcceleration(const SimTK::State&) const override;
    void updateFromXMLNode(SimTK::Xml::Element&, int versionNumber) override;

private:
    simbodydem::ContactModel makeContactModel() const;
    void exclude(simbodydem::DEMContactForce&) const;
    void tellOfLostHistory(const SimTK::State&) const;

    mutable SimTK::ResetOnCopy<std::unique_ptr<simbodydem::DEMContactForce>> force;
    mutable SimTK::ResetOnCopy<std::unique_ptr<simbodydem::ContactDecorations>> decorations;
    mutable int numSystems = 0;
    mutable bool isStartTold = false;
};

} // namespace OpenSim

#endif
