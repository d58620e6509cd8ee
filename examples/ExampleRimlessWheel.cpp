// A rimless wheel walks down a slope on spherical feet. It is the simplest walker. Its speed is known in closed form for
// rigid feet that neither slip nor bounce. ExampleRimlessWheel --visualize shows the run in a window, --replay FILE records
// it as a page.

#include <simbodydem/simbodydem.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const int spokes = 8;
const Real length = 1, footRadius = 0.01; // from the hub to the soles; radius of the feet [m]
const Real mass = 1, inertia = 0.2;       // [kg], [kg m^2]
const Real slope = 0.08, g = 9.81;        // [rad], [m/s^2]

struct Walk {
    Real rate, speed; // rate of the wheel when a spoke is upright [rad/s], mean speed of the hub [m/s]
};

// Computes the periodic walk from its two phases. In a stance the wheel rolls over a foot, from spoke angle -alpha to alpha.
// In a step the next foot sticks and the old one leaves without an impulse. So the angular momentum about the new contact
// is conserved.
Walk solveWalk() {
    const Real r = footRadius, l = length - r, alpha = Pi / spokes, b = l * std::sin(alpha),
               h = r + l * std::cos(alpha);
    const auto J = [&](Real angle) { return inertia + mass * (r * r + l * l + 2 * r * l * std::cos(angle)); };
    const auto work = [&](Real angle) { // of gravity, from the upright spoke
        return mass * g *
               (std::sin(slope) * (r * angle + l * std::sin(angle)) + std::cos(slope) * l * (1 - std::cos(angle)));
    };
    // A step keeps this fraction of the rate.
    const Real kept = (inertia + mass * (h * h - b * b)) / (inertia + mass * (h * h + b * b));
    const Real squareBefore = 2 * (work(alpha) - work(-alpha)) / (J(alpha) * (1 - kept * kept));
    const auto rate = [&](Real angle) {
        return std::sqrt((kept * kept * squareBefore * J(alpha) + 2 * (work(angle) - work(-alpha))) / J(angle));
    };
    Real time = 0; // duration of a stance, by the midpoint rule [s]
    for (int i = 0; i < 1000; ++i) time += 2 * alpha / 1000 / rate(alpha * (2 * i + 1) / 1000. - alpha);
    return {rate(0), 2 * (r * alpha + b) / time};
}

int main(int argc, char** argv) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, g * Vec3(std::sin(slope), -std::cos(slope), 0)); // x runs down the slope
    MobilizedBody::Planar wheel(matter.Ground(), Body::Rigid(MassProperties(mass, Vec3(0), Inertia(Vec3(inertia)))));

    // The feet are stiff, hardly bounce, and have enough friction to stick.
    const SurfaceMaterial steel =
        SurfaceMaterial().setYoungsModulus(1e9).setPoissonsRatio(0.3).setRestitution(0.02).setFriction(1);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), steel, "slope");
    for (int i = 0; i < spokes; ++i) {
        const Rotation turn(2 * Pi * i / spokes, ZAxis);
        surfaces.add(wheel, Sphere(footRadius), turn * Vec3(0, footRadius - length, 0), steel);
        wheel.addBodyDecoration(Transform(turn, turn * Vec3(0, -length / 2, 0)),
                                DecorativeCylinder(0.015, length / 2).setColor(i == 0 ? Orange : Gray));
    }
    HertzMindlinForce force(forces, surfaces);

    const std::string option = argc > 1 ? argv[1] : "";
    std::unique_ptr<Visualizer> visualizer;
    if (argc == 2 && option == "--visualize") {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, mass * g, length));
        system.addEventReporter(new Visualizer::Reporter(*visualizer, 0.02));
    } else if (argc == 3 && option == "--replay") {
        auto* replay = new ReplayRecorder(system, argv[2], 0.005);
        replay->showContacts(force).follow(wheel);
        system.addEventReporter(replay);
    } else if (argc > 1) {
        std::fprintf(stderr, "usage: %s [--visualize | --replay FILE]\n", argv[0]);
        return 2;
    }

    // The wheel starts upright on a spoke and rolls about its lowest point, at the rate of the closed form.
    const Walk walk = solveWalk();
    State state = system.realizeTopology();
    wheel.setQ(state, Vec3(0, 0, length));
    wheel.setU(state, Vec3(-walk.rate, walk.rate * length, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-5);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);

    // A step ends when the next spoke is upright. In the first six steps the walk becomes periodic.
    std::printf("step   time [s]     x [m]   speed [m/s]\n");
    Real timeBefore = 0, wayBefore = 0;
    for (int step = 1, sample = 1; step <= 12 && sample < 20000; ++sample) {
        const Vec3 before = wheel.getQ(stepper.getState());
        stepper.stepTo(1e-3 * sample);
        const Vec3 now = wheel.getQ(stepper.getState());
        const Real upright = -2 * Pi / spokes * step;
        if (now[0] > upright) continue;
        const Real share = (upright - before[0]) / (now[0] - before[0]); // fraction of the last millisecond
        const Real time = 1e-3 * (sample - 1 + share), way = before[1] + share * (now[1] - before[1]);
        std::printf("%4d %10.4f %9.4f %13.4f\n", step++, time, way, (way - wayBefore) / (time - timeBefore));
        timeBefore = time;
        wayBefore = way;
    }
    std::printf("closed form                %13.4f\n", walk.speed);
}
