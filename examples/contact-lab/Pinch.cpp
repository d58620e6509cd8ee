#include "Pinch.h"

#include "Check.h"
#include "InstallForce.h"

#include <cmath>

namespace lab {

using namespace SimTK;

PinchOptions::PinchOptions() {
    law.youngsModulus = 1e8; // hard rubber or plastic
    law.poissonsRatio = 0.4;
    law.restitution = 0.3;
    law.staticFriction = 0.7;
}

namespace {

struct Sample {
    Real time, height;
};

// Slope of the least-squares line, and the standard deviation from it.
std::pair<Real, Real> fitLine(const std::vector<Sample>& samples) {
    const Real n = Real(samples.size()), origin = samples.front().height; // a nanometre of some millimetres
    Real t = 0, y = 0, tt = 0, ty = 0, residual = 0;
    for (const Sample& s : samples) {
        t += s.time / n;
        y += (s.height - origin) / n;
    }
    for (const Sample& s : samples) {
        tt += (s.time - t) * (s.time - t);
        ty += (s.time - t) * (s.height - origin - y);
    }
    for (const Sample& s : samples) residual += square(s.height - origin - y - ty / tt * (s.time - t));
    return {ty / tt, std::sqrt(residual / n)};
}

} // namespace

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
    for (int i = 0; i < 2; ++i) {
        const Real side = i == 0 ? -1 : 1;
        MobilizedBody::Slider pad(matter.updGround(), Vec3(side * radius, 0, 0), padBody, Vec3(0));
        contacts.addBody(set, pad, ContactGeometry::HalfSpace(), faces[i]);
        Force::MobilityConstantForce(forces, pad, 0, -side * options.force);
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
    const auto height = [&] { return capsule.getBodyOriginLocation(integrator->getState())[1]; };
    advanceTo(*integrator, options.settleTime);

    PinchResult result;
    result.sag = -height();
    const int stepsBefore = integrator->getNumStepsTaken(), evaluationsBefore = integrator->getNumRealizations();
    std::vector<Sample> samples = {{options.settleTime, height()}};
    const int count = 200;
    for (int i = 1; i <= count; ++i) {
        advanceTo(*integrator, options.settleTime + options.restTime * i / count);
        samples.push_back({integrator->getTime(), height()});
    }
    const auto [slope, scatter] = fitLine(samples);
    result.creep = -slope;
    result.scatter = scatter;
    result.endToEnd = -(samples.back().height - samples.front().height) / options.restTime;
    result.steps = integrator->getNumStepsTaken() - stepsBefore;
    result.evaluations = integrator->getNumRealizations() - evaluationsBefore;
    return result;
}

} // namespace lab
