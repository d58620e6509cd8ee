// Measures the search for contacts and the contact forces together: SimbodyDEM, against GeneralContactSubsystem with
// HuntCrossleyForce, on the same pile of spheres. Both are timed in turn in one run, in CPU time. The time of a System without
// contacts is subtracted from both.

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

enum class Finder { Nobody, Ourselves, Simbody };

SurfaceMaterial material() {
    SurfaceMaterial m;
    m.youngsModulus = 1e7;
    m.poissonsRatio = 0.3;
    m.restitution = 0.5;
    m.staticFriction = 0.5;
    return m;
}

// A slab of spheres in a cubic lattice, slightly squeezed, on a half space; all spheres move a little.
struct Pile {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<GeneralContactSubsystem> contacts;
    std::unique_ptr<HuntCrossleyForce> huntCrossley;
    std::unique_ptr<DEMContactForce> ours;
    State state;

    Pile(int count, Finder finder) {
        const Real radius = 0.01, spacing = 0.0199;
        const Transform floor = HalfSpace::floor();
        ContactSurfaces surfaces(matter);
        ContactSetIndex set;
        if (finder == Finder::Simbody) {
            contacts = std::make_unique<GeneralContactSubsystem>(system);
            set = contacts->createContactSet();
            contacts->addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), floor);
        }
        surfaces.add(matter.Ground(), HalfSpace(), floor, material());
        const Body::Rigid ball(MassProperties(0.01, Vec3(0), UnitInertia::sphere(radius) * 0.01));
        const int side = int(std::ceil(std::cbrt(double(count))));
        for (int i = 0; i < count; ++i) {
            MobilizedBody::Free sphere(matter.updGround(), ball);
            sphere.setDefaultTransform(spacing * Vec3(i % side, i / (side * side) + 0.4975, (i / side) % side));
            surfaces.add(sphere, Sphere(radius), Vec3(0), material());
            if (contacts) contacts->addBody(set, sphere, ContactGeometry::Sphere(radius), Vec3(0));
        }
        if (finder == Finder::Ourselves) ours = std::make_unique<HertzMindlinForce>(forces, surfaces);
        if (finder == Finder::Simbody) {
            huntCrossley = std::make_unique<HuntCrossleyForce>(forces, *contacts, set);
            for (ContactSurfaceIndex s(0); s < contacts->getNumBodies(set); ++s)
                huntCrossley->setBodyParameters(s, 1e7, 0.1, 0.5, 0.5, 0);
        }
        state = system.realizeTopology();
        warmUp(system, state);
    }

    double timeOne() { return timeDynamics(system, state); }
};

// Balls that have just touched the floor, and optionally a pendulum on a rod elsewhere.
struct FirstTouch {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<DEMContactForce> force;

    FirstTouch(int count, bool withRod) {
        const Real radius = 0.01;
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material());
        const Body::Rigid ball(MassProperties(0.01, Vec3(0), UnitInertia::sphere(radius) * 0.01));
        const int side = int(std::ceil(std::sqrt(double(count))));
        for (int i = 0; i < count; ++i) {
            MobilizedBody::Free sphere(matter.updGround(), ball);
            sphere.setDefaultTransform(Vec3(0.03 * (i % side), radius - 1e-6, 0.03 * (i / side)));
            surfaces.add(sphere, Sphere(radius), Vec3(0), material());
        }
        MobilizedBody::Free tethered(matter.updGround(), ball);
        tethered.setDefaultTransform(Vec3(0, 1, 0));
        if (withRod) Constraint::Rod(matter.updGround(), tethered, 1);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }
    double timeOne() {
        State state = system.realizeTopology();
        system.realize(state, Stage::Velocity);
        return timeOf([&] { system.realize(state, Stage::Dynamics); });
    }
};

// A cylinder of many facets that stands on two triangles, or on a half space.
struct Cylinder {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<DEMContactForce> force;
    State state;

