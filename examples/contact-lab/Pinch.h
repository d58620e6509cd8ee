#ifndef CONTACT_LAB_PINCH_H
#define CONTACT_LAB_PINCH_H

#include "Integrators.h"
#include "LawChoice.h"

namespace lab {

/** A capsule of 45 g, two spheres of radius 4 mm one above the other, is pinched by two pads that slide towards each other
under a constant force each, and let go at t = 0. After MuJoCo issue 3328, where it creeps down by 50 to 2300 um/s. */
struct PinchOptions {
    PinchOptions();

    LawChoice law;
    IntegratorChoice integrator;
    Real force = 12;     ///< of each pad [N]
    Real settleTime = 2; ///< before the rest is measured [s]
    Real restTime = 10;  ///< [s]
};

struct PinchResult {
    Real sag = 0;                   ///< downwards at the end of settling [m]
    Real creep = 0;                 ///< downwards during the rest, slope of a line fitted to its height [m/s]
    Real endToEnd = 0;              ///< the same from the first to the last height [m/s]
    Real scatter = 0;               ///< standard deviation of the height from that line [m]
    int steps = 0, evaluations = 0; ///< during the rest
};

/** @throws std::invalid_argument for bad options */
PinchResult runPinch(const PinchOptions&);

} // namespace lab

#endif
