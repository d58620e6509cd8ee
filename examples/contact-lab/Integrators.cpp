#include "Integrators.h"

#include "Check.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace lab {

using namespace SimTK;

std::vector<std::pair<std::string, std::string>> listIntegrators() {
    return {{"rkm", "Runge-Kutta-Merson"},     {"rk3", "Runge-Kutta 3"}, {"rkf", "Runge-Kutta-Fehlberg"},
            {"see2", "semi-explicit Euler 2"}, {"verlet", "Verlet"},     {"euler", "explicit Euler"},
            {"cpodes", "CPodes, BDF"}};
}

std::unique_ptr<Integrator> makeIntegrator(const System& system, const IntegratorChoice& choice) {
    check(choice.accuracy > 0 && choice.accuracy < 1, "--accuracy", choice.accuracy, "-", "in (0, 1)");
    if (!std::isnan(choice.maxStep)) checkPositive("--max-step", choice.maxStep, "s");
    std::unique_ptr<Integrator> integrator;
    const std::string& name = choice.name;
    if (name == "rkm")
        integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
    else if (name == "rk3")
        integrator = std::make_unique<RungeKutta3Integrator>(system);
    else if (name == "rkf")
        integrator = std::make_unique<RungeKuttaFeldbergIntegrator>(system);
    else if (name == "see2")
        integrator = std::make_unique<SemiExplicitEuler2Integrator>(system);
    else if (name == "verlet")
        integrator = std::make_unique<VerletIntegrator>(system);
    else if (name == "euler")
        integrator = std::make_unique<ExplicitEulerIntegrator>(system);
    else if (name == "cpodes")
        integrator = std::make_unique<CPodesIntegrator>(system, CPodes::BDF);
    else
        throw std::invalid_argument("--integrator " + name +
                                    " is unknown; choose rkm, rk3, rkf, see2, verlet, euler "
                                    "or cpodes");
    integrator->setAccuracy(choice.accuracy);
    integrator->setInternalStepLimit(100000000); // CPodes would return, with a message, every 500
    if (!std::isnan(choice.maxStep)) integrator->setMaximumStepSize(choice.maxStep);
    return integrator;
}

std::unique_ptr<Integrator> makeImpactIntegrator(const System& system, IntegratorChoice choice, Real contactTime) {
    if (std::isnan(choice.maxStep)) choice.maxStep = contactTime / 25;
    auto integrator = makeIntegrator(system, choice);
    integrator->setInitialStepSize(std::min(contactTime / 50, choice.maxStep));
    return integrator;
}

Real hertzContactTime(Real mass, Real radius, Real modulus, Real speed) {
    return 2.868 * std::pow(mass * mass / (radius * modulus * modulus * speed), 0.2);
}

void advanceTo(Integrator& integrator, Real time) {
    while (integrator.getTime() < time) integrator.stepTo(time);
}

} // namespace lab
