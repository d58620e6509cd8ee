#include "LabExperiments.h"

#include "Check.h"
#include "Model.h"
#include "Rest.h"

namespace lab {

using namespace SimTK;

RollResult runRoll(const RollOptions& options) {
    checkPositive("--radius", options.radius, "m");
    checkPositive("--density", options.density, "kg/m^3");
    checkPositive("--speed", options.speed, "m/s");
    checkPositive("--time", options.time, "s");
    checkPositive("--friction", options.law.staticFriction, "-");

    const Real g = 9.81, R = options.radius, mass = massOfBall(R, options.density);
    OneSetModel model(Vec3(0, -g, 0));
    MobilizedBody::Free sphere(model.matter.updGround(), makeBall(mass, R));
    model.addGround();
    model.addSphere(sphere, R);
    const auto force = model.installForce(model.set, options.law, options.law.getMaterial());

    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    settleOnPlane(model.system, sphere, Vec3(0, R, 0), R / 2, state);
    sphere.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(options.speed, 0, 0)));

    const auto integrator = makeIntegrator(model.system, options.integrator);
    integrator->setFinalTime(options.time); // the last step ends there: the end is not interpolated
    integrator->initialize(state);
    Advance advance(model.system, *integrator, options.integrator, options.time,
                    mass * (0.05 * square(options.speed) + 1e-6 * g * R));
    RollResult result;
    result.closedFormTime = 2 * options.speed / (7 * options.law.staticFriction * g);
    result.closedFormSpeed = 5. / 7. * options.speed;
    Real slipBefore = options.speed, timeBefore = 0;
    for (int i = 0; i <= options.samples; ++i) {
        advance.to(options.time * i / options.samples);
        const State& s = integrator->getState();
        model.system.realize(s, Stage::Velocity);
        const Real lever =
            0.5 * (R + sphere.getBodyOriginLocation(s)[1]); // to the contact point, midway in the overlap
        const Real speed = sphere.getBodyOriginVelocity(s)[0], spin = -sphere.getBodyAngularVelocity(s)[2];
        const Real slip = speed - lever * spin, threshold = 5e-3 * options.speed;
        if (isNaN(result.timeToRoll) && slip < threshold) {
            const Real fraction = (slipBefore - threshold) / (slipBefore - slip);
            result.timeToRoll = timeBefore + fraction * (s.getTime() - timeBefore);
        }
        slipBefore = slip;
        timeBefore = s.getTime();
        result.samples.push_back({s.getTime(), speed, lever * spin});
        result.speed = speed;
        result.spin = spin;
    }
    result.count(*integrator);
    return result;
}

} // namespace lab
