// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_HEAT_H
#define SIMBODYDEM_STEP_HEAT_H

#include "SimTKcommon.h"

namespace simbodydem {

/** Holds the work on one contact in one step that the law does not store, by cause [J]. */
struct StepHeat {
    SimTK::Real friction = 0; ///< heat of sliding, rolling and twisting
    SimTK::Real damping = 0;  ///< heat of dashpots
    SimTK::Real gained =
        0; ///< energy that the law creates: a force along the slip, a spring that stiffens at constant length

    StepHeat& operator+=(const StepHeat& other) {
        friction += other.friction;
        damping += other.damping;
        gained += other.gained;
        return *this;
    }
};

} // namespace simbodydem

#endif
