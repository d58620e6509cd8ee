// Tests surfaces of triangles: floors, boxes and rocks under spheres, ellipsoids, bricks and each other.

#include "EveryShape.h"
#include "Meshes.h"
#include "Messages.h"
#include "OnFloor.h"
#include "World.h"

#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Terrain.h>
#include <simbodydem/shapes/Wheel.h>

#include <cstdio>
#include <fstream>
#include <utility>

namespace test_mesh {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A shape on Ground and another above it.
struct Press : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    Press(const Shape& lower, const Transform& X_GL, const Shape& upper)
        : body(matter.updGround(), Body::Rigid(bodyOf(1))) {
        addGround(lower, X_GL);
        add(body, upper);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = start();
    }
    const std::vector<ContactRecord>& at(const Transform& X_GU) {
        body.setQToFitTransform(state, X_GU);
        system.realize(state, Stage::Dynamics);
        return force->getContactRecords(state);
    }
    // Returns the distance from the origin at which the upper shape just touches, along a direction without other obstacles.
    Real touchingFrom(Real far, const Rotation& turn, const UnitVec3& way) {
        Real low = 0, high = far;
        for (int i = 0; i < 40; ++i) {
            const Real middle = 0.5 * (low + high);
            bool isTouching = true;
            try {
                isTouching = !at(Transform(turn, middle * way)).empty();
            } catch (const std::runtime_error&) { // one within the other
            }
            (isTouching ? low : high) = middle;
        }
        return high;
    }
};

struct Sum {
    Vec3 force{0}, torque{0};
    Sum(const std::vector<ContactRecord>& records) {
        for (const ContactRecord& r : records) {
            force += r.normalForce;
            torque += r.point % r.normalForce;
        }
    }
};

// On a plane of 2, 200 or 20 000 triangles a sphere, an ellipsoid, a capsule and a brick move as on a half space. They cross each edge
// with their springs, for 4000 steps.
TEST(Mesh, OfAPlaneIsAHalfSpace) {
    std::vector<Mesh> planes;
    for (const int n : {1, 10, 100}) planes.push_back(meshOfHeights(n, 0.3, [](Real, Real) { return 0; }));
    expectToBeHalfSpaces(planes, Transform());
}

// Flat ground y = 0 over [-1, 1]^2 in x and z.
struct FlatGround {
    std::shared_ptr<const Shape> shape;
    Rotation R; // rotation of the shape's frame
};

std::vector<FlatGround> flatGrounds() {
    const auto flat = [](Real, Real) { return 0; };
    const Terrain terrain = Terrain::fromFunction(flat, Vec2(-1), Vec2(1), 10, 10);
    return {{std::make_shared<Mesh>(meshOfHeights(1, 1, flat)), Rotation()},
            {std::make_shared<Mesh>(meshOfHeights(30, 1, flat)), Rotation()},
            {std::make_shared<Terrain>(terrain), Rotation(-Pi / 2, XAxis)}};
}

std::vector<NamedShape> everyShape() {
    return ::everyShape(Sphere(.1), Ellipsoid(Vec3(.1, .1, .08)), Wheel(.1, .02), Capsule(.05, .05),
                        Vec3(.05, .04, .05), .01);
}

// A shape over one or two grounds, one at x < 0 and the other at x > 0.
struct OverGrounds : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    OverGrounds(const std::vector<std::pair<const FlatGround*, Real>>& grounds, const Shape& shape)
        : body(matter.updGround(), Body::Rigid(bodyOf(1))) {
        for (const auto& [ground, x] : grounds) addGround(*ground->shape, Transform(ground->R, Vec3(x, 0, 0)));
        add(body, shape);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = start();
    }
    // Returns the records of one ground, in the order of that ground.
    std::vector<ContactRecord> at(const Vec3& place, int ground) {
        body.setQToFitTransform(state, place);
        system.realize(state, Stage::Dynamics);
        std::vector<ContactRecord> records;
        for (const ContactRecord& record : force->getContactRecords(state))
            if (record.a == ground) records.push_back(record);
        return records;
    }
};

