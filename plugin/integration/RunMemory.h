// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RUN_MEMORY_H
#define SIMBODYDEM_RUN_MEMORY_H

#include "integration/CurrentRun.h"
#include "integration/EventLoop.h"
#include "integration/FixedSteps.h"
#include "integration/FreeSteps.h"

#include "Simbody.h"

#include <cstddef>
#include <vector>

namespace simbodydem {

/** Holds a run at the end of a step: the State, and all of the integrator that outlives a step. */
struct RunMemory {
    SimTK::State state;
    std::size_t numContactForces = 0, numJointForces = 0;
    RunProgress progress;
    std::vector<ContactStatus> contactsAtStart; // of the last step
    FreeSteps::Memory freeSteps;
    FixedSteps::Memory fixedSteps;
    EventLoop::Memory events;
    ImplicitStep::Memory implicitStep;
    int explicitRealizations = 0;
};

} // namespace simbodydem

#endif
