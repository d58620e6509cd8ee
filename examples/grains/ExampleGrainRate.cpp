// This program measures how fast a bed of grains is on this machine: steps of single grains per second, alone and with ten bodies on it, for
// two intervals. The bed is a block of touching grains, so it needs no filling.
//
// usage: ExampleGrainRate [--ranks N] [--side GRAINS] [--bodies 0 or 10 [--interval STEPS] [--steps N]]
// side: grains along each edge of the block, 27 unless given. With --bodies it measures one case only, so that the processor time of the whole
// program, and that of lammps/rate.in with the same number of steps, can be compared.

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>

#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <map>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.005, pitch = 1.998 * radius; // of a grain, and between two of them [m]

double secondsOfClock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void measure(int side, int ranks, int numBodies, int interval, int steps) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -9.81));
    const Real length = side * pitch;
    GrainBed bed(system, GrainBedOptions()
                             .setBox(Vec3(0), Vec3(length, length, length + 0.1))
                             .setTimeStep(1e-5)
                             .setInterval(interval)
                             .setRanks(ranks));
    const SurfaceMaterial rough =
        SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(0.5);
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), rough);
    std::vector<Grain> grains;
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j)
            for (int k = 0; k < side; ++k) grains.push_back({pitch * Vec3(i + 0.5, j + 0.5, k + 0.5), radius});
    bed.add(grains);
    std::deque<MobilizedBody::Free> bodies;
    for (int i = 0; i < numBodies; ++i) {
        bodies.emplace_back(matter.Ground(), MassProperties(0.5, Vec3(0), Inertia(1e-3)));
        bed.addSurface(bodies.back(), Brick(Vec3(0.02, 0.02, 0.01), 0.002), Transform(), rough);
    }
    State state = system.realizeTopology();
    for (int i = 0; i < numBodies; ++i) // two rows on top of the block
        bodies[i].setQToFitTransform(state, Vec3(0.03 + 0.045 * (i % 5), 0.06 + 0.1 * (i / 5), length + 0.01));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-3);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    stepper.stepTo(1e-4);
    const double start = secondsOfClock();
    stepper.stepTo(1e-4 + steps * 1e-5);
    const double rate = double(bed.getNumGrains()) * steps / (secondsOfClock() - start);
    std::printf("%8d %6d %7d %9d %14.2e\n", bed.getNumGrains(), ranks, numBodies, interval, rate);
    std::fflush(stdout);
}

int main(int argc, char** argv) {
    std::map<std::string, int> given{{"--ranks", 1}, {"--side", 27}, {"--bodies", -1}, {"--interval", 1}, {"--steps", 400}};
    bool isGood = argc % 2 == 1;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        char rest = 0;
        isGood = given.count(argv[i]) > 0 && std::sscanf(argv[i + 1], "%d%c", &given[argv[i]], &rest) == 1 &&
                 given[argv[i]] >= (argv[i] == std::string("--bodies") ? 0 : 1);
    }
    const int ranks = given["--ranks"], side = given["--side"], bodies = given["--bodies"];
    if (!isGood || side > 300 || (bodies > 0 && (bodies > 10 || side < 26))) { // there is room for ten bodies
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(isHelp ? stdout : stderr, "usage: ExampleGrainRate [--ranks N] [--side GRAINS] [--bodies 0 or 10 "
                                               "[--interval STEPS] [--steps N]]\n");
        return isHelp ? 0 : 2;
    }
    try {
        std::printf("  grains  ranks  bodies  interval  grain-steps/s\n");
        if (bodies >= 0) {
            measure(side, ranks, bodies, given["--interval"], given["--steps"]);
            return 0;
        }
        const int steps = side > 60 ? 24 : 400;
        const int numBodies = side < 26 ? 0 : 10;
        measure(side, ranks, 0, 100, steps);
        for (const int interval : {1, 8})
            if (numBodies > 0) measure(side, ranks, numBodies, interval, steps);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