// Returns positions that a search remembers, leaves by a small and a large distance, across the border of the two grounds, and visits
// again.
std::vector<Real> wayOverTwoGrounds() {
    std::vector<Real> way;
    for (const Real x : {-1., 1., -0.5, -0.04, 0.04, 0.5, -1., 1.})
        for (int i = 0; i < 3; ++i) way.push_back(x + 1e-4 * i);
    return way;
}

// On two grounds with a gap of 1 mm each shape has the contacts that it has on each ground alone. The order of adding the grounds has
// no effect. (Without a gap they are one ground.)
TEST(Mesh, TwoMeshesHaveTheContactsOfEach) {
    const std::vector<FlatGround> grounds = flatGrounds();
    for (const NamedShape& standing : everyShape())
        for (const FlatGround& left : grounds)
            for (const FlatGround& right : grounds) {
                if (&left == &right) continue;
                const std::pair<const FlatGround*, Real> l(&left, -1.0005), r(&right, 1.0005);
                OverGrounds onLeft({l}, *standing.shape), onRight({r}, *standing.shape);
                OverGrounds leftFirst({l, r}, *standing.shape), rightFirst({r, l}, *standing.shape);
                for (const Real x : wayOverTwoGrounds()) {
                    SCOPED_TRACE(std::string(standing.name) + " at x = " + std::to_string(x));
                    const Vec3 place(x, standing.lowest - 5e-4, 0.05);
                    const auto expectSame = [&](const std::vector<ContactRecord>& records,
                                                const std::vector<ContactRecord>& expected) {
                        ASSERT_EQ(records.size(), expected.size());
                        for (std::size_t i = 0; i < records.size(); ++i) { // the arithmetic is identical
                            EXPECT_EQ(records[i].patch, expected[i].patch);
                            EXPECT_EQ(records[i].overlap, expected[i].overlap);
                            EXPECT_EQ(records[i].point, expected[i].point);
                            EXPECT_EQ(records[i].normalForce, expected[i].normalForce);
                        }
                    };
                    const auto expectedLeft = onLeft.at(place, 0), expectedRight = onRight.at(place, 0);
                    EXPECT_FALSE(expectedLeft.empty() && expectedRight.empty());
                    expectSame(leftFirst.at(place, 0), expectedLeft);
                    expectSame(leftFirst.at(place, 1), expectedRight);
                    expectSame(rightFirst.at(place, 1), expectedLeft);
                    expectSame(rightFirst.at(place, 0), expectedRight);
                }
            }
}

// A wheel and an ellipsoid on one of two tiles carry 18.249 N and 23.263 N, by Hertz's law, in each force evaluation.
TEST(Mesh, TilesCarryWheelsAndEllipsoids) {
    const auto tile = [](Real x) {
        const std::vector<Vec3> corners{Vec3(x, 0, -1), Vec3(x, 0, 1), Vec3(x + 2, 0, 1), Vec3(x + 2, 0, -1)};
        return FlatGround{std::make_shared<Mesh>(corners, Triangles{{0, 1, 2}, {0, 2, 3}}, 0), Rotation()};
    };
    const FlatGround left = tile(-2), right = tile(0);
    const Wheel wheel(.1, .02);
    const Ellipsoid ellipsoid(Vec3(.1, .1, .08));
    const std::pair<const Shape*, Real> cases[] = {{&wheel, 18.249}, {&ellipsoid, 23.263}};
    for (const auto& [shape, newtons] : cases) {
        const Vec3 place(-1, .0995, .05);
        OverGrounds tiles({{&left, 0}, {&right, 0}}, *shape);
        for (int evaluation = 0; evaluation < 3; ++evaluation) {
            EXPECT_EQ(tiles.at(place, 1).size(), 0u);
            const auto records = tiles.at(place, 0);
            ASSERT_EQ(records.size(), 1u) << evaluation;
            EXPECT_NEAR(records[0].normalForce.norm(), newtons, 5e-4); // to the digits given
        }
    }
}

