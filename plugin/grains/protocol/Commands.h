// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_PROTOCOL_COMMANDS_H
#define SIMBODYDEM_GRAINS_PROTOCOL_COMMANDS_H

#include "geometry/ShapeData.h"
#include "protocol/Message.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Lists what a GrainBed asks of its server, and what the server answers. All units are SI. Vectors are in Ground, unless another frame is
// named.

namespace simbodydem::grains {

/** Increases with every change of a structure in this file. Client and server must have the same one. */
constexpr std::int32_t protocolVersion = 5;

using Triple = std::array<double, 3>;

/** Returns the axis along which the box is high: that of gravity, or z without gravity. */
inline int upAxisOf(const Triple& gravity) {
    int up = 2;
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(gravity[std::size_t(axis)]) > std::abs(gravity[std::size_t(up)])) up = axis;
    return up;
}

enum class Command : std::uint32_t {
    Hello,         ///< Hello; answers Hello
    SetUp,         ///< BedSetUp; answers SetUpDone
    AddGrains,     ///< Grains; answers Count
    AddSurface,    ///< SurfaceOnBody; answers nothing
    SetPoses,      ///< Motion of the bodies at rest at their present pose, or none: they stay; answers IntervalReport
    Advance,       ///< Motion; answers IntervalReport
    Level,         ///< Height; removes all grains above it; answers Count
    Remove,        ///< Numbers; removes the grains with these places in the order of ReadGrains; answers Count
    Measure,       ///< answers Measures
    MeasureLayers, ///< LayersAsked; answers Layers
    ReadGrains,    ///< answers Grains
    ReadContacts,  ///< SurfaceNumber; answers Contacts
    ReadPairs,     ///< answers Pairs
    Save,          ///< answers BedState
    Restore,       ///< Restart; replaces all grains; answers IntervalReport
    Quit           ///< answers nothing, and ends the server
};

/** Kinds of answers. */
enum class Answer : std::uint32_t { Done = 1000, Failed };

struct Hello {
    std::int32_t version = protocolVersion;
    std::int32_t ranks = 0;
    std::string engine; ///< of the server: name and version

    template <class IO> void fields(IO& io) { io(version)(ranks)(engine); }
};

/** Names the laws of a contact, with the values of its pair of materials. The kernels are those of the library. */
struct ContactTerms {
    enum class Normal : std::int32_t { Hertz, Linear, JKR };
    enum class Dashpot : std::int32_t { None, Ratio, PerMass, Constant };
    enum class Tangential : std::int32_t { None, Linear, MindlinSecant, MindlinForce, MindlinForceRescaled };
    enum class Rolling : std::int32_t { None, SpringSlider };

    Normal normal = Normal::Hertz;
    double stiffness = 0;      ///< E* [Pa] of Hertz and JKR, kn [N/m] of Linear
    double workOfAdhesion = 0; ///< W [J/m^2] of JKR
    Dashpot dashpot = Dashpot::None;
    double damping =
        0; ///< alpha [-] of Ratio: c = alpha sqrt(m* F_e/delta), with JKR alpha sqrt(4/3 E* m* a); gamma [1/s] of PerMass; c [N s/m] of Constant
    bool mayPull = false; ///< true if the dashpot may make the force pull
    Tangential tangential = Tangential::None;
    double tangentialStiffness = 0;    ///< G* [Pa] of Mindlin's laws, kt [N/m] of Linear
    double tangentialDampingRatio = 0; ///< beta [-]: c = 2 beta sqrt(m* kt)
    double friction = 0;               ///< mu [-]
    Rolling rolling = Rolling::None;
    double rollingStiffness = 0;    ///< k_r [N m/rad]
    double rollingDampingRatio = 0; ///< eta_r [-]
    double rollingFriction = 0;     ///< mu_r [-]

