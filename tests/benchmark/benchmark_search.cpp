// What finding contacts and computing their forces costs together: our own search and force, against
// GeneralContactSubsystem and HuntCrossleyForce, on the same pile of spheres. Both are timed in turn in one run, in processor time;
// what a System without contacts takes for the same is taken off both.

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

// A slab of spheres in a cubic lattice, slightly squeezed, on a half space, everything moving a little.
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
        const Transform floor = Rotation(-Pi / 2, ZAxis);
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

// Simbody's own search is left out beyond this: it takes seconds.
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

BENCHMARK(Search)->Arg(1000)->Arg(8000)->Arg(64000)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
