// Tests containers, closed meshes turned inside out: boxes and drums with bodies in them.

#include "EveryShape.h"
#include "Heard.h"
#include "Meshes.h"
#include "Messages.h"
#include "OnFloor.h"

#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Wheel.h>

namespace test_container {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Returns a cube over [0, size]^3 as a solid, with n by n squares of two triangles on each side.
Mesh boxOfSquares(int n, Real size, Real rounding = 0) {
    std::vector<Vec3> vertices;
    Triangles triangles;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool isHigh : {false, true}) {
            const int first = int(vertices.size());
            for (int i = 0; i <= n; ++i)
                for (int j = 0; j <= n; ++j) {
                    Vec3 v;
                    v[axis] = isHigh ? size : 0;
                    v[(axis + 1) % 3] = size * i / n;
                    v[(axis + 2) % 3] = size * j / n;
                    vertices.push_back(v);
                }
            const auto add = [&](int a, int b, int c) {
                isHigh ? triangles.push_back({first + a, first + b, first + c})
                       : triangles.push_back({first + a, first + c, first + b});
            };
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    const int at = i * (n + 1) + j;
                    add(at, at + n + 1, at + n + 2);
                    add(at, at + n + 2, at + 1);
                }
        }
    return Mesh(vertices, triangles, rounding);
}

// Returns a drum about z as a solid.
Mesh drum(int sides, Real radius, Real halfLength) {
    std::vector<Vec3> vertices;
    Triangles triangles;
    for (int i = 0; i < sides; ++i)
        for (const Real z : {-halfLength, halfLength})
            vertices.emplace_back(radius * std::cos(2 * Pi * i / sides), radius * std::sin(2 * Pi * i / sides), z);
    for (int i = 0; i < sides; ++i) {
        const int a = 2 * i, b = 2 * ((i + 1) % sides);
        triangles.push_back({a, b, b + 1});
        triangles.push_back({a, b + 1, a + 1});
        if (i == 0 || i == sides - 1) continue;
        triangles.push_back({0, b, a});
        triangles.push_back({1, a + 1, b + 1});
    }
    return Mesh(vertices, triangles, 0);
}

const Real density = 2600;

MassProperties massOf(Real radius) {
    const Real mass = 4. / 3 * Pi * cube(radius) * density;
    return ballOf(mass, radius);
}

struct Bounce {
    Real impact = 0, rebound = 0, apex = 0; // [m/s], [m] above the position at rest
    Vec3 end;
};

// A ball of 1 mm falls from rest onto the floor of a box.
Bounce bounceIn(const std::function<void(Scene&)>& addBox) {
    Scene scene;
    scene.material = SurfaceMaterial{1e8, .3, .5, .5};
    addBox(scene);
    MobilizedBody::Free ball = scene.add(Sphere(1e-3), massOf(1e-3));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(ball, Vec3(.01, .02, .01));
    Merson integrator(scene.system, state, 1e-7, 1e-3);
    Bounce bounce;
    for (int i = 1; i <= 1200; ++i) {
        advance(integrator, 1e-4 * i);
        const State now = dynamics(scene, integrator.getState());
        const Real y = ball.getBodyOriginLocation(now)[1], v = ball.getBodyOriginVelocity(now)[1];
        if (force.getContactRecords(now).empty()) // speed at the floor's height
            (v < 0 ? bounce.impact : bounce.rebound) =
                std::max(v < 0 ? bounce.impact : bounce.rebound, std::sqrt(v * v + 2 * 9.81 * (y - 1e-3)));
        if (bounce.rebound > 0) bounce.apex = std::max(bounce.apex, y - 1e-3);
        bounce.end = ball.getBodyOriginLocation(now);
    }
    return bounce;
}