    template <class IO> void fields(IO& io) {
        io(normal)(stiffness)(workOfAdhesion)(dashpot)(damping)(mayPull)(tangential)(tangentialStiffness)(tangentialDampingRatio);
        io(friction)(rolling)(rollingStiffness)(rollingDampingRatio)(rollingFriction);
    }
};

/** Holds what differs from one material of grains to another. Materials have the numbers 0, 1, 2... */
struct BedMaterial {
    double density = 0;              ///< [kg/m^3]
    std::vector<ContactTerms> terms; ///< with grains of each material
    ContactTerms wallTerms;          ///< with walls of the box

    template <class IO> void fields(IO& io) { io(density)(terms)(wallTerms); }
};

struct BedSetUp {
    Triple low{}, high{}; ///< corners of the box [m]
    std::array<bool, 3> isPeriodic{};
    std::array<bool, 6> hasWall{}; ///< low x, high x, low y, high y, low z, high z
    Triple gravity{};              ///< [m/s^2]
    std::vector<BedMaterial> materials; ///< of the grains, one or more
    double largestRadius = 0;      ///< of the grains [m]
    double rollingRadius = 0;      ///< R* of two grains for which k_r holds [m]
    double rollingMass = 0;        ///< m* of these two [kg]
    double timeStep = 0;           ///< [s]

    template <class IO> void fields(IO& io) {
        io(low)(high)(isPeriodic)(hasWall)(gravity)(materials)(largestRadius)(rollingRadius)(rollingMass)(timeStep);
    }
    /** Returns the terms of grains of two materials. */
    const ContactTerms& termsOf(int first, int second) const {
        return materials[std::size_t(first)].terms[std::size_t(second)];
    }
    /** Returns the terms of the first material, whose laws, but not their values, are those of all. */
    const ContactTerms& firstTerms() const { return termsOf(0, 0); }
};

struct SetUpDone {
    std::string description; ///< of the terms as the engine has them, a line each

    template <class IO> void fields(IO& io) { io(description); }
};

/** Holds grains, one after the other. */
struct Grains {
    bool skipsBuried = false;              ///< true if grains within or behind a surface are left out
    std::int64_t atMost = 0;               ///< of the others that are taken, if skipsBuried
    std::vector<double> positions;         ///< three each [m]
    std::vector<double> radii;             ///< [m]
    std::vector<double> velocities;        ///< three each [m/s]; none: at rest
    std::vector<double> angularVelocities; ///< three each [rad/s]; none: not turning
    std::vector<std::int32_t> materials;   ///< none: all of the first one

    template <class IO> void fields(IO& io) {
        io(skipsBuried)(atMost)(positions)(radii)(velocities)(angularVelocities)(materials);
    }
};

struct SurfaceOnBody {
    std::string name;
    std::int32_t body = 0;
    kernels::ShapeData shape;
    std::array<double, 9> rotation{};                          ///< R_BS, by rows
    Triple position{};                                         ///< of S on the body [m]
    std::vector<ContactTerms> terms;                           ///< with grains of each material
    double bodyMass = std::numeric_limits<double>::infinity(); ///< for the effective mass [kg]

    template <class IO> void fields(IO& io) { io(name)(body)(shape)(rotation)(position)(terms)(bodyMass); }
};

/** Holds the motion of one body at an instant. Between two instants it is interpolated by cubic polynomials. */
struct MotionKnot {
    double time = 0;                  ///< since the start of the interval [s]
    std::array<double, 9> rotation{}; ///< R_GB, by rows
    Triple position{}, velocity{}, angularVelocity{};

    template <class IO> void fields(IO& io) { io(time)(rotation)(position)(velocity)(angularVelocity); }
};

/** Holds what an interval changes about a surface. */
struct SurfaceUpdate {
    double bodyMass = std::numeric_limits<double>::infinity(); ///< for the effective mass [kg]
    bool looksAhead = false; ///< true if the next grain is to be found
    double acceleration = 0, angularAcceleration = 0; ///< magnitudes, of the body's origin [m/s^2] and of the body [rad/s^2]

