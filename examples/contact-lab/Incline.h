#ifndef CONTACT_LAB_INCLINE_H
#define CONTACT_LAB_INCLINE_H

#include "Integrators.h"
#include "LawChoice.h"

namespace lab {

/** A 1 kg block on four spheres is put on a slope and let go. */
struct InclineOptions {
    InclineOptions();

    LawChoice law;
    IntegratorChoice integrator;
    Real angle = 17; ///< [deg]
    Real time = 20;  ///< [s]
};

struct InclineResult {
    Real drift = 0;          ///< down the slope between a fifth of the time and its end [m]
    Real creep = 0;          ///< the slope of a line fitted to the place over that time [m/s]
    bool slides = false;     ///< still accelerating down the slope over that time
    Real stepsPerSecond = 0; ///< between a fifth of the time and its end
    int steps = 0, evaluations = 0;
    Real cpuSeconds = 0; ///< of the processor, from the start to the end of the time
};

/** @throws std::invalid_argument for bad options */
InclineResult runIncline(const InclineOptions&);

} // namespace lab

#endif
