// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_BED_H
#define SIMBODYDEM_GRAINS_GRAIN_BED_H

#include "simbodydem/ContactModel.h"
#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/grains/Export.h"
#include "simbodydem/grains/GrainBedOptions.h"

#include "simbody/internal/MobilizedBody.h"
#include "simbody/internal/MultibodySystem.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

class GrainBed;
class JointForces;

namespace grains {
struct BedParts;
class BedExchange;
BedExchange& exchangeOf(GrainBed&); // for the steppers
} // namespace grains

/** Describes one grain, a ball. */
struct Grain {
    SimTK::Vec3 position = SimTK::Vec3(0);        ///< of its centre in Ground [m]
    SimTK::Real radius = 0;                       ///< [m]
    SimTK::Vec3 velocity = SimTK::Vec3(0);        ///< [m/s]
    SimTK::Vec3 angularVelocity = SimTK::Vec3(0); ///< [rad/s]
    int material = 0;                             ///< of GrainBed::addMaterial(); 0 is that of setLaw()
};

/** Holds what is known of a bed at an instant. */
struct GrainBedMeasures {
    int grains = 0;
    SimTK::Real mass = 0;               ///< [kg]
    SimTK::Real kineticEnergy = 0;      ///< with that of turning [J]
    SimTK::Real potentialEnergy = 0;    ///< in gravity [J]
    SimTK::Real storedEnergy = 0;       ///< of the normal contacts of grains with each other [J]
    SimTK::Real wallEnergy = 0;         ///< of contacts with walls of the box [J]
    SimTK::Real surfaceEnergy = 0;      ///< stored in the contacts with the surfaces [J]
    SimTK::Real height = 0;             ///< mean top of the highest grains above the bottom of the box [m]
    SimTK::Real highest = 0;            ///< top of the highest grain of all, above the bottom of the box [m]
    SimTK::Real coordinationNumber = 0; ///< contacts with other grains per grain
    SimTK::Real largestSpeed = 0;       ///< [m/s]
    SimTK::Real deepestOverlap = 0;     ///< of two grains, over the smaller radius [-]
    SimTK::Vec3 momentum = SimTK::Vec3(0),
                angularMomentum = SimTK::Vec3(0); ///< about Ground's origin [kg m/s], [kg m^2/s]
    SimTK::Vec3 wallForce = SimTK::Vec3(0);       ///< of all walls of the box on the grains [N]
};

/** Describes one contact of a grain with a surface of a mechanism, at the end of the last interval. */
struct GrainContact {
    int grain = 0;                       ///< its index in GrainBed::getGrains()
    SimTK::Vec3 point = SimTK::Vec3(0);  ///< in Ground [m]
    SimTK::Vec3 normal = SimTK::Vec3(0); ///< from the surface to the grain, in Ground
    SimTK::Real overlap = 0;             ///< [m]
    SimTK::Vec3 force = SimTK::Vec3(0);  ///< on the surface, in Ground [N]
};

/** Describes one contact between two grains. In a periodic box it may be between a grain and an image of the other. */
struct GrainPair {
    int first = 0, second = 0;           ///< their indices in GrainBed::getGrains()
    SimTK::Vec3 point = SimTK::Vec3(0);  ///< in Ground [m]
    SimTK::Vec3 normal = SimTK::Vec3(0); ///< from the first grain to the second, in Ground
    SimTK::Real overlap = 0;             ///< [m]
    SimTK::Vec3 force = SimTK::Vec3(0);  ///< on the second grain, in Ground [N]
};

/** Describes a horizontal layer of a bed, by the grains whose centres are in it. */
struct GrainLayer {
    SimTK::Real low = 0, high = 0; ///< heights above the bottom of the box [m]
    int grains = 0;
    SimTK::Real solidFraction = 0;         ///< volume of these grains over that of the layer
    SimTK::Vec3 velocity = SimTK::Vec3(0); ///< mean by mass, in Ground [m/s]
    /** Mean stress, positive in compression [Pa]: sigma_ij = -1/V sum f_i r_j over all contacts of these grains, where f is the force on the
    grain, r the arm from its centre to the contact, and V the volume of the layer. Source: Christoffersen, Mehrabadi and Nemat-Nasser (1981). */
    SimTK::Mat33 stress = SimTK::Mat33(0);
};

