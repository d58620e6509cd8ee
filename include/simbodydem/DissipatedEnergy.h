// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DISSIPATED_ENERGY_H
#define SIMBODYDEM_DISSIPATED_ENERGY_H

#include "SimTKcommon.h"

namespace simbodydem {

/** Accounts for the energy that contacts have lost so far [J], by cause.

The total is integral(-sum F v dt) - (U - U_0), with the accuracy of the integrator. This is the energy that the bodies have put into the contacts
and that the springs do not store. The causes come separately from the outputs of the laws. The rest of the total is `unaccounted`. It falls
with the square of the step if every law does what it claims. */
struct DissipatedEnergy {
    SimTK::Real damping = 0;  ///< heat of dashpots, of plasticity, of springs whose stiffness changes under load
    SimTK::Real friction = 0; ///< heat of sliding, rolling and twisting
    SimTK::Real release = 0;  ///< left in springs of contacts that were pulled apart, torn or moved elsewhere
    SimTK::Real gained = 0;   ///< created by laws: a force along the slip, a spring that stiffens at constant length
    /** Energy that no law accounts for, > 0 lost, < 0 created. One reason is a law that does not do what it claims. Another one is a long step
    that ends inside a new contact, whose spring is loaded then. */
    SimTK::Real unaccounted = 0;

    /** Returns the dissipated energy. The sum of kinetic, potential and this energy is constant, except for work from outside. */
    SimTK::Real total() const { return damping + friction + release - gained + unaccounted; }
};

} // namespace simbodydem

#endif
