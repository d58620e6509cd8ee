// Measures search and force together for a body of one shape on another, in units of a contact of a sphere on a sphere. All are timed
// in turn in one run, in CPU time. The time of a System without contacts is subtracted.

#include "Timing.h"

#include <benchmark/benchmark.h>
#include <simbodydem/simbodydem.h>

#include <cmath>
#include <memory>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

const int side = 16;       // bodies along one side of a square
const Real radius = 0.01;  // of a ball, and half of a box
const Real spacing = 0.05; // of their positions
const Real depth = 1e-5;

enum class Scene {
    Nobody,
    SphereOnSphere,
    SphereOnPlane,
    BoxOnPlane,
    EllipsoidOnPlane,
    SphereOnBox,
    SphereOnMesh,
    BoxOnMesh,
    SphereOnTerrain,
    BoxOnTerrain
};

Real heightOf(Real x, Real z) { return 1e-3 * std::sin(20 * x) * std::cos(20 * z); }

// Returns gentle hills below all positions, of 2 n^2 triangles.
Mesh hills(int n) {
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 3>> triangles;
    const Real size = (side + 1) * spacing;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
            vertices.emplace_back(size * i / n - spacing, heightOf(size * i / n - spacing, size * j / n - spacing),
                                  size * j / n - spacing);
    const auto at = [n](int i, int j) { return i * (n + 1) + j; };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
            triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
        }
    return Mesh(vertices, triangles, 0);
}

// Returns these hills as smooth terrain of n^2 patches.
Terrain dunes(int n) {
    const Real size = (side + 1) * spacing;
    return Terrain::fromFunction([](Real x, Real y) { return heightOf(x, -y); }, Vec2(-spacing, spacing - size),
                                 Vec2(size - spacing, spacing), n, n);
}

SurfaceMaterial makeMaterial() {
    SurfaceMaterial material;
    material.youngsModulus = 1e7;
    material.poissonsRatio = 0.3;
    material.restitution = material.staticFriction = 0.5;
    return material;
}

struct World {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<DEMContactForce> force;
    State state;

    explicit World(Scene scene) {
        const SurfaceMaterial material = makeMaterial();
        ContactSurfaces surfaces(matter);
        const Real height = radius - depth;
        const bool isOnMesh = scene == Scene::SphereOnMesh || scene == Scene::BoxOnMesh;
        const bool isOnTerrain = scene == Scene::SphereOnTerrain || scene == Scene::BoxOnTerrain;
        if (isOnMesh)
            surfaces.add(matter.Ground(), hills(224), Transform(), material); // 100 352 triangles
        else if (isOnTerrain)
            surfaces.add(matter.Ground(), dunes(64), Rotation(-Pi / 2, XAxis), material);
        else if (scene == Scene::SphereOnBox)
            surfaces.add(matter.Ground(), Brick(Vec3(side * spacing, radius, side * spacing), 1e-3),
                         Vec3(0, -radius, 0), material);
        else if (scene != Scene::SphereOnSphere)
            surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material);
        const Body::Rigid body(MassProperties(0.01, Vec3(0), UnitInertia::sphere(radius) * 0.01));
        const bool isBox = scene == Scene::BoxOnPlane || scene == Scene::BoxOnMesh || scene == Scene::BoxOnTerrain;
        for (int i = 0; i < side * side; ++i) {
            Vec3 place(spacing * (i % side), height, spacing * (i / side));
            if (isOnMesh || isOnTerrain) place[1] += heightOf(place[0], place[2]) - 1e-5; // slopes of up to 0.02
            MobilizedBody::Free free(matter.updGround(), body);
            free.setDefaultTransform(Transform(place));
            if (isBox)
                surfaces.add(free, Brick(Vec3(radius), 1e-3), Transform(), material);
            else if (scene == Scene::EllipsoidOnPlane)
                surfaces.add(free, Ellipsoid(Vec3(2 * radius, radius, 1.5 * radius)), Transform(), material);
            else
                surfaces.add(free, Sphere(radius), Transform(), material);
            if (scene == Scene::SphereOnSphere)
                surfaces.add(matter.Ground(), Sphere(radius), place - Vec3(0, 2 * radius - depth, 0), material);
        }
        if (scene != Scene::Nobody) force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
        warmUp(system, state);
    }

    double timeOne() { return timeDynamics(system, state); }
};

void Shapes(benchmark::State& bench, Scene scene) {
    World none(Scene::Nobody), spheres(Scene::SphereOnSphere), shapes(scene);
    std::vector<double> own, ratio;
    for (auto _ : bench) {
        (void)_;
        const double nothing = none.timeOne(), sphere = spheres.timeOne() - nothing;
        own.push_back(shapes.timeOne() - nothing);
        ratio.push_back(own.back() / sphere);
    }
    bench.counters["contacts/body"] = double(shapes.force->getContactRecords(shapes.state).size()) / (side * side);
    bench.counters["ns/body"] = 1e9 * median(own) / (side * side);
    bench.counters["sphere_contacts"] = median(ratio);
}

BENCHMARK_CAPTURE(Shapes, sphere_on_plane, Scene::SphereOnPlane);
BENCHMARK_CAPTURE(Shapes, ellipsoid_on_plane, Scene::EllipsoidOnPlane);
BENCHMARK_CAPTURE(Shapes, box_on_plane, Scene::BoxOnPlane);
BENCHMARK_CAPTURE(Shapes, sphere_on_box, Scene::SphereOnBox);
BENCHMARK_CAPTURE(Shapes, sphere_on_mesh_of_100352, Scene::SphereOnMesh);
BENCHMARK_CAPTURE(Shapes, box_on_mesh_of_100352, Scene::BoxOnMesh);

