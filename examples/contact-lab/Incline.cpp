#include "LabExperiments.h"

#include "Check.h"
#include "Model.h"
#include "Rest.h"

#include <cmath>
#include <ctime>

namespace lab {

using namespace SimTK;

namespace {

// A linear law without a stiffness of its own sinks in as deep as Hertz under this load: kn = K^(2/3) N^(1/3).
LawChoice withEqualStaticOverlap(LawChoice law, Real footRadius, Real load) {
    if (law.law != "cundall" || !isNaN(law.kn)) return law;
    const Real modulus = mixMaterials(law.getMaterial(), law.getMaterial()).effectiveYoungsModulus;
    const Real K = 4. / 3. * modulus * std::sqrt(footRadius);
    law.kn = std::cbrt(K * K * load);
    return law;
}

} // namespace

InclineResult runIncline(const InclineOptions& options) {
    check(options.angle >= 0 && options.angle < 90, "--angle", options.angle, "deg", "in [0, 90)");
    checkPositive("--time", options.time, "s");

    const Real slope = options.angle * Pi / 180, g = 9.81;
    OneSetModel model(g * Vec3(std::sin(slope), -std::cos(slope), 0)); // x runs down the slope
    const Real mass = 1, footRadius = 0.02;
    const Vec3 half(0.1, 0.04, 0.1);
    MobilizedBody::Free block(model.matter.updGround(), makeBrick(mass, half));
    model.addGround();
    for (int i = 0; i < 4; ++i)
        model.addSphere(block, footRadius,
                        Vec3(i & 1 ? half[0] : -half[0], footRadius - half[1], i & 2 ? half[2] : -half[2]));
    const LawChoice law = withEqualStaticOverlap(options.law, footRadius, mass * g * std::cos(slope) / 4);
    const auto force = model.installForce(model.set, law, law.getMaterial());

    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    settleOnPlane(model.system, block, Vec3(0, half[1], 0), footRadius, state);

    const auto integrator = makeIntegrator(model.system, options.integrator);
    integrator->initialize(state);
    Advance advance(model.system, *integrator, options.integrator, options.time, mass * g * footRadius);
    const std::clock_t start = std::clock();
    advance.to(options.time / 5);
    const auto place = [&] { return block.getBodyOriginLocation(integrator->getState())[0]; };
    std::vector<Placed> samples = {{integrator->getTime(), place()}};
    const Real speedThen = block.getBodyOriginVelocity(integrator->getState())[0];
    const int stepsThen = integrator->getNumStepsTaken();
    const int count = 200; // interpolated within the integrator's own steps
    for (int i = 1; i <= count; ++i) {
        advance.to(options.time * (0.2 + 0.8 * i / count));
        samples.push_back({integrator->getTime(), place()});
    }
    InclineResult result;
    result.cpuSeconds = Real(std::clock() - start) / CLOCKS_PER_SEC;
    result.drift = samples.back().place - samples.front().place;
    result.creep = LineFit(samples).slope;
    const Real speedNow = block.getBodyOriginVelocity(integrator->getState())[0];
    result.slides = (speedNow - speedThen) / (0.8 * options.time) > 1e-3 * g;
    result.stepsPerSecond = (integrator->getNumStepsTaken() - stepsThen) / (0.8 * options.time);
    result.count(*integrator);
    return result;
}

} // namespace lab
