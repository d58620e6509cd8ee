// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RUN_MEMORY_H
#define SIMBODYDEM_RUN_MEMORY_H

#include "integration/Collisions.h"
#include "integration/EventLoop.h"
#include "integration/FixedStepWatch.h"
#include "integration/ImplicitStep.h"
#include "integration/MethodSwitcher.h"
#include "integration/StepSizeController.h"

#include "Simbody.h"

#include <cstddef>
#include <vector>

namespace simbodydem {

/** The motion until now, as the next step uses it. */
struct RunProgress {
    int numSteps = 0, numAttempts = 0, numExplicitSteps = 0;
    SimTK::Real previousStep = 0;           // [s]
    SimTK::Vector endQ, endU, endUDot;      // of the last step, as its method has them
    SimTK::Vector endUDotOfState;           // as the State has them
    SimTK::Vector udotRate;                 // over the last step
    bool isEndSmooth = false;               // no contact came or stuck in the last step, and accelerations went on as before
    int stepsSinceNew = 0;                  // since a contact came or stuck
    SimTK::Real fixedEnd = -SimTK::Infinity; // of the fixed step that was begun last [s]
    int numShortParts = 0;                  // of it, so far, that collisions have cut
};

/** Holds a run at the end of a step: the State, and all of the integrator that outlives a step. */
struct RunMemory {
    SimTK::State state;
    std::size_t numContactForces = 0, numJointForces = 0;
    RunProgress progress;
    std::vector<ContactStatus> contactsAtStart; // of the last step
    StepSizeController sizes;
    MethodSwitcher switcher;
    Collisions collisions;
    FixedStepWatch::Memory watch;
    EventLoop::Memory events;
    ImplicitStep::Memory implicitStep;
    int explicitRealizations = 0;
};

} // namespace simbodydem

#endif
