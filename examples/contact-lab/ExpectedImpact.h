#ifndef CONTACT_LAB_EXPECTED_IMPACT_H
#define CONTACT_LAB_EXPECTED_IMPACT_H

#include "LawChoice.h"

namespace lab {

/** An undamped impact on Hertz's spring, or on the linear one of --kn: what steps, samples and sensible speeds are measured
by. */
struct ExpectedImpact {
    Real contactTime; ///< [s]
    Real fastest;     ///< the speed at which the overlap reaches the sphere's radius [m/s]
    Real slowest;     ///< the one at which it is a billionth of it, and rounding takes over [m/s]
};

/** @param mass, radius  the effective ones, of the pair [kg], [m]
@param speed  along the normal [m/s] */
ExpectedImpact expectImpact(const LawChoice&, const simbodydem::SurfaceMaterial& target, Real mass, Real radius,
                            Real speed);

/** @param option  what gives the speed, for the message @throws std::invalid_argument unless slowest <= speed <= fastest */
void checkSpeed(const ExpectedImpact&, const std::string& option, Real speed);

} // namespace lab

#endif
