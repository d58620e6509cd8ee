// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DEM_CONTACT_FORCE_H
#define SIMBODYDEM_DEM_CONTACT_FORCE_H

#include "simbodydem/ContactLinearization.h"
#include "simbodydem/ContactModel.h"
#include "simbodydem/ContactRecord.h"
#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/DissipatedEnergy.h"
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

/** Contact forces between the surfaces of one contact set, or of a list of our own with any shape: any normal law with any
tangential and rolling law. Used like Simbody's HuntCrossleyForce, and beside it if you like:

    GeneralContactSubsystem contacts(system);
    ContactSetIndex set = contacts.createContactSet();
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    contacts.addBody(set, ball, ContactGeometry::Sphere(0.1), Vec3(0));
    DEMContactForce force(forces, contacts, set, HertzNormal(), MindlinSecant());
    force.setMaterialForAll(material);

The force of a contact depends on its history, which lives in the State as an auto-update discrete variable: it
advances with accepted integrator steps only, and copying a State copies it. Call prepareIntegrator() on a CPodesIntegrator before
initialize(): it takes several steps within one stepTo(), and slip that turns round between them is lost. The library prints one
warning per run in which that happens.

**Settings.** One rule says which setting holds: the most specific one wins, in whatever order they were set.

| | material | detection margin | effective mass |
|-|-|-|-|
| for a pair of surfaces | setPairMaterial() | | setPairEffectiveMass() |
| for a surface | setMaterial(), then ContactSurfaces::add() | setDetectionMargin() | |
| for all | setMaterialForAll() | setDetectionMarginForAll() | setEffectiveMass() |

Materials are laid over each other value by value: a value that is not set shows the value below it. A static friction that is set
without a kinetic one hides the kinetic one below it as well. A second call for the same thing replaces the first one.

Surfaces on one and the same body never touch each other; excludePair(), excludeBodies() and excludeAdjacentBodies() keep
more of them apart. See Notation.h for words, signs and frames.

Every function that takes a State throws std::logic_error unless the State is of the System's present topology, and Simbody's
own exception where it is not realized as far as needed. A State of another System is one too, unless that System has the same
bodies, joints and surfaces. A constructor that throws adds nothing to the subsystem. A run that begins with one surface
wholly inside another throws std::runtime_error when it is initialized. In the middle of a run, a warning tells of bodies that were put
there by hand. */
class SIMBODYDEM_API DEMContactForce : public SimTK::Force::Custom {
public:
    /** @param forces     the subsystem that will own the force
        @param contacts   where the contact set lives; must outlive the force
        @param set        which contact set; surfaces may still be added to it later
        @param normal, tangential, rolling  the laws; copied
        @throws std::invalid_argument if there is no such contact set or the two subsystems are of different Systems

    realizeTopology() throws std::invalid_argument unless every surface is of a kind that ContactSurfaces takes too, some two of them
    can touch, those that cannot are excluded (half spaces need not be), and the rest have the values that the laws require. */
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, SimTK::GeneralContactSubsystem& contacts,
                    SimTK::ContactSetIndex set, const NormalLaw& normal, const TangentialLaw& tangential,
                    const RollingLaw& rolling = NoRolling());

    /** The same for surfaces of our own list: the force finds their contacts itself, and has their materials and names.
        @throws std::invalid_argument if the two are of different Systems */
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const NormalLaw& normal,
                    const TangentialLaw& tangential, const RollingLaw& rolling = NoRolling());

    /** The same with everything that was set of another force, or stored.
        @throws std::invalid_argument if the two are of different Systems, or as the functions below would */
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, SimTK::GeneralContactSubsystem& contacts,
                    SimTK::ContactSetIndex set, const ContactModel&);
    DEMContactForce(SimTK::GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const ContactModel&);

    /** All that is set. */
    const ContactModel& getModel() const;

    /** Sets what one surface is made of, see "Settings" above.
        @throws std::invalid_argument if there is no such surface or a set value is NaN or out of its range */
    DEMContactForce& setMaterial(SimTK::ContactSurfaceIndex, const SurfaceMaterial&);

    /** Sets what every surface is made of, those added later included, see "Settings" above. */
    DEMContactForce& setMaterialForAll(const SurfaceMaterial&);

    /** Sets what is different where these two surfaces touch, in either order, see "Settings" above. */
    DEMContactForce& setPairMaterial(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex, const SurfaceMaterial&);

    /** How two surfaces' values are made into one. */
    DEMContactForce& setMixingRules(const MixingRules&);

    /** For laws that hold on to surfaces beyond touching: surfaces are found this far before they touch. In a contact set the
    geometry is registered larger by this much, since Simbody reports what overlaps, and the force takes it off again: a Sphere's
    radius, or a HalfSpace's place along its outward normal, no other's. @param margin [m], >= 0 and below the sphere's radius */
    DEMContactForce& setDetectionMargin(SimTK::ContactSurfaceIndex, SimTK::Real margin);

    /** The same for every surface, see "Settings" above. */
    DEMContactForce& setDetectionMarginForAll(SimTK::Real margin);

    /** Keep two surfaces from touching, in either order: they overlap without a force, need no material for each other
    and have no record.
        @throws std::invalid_argument if there are no such two surfaces */
    DEMContactForce& excludePair(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex);

    /** Keep all surfaces of two bodies from touching each other, those added later included.
        @throws std::invalid_argument if there are no such two bodies */
    DEMContactForce& excludeBodies(SimTK::MobilizedBodyIndex, SimTK::MobilizedBodyIndex);

    /** Keep every body from touching its parent, as neighbouring segments' surfaces overlap at the joint. Ground is
    nobody's neighbour: what is attached to it can still fall on it. */
    DEMContactForce& excludeAdjacentBodies();

    /** How to find the mass that the dashpots feel; latched at first touch. */
    DEMContactForce& setEffectiveMass(EffectiveMass);

    /** One fixed mass for every contact, in all directions. @param mass m* [kg], > 0 */
    DEMContactForce& setEffectiveMass(SimTK::Real mass);

    /** The same for this pair of surfaces alone, see "Settings" above. */
    DEMContactForce& setPairEffectiveMass(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex, SimTK::Real mass);

    /** Account for what the contacts turn into heat, as continuous variables (z) of the State. Off at first, and free
    then. */
    DEMContactForce& setTrackDissipatedEnergy(bool);

    /** The body that a surface of the contact set is on. @throws std::invalid_argument if there is no such surface */
    const SimTK::MobilizedBody& getBody(SimTK::ContactSurfaceIndex) const;

    /** What messages call a surface: its name, or "surface 7 on body 3". @throws std::invalid_argument if there is none */
    std::string getSurfaceName(SimTK::ContactSurfaceIndex) const;

    /** All surfaces of one body, as Resultants.h takes them.
        @throws std::invalid_argument if the body has none in the contact set */
    std::set<SimTK::ContactSurfaceIndex> getSurfaces(const SimTK::MobilizedBody&) const;

    /** Switch the force off: it does and costs nothing, has no contacts and, when it is enabled again, starts afresh; what
    its springs held does not become heat. In a State realized to Stage::Dynamics the step until now still counts. */
    void disable(SimTK::State&) const;

    /** Simbody's own functions of any force, which do not see whether the State is of this System's topology. */
    void enable(SimTK::State&) const;
    bool isDisabled(const SimTK::State&) const;
    void calcForceContribution(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces,
                               SimTK::Vector_<SimTK::Vec3>& particleForces, SimTK::Vector& mobilityForces) const;
    SimTK::Real calcPotentialEnergyContribution(const SimTK::State&) const;

    /** One record per active contact, in no particular order. The State must be realized to Stage::Dynamics. Valid
    until the State changes. Computed at the first call for a realized State and kept with it. Empty if the force is disabled. */
    const std::vector<ContactRecord>& getContactRecords(const SimTK::State&) const;

    /** How the contact forces change with positions and speeds, sticking or sliding as they are: for linearization about a
    stance, sensitivities, implicit integration. The State must be realized to Stage::Dynamics. Of a disabled force all derivatives
    are zero.
        @throws std::runtime_error if a law's derivative is not finite */
    ContactLinearization calcLinearization(const SimTK::State&) const;
    [[deprecated("it is called calcLinearization()")]] ContactLinearization calcJacobian(
        const SimTK::State& state) const {
        return calcLinearization(state);
    }

    /** How long a step may be before surfaces that are apart can be deeper in each other than a thousandth of R*, or those
    that touch deeper by a tenth [s]. An integrator's error control sees forces, not what lies ahead: in free flight steps
    grow without limit, past any contact. From positions, velocities, accelerations (realizes the State to
    Stage::Acceleration if need be) and how fast bodies turn; rest is not bounded. A load that sets in and a prescribed
    motion cannot be foreseen. With a TimeStepper see ContactStepLimiter; an integrator alone is told in every call,

        const State& state = integrator.getAdvancedState();
        integrator.stepTo(end, state.getTime() + force.calcStepBound(state));

    and CPodesIntegrator setAllowInterpolation(false) once. setMaximumStepSize() before initialize(), of the smallest radius
    over the largest speed, serves too. @param longest step that is of interest [s], > 0; returned if nothing can meet before */
    SimTK::Real calcStepBound(const SimTK::State&, SimTK::Real longest = SimTK::Infinity) const;

    /** The heat so far [J], the sum of all causes: kinetic + potential energy (calcPotentialEnergy() has the springs') +
    this stays what it was, but for work from outside. Realizes the State to Stage::Dynamics if need be.
        @throws std::logic_error unless setTrackDissipatedEnergy(true) was called before realizeTopology() */
    SimTK::Real getDissipatedEnergy(const SimTK::State&) const;

    /** The same by cause. */
    DissipatedEnergy getDissipatedEnergyByCause(const SimTK::State&) const;

    /** Forget every contact's history: what touches now starts afresh, unstressed in the tangent plane. What was lost so far
    is kept. A contact whose surfaces have slipped further than their speeds and its own radius explain is
    forgotten by itself. */
    void clearHistory(SimTK::State&) const;

    /** Take the history of this instant as if a step had ended here; for an event handler, before it moves bodies that
    touch: what their springs gain or lose by that is then work from outside and no heat. */
    void commitHistory(SimTK::State&) const;

    /** When the history was last committed [s]; NaN if it never was. */
    SimTK::Real getCommitTime(const SimTK::State&) const;

    /** Give a State the history and the energies that another one of this System has, as of its last commit; HistoryTracker does so
    from row to row. Friction factors stay what they are. Both are realized to Stage::Model. */
    void copyHistory(const SimTK::State& from, SimTK::State& to) const;

    /** Make this surface more slippery, or less, from now on in this State: every contact's static and kinetic friction is
    the material's, times both surfaces' factors. For event handlers and studies; nothing but Stage::Dynamics has to be
    realized again. @param factor [-], >= 0; 1 at first */
    void setFrictionFactor(SimTK::State&, SimTK::ContactSurfaceIndex, SimTK::Real factor) const;
    SimTK::Real getFrictionFactor(const SimTK::State&, SimTK::ContactSurfaceIndex) const;

    /** Write what this force keeps in the State: the history of its last commit, friction factors and energies. With
    readHistory() and the State's time, q and u a run goes on elsewhere, to the last bit, as it would from this State.

    The format, version 3, is text; files of version 2, without damping times and limit lengths, are read too; numbers are the fewest digits that read back exactly:

        SimbodyDEM contact history, version 3
        normal <name>                              tangential and rolling alike
        normal <parameter> <value> <unit>          one line for each of its parameters
        mixing ...  effective-mass ...  excluded ...  energy-tracking ...  pair ...     what was set, one line each
        surface <index> body <MobilizedBodyIndex> <the shape and its sizes>
        surface <index> material <number>
        material <number> <name> <value> <unit>    after the first surface of it
        end of model
        time <of the commit [s] | none>
        friction-factors <0 | 1 and one by surface>
        energy <whether open> <offset> <released> <3 heats> <stored> <held> <4 totals at the commit> <4 now>  [J], if tracked
        body <MobilizedBodyIndex> <rotation, by columns> <origin> <velocity> <angular velocity>    one line per body in contact
        contact <a> <b> <patch> <point> <normal> <displacement> <overlap> <mass> <tangential mass>
                <3 numbers of the normal law> <3 of the tangential law> <mobilization>
                <damping time> <limit length>
                [<elastic rotation> <3 of the rolling law> <2 mobilizations> <damping time> <limit angle>]
                [<3 energies> <tangential force> <torque>]
                one line per contact, the last part if energy is tracked
        passing <a> <b> <corner>        one line per corner that comes through a one-sided surface from behind
        checksum <FNV-1a of all before, 64 bits>

    Vectors are in Ground, in SI units; none is what is not known yet; a law's numbers are its LawHistory.
        @throws std::runtime_error if the stream fails, as it does when the disk is full, or if the State's history could not be
        read again: a number in it is not finite */
    void writeHistory(const SimTK::State&, std::ostream&) const;

    /** Put what was written into a State of the same model: of the same laws with the same parameters, materials, mixing,
    effective mass and exclusions, and surfaces of the same shapes on the same bodies. A user's own law is known by its name
    and by what its getParameters() says, so by its name alone if that is nothing. The rest of the System is not looked at.
        @throws std::runtime_error if the text is damaged, cut off, of another version or of another model, a number is out of
        its range, or the output of a law is not finite at a contact, naming the line and the reason; the State is as it was then */
    void readHistory(SimTK::State&, std::istream&) const;

private:
    DEMContactForce(SimTK::GeneralForceSubsystem&, ContactSource*, const ContactModel&);
};

} // namespace simbodydem

#endif
