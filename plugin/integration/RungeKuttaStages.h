// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RUNGE_KUTTA_STAGES_H
#define SIMBODYDEM_RUNGE_KUTTA_STAGES_H

#include "integration/ButcherTableau.h"
#include "integration/CoordinateUpdate.h"
#include "integration/PrescribedCoordinates.h"
#include "integration/Step.h"

#include "Simbody.h"

namespace simbodydem {

/** Values of a stage that later stages and the end of the step use. */
struct RungeKuttaStage {
    SimTK::Vector u, qdot, udot, zdot;
    SimTK::Vector displacement; // integral of the speeds from the start of the step to this stage
};

/** An iterate of Newton's method in a stage. */
struct StageIterate {
    SimTK::Vector u, impulse;  // M r, of the speeds that are not prescribed
    SimTK::Vector residual;    // r; empty: see RungeKuttaStages::complete()
    SimTK::Real norm = 0;      // of r, in the mass norm
    SimTK::Real rateLag = 0; // by how much N(q) u differs from that of the iterate before, which has led to q
};

/** The stages of one implicit step, and the equation of the one that is being solved:

    r(u) = u - u~ - c a(q(u), u) = 0,  c = d h

with u~ and the start of q(u) from the stages before. The accelerations of a solved stage are (u - u~)/c, free of what rounding and
stiffness leave in a.

A corrector with kept factors of its matrix needs M r alone, and inverse dynamics gives it for less than half of what accelerations cost:

    M r = c (M (u - u~)/c + C(q, u) - tau)

So accelerations are found where somebody asks for them, in a step that may leave them and in a System without constraints, prescribed speeds
and continuous variables z. */
class RungeKuttaStages {
public:
    RungeKuttaStages(const SimTK::MultibodySystem&, const CoordinateUpdate&);

    /** Begins a step. start must remain until the step is over.
    @param mayLeaveAccelerations  its end may be realized to Stage::Dynamics only */
    void beginStep(SimTK::State&, const StepStart& start, const ButcherTableau&, SimTK::Real h, bool mayLeaveAccelerations);
    /** Begins the stage after the one solved last. @throws StepRefused if a Motion prescribes no number */
    void beginStage(SimTK::State&, int stage);
    /** Evaluates M r at these speeds, and r unless accelerations may be left. Leaves the State there, realized to Stage::Dynamics at least.
    @throws StepRefused if a force or constraint throws, or if accelerations are not finite */
    void evaluate(SimTK::State&, const SimTK::Vector& u, StageIterate&);
    /** Finds r and its norm if they are not there yet. @param state  at this iterate */
    void complete(const SimTK::State& state, StageIterate&);
    /** Records this solution, at which the State is, or from which it differs by a negligible correction. */
    void finishStage(SimTK::State&, const SimTK::Vector& u);
    /** Realizes to Stage::Acceleration. @throws StepRefused */
    void realize(const SimTK::State&);

    const RungeKuttaStage& operator[](int stage) const { return stages[stage]; }
    const RungeKuttaStage& getPrevious() const { return stages[current - 1]; }
    const StepStart& getStart() const { return *start; }
    const ButcherTableau& getTableau() const { return *tableau; }
    const PrescribedCoordinates& getPrescribed() const { return prescribed; }
    int getCurrent() const { return current; } ///< 1 or 2
    /** Returns true if evaluate() leaves accelerations to complete(). */
    bool areAccelerationsLeft() const { return leavesAccelerations; }
    SimTK::Real getStep() const { return h; }
    SimTK::Real getWeight() const { return diagonalWeight * h; } ///< c [s]
    /** Returns the time from the stage before to the current one [s]. */
    SimTK::Real getTimeFromPrevious() const { return (tableau->c[current] - tableau->c[current - 1]) * h; }
    /** Returns u~. */
    const SimTK::Vector& getBaseSpeeds() const { return base.u; }
    /** Returns the displacement from the stage before to the current one at these speeds. */
    SimTK::Vector calcDisplacement(const SimTK::Vector& u) const;
    int getNumRealizations() const { return numRealizations; }
    void setNumRealizations(int count) { numRealizations = count; }

private:
    /** Moves the State to where these speeds lead. */
    void move(SimTK::State&, const SimTK::Vector& u);
    /** Finds r at this iterate, whose accelerations are there. */
    void findResidual(const SimTK::State&, StageIterate&) const;
    void finishZ(SimTK::State&);

    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    const CoordinateUpdate& coordinates;
    PrescribedCoordinates prescribed;
    const StepStart* start = nullptr;
    const ButcherTableau* tableau = nullptr;
    SimTK::Real h = 0;
    int current = 0;
    RungeKuttaStage stages[3]; // the first is the start
    struct {
        SimTK::Vector u, displacement, rates, z;
    } base;          // the start and the weighted stages before, without the current one
    SimTK::Vector q, displacement, rates, accelerations; // workspace
    bool leavesAccelerations = false;
    int numRealizations = 0;
};

} // namespace simbodydem

#endif
