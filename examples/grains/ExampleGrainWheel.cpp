// A small driven wheel in a bed of 3000 grains: how hard it can pull. The rig sets the speed of the wheel's axle and its spin, so its slip,
// and leaves its height free. It prints sinkage, drawbar pull, torque and vertical force against slip. The box repeats itself along the
// track, and the wheel stops before it meets its own rut. Means over so few grains scatter: by half a millimetre of sinkage, and 0.01 N.
//
// usage: ExampleGrainWheel [--ranks N] [--replay FILE.html]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Cylinder.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.02, width = 0.016, rounding = 0.002; // of the wheel [m]
const Real mass = 0.02;                                    // that the wheel carries, with its own [kg]
const Real rimSpeed = 0.15;                                // omega r [m/s]
const Real gravity = 9.81;                                 // [m/s^2]
const Real settling = 0.12, sampled = 0.18;                // time for each slip [s]
const int numSamples = 200;

// The rig: a carriage along x, a lift along z that carries the mass, and a wheel about y.
struct Rig {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    const Body::Rigid light{MassProperties(1e-3, Vec3(0), Inertia(1e-7))};
    const Rotation up{-Pi / 2, YAxis};     // a Slider slides along its x
    const Rotation across{-Pi / 2, XAxis}; // a Pin turns about its z, which is the axis of a Cylinder, too
    MobilizedBody::Slider carriage{matter.Ground(), Transform(), light, Transform()};
    MobilizedBody::Slider lift{carriage, up, Body::Rigid(MassProperties(mass - 0.005, Vec3(0), Inertia(1e-6))), up};
    MobilizedBody::Pin wheel{lift, across, Body::Rigid(MassProperties(0.005, Vec3(0), Inertia(1e-6))), Transform()};
    Rig() {
        system.setUpDirection(ZAxis);
        matter.setShowDefaultGeometry(false);
        Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity)); // of the grains, too
        const Rotation aboutZ(Pi / 2, XAxis);                        // a DecorativeCylinder is along its y
        wheel.addBodyDecoration(aboutZ, DecorativeCylinder(radius, width / 2).setColor(Vec3(0.1, 0.4, 0.7)));
        wheel.addBodyDecoration(aboutZ,
                                DecorativeBrick(Vec3(radius, 0.51 * width, 0.1 * radius)).setColor(White)); // its spin
    }
};

void drive(int ranks, const std::string& replayFile) {
    Rig rig;
    GrainBed bed(rig.system, GrainBedOptions()
                                 .setBox(Vec3(-0.06, -0.02, 0), Vec3(0.06, 0.02, 0.2))
                                 .setPeriodic(true, true, false)
                                 .setRanks(ranks)
                                 .setInterval(8)
                                 .setProgress([](const GrainProgress& now) {
                                     std::fprintf(stderr, "%s: %d grains, %.0f %%, %.2g particle-steps/s\n",
                                                  now.task.c_str(), now.grains, 100 * now.fraction, now.getRate());
                                 }));
    // Far softer than glass, for longer steps. The strength of a bed comes from friction, as long as its grains hardly overlap.
    const SurfaceMaterial rough =
        SurfaceMaterial().setYoungsModulus(1e6).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(0.8);
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), rough);
    bed.fill(Pouring(GrainRadii(0.0015, 0.002)).setCount(3000));
    const SurfaceIndex rim =
        bed.addSurface(rig.wheel, Cylinder(radius, width / 2, rounding), Transform(), rough, "rim");
    std::unique_ptr<ReplayRecorder> replay;
    if (!replayFile.empty()) {
        replay = std::make_unique<ReplayRecorder>(rig.system, replayFile, Infinity);
        showGrains(*replay, bed, rig.wheel);
        replay->follow(rig.lift);
    }

    const GrainBedMeasures rest = bed.measure();
    std::printf("bed of %d grains, %.1f mm high, coordination number %.2f, step %.1f us\n", rest.grains,
                1000 * rest.height, rest.coordinationNumber, 1e6 * bed.getTimeStep());
    State state = rig.system.realizeTopology();
    rig.lift.setQ(state, rest.highest + radius);     // clear of all grains
    rig.lift.lockAt(state, -0.05, Motion::Velocity); // lowers the wheel, which already rolls
    rig.carriage.lockAt(state, rimSpeed, Motion::Velocity);
    rig.wheel.lockAt(state, rimSpeed / radius, Motion::Velocity);
    RungeKuttaMersonIntegrator integrator(rig.system);
    integrator.setAccuracy(1e-4);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    while (bed.getWrench(stepper.getState(), rim)[1][2] < mass * gravity) { // until the bed carries it
        stepper.stepTo(integrator.getTime() + 1e-3);
        rig.system.realize(stepper.getState(), Stage::Position);
    }

    std::printf("weight %.3f N\nslip [-]  sinkage [mm]  pull [N]  torque [mN m]  vertical force [N]\n", mass * gravity);
    for (const Real slip : {0., 0.4, 0.8}) { // 1 - V/(omega r)
        State rolling = stepper.getState();
        rig.lift.unlock(rolling);
        rig.carriage.lockAt(rolling, (1 - slip) * rimSpeed, Motion::Velocity);
        integrator.initialize(rolling);
        const Real start = integrator.getTime() + settling;
        stepper.stepTo(start);
        Real depth = 0, pull = 0, torque = 0, load = 0; // means
        for (int i = 1; i <= numSamples; ++i) {
            stepper.stepTo(start + sampled * i / numSamples);
            const State& now = stepper.getState();
            rig.system.realize(now, Stage::Position);
            const SpatialVec wrench = bed.getWrench(now, rim); // moment about the axle, and force, on the wheel
            depth += (rest.height + radius - rig.lift.getQ(now)) / numSamples;
            pull += wrench[1][0] / numSamples;
            load += wrench[1][2] / numSamples;
            torque -= wrench[0][1] / numSamples; // of the motor
            if (replay && i % 5 == 0) replay->record(now);
        }
        std::printf("%7.1f %13.2f %10.3f %14.2f %19.3f\n", slip, 1000 * depth, pull, 1000 * torque, load);
    }
}

int main(int argc, char** argv) {
    const std::string usage = "usage: ExampleGrainWheel [--ranks N] [--replay FILE.html]\n";
    int ranks = 1;
    std::string replayFile;
    for (int i = 1; i < argc; i += 2) {
        const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        if (option == "--help") {
            std::printf("%s", usage.c_str());
            return 0;
        }
        char rest = 0;
        const bool isRanks =
            option == "--ranks" && std::sscanf(value.c_str(), "%d%c", &ranks, &rest) == 1 && ranks >= 1;
        if (option == "--replay" && !value.empty())
            replayFile = value;
        else if (!isRanks) {
            std::fprintf(stderr, "%s", usage.c_str());
            return 2;
        }
    }
    try {
        drive(ranks, replayFile);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
