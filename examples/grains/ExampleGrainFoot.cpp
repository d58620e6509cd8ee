// A foot that lands in gravel. The leg of a small robot falls from 2 cm. A spring carries its trunk, and the foot turns at an ankle with a
// spring of its own. Every 20 ms it prints how deep the foot is, how it tilts, and what the gravel bears. At the end the foot stands, and the
// gravel bears the weight.
//
// usage: ExampleGrainFoot [--ranks N] [--replay FILE.html]

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

const Vec3 halfFoot(0.03, 0.015, 0.006);               // [m]
const Real rounding = 0.002;                           // of its edges [m]
const Real trunkMass = 0.3, footMass = 0.05;           // [kg]
const Real legStiffness = 400, legDamping = 8;         // [N/m], [N s/m]
const Real ankleStiffness = 0.5, ankleDamping = 0.005; // [N m/rad], [N m s/rad]
const Real legLength = 0.1, fall = 0.02;               // [m]
const Real gravity = 9.81;                             // [m/s^2]
const Real duration = 0.6, between = 0.02;             // [s]

void land(int ranks, const std::string& replayFile) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    system.setUpDirection(ZAxis);
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity));    // of the grains, too
    const Rotation upwards(-Pi / 2, YAxis), across(-Pi / 2, XAxis); // of a Slider and of a Pin
    MobilizedBody::Slider trunk(matter.Ground(), upwards,
                                Body::Rigid(MassProperties(trunkMass, Vec3(0), Inertia(1e-4))), upwards);
    const Body::Rigid shank(MassProperties(0.01, Vec3(0), Inertia(1e-6)));
    MobilizedBody::Slider leg(trunk, Transform(upwards, Vec3(0, 0, -legLength)), shank, upwards);
    MobilizedBody::Pin foot(leg, across,
                            Body::Rigid(MassProperties(footMass, Vec3(0), footMass * UnitInertia::brick(halfFoot))),
                            Transform(across, Vec3(-0.005, 0, halfFoot[2]))); // the ankle is behind the middle
    Force::MobilityLinearSpring(forces, leg, MobilizerQIndex(0), legStiffness, 0);
    Force::MobilityLinearDamper(forces, leg, MobilizerUIndex(0), legDamping);
    Force::MobilityLinearSpring(forces, foot, MobilizerQIndex(0), ankleStiffness, 0);
    Force::MobilityLinearDamper(forces, foot, MobilizerUIndex(0), ankleDamping);
    trunk.addBodyDecoration(Vec3(0), DecorativeSphere(0.02).setColor(Vec3(0.1, 0.4, 0.7)));
    leg.addBodyDecoration(Vec3(0, 0, 0.04), DecorativeBrick(Vec3(0.004, 0.004, 0.04)).setColor(Vec3(0.4)));
    foot.addBodyDecoration(Vec3(0), DecorativeBrick(halfFoot).setColor(Vec3(0.1, 0.4, 0.7)));

    GrainBed bed(system, GrainBedOptions()
                             .setBox(Vec3(-0.06, -0.05, 0), Vec3(0.06, 0.05, 0.4))
                             .setRanks(ranks)
                             .setInterval(8)
                             .setIntervalTolerance(1e-3) // [m/s]
                             .setProgress([](const GrainProgress& now) {
                                 std::fprintf(stderr, "%s: %d grains, %.0f %%, %.2g particle-steps/s\n",
                                              now.task.c_str(), now.grains, 100 * now.fraction, now.getRate());
                             }));
    const SurfaceMaterial stone =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.3).setFriction(0.6);
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), stone);
    bed.fill(Pouring(GrainRadii(0.003, 0.004)).setCount(2000));
    const SurfaceIndex sole = bed.addSurface(foot, Brick(halfFoot, rounding), Transform(), stone, "sole");
    std::unique_ptr<ReplayRecorder> replay;
    if (!replayFile.empty()) {
        replay = std::make_unique<ReplayRecorder>(system, replayFile, Infinity);
        showGrains(*replay, bed);
    }

    const Real top = bed.measure().highest, surface = bed.getHeight();
    State state = system.realizeTopology();
    trunk.setQ(state, top + fall + 2 * halfFoot[2] + legLength);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-4);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    std::printf("bed of %d grains, %.1f mm high, step %.1f us; weight %.3f N\n"
                "time [s]  depth of the sole [mm]  tilt [deg]  load [N]  contacts\n",
                bed.getNumGrains(), 1000 * surface, 1e6 * bed.getTimeStep(), gravity * (trunkMass + footMass + 0.01));
    for (int k = 1; k <= int(duration / between + 0.5); ++k) {
        Real load = 0; // mean
        const int samples = 10;
        for (int i = 1; i <= samples; ++i) {
            stepper.stepTo(between * (k - 1 + Real(i) / samples));
            system.realize(stepper.getState(), Stage::Position);
            load += bed.getWrench(stepper.getState(), sole)[1][2] / samples;
        }
        const State& now = stepper.getState();
        if (replay) replay->record(now);
        const Real depth = surface - foot.findStationLocationInGround(now, Vec3(0, 0, -halfFoot[2]))[2];
        std::printf("%8.2f %23.2f %11.2f %9.3f %9d\n", now.getTime(), 1000 * depth, foot.getQ(now) * 180 / Pi, load,
                    bed.getNumContacts(sole));
    }
    std::printf("%lld steps of the bed in %lld intervals, %lld of them of one step for a light body\n",
                stepper.getNumSteps(), bed.getNumIntervals(), bed.getNumShortened());
}

int main(int argc, char** argv) {
    const std::string usage = "usage: ExampleGrainFoot [--ranks N] [--replay FILE.html]\n";
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
        land(ranks, replayFile);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
