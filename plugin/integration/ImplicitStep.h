// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_IMPLICIT_STEP_H
#define SIMBODYDEM_IMPLICIT_STEP_H

#include "integration/NewtonSolver.h"
#include "integration/RungeKuttaStages.h"
#include "integration/SpeedNorm.h"
#include "integration/StageJacobian.h"
#include "integration/StagePredictor.h"
#include "integration/Step.h"

#include "Simbody.h"

namespace simbodydem {

/** Takes steps by TR-BDF2, and by SDIRK2 where TR-BDF2 cannot use the accelerations at the start: where they are not those of a smooth motion,
and contacts have changed not long before or the step has a fixed length. See ButcherTableau.h. */
class ImplicitStep : public Step {
public:
    ImplicitStep(const SimTK::MultibodySystem&, const ContactForces&, const CoordinateUpdate&);

    /** Holds all that outlives a step. */
    struct Memory {
        StageJacobian::Memory jacobian;
        SimTK::Real fixedError = SimTK::Infinity, fixedErrorStep = 1; // local error of the last fixed step, and its length [s]
        StagePredictor::Memory predictor;
        SimTK::Real keptRate = 1; // see NewtonSolver
        int numIterations = 0, numRealizations = 0;
    };
    Memory save() const {
        return {jacobian.save(),      fixedError,
                fixedErrorStep,       predictor.save(),
                solver.getKeptRate(), solver.getNumIterations(),
                stages.getNumRealizations()};
    }
    void restore(const Memory&);

    void take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&) override;
    SimTK::Real getOrder() const override { return 2; }
    const SimTK::Vector& getUDot(const SimTK::State&) const override { return stages[2].udot; }
    int getNumRealizations() const override { return stages.getNumRealizations(); }

    int getNumIterations() const { return solver.getNumIterations(); }
    /** Returns how often derivatives of contact forces were found. */
    int getNumTangents() const { return jacobian.getNumTangents(); }
    /** Returns the highest natural frequency of the contacts [rad/s], to some per cent. */
    SimTK::Real calcHighestFrequency(const SimTK::State& state) { return jacobian.calcHighestFrequency(state); }

private:
    /** Returns the local error of the step that the stages make, relative to the allowed one. */
    SimTK::Real estimateError(const SimTK::State&, SimTK::Real h);
    SimTK::Vector calcSpeedError(const SimTK::State&, SimTK::Real h) const;
    /** Puts prescribed coordinates where they should be at the end of the step, and moves along what contacts hold to them. */
    void correctPrescribed(SimTK::State&, SimTK::Real h);

    const SimTK::SimbodyMatterSubsystem& matter;
    const ContactForces& forces;
    const CoordinateUpdate& coordinates;
    RungeKuttaStages stages;
    StageJacobian jacobian;
    StagePredictor predictor;
    NewtonSolver solver;
    SpeedNorm norm; // relative to the accuracy
    SimTK::Real fixedError = SimTK::Infinity, fixedErrorStep = 1; // see Memory
};

} // namespace simbodydem

#endif
