#ifndef CONTACT_LAB_SHEAR_H
#define CONTACT_LAB_SHEAR_H

#include "LawChoice.h"

#include <vector>

namespace lab {

/** A sphere is held on a rigid plane at a fixed overlap and dragged to and fro along a sine, without turning. No
integrator is involved: the path is prescribed and every point of it is an accepted step. */
struct ShearOptions {
    ShearOptions();

    LawChoice law;
    Real radius = 0.01;          ///< [m]
    Real overlap = 1e-4;         ///< [m]
    Real amplitude = SimTK::NaN; ///< [m]; four times Mindlin's onset of sliding if not given
    Real peakSpeed = 0.05;       ///< [m/s]
    int cycles = 2;
};

struct ShearSample {
    Real displacement, force; ///< of the sphere [m], and on it against the first pull [N]
};

struct ShearResult {
    Real amplitude = 0, normalForce = 0; ///< [m], [N]
    Real peakForce = 0;                  ///< tangential [N]
    Real loopArea = 0;                   ///< energy taken out in the last cycle [J]
    std::vector<ShearSample> samples;
};

/** @throws std::invalid_argument for bad options */
ShearResult runShear(const ShearOptions&);

} // namespace lab

#endif
