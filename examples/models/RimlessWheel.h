#ifndef MODELS_RIMLESS_WHEEL_H
#define MODELS_RIMLESS_WHEEL_H

#include "Run.h"

namespace lab {

/** Describes a wheel of eight spokes without a rim that walks down a slope. It is the simplest walker whose speed is known in closed
form. It has 1 kg, 0.2 kg m^2, and 1 m from the hub to the soles. The foot at the end of each spoke is a sphere. The slope is 0.08 rad. */
struct WheelOptions : RunOptions {
    WheelOptions() : RunOptions{onMaterial(1e8, 0.3, 0.02, 1), {"rkm", 1e-5}} {}

    Real footRadius = 0.01; ///< [m]
};
struct WheelSample {
    Real time, angle, rate; ///< of the wheel [s, rad, rad/s]
};
struct WheelResult {
    Real speed = 0; ///< mean over the measured step, down the slope [m/s]
    Cost cost;
    std::vector<WheelSample> samples; ///< one per millisecond of the measured step
};
/** Starts at mid-stance of the closed form. @throws std::runtime_error if the wheel stops */
WheelResult runRimlessWheel(const WheelOptions&);

/** Holds the walk on rigid round feet that neither slip nor bounce. */
struct WheelClosedForm {
    Real rateAtMidStance; ///< with the supporting spoke along the normal [rad/s]
    Real speed;           ///< [m/s]
};

/** Computes the periodic walk, with l = L - r, alpha = pi/8, b = l sin alpha, h = r + l cos alpha.

In a stance the foot rolls. At spoke angle t (from the normal, > 0 past it) the hub is at (r t + l sin t, r + l cos t). The inertia
about the rolling contact is J(t) = Ic + m (r^2 + l^2 + 2 r l cos t). The work of gravity from -alpha to alpha is
2 m g sin(slope) (r alpha + b), and J is the same at both ends.

In the impact the new foot sticks and the old one leaves without an impulse. So the angular momentum about the new contact is
conserved. The hub, at (-b, h) from it, moves with w (h, -b) before the impact: w+/w- = (Ic + m (h^2 - b^2))/(Ic + m (h^2 + b^2)).

Both together determine w-. The speed is the step length 2 (r alpha + b) over the integral of dt/w(t). */
WheelClosedForm solveRimlessWheel(Real footRadius);

/** Lists laws with history and HuntCrossleyForce, on soles of 100 MPa. */
Contenders wheelLaws();

} // namespace lab

#endif
