// A rimless wheel walks down a slope on spherical feet. It is the simplest walker. Its speed is known in closed form for
// rigid feet that neither slip nor bounce. ExampleRimlessWheel --visualize shows the run in a window, --replay FILE records
// it as a page. To use it in your project, copy this file and models/WheelMechanism.h.

#include "models/WheelMechanism.h"

#include <Simbody.h>

#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;
using lab::WheelMechanism;

int main(int argc, char** argv) {
    const WheelMechanism mechanism;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, mechanism.getGravity()); // x runs down the slope
    MobilizedBody::Planar wheel = mechanism.add(matter);

    // The feet are stiff, hardly bounce, and have enough friction to stick.
    const SurfaceMaterial steel =
        SurfaceMaterial().setYoungsModulus(1e9).setPoissonsRatio(0.3).setRestitution(0.02).setFriction(1);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), steel, "slope");
    for (int i = 0; i < mechanism.spokes; ++i)
        surfaces.add(wheel, Sphere(mechanism.footRadius), mechanism.findFoot(i), steel);
    HertzMindlinForce force(forces, surfaces);

    const std::string option = argc > 1 ? argv[1] : "";
    std::unique_ptr<Visualizer> visualizer;
    if (argc == 2 && option == "--visualize") {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        const Real weight = mechanism.mass * mechanism.g;
        visualizer->addDecorationGenerator(new ContactDecorations(force, weight, mechanism.length));
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
    const lab::WheelClosedForm walk = mechanism.solve();
    State state = system.realizeTopology();
    mechanism.start(state, wheel, walk.rateAtMidStance);
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
        const Real upright = -2 * Pi / mechanism.spokes * step;
        if (now[0] > upright) continue;
        const Real share = (upright - before[0]) / (now[0] - before[0]); // fraction of the last millisecond
        const Real time = 1e-3 * (sample - 1 + share), way = before[1] + share * (now[1] - before[1]);
        std::printf("%4d %10.4f %9.4f %13.4f\n", step++, time, way, (way - wayBefore) / (time - timeBefore));
        timeBefore = time;
        wayBefore = way;
    }
    std::printf("closed form                %13.4f\n", walk.speed);
}
