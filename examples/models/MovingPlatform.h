#ifndef MODELS_MOVING_PLATFORM_H
#define MODELS_MOVING_PLATFORM_H

#include "PlatformMechanism.h"
#include "Run.h"

namespace lab {

/** Shakes a platform back and forth along x, on which a rider stands.
- block: 80 kg, rigid, on four spheres, low enough not to tip.
- figure: 80 kg, planar, one foot 0.3 m in front of the other. Torso, two thighs, shanks and feet have springs and dampers that hold
  the posture. Under each foot are a heel and a ball. The feet push apart, so they are loaded at rest too.
Four shakes are measured, after two of rest and two in which the shaking grows. */
struct PlatformOptions : RunOptions {
    explicit PlatformOptions(const std::string& rider = "figure");

    static constexpr Real frequency = PlatformMechanism::frequency; ///< of shaking [1/s]
    std::string rider;                                              ///< figure or block
    Real acceleration = 2; ///< amplitude A of the platform's acceleration [m/s^2], >= 0
};
/** Returns the slip of a rigid block per shake, at least 1 mm [m]. It is the scale for errors of slip. */
Real getSlipScale(const PlatformOptions&);
struct PlatformResult {
    /** Hold slip and drift of the sole that has most of it, per shake [m]. The slip is the distance that the sole slips past the platform,
    less the part that the spring of the law gives back. The drift is what is left of it after a whole shake. */
    Real slip = 0, drift = 0;
    Real load = 0; ///< greatest tangential force on a foot, or the block, over its Coulomb limit [-]
    bool slides =
        false; ///< all soles of a foot are at the limit; for HuntCrossleyForce at its transition velocity or above
    Cost cost;
};
/** @throws std::runtime_error if the figure falls */
PlatformResult runPlatform(const PlatformOptions&);

/** Returns the distance that a rigid block slips per shake, there and back [m], see PlatformMechanism::solveSlip().
@throws std::invalid_argument above PlatformMechanism::calcRestLimit() */
Real solveBlockSlip(Real acceleration, Real frequency, Real friction);

/** Lists laws with history and HuntCrossleyForce, with the friction of a wet floor, 0.2. */
Contenders platformLaws();

} // namespace lab

#endif
