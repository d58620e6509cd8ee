// Four classic tests of a bed of grains, whose results LAMMPS alone gives, too (the scripts in examples/grains/lammps). A test prints one line.
//   packing  grains fall from a loose lattice into a box without walls, without any drag: volume fraction and coordination number
//   slope    a long box of grains is tilted by 30 degrees: angle at which its surface comes to rest
//   silo     grains in a column of four heights, on a floor that sinks slowly: force on the floor against weight (Janssen)
//   plate    a plate sinks into a bed at a constant speed: mean force over each millimetre of depth
// The last three begin with grains that fill() has poured, with its drag, in another box. The tests have no drag. With --write, the grains at
// the start of the test are written as data files of LAMMPS: PREFIX.data, or PREFIX-1.data to PREFIX-4.data for the silo.
//
// usage: ExampleGrainCases --case packing|slope|silo|plate [--seed N] [--ranks N] [--write PREFIX]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Shape.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.002, density = 2500, gravity = 9.81; // of the grains [m], [kg/m^3], [m/s^2]
const Real timeStep = 2.5e-5;                              // of the bed, a tenth of Rayleigh's time [s]

struct Options {
    std::string test, write;
    int seed = 1, ranks = 1;
};

struct Box {
    Vec3 low, high;
    bool periodicX, periodicY;
};

const SurfaceMaterial& getGlass() { // ten thousand times softer, for longer steps
    static const SurfaceMaterial glass =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(0.5);
    return glass;
}

// A bed, and the mechanism of a test: a slider along an axis, which moves at a constant speed.
struct Rig {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GrainBed bed;
    Rotation along;
    MobilizedBody::Slider slider;
    RungeKuttaMersonIntegrator integrator{system};
    GrainStepper stepper{bed, integrator};

    Rig(const Options& options, const Box& box, const UnitVec3& axis = UnitVec3(XAxis), Real tilt = 0)
        : bed(system, GrainBedOptions()
                          .setBox(box.low, box.high)
                          .setPeriodic(box.periodicX, box.periodicY, false)
                          .setDensity(density)
                          .setRanks(options.ranks)
                          .setTimeStep(timeStep * (1 + 1e-9)) // so that every multiple of it takes no step more
                          .setInterval(4)),
          along(axis, XAxis), // a Slider slides along its x
          slider(matter.Ground(), along, Body::Rigid(MassProperties(0.05, Vec3(0), Inertia(1e-5))), along) {
        Force::UniformGravity(forces, matter, gravity * Vec3(std::sin(tilt), 0, -std::cos(tilt))); // of the grains, too
        bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), getGlass());
    }

    // Adds a shape on the slider.
    SurfaceIndex addSurface(const Shape& shape, const Transform& pose) {
        return bed.addSurface(slider, shape, pose, getGlass());
    }

    void start(Real place, Real speed) {
        State state = system.realizeTopology();
        slider.setQ(state, place);
        slider.lockAt(state, speed, Motion::Velocity);
        integrator.setAccuracy(1e-4);
        integrator.initialize(state);
    }

    // Returns the mean force on a surface until this time.
    Vec3 runTo(Real time, SurfaceIndex surface) {
        const Real start = integrator.getTime(), pause = 8 * timeStep;
        const int samples = int(std::lround((time - start) / pause));
        Vec3 sum(0);
        for (int i = 1; i <= samples; ++i) {
            stepper.stepTo(start + (time - start) * i / samples);
            system.realize(stepper.getState(), Stage::Position);
            sum += bed.getWrench(stepper.getState(), surface)[1];
        }
        return sum / samples;
    }
};

std::vector<Grain> pour(const Options& options, const Box& box, int count) {
    Rig filling(options, box);
    filling.bed.fill(Pouring(radius, unsigned(options.seed)).setCount(count));
    return filling.bed.getGrains();
}

