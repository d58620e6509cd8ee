#ifndef MODELS_RIMLESS_WHEEL_H
#define MODELS_RIMLESS_WHEEL_H

#include "Run.h"

namespace lab {

/** A wheel of eight spokes without a rim walks down a slope: the simplest walker whose speed is known in closed form.
1 kg, .2 kg m^2, 1 m from the hub to the soles, a sphere for a foot at the end of each spoke, slope .08 rad. */
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

/** The same with rigid round feet that neither slip nor bounce. */
struct WheelClosedForm {
    Real rateAtMidStance; ///< with the supporting spoke along the normal [rad/s]
    Real speed;           ///< [m/s]
};

/** The periodic walk, with l = L - r, alpha = pi/8, b = l sin alpha, h = r + l cos alpha.

One stance: the foot rolls, so at spoke angle t (from the normal, > 0 past it) the hub is at (r t + l sin t, r + l cos t)
and the inertia about the rolling contact is J(t) = Ic + m (r^2 + l^2 + 2 r l cos t). Gravity's work from -alpha to alpha
is 2 m g sin(slope) (r alpha + b), and J is the same at both ends.

Impact: the new foot sticks and the old one leaves without an impulse, so the angular momentum about the new contact
stays. The hub, at (-b, h) from it, moves with w (h, -b) before: w+/w- = (Ic + m (h^2 - b^2))/(Ic + m (h^2 + b^2)).

Both together fix w-; the speed is the step's length 2 (r alpha + b) over the integral of dt/w(t). */
WheelClosedForm solveRimlessWheel(Real footRadius);

/** Laws with history and HuntCrossleyForce, on soles of 100 MPa. */
Contenders wheelLaws();

} // namespace lab

#endif
