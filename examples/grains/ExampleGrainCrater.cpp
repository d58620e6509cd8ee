// A ball falls into a bed of 100 000 grains: how deep it goes, beside the law that Uehara et al. measured (Phys. Rev. Lett. 90, 194301, 2003):
// d = (0.14/mu) (rho_b/rho_g)^(1/2) D^(2/3) H^(1/3), with the drop H from the place of release to the deepest point. The bed is made once, as four
// copies of a packing of a quarter of the grains that repeats itself, and kept in a file.
//
// usage: ExampleGrainCrater --make FILE [--ranks N] [--friction PERCENT] [--modulus MPA] [--seed N]
//        ExampleGrainCrater --use FILE [--ranks N] [--friction PERCENT] [--modulus MPA] [--drop MM] [--density KG_PER_M3]
// Defaults: 1 rank, friction 50 %, modulus 2 MPa, seed 1, drop 100 mm, density of the ball 2500 kg/m^3.

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Sphere.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.002, density = 2500, gravity = 9.81; // of the grains [m], [kg/m^3], [m/s^2]
const Real tile = 0.12, height = 0.1;                      // side of the packing that is copied, and its height [m]
const Real diameter = 0.024;                               // of the ball [m]: six grains

struct Grains {
    Real friction, modulus; // [-], [Pa]

    SurfaceMaterial makeMaterial() const {
        return SurfaceMaterial().setYoungsModulus(modulus).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(
            friction);
    }
    Real getTimeStep() const { return 4e-5 * std::sqrt(2e6 / modulus); } // [s]
};

GrainBedOptions makeOptions(Real side, int ranks, Real timeStep) {
    return GrainBedOptions()
        .setBox(Vec3(0), Vec3(side, side, 0.4))
        .setPeriodic(true, true, false)
        .setDensity(density)
        .setRanks(ranks)
        .setTimeStep(timeStep)
        .setInterval(4)
        .setProgress([](const GrainProgress& now) {
            static int calls = 0;
            if (calls++ % 20 == 0)
                std::fprintf(stderr, "%s: %d grains, %.0f %%, %.3f s, %.2g particle-steps/s\n", now.task.c_str(),
                             now.grains, 100 * now.fraction, now.time, now.getRate());
        });
}

void make(const std::string& path, const Grains& kind, int ranks, int seed) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity));
    GrainBed bed(system, makeOptions(tile, ranks, kind.getTimeStep()));
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), kind.makeMaterial());
    bed.fill(Pouring(GrainRadii(0.95 * radius, 1.05 * radius), unsigned(seed)).upTo(height));
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) throw std::runtime_error("cannot write " + path);
    Real solid = 0;
    for (const Grain& g : bed.getGrains()) {
        std::fprintf(file, "%.17g %.17g %.17g %.17g\n", g.position[0], g.position[1], g.position[2], g.radius);
        if (g.position[2] > 0.2 * height && g.position[2] < 0.8 * height) solid += 4 * Pi / 3 * std::pow(g.radius, 3);
    }
    std::fclose(file);
    const GrainBedMeasures rest = bed.measure();
    std::printf(
        "packing of %d grains, %.2f mm high, volume fraction %.4f, coordination number %.3f, overlaps up to %.1f %%\n",
        rest.grains, 1000 * rest.height, solid / (0.6 * height * tile * tile), rest.coordinationNumber,
        100 * rest.deepestOverlap);
}

