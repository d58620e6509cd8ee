#include "Pinch.h"

#include "Check.h"
#include "InstallForce.h"
#include "LineFit.h"

namespace lab {

using namespace SimTK;

PinchOptions::PinchOptions() {
    law.youngsModulus = 1e8; // hard rubber or plastic
    law.poissonsRatio = 0.4;
    law.restitution = 0.3;
    law.staticFriction = 0.7;
}

PinchResult runPinch(const PinchOptions& options) {
    checkPositive("--force", options.force, "N");
    checkPositive("--settle-time", options.settleTime, "s");
    checkPositive("--rest-time", options.restTime, "s");

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const Real mass = 0.045, radius = 0.004, halfLength = 0.006, padMass = 0.1;

    // Pads close along x; each half space's outward normal, its -x, points at the capsule.
    const Body::Rigid padBody(MassProperties(padMass, Vec3(0), UnitInertia(1e-4) * padMass));
    const Rotation faces[2] = {Rotation(Pi, ZAxis), Rotation()};
    MobilizedBody::Slider pads[2];
    for (int i = 0; i < 2; ++i) {
        const Real side = i == 0 ? -1 : 1;
        pads[i] = MobilizedBody::Slider(matter.updGround(), Vec3(side * radius, 0, 0), padBody, Vec3(0));
        contacts.addBody(set, pads[i], ContactGeometry::HalfSpace(), faces[i]);
        Force::MobilityConstantForce(forces, pads[i], 0, -side * options.force);
    }
    MobilizedBody::Free capsule(
        matter.updGround(),
        Body::Rigid(MassProperties(mass, Vec3(0), UnitInertia::cylinderAlongY(radius, halfLength + radius) * mass)));
    for (Real y : {-halfLength, halfLength})
        contacts.addBody(set, capsule, ContactGeometry::Sphere(radius), Vec3(0, y, 0));
    const auto force = installForce(forces, contacts, set, options.law, options.law.getMaterial());

    const State state = system.realizeTopology();
    const auto integrator = makeIntegrator(system, options.integrator);
    integrator->initialize(state);
    Advance advance(system, *integrator, options.integrator, options.settleTime + options.restTime,
                    4 * options.force * radius); // both pads, to where they meet, and as much to spare
    const auto height = [&] { return capsule.getBodyOriginLocation(integrator->getState())[1]; };
    advance.to(options.settleTime);
    const State& settled = integrator->getState();
    check(pads[0].getLength(settled) - pads[1].getLength(settled) < 2 * radius, "--force", options.force, "N",
          "less, or the pads meet; or take a stiffer law (--young, --kn)");

    PinchResult result;
    result.sag = -height();
    const int stepsBefore = integrator->getNumStepsTaken(), evaluationsBefore = integrator->getNumRealizations();
    std::vector<Placed> samples = {{options.settleTime, height()}};
    const int count = 200;
    for (int i = 1; i <= count; ++i) {
        advance.to(options.settleTime + options.restTime * i / count);
        samples.push_back({integrator->getTime(), height()});
    }
    const LineFit line = fitLine(samples);
    result.creep = -line.slope;
    result.scatter = line.scatter;
    result.endToEnd = -(samples.back().place - samples.front().place) / options.restTime;
    result.steps = integrator->getNumStepsTaken() - stepsBefore;
    result.evaluations = integrator->getNumRealizations() - evaluationsBefore;
    return result;
}

} // namespace lab