/** Holds an advice which interval to set, see GrainBed::adviseInterval(). */
struct GrainIntervalAdvice {
    /** Names what bounds the interval. */
    enum class Reason {
        NoContact, ///< no body has touched a grain yet
        Frequency, ///< of the mechanism on the springs of its contacts
        Damping,   ///< rate of the dashpots of its contacts
        Exchange   ///< bodies allow a longer one, which saves less than 1 % of the time
    };
    int interval = 1; ///< for GrainBedOptions::setInterval() [steps]
    Reason reason = Reason::NoContact;
    SimTK::Real timeStep = 0;    ///< of the bed [s]
    SimTK::Real frequency = 0;   ///< the largest one of the mechanism on its contacts so far [rad/s]
    SimTK::Real dampingRate = 0; ///< the largest one of the dashpots so far [1/s]
    SimTK::Real hitInterval = 0; ///< the shortest one that a hit on a light body has taken so far; 0: none [s]
    std::string text;            ///< a sentence with these numbers
};

/** Holds a bed of many grains, in which a mechanism moves. LAMMPS computes the grains in processes of its own, simbodydem-grains, which MPI
starts. The contacts of grains with the surfaces of the mechanism are computed there too, with the exact geometry of this library's shapes
and with the kernels of its laws.

    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.2, -.1, 0), Vec3(.2, .1, .3)));
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), glass); // first; gravity is in the System
    bed.fill(Pouring(.005).upTo(.1));
    bed.addSurface(wheel, Wheel(.05, .01), Transform(), rubber, "wheel");
    integrator.initialize(system.realizeTopology());                      // after the last surface
    GrainStepper stepper(bed, integrator);
    stepper.stepTo(2);

@par Coupling
Mechanism and bed exchange a wrench per surface once per interval (GrainBedOptions::setInterval()). The mechanism goes first, with the wrench
of the interval's start. The bed follows along the path that the mechanism has taken. What it then lacks or has too much is made up for in
the next interval, as if the bodies had got it at its start. So the mechanism receives exactly the impulse that the grains have lost. With
intervals of one step this is the method of Verlet.

@par Laws
HertzNormal (without KuwabaraKono), JKRNormal, or LinearNormal with setStiffness(); NoFriction, CundallSlider with LinearNormal, MindlinIncremental or
MindlinSecant with HertzNormal or JKRNormal; NoRolling, or EPSDRolling with setStiffness(). A dashpot along the slip needs
setKelvinVoigt(false), which is not the default of MindlinSecant. LAMMPS computes the same laws by other names, see
describeLaw(). It has one coefficient of friction, static and kinetic, and no other laws of this library. It ties the tangential dashpot to
the normal one, so dampings without a ratio need setTangentialDampingRatio(0). What it has not is an error, in setLaw() or with the first grains.

@par Limits
An interval is shorter than set where a grain may touch a surface without contact, while such a hit lasts on a body below 4000 masses of
the grain, and where the largest frequency of the mechanism on its contacts is too high: the root of the largest eigenvalue of
P M^-1 sum J^T k J, with all joints. P lets through what constraints allow. Where one step is too long, it is divided. getNumShortened() counts
these intervals. The dashpot of a contact feels the mass that the grain meets at the first touch: 1/m = n . J P M^-1 J^T n along the normal.
Forces of the bed are in no Simbody energy. The State has the wrench of the present interval, but not the grains. */
class SIMBODYDEM_GRAINS_API GrainBed {
public:
    /** Makes an empty bed. Adds a force to the System.
    @throws std::invalid_argument if the box has no volume */
    GrainBed(SimTK::MultibodySystem& system, const GrainBedOptions& options);
    ~GrainBed();
    GrainBed(const GrainBed&) = delete;
    GrainBed& operator=(const GrainBed&) = delete;

