// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STAGE_PREDICTOR_H
#define SIMBODYDEM_STAGE_PREDICTOR_H

#include "integration/RungeKuttaStages.h"
#include "integration/SpeedNorm.h"
#include "integration/StageJacobian.h"

#include "Simbody.h"

#include <cstddef>
#include <vector>

namespace simbodydem {

/** Predicts the speeds of a stage, with which Newton's method begins: those of the stage before, these and its accelerations, or what the
derivatives found last make of them. Which of the three was nearest in the last step is used. */
class StagePredictor {
public:
    StagePredictor(const SimTK::MultibodySystem&, RungeKuttaStages&, StageJacobian&);

    /** Evaluates the prediction of the current stage, or another one if that one has no forces. @throws StepRefused if none has */
    void evaluate(SimTK::State&, bool isStepFixed, StageIterate&);
    /** Records which prediction was nearest to this solution. */
    void record(const SimTK::Vector& solution, const SpeedNorm&);

private:
    /** Corrects the stage before by the derivatives found last. @returns whether they say anything of this stage */
    bool extrapolate(const SimTK::State&, SimTK::Vector& guess);

    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    RungeKuttaStages& stages;
    StageJacobian& jacobian;
    std::vector<SimTK::Vector> guesses;
    std::size_t nearest[3] = {0, 2, 2}; // in the last step, by stage
};

} // namespace simbodydem

#endif
