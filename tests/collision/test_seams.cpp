// Tests grounds of several meshes that continue each other: bodies cross their seams as on one plane.

#include "Meshes.h"
#include "OnFloor.h"

#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Terrain.h>
#include <simbodydem/shapes/Wheel.h>

namespace test_seams {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct Part {
    std::shared_ptr<const Shape> shape;
    Transform X_GS;
};

// Returns a rectangle of y = 0 with n by n squares.
Part tile(Real x0, Real x1, Real z0, Real z1, int n = 1, Real rounding = 0) {
    std::vector<Vec3> vertices;
    Triangles triangles;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) vertices.emplace_back(x0 + i * (x1 - x0) / n, 0, z0 + j * (z1 - z0) / n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const int a = i * (n + 1) + j, b = a + n + 1;
            triangles.push_back({a, b + 1, b});
            triangles.push_back({a, a + 1, b + 1});
        }
    return {std::make_shared<Mesh>(vertices, triangles, rounding), Transform()};
}
// Returns that rectangle as a terrain, whose frame differs.
Part field(Real x0, Real x1, Real z0, Real z1, int n = 1) {
    const auto flat = [](Real, Real) { return 0; };
    return {std::make_shared<Terrain>(
                Terrain::fromFunction(flat, Vec2(x0, -z1), Vec2(x1, -z0), n, n, Terrain::Surface::Faceted)),
            Transform(Rotation(-Pi / 2, XAxis))};
}

struct Ground {
    const char* name;
    std::vector<Part> parts;
};
std::vector<Ground> grounds() {
    return {{"two tiles", {tile(-1, 0, -1, 1), tile(0, 1, -1, 1)}},
            {"two tiles, the right one first", {tile(0, 1, -1, 1), tile(-1, 0, -1, 1)}},
            {"two rounded tiles", {tile(-1, 0, -1, 1, 1, .01), tile(0, 1, -1, 1, 2, .01)}},
            {"tiles of other triangles", {tile(-1, 0, -1, 1, 3), tile(0, 1, -1.1, 0.9, 4)}},
            {"a tile and a terrain", {tile(-1, 0, -1, 1, 2), field(0, 1, -1, 1, 5)}},
            {"three tiles of a bond", {tile(-1, 1, -1, 0.01), tile(-1, 0, 0.01, 1), tile(0, 1, 0.01, 1, 2)}}};
}

struct Mover {
    const char* name;
    std::shared_ptr<const Shape> shape;
    Real height;
};
std::vector<Mover> movers() {
    const Vec3 half(.05, .04, .05);
    return {{"sphere", std::make_shared<Sphere>(.1), .1},
            {"ellipsoid", std::make_shared<Ellipsoid>(Vec3(.1, .1, .08)), .1},
            {"wheel", std::make_shared<Wheel>(.1, .02), .1},
            {"capsule", std::make_shared<Capsule>(.05, .05), .05},
            {"brick", std::make_shared<Brick>(half, .01), .04},
            {"mesh", std::make_shared<Mesh>(meshOfBox(half, .01)), .04}};
}

// A body over a ground; the body is added after the ground, or before it.
struct OverGround : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;

    OverGround(const std::vector<Part>& parts, const Shape& shape, bool isGroundFirst, const MassProperties& mass)
        : body(matter.updGround(), Body::Rigid(mass)) {
        material.youngsModulus = 1e7;
        material.restitution = 0.5;
        if (!isGroundFirst) add(body, shape);
        for (const Part& part : parts) addGround(*part.shape, part.X_GS);
        if (isGroundFirst) add(body, shape);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }
};

// A shape anywhere on such a ground, on a seam or beside it, has the force and the number of contacts of one tile.
TEST(Seams, ActAsOnePlane) {
    const MassProperties mass(1, Vec3(0), UnitInertia(1));
    for (const Mover& mover : movers())
        for (const Ground& ground : grounds())
            for (const bool isGroundFirst : {true, false}) {
                SCOPED_TRACE(std::string(mover.name) + " on " + ground.name + (isGroundFirst ? "" : ", before it"));
                OverGround one({tile(-1, 1, -1, 1)}, *mover.shape, isGroundFirst, mass),
                    several(ground.parts, *mover.shape, isGroundFirst, mass);
                State onOne = one.start(), onSeveral = several.start();
                for (const Real x : {-0.3, -0.06, -0.05, -0.01, -1e-3, -1e-6, 0., 1e-9, 2e-3, 0.04, 0.05, 0.2}) {
                    const Transform X(Rotation(0.3, YAxis), Vec3(x, mover.height - 5e-4, 0.013));
                    one.body.setQToFitTransform(onOne, X);
                    several.body.setQToFitTransform(onSeveral, X);
                    const auto expected = one.force->getContactRecords(onOne = dynamics(one, onOne));
                    const auto records = several.force->getContactRecords(onSeveral = dynamics(several, onSeveral));
                    EXPECT_EQ(records.size(), expected.size()) << x;
                    Vec3 sum(0), wanted(0);
                    for (const ContactRecord& r : expected) wanted += r.normalForce;
                    for (const ContactRecord& r : records) sum += r.normalForce;
                    EXPECT_GT(wanted.norm(), 0);
                    EXPECT_LT((sum - wanted).norm(), 1e-9 * wanted.norm()) << x; // rounding of overlaps of 0.5 mm
                }
            }
}

