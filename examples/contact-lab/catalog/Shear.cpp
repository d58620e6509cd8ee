#include "LabExperiments.h"

#include "Check.h"
#include "Model.h"

#include <simbodydem/MixingRules.h>

#include <cmath>

namespace lab {

using namespace SimTK;

ShearResult runShear(const ShearOptions& options) {
    checkPositive("--radius", options.radius, "m");
    check(options.overlap > 0 && options.overlap < options.radius, "--overlap", options.overlap, "m",
          "> 0 and below the radius");
    checkPositive("--peak-speed", options.peakSpeed, "m/s");
    check(options.cycles >= 1 && options.cycles <= 50, "--cycles", options.cycles, "-", "in [1, 50]");

    const Real R = options.radius, density = 2500;
    LedSphere sphere(R, density, options.law, options.law.getRigidMaterial());

    ShearResult result;
    result.amplitude = options.amplitude;
    if (isNaN(result.amplitude)) {
        const auto pair = mixMaterials(options.law.getMaterial(), options.law.getRigidMaterial());
        const Real onset = options.law.staticFriction * pair.effectiveYoungsModulus * options.overlap /
                           (6 * pair.effectiveShearModulus); // mu Fn/(8 G* a) of Hertz's Fn
        result.amplitude = 4 * onset;
    }
    checkPositive("--amplitude", result.amplitude, "m");

    const int perCycle = 2000;
    const Real omega = options.peakSpeed / result.amplitude;
    for (int i = 0; i <= options.cycles * perCycle; ++i) {
        const Real phase = 2 * Pi * i / perCycle, x = result.amplitude * std::sin(phase);
        const Vec3 onSphere = sphere.leadTo(phase / omega, Vec3(x, R - options.overlap, 0),
                                            Vec3(options.peakSpeed * std::cos(phase), 0, 0));
        result.normalForce = onSphere[1];
        result.peakForce = std::max(result.peakForce, std::abs(onSphere[0]));
        if (i > (options.cycles - 1) * perCycle) {
            const ShearSample& before = result.samples.back();
            result.loopArea += 0.5 * (-onSphere[0] + before.force) * (x - before.displacement);
        }
        result.samples.push_back({x, -onSphere[0]});
    }
    return result;
}

} // namespace lab