void write(const std::string& path, const Box& box, const std::vector<Grain>& grains) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) throw std::runtime_error("cannot write " + path);
    std::fprintf(file, "grains of ExampleGrainCases\n\n%zu atoms\n1 atom types\n", grains.size());
    const char* axes = "xyz";
    for (int i = 0; i < 3; ++i)
        std::fprintf(file, "%.17g %.17g %clo %chi\n", box.low[i], box.high[i], axes[i], axes[i]);
    std::fprintf(file, "\nAtoms # sphere\n\n");
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3& p = grains[i].position;
        std::fprintf(file, "%zu 1 %.17g %.17g %.17g %.17g %.17g\n", i + 1, 2 * grains[i].radius, density, p[0], p[1],
                     p[2]);
    }
    std::fprintf(file, "\nVelocities\n\n");
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3 &v = grains[i].velocity, &w = grains[i].angularVelocity;
        std::fprintf(file, "%zu %.17g %.17g %.17g %.17g %.17g %.17g\n", i + 1, v[0], v[1], v[2], w[0], w[1], w[2]);
    }
    std::fclose(file);
}

// Returns the volume of a ball below a height.
Real calcVolumeBelow(const Grain& grain, Real height) {
    const Real r = grain.radius, h = std::clamp(height - grain.position[2] + r, Real(0), 2 * r);
    return Pi * h * h * (3 * r - h) / 3;
}

void runPacking(const Options& options) {
    const Real side = 0.06, pitch = 0.0048, duration = 0.6; // [m]; between grains [m]; [s]
    const Real low = 0.007, high = 0.027; // fifths of the height of the bed, between which it is measured [m]
    const int perSide = int(side / pitch), count = 2000;
    const Box box{Vec3(0), Vec3(side, side, 0.1), true, true};
    std::mt19937 random{unsigned(options.seed)};
    std::uniform_real_distribution<Real> shift(-0.5 * (pitch - 2 * radius), 0.5 * (pitch - 2 * radius));
    std::vector<Grain> grains;
    for (int i = 0; i < count; ++i) {
        const Vec3 cell(i % perSide, i / perSide % perSide, i / (perSide * perSide));
        Vec3 place = pitch * (cell + Vec3(0.5));
        for (int k = 0; k < 3; ++k) place[k] += shift(random);
        grains.push_back({place, radius});
    }
    if (!options.write.empty()) write(options.write + ".data", box, grains);
    Rig rig(options, box);
    rig.bed.add(grains);
    rig.start(0, 0);
    rig.stepper.stepTo(duration);
    const GrainBedMeasures rest = rig.bed.measure();
    Real solid = 0;
    for (const Grain& grain : rig.bed.getGrains()) solid += calcVolumeBelow(grain, high) - calcVolumeBelow(grain, low);
    std::printf(
        "packing seed %d: height %.3f mm, volume fraction %.4f, coordination number %.3f, kinetic energy %.2g J\n",
        options.seed, 1000 * rest.height, solid / ((high - low) * side * side), rest.coordinationNumber,
        rest.kineticEnergy);
}

// Returns how much the surface rises with x [deg]: the angle of a line through the highest grain of each bin between two places.
Real fitRise(const std::vector<Grain>& grains, Real low, Real high) {
    const Real bin = 4 * radius;
    std::map<int, Vec3> highest;
    for (const Grain& grain : grains) {
        const Vec3& place = grain.position;
        if (place[0] < low || place[0] > high) continue;
        Vec3& top = highest.emplace(int(std::floor(place[0] / bin)), Vec3(0)).first->second;
        if (place[2] > top[2]) top = place;
    }
    Real n = 0, x = 0, z = 0, xx = 0, xz = 0;
    for (const auto& [bin, top] : highest)
        n += 1, x += top[0], z += top[2], xx += top[0] * top[0], xz += top[0] * top[2];
    return std::atan((n * xz - x * z) / (n * xx - x * x)) * 180 / Pi;
}

void runSlope(const Options& options) {
    const Real length = 0.12, depth = 0.016, tilt = 30 * Pi / 180, duration = 0.8; // [m]; periodic [m]; [rad]; [s]
    const Box box{Vec3(0), Vec3(length, depth, 0.15), false, true};
    const std::vector<Grain> grains = pour(options, box, 1500);
    if (!options.write.empty()) write(options.write + ".data", box, grains);
    Rig rig(options, box, UnitVec3(XAxis), tilt);
    rig.bed.add(grains);
    rig.start(0, 0);
    rig.stepper.stepTo(duration);
    const GrainBedMeasures rest = rig.bed.measure();
    std::printf("slope seed %d: angle of repose %.2f deg, kinetic energy %.2g J\n", options.seed,
                tilt * 180 / Pi - fitRise(rig.bed.getGrains(), 0.2 * length, 0.8 * length), rest.kineticEnergy);
}

