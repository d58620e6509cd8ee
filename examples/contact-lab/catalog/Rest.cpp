// Bodies that are put down and come to rest, or roll: a block on a slope, a sphere, a capsule between two pads.

#include "Check.h"
#include "LabExperiments.h"
#include "RunAdviceOptions.h"
#include "Stepper.h"

#include <simbodydem/MixingRules.h>

#include <ctime>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

// Lowers a free body from `touching` along y, the normal, until the contacts carry its weight at rest. It works for any law,
// since it only needs the acceleration. The depth is the deepest overlap to consider [m].
void settleOnPlane(const MultibodySystem& system, const MobilizedBody& body, const Vec3& touching, Real depth,
                   State& state) {
    Real low = 0, high = depth;
    for (int i = 0; i < 100; ++i) {
        const Real overlap = 0.5 * (low + high);
        body.setQToFitTranslation(state, touching - Vec3(0, overlap, 0));
        system.realize(state, Stage::Acceleration);
        (body.getBodyOriginAcceleration(state)[1] < 0 ? low : high) = overlap;
    }
    check(high < depth, "the overlap at rest", depth, "m", "less: use a stiffer law (--young, --kn)");
}

// Gives a linear law without a stiffness the one that sinks in as deep as Hertz under this load: kn = K^(2/3) N^(1/3).
LawChoice withEqualStaticOverlap(LawChoice law, Real footRadius, Real load) {
    if (law.law != "cundall" || !isNaN(law.kn)) return law;
    const Real modulus = mixMaterials(law.getMaterial(), law.getMaterial()).effectiveYoungsModulus;
    const Real K = 4. / 3. * modulus * std::sqrt(footRadius);
    law.kn = std::cbrt(K * K * load);
    return law;
}

} // namespace

Line fitLine(const std::vector<Vec2>& points) {
    const Real n = Real(points.size());
    const Vec2 origin = points.front(); // for the digits of a nanometre in some millimetres
    Vec2 mean(0);
    Real xx = 0, xy = 0, residual = 0;
    for (const Vec2& p : points) mean += (p - origin) / n;
    for (const Vec2& p : points) {
        const Vec2 d = p - origin - mean;
        xx += d[0] * d[0];
        xy += d[0] * d[1];
    }
    for (const Vec2& p : points) {
        const Vec2 d = p - origin - mean;
        residual += square(d[1] - xy / xx * d[0]);
    }
    return {xy / xx, std::sqrt(residual / n)};
}

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
    const auto force = model.install(law, law.getMaterial());

    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    settleOnPlane(model.system, block, Vec3(0, half[1], 0), footRadius, state);

    // question begins
    RunAdviceOptions question;
    question.duration = options.time;
    question.samples = 5;
    question.observe = [&](const State& s) {
        return Vector(1, block.getBodyOriginLocation(s)[0] / InclineResult::yielded);
    };
    question.answer = [](const std::vector<Vector>& places) { return Vector(places.back() - places.front()); }; // drift
    // question ends
    Advance advance(model, options.integrator, state, options.time, mass * g * footRadius, question);
    const std::clock_t start = std::clock();
    advance.to(options.time / 5);
    const auto place = [&] { return block.getBodyOriginLocation(advance.getState())[0]; };
    std::vector<Vec2> samples = {Vec2(advance.getTime(), place())};
    const Real speedThen = block.getBodyOriginVelocity(advance.getState())[0];
    const int stepsThen = advance.getEffort().steps;
    const int count = 200; // interpolated within the integrator's own steps
    for (int i = 1; i <= count; ++i) {
        advance.to(options.time * (0.2 + 0.8 * i / count));
        samples.push_back(Vec2(advance.getTime(), place()));
    }
    InclineResult result;
    result.cpuSeconds = Real(std::clock() - start) / CLOCKS_PER_SEC;
    result.drift = samples.back()[1] - samples.front()[1];
    result.creep = fitLine(samples).slope;
    const Real speedNow = block.getBodyOriginVelocity(advance.getState())[0];
    result.slides = (speedNow - speedThen) / (0.8 * options.time) > 1e-3 * g;
    result.stepsPerSecond = (advance.getEffort().steps - stepsThen) / (0.8 * options.time);
    static_cast<Effort&>(result) = advance.getEffort();
    return result;
}

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
    const auto force = model.install(options.law, options.law.getMaterial());

    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    settleOnPlane(model.system, sphere, Vec3(0, R, 0), R / 2, state);
    sphere.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(options.speed, 0, 0)));

    IntegratorChoice choice = options.integrator;
    choice.lastTime = options.time;
    RunAdviceOptions question;
    question.samples = 1;
    question.observe = [&](const State& s) { // the spin counts as the impulse that it takes
        return Vector(Vec2(sphere.getBodyOriginVelocity(s)[0], 0.4 * R * sphere.getBodyAngularVelocity(s)[2]) /
                      options.speed);
    };
    Advance advance(model, choice, state, options.time, mass * (0.05 * square(options.speed) + 1e-6 * g * R), question);
    RollResult result;
    result.closedFormTime = 2 * options.speed / (7 * options.law.staticFriction * g);
    result.closedFormSpeed = 5. / 7. * options.speed;
    for (int i = 0; i <= options.samples; ++i) {
        const State& s = advance.to(options.time * i / options.samples);
        model.system.realize(s, Stage::Velocity);
        const Real lever =
            0.5 * (R + sphere.getBodyOriginLocation(s)[1]); // to the contact point, midway in the overlap
        const Real speed = sphere.getBodyOriginVelocity(s)[0], spin = -sphere.getBodyAngularVelocity(s)[2];
        const Real slip = speed - lever * spin, threshold = 5e-3 * options.speed;
        if (isNaN(result.timeToRoll) && slip < threshold) {
            const RollSample& before = result.samples.back();
            const Real slipBefore = before.speed - before.surfaceSpeed;
            const Real fraction = (slipBefore - threshold) / (slipBefore - slip);
            result.timeToRoll = before.time + fraction * (s.getTime() - before.time);
        }
        result.samples.push_back({s.getTime(), speed, lever * spin});
        result.speed = speed;
        result.spin = spin;
    }
    static_cast<Effort&>(result) = advance.getEffort();
    return result;
}

