// A slice of a smooth wheel of 315 mm rolls over grains with given slips, beside the sinkage that Ding et al. measured on a simulant of lunar soil
// with an angle of friction of 31.9 degrees (J. Terramechanics 48 (2011), 27-45, DOI 10.1016/j.jterra.2010.08.001; their values are those of
// ExampleSingleWheel). The slice is 40 of 165 mm wide, and repeats itself, so it has no edges. It carries its part of 80 N. Grains are 8 to
// 10 mm, far larger than those of the soil.
//
// usage: ExampleGrainSingleWheel [--slip S[,S...]] [--friction MU] [--rolling MU_R] [--ranks N]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Cylinder.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.15735, width = 0.165, slice = 0.04; // of the wheel [m]
const Real load = 80 * slice / width, gravity = 9.81;     // [N], [m/s^2]
const Real rimSpeed = 0.1;                                // ten times the measured one, still slow [m/s]
const Real settling = 0.6, sampled = 0.6;                 // [s]
const std::map<Real, Real> measured = {{0, 5}, {0.1, 5.5}, {0.2, 7.5}, {0.3, 10}, {0.4, 12.5}, {0.6, 17.5}}; // sinkage [mm]

struct Options {
    std::vector<Real> slips = {0.1, 0.3, 0.6};
    Real friction = 0.6, rolling = 0.2;
    int ranks = 1;
};

void roll(const Options& options) {
    std::printf("slip [-]  sinkage [mm]  measured [mm]  pull [N]  torque [N m]   of the whole wheel\n");
    for (const Real slip : options.slips) {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GeneralForceSubsystem forces(system);
        Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity)); // of the grains, too
        const Body::Rigid light(MassProperties(1e-3, Vec3(0), Inertia(1e-6)));
        const Rotation up(-Pi / 2, YAxis), across(-Pi / 2, XAxis); // a Slider slides along its x, a Pin turns about its z
        MobilizedBody::Slider carriage(matter.Ground(), Transform(), light, Transform());
        MobilizedBody::Slider lift(carriage, Transform(up, Vec3(0, slice / 2, 0)),
                                   Body::Rigid(MassProperties(load / gravity - 0.1, Vec3(0), Inertia(1e-3))), up);
        MobilizedBody::Pin wheel(lift, across, Body::Rigid(MassProperties(0.1, Vec3(0), Inertia(1e-3))), Transform());
        GrainBed bed(system, GrainBedOptions()
                                 .setBox(Vec3(-0.24, 0, 0), Vec3(0.24, slice, 0.2))
                                 .setPeriodic(true, true, false)
                                 .setDensity(2650)
                                 .setRanks(options.ranks)
                                 .setInterval(8)
                                 .setProgress([](const GrainProgress& now) {
                                     std::fprintf(stderr, "%s: %d grains, %.0f %%\n", now.task.c_str(), now.grains,
                                                  100 * now.fraction);
                                 }));
        const SurfaceMaterial rough = SurfaceMaterial()
                                          .setYoungsModulus(5e6)
                                          .setPoissonsRatio(0.25)
                                          .setRestitution(0.5)
                                          .setFriction(options.friction)
                                          .setRollingFriction(options.rolling);
        bed.setLaw({HertzNormal(), MindlinIncremental(), EPSDRolling().setStiffness(0.01)}, rough);
        bed.fill(Pouring(GrainRadii(0.004, 0.005)).upTo(0.08));
        const SurfaceIndex rim = bed.addSurface(wheel, Cylinder(radius, slice / 2, 0.002), Transform(), rough, "rim");
        const GrainBedMeasures rest = bed.measure();
        State state = system.realizeTopology();
        lift.setQ(state, rest.highest + radius + 1e-4);
        carriage.setQ(state, -0.05);
        carriage.lockAt(state, (1 - slip) * rimSpeed, Motion::Velocity);
        wheel.lockAt(state, rimSpeed / radius, Motion::Velocity);
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-4);
        integrator.initialize(state);
        GrainStepper stepper(bed, integrator);
        Real depth = 0, pull = 0, torque = 0; // means
        const int samples = 200;
        for (int i = 1; i <= 2 * samples; ++i) {
            stepper.stepTo(i <= samples ? settling * i / samples : settling + sampled * (i - samples) / samples);
            const State& now = stepper.getState();
            system.realize(now, Stage::Position);
            const Real sinkage = rest.height - (lift.getQ(now) - radius);
            if (i % 40 == 0) std::fprintf(stderr, "slip %.1f: %3d %%, sinkage %.2f mm\n", slip, 50 * i / samples, 1000 * sinkage);
            if (i <= samples) continue;
            const SpatialVec wrench = bed.getWrench(now, rim); // moment about the axle, and force, on the wheel
            depth += sinkage / samples;
            pull += wrench[1][0] / samples;
            torque -= wrench[0][1] / samples;
        }
        const auto known = measured.find(slip);
        std::printf("%8.1f  %12.1f  %13s  %8.1f  %12.2f\n", slip, 1000 * depth,
                    known == measured.end() ? "" : std::to_string(known->second).substr(0, 4).c_str(), pull * width / slice,
                    torque * width / slice);
        std::printf("%s\n", bed.adviseInterval().text.c_str());
        std::fflush(stdout);
    }
}

int main(int argc, char** argv) {
    Options options;
    bool isGood = argc % 2 == 1;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        const std::string key = argv[i], value = argv[i + 1];
        char rest = 0;
        double number = 0;
        const bool isNumber = std::sscanf(value.c_str(), "%lf%c", &number, &rest) == 1 && number >= 0;
        if (key == "--slip") {
            options.slips.clear();
            std::istringstream list(value);
            for (std::string one; std::getline(list, one, ',');) {
                isGood = isGood && std::sscanf(one.c_str(), "%lf%c", &number, &rest) == 1 && number >= 0 && number < 1;
                options.slips.push_back(number);
            }
        } else if (key == "--friction" && isNumber)
            options.friction = number;
        else if (key == "--rolling" && isNumber)
            options.rolling = number;
        else if (key == "--ranks" && isNumber && number >= 1 && number == std::floor(number))
            options.ranks = int(number);
        else
            isGood = false;
    }
    if (!isGood) {
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(isHelp ? stdout : stderr, "usage: ExampleGrainSingleWheel [--slip S[,S...]] [--friction MU] [--rolling "
                                               "MU_R] [--ranks N]\n");
        return isHelp ? 0 : 2;
    }
    try {
        roll(options);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
