// What a body of one shape on another costs, search and force together, in contacts of a sphere on a sphere. All are timed in turn in one
// run, in processor time; what a System without contacts takes for the same is taken off.

#include "Timing.h"

#include <benchmark/benchmark.h>
#include <simbodydem/simbodydem.h>

#include <cmath>
#include <memory>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

const int side = 16;       // bodies in a square
const Real radius = 0.01;  // of a ball, and half of a box
const Real spacing = 0.05; // of their places
const Real depth = 1e-5;

enum class Scene {
    Nobody,
    SphereOnSphere,
    SphereOnPlane,
    BoxOnPlane,
    EllipsoidOnPlane,
    SphereOnBox,
    SphereOnMesh,
    BoxOnMesh
};

Real heightOf(Real x, Real z) { return 1e-3 * std::sin(20 * x) * std::cos(20 * z); }

// Gentle hills over all places, of 2 n^2 triangles.
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

struct World {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<DEMContactForce> force;
    State state;

    explicit World(Scene scene) {
        SurfaceMaterial material;
        material.youngsModulus = 1e7;
        material.poissonsRatio = 0.3;
        material.restitution = material.staticFriction = 0.5;
        ContactSurfaces surfaces(matter);
        const Rotation upwards(-Pi / 2, ZAxis);
        const Real height = radius - depth;
        const bool isOnMesh = scene == Scene::SphereOnMesh || scene == Scene::BoxOnMesh;
        if (isOnMesh)
            surfaces.add(matter.Ground(), hills(224), Transform(), material); // 100 352 triangles
        else if (scene == Scene::SphereOnBox)
            surfaces.add(matter.Ground(), Brick(Vec3(side * spacing, radius, side * spacing), 1e-3),
                         Vec3(0, -radius, 0), material);
        else if (scene != Scene::SphereOnSphere)
            surfaces.add(matter.Ground(), HalfSpace(), upwards, material);
        const Body::Rigid body(MassProperties(0.01, Vec3(0), UnitInertia::sphere(radius) * 0.01));
        const bool isBox = scene == Scene::BoxOnPlane || scene == Scene::BoxOnMesh;
        for (int i = 0; i < side * side; ++i) {
            Vec3 place(spacing * (i % side), height, spacing * (i / side));
            if (isOnMesh) place[1] += heightOf(place[0], place[2]) - 1e-5; // slopes of up to .02
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

} // namespace

BENCHMARK_MAIN();