void runSilo(const Options& options) {
    const Real side = 0.024, below = 0.02,
               speed = 0.01;                    // of the column [m]; room for the floor to sink [m]; of the floor [m/s]
    const int counts[] = {240, 480, 720, 1200}; // about 1, 2, 3 and 5 sides high
    std::printf("silo seed %d:", options.seed);
    for (int i = 0; i < 4; ++i) {
        const Real high = 0.1 + 0.001 * counts[i] / 3;
        const std::vector<Grain> grains = pour(options, Box{Vec3(0), Vec3(side, side, high), false, false}, counts[i]);
        const Box box{Vec3(0, 0, -below), Vec3(side, side, high), false, false};
        if (!options.write.empty()) write(options.write + "-" + std::to_string(i + 1) + ".data", box, grains);
        Rig rig(options, box, UnitVec3(ZAxis));
        rig.bed.add(grains);
        const SurfaceIndex floor = rig.addSurface(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
        rig.start(0, -speed);
        rig.runTo(0.3, floor);
        std::printf(" %.4f of %.4f N", -rig.runTo(0.6, floor)[2], rig.bed.measure().mass * gravity);
        std::fflush(stdout);
    }
    std::printf("\n");
}

void runPlate(const Options& options) {
    const Vec3 size(0.024, 0.024, 0.008); // [m]
    const Real rounding = 0.0005, speed = 0.02,
               side = 0.06; // of the plate's edges [m], of the plate [m/s], of the box [m]
    const int deepest = 10; // [mm]
    const Box box{Vec3(-side / 2, -side / 2, 0), Vec3(side / 2, side / 2, 0.1), true, true};
    const std::vector<Grain> grains = pour(options, box, 2000);
    if (!options.write.empty()) write(options.write + ".data", box, grains);
    Rig rig(options, box, UnitVec3(ZAxis));
    rig.bed.add(grains);
    const SurfaceIndex face = rig.addSurface(Brick(size / 2, rounding), Transform());
    const GrainBedMeasures rest = rig.bed.measure();
    rig.start(rest.highest + size[2] / 2, -speed); // clear of all grains
    const Real pause = 8 * timeStep, onSurface = pause * std::round((rest.highest - rest.height) / speed / pause);
    if (!options.write.empty())
        std::printf("plate: highest %.17g height %.17g\n", rest.highest, rest.height); // for plate.in
    rig.stepper.stepTo(onSurface);
    std::printf("plate seed %d: force [N] over each mm", options.seed);
    for (int mm = 1; mm <= deepest; ++mm) std::printf(" %.4f", rig.runTo(onSurface + 1e-3 * mm / speed, face)[2]);
    std::printf("\n");
}

int main(int argc, char** argv) {
    const std::map<std::string, void (*)(const Options&)> tests = {
        {"packing", runPacking}, {"slope", runSlope}, {"silo", runSilo}, {"plate", runPlate}};
    Options options;
    bool isGood = argc % 2 == 1;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        const std::string key = argv[i], value = argv[i + 1];
        char rest = 0;
        int number = 0;
        const bool isNumber = std::sscanf(value.c_str(), "%d%c", &number, &rest) == 1 && number >= 1;
        if (key == "--case")
            options.test = value;
        else if (key == "--write")
            options.write = value;
        else if (key == "--seed" && isNumber)
            options.seed = number;
        else if (key == "--ranks" && isNumber)
            options.ranks = number;
        else
            isGood = false;
    }
    if (!isGood || tests.count(options.test) == 0) {
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(isHelp ? stdout : stderr, "usage: ExampleGrainCases --case packing|slope|silo|plate [--seed N] "
                                               "[--ranks N] [--write PREFIX]\n");
        return isHelp ? 0 : 2;
    }
    try {
        tests.at(options.test)(options);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
