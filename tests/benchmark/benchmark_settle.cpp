// Drops a heap of spheres into a bin, where it comes to rest: with SimbodyDEM's force and surfaces, and with HuntCrossleyForce on
// GeneralContactSubsystem. Reports the CPU time and the steps of each, and how often SimbodyDEM's list of near pairs is built again
// after the heap has settled.

#include "Timing.h"
#include "collision/NearPairs.h"

#include <benchmark/benchmark.h>
#include <simbodydem/simbodydem.h>

#include <cmath>
#include <memory>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real radius = 0.01, spacing = 0.025, fallTime = 1; // [m], [m], [s]

// A force that is always zero. It keeps a list of near pairs beside that of the contact force, and counts the evaluations.
class Onlooker : public Force::Custom::Implementation {
public:
    explicit Onlooker(const SimbodyMatterSubsystem& matter) : matter(matter) {}

    void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {
        std::vector<Vector3> centres;
        for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
            centres.push_back(toEigen(matter.getMobilizedBody(b).getBodyOriginLocation(state)));
        bool isNew = false;
        near.update(centres, std::vector<Real>(centres.size(), radius), [&](int, int) { return isNew = true; });
        ++evaluations;
        rebuilds += isNew;
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

    mutable long evaluations = 0, rebuilds = 0;

private:
    const SimbodyMatterSubsystem& matter;
    mutable NearPairs near;
};

struct Heap {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<GeneralContactSubsystem> contacts;
    std::unique_ptr<DEMContactForce> ours;
    std::unique_ptr<HuntCrossleyForce> huntCrossley;

    Heap(int count, bool isOurs) {
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        const int side = std::max(2, int(std::cbrt(count / 2.)));
        const Real wall = 0.5 * spacing * side;
        std::vector<Transform> planes = {HalfSpace::floor()}; // outward normals are -x
        for (int k = 0; k < 4; ++k) {
            const Rotation turn(k * Pi / 2, YAxis);
            planes.emplace_back(turn, turn * Vec3(wall, 0, 0));
        }
        SurfaceMaterial material;
        material.youngsModulus = 1e6;
        material.poissonsRatio = 0.3;
        material.restitution = 0.3;
        material.staticFriction = 0.5;
        material.dissipation = 0.5; // HuntCrossleyForce's, for that restitution at 1 m/s [s/m]
        ContactSurfaces surfaces(matter);
        ContactSetIndex set;
        if (!isOurs) {
            contacts = std::make_unique<GeneralContactSubsystem>(system);
            set = contacts->createContactSet();
        }
        for (const Transform& plane : planes) {
            if (isOurs)
                surfaces.add(matter.Ground(), HalfSpace(), plane, material);
            else
                contacts->addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), plane);
        }
        const Real mass = 4. / 3. * Pi * radius * radius * radius * 2500;
        const Body::Rigid ball(MassProperties(mass, Vec3(0), mass * UnitInertia::sphere(radius)));
        for (int i = 0; i < count; ++i) {
            MobilizedBody::Free sphere(matter.updGround(), ball);
            const Vec3 jitter = 0.002 * Vec3(std::sin(12.9 * i), std::sin(78.2 * i), std::sin(37.7 * i));
            sphere.setDefaultTransform(spacing *
                                           Vec3(i % side + 0.5, i / (side * side) + 0.6, (i / side) % side + 0.5) -
                                       Vec3(wall, 0, wall) + jitter);
            if (isOurs)
                surfaces.add(sphere, Sphere(radius), Vec3(0), material);
            else
                contacts->addBody(set, sphere, ContactGeometry::Sphere(radius), Vec3(0));
        }
        if (isOurs) {
            ours = std::make_unique<HertzMindlinForce>(forces, surfaces);
            return;
        }
        huntCrossley = std::make_unique<HuntCrossleyForce>(forces, *contacts, set);
        const HuntCrossleyParameters p = toHuntCrossley(material, MixingRules::Moduli::Hertz);
        for (ContactSurfaceIndex s(0); s < contacts->getNumBodies(set); ++s)
            huntCrossley->setBodyParameters(s, p.stiffness, p.dissipation, p.staticFriction, p.dynamicFriction, 0);
    }

    struct Run {
        double seconds;
        int steps;
        Real speed; // of the fastest sphere at the end
    };
    Run settle(double until, Integrator& integrator) {
        return settle(until, integrator, [](const State&) { return 0.01; });
    }
    // @param longest  step from a State on [s]
    template <class Longest> Run settle(double until, Integrator& integrator, const Longest& longest) {
        const double start = processorSeconds();
        while (integrator.getTime() < until) {
            const State& state = integrator.getAdvancedState();
            integrator.stepTo(until, state.getTime() + longest(state));
        }
        const State& state = integrator.getState();
        Real speed = 0;
        system.realize(state, Stage::Velocity);
        for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
            speed = std::max(speed, matter.getMobilizedBody(b).getBodyOriginVelocity(state).norm());
        return {processorSeconds() - start, integrator.getNumStepsTaken(), speed};
    }
};

