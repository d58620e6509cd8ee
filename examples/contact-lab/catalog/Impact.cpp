// Impacts of a sphere on a plane or on another sphere, and of a leg on its foot.

#include "Check.h"
#include "LabExperiments.h"
#include "RunAdviceOptions.h"
#include "Stepper.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/SurfaceMaterial.h>

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

// Describes an undamped impact on Hertz's spring, or on the linear one of --kn. It is the scale for steps, samples, time limits
// and sensible speeds.
struct ExpectedImpact {
    Real contactTime; // [s]
    Real fastest;     // speed at which the overlap reaches the radius of the sphere [m/s]
    Real slowest;     // speed at which the overlap is 1e-9 of the radius, and rounding dominates [m/s]

    // Mass [kg] and radius [m] are the effective ones of the pair. The speed is that along the normal [m/s].
    ExpectedImpact(const LawChoice& law, const SurfaceMaterial& target, Real mass, Real radius, Real speed) {
        const Real billionth = 1e-9;
        if (!std::isnan(law.kn)) { // overlap = v sqrt(m/kn)
            contactTime = Pi * std::sqrt(mass / law.kn);
            fastest = radius * std::sqrt(law.kn / mass);
            slowest = billionth * fastest;
            return;
        }
        const Real modulus = mixMaterials(law.getMaterial(), target).effectiveYoungsModulus;
        contactTime = 2.868 * std::pow(mass * mass / (radius * modulus * modulus * speed), 0.2);
        fastest = std::sqrt(16. / 15. * modulus * radius * radius * radius / mass); // overlap ~ v^(4/5)
        slowest = std::pow(billionth, 1.25) * fastest;
    }

    // Throws std::invalid_argument for a speed that makes no sense. `option` is the one that gives the speed.
    void checkSpeed(const std::string& option, Real speed) const {
        check(slowest <= speed && speed <= fastest, option, speed, "m/s",
              fmt::format("in [{:.3g}, {:.3g}] m/s: above, the overlap exceeds the radius; below, it is less than 1e-9 "
                          "of the radius",
                          slowest, fastest));
    }

    // Limits steps to 1/25 of the contact time unless the choice has another limit, and makes the first step shorter. Error
    // control cannot see when within a step a contact changed from sliding to sticking.
    IntegratorChoice fit(IntegratorChoice choice) const {
        check(!choice.isFixedStep() || choice.fixedStep <= contactTime / 10, "--step", choice.fixedStep, "s",
              fmt::format("<= {:.3g} s, a tenth of the undamped contact time", contactTime / 10));
        choice.usualMaxStep = contactTime / 25;
        // CPodes gives up after seven failed error tests, each of which shortens the step ten times at most. The jump of a
        // linear dashpot at first contact needs more than that, from any first step except CPodes' own.
        if (!choice.isFixedStep() && !choice.isCPodes())
            choice.firstStep = std::fmin(contactTime / 50, choice.maxStep); // the first one if maxStep is NaN
        return choice;
    }

    // Returns true if a plastic impact, which has no end, has lasted long enough. Throws if another impact has not ended in time.
    bool isEnough(Real time, const LawChoice& law, Real speed, const char* complaint) const {
        const Real patience = 100 * contactTime;
        if (law.restitution == 0 && time > 0.2 * patience) return true;
        if (time > patience)
            refuse("--speed = {0:g} m/s: {2} after {1:.3g} s, 100 times the undamped contact time. Increase the speed, "
                   "or reduce adhesion or damping",
                   speed, patience, complaint);
        return false;
    }
};

// Fits HuntCrossleyForce to this speed. It returns the set restitution at one speed only.
LawChoice fittedTo(Real speed, LawChoice law) {
    if (law.isHuntCrossley() && isNaN(law.dissipation))
        law.dissipation = dissipationForRestitution(law.restitution, speed);
    return law;
}

} // namespace

Real equalEnergyStiffness(const ImpactOptions& options) {
    const Real mass = 4. / 3. * Pi * std::pow(options.radius, 3) * options.density;
    const Real modulus = mixMaterials(options.law.getMaterial(), options.law.getRigidMaterial()).effectiveYoungsModulus;
    return std::pow(16. / 15., 0.8) *
           std::pow(options.speed * options.radius * modulus * modulus * std::sqrt(mass), 0.4);
}

ImpactOptions aluminaSphere() {
    ImpactOptions options;
    options.law = onMaterial(3.8e11, 0.23, 1, 0.092);
    options.radius = 0.0025;
    options.density = 4000;
    options.speed = 3.9;
    return options;
}

