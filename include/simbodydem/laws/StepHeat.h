// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_HEAT_H
#define SIMBODYDEM_STEP_HEAT_H

#include "SimTKcommon.h"

namespace simbodydem {

/** What a law has made of the work that went into one contact in one step and is not stored [J]. */
struct StepHeat {
    SimTK::Real friction = 0; ///< heat of sliding, rolling and twisting
    SimTK::Real damping = 0;  ///< heat of dashpots
    SimTK::Real gained = 0;   ///< energy from nowhere: a force along the slip, a spring that stiffens at its length

    StepHeat& operator+=(const StepHeat& other) {
        friction += other.friction;
        damping += other.damping;
        gained += other.gained;
        return *this;
    }
};

} // namespace simbodydem

#endif
