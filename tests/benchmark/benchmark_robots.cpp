// Times robots that stand on their servos with fixed steps of 2 ms. It reports the CPU time of a step, in microseconds and in multiples of
// one force evaluation of the whole System, and how many times faster than real time the run is. If the environment variable
// SIMBODYDEM_ROBOT_DATA is the folder of example-robot-data, robots of that collection stand as well, with contacts among their links.

#include "Timing.h"

#include <benchmark/benchmark.h>
#include <simbodydem/robots.h>
#include <simbodydem/simbodydem.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real step = 2e-3;

struct World {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    Force::Gravity gravity{forces, matter, -ZAxis, 9.81};

    void addFloor(const SurfaceMaterial& material, Real height = 0) {
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, height)), material, "floor");
    }
};

// Steps of a run that has settled, beside force evaluations at its last State.
void time(benchmark::State& bench, const MultibodySystem& system, ContactIntegrator& integrator) {
    integrator.stepTo(integrator.getTime() + 2);
    const int steps = 500, evaluations = 200;
    std::vector<double> ofStep, ofEvaluation;
    for (int block = 0; block < 9; ++block) {
        const Real end = integrator.getTime() + steps * step;
        ofStep.push_back(timeOf([&] { integrator.stepTo(end); }) / steps);
        State state = integrator.getState();
        ofEvaluation.push_back(timeOf([&] {
                                    for (int i = 0; i < evaluations; ++i) {
                                        advance(system, state);
                                        system.realize(state, Stage::Acceleration);
                                    }
                                }) /
                                evaluations);
    }
    bench.counters["step_us"] = 1e6 * median(ofStep);
    bench.counters["evaluations"] = median(ofStep) / median(ofEvaluation);
    bench.counters["times_real_time"] = step / median(ofStep);
}

// The quadruped of the examples, with its feet on a plane.
void Stand(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        World world;
        const auto rubber =
            SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.2).setFriction(0.8);
        const RobotFile file(SIMBODYDEM_EXAMPLE_ROBOTS "/quadruped.urdf");
        Robot robot(world.matter, world.forces, file, RobotOptions().setBase(Base::Floating).setMaterial(".*", rubber));
        world.addFloor(rubber);
        robot.addCollisions(world.surfaces);
        robot.setServo(".*", 100, 3);
        HertzMindlinForce contact(world.forces, world.surfaces);
        State state = world.system.realizeTopology();
        std::vector<Real> angles(std::size_t(robot.getNumJoints()), 0);
        for (const std::string leg : {"fl", "fr", "rl", "rr"}) {
            angles[std::size_t(robot.getJoint("hip_" + leg))] = 0.6;
            angles[std::size_t(robot.getJoint("knee_" + leg))] = -1.2;
        }
        robot.setJointPositions(state, angles);
        robot.setTargets(state, angles);
        robot.setBasePose(state, Vec3(0, 0, 0.4 * std::cos(0.6) + 0.02));
        ContactIntegrator integrator(world.system, contact);
        integrator.addJointForces(robot.getJointForces()).setFixedStepSize(step).initialize(state);
        time(bench, world.system, integrator);
    }
}

// A robot of a file at its default pose, with contacts among its own links: on the floor, or fixed in the air.
void StandOf(benchmark::State& bench, const std::string& path, Base base, Real stiffness, Real damping) {
    for (auto _ : bench) {
        (void)_;
        World world;
        const SurfaceMaterial rubber{1e7, 0.45, 0.2, 0.8};
        Robot robot(world.matter, world.forces, RobotFile(path), RobotOptions().setBase(base).setMaterial(".*", rubber).setDrawVisuals(false));
        world.addFloor(rubber, base == Base::Floating ? 0 : -5); // a fixed robot may reach below its base
        robot.addCollisions(world.surfaces);
        robot.setServo(".*", stiffness, damping, 1e5);
        HertzMindlinForce contact(world.forces, world.surfaces);
        State state = world.system.realizeTopology();
        robot.excludeOverlaps(state, world.surfaces);
        state = world.system.realizeTopology();
        robot.setTargets(state, robot.getJointPositions(state));
        if (base == Base::Floating) robot.setOnFloor(state, world.surfaces);
        ContactIntegrator integrator(world.system, contact);
        integrator.addJointForces(robot.getJointForces()).setFixedStepSize(step).initialize(state);
        time(bench, world.system, integrator);
    }
}

void addRobots(const std::string& folder) {
    const auto add = [&](const char* name, const char* file, Base base, Real stiffness, Real damping) {
        benchmark::RegisterBenchmark((std::string("StandOf/") + name).c_str(), StandOf, folder + "/robots/" + file, base, stiffness, damping)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    };
    add("Solo12", "solo_description/robots/solo12.urdf", Base::Floating, 400, 20);
    add("HyQ", "hyq_description/robots/hyq_no_sensors.urdf", Base::Floating, 400, 20);
    add("ANYmal_C", "anymal_c_simple_description/urdf/anymal.urdf", Base::Floating, 400, 20);
    add("TIAGo", "tiago_description/robots/tiago.urdf", Base::Floating, 400, 20);
    add("Talos", "talos_data/robots/talos_reduced.urdf", Base::Floating, 4000, 80);
    add("UR5", "ur_description/urdf/ur5_robot.urdf", Base::Fixed, 400, 20);
}

// A brick on a plane: at rest, or pushed against a damper, so that it slides at (push - 7.8 N)/(2 N s/m).
void timeBrick(benchmark::State& bench, Real push) {
    for (auto _ : bench) {
        (void)_;
        World world;
        const Vec3 half(.1, .1, .05);
        MobilizedBody::Free body(world.matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(half))));
        const SurfaceMaterial material{1e7, 0.45, 0.2, 0.8};
        world.addFloor(material);
        world.surfaces.add(body, simbodydem::Brick(half, .002), Vec3(0), material, "brick");
        HertzMindlinForce contact(world.forces, world.surfaces);
        if (push > 0) {
            Force::ConstantForce(world.forces, body, Vec3(0), Vec3(push, 0, 0));
            Force::GlobalDamper(world.forces, world.matter, 2);
        }
        State state = world.system.realizeTopology();
        body.setQToFitTranslation(state, Vec3(0, 0, half[2]));
        ContactIntegrator integrator(world.system, contact);
        integrator.setFixedStepSize(step).initialize(state);
        time(bench, world.system, integrator);
    }
}

void Brick(benchmark::State& bench) { timeBrick(bench, 0); }
void SlidingBrick(benchmark::State& bench) { timeBrick(bench, 12); }

BENCHMARK(Brick)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(SlidingBrick)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(Stand)->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    if (const char* const folder = std::getenv("SIMBODYDEM_ROBOT_DATA")) addRobots(folder);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