// Two wheels stand on one mesh, as one wheel does.
TEST(Mesh, CarriesTwoWheels) {
    Scene scene;
    scene.addGround(meshOfHeights(20, 1, [](Real, Real) { return 0; }), Transform());
    const Wheel wheel(.1, .02);
    const MassProperties mass(1, Vec3(0), UnitInertia(1e-2));
    MobilizedBody::Free wheels[] = {scene.add(wheel, mass), scene.add(wheel, mass)};
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.excludePair(ContactSurfaceIndex(1), ContactSurfaceIndex(2)); // wheels have no contact with wheels
    State state = scene.start();
    for (int i = 0; i < 2; ++i) wheels[i].setQToFitTransform(state, Vec3(i - 0.47, .0999, .33 * i - .02));
    const State end = scene.run(state, 0.5, 1e-5);
    EXPECT_EQ(force.getContactRecords(end).size(), 2u);
    for (const MobilizedBody& body :
         wheels) // a wheel falls 1.2 m in this time without contact; the overlap is below 1 mm
        EXPECT_NEAR(body.getBodyOriginLocation(end)[1], 0.1, 1e-3);
}

// A box of triangles has the forces of a Brick of the same rounding, for bodies on its faces, edges and corners.
TEST(Mesh, OfABoxIsABrick) {
    const Vec3 half(0.1, 0.08, 0.06);
    const Real rounding = 0.01;
    const Mesh mesh = meshOfBox(half, rounding);
    const Brick brick(half, rounding);
    const Sphere sphere(.03);
    const Capsule capsule(.02, .04);
    const Brick other(Vec3(.05, .03, .04), 5e-3);
    Random::Uniform random(-1, 1);
    for (const Shape* upper : {(const Shape*)&sphere, (const Shape*)&capsule, (const Shape*)&other}) {
        Press onBrick(brick, Transform(), *upper), onMesh(mesh, Transform(), *upper);
        for (int i = 0; i < 100; ++i) {
            const auto vector = [&] { return Vec3(random.getValue(), random.getValue(), random.getValue()); };
            const Rotation turn(3 * random.getValue(), UnitVec3(vector()));
            const UnitVec3 way(vector());
            const Transform X((turn), (onBrick.touchingFrom(0.3, turn, way) - 2e-3) * way);
            const Sum a(onBrick.at(X)), b(onMesh.at(X));
            EXPECT_GT(a.force.norm(), 0);
            EXPECT_LT((a.force - b.force).norm(), 1e-9 * a.force.norm()) << i;
            EXPECT_LT((a.torque - b.torque).norm(), 1e-9 * a.force.norm()) << i;
        }
    }
}

// Two boxes of triangles have the forces of two Bricks.
TEST(Mesh, PairsAreLikeBricks) {
    const Vec3 half(0.1, 0.08, 0.06), small(.05, .03, .04);
    const Transform tilted(Rotation(0.01, XAxis), Vec3(0, 0.0299, 0));
    Press bricks(Brick(half, .01), Transform(), Brick(small, 5e-3));
    Press meshes(meshOfBox(half, .01), Transform(), meshOfBox(small, 5e-3));
    for (int i = 0; i < 100; ++i) {
        const Rotation turn(0.1 * i, UnitVec3(1, 2, 3));
        const UnitVec3 way(std::sin(0.7 * i), 1, std::cos(1.3 * i));
        const Transform X(turn, (bricks.touchingFrom(0.3, turn, way) - 2e-3) * way);
        const Sum a(bricks.at(X)), b(meshes.at(X));
        ASSERT_GT(a.force.norm(), 0) << i;
        EXPECT_LT((a.force - b.force).norm(), 1e-9 * a.force.norm()) << i;
        EXPECT_LT((a.torque - b.torque).norm(), 1e-9 * a.force.norm()) << i;
    }
    Press brickOnFloor(HalfSpace(), HalfSpace::floor(), Brick(small, 5e-3)),
        meshOnFloor(HalfSpace(), HalfSpace::floor(), meshOfBox(small, 5e-3));
    const Sum a(brickOnFloor.at(tilted)), b(meshOnFloor.at(tilted));
    ASSERT_GT(a.force.norm(), 0);
    EXPECT_LT((a.force - b.force).norm(), 1e-9 * a.force.norm());
}

