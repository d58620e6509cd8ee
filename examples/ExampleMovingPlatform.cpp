// A block stands on a platform that shakes back and forth. Below mu g it moves with the platform. Above mu g it slides, and
// the distance is known in closed form. ExampleMovingPlatform --visualize shows the strongest shaking in a window,
// --replay FILE records it as a page.

#include <simbodydem/simbodydem.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real mass = 80, friction = 0.2, g = 9.81; // [kg], [-], [m/s^2]
const Real omega = 2 * Pi * 2;                  // two shakes per second [rad/s]

// Returns the distance that the block slides in each direction [m]. It begins to slide at t0, when the acceleration
// A sin(wt) of the platform is mu g. It slides past the platform with v(t) = A/w (cos wt0 - cos wt) - mu g (t - t0) until v
// is 0 again. Then it sticks until the next half shake. This holds for A below 1.86 mu g.
Real solveSlip(Real A) {
    const Real limit = friction * g;
    if (A <= limit) return 0;
    const Real t0 = std::asin(limit / A) / omega;
    Real slip = 0, velocity = 0, dt = 1e-6;
    for (Real t = t0 + dt / 2; velocity >= 0; t += dt) {
        velocity += dt * (A * std::sin(omega * t) - limit);
        slip += dt * velocity;
    }
    return slip;
}

// Simulates the block. Returns the distance between both ends of its motion on the platform, once the shaking is steady [m].
Real shake(Real A, bool visualize, const std::string& replayFile) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
    MobilizedBody::Slider platform(matter.Ground(), Body::Rigid(MassProperties(100, Vec3(0), Inertia(1))));
    Motion::Sinusoid(platform, Motion::Velocity, A / omega, omega, 0); // the platform starts from rest
    MobilizedBody::Free block(
        matter.Ground(), Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia::brick(Vec3(0.3, 0.05, 0.2)))));
    platform.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(0.6, 0.005, 0.4)).setColor(Gray));
    block.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(0.3, 0.05, 0.2)).setColor(Orange));

    const SurfaceMaterial material =
        SurfaceMaterial().setYoungsModulus(1e9).setPoissonsRatio(0.45).setRestitution(0.3).setFriction(friction);
    ContactSurfaces surfaces(matter);
    surfaces.add(platform, HalfSpace(), HalfSpace::floor(), material, "platform");
    for (Real x : {-0.25, 0.25})
        for (Real z : {-0.2, 0.2}) surfaces.add(block, Sphere(0.03), Vec3(x, -0.05, z), material);
    HertzMindlinForce force(forces, surfaces);

    std::unique_ptr<Visualizer> visualizer;
    if (visualize) {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, mass * g, 0.5));
        system.addEventReporter(new Visualizer::Reporter(*visualizer, 0.02));
    }
    if (!replayFile.empty()) {
        auto* replay = new ReplayRecorder(system, replayFile, 0.005);
        replay->showContacts(force);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    block.setQToFitTranslation(state, Vec3(0, 0.08, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-5);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    Real least = Infinity, most = -Infinity; // position on the platform over the last shake [m]
    for (int i = 0; i <= 1500; ++i) {
        stepper.stepTo(2e-3 * i);
        const State& now = stepper.getState();
        const Real place = block.getBodyOriginLocation(now)[0] - platform.getLength(now);
        if (i < 1250) continue;
        least = std::min(least, place);
        most = std::max(most, place);
    }
    return most - least;
}

int main(int argc, char** argv) {
    const std::string option = argc > 1 ? argv[1] : "";
    const bool visualize = argc == 2 && option == "--visualize", record = argc == 3 && option == "--replay";
    if (argc > 1 && !visualize && !record) {
        std::fprintf(stderr, "usage: %s [--visualize | --replay FILE]\n", argv[0]);
        return 2;
    }
    std::printf("A/(mu g) [-]   slip [mm]   closed form [mm]\n");
    for (Real share : {0.5, 0.97, 1.2, 1.5, 1.8}) {
        const Real A = share * friction * g;
        const bool isFiercest = share == 1.8;
        const Real slip = shake(A, visualize && isFiercest, record && isFiercest ? argv[2] : "");
        std::printf("%12.2f %11.4f %18.4f\n", share, 1e3 * slip, 1e3 * solveSlip(A));
    }
}
