// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DISSIPATED_ENERGY_H
#define SIMBODYDEM_DISSIPATED_ENERGY_H

#include "SimTKcommon.h"

namespace simbodydem {

/** What contacts have made of energy so far [J], by cause.

As a whole it is what the bodies have put into the contacts and the springs do not store, integral(-sum F v dt) - (U - U_0),
with the integrator's accuracy. The causes are found separately, from the outputs of the laws; what they leave of it is
unaccounted for. With honest laws that falls with the square of the step. */
struct DissipatedEnergy {
    SimTK::Real damping = 0;  ///< heat of dashpots, of plasticity, of springs whose stiffness changes under load
    SimTK::Real friction = 0; ///< heat of sliding, rolling and twisting
    SimTK::Real release = 0;  ///< left in springs that could not give it back: yanked apart, torn, put elsewhere
    SimTK::Real gained = 0;   ///< created by laws: a force along the slip, a spring that stiffens at its length
    /** > 0 lost, < 0 created by what no law accounts for: a law that does not do what it says, a step so long that it flies into
    a contact and finds a loaded spring. */
    SimTK::Real unaccounted = 0;

    /** The heat: kinetic + potential energy + this is constant but for work from outside. */
    SimTK::Real total() const { return damping + friction + release - gained + unaccounted; }
};

} // namespace simbodydem

#endif
