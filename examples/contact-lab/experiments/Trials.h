#ifndef CONTACT_LAB_TRIALS_H
#define CONTACT_LAB_TRIALS_H

#include "IntegratorAdvice.h"
#include "Integrators.h"

#include <string>
#include <vector>

namespace lab {

/** Describes an experiment of the page on which integrators are tried. */
struct TriedExperiment {
    struct Outcome {
        std::vector<Real> numbers;
        Effort effort;
    };

    std::string name, asked; ///< and its results in words
    /** Runs it with this integrator, and returns its results as numbers of the order of one. */
    std::function<Outcome(const IntegratorChoice&)> run;
};

/** Lists a run of each experiment of `./run compare` that has an integrator. */
const std::vector<TriedExperiment>& listTriedExperiments();

/** Returns the advice of adviseOnRun() on the run of this experiment.
@param isAsked  true for the results of the experiment, false for the poses of its bodies */
simbodydem::ContactAdvice adviseOn(const TriedExperiment&, bool isAsked = true,
                                   const std::function<void(Real)>& progress = {});

/** Returns the loosest accuracy at which the experiment's own numbers are within a hundredth of those of Runge-Kutta-Merson at 1e-9. On
average they are so in the decade below it too, by the rule of adviseOnRun(). Returns NaN if there is none down to 1e-6. The accuracies
lie between those that adviseOnRun() tries, so that no run belongs to both.
@param integrator  by its name here, "rkm" */
Real sweepAccuracy(const TriedExperiment&, const std::string& integrator);

} // namespace lab

#endif