    /** Sets the laws of all contacts, and the material of the grains. The effective mass is that of two bodies, of which a body of the
    mechanism has the mass that the grain meets through all joints.
    @throws std::invalid_argument if LAMMPS has not one of the laws, std::logic_error if there are grains or surfaces */
    void setLaw(const ContactModel& model, const SurfaceMaterial& grains);
    /** Adds a further material of grains. Two materials touch by the mixing rules of the model, as grains and surfaces do. Walls of the box have
    the material of setLaw(). Call it after setLaw(), before the first grains and surfaces.
    @param grains   its values
    @param density  [kg/m^3], > 0
    @returns        its number for Grain::material and Pouring::setMaterial(): 1, 2, ...
    @throws std::logic_error without a law, or if there are grains or surfaces, std::invalid_argument if a value is missing or out of its range */
    int addMaterial(const SurfaceMaterial& grains, SimTK::Real density);
    /** Returns the number of materials, with that of setLaw(). */
    int getNumMaterials() const;
    /** Returns the terms of LAMMPS that compute the laws between grains, a line each. Needs grains. */
    std::string describeLaw();
    /** Returns the release of LAMMPS that computes the grains, and that of its MPI, or that it has none. Needs grains. */
    std::string describeServer() const;

    /** Pours grains into the box, and lets them come to rest. Surfaces of Ground that were added before take part; others do not.
    @throws std::invalid_argument unless either Pouring::upTo() or Pouring::setCount() was called, if there is no gravity, or if radii are out of
            those of the first grains; std::runtime_error if the grains do not come to rest, or with the message of the server */
    void fill(const Pouring&);
    /** Adds grains at given places, also while the mechanism moves, between two calls of stepTo().
    @throws std::invalid_argument if one is out of the box, has a radius out of those of the first grains, is behind a terrain or a mesh, or
            overlaps another grain, a wall or a surface by more than a tenth of its radius; then none is added */
    void add(const std::vector<Grain>&);
    /** Removes grains, also while the mechanism moves, between two calls of stepTo(). What is left keeps its order.
    @param isRemoved  returns true for each grain to be removed
    @returns how many they were */
    int remove(const std::function<bool(const Grain&)>& isRemoved);
    /** Adds the grains of a file, see readGrainFile().
    @throws std::invalid_argument as add() does, and if the file has another density than the bed, std::runtime_error if it cannot be read */
    void addFile(const std::string& path);
    /** Lets the grains move while all bodies but Ground are absent, until their kinetic energy is a hundred-thousandth of the energy of a
    fall by one radius. Meanwhile a drag acts on them, since balls roll on and on.
    @throws std::runtime_error after this time [s] */
    void settle(SimTK::Real atMost);

    /** Adds a surface that touches grains. It may be added after fill(), and must be before realizeTopology().
    @param body      on which the surface is; it may be Ground
    @param shape     copied
    @param X_BS      pose of the shape on the body
    @param material  of the surface
    @param name      for messages; "" is replaced by a number
    @throws std::logic_error before setLaw() or after the first stepTo(), std::invalid_argument with the name. A surface that is nearly as long as a
            periodic box is found when it is placed */
    SurfaceIndex addSurface(const SimTK::MobilizedBody& body, const Shape& shape, const SimTK::Transform& X_BS,
                            const SurfaceMaterial& material, const std::string& name = "");
    int getNumSurfaces() const;

