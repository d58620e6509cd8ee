// Compares ContactIntegrator with Runge-Kutta-Merson and CPodes on the same model in one run. The models are a heap at rest, balls
// that fall into a bin, a shaken grip, and a quadruped that stands, steps and bobs. Each benchmark reports the CPU time of all
// integrators and its ratios.

#include "Timing.h"

#include <benchmark/benchmark.h>
#include <simbodydem/simbodydem.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real g = 9.81;

struct World {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    World() { Force::UniformGravity(forces, matter, Vec3(0, -g, 0)); }
    void finish() {
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
        system.realizeModel(state);
    }
};

const Real ballRadius = 0.05;

void addBalls(World& world, int side, const SurfaceMaterial& material, Real spacing, Real astray) {
    const Real mass = 4. / 3 * Pi * cube(ballRadius) * 2500;
    const MassProperties properties(mass, Vec3(0), mass * UnitInertia::sphere(ballRadius));
    for (int i = 0; i < cube(side); ++i) {
        MobilizedBody::Free ball(world.matter.Ground(), Body::Rigid(properties));
        world.surfaces.add(ball, Sphere(ballRadius), Transform(), material);
        const Vec3 cell(i % side, i / side / side, i / side % side);
        ball.setDefaultTransform(spacing * (cell + Vec3(0.5, 0, 0.5)) +
                                 Vec3(astray * std::sin(7. * i), 0.999 * ballRadius, astray * std::cos(5. * i)));
    }
}

// Measures one implicit step of touching balls in a cube, over their number.
void HeapAtRest(benchmark::State& bench) {
    const auto timeStep = [](int side) {
        World world;
        const SurfaceMaterial material{1e8, 0.3, 0.5, 0.4};
        world.surfaces.add(world.matter.Ground(), HalfSpace(), HalfSpace::floor(), material);
        addBalls(world, side, material, 2 * ballRadius - 1e-5, 0);
        world.finish();
        ContactIntegrator integrator(world.system, *world.force);
        integrator.setFixedStepSize(1e-3, 1).initialize(world.state);
        std::vector<double> times;
        for (int i = 0; i < 5; ++i) {
            times.push_back(timeOf([&] { integrator.takeOneStep(1); }));
        }
        return median(times);
    };
    for (auto _ : bench) {
        (void)_;
        const int side = int(bench.range(0));
        const double own = timeStep(side), of64 = timeStep(4);
        bench.counters["balls"] = cube(side);
        bench.counters["step_ms"] = 1e3 * own;
        bench.counters["power_of_balls"] = std::log(own / of64) / std::log(cube(side) / 64.);
    }
}

// Applies further settings to an integrator of Simbody.
void prepare(RungeKuttaMersonIntegrator&) {}
void prepare(CPodesIntegrator& cpodes) {
    cpodes.setReturnEveryInternalStep(true);
    cpodes.setMaximumStepSize(0.05); // otherwise it steps past forces that begin
}

// Returns the CPU time of a simulated second [ms].
template <class SimbodyIntegrator>
Real run(const World& world, Real accuracy, Real until, Real longestStep, int& steps) {
    const double start = processorSeconds();
    SimbodyIntegrator integrator(world.system);
    prepare(integrator);
    integrator.setAccuracy(accuracy);
    if (longestStep < Infinity) integrator.setMaximumStepSize(longestStep);
    integrator.initialize(world.state);
    while (integrator.getTime() < until) integrator.stepTo(until);
    steps = integrator.getNumStepsTaken();
    return 1e3 * (processorSeconds() - start) / until;
}

// Runs all integrators from the same State, and sets their counters. With many collisions CPodes does not finish.
void race(benchmark::State& bench, World& world, Real accuracy, Real until, Real longestStep, bool isWithCPodes) {
    int steps = 0;
    const Real merson = run<RungeKuttaMersonIntegrator>(world, accuracy, until, longestStep, steps);
    bench.counters["Merson_ms_per_s"] = merson;
    bench.counters["Merson_steps"] = steps;
    const double start = processorSeconds();
    ContactIntegrator integrator(world.system, *world.force);
    integrator.setAccuracy(accuracy);
    if (longestStep < Infinity) integrator.setMaximumStepSize(longestStep);
    integrator.initialize(world.state);
    integrator.stepTo(until);
    const Real own = 1e3 * (processorSeconds() - start) / until;
    bench.counters["own_ms_per_s"] = own;
    bench.counters["own_steps"] = integrator.getNumStepsTaken();
    bench.counters["times_faster"] = merson / own;
    if (!isWithCPodes) return;
    const Real cpodes = run<CPodesIntegrator>(world, accuracy, until, longestStep, steps);
    bench.counters["CPodes_ms_per_s"] = cpodes;
    bench.counters["over_CPodes"] = own / cpodes;
}