void drop(const std::string& path, const Grains& kind, int ranks, Real fall, Real ballDensity) {
    std::FILE* file = std::fopen(path.c_str(), "r");
    if (file == nullptr) throw std::runtime_error("cannot read " + path);
    std::vector<Grain> grains;
    Grain g;
    while (std::fscanf(file, "%lf %lf %lf %lf", &g.position[0], &g.position[1], &g.position[2], &g.radius) == 4)
        for (int i = 0; i < 4; ++i) {
            Grain copy = g;
            copy.position += tile * Vec3(i % 2, i / 2, 0);
            grains.push_back(copy);
        }
    std::fclose(file);
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity));
    const Real mass = ballDensity * Pi / 6 * std::pow(diameter, 3);
    MobilizedBody::Free ball(matter.Ground(), MassProperties(mass, Vec3(0), mass * UnitInertia::sphere(diameter / 2)));
    GrainBed bed(system, makeOptions(2 * tile, ranks, kind.getTimeStep()));
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), kind.makeMaterial());
    bed.add(grains);
    const SurfaceIndex skin = bed.addSurface(ball, Sphere(diameter / 2), Transform(), kind.makeMaterial(), "ball");
    const GrainBedMeasures rest = bed.measure();
    State state = system.realizeTopology();
    const Real start = rest.highest + 0.001, speed = std::sqrt(2 * gravity * (fall - (start - rest.height)));
    ball.setQToFitTransform(state, Vec3(tile, tile, start + diameter / 2));
    ball.setUToFitLinearVelocity(state, Vec3(0, 0, -speed));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-4);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    Real lowest = Infinity, overlap = 0, stopped = NaN;
    for (int k = 1; k < 300; ++k) {
        const Real now = 1e-3 * k; // [s]
        stepper.stepTo(now);
        system.realize(stepper.getState(), Stage::Velocity);
        const Real z = ball.getBodyOriginLocation(stepper.getState())[2],
                   v = ball.getBodyOriginVelocity(stepper.getState())[2];
        if (k % 10 == 0) overlap = std::max(overlap, bed.measure().deepestOverlap);
        if (z < lowest)
            lowest = z, stopped = now;
        else if (now > stopped + 0.004 && z > lowest)
            break;
        if (std::fabs(v) < 0.002 && k > 20) break;
    }
    const Real depth = rest.height - (lowest - diameter / 2);
    std::printf("crater friction %.2f modulus %.3g Pa density %.0f fall %.3f m: grains %d, surface %.2f mm, depth %.3f "
                "mm after %.3f "
                "s, H %.4f m, "
                "(rho_b/rho)^.5 D^2/3 H^1/3 = %.3f mm for rho 2500; overlaps up to %.1f %%, shortened %lld, moved "
                "aside %.2f mm, force at end %.3g N\n",
                kind.friction, kind.modulus, ballDensity, fall, bed.getNumGrains(), 1000 * rest.height, 1000 * depth,
                stopped, fall + depth,
                1000 * std::sqrt(ballDensity / density) * std::pow(diameter, 2. / 3) * std::cbrt(fall + depth),
                100 * overlap, bed.getNumShortened(),
                1000 * (ball.getBodyOriginLocation(stepper.getState()).getSubVec<2>(0) - Vec2(tile)).norm(),
                bed.getWrenchAtEnd(skin)[1][2]);
}

int main(int argc, char** argv) {
    std::map<std::string, std::string> o = {{"--make", ""},        {"--use", ""},      {"--ranks", "1"},
                                            {"--friction", "50"},  {"--modulus", "2"}, {"--drop", "100"},
                                            {"--density", "2500"}, {"--seed", "1"}};
    bool isGood = argc % 2 == 1;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        isGood = o.count(argv[i]) == 1;
        if (isGood) o[argv[i]] = argv[i + 1];
    }
    if (!isGood || o["--make"].empty() == o["--use"].empty()) {
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(
            isHelp ? stdout : stderr,
            "usage: ExampleGrainCrater --make FILE [--ranks N] [--friction PERCENT] [--modulus MPA] [--seed N]\n"
            "       ExampleGrainCrater --use FILE [--ranks N] [--friction PERCENT] [--modulus MPA] [--drop MM]\n"
            "                          [--density KG_PER_M3]\n"
            "defaults: 1 rank, friction 50 %%, modulus 2 MPa, seed 1, drop 100 mm, density of the ball 2500 kg/m^3\n");
        return isHelp ? 0 : 2;
    }
    try {
        const auto number = [&o](const std::string& option) {
            Real value = 0;
            char rest = 0;
            if (std::sscanf(o[option].c_str(), "%lf%c", &value, &rest) != 1)
                throw std::runtime_error(option + " " + o[option] + ": it must be a number");
            return value;
        };
        const Grains kind{number("--friction") / 100, number("--modulus") * 1e6};
        const auto count = [&o](const std::string& option, int least) {
            int value = 0;
            char rest = 0;
            if (std::sscanf(o[option].c_str(), "%d%c", &value, &rest) != 1 || value < least)
                throw std::runtime_error(option + " " + o[option] +
                                         ": it must be an integer >= " + std::to_string(least));
            return value;
        };
        const int ranks = count("--ranks", 1);
        if (!o["--make"].empty())
            make(o["--make"], kind, ranks, count("--seed", 0));
        else
            drop(o["--use"], kind, ranks, number("--drop") / 1000, number("--density"));
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
