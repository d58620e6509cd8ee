#ifndef MODELS_RUN_H
#define MODELS_RUN_H

#include "Integrators.h"
#include "Show.h"

namespace lab {

/** What a run takes. */
struct Cost {
    int steps = 0, evaluations = 0;
    Real wallSeconds = 0;

    void operator+=(const Cost&);
};

/** Takes a System from sample to sample, and shows it when it is over. */
class Run {
public:
    Run(const SimTK::MultibodySystem&, const IntegratorChoice&, const SimTK::State& start, Show&);

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

} // namespace lab

#endif
