// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_BED_OPTIONS_H
#define SIMBODYDEM_GRAINS_GRAIN_BED_OPTIONS_H

#include "simbodydem/OptionalReal.h"
#include "simbodydem/grains/Export.h"

#include "SimTKcommon.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace simbodydem {

/** Holds the progress of a long task of a GrainBed. */
struct GrainProgress {
    std::string task;         ///< such as "settling"
    int grains = 0;           ///< in the bed
    SimTK::Real time = 0;     ///< simulated in this task [s]
    long long steps = 0;      ///< taken in this task
    SimTK::Real seconds = 0;  ///< passed on the clock since the task began [s]
    SimTK::Real fraction = 0; ///< of the task that is done, from 0 to 1, as far as it is known
    /** Returns the steps of single grains per second of the clock. */
    SimTK::Real getRate() const { return seconds > 0 ? SimTK::Real(grains) * SimTK::Real(steps) / seconds : 0; }
};

/** Holds the options of a GrainBed. Each setter throws std::invalid_argument with the value and its range. */
class SIMBODYDEM_GRAINS_API GrainBedOptions {
public:
    /** Sets the number of processes that compute the bed. The default is 1. @param ranks  1 or more */
    GrainBedOptions& setRanks(int ranks);
    /** Sets the box that holds the grains, in Ground. A grain that leaves it is an error, unless setGrainsMayLeave() is called.
    @param low, high  opposite corners [m] */
    GrainBedOptions& setBox(const SimTK::Vec3& low, const SimTK::Vec3& high);
    /** Sets the directions in which the box repeats itself. The default is none. */
    GrainBedOptions& setPeriodic(bool inX, bool inY, bool inZ);
    /** Sets whether the box has walls. By default it has a floor and side walls and is open at the top. Walls have the material of the
    grains. Directions that repeat have none. */
    GrainBedOptions& setWalls(bool on);
    /** Sets whether grains may leave the box. By default one that leaves is an error with its place and time. If they may, they are removed and
    counted, see GrainBed::getNumLost(). */
    GrainBedOptions& setGrainsMayLeave(bool may);
    /** Sets the density of the grains. The default is 2500 kg/m^3, that of glass. @param density  [kg/m^3], > 0 */
    GrainBedOptions& setDensity(SimTK::Real density);
    /** Sets the gravity that acts on the grains. By default it is that of the System. @param gravity  [m/s^2] */
    GrainBedOptions& setGravity(const SimTK::Vec3& gravity);
    /** Sets the longest time step of the bed. The default is a tenth of Rayleigh's time of the smallest grain with Hertz's law, and a
    fortieth of the contact time of two of them with a linear one. The stiffest pair counts, surfaces too. More
    than three times that is a warning, since grains buzz and the bed becomes denser. More than six times is an error.
    @param step  [s], > 0 */
    GrainBedOptions& setTimeStep(SimTK::Real step);
    /** Sets how many steps of the bed are between two exchanges with the mechanism. The default is 1. Intervals are
    shorter where light bodies or touches need it, see GrainBed. @param steps  1 or more */
    GrainBedOptions& setInterval(int steps);
    /** Sets the error of a body's velocity per interval, GrainBed::getIntervalError(), by which the next interval is chosen. It is then between
    one step and the number of setInterval(). An interval is not repeated, so an impact may exceed the tolerance once. By default all intervals are as long as setInterval() says.
    @param speed  [m/s], > 0 */
    GrainBedOptions& setIntervalTolerance(SimTK::Real speed);
    /** Sets the path of the server. By default it is looked for in the environment variable SIMBODYDEM_GRAINS_SERVER, beside the library,
    and in PATH. */
    GrainBedOptions& setServer(const std::string& path);
    /** Sets the command that starts the server's processes. A word {ranks} is replaced by their number. The default is the mpirun of
    Open MPI, on this machine or on the nodes of a Slurm job. A server that was built with another MPI has its command in a file beside it,
    a word a line, whose name is that of the server and .launcher. */
    GrainBedOptions& setLauncher(const std::vector<std::string>& command);
    /** Sets a function that long tasks call about twice a second. */
    GrainBedOptions& setProgress(const std::function<void(const GrainProgress&)>& report);

    int getRanks() const { return ranks; }
    const SimTK::Vec3& getLow() const { return low; }
    const SimTK::Vec3& getHigh() const { return high; }
    bool isPeriodic(int axis) const { return periodic[std::size_t(axis)]; }
    bool hasWalls() const { return walls; }
    bool mayGrainsLeave() const { return mayLeave; }
    SimTK::Real getDensity() const { return density; }
    const std::optional<SimTK::Vec3>& getGravity() const { return gravity; }
    const OptionalReal& getTimeStep() const { return timeStep; }
    int getInterval() const { return interval; }
    const OptionalReal& getIntervalTolerance() const { return intervalTolerance; }
    const std::string& getServer() const { return server; }
    const std::vector<std::string>& getLauncher() const { return launcher; }
    const std::function<void(const GrainProgress&)>& getProgress() const { return progress; }

private:
    int ranks = 1, interval = 1;
    SimTK::Vec3 low = SimTK::Vec3(0), high = SimTK::Vec3(0);
    std::array<bool, 3> periodic{};
    bool walls = true, mayLeave = false;
    SimTK::Real density = 2500;
    std::optional<SimTK::Vec3> gravity;
    OptionalReal timeStep, intervalTolerance;
    std::string server;
    std::vector<std::string> launcher;
    std::function<void(const GrainProgress&)> progress;
};

/** Holds the radii of grains: all equal, or evenly distributed. */
class SIMBODYDEM_GRAINS_API GrainRadii {
public:
    static constexpr SimTK::Real mostRatio = 10; ///< of two radii in a bed

    /** Makes grains of one radius. @param radius  [m], > 0 */
    GrainRadii(SimTK::Real radius) : GrainRadii(radius, radius) {}
    /** Makes grains whose radii are evenly distributed.
    @param least, greatest  [m], > 0; greatest at most mostRatio times least */
    GrainRadii(SimTK::Real least, SimTK::Real greatest);

    SimTK::Real getLeast() const { return least; }
    SimTK::Real getGreatest() const { return greatest; }
    /** Returns the mean volume of a grain [m^3]. */
    SimTK::Real calcMeanVolume() const;

private:
    SimTK::Real least, greatest;
};

/** Describes how a bed is filled: grains at random places fall into the box and come to rest. Equal seeds make equal beds. */
class SIMBODYDEM_GRAINS_API Pouring {
public:
    /** Pours grains of these radii.
    @param radii  of the grains
    @param seed   of the random numbers */
    explicit Pouring(const GrainRadii& radii, unsigned seed = 1) : radii(radii), seed(seed) {}
    /** Fills the box up to a height. More grains than that are poured, and those above the height are taken away once they are at rest.
    @param height  above the bottom of the box [m], > 0 */
    Pouring& upTo(SimTK::Real height);
    /** Pours this number of grains, which is the alternative to a height. @param count  1 or more */
    Pouring& setCount(int count);

    /** Sets the material of the grains, of GrainBed::addMaterial(). The default is 0, that of setLaw(). @param number  0 or more */
    Pouring& setMaterial(int number);

    const GrainRadii& getRadii() const { return radii; }
    int getMaterial() const { return material; }
    unsigned getSeed() const { return seed; }
    SimTK::Real getHeight() const { return height; } ///< 0: not set
    int getCount() const { return count; }           ///< 0: not set

private:
    GrainRadii radii;
    unsigned seed;
    SimTK::Real height = 0;
    int count = 0, material = 0;
};

} // namespace simbodydem

#endif
