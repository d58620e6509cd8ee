// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CURRENT_RUN_H
#define SIMBODYDEM_CURRENT_RUN_H

#include "integration/CoordinateUpdate.h"
#include "integration/ExplicitStep.h"
#include "integration/ImplicitStep.h"
#include "integration/Step.h"
#include "integration/StepBounds.h"
#include "integration/StepSizeController.h"

#include "Simbody.h"

#include <memory>
#include <vector>

namespace simbodydem {

/** Holds the motion until now, as the next step uses it. */
struct RunProgress {
    int numSteps = 0, numAttempts = 0, numExplicitSteps = 0;
    SimTK::Real previousStep = 0;      // [s]
    SimTK::Vector endQ, endU, endUDot; // of the last step, as its method has them
    SimTK::Vector endUDotOfState;      // as the State has them; empty: not found yet, and nobody has touched the State since
    SimTK::Vector udotRate;            // over the last step
    bool isEndSmooth = false;          // no contact came or stuck in the last step, and accelerations went on as before
    int stepsSinceNew = 0;             // since a contact came or stuck
    StepSizeController sizes;
};

/** Holds what all parts of an integrator share: the State, the step that is being taken, and the methods that take it. */
struct CurrentRun {
    CurrentRun(const SimTK::MultibodySystem& system, const std::vector<const DEMContactForce*>& forces)
        : system(system), forces(system, forces), bounds(this->forces) {}

    const SimTK::MultibodySystem& system;
    ContactForces forces;
    StepBounds bounds;
    // From initialize() on.
    std::unique_ptr<CoordinateUpdate> coordinates;
    std::unique_ptr<ImplicitStep> implicitStep;
    std::unique_ptr<ExplicitStep> explicitStep;

    StepSettings settings;
    SimTK::Real longest = SimTK::Infinity; // step [s]
    SimTK::State state;
    StepStart start;
    RunProgress progress;

    void commit() { state.autoUpdateDiscreteVariables(); }
    void returnToStart() { put(state, start.time, start.q, start.u, start.z); }
};

} // namespace simbodydem

#endif