// A ball in the corner of two walls and a floor has three contacts, one with each, for any triangles.
TEST(Mesh, CornersHaveOneContactPerFace) {
    std::vector<Vec3> vertices{Vec3(0),       Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1),
                               Vec3(1, 0, 1), Vec3(1, 1, 0), Vec3(0, 1, 1)};
    const Mesh corner(vertices, {{0, 4, 1}, {0, 3, 4}, {0, 1, 5}, {0, 5, 2}, {0, 2, 6}, {0, 6, 3}}, 0);
    const Real r = 0.1, depth = 1e-4;
    Press press(corner, Transform(), Sphere(r));
    const auto records = press.at(Vec3(r - depth));
    ASSERT_EQ(records.size(), 3u);
    Vec3 normals(0);
    for (const ContactRecord& record : records) {
        EXPECT_NEAR(record.overlap, depth, 1e-15);
        normals += record.normal;
    }
    EXPECT_LT((normals - Vec3(1)).norm(), 1e-12);
}

// A ball without friction or damping keeps its energy over hills of facets, over convex edges and grooves, flat and sharp. The normal
// force is the gradient of the stored energy. With half the step the integrator's error is an eighth. Valleys of the higher hills are
// hollows, four times as large as the ball. There R* changes along the surface, which costs or gives a thousandth of the energy.
TEST(Mesh, EdgesTakeNoEnergy) {
    for (const auto& [height, tolerance] : {std::pair(0.01, 1e-6), std::pair(0.05, 1e-3)}) {
        Scene scene;
        scene.material.youngsModulus = 1e7;
        scene.material.restitution = 1;
        scene.material.staticFriction = scene.material.kineticFriction = 0;
        const Mesh hills =
            meshOfHeights(24, 0.5, [h = height](Real x, Real z) { return h * std::sin(13 * x) * std::cos(11 * z); });
        scene.addGround(hills, Transform());
        MobilizedBody::Free ball = scene.add(Sphere(.03), ballOf(0.1, .03));
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        force.setTrackDissipatedEnergy(true);
        State state =
            scene.start(ball, Vec3(-0.05, 0.0375 + height * std::sin(-0.65) * std::cos(0.22), 0.02), Vec3(0.3, 0, 0.2));
        FixedMerson integrator(scene.system, state, 2e-5);
        const Real energy = scene.system.calcEnergy(dynamics(scene, integrator.getState()));
        std::set<std::int64_t> patches;
        for (int i = 1; i <= 100; ++i) {
            advance(integrator, 0.006 * i);
            const State now = dynamics(scene, integrator.getState());
            for (const ContactRecord& r : force.getContactRecords(now)) patches.insert(r.patch);
        }
        EXPECT_GT(patches.size(), 3u);
        EXPECT_NEAR(scene.system.calcEnergy(dynamics(scene, integrator.getState())), energy, tolerance * energy) << height;
    }
}