ImpactResult runImpact(const ImpactOptions& options) {
    checkPositive("--radius", options.radius, "m");
    checkPositive("--density", options.density, "kg/m^3");
    checkPositive("--speed", options.speed, "m/s");
    check(options.angle >= 0 && options.angle < 90, "--angle", options.angle, "deg", "in [0, 90)");
    check(std::isfinite(options.spin), "--spin", options.spin, "rad/s", "finite");
    const bool hitsSphere = options.target == "sphere";
    if (!hitsSphere && options.target != "plane" && options.target != "rigid-plane")
        refuse("--target " + options.target + " is unknown; choose from rigid-plane, plane, sphere");

    OneSetModel model;
    const Real R = options.radius, mass = massOfBall(R, options.density);
    const Real margin = options.law.calcMargin(R);
    const Body::Rigid ball = makeBall(mass, R);
    MobilizedBody::Free sphere(model.matter.updGround(), ball);
    MobilizedBody other = model.matter.updGround();
    if (hitsSphere) {
        other = MobilizedBody::Free(model.matter.updGround(), ball);
        model.addSphere(other, R, Vec3(0), margin);
    } else
        model.addGround();
    model.addSphere(sphere, R, Vec3(0), margin);

    const Real angle = options.angle * Pi / 180;
    const Real normalSpeed = options.speed * std::cos(angle), slipSpeed = options.speed * std::sin(angle);
    const auto target = options.target == "rigid-plane" ? options.law.getRigidMaterial() : options.law.getMaterial();
    const auto force = model.install(fittedTo(normalSpeed, options.law), target);

    // The upper body moves down along -y and slides along x. With a second sphere each has half of the velocity.
    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    const Vec3 approach(slipSpeed, -normalSpeed, 0);
    const Vec3 spin(0, 0, -options.spin);
    const Real share = hitsSphere ? 0.5 : 1; // of the velocity, and the effective mass and radius over the sphere's
    sphere.setQToFitTranslation(state, Vec3(0, R, 0));
    sphere.setUToFitVelocity(state, SpatialVec(spin, share * approach));
    if (hitsSphere) {
        other.setQToFitTranslation(state, Vec3(0, -R, 0));
        other.setUToFitVelocity(state, SpatialVec(spin, -share * approach));
    }

    const auto separation = [&](const State& s) {
        const Vec3 from = sphere.getBodyOriginLocation(s) - other.getBodyOriginLocation(s);
        return hitsSphere ? from.norm() - 2 * R : from[1] - R;
    };

    const ExpectedImpact impact(options.law, target, share * mass, share * R, normalSpeed);
    impact.checkSpeed(options.angle > 0 ? "--speed times the cosine of --angle" : "--speed", normalSpeed);
    model.system.realize(state, Stage::Velocity);
    RunAdviceOptions question;
    question.duration = 2 * impact.contactTime; // a damped impact takes longer; afterwards nothing changes
    question.samples = 2;
    question.observe = [&](const State& s) { // the spin counts as the impulse that it takes
        const Vec3 velocity = sphere.getBodyOriginVelocity(s) - other.getBodyOriginVelocity(s);
        return Vector(Vec3(velocity[0], velocity[1], 0.4 * R * sphere.getBodyAngularVelocity(s)[2]) / options.speed);
    };
    question.answer = [](const std::vector<Vector>& velocities) { return velocities.back(); };
    const IntegratorChoice choice = impact.fit(options.integrator);
    Advance advance(model, choice, state, impact.contactTime, model.system.calcKineticEnergy(state),
                    question); // explicit Euler gains a tenth of the energy

    // Samples are interpolated within the integrator's own steps and cost no steps. There is no gravity, so m a is the contact
    // force.
    ImpactResult result;
    const Real sample = impact.contactTime / options.samples;
    Real sampleTime = 0;
    while (separation(advance.getAdvancedState()) < margin || advance.getAdvancedTime() == 0) {
        sampleTime += std::max(sample, sampleTime / options.samples); // ever rarer if they stay in contact
        const State& s = advance.to(sampleTime);
        model.system.realize(s, Stage::Acceleration);
        const Vec3 contactForce = mass * sphere.getBodyOriginAcceleration(s);
        result.samples.push_back({sampleTime, -separation(s), contactForce[1]});
        result.maxOverlap = std::max(result.maxOverlap, -separation(s));
        if (result.maxOverlap > R) refuse("the overlap exceeds the radius = {:g} m", R);
        result.maxNormalForce = std::max(result.maxNormalForce, contactForce[1]);
        result.maxTangentialForce = std::max(result.maxTangentialForce, std::abs(contactForce[0]));
        if (impact.isEnough(sampleTime, options.law, options.speed, "the bodies are still in contact")) break;
    }

    const State& end = advance.getAdvancedState();
    model.system.realize(end, Stage::Velocity);
    const Vec3 velocity = sphere.getBodyOriginVelocity(end) - other.getBodyOriginVelocity(end);
    result.e_n = velocity[1] / normalSpeed;
    result.impulse = mass * (sphere.getBodyOriginVelocity(end)[1] + share * normalSpeed);
    if (slipSpeed > 0) result.e_t = velocity[0] / slipSpeed;
    result.spin = -sphere.getBodyAngularVelocity(end)[2];
    const Vec3 from = sphere.getBodyOriginLocation(end) - other.getBodyOriginLocation(end);
    const Real separationRate = hitsSphere ? dot(velocity, from.normalize()) : velocity[1];
    const Real flight = separation(end) / separationRate; // since the overlap ended
    result.contactTime = separation(end) < 0 ? Infinity : end.getTime() - flight;
    static_cast<Effort&>(result) = advance.getEffort();
    return result;
}