// Arguments: side, -log10 of the accuracy.
void Bin(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        const int side = int(bench.range(0));
        World world;
        const SurfaceMaterial material{1e8, 0.3, 0.5, 0.4};
        const Real spacing = 2.2 * ballRadius, width = side * spacing;
        const MobilizedBody& ground = world.matter.Ground();
        world.surfaces.add(ground, HalfSpace(), HalfSpace::floor(), material);
        world.surfaces.add(ground, HalfSpace(), Rotation(Pi, ZAxis), material);
        world.surfaces.add(ground, HalfSpace(), Vec3(width, 0, 0), material);
        world.surfaces.add(ground, HalfSpace(), Rotation(Pi / 2, YAxis), material);
        world.surfaces.add(ground, HalfSpace(), Transform(Rotation(-Pi / 2, YAxis), Vec3(0, 0, width)), material);
        addBalls(world, side, material, spacing, 0.05 * ballRadius);
        world.finish();
        race(bench, world, std::pow(10., -int(bench.range(1))), 1, 0.005, false);
    }
}

// A box of 200 g between two pads, shaken twice a second with 93% of the friction limit. Arguments: Young's modulus, -log10 of the
// accuracy.
void Grip(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        World world;
        const Real friction = 0.6, press = 10, mass = 0.2, frequency = 4 * Pi, ball = 0.01;
        const Real youngsModulus = double(bench.range(0));
        const Real amplitude = (0.93 * 2 * friction * press / mass - g) / square(frequency);
        const SurfaceMaterial material{youngsModulus, 0.4, 0.3, friction};
        const Rotation upright(Pi / 2, ZAxis);
        const Body::Rigid handle(MassProperties(1, Vec3(0), UnitInertia(1)));
        MobilizedBody::Slider hand(world.matter.Ground(), Transform(upright), handle, Transform(upright));
        Motion::Sinusoid(hand, Motion::Position, amplitude, frequency, 0);
        const Real overlap = // at rest
            std::pow(press / 4 / (4. / 3 * youngsModulus / (2 * (1 - 0.16)) * std::sqrt(ball)), 2. / 3);
        for (const int side : {-1, 1}) {
            const Body::Rigid plate(MassProperties(0.1, Vec3(0), UnitInertia(0.01)));
            MobilizedBody::Slider pad(hand, Transform(Vec3(side * 0.03, 0, 0)), plate, Transform());
            pad.setDefaultLength(-side * overlap);
            world.surfaces.add(pad, HalfSpace(), Rotation(side < 0 ? Pi : 0, ZAxis), material);
            Force::MobilityConstantForce(world.forces, pad, 0, -side * press);
        }
        const MassProperties properties(mass, Vec3(0), mass * UnitInertia::brick(Vec3(0.03)));
        MobilizedBody::Free box(world.matter.Ground(), Body::Rigid(properties));
        for (const int x : {-1, 1})
            for (const int y : {-1, 1})
                for (const int z : {-1, 1}) world.surfaces.add(box, Sphere(ball), 0.02 * Vec3(x, y, z), material);
        world.finish();
        world.system.prescribe(world.state);
        world.system.realize(world.state, Stage::Velocity);
        box.setUToFitLinearVelocity(world.state, hand.getBodyOriginVelocity(world.state));
        race(bench, world, std::pow(10., -int(bench.range(1))), 5, Infinity, true);
    }
}

// The motion of a quadruped's knees, once a second [rad]; gains of its joints [N m/rad, N m s]; mass below them [kg].
struct Gait {
    Real bend, amplitude, stiffness, damping, shankMass;
    bool isInPhase; // false: one diagonal pair of legs after the other
};
const Gait stands{0, 0, 800, 20, 0.5, true}, steps{0, 0.15, 800, 20, 0.5, false}, bobs{1, 0.15, 2000, 40, 0.02, true};

