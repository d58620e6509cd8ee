#include "LabExperiments.h"

#include "Check.h"
#include "ExpectedImpact.h"
#include "Model.h"

#include <fmt/core.h>

#include <cmath>

namespace lab {

using namespace SimTK;

LegResult runLeg(const LegOptions& options) {
    check(options.pose >= 0 && options.pose < 180, "--pose", options.pose, "deg", "in [0, 180)");
    checkPositive("--speed", options.speed, "m/s");

    OneSetModel model;
    const Real length = 0.4, footRadius = 0.02, bend = options.pose * Pi / 180;
    const auto link = [](Real mass, Real size) { return makeBrick(mass, Vec3(0.03, size / 2, 0.03)); };
    // The slider moves along y; each link's origin is its middle.
    MobilizedBody::Slider hip(model.matter.updGround(), Rotation(Pi / 2, ZAxis), link(10, 0.2),
                              Rotation(Pi / 2, ZAxis));
    MobilizedBody::Pin thigh(hip, Vec3(0), link(2, length), Vec3(0, length / 2, 0));
    MobilizedBody::Pin shank(thigh, Vec3(0, -length / 2, 0), link(2, length), Vec3(0, length / 2, 0));
    const Vec3 foot(0, -length / 2, 0); // on the shank
    model.addGround();
    model.addSphere(shank, footRadius, foot);

    LawChoice law = options.law;
    if (law.isHuntCrossley() && isNaN(law.dissipation))
        law.dissipation = dissipationForRestitution(law.restitution, options.speed);
    const auto force = model.installForce(model.set, law, law.getRigidMaterial());
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
    const Real expected = impact.contactTime;
    const auto integrator = impact.makeIntegrator(model.system, options.integrator);
    integrator->setReturnEveryInternalStep(true);
    integrator->initialize(state);
    Advance advance(model.system, *integrator, options.integrator, expected,
                    0.1 * model.system.calcKineticEnergy(integrator->getState()));
    const auto gap = [&](const State& s) { return shank.findStationLocationInGround(s, foot)[1] - footRadius; };
    while (integrator->getTime() == 0 || gap(integrator->getState()) < 0) {
        if (law.restitution == 0 && integrator->getTime() > 20 * expected) break; // plastic: it stays there
        if (integrator->getTime() > 100 * expected)
            refuse(fmt::format(
                "--speed = {:g} m/s: after {:.3g} s, a hundred times the undamped contact time, the foot is "
                "still on the ground; it must be higher, or adhesion and damping lower",
                options.speed, 100 * expected));
        advance.once();
        model.system.realize(integrator->getState(), Stage::Velocity);
    }
    result.got = shank.findStationVelocityInGround(integrator->getState(), foot)[1] / options.speed;
    result.count(*integrator);
    return result;
}

} // namespace lab
