#include "Run.h"

#include "Check.h"

#include <chrono>

namespace lab {

using namespace SimTK;

Contenders huntCrossleyAt(LawChoice law, Real dissipation, const std::vector<std::string>& transitionVelocities) {
    const char* const greys[] = {"#bbbbbb", colors::huntCrossley, "#555555"};
    Contenders laws;
    law.law = "hunt-crossley";
    law.dissipation = dissipation;
    for (const std::string& speed : transitionVelocities) {
        law.transitionVelocity = std::stod(speed);
        laws.push_back({"hunt-crossley-" + speed, "HuntCrossleyForce, " + speed + " m/s",
                        greys[3 - transitionVelocities.size() + laws.size()], law});
    }
    return laws;
}

Contenders operator+(Contenders all, const Contenders& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Contender findLaw(const Contenders& laws, const std::string& name) {
    return findNamed(laws, name, "--law " + name + " is unknown; choose from ");
}

void Cost::operator+=(const Cost& more) {
    steps += more.steps;
    evaluations += more.evaluations;
    wallSeconds += more.wallSeconds;
}

Run::Run(Model& model, const RunOptions& options, const State& start)
    : show(options.show, model.system, model.contacts),
      system(model.system),
      stepper(model, options.integrator, start),
      evaluations(options.integrator.evaluations) {}

const State& Run::advanceTo(Real time) {
    skipTo(time);
    const State& state = stepper.getState();
    system.realize(state, Stage::Dynamics);
    show.record(state);
    return state;
}

void Run::skipTo(Real time) {
    const auto start = std::chrono::steady_clock::now();
    while (stepper.getTime() < time) {
        stepper.stepTo(time);
        if (stepper.getEffort().evaluations > evaluations)
            throw GivenUp(fmt::format("--evaluations = {:g}; it must be more: all are used at t = {:.3g} s",
                                      evaluations, stepper.getTime()));
    }
    wallSeconds += std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
}

Cost Run::finish() const {
    Cost cost;
    static_cast<Effort&>(cost) = stepper.getEffort();
    cost.wallSeconds = wallSeconds;
    return cost;
}

} // namespace lab
