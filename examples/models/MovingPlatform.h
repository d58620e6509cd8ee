#ifndef MODELS_MOVING_PLATFORM_H
#define MODELS_MOVING_PLATFORM_H

#include "Run.h"

namespace lab {

/** A platform shakes to and fro along x, and something stands on it.
- block: 80 kg, rigid, on four spheres, low enough not to tip.
- figure: 80 kg, planar, one foot .3 m in front of the other: torso, two thighs, shanks and feet, with springs and dampers
  that hold its posture, on a heel and a ball under each foot. Its feet push apart, so that they are loaded at rest too.
Four shakes are measured, after two of rest and two in which the shaking grows. */
struct PlatformOptions : RunOptions {
    explicit PlatformOptions(const std::string& rider = "figure");

    static constexpr Real frequency = 2; ///< of shaking [1/s]
    std::string rider;                   ///< figure or block
    Real acceleration = 2;               ///< amplitude A of the platform's [m/s^2], >= 0
};
/** What a rigid block would slip per shake, 1 mm at least [m]: what errors of slip are measured by. */
Real getSlipScale(const PlatformOptions&);
struct PlatformResult {
    /** Of the sole that has most of it, per shake [m]: the way that it slips past the platform, less what the law's spring
    gives back, and what is left of that after a whole shake. */
    Real slip = 0, drift = 0;
    Real load = 0;       ///< greatest tangential force on a foot, or the block, over its Coulomb limit [-]
    bool slides = false; ///< all soles of a foot are at the limit; HuntCrossleyForce from its transition velocity on
    Cost cost;
};
/** @throws std::runtime_error if the figure falls */
PlatformResult runPlatform(const PlatformOptions&);

/** How far a rigid block slips per shake, there and back [m]. It lets go when A sin(w t) = mu g, slides with

    v(t) = A/w (cos w t_0 - cos w t) - mu g (t - t_0)

past the platform until v is 0 again, and sticks until the next half shake: for mu g < A up to where it does not come to
rest any more, A = mu g sqrt(1 + pi^2/4).
@throws std::invalid_argument beyond */
Real solveBlockSlip(Real acceleration, Real frequency, Real friction);

/** Laws with history and HuntCrossleyForce, with a friction of .2, a wet floor's. */
Contenders platformLaws();

} // namespace lab

#endif
