#ifndef MODELS_RUN_H
#define MODELS_RUN_H

#include "Integrators.h"
#include "Model.h"
#include "Show.h"

#include <cmath>

namespace lab {

/** What every model's run takes. Each throws std::invalid_argument for bad options. */
struct RunOptions {
    LawChoice law = {};
    IntegratorChoice integrator = {};
    ShowChoice show = {};
};

/** With the time that it took. */
struct Cost : Effort {
    Real wallSeconds = 0;

    void operator+=(const Cost&);
};

/** Takes a model from sample to sample, and shows it when it is over. */
class Run {
public:
    Run(const Model&, const IntegratorChoice&, const SimTK::State& start, Show&);

    /** The State at this time, realized to Stage::Dynamics. */
    const SimTK::State& advanceTo(Real time);
    /** Advance without showing that. */
    void skipTo(Real time);
    Cost finish() const;

private:
    const SimTK::MultibodySystem& system;
    Show& show;
    std::unique_ptr<SimTK::Integrator> integrator;
    Real wallSeconds = 0;
};

/** Samples within a time, without the one at its start. */
inline int countSamples(Real duration, Real interval) { return int(std::lround(duration / interval)); }

} // namespace lab

#endif