class Drive : public Force::Custom::Implementation {
public:
    Drive(std::vector<MobilizedBody::Pin> knees, const Gait& gait) : knees(std::move(knees)), gait(gait) {}
    void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector& mobilityForces) const override {
        for (std::size_t i = 0; i < knees.size(); ++i) {
            const Real phase = gait.isInPhase || i == 0 || i == 3 ? 0 : Pi;
            const Real asked = gait.bend + gait.amplitude * std::sin(2 * Pi * state.getTime() + phase);
            const Real torque =
                -gait.stiffness * (knees[i].getOneQ(state, 0) - asked) - gait.damping * knees[i].getOneU(state, 0);
            knees[i].applyOneMobilityForce(state, 0, torque, mobilityForces);
        }
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

private:
    const std::vector<MobilizedBody::Pin> knees;
    const Gait gait;
};

// A quadruped with 18 speeds, four legs and eight balls stands, steps, or bobs on light feet that rock. Argument: -log10 of the
// accuracy.
void Quadruped(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        World world;
        const Gait& gait = *std::array{&stands, &steps, &bobs}[bench.range(0)];
        const Real thigh = 0.25, shank = 0.25, ball = 0.02;
        const SurfaceMaterial material{1e8, 0.3, 0.3, 0.8};
        world.surfaces.add(world.matter.Ground(), HalfSpace(), HalfSpace::floor(), material);
        const MassProperties trunk(20, Vec3(0), 20 * UnitInertia::brick(Vec3(0.3, 0.1, 0.15)));
        MobilizedBody::Free torso(world.matter.Ground(), Body::Rigid(trunk));
        const auto makeLink = [](Real mass, Real length) {
            const Vec3 center(0, -length / 2, 0);
            return Body::Rigid(MassProperties(mass, center, UnitInertia(0.01, 0.002, 0.01).shiftFromCentroid(center)));
        };
        const Rotation forward(UnitVec3(ZAxis), XAxis, UnitVec3(XAxis), YAxis), level(-gait.bend / 2, ZAxis);
        std::vector<MobilizedBody::Universal> hips;
        std::vector<MobilizedBody::Pin> knees;
        for (int i = 0; i < 4; ++i) {
            const Vec3 at(i < 2 ? 0.25 : -0.25, -0.05, i % 2 ? 0.12 : -0.12);
            MobilizedBody::Universal& hip =
                hips.emplace_back(torso, Transform(forward, at), makeLink(1, thigh), Transform(forward));
            knees.emplace_back(hip, Transform(Vec3(0, -thigh, 0)), makeLink(gait.shankMass, shank), Transform());
            for (const int k : {-1, 1})
                world.surfaces.add(knees.back(), Sphere(ball), Vec3(0, -shank, 0) + level * Vec3(0.03 * k, 0, 0),
                                   material);
            for (const int k : {0, 1}) {
                const Real straight = k == 0 ? -gait.bend / 2 : 0;
                Force::MobilityLinearSpring(world.forces, hip, MobilizerQIndex(k), gait.stiffness, straight);
                Force::MobilityLinearDamper(world.forces, hip, MobilizerUIndex(k), gait.damping);
            }
        }
        Force::Custom(world.forces, new Drive(knees, gait));
        const Real height = 0.05 + (thigh + shank) * std::cos(gait.bend / 2) + ball + 1e-4;
        world.finish();
        torso.setQToFitTranslation(world.state, Vec3(0, height, 0));
        for (int i = 0; i < 4; ++i) {
            hips[i].setOneQ(world.state, 0, -gait.bend / 2);
            knees[i].setOneQ(world.state, 0, gait.bend);
        }
        race(bench, world, std::pow(10., -int(bench.range(1))), 5, Infinity, true);
    }
}

BENCHMARK(HeapAtRest)->Arg(6)->Arg(8)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(Bin)->ArgsProduct({{4, 6}, {2, 3}})->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(Grip)->ArgsProduct({{5000000, 1000000000}, {3, 4}})->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(Quadruped)->ArgsProduct({{0, 1, 2}, {3, 4}})->Iterations(1)->Unit(benchmark::kSecond);

} // namespace

BENCHMARK_MAIN();