// A ball, a wheel and an ellipsoid that roll over seams have the height, speed and force of one tile. The order of the surfaces has no
// effect.
TEST(Seams, AreRolledOverWithoutABump) {
    struct Roller {
        std::shared_ptr<const Shape> shape;
        Real mass, speed;
    };
    const Real radius = 0.1;
    for (const Roller& roller :
         {Roller{std::make_shared<Sphere>(radius), 4, 0.2}, Roller{std::make_shared<Wheel>(radius, .02), 5, 1},
          Roller{std::make_shared<Ellipsoid>(Vec3(radius, radius, .08)), 5, 1}})
        for (const Ground& ground : grounds())
            for (const bool isGroundFirst : {true, false}) {
                SCOPED_TRACE(std::string(ground.name) + (isGroundFirst ? "" : ", after the body"));
                const MassProperties mass(roller.mass, Vec3(0), roller.mass * UnitInertia::sphere(radius));
                OverGround scene(ground.parts, *roller.shape, isGroundFirst, mass);
                Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
                State state = scene.start();
                // The initial height is that of vertical equilibrium.
                Real low = 0, high = 1e-3;
                for (int i = 0; i < 50; ++i) {
                    const Real depth = 0.5 * (low + high);
                    scene.body.setQToFitTransform(state, Vec3(-0.05, radius - depth, 0.012));
                    state = dynamics(scene, state);
                    Real up = 0;
                    for (const ContactRecord& r : scene.force->getContactRecords(state)) up += r.normalForce.norm();
                    (up < roller.mass * 9.81 ? low : high) = depth;
                }
                const Real turning =
                    -roller.speed / (radius - 0.5 * low); // about the contact point, midway in the overlap
                scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, turning), Vec3(roller.speed, 0, 0)));
                Merson integrator(scene.system, state, 1e-7);
                const Real end = 0.1 / roller.speed, height = radius - low;
                Real lowest = height, highest = height, sum = 0;
                const int steps = 400;
                for (int i = 1; i <= steps; ++i) {
                    advance(integrator, end * i / steps);
                    const State now = dynamics(scene, integrator.getState());
                    const Real y = scene.body.getBodyOriginLocation(now)[1];
                    lowest = std::min(lowest, y);
                    highest = std::max(highest, y);
                    const auto& records = scene.force->getContactRecords(now);
                    EXPECT_EQ(records.size(), 1u) << i;
                    for (const ContactRecord& r : records) sum += r.normalForce.norm() / steps;
                }
                EXPECT_LT(highest - lowest, 0.02 * low);
                EXPECT_NEAR(sum, roller.mass * 9.81, 1e-3 * roller.mass * 9.81);
                EXPECT_NEAR(scene.body.getBodyOriginVelocity(integrator.getState())[0], roller.speed,
                            1e-4 * roller.speed);
            }
}

// A ball that sticks, cannot turn and is dragged over a seam keeps its spring: its tangential force continues as on one tile.
TEST(Seams, KeepTheSpringOfAContactThatCrosses) {
    const MassProperties mass(4, Vec3(0), 4 * UnitInertia::sphere(0.1));
    for (const bool isGroundFirst : {true, false}) {
        Vec3 displacement[2];
        for (const int k : {0, 1}) {
            const std::vector<Part> parts = k == 0 ? std::vector<Part>{tile(-1, 1, -1, 1)} : grounds()[0].parts;
            OverGround scene(parts, Sphere(.1), isGroundFirst, mass);
            State state = scene.start(scene.body, Vec3(-1e-6, 0.1 - 1e-4, 0.01), Vec3(0.01, 0, 0.002));
            FixedMerson integrator(scene.system, state, 1e-5);
            advance(integrator, 3e-4); // 3 um, the first of them on the other tile
            const State now = dynamics(scene, integrator.getState());
            const auto& records = scene.force->getContactRecords(now);
            ASSERT_EQ(records.size(), 1u);
            displacement[k] = records[0].tangentialDisplacement;
            EXPECT_GT(displacement[k].norm(), 2e-6);
        }
        EXPECT_LT((displacement[1] - displacement[0]).norm(), 1e-12) << isGroundFirst;
    }
}

} // namespace
} // namespace test_seams
