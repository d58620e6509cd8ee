// A block stands on a platform that shakes back and forth. Below mu g it moves with the platform. Above mu g it slides, and
// the distance is known in closed form. ExampleMovingPlatform --visualize shows the strongest shaking in a window,
// --replay FILE records it as a page. To use it in your project, copy this file and models/PlatformMechanism.h.

#include "models/PlatformMechanism.h"

#include <Simbody.h>

#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;
using lab::PlatformMechanism;

const Real friction = 0.2, g = PlatformMechanism::g; // [-], [m/s^2]

// Simulates the block. Returns the distance between both ends of its motion on the platform, once the shaking is steady [m].
Real shake(Real A, bool visualize, const std::string& replayFile) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
    MobilizedBody::Slider platform = PlatformMechanism::addPlatform(matter);
    const Real omega = 2 * Pi * PlatformMechanism::frequency;
    Motion::Sinusoid(platform, Motion::Velocity, A / omega, omega, 0); // the platform starts from rest
    MobilizedBody::Free block = PlatformMechanism::addBlock<MobilizedBody::Free>(matter);

    const SurfaceMaterial material =
        SurfaceMaterial().setYoungsModulus(1e9).setPoissonsRatio(0.45).setRestitution(0.3).setFriction(friction);
    ContactSurfaces surfaces(matter);
    surfaces.add(platform, HalfSpace(), HalfSpace::floor(), material, "platform");
    for (const Vec3& sole : PlatformMechanism::getSoles())
        surfaces.add(block, Sphere(PlatformMechanism::soleRadius), sole, material);
    HertzMindlinForce force(forces, surfaces);

    std::unique_ptr<Visualizer> visualizer;
    if (visualize) {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, PlatformMechanism::blockMass * g, 0.5));
        system.addEventReporter(new Visualizer::Reporter(*visualizer, 0.02));
    }
    if (!replayFile.empty()) {
        auto* replay = new ReplayRecorder(system, replayFile, 0.005);
        replay->showContacts(force);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    block.setQToFitTranslation(state, Vec3(0, PlatformMechanism::blockHeight, 0));
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
        const Real closedForm = PlatformMechanism::solveSlip(A, PlatformMechanism::frequency, friction);
        std::printf("%12.2f %11.4f %18.4f\n", share, 1e3 * slip, 1e3 * closedForm);
    }
}