// Measures one drop with each, the time that a user waits.
void Settle(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        const int count = int(bench.range(0));
        Heap ours(count, true), theirs(count, false);
        Heap::Run runs[2];
        for (Heap* heap : {&ours, &theirs}) {
            const State state = heap->system.realizeTopology();
            RungeKuttaMersonIntegrator integrator(heap->system);
            integrator.setAccuracy(1e-3);
            integrator.initialize(state);
            runs[heap == &theirs] = heap->settle(fallTime, integrator);
        }
        bench.counters["own_s"] = runs[0].seconds;
        bench.counters["HuntCrossley_s"] = runs[1].seconds;
        bench.counters["own_steps"] = runs[0].steps;
        bench.counters["HuntCrossley_steps"] = runs[1].steps;
        bench.counters["own_speed"] = runs[0].speed;
        bench.counters["HuntCrossley_speed"] = runs[1].speed;
        bench.counters["times_faster"] = runs[1].seconds / runs[0].seconds;
    }
}

// Compares bounds of a heap's steps while it falls and settles: the time to the next contact, or only a longest step.
void Bounds(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        const auto run = [&](auto makeIntegrator, Real accuracy, bool byTouch) {
            Heap heap(int(bench.range(0)), true);
            const State state = heap.system.realizeTopology();
            auto integrator = makeIntegrator(heap.system);
            integrator.setAccuracy(accuracy);
            integrator.initialize(state);
            return heap.settle(fallTime, integrator, [&](const State& s) {
                const Real longest = 0.005;
                return byTouch ? heap.ours->calcStepBound(s, longest) : longest;
            });
        };
        const auto merson = [](const System& system) { return RungeKuttaMersonIntegrator(system); };
        const auto euler = [](const System& system) { return SemiExplicitEuler2Integrator(system); };
        const Heap::Run touch = run(merson, 1e-3, true), bound = run(merson, 1e-3, false),
                        semi = run(euler, 0.1, false);
        bench.counters["to_touch_s"] = touch.seconds;
        bench.counters["longest_s"] = bound.seconds;
        bench.counters["SemiExplicitEuler2_s"] = semi.seconds;
        bench.counters["to_touch_steps"] = touch.steps;
        bench.counters["longest_steps"] = bound.steps;
        bench.counters["SemiExplicitEuler2_steps"] = semi.steps;
        bench.counters["to_touch_speed"] = touch.speed;
        bench.counters["longest_speed"] = bound.speed;
        bench.counters["SemiExplicitEuler2_speed"] = semi.speed;
    }
}

void Rebuilds(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        Heap heap(int(bench.range(0)), true);
        auto* onlooker = new Onlooker(heap.matter);
        Force::Custom(heap.forces, onlooker);
        const State state = heap.system.realizeTopology();
        RungeKuttaMersonIntegrator integrator(heap.system);
        integrator.setAccuracy(1e-3);
        integrator.initialize(state);
        heap.settle(fallTime, integrator);
        bench.counters["falling"] = double(onlooker->rebuilds) / double(onlooker->evaluations);
        onlooker->rebuilds = onlooker->evaluations = 0;
        heap.settle(fallTime + 0.2, integrator);
        bench.counters["settled"] = double(onlooker->rebuilds) / double(onlooker->evaluations);
    }
}

BENCHMARK(Settle)->Arg(30)->Arg(100)->Arg(1000)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(Bounds)->Arg(512)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(Rebuilds)->Arg(100)->Iterations(1)->Unit(benchmark::kSecond);

} // namespace

BENCHMARK_MAIN();
