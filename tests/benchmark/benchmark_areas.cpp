// Measures the force of an elastic layer on a mesh of 10 000 triangles beside Simbody's ElasticFoundationForce on the same meshes: per
// evaluation, in CPU time, all in turn in one run.

#include "Timing.h"

#include <benchmark/benchmark.h>
#include <simbodydem/simbodydem.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real radius = 0.1, stiffness = 1e9; // [m], [Pa/m]

// Returns a sphere of 8 n^2 triangles: an octahedron, divided and blown up.
PolygonalMesh sphereMesh(int n) {
    PolygonalMesh mesh;
    std::vector<std::vector<int>> index;
    for (const Vec3& sign : {Vec3(1, 1, 1), Vec3(-1, 1, 1), Vec3(-1, -1, 1), Vec3(1, -1, 1), Vec3(1, 1, -1),
                             Vec3(-1, 1, -1), Vec3(-1, -1, -1), Vec3(1, -1, -1)}) {
        const bool isMirrored = sign[0] * sign[1] * sign[2] < 0;
        const auto at = [&](int i, int j) { // corners are shared by comparing places
            const Vec3 p(i, j, n - i - j);
            const Vec3 place = radius * Vec3(sign[0] * p[0], sign[1] * p[1], sign[2] * p[2]).normalize();
            for (int v = 0; v < mesh.getNumVertices(); ++v)
                if ((mesh.getVertexPosition(v) - place).normSqr() < 1e-16) return v;
            return mesh.addVertex(place);
        };
        const auto add = [&](int a, int b, int c) {
            Array_<int> face{a, isMirrored ? c : b, isMirrored ? b : c};
            mesh.addFace(face);
        };
        for (int i = 0; i < n; ++i)
            for (int j = 0; i + j < n; ++j) {
                add(at(i, j), at(i + 1, j), at(i, j + 1));
                if (i + j + 1 < n) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            }
    }
    return mesh;
}

Mesh toMesh(const PolygonalMesh& mesh) {
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 3>> triangles;
    for (int v = 0; v < mesh.getNumVertices(); ++v) vertices.push_back(mesh.getVertexPosition(v));
    for (int f = 0; f < mesh.getNumFaces(); ++f)
        triangles.push_back({mesh.getFaceVertex(f, 0), mesh.getFaceVertex(f, 1), mesh.getFaceVertex(f, 2)});
    return Mesh(vertices, triangles, 0);
}

enum class Law { None, Layer, ElasticFoundation };

// A ball of 9800 triangles over a half space, or over a ball of the same mesh. The layer is on the upper one.
struct Pair {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<GeneralContactSubsystem> contacts;
    std::unique_ptr<DEMContactForce> force;
    SurfaceIndex upper;
    State state;

    Pair(Law law, bool isOnMesh, Real depth) {
        static const PolygonalMesh ball = sphereMesh(35);
        MobilizedBody::Free free(matter.updGround(),
                                 Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(radius))));
        free.setDefaultTransform(
            Transform(Rotation(0.3, UnitVec3(1, 2, 3)), Vec3(1e-4, (isOnMesh ? 2 * radius : radius) - depth, 2e-4)));
        if (law == Law::Layer) {
            ContactSurfaces surfaces(matter);
            const SurfaceMaterial rigid = SurfaceMaterial().setFriction(0.8);
            if (isOnMesh)
                surfaces.add(matter.Ground(), toMesh(ball), Transform(), rigid);
            else
                surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rigid);
            upper = surfaces.add(free, toMesh(ball), Transform(),
                                 ElasticLayer::fromStiffness(stiffness, stiffness).setFriction(0.8));
            force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        } else if (law == Law::ElasticFoundation) {
            contacts = std::make_unique<GeneralContactSubsystem>(system);
            const ContactSetIndex set = contacts->createContactSet();
            if (isOnMesh)
                contacts->addBody(set, matter.updGround(), ContactGeometry::TriangleMesh(ball), Transform());
            else
                contacts->addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), HalfSpace::floor());
            contacts->addBody(set, free, ContactGeometry::TriangleMesh(ball), Transform());
            ElasticFoundationForce foundation(forces, *contacts, set);
            foundation.setBodyParameters(ContactSurfaceIndex(1), stiffness, 0.1, 0.8, 0.8, 0);
        }
        state = system.realizeTopology();
        warmUp(system, state);
    }
    double timeOne() { return timeDynamics(system, state); }
};

void LayerOnMesh(benchmark::State& bench, bool isOnMesh, Real depth) {
    Pair none(Law::None, isOnMesh, depth), layer(Law::Layer, isOnMesh, depth),
        foundation(Law::ElasticFoundation, isOnMesh, depth);
    std::vector<double> own, other, ratio;
    for (auto _ : bench) {
        (void)_;
        const double nothing = none.timeOne();
        own.push_back(layer.timeOne() - nothing);
        other.push_back(foundation.timeOne() - nothing);
        ratio.push_back(own.back() / other.back());
    }
    const double touching = double(layer.force->getElementRecords(layer.state, layer.upper).size());
    bench.counters["touching"] = touching;
    bench.counters["ns/element"] = 1e9 * median(own) / touching;
    bench.counters["foundation_ns/element"] = 1e9 * median(other) / touching;
    bench.counters["ratio"] = median(ratio);
}

BENCHMARK_CAPTURE(LayerOnMesh, on_half_space, false, 9e-3);
BENCHMARK_CAPTURE(LayerOnMesh, on_mesh, true, 18e-3);
BENCHMARK_CAPTURE(LayerOnMesh, on_mesh_shallow, true, 4e-3);

} // namespace

BENCHMARK_MAIN();
