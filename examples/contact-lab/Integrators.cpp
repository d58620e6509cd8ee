#include "Integrators.h"

#include "Check.h"

#include <fmt/core.h>

#include <algorithm>

namespace lab {

using namespace SimTK;

namespace {

template <class Kind, CPodes::LinearMultistepMethod... method>
std::unique_ptr<Integrator> make(const System& system, const IntegratorChoice&) {
    return std::make_unique<Kind>(system, method...);
}
std::unique_ptr<Integrator> makeSemiExplicitEuler(const System& system, const IntegratorChoice& choice) {
    return std::make_unique<SemiExplicitEulerIntegrator>(system, choice.fixedStep);
}

} // namespace

const std::vector<IntegratorKind>& listIntegrators() {
    static const std::vector<IntegratorKind> all = {
        {"rkm", "Runge-Kutta-Merson", make<RungeKuttaMersonIntegrator>},
        {"rk3", "Runge-Kutta 3", make<RungeKutta3Integrator>},
        {"rkf", "Runge-Kutta-Fehlberg", make<RungeKuttaFeldbergIntegrator>},
        {"verlet", "Verlet", make<VerletIntegrator>},
        {"see2", "semi-explicit Euler 2", make<SemiExplicitEuler2Integrator>},
        {"see", "semi-explicit Euler, needs a fixed step", makeSemiExplicitEuler},
        {"euler", "explicit Euler", make<ExplicitEulerIntegrator>},
        {"cpodes", "CPodes, BDF", make<CPodesIntegrator, CPodes::BDF>},
        {"cpodes-adams", "CPodes, Adams", make<CPodesIntegrator, CPodes::Adams>}};
    return all;
}

void Effort::count(const Integrator& integrator) {
    steps = integrator.getNumStepsTaken();
    evaluations = integrator.getNumRealizations();
}

std::unique_ptr<Integrator> makeIntegrator(const System& system, const IntegratorChoice& choice, const State& start) {
    check(choice.accuracy > 0 && choice.accuracy < 1, "--accuracy", choice.accuracy, "-", "in (0, 1)");
    if (!isNaN(choice.maxStep)) checkPositive("--max-step", choice.maxStep, "s");
    const bool isFixed = choice.isFixedStep(), isCPodes = choice.isCPodes();
    if (isFixed) checkPositive("--step", choice.fixedStep, "s");
    if (isFixed && isCPodes) refuse("--step does not go with --integrator " + choice.name + ", which chooses its own");
    if (!isFixed && choice.name == "see") refuse("--integrator see has no error control; give it a --step [s]");
    const auto& kind =
        findNamed(listIntegrators(), choice.name, "--integrator " + choice.name + " is unknown; choose one of ");
    auto integrator = kind.make(system, choice);
    integrator->setAccuracy(choice.accuracy);
    if (isFixed) integrator->setFixedStepSize(choice.fixedStep);
    const Real maxStep = isNaN(choice.maxStep) ? choice.usualMaxStep : choice.maxStep;
    if (!isNaN(maxStep) && !isFixed) integrator->setMaximumStepSize(maxStep);
    // CPodes hands back, and so commits, only what it is asked to return: it must return every step.
    if (isCPodes) integrator->setReturnEveryInternalStep(true);
    if (!isNaN(choice.firstStep)) integrator->setInitialStepSize(choice.firstStep);
    if (!isNaN(choice.lastTime)) integrator->setFinalTime(choice.lastTime);
    integrator->initialize(start);
    return integrator;
}

Advance::Advance(const MultibodySystem& system, const IntegratorChoice& choice, const State& start, Real duration,
                 Real gain)
    : system(system),
      choice(choice),
      integrator(makeIntegrator(system, choice, start)),
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
    integrator->setInternalStepLimit(100); // so that it returns now and then
}

Real Advance::calcEnergy() const {
    const State& state = integrator->getAdvancedState();
    system.realize(state, Stage::Dynamics);
    return system.calcEnergy(state);
}

const State& Advance::to(Real time) {
    while (integrator->getTime() < time) once(time);
    return integrator->getState();
}

void Advance::once(Real time) {
    try {
        integrator->stepTo(time);
    } catch (const std::exception& e) {
        throw GivenUp(fmt::format("--integrator {} cannot go on at t = {:.6g} s of {:.3g} s: {}", choice.name,
                                  integrator->getAdvancedTime(), duration, e.what()));
    }
    const Real t = integrator->getAdvancedTime(), taken = integrator->getNumRealizations();
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
