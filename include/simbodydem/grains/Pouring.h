// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_POURING_H
#define SIMBODYDEM_GRAINS_POURING_H

#include "simbodydem/grains/Export.h"

#include "SimTKcommon.h"

namespace simbodydem {

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

    const GrainRadii& getRadii() const { return radii; }
    unsigned getSeed() const { return seed; }
    SimTK::Real getHeight() const { return height; } ///< 0: not set
    int getCount() const { return count; }           ///< 0: not set

private:
    GrainRadii radii;
    unsigned seed;
    SimTK::Real height = 0;
    int count = 0;
};

} // namespace simbodydem

#endif
