// Measures the force of an elastic layer on a mesh of 10 000 triangles beside Simbody's ElasticFoundationForce on the same meshes: per
// evaluation, in CPU time, all in turn in one run. Also measures what ContactIntegrator needs for a foot on a layer, beside the same foot
// on four spheres, and what a wheel on soil costs with a long rut behind it.

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
                                 ElasticLayer::fromStiffness(stiffness, stiffness).setFriction(0.8).setElementsAreTriangles());
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

// A force along the surface that goes back and forth.
class Sway : public Force::Custom::Implementation {
public:
    Sway(const MobilizedBody& body, const Vec3& amplitude) : body(body), amplitude(amplitude) {}
    void calcForce(const State& s, Vector_<SpatialVec>& bodies, Vector_<Vec3>&, Vector&) const override {
        body.applyForceToBodyPoint(s, Vec3(0), amplitude * std::sin(2 * Pi * s.getTime()), bodies);
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

private:
    MobilizedBody body;
    Vec3 amplitude;
};

// A foot with 35 kg on it that sways by 60 N at 1 Hz. Its sole is a layer, or has a sphere at each corner that is as stiff.
struct Foot {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<DEMContactForce> force;
    State state;

    explicit Foot(Real elementSize) {
        const Vec3 half(0.12, 0.02, 0.045);
        const Real mass = 35, height = elementSize > 0 ? half[1] : half[1] + 0.02;
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        MobilizedBody::Free foot(matter.updGround(),
                                 Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia::brick(half))));
        foot.setDefaultTransform(Vec3(0, height, 0));
        ContactSurfaces surfaces(matter);
        const SurfaceMaterial rubber =
            SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setRestitution(0.2).setFriction(0.8);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber);
        if (elementSize > 0)
            surfaces.add(foot, Brick(half, 2e-3), Transform(),
                         ElasticLayer(0.01, 1e5, 0.4).setFriction(0.8).setRestitution(0.2).setElementSize(elementSize));
        else
            for (const Real x : {-half[0], half[0]})
                for (const Real z : {-half[2], half[2]}) surfaces.add(foot, Sphere(0.02), Vec3(x, -half[1], z), rubber);
        Force::Custom(forces, new Sway(foot, Vec3(60, 0, 20)));
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
    }
    // Returns the CPU time of a simulated second [ms].
    double hold(int& steps) {
        ContactIntegrator integrator(system, *force);
        integrator.initialize(state);
        integrator.stepTo(1);
        const int before = integrator.getNumStepsTaken();
        const double time = timeOf([&] { integrator.stepTo(4); });
        steps = integrator.getNumStepsTaken() - before;
        return 1e3 * time / 3;
    }
};

// Arguments: element size [mm].
void HeldFoot(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        Foot layer(1e-3 * Real(bench.range(0))), spheres(0);
        int steps = 0;
        const double own = layer.hold(steps);
        bench.counters["steps"] = steps;
        const double twin = spheres.hold(steps);
        bench.counters["spheres_steps"] = steps;
        bench.counters["ms_per_s"] = own;
        bench.counters["spheres_ms_per_s"] = twin;
        bench.counters["ratio"] = own / twin;
    }
}
// A wheel that rolls over soil, step by step, and commits.
struct SoilWheel {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    MobilizedBody::Free wheel{matter.updGround(), Body::Rigid(MassProperties(5, Vec3(0), UnitInertia(0.05)))};
    std::unique_ptr<DEMContactForce> force;
    State state;
    Real x = 0;

    SoilWheel() {
        ContactSurfaces surfaces(matter);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Soil::drySand().setCellSize(0.005));
        surfaces.add(wheel, Cylinder(0.12, 0.05, 5e-3), Transform(), SurfaceMaterial());
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
    }
    void roll(Real way, Real h) {
        x += way;
        state.setTime(state.getTime() + h);
        wheel.setQToFitTranslation(state, Vec3(x, 0.1, 0));
        wheel.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -1), Vec3(way / h, 0, 0)));
        system.realize(state, Stage::Dynamics);
        force->commitHistory(state);
    }
    // Returns the CPU time of a step [ms].
    double step() {
        return 1e3 * timeOf([&] {
                   for (int i = 0; i < 20; ++i) roll(1e-4, 1e-3);
               }) /
               20;
    }
};

// Arguments: cells of the rut. A short rut is measured in turn with it.
void WheelWithRut(benchmark::State& bench) {
    for (auto _ : bench) {
        (void)_;
        SoilWheel far, near;
        while (far.x < 0.005 * Real(bench.range(0)) / 20) far.roll(0.005, 1e-2); // 20 cells wide
        for (int i = 0; i < 60; ++i) near.roll(0.005, 1e-2);
        std::vector<double> own, twin;
        for (int round = 0; round < 21; ++round) {
            own.push_back(far.step());
            twin.push_back(near.step());
        }
        far.system.realize(far.state, Stage::Dynamics);
        const int cells = far.force->getAreaRecords(far.state).at(0).numElements;
        bench.counters["cells_touched"] = cells;
        bench.counters["us_per_cell"] = 1e3 * median(own) / cells;
        bench.counters["ratio"] = median(own) / median(twin);
    }
}
BENCHMARK(WheelWithRut)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);

BENCHMARK(HeldFoot)->Arg(20)->Arg(10)->Arg(5)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
