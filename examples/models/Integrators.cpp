#include "Integrators.h"

#include "Check.h"

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

const IntegratorKind& lookUpIntegrator(const std::string& name) {
    return findNamed(listIntegrators(), name, "--integrator " + name + " is unknown; choose one of ");
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
        {"cpodes-adams", "CPodes, Adams", make<CPodesIntegrator, CPodes::Adams>},
        {"contact", "ContactIntegrator, not for hunt-crossley", nullptr}};
    return all;
}

void checkIntegrator(const IntegratorChoice& choice) {
    check(choice.accuracy > 0 && choice.accuracy < 1, "--accuracy", choice.accuracy, "-", "in (0, 1)");
    if (!isNaN(choice.maxStep)) checkPositive("--max-step", choice.maxStep, "s");
    const bool isFixed = choice.isFixedStep();
    if (isFixed) checkPositive("--step", choice.fixedStep, "s");
    if (isFixed && choice.isCPodes())
        refuse("--step does not go with --integrator " + choice.name + ", which chooses its own");
    if (!isFixed && choice.name == "see") refuse("--integrator see has no error control; give it a --step [s]");
    lookUpIntegrator(choice.name);
}

std::unique_ptr<Integrator> makeIntegrator(const System& system, const IntegratorChoice& choice, const State& start) {
    checkIntegrator(choice);
    const IntegratorKind& kind = lookUpIntegrator(choice.name);
    if (!kind.make) refuse("--integrator " + choice.name + " is none of Simbody's, which are asked for here");
    auto integrator = kind.make(system, choice);
    integrator->setAccuracy(choice.accuracy);
    if (choice.isFixedStep()) integrator->setFixedStepSize(choice.fixedStep);
    if (const Real longest = choice.getMaxStep(); !isNaN(longest) && !choice.isFixedStep())
        integrator->setMaximumStepSize(longest);
    // CPodes hands back, and so commits, only what it is asked to return: it must return every step.
    if (choice.isCPodes() || choice.returnsEveryStep) integrator->setReturnEveryInternalStep(true);
    integrator->setInternalStepLimit(100); // so that it returns now and then
    if (!isNaN(choice.firstStep)) integrator->setInitialStepSize(choice.firstStep);
    if (!isNaN(choice.lastTime)) integrator->setFinalTime(choice.lastTime);
    integrator->initialize(start);
    return integrator;
}

} // namespace lab
