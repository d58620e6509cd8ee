#include "Integrators.h"

#include "Check.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;

std::vector<std::pair<std::string, std::string>> listIntegrators() {
    return {{"rkm", "Runge-Kutta-Merson"},     {"rk3", "Runge-Kutta 3"},
            {"rkf", "Runge-Kutta-Fehlberg"},   {"verlet", "Verlet"},
            {"see2", "semi-explicit Euler 2"}, {"see", "semi-explicit Euler, needs a fixed step"},
            {"euler", "explicit Euler"},       {"cpodes", "CPodes, BDF"},
            {"cpodes-adams", "CPodes, Adams"}};
}

namespace {

std::unique_ptr<Integrator> makeByName(const System& system, const IntegratorChoice& choice) {
    const std::string& name = choice.name;
    if (name == "rkm") return std::make_unique<RungeKuttaMersonIntegrator>(system);
    if (name == "rk3") return std::make_unique<RungeKutta3Integrator>(system);
    if (name == "rkf") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
    if (name == "verlet") return std::make_unique<VerletIntegrator>(system);
    if (name == "see2") return std::make_unique<SemiExplicitEuler2Integrator>(system);
    if (name == "see") return std::make_unique<SemiExplicitEulerIntegrator>(system, choice.fixedStep);
    if (name == "euler") return std::make_unique<ExplicitEulerIntegrator>(system);
    if (name == "cpodes") return std::make_unique<CPodesIntegrator>(system, CPodes::BDF);
    if (name == "cpodes-adams") return std::make_unique<CPodesIntegrator>(system, CPodes::Adams);
    std::string names;
    for (const auto& entry : listIntegrators()) names += (names.empty() ? "" : ", ") + entry.first;
    refuse("--integrator " + name + " is unknown; choose one of " + names);
}

} // namespace

std::unique_ptr<Integrator> makeIntegrator(const System& system, const IntegratorChoice& choice) {
    check(choice.accuracy > 0 && choice.accuracy < 1, "--accuracy", choice.accuracy, "-", "in (0, 1)");
    if (!isNaN(choice.maxStep)) checkPositive("--max-step", choice.maxStep, "s");
    const bool isFixed = !isNaN(choice.fixedStep), isCPodes = choice.name.substr(0, 6) == "cpodes";
    if (isFixed) checkPositive("--step", choice.fixedStep, "s");
    if (isFixed && isCPodes) refuse("--step does not go with --integrator " + choice.name + ", which chooses its own");
    if (!isFixed && choice.name == "see") refuse("--integrator see has no error control; give it a --step [s]");
    auto integrator = makeByName(system, choice);
    integrator->setAccuracy(choice.accuracy);
    if (isFixed) integrator->setFixedStepSize(choice.fixedStep);
    if (!isNaN(choice.maxStep) && !isFixed) integrator->setMaximumStepSize(choice.maxStep);
    // CPodes hands back, and so commits, only what it is asked to return: it must return every step.
    if (isCPodes) integrator->setReturnEveryInternalStep(true);
    return integrator;
}

std::unique_ptr<Integrator> makeImpactIntegrator(const System& system, IntegratorChoice choice, Real contactTime) {
    check(isNaN(choice.fixedStep) || choice.fixedStep <= contactTime / 10, "--step", choice.fixedStep, "s",
          fmt::format("<= {:.3g} s, a tenth of the undamped contact time", contactTime / 10));
    if (std::isnan(choice.maxStep)) choice.maxStep = contactTime / 25;
    auto integrator = makeIntegrator(system, choice);
    // CPodes gives up after seven error tests that fail, each shortening the step ten times at most: a linear dashpot's jump
    // at first touch needs more than that from any first step but CPodes' own.
    const bool findsItsOwn = choice.name.substr(0, 6) == "cpodes";
    if (isNaN(choice.fixedStep) && !findsItsOwn)
        integrator->setInitialStepSize(std::min(contactTime / 50, choice.maxStep));
    return integrator;
}

void advanceTo(Integrator& integrator, Real time) {
    while (integrator.getTime() < time) integrator.stepTo(time);
}

Advance::Advance(const MultibodySystem& system, Integrator& integrator, const IntegratorChoice& choice, Real duration,
                 Real gain)
    : system(system), integrator(integrator), choice(choice), duration(duration), highestEnergy(calcEnergy() + gain) {
    const Real shortest = duration / choice.evaluations;
    const auto checkStep = [&](const char* option, Real step) {
        check(isNaN(step) || step >= shortest, option, step, "s",
              fmt::format(">= {:.3g} s, or the {:.3g} s of this experiment take more than --evaluations = {:g} of them",
                          shortest, duration, choice.evaluations));
    };
    checkStep("--step", choice.fixedStep);
    checkStep("--max-step", choice.maxStep);
    integrator.setInternalStepLimit(100); // so that it returns now and then
}

Real Advance::calcEnergy() const {
    const State& state = integrator.getAdvancedState();
    system.realize(state, Stage::Dynamics);
    return system.calcEnergy(state);
}

void Advance::to(Real time) {
    while (integrator.getTime() < time) once(time);
}

void Advance::once(Real time) {
    try {
        integrator.stepTo(time);
    } catch (const std::exception& e) {
        refuse(fmt::format("--integrator {} cannot go on at t = {:.6g} s of {:.3g} s: {}", choice.name,
                           integrator.getAdvancedTime(), duration, e.what()));
    }
    const Real t = integrator.getAdvancedTime(), taken = integrator.getNumRealizations();
    if (!(calcEnergy() <= highestEnergy))
        refuse(
            fmt::format("--integrator {} has made energy until t = {:.6g} s of {:.3g} s; take shorter steps (--step, "
                        "--max-step, --accuracy) or a softer contact",
                        choice.name, t, duration));
    const Real expected = taken * std::max(1., duration / t);
    if (taken > choice.evaluations / 10 && expected > choice.evaluations)
        refuse(fmt::format(
            "--evaluations = {:g} -; it must be >= {:.2g} at the pace of this run, which has taken {} to get "
            "to t = {:.3g} s of {:.3g} s; or take a larger --accuracy or --step",
            choice.evaluations, expected, taken, t, duration));
}

} // namespace lab
