// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DEM_CONTACT_FORCE_H
#define SIMBODYDEM_DEM_CONTACT_FORCE_H

#include "simbodydem/ContactLinearization.h"
#include "simbodydem/ContactModel.h"
#include "simbodydem/ContactRecord.h"
#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/Export.h"

#include "simbody/internal/Force_Custom.h"

#include <iosfwd>
#include <set>
#include <vector>

namespace SimTK {
class GeneralContactSubsystem;
class GeneralForceSubsystem;
class MobilizedBody;
} // namespace SimTK

namespace simbodydem {

class ContactSource;

/** Applies contact forces between the surfaces of one contact set, or of a ContactSurfaces list, which has more shapes. Any normal law can be
combined with any tangential and rolling law. The class is used like Simbody's HuntCrossleyForce, and can be used together with it:

    GeneralContactSubsystem contacts(system);
    ContactSetIndex set = contacts.createContactSet();
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    contacts.addBody(set, ball, ContactGeometry::Sphere(0.1), Vec3(0));
    DEMContactForce force(forces, contacts, set, HertzNormal(), MindlinSecant());
    force.setMaterialForAll(material);

@par History
The force of a contact depends on its history. The history is an auto-update discrete variable of the State. It advances with
accepted integrator steps only. A copy of a State has its own history. Call prepareIntegrator() on a CPodesIntegrator before initialize().
A CPodesIntegrator takes several steps within one stepTo(), and slip that reverses between them would be lost. The library prints one warning
per run if that happens.

@par Settings
The most specific setting wins, whatever the order of the calls:

| | material | detection margin | effective mass |
|-|-|-|-|
| for a pair of surfaces | setPairMaterial() | | setPairEffectiveMass() |
| for a surface | setMaterial(), then ContactSurfaces::add() | setDetectionMargin() | |
| for all | setMaterialForAll() | setDetectionMarginForAll() | setEffectiveMass() |

Materials override each other value by value: a value that is not set takes the value of the next row of the table. If you set a static
friction without a kinetic one, a kinetic friction of the rows below is ignored as well. A second call for the same thing replaces the first
one.

Surfaces on the same body have no contact with each other. excludePair(), excludeBodies() and excludeAdjacentBodies() exclude more pairs. See
Notation.h for words, signs and frames.

@par Errors
A function that takes a State throws std::logic_error unless the State has the System's present topology. It also does so for a
State of another System, unless that System has the same bodies, joints and surfaces. It throws Simbody's own exception if the State is not
realized far enough. A constructor that throws adds nothing to the subsystem. A run that begins with one surface wholly inside another throws
std::runtime_error when it is initialized. If a body is placed inside another one during a run, the library prints a warning. */
class SIMBODYDEM_API DEMContactForce : public SimTK::Force::Custom {
public:
    /** Makes a force between the surfaces of a contact set.

        realizeTopology() throws std::invalid_argument in four cases:
        - The shape of a surface is one that ContactSurfaces does not take.
        - No two surfaces can ever touch.
        - A pair that can never touch is not excluded. Two half spaces need no exclusion.
        - A material lacks a value that the laws need.

        @param forces    the subsystem that will own the force
        @param contacts  the subsystem of the contact set; must outlive the force
        @param set       the contact set; you can still add surfaces to it later
        @param normal, tangential, rolling  the laws; copied
        @throws std::invalid_argument if the contact set does not exist, or the two subsystems are of different Systems */
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, SimTK::GeneralContactSubsystem& contacts,
                    SimTK::ContactSetIndex set, const NormalLaw& normal, const TangentialLaw& tangential,
                    const RollingLaw& rolling = NoRolling());

