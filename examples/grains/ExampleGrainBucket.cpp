// A bucket that digs into gravel, fills itself and lifts what it holds. It is lowered, dragged, turned up and lifted. After each part of the
// way it prints force and torque of the gravel on the bucket, and at the end the mass that it carries. With --replay it writes a page that
// plays the run in a browser.
//
// usage: ExampleGrainBucket [--ranks N] [--replay FILE.html]

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

const Real halfLength = 0.03, halfWidth = 0.03, halfDepth = 0.02, halfWall = 0.002,
           rounding = 0.001; // of the bucket [m]
const Real gravity = 9.81;   // [m/s^2]
const Real digDepth = 0.03;  // of the lip [m]
const Real digAngle = 0.5;   // lip down [rad]

struct Part {
    const char* name;
    Real duration, forward, up, turn; // [s], [m/s], [m/s], [rad/s]
};

void dig(int ranks, const std::string& replayFile) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    system.setUpDirection(ZAxis);
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity)); // of the grains, too
    // An arm along x and z, and a joint about y.
    const Body::Rigid light(MassProperties(0.01, Vec3(0), Inertia(1e-6)));
    const Rotation upwards(-Pi / 2, YAxis), across(-Pi / 2, XAxis); // of a Slider and of a Pin
    MobilizedBody::Slider carriage(matter.Ground(), Transform(), light, Transform());
    MobilizedBody::Slider lift(carriage, upwards, light, upwards);
    MobilizedBody::Pin bucket(lift, across, Body::Rigid(MassProperties(0.1, Vec3(0), Inertia(1e-4))), across);

    GrainBed bed(system, GrainBedOptions()
                             .setBox(Vec3(-0.12, -0.05, 0), Vec3(0.12, 0.05, 0.4))
                             .setRanks(ranks)
                             .setInterval(4)
                             .setProgress([](const GrainProgress& now) {
                                 std::fprintf(stderr, "%s: %d grains, %.0f %%, %.2g particle-steps/s\n",
                                              now.task.c_str(), now.grains, 100 * now.fraction, now.getRate());
                             }));
    const SurfaceMaterial stone =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.3).setFriction(0.6);
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), stone);
    bed.fill(Pouring(GrainRadii(0.004, 0.005)).setCount(2000));
    std::vector<SurfaceIndex> walls;
    const auto addWall = [&](const Vec3& place, const Vec3& half, const std::string& name) {
        walls.push_back(bed.addSurface(bucket, Brick(half, rounding), place, stone, name));
        bucket.addBodyDecoration(place, DecorativeBrick(half).setColor(Vec3(0.85, 0.55, 0.1)).setOpacity(0.5));
    };
    addWall(Vec3(0, 0, -halfDepth), Vec3(halfLength, halfWidth, halfWall), "bottom");
    addWall(Vec3(-halfLength, 0, 0), Vec3(halfWall, halfWidth, halfDepth), "back");
    addWall(Vec3(0, -halfWidth, 0), Vec3(halfLength, halfWall, halfDepth), "right side");
    addWall(Vec3(0, halfWidth, 0), Vec3(halfLength, halfWall, halfDepth), "left side");

    std::unique_ptr<ReplayRecorder> replay;
    if (!replayFile.empty()) {
        replay = std::make_unique<ReplayRecorder>(system, replayFile, Infinity);
        showGrains(*replay, bed);
    }
    const Real top = bed.measure().highest, surface = bed.getHeight(), reach = halfLength + halfDepth + halfWall;
    State state = system.realizeTopology();
    carriage.setQ(state, -0.07);
    lift.setQ(state, top + reach); // clear of all grains
    bucket.setQ(state, digAngle);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-4);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);

    // The lip is below the joint by this much when the bucket is lowered.
    const Real lip = halfLength * std::sin(digAngle) + halfDepth * std::cos(digAngle);
    const Real lowering = (top + reach - (surface - digDepth + lip)) / 0.2;
    const Part parts[] = {{"lower", lowering, 0, -0.2, 0},
                          {"drag", 0.4, 0.2, 0, -digAngle / 0.4},
                          {"turn up", 0.3, 0.1, 0.05, -0.6 / 0.3},
                          {"lift", 0.5, 0, 0.2, 0},
                          {"hold", 0.3, 0, 0, 0}};
    std::printf("bed of %d grains, %.1f mm high, step %.1f us\n"
                "part      time [s]  force x [N]  force z [N]  torque [N m]  contacts\n",
                bed.getNumGrains(), 1000 * surface, 1e6 * bed.getTimeStep());
    Real carried = 0;
    for (const Part& part : parts) {
        State next = stepper.getState();
        carriage.lockAt(next, part.forward, Motion::Velocity);
        lift.lockAt(next, part.up, Motion::Velocity);
        bucket.lockAt(next, part.turn, Motion::Velocity);
        integrator.initialize(next);
        const Real start = integrator.getTime();
        const int samples = 20;
        SpatialVec mean(Vec3(0), Vec3(0));
        for (int i = 1; i <= samples; ++i) {
            stepper.stepTo(start + part.duration * i / samples);
            const State& now = stepper.getState();
            system.realize(now, Stage::Position);
            for (const SurfaceIndex wall : walls) mean += (1. / samples) * bed.getWrench(now, wall);
            if (replay) replay->record(now);
        }
        int contacts = 0;
        for (const SurfaceIndex wall : walls) contacts += bed.getNumContacts(wall);
        std::printf("%-8s %9.2f %12.3f %12.3f %13.4f %9d\n", part.name, integrator.getTime(), mean[1][0], mean[1][2],
                    mean[0][1], contacts);
        carried = -mean[1][2] / gravity;
    }
    Real above = 0; // mass of the grains in the air
    for (const Grain& grain : bed.getGrains())
        if (grain.position[2] > top + 0.01) above += 2500 * 4. / 3. * Pi * std::pow(grain.radius, 3);
    std::printf("the bucket carries %.1f g, by its force; grains of %.1f g are above the bed\n", 1000 * carried,
                1000 * above);
}

int main(int argc, char** argv) {
    const std::string usage = "usage: ExampleGrainBucket [--ranks N] [--replay FILE.html]\n";
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
        dig(ranks, replayFile);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