// A ring of triangles that is dropped into a bowl of triangles comes to rest.
TEST(Mesh, RingsComeToRestInBowls) {
    Scene scene;
    scene.material.youngsModulus = 1e7;
    scene.material.restitution = 0.2;
    scene.material.rollingFriction = 0.02;
    const Mesh bowl = meshOfHeights(
        20, 0.3, [](Real x, Real z) { return 2 * (x * x + z * z); }, 1e-3);
    const Mesh ring = meshOfTorus(0.05, 0.02, 24, 12, 1e-3);
    EXPECT_TRUE(ring.isClosed());
    EXPECT_FALSE(bowl.isClosed());
    scene.addGround(bowl, Transform());
    const Real mass = 0.3;
    MobilizedBody::Free body =
        scene.add(ring, MassProperties(mass, Vec3(0), mass * UnitInertia(1.6e-3, 2.8e-3, 1.6e-3)));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setTrackDissipatedEnergy(true);
    State state = scene.at(body, Transform(Rotation(0.3, UnitVec3(1, 0, 1)), Vec3(0.03, 0.12, 0.02)));
    const Real energy = scene.system.calcEnergy(state);
    const State end = scene.run(state, 2, 1e-4, 1e-3);
    EXPECT_LT(body.getBodyOriginVelocity(end).norm(), 1e-3);
    EXPECT_LT(body.getBodyAngularVelocity(end).norm(), 1e-2);
    EXPECT_LT(body.getBodyOriginLocation(end).norm(), 0.08); // in the middle
    EXPECT_NEAR(scene.system.calcEnergy(end) + force.getDissipatedEnergy(end), energy, 1e-4 * std::abs(energy));
}

// A brick that tumbles down stairs, with sharp or rounded edges, comes to rest on a step. The energy account contains its losses. A lateral
// speed of 0.05 m/s would lead it over the side of the stairs, which are 1 m wide.
TEST(Mesh, BricksTumbleDownStairs) {
    for (const Real rounding : {0., 2e-3}) {
        Scene scene;
        scene.material.youngsModulus = 1e8;
        scene.material.restitution = 0.4;
        scene.addGround(meshOfStairs(6, .15, .1, .5, rounding), Transform());
        const Vec3 half(.06, .03, .04);
        const Real mass = 0.5;
        MobilizedBody::Free brick = scene.add(Brick(half, 4e-3), boxOf(mass, half));
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        force.setTrackDissipatedEnergy(true);
        State state = scene.start(brick, Transform(Rotation(.3, ZAxis), Vec3(-.1, .08, .02)),
                                  SpatialVec(Vec3(.2, .3, -8), Vec3(1.2, 0, 0)));
        Merson integrator(scene.system, state, 1e-6, 2e-3);
        const Real energy = scene.system.calcEnergy(dynamics(scene, integrator.getState()));
        advance(integrator, 2.5);
        const State end = dynamics(scene, integrator.getState());
        EXPECT_LT(brick.getBodyOriginLocation(end)[1], -0.3) << rounding;
        EXPECT_LT(brick.getBodyOriginVelocity(end).norm(), 1e-9);
        EXPECT_NEAR(scene.system.calcEnergy(end) + force.getDissipatedEnergy(end), energy, 1e-6);
    }
}

// A mesh computes the time to first contact from its triangles, not from their bounding sphere. A ball that flies at them from within
// this sphere has a long first step and does not pass through.
TEST(Mesh, BoundsSteps) {
    Scene scene;
    scene.material.youngsModulus = 1e9;
    scene.material.restitution = 0.5;
    scene.addGround(meshOfHeights(10, 5, [](Real, Real) { return 0; }), Transform());
    MobilizedBody::Free ball = scene.add(Sphere(.02), ballOf(0.1, .02));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    scene.system.addEventHandler(new ContactStepLimiter(force, 1));
    State state = scene.start(ball, Vec3(0.3, 1.02, 0.2), Vec3(0, -10, 0));
    scene.system.realize(state, Stage::Acceleration);
    EXPECT_NEAR(force.calcStepBound(state, 1), 0.1, 1e-3); // a metre at 10 m/s, and a little more
    RungeKuttaMersonIntegrator integrator(scene.system);
    TimeStepper stepper(scene.system, integrator);
    stepper.initialize(state);
    stepper.stepTo(0.3);
    const State& end = stepper.getState();
    EXPECT_NEAR(ball.getBodyOriginVelocity(end)[1], 5, 0.1);
}

