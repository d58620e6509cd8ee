#ifndef CONTACT_LAB_EXPECTED_IMPACT_H
#define CONTACT_LAB_EXPECTED_IMPACT_H

#include "Integrators.h"

namespace lab {

/** An undamped impact on Hertz's spring, or on the linear one of --kn: what steps, samples and sensible speeds are
measured by. */
struct ExpectedImpact {
    Real contactTime; ///< [s]
    Real fastest;     ///< the speed at which the overlap reaches the sphere's radius [m/s]
    Real slowest;     ///< the one at which it is a billionth of it, and rounding takes over [m/s]

    /** @param mass, radius  the effective ones, of the pair [kg], [m]
    @param speed  along the normal [m/s] */
    ExpectedImpact(const LawChoice&, const simbodydem::SurfaceMaterial& target, Real mass, Real radius, Real speed);

    /** @param option  what gives the speed, for the message
    @throws std::invalid_argument unless slowest <= speed <= fastest */
    void checkSpeed(const std::string& option, Real speed) const;

    /** Steps of at most a 25th of the contact time unless the choice says otherwise, and first ones shorter. Error
    control cannot see when within a step a contact changed from sliding to sticking. */
    std::unique_ptr<SimTK::Integrator> makeIntegrator(const SimTK::System&, IntegratorChoice) const;
};

} // namespace lab

#endif