    const GrainBedOptions& getOptions() const;
    /** Returns the number of grains that have left the box, see GrainBedOptions::setGrainsMayLeave(). */
    long long getNumLost() const;
    /** Returns the number of grains. */
    int getNumGrains() const;
    /** Returns all grains in the order in which they were added. */
    std::vector<Grain> getGrains() const;
    /** Measures the bed. */
    GrainBedMeasures measure() const;
    /** Returns the mean height of the bed's surface above the bottom of the box [m]. */
    SimTK::Real getHeight() const { return measure().height; }
    /** Returns the wrench that the mechanism receives from a surface's grains in the present interval in the mean, with the pending impulse: moment
    about the origin of its body, and force, in Ground. Needs Stage::Position. */
    SimTK::SpatialVec getWrench(const SimTK::State&, SurfaceIndex) const;
    /** Returns the wrench at the end of the last interval, which is not a mean: moment about Ground's origin, and force. */
    SimTK::SpatialVec getWrenchAtEnd(SurfaceIndex) const;
    /** Returns the impulse that the mechanism has still to get from the grains of a surface: of the moment about Ground's origin, and of
    the force [N m s], [N s]. */
    SimTK::SpatialVec getPendingImpulse(SurfaceIndex) const;
    /** Returns the number of contacts of a surface with grains at the end of the last interval. */
    int getNumContacts(SurfaceIndex) const;
    /** Returns these contacts one by one. */
    std::vector<GrainContact> getContacts(SurfaceIndex) const;
    /** Returns all contacts among grains, one by one. */
    std::vector<GrainPair> getPairs() const;
    /** Measures layers of equal thickness, from the bottom of the box to the highest grain.
    @param count  of layers, 1 or more */
    std::vector<GrainLayer> measureLayers(int count) const;

    /** Saves and loads what the friction of these joints remembers together with the bed. Call it before save() and load(). */
    void addJointForces(const JointForces&);
    /** Saves the grains, what their contacts remember, and pending impulses on the mechanism, with time, q, u and z of the State. Other parts
    of a State, such as the contact history of a DEMContactForce, are not in the file.
    @throws std::logic_error before the first stepTo(), std::runtime_error if the file cannot be written */
    void save(const std::string& path, const SimTK::State& state) const;
    /** Continues a saved bed to rounding, with any number of ranks, and sets time, q, u and z of the State. Call setLaw() and addSurface()
    before with the same laws and surfaces, in the same order. getContacts() has forces to rounding after the next step. The file can be read where it was written, or on a machine of the same kind.
    @throws std::runtime_error if the file cannot be read or is damaged, std::invalid_argument if box, gravity, laws, surfaces or the number
            of coordinates are others, std::logic_error if there are grains already */
    void load(const std::string& path, SimTK::State& state);

    /** Returns the time to which the bed has been computed [s]. The first stepTo() sets it to the time of the State. What fill() simulates does
    not count. */
    SimTK::Real getTime() const;
    /** Returns the number of intervals that were shorter than the options say, for touches, hits and stiff contacts, see above. */
    long long getNumShortened() const;
    /** Advises an interval, by all intervals so far: the longest one with which a mechanism sinks as with 1. It is 0.3 over the largest frequency
    of the mechanism on its contacts, and over the largest rate of their dashpots, which is the bound that shortens intervals. A longer one is
    shortened, so it changes nothing but the time that it takes to find out. Call it after a run of the kind that follows. Needs grains. */
    GrainIntervalAdvice adviseInterval() const;
    /** Returns the number of intervals since the first stepTo(). */
    long long getNumIntervals() const;
    /** Estimates the largest error of a body's velocity at the end of the last interval [m/s]. It is the velocity that the impulse which the
    bodies lack would give to it, in the middle of its contacts, through all joints and constraints: J P M^-1 J^T times impulse and angular
    impulse. The next interval makes up for it. */
    SimTK::Real getIntervalError() const;
    /** Returns the longest time step of the bed [s]. Needs grains. */
    SimTK::Real getTimeStep() const;

private:
    friend grains::BedExchange& grains::exchangeOf(GrainBed&);
    std::shared_ptr<grains::BedParts> parts;
};

} // namespace simbodydem

#endif
