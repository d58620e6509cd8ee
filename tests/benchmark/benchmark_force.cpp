// Measures one evaluation of all contact forces, with SimbodyDEM and with HuntCrossleyForce on the same contacts of the same State.
// Reports medians of the CPU time per contact [ns], and of the ratio of SimbodyDEM to HuntCrossleyForce, measured in turn in one run.

#include "Timing.h"

#include <benchmark/benchmark.h>
#include <simbodydem/simbodydem.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

// A slab of spheres in a cubic lattice, slightly squeezed, on a half space; all spheres move a little.
struct Packing {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    HuntCrossleyForce huntCrossley{forces, contacts, set};
    std::unique_ptr<DEMContactForce> dem;
    State state;
    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particleForces;
    Vector mobilityForces;

    Packing(int count, const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling) {
        const Real radius = 0.01, spacing = 0.0199;
        dem = std::make_unique<DEMContactForce>(forces, contacts, set, normal, tangential, rolling);
        contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
        const Body::Rigid ball(MassProperties(0.01, Vec3(0), UnitInertia::sphere(radius) * 0.01));
        const int side = int(std::ceil(std::cbrt(double(count))));
        for (int i = 0; i < count; ++i) {
            MobilizedBody::Free sphere(matter.updGround(), ball);
            sphere.setDefaultTransform(spacing *
                                       Vec3(i % side, i / (side * side) + 0.4975, (i / side) % side)); // on the plane
            contacts.addBody(set, sphere, ContactGeometry::Sphere(radius), Vec3(0));
        }
        SurfaceMaterial material;
        material.youngsModulus = 1e7;
        material.poissonsRatio = 0.3;
        material.restitution = 0.5;
        material.staticFriction = 0.5;
        material.rollingFriction = 0.05;
        dem->setMaterialForAll(material);
        for (ContactSurfaceIndex s(0); s < contacts.getNumBodies(set); ++s)
            huntCrossley.setBodyParameters(s, 1e7, 0.1, 0.5, 0.5, 0);

        state = system.realizeTopology();
        for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = 1e-3 * std::sin(double(i));
        system.realize(state, Stage::Acceleration);
        for (int step = 1; step <= 3; ++step) { // each contact has a history, and has moved since
            const Vector rates = state.getQDot();
            state.autoUpdateDiscreteVariables();
            state.setTime(1e-5 * step);
            state.updQ() += 1e-5 * rates;
            system.realize(state, Stage::Acceleration);
        }
    }

    void evaluate(const Force& force) {
        force.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
        benchmark::DoNotOptimize(bodyForces[MobilizedBodyIndex(1)]);
    }
};

// A leg of three links that stands on its foot; it measures the cost of the articulated mass after first contact.
struct StandingLeg {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    HertzMindlinForce force{forces, contacts, set};
    State state;
    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particleForces;
    Vector mobilityForces;

    explicit StandingLeg(EffectiveMass kind) {
        const Body::Rigid link(MassProperties(2, Vec3(0), 2 * UnitInertia::brick(Vec3(.03, .2, .03))));
        MobilizedBody::Slider hip(matter.updGround(), Rotation(Pi / 2, ZAxis), link, Rotation(Pi / 2, ZAxis));
        MobilizedBody::Pin thigh(hip, Vec3(0), link, Vec3(0, .2, 0)),
            shank(thigh, Vec3(0, -.2, 0), link, Vec3(0, .2, 0));
        contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
        contacts.addBody(set, shank, ContactGeometry::Sphere(.02), Vec3(0, -.2, 0));
        SurfaceMaterial material;
        material.youngsModulus = 1e7;
        material.poissonsRatio = 0.3;
        material.restitution = 0.5;
        material.staticFriction = 0.5;
        force.setMaterialForAll(material);
        force.setEffectiveMass(kind);
        state = system.realizeTopology();
        hip.setLength(state, 0.8199);
        system.realize(state, Stage::Acceleration);
        state.autoUpdateDiscreteVariables(); // as an integrator does after an accepted step
        system.realize(state, Stage::Acceleration);
    }

    void evaluate() {
        force.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
        benchmark::DoNotOptimize(bodyForces[MobilizedBodyIndex(1)]);
    }
};

void StandingArticulated(benchmark::State& bench) {
    StandingLeg articulated(EffectiveMass::Articulated), twoBody(EffectiveMass::TwoBody);
    const int batch = 1000; // a single one is as short as the clock's resolution
    double seconds[2] = {0, 0};
    for (auto _ : bench) {
        (void)_;
        for (StandingLeg* leg : {&articulated, &twoBody}) {
            seconds[leg == &twoBody] += timeOf([&] {
                for (int i = 0; i < batch; ++i) leg->evaluate();
            });
        }
    }
    bench.counters["ns/contact"] = 1e9 * seconds[0] / (double(bench.iterations()) * batch);
    bench.counters["over_TwoBody"] = seconds[0] / seconds[1];
}

// Each iteration times both forces in turn, so that a slower machine affects both equally.
void compare(benchmark::State& bench, const NormalLaw& normal, const TangentialLaw& tangential,
             const RollingLaw& rolling = NoRolling()) {
    Packing packing(int(bench.range(0)), normal, tangential, rolling);
    const double numContacts = double(packing.dem->getContactRecords(packing.state).size());
    std::vector<double> ours, huntCrossley, ratio;
    for (auto _ : bench) {
        (void)_;
        ours.push_back(timeOf([&] { packing.evaluate(*packing.dem); }));
        huntCrossley.push_back(timeOf([&] { packing.evaluate(packing.huntCrossley); }));
        ratio.push_back(ours.back() / huntCrossley.back());
    }
    bench.counters["contacts"] = numContacts;
    bench.counters["ns/contact"] = 1e9 * median(ours) / numContacts;
    bench.counters["HuntCrossley_ns"] = 1e9 * median(huntCrossley) / numContacts;
    bench.counters["ratio"] = median(ratio);
}

void HertzMindlin(benchmark::State& bench) { compare(bench, HertzNormal(), MindlinSecant()); }
void Cundall(benchmark::State& bench) { compare(bench, LinearNormal(), CundallSlider()); }
void WithEPSDRolling(benchmark::State& bench) { compare(bench, HertzNormal(), MindlinSecant(), EPSDRolling()); }
void HertzDashpotSlider(benchmark::State& bench) { compare(bench, HertzNormal(), DashpotSlider()); }

BENCHMARK(HertzMindlin)->Arg(10)->Arg(100)->Arg(1000);
BENCHMARK(Cundall)->Arg(10)->Arg(100)->Arg(1000);
BENCHMARK(StandingArticulated);
BENCHMARK(WithEPSDRolling)->Arg(1000);
BENCHMARK(HertzDashpotSlider)->Arg(10)->Arg(100)->Arg(1000);

} // namespace

BENCHMARK_MAIN();