    /** Makes a force between the surfaces of a list. The force finds their contacts itself, and takes their materials and names. The errors of
        realizeTopology() are those above.
        @throws std::invalid_argument if the subsystem and the list are of different Systems */
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const NormalLaw& normal,
                    const TangentialLaw& tangential, const RollingLaw& rolling = NoRolling());

    /** Makes a force with the settings of a ContactModel, such as that of another force or a stored one.
        @throws std::invalid_argument if the subsystems are of different Systems, or where the functions below throw it */
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, SimTK::GeneralContactSubsystem& contacts,
                    SimTK::ContactSetIndex set, const ContactModel&);
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const ContactModel&);

    /** Returns all settings. */
    const ContactModel& getModel() const;

    /** Sets the material of one surface, see "Settings" above.
        @throws std::invalid_argument if the surface does not exist, or a set value is NaN or out of its range */
    DEMContactForce& setMaterial(SimTK::ContactSurfaceIndex, const SurfaceMaterial&);

    /** Sets the material of every surface, also of those added later, see "Settings" above.
        @throws std::invalid_argument if a set value is NaN or out of its range */
    DEMContactForce& setMaterialForAll(const SurfaceMaterial&);

    /** Sets the values that differ in the contacts of these two surfaces, in either order, see "Settings" above.
        @throws std::invalid_argument if one of them does not exist, or a set value is NaN or out of its range */
    DEMContactForce& setPairMaterial(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex, const SurfaceMaterial&);

    /** Sets the rules that make one value of the values of two surfaces. */
    DEMContactForce& setMixingRules(const MixingRules&);

    /** Sets the distance at which a surface is found before it overlaps another one. Laws that act at a distance need it.

        Simbody reports overlapping geometry only. In a contact set the geometry is therefore registered larger by the margin, and the force
        subtracts the margin again. There the margin is allowed for a Sphere, whose radius it increases, and for a HalfSpace, which it shifts
        along its outward normal. Other shapes take a margin in a ContactSurfaces list only.
        @param margin  [m], >= 0 and below the radius of a Sphere
        @throws std::invalid_argument if the surface does not exist or the margin is < 0; realizeTopology() checks the other bounds */
    DEMContactForce& setDetectionMargin(SimTK::ContactSurfaceIndex, SimTK::Real margin);

    /** Sets the detection margin of every surface, see "Settings" above.
        @param margin  [m], >= 0, as for setDetectionMargin() */
    DEMContactForce& setDetectionMarginForAll(SimTK::Real margin);

    /** Excludes two surfaces from contact with each other, in either order. They overlap without a force, need no material for each other and
        have no record.
        @throws std::invalid_argument if one of the two surfaces does not exist, or both are the same */
    DEMContactForce& excludePair(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex);

    /** Excludes all surfaces of two bodies from contact with each other, also those added later.
        @throws std::invalid_argument if one of the two bodies does not exist, or both are the same */
    DEMContactForce& excludeBodies(SimTK::MobilizedBodyIndex, SimTK::MobilizedBodyIndex);

    /** Excludes every body from contact with its parent, because the surfaces of neighbouring segments overlap at the joint. Ground is not
        excluded: a body whose parent is Ground can still fall on it. */
    DEMContactForce& excludeAdjacentBodies();

    /** Sets how the effective mass is found, which the dashpots feel. It is found at first contact and kept until the surfaces part. */
    DEMContactForce& setEffectiveMass(EffectiveMass);

    /** Sets one fixed effective mass for every contact, in all directions.
        @param mass  m* [kg], > 0
        @throws std::invalid_argument if it is out of its range */
    DEMContactForce& setEffectiveMass(SimTK::Real mass);

    /** Sets one fixed effective mass for this pair of surfaces, in all directions, see "Settings" above.
        @param mass  m* [kg], > 0
        @throws std::invalid_argument if it is out of its range, or one of the surfaces does not exist */
    DEMContactForce& setPairEffectiveMass(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex, SimTK::Real mass);

    /** Switches the account of dissipated energy on or off. The account uses continuous variables (z) of the State. It is off by default and
        then has no cost. Call this before realizeTopology(). */
    DEMContactForce& setTrackDissipatedEnergy(bool);

    /** Returns the body of a surface.
        @throws std::invalid_argument if the surface does not exist */
    const SimTK::MobilizedBody& getBody(SimTK::ContactSurfaceIndex) const;

    /** Returns the name of a surface in messages: its own name, or "surface 7 on body 3".
        @throws std::invalid_argument if the surface does not exist */
    std::string getSurfaceName(SimTK::ContactSurfaceIndex) const;

    /** Returns all surfaces of one body, as the functions of Resultants.h take them.
        @throws std::invalid_argument if the body has no surface of this force, or is of another System */
    std::set<SimTK::ContactSurfaceIndex> getSurfaces(const SimTK::MobilizedBody&) const;

    /** Switches the force off. It then has no contacts, no effect and no cost. When it is enabled again, contacts start from the beginning,
        with empty history. The energy of its springs does not become heat. If the State is realized to Stage::Dynamics, the present step
        until now still counts in the energy account. */
    void disable(SimTK::State&) const;

    /** Switches the force on again. This function and the next three are Simbody's own functions of every force. In addition they check that
        the State has the topology of this System. */
    void enable(SimTK::State&) const;
    /** Returns true if the force is switched off. */
    bool isDisabled(const SimTK::State&) const;
    /** Computes the forces on bodies, particles and mobilities; see Simbody's Force. */
    void calcForceContribution(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces,
                               SimTK::Vector_<SimTK::Vec3>& particleForces, SimTK::Vector& mobilityForces) const;
    /** Computes the potential energy of the force [J]: the energy of all springs. */
    SimTK::Real calcPotentialEnergyContribution(const SimTK::State&) const;

    /** Returns one record per active contact, in no particular order. Empty if the force is disabled. The State must be realized to
        Stage::Dynamics. The records are computed at the first call for a realized State and stored with it. They are valid until the State
        changes. */
    const std::vector<ContactRecord>& getContactRecords(const SimTK::State&) const;

    /** Returns the areas of getContactRecords(), in their order, as one list. Stages and validity are the same. */
    const std::vector<AreaRecord>& getAreaRecords(const SimTK::State&) const;
    /** Computes one record per element of a layer, of a body in sand or of soil, that touches another surface. The State must be realized to
        Stage::Dynamics. Empty if the force is disabled.
        @throws std::invalid_argument if the surface does not exist or has no layer */
    std::vector<ElementRecord> getElementRecords(const SimTK::State&, SimTK::ContactSurfaceIndex) const;
    /** Returns the depth of the rut in Soil at a point [m]: what stays of its sinkage when nothing presses on it. It is along the normal of the
        undeformed surface and the same within each cell. A rut remembers its depth of first loading. If bodies differ in their plate
        width b, that of the first one counts where nothing touches. From Stage::Dynamics on it is that of this instant, before that of the last step's
        end.
        @param surface        of Soil
        @param pointInGround  above or below the cell [m]
        @throws std::invalid_argument if the surface does not exist or is not of Soil, or the point is not finite */
    SimTK::Real getSinkage(const SimTK::State&, SimTK::ContactSurfaceIndex surface,
                           const SimTK::Vec3& pointInGround) const;

    /** Computes the derivatives of the contact forces with respect to positions and speeds, of sticking or of sliding as each contact does. Use
        them to linearize about a stance, for sensitivities and for implicit integration. The State must be realized to Stage::Dynamics. All
        derivatives of a disabled force are zero.
        @throws std::runtime_error if the derivative of a law is not finite */
    ContactLinearization calcLinearization(const SimTK::State&) const;

    /** Computes how long a step may be [s]. Within this time surfaces that are apart cannot overlap by more than a thousandth of R*. Surfaces
        in contact cannot come closer by more than a tenth of R*. The error control of an integrator sees forces, not the contacts
        ahead: in free flight its steps grow without limit and can pass a contact.

        The bound comes from positions, velocities, accelerations and angular velocities. The State is realized to Stage::Acceleration if
        necessary. Bodies at rest have no bound. The bound cannot foresee a load that begins later, nor a prescribed motion. With a
        TimeStepper use ContactStepLimiter. An integrator without a TimeStepper takes the bound in every call:

            const State& state = integrator.getAdvancedState();
            integrator.stepTo(end, state.getTime() + force.calcStepBound(state));

        Call setAllowInterpolation(false) once on a CPodesIntegrator. Instead of this function you can call setMaximumStepSize() before
        initialize(), with the smallest radius over the largest speed.
        @param longest  the longest step of interest [s], > 0; returned if no surfaces can meet before
        @throws std::invalid_argument if it is out of its range */
    SimTK::Real calcStepBound(const SimTK::State&, SimTK::Real longest = SimTK::Infinity) const;

    /** Returns the dissipated energy so far [J], the sum of all causes. The sum of kinetic energy, potential energy and this energy is
        constant, except for work from outside. The energy of the springs is part of calcPotentialEnergy(). The State is realized to
        Stage::Dynamics if necessary.
        @throws std::logic_error unless setTrackDissipatedEnergy(true) was called before realizeTopology() */
    SimTK::Real getDissipatedEnergy(const SimTK::State&) const;

    /** Returns the dissipated energy so far by cause. Stages and errors are those of getDissipatedEnergy(). */
    DissipatedEnergy getDissipatedEnergyByCause(const SimTK::State&) const;

    /** Clears the history of every contact. Present contacts start from the beginning, with empty history and unstressed in the tangent plane.
        The dissipated energy so far is kept. The library clears the history of a contact by itself if its surfaces have slipped too far. Too far
        is further than their speeds and the radius of the contact explain. */
    void clearHistory(SimTK::State&) const;

    /** Commits the history of this instant, as if a step had ended here. Call it in an event handler before the handler moves bodies in
        contact. The energy that the springs gain or lose by the move then counts as work from outside, not as heat. */
    void commitHistory(SimTK::State&) const;

    /** Returns the time of the last commit [s]; NaN if there was none. */
    SimTK::Real getCommitTime(const SimTK::State&) const;

    /** Copies history and energies, as of the last commit, from one State of this System to another one. HistoryTracker does so from row to row.
        Friction factors are not copied. Both States must be realized to Stage::Model. */
    void copyHistory(const SimTK::State& from, SimTK::State& to) const;

    /** Makes this surface more or less slippery in this State from now on, for event handlers and studies. The static and kinetic friction of a
        contact are those of the materials, times the factors of both surfaces. Only Stage::Dynamics must be realized again.
        @param factor  [-], >= 0; 1 by default
        @throws std::invalid_argument if it is out of its range, or the surface does not exist */
    void setFrictionFactor(SimTK::State&, SimTK::ContactSurfaceIndex, SimTK::Real factor) const;
    /** Returns the friction factor of a surface [-]; 1 unless it was set. */
    SimTK::Real getFrictionFactor(const SimTK::State&, SimTK::ContactSurfaceIndex) const;

    /** Writes the data that this force keeps in the State: the history of its last commit, friction factors and energies. Save the time, q and u
    of the State as well. With readHistory() a run then continues elsewhere as it would continue from this State, to the last bit.

    The format is text, see docs/reading-back.md. Numbers have the fewest digits that read back exactly.
        @throws std::runtime_error if the stream fails, for example because the disk is full
        @throws std::runtime_error if the history could not be read again, because a number in it is not finite */
    void writeHistory(const SimTK::State&, std::ostream&) const;

    /** Reads a written history into a State of the same model. The models must have the same laws with the same parameters. Materials,
        mixing rules, effective mass and exclusions must be the same, and surfaces of the same shapes must be on the same bodies. A law of
        your own is identified by its name and its getParameters(), or by its name alone if that returns nothing. The rest of the System is
        not compared.
        @throws std::runtime_error with the line and the reason, if the text is damaged, cut off, of another version or of another model
        @throws std::runtime_error if a number is out of its range, or if the output of a law is not finite at a contact

        After an exception the State is not changed. */
    void readHistory(SimTK::State&, std::istream&) const;

private:
    DEMContactForce(SimTK::GeneralForceSubsystem&, ContactSource*, const ContactModel&);
};

} // namespace simbodydem

#endif
