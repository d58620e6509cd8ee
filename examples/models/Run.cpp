#include "Run.h"

#include <chrono>

namespace lab {

using namespace SimTK;

void Cost::operator+=(const Cost& more) {
    steps += more.steps;
    evaluations += more.evaluations;
    wallSeconds += more.wallSeconds;
}

Run::Run(const Model& model, const IntegratorChoice& choice, const State& start, Show& show)
    : system(model.system), show(show), integrator(makeIntegrator(system, choice)) {
    integrator->initialize(start);
}

const State& Run::advanceTo(Real time) {
    skipTo(time);
    const State& state = integrator->getState();
    system.realize(state, Stage::Dynamics);
    show.record(state);
    return state;
}

void Run::skipTo(Real time) {
    const auto start = std::chrono::steady_clock::now();
    lab::advanceTo(*integrator, time);
    wallSeconds += std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
}

Cost Run::finish() const {
    show.play();
    Cost cost;
    cost.count(*integrator);
    cost.wallSeconds = wallSeconds;
    return cost;
}

} // namespace lab
