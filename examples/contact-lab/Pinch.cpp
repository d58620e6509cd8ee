#include "LabExperiments.h"

#include "Check.h"
#include "Model.h"
#include "Rest.h"

namespace lab {

using namespace SimTK;

PinchResult runPinch(const PinchOptions& options) {
    checkPositive("--force", options.force, "N");
    checkPositive("--settle-time", options.settleTime, "s");
    checkPositive("--rest-time", options.restTime, "s");

    OneSetModel model(Vec3(0, -9.81, 0));
    const Real mass = 0.045, radius = 0.004, halfLength = 0.006, padMass = 0.1;

    // Pads close along x; each half space's outward normal, its -x, points at the capsule.
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
    const auto force = model.installForce(model.set, options.law, options.law.getMaterial());

    const State state = model.system.realizeTopology();
    const auto integrator = makeIntegrator(model.system, options.integrator);
    integrator->initialize(state);
    Advance advance(model.system, *integrator, options.integrator, options.settleTime + options.restTime,
                    4 * options.force * radius); // both pads, to where they meet, and as much to spare
    const auto height = [&] { return capsule.getBodyOriginLocation(integrator->getState())[1]; };
    advance.to(options.settleTime);
    const State& settled = integrator->getState();
    check(pads[0].getLength(settled) - pads[1].getLength(settled) < 2 * radius, "--force", options.force, "N",
          "less, or the pads meet; or take a stiffer law (--young, --kn)");

    PinchResult result;
    result.sag = -height();
    Effort settling;
    settling.count(*integrator);
    std::vector<Placed> samples = {{options.settleTime, height()}};
    const int count = 200;
    for (int i = 1; i <= count; ++i) {
        advance.to(options.settleTime + options.restTime * i / count);
        samples.push_back({integrator->getTime(), height()});
    }
    const LineFit line(samples);
    result.creep = -line.slope;
    result.scatter = line.scatter;
    result.endToEnd = -(samples.back().place - samples.front().place) / options.restTime;
    result.count(*integrator);
    result.steps -= settling.steps;
    result.evaluations -= settling.evaluations;
    return result;
}

} // namespace lab