    template <class IO> void fields(IO& io) { io(bodyMass)(looksAhead)(acceleration)(angularAcceleration); }
};

struct Motion {
    std::int64_t steps = 0;
    double timeStep = 0; ///< [s]
    double drag = 0;     ///< on all grains, force per mass and speed, to let them come to rest [1/s]
    std::vector<std::vector<MotionKnot>> bodies; ///< by the numbers of SurfaceOnBody::body
    Triple gravity{};                            ///< on the grains [m/s^2]
    double ahead = 0;                            ///< time after the interval for which the next grain is looked for [s]
    std::vector<SurfaceUpdate> surfaces;         ///< in the order in which surfaces were sent; none: nothing changes

    template <class IO> void fields(IO& io) { io(steps)(timeStep)(drag)(bodies)(gravity)(ahead)(surfaces); }
};

/** Describes the grain that is next to a surface without contact. */
struct NextGrain {
    double gap = std::numeric_limits<double>::infinity(); ///< between them [m]; infinite: no grain can come in Motion::ahead
    /** Speed and acceleration with which the gap closes at most: of the surface and of grains near it [m/s], [m/s^2]. */
    double speed = 0, acceleration = 0;
    bool isKnown = false;               ///< true if it was looked for
    double mass = 0, radius = 0;        ///< of the grain [kg], [m]
    std::int32_t material = 0;          ///< likewise
    Triple point{}, normal{};                             ///< on the surface [m]; from the surface to the grain

    template <class IO> void fields(IO& io) { io(gap)(speed)(acceleration)(isKnown)(mass)(radius)(material)(point)(normal); }
};

/** Holds what grains did to one surface in an interval. Moments are about Ground's origin. */
struct SurfaceReport {
    Triple impulse{}, angularImpulse{}; ///< [N s], [N m s]
    Triple force{}, moment{};           ///< at the end [N], [N m]
    std::int64_t contacts = 0;          ///< at the end
    Triple point{};                     ///< mean of the contact points at the end [m]
    double touchingMass = 0;            ///< of the grains in contact at the end [kg]
    double deepestOverlap = 0;          ///< over radius of the grain, at the end [-]
    double storedEnergy = 0;            ///< of the contacts at the end [J]
    /** Upper half of sum J^T k J of the contacts at the end, by rows; J takes the angular velocity and the velocity at Ground's origin to the
    contact point. Units are N m, N and N/m; those of damping are these times s. */
    std::array<double, 21> stiffness{}, damping{};
    NextGrain next; ///< at the end

    template <class IO> void fields(IO& io) {
        io(impulse)(angularImpulse)(force)(moment)(contacts)(point)(touchingMass)(deepestOverlap)(storedEnergy);
        io(stiffness)(damping)(next);
    }
};

/** Holds grains that have left the box in an interval. They are no longer in the bed. */
struct LostGrains {
    std::vector<std::int64_t> numbers; ///< in the order in which grains were added to the bed
    std::vector<double> positions;     ///< three each [m]
    std::vector<double> speeds;        ///< [m/s]

    template <class IO> void fields(IO& io) { io(numbers)(positions)(speeds); }
};

struct IntervalReport {
    std::vector<SurfaceReport> surfaces;
    std::int64_t grains = 0;
    LostGrains lost;

    template <class IO> void fields(IO& io) { io(surfaces)(grains)(lost); }
};

struct Numbers {
    std::vector<std::int64_t> numbers;

    template <class IO> void fields(IO& io) { io(numbers); }
};

struct Count {
    std::int64_t count = 0;

    template <class IO> void fields(IO& io) { io(count); }
};

struct Height {
    double height = 0; ///< along -gravity from the low corner of the box [m]

    template <class IO> void fields(IO& io) { io(height); }
};

