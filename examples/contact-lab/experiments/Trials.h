#ifndef CONTACT_LAB_TRIALS_H
#define CONTACT_LAB_TRIALS_H

#include "Integrators.h"

#include <map>
#include <string>
#include <vector>

namespace lab {

/** An experiment of the page as integrators are tried on it. */
struct TriedExperiment {
    struct Outcome {
        std::vector<Real> numbers;
        Effort effort;
    };

    std::string name, asked; ///< what is asked of it, in words
    /** What it finds with this integrator, as numbers of the order of one, by its own means. */
    std::function<Outcome(const IntegratorChoice&)> run;
};

/** Those of `./run compare` that have an integrator, a run of each. */
const std::vector<TriedExperiment>& listTriedExperiments();

/** What adviseOnRun() says of the run that this experiment makes.
@param isAsked  for what the experiment asks, or else for where its bodies are */
simbodydem::RunAdvice adviseOn(const TriedExperiment&, bool isAsked = true,
                               const std::function<void(Real)>& progress = {});

/** The largest accuracy at which the experiment's own numbers are within a hundredth of those of Runge-Kutta-Merson at 1e-9, as they are on
average in the decade below it, by adviseOnRun()'s rule; NaN if there is none down to 1e-6. The accuracies lie between those that
adviseOnRun() tries, so that no run is one of its own.
@param integrator  by its name here, "rkm" */
Real sweepAccuracy(const TriedExperiment&, const std::string& integrator);

/** Of the integrators that adviseOnRun() tries, by the names of their classes: their names here. */
const std::map<std::string, std::string>& getTriedNames();

} // namespace lab

#endif