// A ball in a box of 1200 triangles bounces as in a box of six half spaces, to a micrometre.
TEST(Container, ActsAsSixHalfSpaces) {
    const Real size = .05;
    const Bounce inMesh =
        bounceIn([&](Scene& scene) { scene.addGround(boxOfSquares(10, size).asContainer(), Transform()); });
    const Bounce onPlanes = bounceIn([&](Scene& scene) {
        for (int axis = 0; axis < 3; ++axis)
            for (const bool isHigh : {false, true}) {
                UnitVec3 outward; // outward normal of the half space, into the box
                outward = UnitVec3(CoordinateAxis(axis));
                if (isHigh) outward = -outward;
                Vec3 point(0);
                if (isHigh) point[axis] = size;
                scene.addGround(HalfSpace(), Transform(Rotation(-outward, XAxis), point));
            }
    });
    EXPECT_NEAR(inMesh.impact, .61056, 1e-5);  // sqrt(2 g 19 mm)
    EXPECT_NEAR(inMesh.rebound, .30528, 6e-4); // the restitution is accurate to 1e-3
    EXPECT_NEAR(inMesh.apex, 4.75e-3, 1e-5);
    EXPECT_LT((inMesh.end - onPlanes.end).norm(), 1e-6);
}

// A ball in a corner touches three walls, in each of the eight corners.
TEST(Container, CornersGiveThreeContacts) {
    for (const Real rounding : {0., 1e-3}) {
        Scene scene;
        scene.addGround(boxOfSquares(4, .05, rounding).asContainer(), Transform());
        MobilizedBody::Free ball = scene.add(Sphere(5e-3), massOf(5e-3));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        for (int i = 0; i < 8; ++i) {
            Vec3 at;
            for (int k = 0; k < 3; ++k) at[k] = i >> k & 1 ? .05 - 4.99e-3 : 4.99e-3;
            ball.setQToFitTransform(state, at);
            const State now = dynamics(scene, state);
            const auto& records = force.getContactRecords(now);
            ASSERT_EQ(records.size(), 3u);
            Vec3 sum(0);
            for (const ContactRecord& record : records) {
                EXPECT_NEAR(record.overlap, 1e-5, 1e-15);
                sum += record.normal;
            }
            for (int k = 0; k < 3; ++k) EXPECT_NEAR(sum[k], i >> k & 1 ? -1 : 1, 1e-12);
        }
    }
}

// A body of any shape that is thrown about in a box stays in it, even if it hits corners hard, and gains no energy.
TEST(Container, KeepsEveryShape) {
    const Vec3 half(8e-3, 6e-3, 7e-3);
    for (const NamedShape& one :
         everyShape(Sphere(8e-3), Ellipsoid(half), Wheel(8e-3, 2e-3), Capsule(5e-3, 4e-3), half, 1.5e-3)) {
        const Shape* const shape = one.shape.get();
        SCOPED_TRACE(shape->describe());
        Scene scene;
        scene.material = SurfaceMaterial{1e7, .3, .6, .3};
        scene.addGround(boxOfSquares(5, .05).asContainer(), Transform());
        MobilizedBody::Free body = scene.add(*shape, MassProperties(5e-3, Vec3(0), 5e-3 * UnitInertia(2e-5)));
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(body, Transform(Rotation(.7, UnitVec3(1, 2, 3)), Vec3(.025)),
                                  SpatialVec(Vec3(20, -10, 5), Vec3(1.1, -1, .9)));
        Merson integrator(scene.system, state, 1e-4, 1e-3);
        Real last = scene.system.calcEnergy(dynamics(scene, integrator.getState()));
        const Real floor = 5e-3 * 9.81 * 2e-3, scale = last - floor;
        for (int i = 1; i <= 200; ++i) {
            advance(integrator, 2e-3 * i);
            const State now = dynamics(scene, integrator.getState());
            const Vec3 at = body.getBodyOriginLocation(now);
            for (int k = 0; k < 3; ++k) // the wheel lies down
                ASSERT_TRUE(at[k] > 1.5e-3 && at[k] < .0485) << at << " at " << 2e-3 * i;
            const Real energy = scene.system.calcEnergy(now);
            EXPECT_LE(energy, last + 0.01 * scale); // features change, and the integrator has an error
            last = energy;
        }
    }
}

