#ifndef CONTACT_LAB_ROLL_H
#define CONTACT_LAB_ROLL_H

#include "Integrators.h"
#include "LawChoice.h"

#include <vector>

namespace lab {

/** A sphere that is put on a plane sliding, not turning, until friction makes it roll. */
struct RollOptions {
    RollOptions();

    LawChoice law;
    IntegratorChoice integrator;
    Real radius = 0.05;  ///< [m]
    Real density = 2500; ///< [kg/m^3]
    Real speed = 1;      ///< [m/s]
    Real time = 1;       ///< [s]
    int samples = 2000;  ///< over that time
};

struct RollSample {
    Real time, speed, surfaceSpeed; ///< [s], of the centre and of the sphere's surface against it [m/s]
};

struct RollResult {
    Real timeToRoll = SimTK::NaN; ///< until the slip falls below a 200th of the initial speed [s]; NaN if it does not
    Real speed = 0, spin = 0;     ///< at the end [m/s], [rad/s]
    Real closedFormTime = SimTK::NaN, closedFormSpeed = SimTK::NaN; ///< 2 v/(7 mu g) [s], 5/7 v [m/s]
    int steps = 0, evaluations = 0;
    std::vector<RollSample> samples;
};

/** @throws std::invalid_argument for bad options */
RollResult runRoll(const RollOptions&);

} // namespace lab

#endif
