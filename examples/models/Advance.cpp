#include "Advance.h"

#include <fmt/core.h>

#include <algorithm>

namespace lab {

using namespace SimTK;

Advance::Advance(const Model& model, const IntegratorChoice& choice, const State& start, Real duration, Real gain)
    : system(model.system),
      choice(choice),
      stepper(makeStepper(model, choice, start)),
      duration(duration),
      highestEnergy(calcEnergy() + gain) {
    const Real shortest = duration / choice.evaluations;
    const auto checkStep = [&](const char* option, Real step) {
        if (step < shortest) // which NaN is not
            throw GivenUp(fmt::format("{} = {:g} s; it must be >= {:.3g} s, or the {:.3g} s of this experiment take "
                                      "more than --evaluations = {:g} of them",
                                      option, step, shortest, duration, choice.evaluations));
    };
    checkStep("--step", choice.fixedStep);
    checkStep("--max-step", choice.maxStep);
}

Real Advance::calcEnergy() const {
    const State& state = stepper->getAdvancedState();
    system.realize(state, Stage::Dynamics);
    return system.calcEnergy(state);
}

const State& Advance::to(Real time) {
    while (stepper->getTime() < time) once(time);
    return stepper->getState();
}

void Advance::once(Real time) {
    try {
        stepper->stepTo(time);
    } catch (const std::exception& e) {
        throw GivenUp(fmt::format("--integrator {} cannot go on at t = {:.6g} s of {:.3g} s: {}", choice.name,
                                  stepper->getAdvancedTime(), duration, e.what()));
    }
    const Real t = stepper->getAdvancedTime(), taken = stepper->getEffort().evaluations;
    if (!(calcEnergy() <= highestEnergy))
        throw GivenUp(
            fmt::format("--integrator {} has made energy until t = {:.6g} s of {:.3g} s; take shorter steps (--step, "
                        "--max-step, --accuracy) or a softer contact",
                        choice.name, t, duration));
    const Real expected = taken * std::max(1., duration / t);
    if (taken > choice.evaluations / 10 && expected > choice.evaluations)
        throw GivenUp(fmt::format(
            "--evaluations = {:g} -; it must be >= {:.2g} at the pace of this run, which has taken {} to get "
            "to t = {:.3g} s of {:.3g} s; or take a larger --accuracy or --step",
            choice.evaluations, expected, taken, t, duration));
}

} // namespace lab
