#include "ExpectedImpact.h"

#include "Check.h"

#include <fmt/core.h>

namespace lab {

ExpectedImpact expectImpact(const LawChoice& law, const simbodydem::SurfaceMaterial& target, Real mass, Real radius,
                            Real speed) {
    const Real billionth = 1e-9;
    if (!std::isnan(law.kn)) { // overlap = v sqrt(m/kn)
        const Real fastest = radius * std::sqrt(law.kn / mass);
        return {SimTK::Pi * std::sqrt(mass / law.kn), fastest, billionth * fastest};
    }
    const Real modulus = mixMaterials(law.getMaterial(), target).effectiveYoungsModulus;
    const Real fastest = std::sqrt(16. / 15. * modulus * radius * radius * radius / mass); // overlap ~ v^(4/5)
    const Real contactTime = 2.868 * std::pow(mass * mass / (radius * modulus * modulus * speed), 0.2);
    return {contactTime, fastest, std::pow(billionth, 1.25) * fastest};
}

void checkSpeed(const ExpectedImpact& impact, const std::string& option, Real speed) {
    check(impact.slowest <= speed && speed <= impact.fastest, option, speed, "m/s",
          fmt::format(
              "in [{:.3g}, {:.3g}] m/s: faster, this sphere sinks in by more than its radius, slower, by less than "
              "a billionth of it",
              impact.slowest, impact.fastest));
}

} // namespace lab
