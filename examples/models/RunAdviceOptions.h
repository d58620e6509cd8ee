#ifndef MODELS_RUN_ADVICE_OPTIONS_H
#define MODELS_RUN_ADVICE_OPTIONS_H

#include <simbodydem/OptionalReal.h>

#include <SimTKcommon.h>

#include <functional>
#include <vector>

namespace lab {

/** The options of adviseOnRun() of contact-lab: the run of a model and the results that matter. */
struct RunAdviceOptions {
    simbodydem::OptionalReal duration{}; ///< of the run, from the State's time on [s], > 0; you must set it
    SimTK::Real settling = 0;            ///< the part of the duration before the first sample [s], in [0, duration)
    int samples = 20; ///< number of samples, evenly spread over the rest, the last one at the end; >= 1
    /** Returns the observed numbers of a State that is realized to Stage::Velocity. They must be finite, and equally many each time. If it is not
    set, points of all bodies are observed, see adviseOnRun(). */
    std::function<SimTK::Vector(const SimTK::State&)> observe;
    /** Returns the results that matter, as numbers of the order of one. It gets the observed numbers of all samples. If it is not set, all
    observed numbers are compared. NaN means that there is no result, such as that of an event which does not happen. NaN equals NaN only,
    and not all results may be NaN. */
    std::function<SimTK::Vector(const std::vector<SimTK::Vector>&)> answer;
    SimTK::Real tolerance = 0.01;           ///< the error that each result may have [-], in (0, 1)
    simbodydem::OptionalReal longestStep{}; ///< of the integrators [s], > 0; not set: no limit
    simbodydem::OptionalReal firstStep{};   ///< of all integrators except CPodes [s], > 0; not set: their own
    /** If true, Simbody's integrators end with a step, setFinalTime(). Otherwise the end is interpolated. */
    bool endsWithAStep = false;
    /** Is called with the finished fraction of the trials, in (0, 1]. */
    std::function<void(SimTK::Real)> progress;
};

} // namespace lab

#endif
