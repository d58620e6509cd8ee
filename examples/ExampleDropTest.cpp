// A brick falls on a corner and tumbles to rest, and every joule of its fall is accounted for. Energy that is no longer
// kinetic or potential is heat of the contacts, listed by cause. ExampleDropTest --visualize shows the run in a window,
// --replay FILE records it as a page.

#include <Simbody.h>

#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactRecord.h>
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

int main(int argc, char** argv) {
    const Real mass = 3, g = 9.81, radius = 0.01; // [kg], [m/s^2], [m]
    const Vec3 half(0.12, 0.035, 0.055);          // half the brick's edges [m]
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
    MobilizedBody::Free brick(matter.Ground(),
                              Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia::brick(half))));
    brick.addBodyDecoration(Vec3(0), DecorativeBrick(half).setColor(Orange).setOpacity(0.6));

    // Each corner is a sphere, and the floor is a half space.
    const SurfaceMaterial material =
        SurfaceMaterial().setYoungsModulus(1e8).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(0.5);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material, "floor");
    for (Real x : {-1, 1})
        for (Real y : {-1, 1})
            for (Real z : {-1, 1})
                surfaces.add(brick, Sphere(radius), Vec3(x, y, z).elementwiseMultiply(half - Vec3(radius)), material);
    HertzMindlinForce force(forces, surfaces);
    force.setTrackDissipatedEnergy(true);

    const std::string option = argc > 1 ? argv[1] : "";
    std::unique_ptr<Visualizer> visualizer;
    if (argc == 2 && option == "--visualize") {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, mass * g, 0.1));
        system.addEventReporter(new Visualizer::Reporter(*visualizer, 0.02));
    } else if (argc == 3 && option == "--replay") {
        auto* replay = new ReplayRecorder(system, argv[2], 0.005);
        replay->showContacts(force);
        system.addEventReporter(replay);
    } else if (argc > 1) {
        std::fprintf(stderr, "usage: %s [--visualize | --replay FILE]\n", argv[0]);
        return 2;
    }

    // The lowest corner starts 0.3 m above the floor. The pose is slightly off the diagonal, so the brick falls to one side.
    State state = system.realizeTopology();
    const Rotation turned(BodyRotationSequence, 0.4, XAxis, 0.2, YAxis, 0.9, ZAxis);
    brick.setQToFitTransform(state, Transform(turned, Vec3(0, 0.43, 0)));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);

    std::printf("time [s]   kinetic  potential   damping  friction   release      total [J]\n");
    for (int i = 0; i <= 12; ++i) {
        stepper.stepTo(0.25 * i);
        const State& now = stepper.getState();
        system.realize(now, Stage::Dynamics);
        const DissipatedEnergy heat = force.getDissipatedEnergyByCause(now);
        const Real kinetic = system.calcKineticEnergy(now);
        const Real potential = system.calcPotentialEnergy(now) - mass * g * half[1]; // zero when it lies flat
        std::printf("%8.2f %9.4f %10.4f %9.4f %9.4f %9.4f %14.6f\n", now.getTime(), kinetic, potential, heat.damping,
                    heat.friction, heat.release, kinetic + potential + heat.total());
    }
}
