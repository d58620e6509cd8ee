// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_CONTACT_FORCE_H
#define OSIM_SIMBODYDEM_DEM_CONTACT_FORCE_H

#include "opensim/DEMSurface.h"

#include <OpenSim/Simulation/Model/Force.h>

#include <memory>

namespace OpenSim {

/** Contact with memory between the DEMSurfaces that it has: simbodydem::DEMContactForce, whose header has the physics.

    <DEMContactForce name="feet">
        <law>HertzMindlin</law>
        <surfaces> <DEMSurface name="foot_r"> ... </DEMSurface> <DEMSurface name="floor"> ... </DEMSurface> </surfaces>
    </DEMContactForce>

All geometry of its surfaces can touch, but for what is on one and the same body. CPodes has to return every step
(Manager::setWriteToStorage(false) with setPerformAnalyses(false) lets it not); a run in which that costs slip is told of in
OpenSim's log. */
class OSIMSIMBODYDEM_API DEMContactForce : public Force {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMContactForce, Force);

public:
    OpenSim_DECLARE_OPTIONAL_PROPERTY(law, std::string,
                                      "HertzMindlin, Cundall, HertzDashpotSlider, PFCLinear or PFCHysteretic; "
                                      "HertzMindlin if no law is given.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(normal_law, std::string,
                                      "With tangential_law, in the place of law: a name of SimbodyDEM's catalog and, "
                                      "after it, parameters, as in 'linear stiffness=1e5'.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(tangential_law, std::string, "As normal_law, for instance 'cundall'.");
    OpenSim_DECLARE_OPTIONAL_PROPERTY(rolling_law, std::string,
                                      "As normal_law, for instance 'epsd'; none if not given.");
    OpenSim_DECLARE_PROPERTY(
        effective_mass, std::string,
        "That the dashpots feel: Articulated, the whole mechanism's; TwoBody, that of the two bodies alone, also "
        "where every coordinate is prescribed; or a number [kg].");
    OpenSim_DECLARE_PROPERTY(exclude_adjacent_bodies, bool,
                             "Keep every body from touching its parent, Ground excepted.");
    OpenSim_DECLARE_LIST_PROPERTY(exclude, std::string,
                                  "Pairs of DEMSurfaces that do not touch, as in 'foot_r foot_l hand_r thigh_r'.");
    OpenSim_DECLARE_PROPERTY(
        detection_margin, double,
        "For laws that hold on beyond touching: how far before they touch surfaces are found [m].");
    OpenSim_DECLARE_PROPERTY(track_dissipated_energy, bool, "Account for heat, for the output dissipated_energy.");
    OpenSim_DECLARE_LIST_PROPERTY(surfaces, DEMSurface, "What touches.");

    OpenSim_DECLARE_OUTPUT(number_of_contacts, double, getNumberOfContacts, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(stored_energy, double, getStoredEnergy, SimTK::Stage::Dynamics);
    OpenSim_DECLARE_OUTPUT(dissipated_energy, double, getDissipatedEnergy, SimTK::Stage::Dynamics);

    DEMContactForce();

    double getNumberOfContacts(const SimTK::State&) const;
    double getStoredEnergy(const SimTK::State&) const; ///< of the springs [J]
    /** The heat so far [J]. @throws OpenSim::Exception unless track_dissipated_energy */
    double getDissipatedEnergy(const SimTK::State&) const;

    /** Of every surface, in XML order, force and torque about Ground's origin, in Ground. */
    Array<std::string> getRecordLabels() const override;
    Array<double> getRecordValues(const SimTK::State&) const override;

    /** Draws an arrow per contact, a body's weight half a metre long, where the model shows forces. */
    void generateDecorations(bool fixed, const ModelDisplayHints&, const SimTK::State&,
                             SimTK::Array_<SimTK::DecorativeGeometry>&) const override;

    /** The force in the System, for all that this class has no word for: its history, records, energy by cause.
        @throws OpenSim::Exception before Model::initSystem() */
    const simbodydem::DEMContactForce& getDEMForce() const;
    /** Has been given to as many Systems; so that who keeps getDEMForce() sees when it is another one. */
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