BENCHMARK_CAPTURE(Shapes, sphere_on_terrain, Scene::SphereOnTerrain);
BENCHMARK_CAPTURE(Shapes, box_on_terrain, Scene::BoxOnTerrain);

// Bricks in a cubic lattice, each rotated a little and slightly squeezed. Without contacts they give the time to subtract.
struct Heap {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<DEMContactForce> force;
    State state;

    Heap(int count, bool hasContacts) {
        ContactSurfaces surfaces(matter);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), makeMaterial());
        const Body::Rigid body(MassProperties(0.01, Vec3(0), UnitInertia::brick(Vec3(radius)) * 0.01));
        const int edge = int(std::ceil(std::cbrt(double(count))));
        Random::Uniform random(-0.005, 0.005);
        for (int i = 0; i < count; ++i) {
            MobilizedBody::Free brick(matter.updGround(), body);
            const Rotation turn(random.getValue(), UnitVec3(random.getValue(), random.getValue(), random.getValue()));
            const Vec3 place(i % edge, i / (edge * edge) + 0.5, (i / edge) % edge);
            brick.setDefaultTransform(Transform(turn, (2 * radius - 1e-4) * place));
            surfaces.add(brick, Brick(Vec3(radius), 1e-3), Transform(), makeMaterial());
        }
        if (hasContacts) force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
        warmUp(system, state);
    }
    double timeOne() { return timeDynamics(system, state); }
};

void Bricks(benchmark::State& bench) {
    const int count = int(bench.range(0));
    Heap none(count, false), heap(count, true);
    std::vector<double> own;
    for (auto _ : bench) {
        (void)_;
        const double nothing = none.timeOne();
        own.push_back(heap.timeOne() - nothing);
    }
    bench.counters["contacts"] = double(heap.force->getContactRecords(heap.state).size());
    bench.counters["own_us/brick"] = 1e6 * median(own) / count;
    bench.counters["own_ns/contact"] = 1e9 * median(own) / bench.counters["contacts"];
}

BENCHMARK(Bricks)->Arg(64)->Arg(500)->Arg(4000)->Unit(benchmark::kMillisecond);

// A chain of twelve links, each a hull of 64 points. The hulls are apart, and each one is near up to four others.
struct Chain {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<DEMContactForce> force;
    State state;

    explicit Chain(bool hasSelfContacts) {
        ContactSurfaces surfaces(matter);
        surfaces.add(matter.Ground(), HalfSpace(), Transform(Rotation(-Pi / 2, ZAxis), Vec3(0, -5, 0)), makeMaterial());
        Force::Gravity(forces, matter, -YAxis, 9.81);
        const Real length = 0.1;
        const Body::Rigid body(MassProperties(1, Vec3(length / 2, 0, 0), UnitInertia(0.01)));
        Random::Gaussian random(0, 1);
        MobilizedBody parent = matter.updGround();
        std::vector<MobilizedBody> links;
        for (int i = 0; i < 12; ++i) {
            const auto axis = Rotation(i % 2 * Pi / 2, XAxis);
            const Vec3 joint(links.empty() ? 0 : length, 0, 0);
            parent = MobilizedBody::Pin(parent, Transform(axis, joint), body, axis);
            links.push_back(parent);
            std::vector<Vec3> points; // about the middle of the link; its origin is at the joint
            for (int k = 0; k < 64; ++k)
                points.push_back(Vec3(length / 2, 0, 0) +
                                 0.42 * length *
                                     UnitVec3(Vec3(random.getValue(), random.getValue(), random.getValue())));
            surfaces.add(parent, ConvexHull(points, 1e-3), Transform(), makeMaterial());
        }
        if (!hasSelfContacts)
            for (const MobilizedBody& a : links)
                for (const MobilizedBody& b : links)
                    if (a.getMobilizedBodyIndex() < b.getMobilizedBodyIndex()) surfaces.excludeBodies(a, b);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
        state.updQ() = 0.15;
        state.updU() = 0.5;
        system.realize(state, Stage::Acceleration);
    }

    // Returns the CPU time of a force evaluation after a step of 0.2 ms.
    double timeOne() {
        const SimTK::Vector rates = state.getQDot();
        state.updTime() += 2e-4;
        state.updQ() += (++count / 500 % 2 ? -2e-4 : 2e-4) * rates; // by at most 3 degrees
        return timeOf([&] { system.realize(state, Stage::Acceleration); });
    }
    int count = 0;
};

// Measures a whole force evaluation with self contacts over one without.
void HullsApart(benchmark::State& bench) {
    Chain without(false), with(true);
    std::vector<double> own, ratio;
    for (auto _ : bench) {
        (void)_;
        const double nothing = without.timeOne();
        own.push_back(with.timeOne());
        ratio.push_back(own.back() / nothing);
    }
    bench.counters["contacts"] = double(with.force->getContactRecords(with.state).size());
    bench.counters["us"] = 1e6 * median(own);
    bench.counters["without_self_contacts"] = median(ratio);
}

BENCHMARK(HullsApart);

} // namespace

BENCHMARK_MAIN();
