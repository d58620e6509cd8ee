#ifndef MODELS_RIMLESS_WHEEL_H
#define MODELS_RIMLESS_WHEEL_H

#include "Run.h"
#include "WheelMechanism.h"

namespace lab {

/** Describes the walk of a WheelMechanism. It has 1 kg, 0.2 kg m^2, and 1 m from the hub to the soles. The slope is 0.08 rad. */
struct WheelOptions : RunOptions {
    WheelOptions() : RunOptions{onMaterial(1e8, 0.3, 0.02, 1), {"rkm", 1e-5}} {}

    Real footRadius = WheelMechanism().footRadius; ///< [m]
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

/** Computes the periodic walk, see WheelMechanism::solve(). */
WheelClosedForm solveRimlessWheel(Real footRadius);

/** Lists laws with history and HuntCrossleyForce, on soles of 100 MPa. */
Contenders wheelLaws();

} // namespace lab

#endif