// A ball in a drum of 96 sides that turns at 2 rad/s about its horizontal axis.
struct Drum : Scene {
    MobilizedBody::Free ball;
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    Drum() {
        material = SurfaceMaterial{1e7, .3, .5, .5};
        const Real radius = 5e-3;
        MobilizedBody::Pin shell(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1e-3))));
        add(shell, drum(96, .05, .02).asContainer(), Transform(), "drum");
        Motion::Steady(shell, 2);
        ball = add(Sphere(radius), massOf(radius));
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = start();
        ball.setQToFitTransform(state, Vec3(.002, -.0448, .001));
    }
    template <class Integrator> void expectKept(Integrator& integrator) {
        integrator.setAccuracy(1e-4);
        integrator.setMaximumStepSize(1e-3);
        integrator.initialize(state);
        for (int i = 1; i <= 60; ++i) {
            while (integrator.getTime() < 0.05 * i) integrator.stepTo(0.05 * i);
            const Vec3 at = ball.getBodyOriginLocation(integrator.getState());
            ASSERT_LT(Vec2(at[0], at[1]).norm(), .0451) << i;
            ASSERT_LT(std::abs(at[2]), .0151) << i;
        }
        EXPECT_GT(force->getContactRecords(dynamics(*this, integrator.getState())).size(), 0u);
    }
};

// A turning drum keeps its ball near the bottom, with Runge-Kutta-Merson.
TEST(Container, OfADrumKeepsItsBall) {
    Drum drum;
    RungeKuttaMersonIntegrator integrator(drum.system);
    drum.expectKept(integrator);
}

// A turning drum keeps its ball near the bottom, with ContactIntegrator.
TEST(Container, OfADrumKeepsItsBallUnderContactIntegrator) {
    Drum drum;
    ContactIntegrator integrator(drum.system, *drum.force);
    drum.expectKept(integrator);
}

// A container of a container is the solid again. Volume and area of a container are those of its free space. An open mesh has no
// inside.
TEST(Container, IsASolidTurnedInsideOut) {
    const Mesh solid = meshOfBox(Vec3(.1, .2, .3), .01), box = solid.asContainer(), again = box.asContainer();
    EXPECT_TRUE(box.isContainer());
    EXPECT_TRUE(box.isClosed());
    EXPECT_FALSE(again.isContainer());
    EXPECT_EQ(again.getTriangles(), solid.getTriangles());
    EXPECT_EQ(again.describe(), solid.describe());
    EXPECT_NE(box.describe(), solid.describe());
    EXPECT_NEAR(box.getVolume(), .2 * .4 * .6, 1e-15);
    EXPECT_NEAR(box.getArea(), solid.getArea(), 1e-15);
    EXPECT_EQ(box.getRounding(), .01);
    const Mesh open = meshOfHeights(2, 1, [](Real, Real) { return 0; });
    expectMessage<std::invalid_argument>([&] { open.asContainer(); }, {"asContainer()", "open"});
}

// A body outside a container passes its walls without force, with one warning.
TEST(Container, IsPassedFromOutside) {
    const Heard heard;
    Scene scene;
    scene.addGround(boxOfSquares(4, .05).asContainer(), Transform());
    MobilizedBody::Free ball = scene.add(Sphere(5e-3), massOf(5e-3));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(ball, Vec3(-.02, .025, .025), Vec3(1, 0, 0));
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.setMaximumStepSize(1e-3);
    integrator.initialize(state);
    advance(integrator, 0.04);
    EXPECT_NEAR(ball.getBodyOriginLocation(integrator.getState())[0], .02, 1e-12);
    EXPECT_EQ(heard.warnings(), 1) << heard.text.str();
    advance(integrator, 0.12); // it meets the far wall from inside
    EXPECT_LT(ball.getBodyOriginLocation(integrator.getState())[0], .0451);
    EXPECT_LT(ball.getBodyOriginVelocity(integrator.getState())[0], 0);
}

} // namespace
} // namespace test_container