    Cylinder(int facets, bool isOnMesh) {
        const Real radius = 0.05, halfHeight = 0.05, rounding = 1e-5;
        if (isOnMesh)
            surfaces.add(matter.Ground(),
                         Mesh({{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}}, {{0, 1, 2}, {0, 2, 3}}, 0), Vec3(0),
                         material());
        else
            surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material());
        std::vector<Vec3> rims;
        for (int i = 0; i < facets; ++i)
            for (const Real y : {-halfHeight, halfHeight})
                rims.emplace_back(radius * std::cos(2 * Pi * i / facets), y, radius * std::sin(2 * Pi * i / facets));
        MobilizedBody::Free body(matter.updGround(), Body::Rigid(MassProperties(
                                                         1, Vec3(0), UnitInertia::cylinderAlongY(radius, halfHeight))));
        body.setDefaultTransform(Vec3(0, halfHeight - 1e-6, 0));
        surfaces.add(body, ConvexHull(rims, rounding), Vec3(0), material());
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
        system.realize(state, Stage::Dynamics);
    }
    double timeSearch() { return timeDynamics(system, state); }
    double timeDerivative() {
        return timeOf([&] { benchmark::DoNotOptimize(force->calcLinearization(state)); });
    }
};

// Above this number Simbody's search is left out, since it takes seconds.
const int mostForSimbody = 8000;

void Search(benchmark::State& bench) {
    const int count = int(bench.range(0));
    Pile none(count, Finder::Nobody), ours(count, Finder::Ourselves);
    std::unique_ptr<Pile> simbodys;
    if (count <= mostForSimbody) simbodys = std::make_unique<Pile>(count, Finder::Simbody);
    std::vector<double> nothing, own, theirs, ratio;
    for (auto _ : bench) {
        (void)_;
        nothing.push_back(none.timeOne());
        own.push_back(ours.timeOne() - nothing.back());
        if (!simbodys) continue;
        theirs.push_back(simbodys->timeOne() - nothing.back());
        ratio.push_back(own.back() / theirs.back());
    }
    bench.counters["contacts"] = double(ours.ours->getContactRecords(ours.state).size());
    bench.counters["own_us"] = 1e6 * median(own);
    bench.counters["own_ns/contact"] = 1e9 * median(own) / bench.counters["contacts"];
    if (!simbodys) return;
    bench.counters["Simbody_us"] = 1e6 * median(theirs);
    bench.counters["ratio"] = median(ratio);
}

// Measures the first contact of free balls, with and without a constraint elsewhere.
void FirstTouchOfBalls(benchmark::State& bench) {
    FirstTouch free(int(bench.range(0)), false), beside(int(bench.range(0)), true);
    std::vector<double> without, with, ratio;
    for (auto _ : bench) {
        (void)_;
        without.push_back(free.timeOne());
        with.push_back(beside.timeOne());
        ratio.push_back(with.back() / without.back());
    }
    bench.counters["without_ms"] = 1e3 * median(without);
    bench.counters["with_ms"] = 1e3 * median(with);
    bench.counters["ratio"] = median(ratio);
}

// Measures a derivative of all contacts, in units of searches of the same pair.
void Derivative(benchmark::State& bench) {
    Cylinder onMesh(int(bench.range(0)), true), onPlane(int(bench.range(0)), false);
    std::vector<double> mesh, plane, searches;
    for (auto _ : bench) {
        (void)_;
        mesh.push_back(onMesh.timeDerivative());
        plane.push_back(onPlane.timeDerivative());
        searches.push_back(mesh.back() / onMesh.timeSearch());
    }
    bench.counters["contacts"] = double(onMesh.force->getContactRecords(onMesh.state).size());
    bench.counters["mesh_ms"] = 1e3 * median(mesh);
    bench.counters["plane_ms"] = 1e3 * median(plane);
    bench.counters["searches"] = median(searches);
}

BENCHMARK(FirstTouchOfBalls)->Arg(500)->Arg(2000)->Unit(benchmark::kMillisecond);
BENCHMARK(Derivative)->Arg(16)->Arg(128)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(Search)->Arg(1000)->Arg(8000)->Arg(64000)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
