#include "LabExperiments.h"

#include "Check.h"
#include "ExpectedImpact.h"
#include "Model.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;

ExpectedImpact::ExpectedImpact(const LawChoice& law, const simbodydem::SurfaceMaterial& target, Real mass, Real radius,
                               Real speed) {
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

void ExpectedImpact::checkSpeed(const std::string& option, Real speed) const {
    check(slowest <= speed && speed <= fastest, option, speed, "m/s",
          fmt::format(
              "in [{:.3g}, {:.3g}] m/s: faster, this sphere sinks in by more than its radius, slower, by less than "
              "a billionth of it",
              slowest, fastest));
}

std::unique_ptr<Integrator> ExpectedImpact::makeIntegrator(const System& system, IntegratorChoice choice) const {
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
        refuse("--target " + options.target + " is unknown; choose rigid-plane, plane or sphere");

    OneSetModel model;
    const Real R = options.radius, mass = massOfBall(R, options.density);
    const Real margin = options.law.needsMargin() ? 0.05 * R : 0; // for necks
    const Body::Rigid ball = makeBall(mass, R);
    MobilizedBody::Free sphere(model.matter.updGround(), ball);
    MobilizedBody other = model.matter.updGround();
    if (hitsSphere) {
        other = MobilizedBody::Free(model.matter.updGround(), ball);
        model.addSphere(other, R + margin);
    } else
        model.addGround();
    model.addSphere(sphere, R + margin);

    const Real angle = options.angle * Pi / 180;
    const Real normalSpeed = options.speed * std::cos(angle), slipSpeed = options.speed * std::sin(angle);
    const auto target = options.target == "rigid-plane" ? options.law.getRigidMaterial() : options.law.getMaterial();
    LawChoice law = options.law;
    if (law.isHuntCrossley() && std::isnan(law.dissipation))
        law.dissipation = dissipationForRestitution(law.restitution, normalSpeed);
    const auto force = model.installForce(model.set, law, target);
    if (margin > 0)
        for (ContactSurfaceIndex s(hitsSphere ? 0 : 1); s < model.contacts.getNumBodies(model.set); ++s)
            force->setDetectionMargin(s, margin);

    // The upper body comes down along -y and slides along x; with a second sphere each has half of the velocity.
    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    const Vec3 approach(slipSpeed, -normalSpeed, 0);
    const Vec3 spin(0, 0, -options.spin);
    sphere.setQToFitTranslation(state, Vec3(0, R, 0));
    if (hitsSphere) {
        other.setQToFitTranslation(state, Vec3(0, -R, 0));
        sphere.setUToFitVelocity(state, SpatialVec(spin, approach / 2));
        other.setUToFitVelocity(state, SpatialVec(spin, -approach / 2));
    } else
        sphere.setUToFitVelocity(state, SpatialVec(spin, approach));

    const auto separation = [&](const State& s) {
        const Vec3 from = sphere.getBodyOriginLocation(s) - other.getBodyOriginLocation(s);
        return hitsSphere ? from.norm() - 2 * R : from[1] - R;
    };
    const auto separationRate = [&](const State& s) {
        const Vec3 from = sphere.getBodyOriginLocation(s) - other.getBodyOriginLocation(s);
        const Vec3 velocity = sphere.getBodyOriginVelocity(s) - other.getBodyOriginVelocity(s);
        return hitsSphere ? dot(velocity, from.normalize()) : velocity[1];
    };

    const Real scale = hitsSphere ? 0.5 : 1; // of effective mass and radius
    const ExpectedImpact impact(options.law, target, scale * mass, scale * R, normalSpeed);
    impact.checkSpeed(options.angle > 0 ? "--speed times the cosine of --angle" : "--speed", normalSpeed);
    const Real expected = impact.contactTime;
    const auto integrator = impact.makeIntegrator(model.system, options.integrator);
    integrator->initialize(state);
    Advance advance(model.system, *integrator, options.integrator, expected,
                    model.system.calcKineticEnergy(integrator->getState())); // explicit Euler makes a tenth of it

    // Samples are interpolated within the integrator's own steps and cost it none. No gravity: m a is the contact force.
    ImpactResult result;
    const Real sample = expected / options.samples, patience = 100 * expected;
    Real sampleTime = 0;
    while (separation(integrator->getAdvancedState()) < margin || integrator->getAdvancedTime() == 0) {
        sampleTime += std::max(sample, sampleTime / options.samples); // ever rarer if they stay in contact
        const State& s = advance.to(sampleTime);
        model.system.realize(s, Stage::Acceleration);
        const Vec3 contactForce = mass * sphere.getBodyOriginAcceleration(s);
        result.samples.push_back({-separation(s), contactForce[1]});
        result.maxOverlap = std::max(result.maxOverlap, -separation(s));
        if (result.maxOverlap > R) refuse(fmt::format("the sphere sinks in by more than its radius = {:g} m", R));
        result.maxNormalForce = std::max(result.maxNormalForce, contactForce[1]);
        result.maxTangentialForce = std::max(result.maxTangentialForce, std::abs(contactForce[0]));
        if (law.restitution == 0 && sampleTime > 0.2 * patience) break; // plastic: they stay together
        if (sampleTime > patience)
            refuse(
                fmt::format("--speed = {:g} m/s: after {:.3g} s, a hundred times the undamped contact time, the bodies "
                            "are still in contact; it must be higher, or adhesion and damping lower",
                            options.speed, patience));
    }

    const State& end = integrator->getAdvancedState();
    model.system.realize(end, Stage::Velocity);
    const Vec3 velocity = sphere.getBodyOriginVelocity(end) - other.getBodyOriginVelocity(end);
    result.e_n = velocity[1] / normalSpeed;
    if (slipSpeed > 0) result.e_t = velocity[0] / slipSpeed;
    result.spin = -sphere.getBodyAngularVelocity(end)[2];
    const Real flight = separation(end) / separationRate(end); // since the overlap ended
    result.contactTime = separation(end) < 0 ? Infinity : end.getTime() - flight;
    result.count(*integrator);
    return result;
}

} // namespace lab