PinchResult runPinch(const PinchOptions& options) {
    checkPositive("--force", options.force, "N");
    checkPositive("--settle-time", options.settleTime, "s");
    checkPositive("--rest-time", options.restTime, "s");

    OneSetModel model(Vec3(0, -9.81, 0));
    const Real mass = 0.045, radius = 0.004, halfLength = 0.006, padMass = 0.1;

    // The pads close along x. The outward normal of each half space, its -x, points at the capsule.
    const Body::Rigid padBody(MassProperties(padMass, Vec3(0), UnitInertia(1e-4) * padMass));
    const Rotation faces[2] = {Rotation(Pi, ZAxis), Rotation()};
    MobilizedBody::Slider pads[2];
    for (int i = 0; i < 2; ++i) {
        const Real side = i == 0 ? -1 : 1;
        pads[i] = MobilizedBody::Slider(model.matter.updGround(), Vec3(side * radius, 0, 0), padBody, Vec3(0));
        model.contacts.addBody(model.set, pads[i], ContactGeometry::HalfSpace(), faces[i]);
        Force::MobilityConstantForce(model.forces, pads[i], 0, -side * options.force);
    }
    MobilizedBody::Free capsule(
        model.matter.updGround(),
        Body::Rigid(MassProperties(mass, Vec3(0), UnitInertia::cylinderAlongY(radius, halfLength + radius) * mass)));
    for (Real y : {-halfLength, halfLength}) model.addSphere(capsule, radius, Vec3(0, y, 0));
    const auto force = model.install(options.law, options.law.getMaterial());

    const State state = model.system.realizeTopology();
    Advance advance(model, options.integrator, state, options.settleTime + options.restTime,
                    4 * options.force *
                        radius); // work of both pads until they touch each other, and as much in reserve
    const auto height = [&] { return capsule.getBodyOriginLocation(advance.getState())[1]; };
    const State& settled = advance.to(options.settleTime);
    check(pads[0].getLength(settled) - pads[1].getLength(settled) < 2 * radius, "--force", options.force, "N",
          "less, or the pads touch each other. Or use a stiffer law (--young, --kn)");

    PinchResult result;
    result.sag = -height();
    const Effort settling = advance.getEffort();
    std::vector<Vec2> samples = {Vec2(options.settleTime, height())};
    const int count = 200;
    for (int i = 1; i <= count; ++i) {
        advance.to(options.settleTime + options.restTime * i / count);
        samples.push_back(Vec2(advance.getTime(), height()));
    }
    const Line line = fitLine(samples);
    result.creep = -line.slope;
    result.scatter = line.scatter;
    result.endToEnd = -(samples.back()[1] - samples.front()[1]) / options.restTime;
    static_cast<Effort&>(result) = advance.getEffort();
    result.steps -= settling.steps;
    result.evaluations -= settling.evaluations;
    return result;
}

} // namespace lab
