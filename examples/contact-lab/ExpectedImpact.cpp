#include "ExpectedImpact.h"

#include "Check.h"

#include <fmt/core.h>

#include <algorithm>

namespace lab {

ExpectedImpact::ExpectedImpact(const LawChoice& law, const simbodydem::SurfaceMaterial& target, Real mass, Real radius,
                               Real speed) {
    const Real billionth = 1e-9;
    if (!std::isnan(law.kn)) { // overlap = v sqrt(m/kn)
        contactTime = SimTK::Pi * std::sqrt(mass / law.kn);
        fastest = radius * std::sqrt(law.kn / mass);
        slowest = billionth * fastest;
        return;
    }
    const Real modulus = mixMaterials(law.getMaterial(), target).effectiveYoungsModulus;
    contactTime = 2.868 * std::pow(mass * mass / (radius * modulus * modulus * speed), 0.2);
    fastest = std::sqrt(16. / 15. * modulus * radius * radius * radius / mass); // overlap ~ v^(4/5)
    slowest = std::pow(billionth, 1.25) * fastest;
}

void ExpectedImpact::checkSpeed(const std::string& option, Real speed) const {
    check(slowest <= speed && speed <= fastest, option, speed, "m/s",
          fmt::format(
              "in [{:.3g}, {:.3g}] m/s: faster, this sphere sinks in by more than its radius, slower, by less than "
              "a billionth of it",
              slowest, fastest));
}

std::unique_ptr<SimTK::Integrator> ExpectedImpact::makeIntegrator(const SimTK::System& system,
                                                                  IntegratorChoice choice) const {
    check(!choice.isFixedStep() || choice.fixedStep <= contactTime / 10, "--step", choice.fixedStep, "s",
          fmt::format("<= {:.3g} s, a tenth of the undamped contact time", contactTime / 10));
    if (std::isnan(choice.maxStep)) choice.maxStep = contactTime / 25;
    auto integrator = lab::makeIntegrator(system, choice);
    // CPodes gives up after seven error tests that fail, each shortening the step ten times at most: a linear dashpot's jump
    // at first touch needs more than that from any first step but CPodes' own.
    if (!choice.isFixedStep() && !choice.isCPodes())
        integrator->setInitialStepSize(std::min(contactTime / 50, choice.maxStep));
    return integrator;
}

} // namespace lab