// Simbody's TriangleMesh in a contact set becomes a Mesh.
TEST(Mesh, OfSimbodyIsConverted) {
    World world;
    world.contacts.addBody(world.set, world.matter.updGround(),
                           ContactGeometry::TriangleMesh(PolygonalMesh::createBrickMesh(Vec3(0.3, 0.1, 0.3), 3)),
                           Vec3(0, -0.1, 0));
    MobilizedBody::Free body = world.addSphere(0.1);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.at(body, Vec3(0.03, 0.1 - 1e-4, 0.02));
    int onMesh = 0;
    for (const ContactRecord& r : force.getContactRecords(state)) {
        EXPECT_NEAR(r.overlap, 1e-4, 1e-12);
        ++onMesh;
    }
    EXPECT_GE(onMesh, 1);
}

// A mesh can be read from a file. A file without a mesh is an error that names the file.
TEST(Mesh, ComesFromFiles) {
    const std::string folder = ::testing::TempDir();
    const std::string obj = folder + "simbodydem_box.obj", stl = folder + "simbodydem_none.stl";
    {
        std::ofstream file(obj);
        for (int i = 0; i < 8; ++i)
            file << "v " << (i & 1 ? .1 : -.1) << " " << (i & 2 ? .1 : -.1) << " " << (i & 4 ? .1 : -.1) << "\n";
        file << "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
        std::ofstream(stl) << "this is no STL\n";
    }
    const Mesh box = Mesh::fromFile(obj, 0.01);
    EXPECT_TRUE(box.isClosed());
    EXPECT_EQ(box.getTriangles().size(), 12u);
    expectMessages<std::invalid_argument>(
        {{[&] { Mesh::fromFile(stl, 0.01); }, {"Mesh", stl}},
         {[&] { Mesh::fromFile(folder + "nowhere.obj", 0.01); }, {"cannot be read", "nowhere.obj"}},
         {[&] { Mesh::fromFile(obj, 1); }, {"rounding", "1 m", obj}}});
    std::remove(obj.c_str());
    std::remove(stl.c_str());
}

// An invalid surface is an error that names the fault. A floor without rounding under a flat shape is an error too.
TEST(Mesh, RejectsInvalidSurfaces) {
    const std::vector<Vec3> corners{Vec3(0), Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(1, 0, 1)};
    expectMessage<std::invalid_argument>([&] { Mesh(corners, {}, 0); }, {"Mesh", "no triangles"});
    expectMessage<std::invalid_argument>([&] { Mesh(corners, {{0, 1, 4}}, 0); }, {"triangle 0", "vertex 4", "[0, 4)"});
    expectMessage<std::invalid_argument>(
        [&] {
            Mesh(corners, {{0, 2, 1}, {1, 3, 2}}, 0);
        },
        {"triangle 1", "opposite orientation", "triangle 0"});
    expectMessages<std::invalid_argument>({{[&] {
                                                Mesh(corners, {{0, 2, 1}}, -1);
                                            },
                                            {"rounding", "-1 m"}},
                                           {[&] {
                                                Mesh(corners, {{0, 2, 1}}, NaN);
                                            },
                                            {"rounding"}},
                                           {[&] {
                                                Mesh(corners, {{0, 2, 2}}, 0);
                                            },
                                            {"triangle 0", "no area"}}});
    expectMessage<std::invalid_argument>(
        [&] {
            Mesh({Vec3(0), Vec3(1, NaN, 0), Vec3(0, 0, 1)}, {{0, 1, 2}}, 0);
        },
        {"vertex 1"});
    Scene scene;
    scene.addGround(Mesh(corners, {{0, 2, 1}}, 0), Transform());
    MobilizedBody::Free body = scene.add(HalfSpace(), bodyOf(1), "plate");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    expectMessage<std::invalid_argument>([&] { scene.start(); }, {"surface 0", "plate", "never touch", "rounding"});
}

} // namespace
} // namespace test_mesh