LegResult runLeg(const LegOptions& options) {
    check(options.pose >= 0 && options.pose < 180, "--pose", options.pose, "deg", "in [0, 180)");
    checkPositive("--speed", options.speed, "m/s");

    OneSetModel model;
    const Real length = 0.4, footRadius = 0.02, bend = options.pose * Pi / 180;
    const auto link = [](Real mass, Real size) { return makeBrick(mass, Vec3(0.03, size / 2, 0.03)); };
    // The slider moves along y. The origin of each link is its middle.
    MobilizedBody::Slider hip(model.matter.updGround(), Rotation(Pi / 2, ZAxis), link(10, 0.2),
                              Rotation(Pi / 2, ZAxis));
    MobilizedBody::Pin thigh(hip, Vec3(0), link(2, length), Vec3(0, length / 2, 0));
    MobilizedBody::Pin shank(thigh, Vec3(0, -length / 2, 0), link(2, length), Vec3(0, length / 2, 0));
    const Vec3 foot(0, -length / 2, 0); // on the shank
    model.addGround();
    model.addSphere(shank, footRadius, foot);

    const LawChoice law = fittedTo(options.speed, options.law);
    const auto force = model.install(law, law.getRigidMaterial());
    Force::DiscreteForces push(model.forces, model.matter);

    State state = model.system.realizeTopology();
    thigh.setAngle(state, bend / 2);
    shank.setAngle(state, -bend); // the foot stays below the hip
    hip.setLength(state, 2 * length * std::cos(bend / 2) + footRadius);

    LegResult result;
    result.asked = law.restitution;
    Real acceleration[2];
    for (int i = 0; i < 2; ++i) { // of the foot at rest, without and with a unit force
        if (i == 1) push.addForceToBodyPoint(state, shank, foot, Vec3(0, 1, 0));
        model.system.realize(state, Stage::Acceleration);
        acceleration[i] = shank.findStationAccelerationInGround(state, foot)[1];
    }
    push.clearAllBodyForces(state);
    result.effectiveMass = 1 / (acceleration[1] - acceleration[0]);

    hip.setRate(state, -options.speed);
    const ExpectedImpact impact(law, law.getRigidMaterial(), result.effectiveMass, footRadius, options.speed);
    impact.checkSpeed("--speed", options.speed);
    model.system.realize(state, Stage::Velocity);
    IntegratorChoice choice = impact.fit(options.integrator);
    choice.returnsEveryStep = true;
    RunAdviceOptions question;
    question.duration = 2 * impact.contactTime;
    question.samples = 1;
    question.observe = [&](const State& s) {
        return Vector(1, shank.findStationVelocityInGround(s, foot)[1] / options.speed);
    };
    Advance advance(model, choice, state, impact.contactTime, 0.1 * model.system.calcKineticEnergy(state), question);
    const auto gap = [&](const State& s) { return shank.findStationLocationInGround(s, foot)[1] - footRadius; };
    while (advance.getTime() == 0 || gap(advance.getState()) < 0) {
        if (impact.isEnough(advance.getTime(), law, options.speed, "the foot is still on the ground")) break;
        advance.once(advance.getTime() + impact.contactTime); // by this end CPodes finds its first step
        model.system.realize(advance.getState(), Stage::Velocity);
    }
    result.got = shank.findStationVelocityInGround(advance.getState(), foot)[1] / options.speed;
    static_cast<Effort&>(result) = advance.getEffort();
    return result;
}

} // namespace lab
