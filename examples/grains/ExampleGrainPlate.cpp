// A plate that is pressed into a bed of 2000 grains: how hard the ground pushes back. The plate sinks at a constant speed. It prints force,
// pressure and contacts over each millimetre of depth, and at the end the balance of the vertical forces on the bed.
//
// usage: ExampleGrainPlate [--ranks N] [--replay FILE.html]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real side = 0.024, thickness = 0.008, rounding = 0.001; // of the plate [m]
const Real speed = 0.02;                                      // [m/s], slow beside sqrt(g d) = 0.2 m/s
const Real box = 0.06, grainRadius = 0.002;                   // [m]
const Real gravity = 9.81;                                    // [m/s^2]
const int deepest = 10, samplesPerMm = 100;                   // [mm]

void press(int ranks, const std::string& replayFile) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    system.setUpDirection(ZAxis);
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity)); // of the grains, too
    const Rotation up(-Pi / 2, YAxis);                           // a Slider slides along its x
    MobilizedBody::Slider plate(matter.Ground(), up, Body::Rigid(MassProperties(0.05, Vec3(0), Inertia(1e-5))), up);
    plate.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(side, side, thickness) / 2).setColor(Vec3(0.1, 0.4, 0.7)));

    GrainBed bed(system, GrainBedOptions()
                             .setBox(Vec3(-box / 2, -box / 2, 0), Vec3(box / 2, box / 2, 0.2))
                             .setPeriodic(true, true, false)
                             .setRanks(ranks)
                             .setInterval(4)
                             .setProgress([](const GrainProgress& now) {
                                 std::fprintf(stderr, "%s: %d grains, %.0f %%, %.2g particle-steps/s\n",
                                              now.task.c_str(), now.grains, 100 * now.fraction, now.getRate());
                             }));
    // Glass is ten thousand times stiffer. The strength of a bed comes from friction, as long as its grains hardly overlap.
    const SurfaceMaterial glass =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(0.5);
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), glass);
    bed.fill(Pouring(grainRadius).setCount(2000));
    const SurfaceIndex face =
        bed.addSurface(plate, Brick(Vec3(side, side, thickness) / 2, rounding), Transform(), glass, "plate");
    std::unique_ptr<ReplayRecorder> replay;
    if (!replayFile.empty()) {
        replay = std::make_unique<ReplayRecorder>(system, replayFile, Infinity);
        showGrains(*replay, bed);
    }

    const GrainBedMeasures before = bed.measure();
    std::printf("bed of %d grains, %.1f mm high, coordination number %.2f, step %.1f us\n", before.grains,
                1000 * before.height, before.coordinationNumber, 1e6 * bed.getTimeStep());
    State state = system.realizeTopology();
    plate.setQ(state, before.highest + thickness / 2); // clear of all grains
    plate.lockAt(state, -speed, Motion::Velocity);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-4);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    const Real onSurface = (before.highest - before.height) / speed; // when the plate passes the mean height [s]
    stepper.stepTo(onSurface);

    std::printf("depth [mm]  force [N]  pressure [kPa]  contacts\n");
    for (int mm = 0; mm < deepest; ++mm) {
        Real force = 0, contacts = 0; // means over the millimetre
        for (int i = 1; i <= samplesPerMm; ++i) {
            stepper.stepTo(onSurface + 1e-3 * (mm + Real(i) / samplesPerMm) / speed);
            system.realize(stepper.getState(), Stage::Position);
            force += bed.getWrench(stepper.getState(), face)[1][2] / samplesPerMm;
            contacts += Real(bed.getNumContacts(face)) / samplesPerMm;
            if (replay && i % 10 == 0) replay->record(stepper.getState());
        }
        std::printf("%10.1f %10.3f %15.2f %9.1f\n", mm + 0.5, force, 1e-3 * force / (side * side), contacts);
    }

    const GrainBedMeasures after = bed.measure();
    const Real onPlate = bed.getWrenchAtEnd(face)[1][2], weight = after.mass * gravity;
    std::printf("after %lld steps the bed is %.1f mm high, with coordination number %.2f and overlaps up to %.1f %%\n"
                "force of the floor %.3f N = weight %.3f N + push of the plate %.3f N + rate of momentum %.3f N\n"
                "momentum of the grains %.2g N s, impulse owed to the plate %.1g N s\n",
                stepper.getNumSteps(), 1000 * after.height, after.coordinationNumber, 100 * after.deepestOverlap,
                after.wallForce[2], weight, onPlate, after.wallForce[2] - weight - onPlate, after.momentum[2],
                bed.getPendingImpulse(face)[1][2]);
}

int main(int argc, char** argv) {
    const std::string usage = "usage: ExampleGrainPlate [--ranks N] [--replay FILE.html]\n";
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
        press(ranks, replayFile);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
