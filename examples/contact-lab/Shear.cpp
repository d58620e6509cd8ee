#include "Shear.h"

#include "Check.h"
#include "InstallForce.h"

#include <cmath>

namespace lab {

using namespace SimTK;

ShearOptions::ShearOptions() { law.restitution = 0.5; }

ShearResult runShear(const ShearOptions& options) {
    checkPositive("--radius", options.radius, "m");
    check(options.overlap > 0 && options.overlap < options.radius, "--overlap", options.overlap, "m",
          "> 0 and below the radius");
    checkPositive("--peak-speed", options.peakSpeed, "m/s");
    check(options.cycles >= 1 && options.cycles <= 50, "--cycles", options.cycles, "-", "in [1, 50]");

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    const Real R = options.radius, mass = 4. / 3. * Pi * R * R * R * 2500;
    MobilizedBody::Translation sphere(matter.updGround(),
                                      Body::Rigid(MassProperties(mass, Vec3(0), UnitInertia::sphere(R) * mass)));
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), Rotation(-Pi / 2, ZAxis));
    contacts.addBody(set, sphere, ContactGeometry::Sphere(R), Vec3(0));
    const auto ours = installForce(forces, contacts, set, options.law, options.law.getRigidMaterial());
    const Force& force = forces.getForce(ForceIndex(0)); // ours or HuntCrossleyForce

    ShearResult result;
    result.amplitude = options.amplitude;
    if (isNaN(result.amplitude)) {
        const auto pair = mixMaterials(options.law.getMaterial(), options.law.getRigidMaterial());
        const Real onset = options.law.staticFriction * pair.effectiveYoungsModulus * options.overlap /
                           (6 * pair.effectiveShearModulus); // mu Fn/(8 G* a) of Hertz's Fn
        result.amplitude = 4 * onset;
    }
    checkPositive("--amplitude", result.amplitude, "m");

    State state = system.realizeTopology();
    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particleForces;
    Vector mobilityForces;
    const int perCycle = 2000;
    const Real omega = options.peakSpeed / result.amplitude;
    for (int i = 0; i <= options.cycles * perCycle; ++i) {
        const Real phase = 2 * Pi * i / perCycle, x = result.amplitude * std::sin(phase);
        state.setTime(phase / omega);
        sphere.setQToFitTranslation(state, Vec3(x, R - options.overlap, 0));
        sphere.setUToFitLinearVelocity(state, Vec3(options.peakSpeed * std::cos(phase), 0, 0));
        system.realize(state, Stage::Dynamics); // not on: the motion is given, no force is to account for it
        force.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
        const Vec3 onSphere = bodyForces[sphere.getMobilizedBodyIndex()][1];
        state.autoUpdateDiscreteVariables(); // what an integrator does after an accepted step
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