struct Measures {
    std::int64_t grains = 0;
    double mass = 0;                      ///< [kg]
    double kineticEnergy = 0;             ///< with that of turning [J]
    double potentialEnergy = 0;           ///< in gravity, of the positions in the box [J]
    double storedEnergy = 0;              ///< of normal contacts of grains with each other [J]
    double wallEnergy = 0;                ///< of contacts with walls [J]
    double height = 0;                    ///< of the highest grain's top above the low corner of the box [m]
    double meanHeight = 0;                ///< of the surface: mean of the tops of the highest grain in each column [m]
    double coordinationNumber = 0;        ///< contacts per grain, with surfaces and walls left out
    double largestSpeed = 0;              ///< [m/s]
    double deepestOverlap = 0;            ///< of two grains, over the smaller radius [-]
    double deepestWallOverlap = 0;        ///< of a grain and a wall of the box, over its radius [-]
    Triple momentum{}, angularMomentum{}; ///< about Ground's origin [kg m/s], [kg m^2/s]
    Triple wallForce{};                   ///< of all walls on the grains [N]

    template <class IO> void fields(IO& io) {
        io(grains)(mass)(
            kineticEnergy)(potentialEnergy)(storedEnergy)(wallEnergy)(height)(meanHeight)(coordinationNumber);
        io(largestSpeed)(deepestOverlap)(deepestWallOverlap)(momentum)(angularMomentum)(wallForce);
    }
};

/** Asks for horizontal layers of equal thickness. */
struct LayersAsked {
    std::int32_t count = 1;
    double low = 0, high = 0; ///< heights along -gravity from the low corner of the box [m]

    template <class IO> void fields(IO& io) { io(count)(low)(high); }
};

/** Holds sums over the grains whose centres are in each layer. */
struct Layers {
    std::vector<double> grains, mass, volume; ///< number [-], [kg], [m^3]
    std::vector<double> momentum;     ///< three each [kg m/s]
    /** Nine each, by rows: forces on the grain times their arms from its centre, summed [N m]. */
    std::vector<double> stress;

    template <class IO> void fields(IO& io) { io(grains)(mass)(volume)(momentum)(stress); }
};

struct SurfaceNumber {
    std::int32_t number = 0; ///< in the order in which surfaces were sent

    template <class IO> void fields(IO& io) { io(number); }
};

/** Holds the contacts of one surface with grains, one after the other. */
struct Contacts {
    std::vector<std::int32_t> grains; ///< numbers, as in the order of ReadGrains
    std::vector<double> overlaps;     ///< [m]
    std::vector<double> points;       ///< three each [m]
    std::vector<double> normals;      ///< three each, from the surface to the grain
    std::vector<double> forces;       ///< three each, on the surface [N]

    template <class IO> void fields(IO& io) { io(grains)(overlaps)(points)(normals)(forces); }
};

/** Holds the contacts among grains, one after the other. */
struct Pairs {
    std::vector<std::int32_t> grains; ///< two each, as in the order of ReadGrains
    std::vector<double> overlaps;     ///< [m]
    std::vector<double> points;       ///< three each [m]
    std::vector<double> normals;      ///< three each, from the first grain to the second
    std::vector<double> forces;       ///< three each, on the second grain [N]

    template <class IO> void fields(IO& io) { io(grains)(overlaps)(points)(normals)(forces); }
};

/** Holds all that a bed needs to continue as if it had not been interrupted. */
struct BedState {
    std::vector<double> grains; ///< rows of different lengths, in the form of the server
    std::vector<Triple> forces; ///< force and moment of each surface, in the order in which surfaces were sent

    template <class IO> void fields(IO& io) { io(grains)(forces); }
};

struct Restart {
    BedState state;
    Motion motion; ///< of the bodies at rest at their present pose

    template <class IO> void fields(IO& io) { io(state)(motion); }
};

struct Failure {
    std::string reason;
    bool isInput = false; ///< true if the command was wrong, and the server continues

    template <class IO> void fields(IO& io) { io(reason)(isInput); }
};

} // namespace simbodydem::grains

#endif
