// Tests capsules, bricks and convex hulls on planes, spheres and each other.

#include "Heard.h"
#include "Messages.h"
#include "Scene.h"
#include "World.h"

#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Ellipsoid.h>

namespace test_rounded {
namespace {

using namespace SimTK;
using namespace simbodydem;

MassProperties solidBrick(Real mass, const Vec3& half) { return boxOf(mass, half); }

Real youngs() { return rubber().youngsModulus / (2 * (1 - square(rubber().poissonsRatio))); } // E*

// Returns all records of a contact between the shapes of two bodies.
std::vector<ContactRecord> recordsOf(const Shape& lower, const Transform& X_GL, const Shape& upper,
                                     const Transform& X_GU) {
    Scene scene;
    scene.addGround(lower, X_GL);
    MobilizedBody::Free body = scene.add(upper, bodyOf(1));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(body, X_GU);
    return force.getContactRecords(state);
}

// Two equal capsules that cross at a right angle have the force of two crossed cylinders. It equals that of a sphere of their radius
// on a plane.
TEST(Capsules, ThatCrossHaveTheForceOfHertz) {
    const Real r = 0.05, depth = 1e-4;
    const auto records = recordsOf(Capsule(r, 0.3), Transform(), Capsule(r, 0.3),
                                   Transform(Rotation(Pi / 2, XAxis), Vec3(2 * r - depth, 0.1, 0.05)));
    ASSERT_EQ(records.size(), 1u);
    EXPECT_NEAR(records[0].overlap, depth, 1e-16);
    EXPECT_NEAR(records[0].normalForce.norm(), 4. / 3 * youngs() * std::sqrt(r) * std::pow(depth, 1.5),
                1e-9 * records[0].normalForce.norm());
    EXPECT_LT((records[0].point - Vec3(r - depth / 2, 0, 0.05)).norm(), 1e-15);
}

// If they cross at an angle of cosine 9/11, the relative radii have the ratio 10. R* is then 1.229970280 times their geometric mean,
// by 30 digits of Johnson's 4.26-4.32.
TEST(Capsules, ThatCrossObliquelyAreAsStiffAsTheirEllipse) {
    const Real r = 0.05, depth = 1e-5, angle = std::acos(9. / 11);
    const auto records = recordsOf(Capsule(r, 0.3), Transform(), Capsule(r, 0.3),
                                   Transform(Rotation(angle, XAxis), Vec3(2 * r - depth, 0, 0)));
    ASSERT_EQ(records.size(), 1u);
    const Real R = square(.75 * records[0].normalForce.norm() / youngs() / std::pow(depth, 1.5));
    EXPECT_NEAR(R, 1.229970280 * r / std::sin(angle), 1e-9 * R);
}

// A brick that lies flat on the floor stands on its four lower corners, spheres with the radius of the rounding.
TEST(Bricks, StandOnTheirCorners) {
    const Vec3 half(0.1, 0.05, 0.2);
    const Real rounding = 0.01, depth = 1e-4;
    const auto records = recordsOf(HalfSpace(), HalfSpace::floor(), Brick(half, rounding), Vec3(0, half[1] - depth, 0));
    ASSERT_EQ(records.size(), 4u);
    for (const ContactRecord& r : records) {
        EXPECT_NEAR(r.overlap, depth, 1e-15);
        EXPECT_NEAR(r.normalForce[1], 4. / 3 * youngs() * std::sqrt(rounding) * std::pow(depth, 1.5),
                    1e-9 * r.normalForce[1]);
        EXPECT_LT((r.point.abs() - Vec3(half[0] - rounding, depth / 2, half[2] - rounding)).norm(), 1e-15);
    }
}

// On its faces a brick acts as a half space, for spheres and for other bricks.
TEST(Bricks, HaveFacesLikeHalfSpaces) {
    const Vec3 half(0.3, 0.1, 0.3);
    const Transform below(Vec3(0, -half[1], 0));
    const Sphere ball(0.05);
    const Brick box(Vec3(0.05, 0.04, 0.03), 0.005);
    const Rotation tilt(1e-3, UnitVec3(1, 0, 1)); // corners are not equally deep
    for (const Shape* upper : {(const Shape*)&ball, (const Shape*)&box}) {
        const Transform X_GU(tilt, Vec3(0.02, (upper == &ball ? 0.05 : 0.04) - 1e-4, -0.03));
        const auto flat = recordsOf(HalfSpace(), HalfSpace::floor(), *upper, X_GU);
        const auto face = recordsOf(Brick(half, 0.01), below, *upper, X_GU);
        ASSERT_EQ(flat.size(), face.size());
        ASSERT_FALSE(flat.empty());
        for (std::size_t i = 0; i < flat.size(); ++i) {
            EXPECT_NEAR(face[i].overlap, flat[i].overlap, 1e-15);
            EXPECT_LT((face[i].point - flat[i].point).norm(), 1e-15);
            EXPECT_LT((face[i].normalForce - flat[i].normalForce).norm(), 1e-9 * flat[i].normalForce.norm()); // 1e-15 m
        }
    }
}

// An ellipsoid on a brick's face has the contact of a half space, for both orders of the surfaces.
TEST(Bricks, HaveFacesForEllipsoids) {
    const Ellipsoid egg(Vec3(.05, .02, .04));
    const Brick box(Vec3(0.3, 0.1, 0.3), 0.01);
    const Transform X_GE(Rotation(0.4, UnitVec3(1, 2, 3)), Vec3(0.02, 0.0245, -0.03)); // 0.5 mm deep
    const auto flat = recordsOf(HalfSpace(), HalfSpace::floor(), egg, X_GE);
    const auto face = recordsOf(box, Vec3(0, -0.1, 0), egg, X_GE);
    const auto under = recordsOf(egg, X_GE, box, Vec3(0, -0.1, 0));
    ASSERT_EQ(flat.size(), 1u);
    ASSERT_EQ(face.size(), 1u);
    ASSERT_EQ(under.size(), 1u);
    EXPECT_GT(flat[0].overlap, 1e-5);
    EXPECT_NEAR(face[0].overlap, flat[0].overlap, 1e-15);
    EXPECT_LT((face[0].point - flat[0].point).norm(), 1e-15);
    EXPECT_LT((face[0].normalForce - flat[0].normalForce).norm(), 1e-9 * flat[0].normalForce.norm());
    EXPECT_LT((under[0].normalForce + face[0].normalForce).norm(), 1e-12 * flat[0].normalForce.norm());
}

// The hull of a brick's corners is the brick.
TEST(ConvexHulls, OfABricksCornersAreTheBrick) {
    const Vec3 half(0.1, 0.05, 0.2);
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back(Vec3(i & 4 ? half[0] : -half[0], i & 1 ? half[1] : -half[1], i & 2 ? half[2] : -half[2]));
    const Transform X_GU(Rotation(0.3, UnitVec3(1, 2, 3)), Vec3(0, 0.1, 0));
    for (const Real height : {0.12, 0.1, 0.08}) {
        const Transform X(X_GU.R(), Vec3(0, height, 0));
        const auto brick = recordsOf(Brick(half, 0.02), Vec3(0, -0.05, 0), Brick(half, 0.01), X);
        const auto hull = recordsOf(ConvexHull(corners, 0.02), Vec3(0, -0.05, 0), ConvexHull(corners, 0.01), X);
        Vec3 sum(0), sumOfHulls(0);
        for (const ContactRecord& r : brick) sum += r.normalForce;
        for (const ContactRecord& r : hull) sumOfHulls += r.normalForce;
        EXPECT_EQ(brick.size(), hull.size());
        EXPECT_LE((sum - sumOfHulls).norm(), 1e-9 * sum.norm()) << height;
    }
}

// A cube with some corners off by 1e-8 m or 1e-10 m, as in CAD files, stands on a floor at the expected height.
TEST(ConvexHulls, KeepTheirHeightForImpreciseCorners) {
    std::vector<Vec3> cube;
    for (int i = 0; i < 8; ++i) cube.push_back(Vec3(i & 1 ? .05 : -.05, i & 2 ? .05 : -.05, i & 4 ? .05 : -.05));
    std::vector<Vec3> first = cube, second = cube;
    first[3][2] += 1e-8;
    first[5][2] -= 1e-8;
    second[0][1] -= 1e-10;
    second[1][2] += 1e-10;
    const Real depth = 1e-5;
    for (const std::vector<Vec3>& points : {first, second}) {
        const ConvexHull hull(points, .01);
        EXPECT_TRUE(recordsOf(HalfSpace(), HalfSpace::floor(), hull, Vec3(0, 1, 0)).empty());
        EXPECT_TRUE(recordsOf(HalfSpace(), HalfSpace::floor(), hull, Vec3(0, .051, 0)).empty());
        const auto records = recordsOf(HalfSpace(), HalfSpace::floor(), hull, Vec3(0, .05 - depth, 0));
        ASSERT_EQ(records.size(), 4u);
        for (const ContactRecord& r : records) EXPECT_NEAR(r.overlap, depth, 2e-8); // as far as points are off
    }
}

// Cylinders of 16 to 256 segments, rotated and rounded to single precision, stand at half their length minus the overlap. Hertz's law
// gives the overlap for that number of corners.
TEST(ConvexHulls, OfTurnedCylindersStandOnTheirEnds) {
    const Rotation turn(.7, UnitVec3(1, 2, 3));
    const Real radius = .035, half = .05, rounding = 1e-3, mass = 1;
    for (const int n : {16, 64, 256}) {
        std::vector<Vec3> points;
        for (int i = 0; i < n; ++i)
            for (const Real z : {-half, half}) {
                const Real angle = 2 * Pi * i / n;
                Vec3 p = turn * Vec3(radius * std::cos(angle), radius * std::sin(angle), z);
                for (int k = 0; k < 3; ++k) p[k] = Real(float(p[k]));
                points.push_back(p);
            }
        Scene scene;
        scene.addGround(HalfSpace(), HalfSpace::floor());
        MobilizedBody::Free body =
            scene.add(ConvexHull(points, rounding), solidBrick(mass, Vec3(radius, radius, half)));
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        const Real depth = std::pow(.75 * mass * 9.81 / (n * youngs() * std::sqrt(rounding)), 2. / 3);
        const Rotation upright = Rotation(-Pi / 2, XAxis) * ~turn; // z of the cylinder upwards
        body.setQToFitTransform(state, Transform(upright, Vec3(0, half - depth, 0)));
        const State end = scene.run(state, .05, 1e-6);
        EXPECT_EQ(int(force.getContactRecords(end).size()), n);
        const Vec3 place = body.getBodyOriginLocation(end);
        EXPECT_NEAR(place[1], half - depth, 1e-8) << n; // single precision has 3.7e-9 m there
    }
}

// A brick that lands flat has a quarter of its mass at each of its four corners. It rebounds with the restitution that was set: from a
// floor and from another brick, free or guided by a slider.
TEST(Bricks, ThatLandFlatReturnTheSetRestitution) {
    const Vec3 half(0.05, 0.02, 0.03);
    const Real mass = 0.3, speed = 0.5;
    for (const Real e : {0.2, 0.5, 0.8})
        for (const bool isOnBrick : {false, true})
            for (const bool isGuided : {false, true}) {
                Scene scene;
                scene.material.restitution = e;
                if (isOnBrick)
                    scene.addGround(Brick(Vec3(0.2, 0.1, 0.2), 5e-3), Vec3(0, -0.1, 0));
                else
                    scene.addGround(HalfSpace(), HalfSpace::floor());
                const Body::Rigid body(solidBrick(mass, half));
                MobilizedBody brick;
                if (isGuided)
                    brick = MobilizedBody::Slider(scene.matter.updGround(), Rotation(Pi / 2, ZAxis), body,
                                                  Rotation(Pi / 2, ZAxis));
                else
                    brick = MobilizedBody::Free(scene.matter.updGround(), body);
                scene.add(brick, Brick(half, 2e-3));
                HertzMindlinForce force(scene.forces, scene.surfaces);
                State state = scene.start();
                const int up = isGuided ? 0 : 1; // in the mobilizer's own directions
                Vec3 height(0), velocity(0);
                height[up] = half[1] + 1e-6;
                velocity[up] = -speed;
                brick.setQToFitTranslation(state, height);
                brick.setUToFitLinearVelocity(state, velocity);
                Merson integrator(scene.system, state, 1e-8);
                advance(integrator, 1e-4);
                for (const ContactRecord& r : force.getContactRecords(integrator.getState()))
                    EXPECT_NEAR(r.effectiveMass, mass / 4, 1e-9 * mass);
                advance(integrator, 0.05);
                EXPECT_NEAR(brick.getBodyOriginVelocity(integrator.getState())[1] / speed, e, 2e-3) << isOnBrick;
            }
}

// Simbody's Brick becomes a Brick, in a contact set and on a Body. Its edges are rounded by a twentieth of its least half length.
TEST(Bricks, OfSimbodyAreConverted) {
    World world;
    MobilizedBody::Free body = world.addSphere(0.1);
    const Vec3 half(0.1, 0.04, 0.2);
    world.contacts.addBody(world.set, body, ContactGeometry::Brick(half), Vec3(0.5, 0, 0));
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.at(body, Vec3(0, half[1] - 1e-4, 0));
    int numCorners = 0;
    for (const ContactRecord& r : force.getContactRecords(state)) {
        if (r.b != 2) continue; // contacts of the sphere
        ++numCorners;
        EXPECT_NEAR(r.overlap, 1e-4, 1e-15);
        EXPECT_NEAR(std::abs(r.point[0] - 0.5), half[0] - half[1] / 20, 1e-15);
    }
    EXPECT_EQ(numCorners, 4);
}

// Returns the pose of a brick after a second on a slope whose angle has increased slowly to its value.
Transform onSlope(const Vec3& half, Real rounding, Real friction, Real angle) {
    Scene scene;
    scene.material.youngsModulus = 1e9;
    scene.material.restitution = 0.2;
    scene.material.staticFriction = scene.material.kineticFriction = friction;
    scene.addGround(HalfSpace(), HalfSpace::floor());
    MobilizedBody::Free body = scene.add(Brick(half, rounding), solidBrick(1, half));
    Force::Gravity gravity(scene.forces, scene.matter, UnitVec3(0, -1, 0), 9.81);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(body, Vec3(0, half[1] - 1e-6, 0));
    Merson integrator(scene.system, state, 1e-6);
    const int n = 50;
    for (int i = 1; i <= n; ++i) {
        const Real now = angle * (1 - square(1 - Real(i) / n)); // slower and slower
        State& at = integrator.updAdvancedState();
        gravity.setDownDirection(at, UnitVec3(std::sin(now), -std::cos(now), 0));
        integrator.reinitialize(Stage::Dynamics, false);
        advance(integrator, 0.5 * i / n);
    }
    advance(integrator, 1.5);
    return body.getBodyTransform(integrator.getState());
}

// On a slope a brick slides above tan = mu and tips over its lower edge above tan = width/height, each within 0.05 degrees.
TEST(Bricks, SlideAndTipAtTheClosedFormSlopes) {
    const Real degree = Pi / 180, friction = 0.3, rounding = 1e-3;
    const Vec3 low(0.05, 0.02, 0.05), high(0.05, 0.1, 0.05);
    const Real slide = std::atan(friction), tip = std::atan((high[0] - rounding) / high[1]);
    const auto wayAt = [&](Real angle) { return onSlope(low, rounding, friction, angle).p()[0]; };
    const auto leanAt = [&](Real angle) { return std::abs(onSlope(high, rounding, 2, angle).R()[0][1]); };
    EXPECT_LT(wayAt(slide - 0.05 * degree), 1e-5);
    EXPECT_GT(wayAt(slide + 0.05 * degree), 3e-3); // half of 0.009 m/s^2 for 1 s^2, at its final angle
    EXPECT_LT(leanAt(tip - 0.05 * degree), 1e-3);  // 3.6e-5 m of overlap below two corners
    EXPECT_GT(leanAt(tip + 0.05 * degree), 1e-2);
}

// A brick on a slope of 17 degrees with friction 0.45 does not creep. From the fourth to the sixth second it is slower than a
// picometre a second.
TEST(Bricks, DoNotCreep) {
    const Vec3 half(0.05, 0.02, 0.03);
    const Real slope = 17 * Pi / 180;
    for (const bool isCPodes : {false, true}) {
        Scene scene;
        scene.material.youngsModulus = 1e8;
        scene.material.restitution = 0.2;
        scene.material.staticFriction = scene.material.kineticFriction = 0.45;
        scene.addGround(HalfSpace(), HalfSpace::floor());
        MobilizedBody::Free body = scene.add(Brick(half, 2e-3), solidBrick(0.3, half));
        Force::UniformGravity(scene.forces, scene.matter, 9.81 * Vec3(std::sin(slope), -std::cos(slope), 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(body, Vec3(0, half[1], 0));
        std::unique_ptr<Integrator> integrator;
        if (isCPodes)
            integrator = std::make_unique<CPodesIntegrator>(scene.system);
        else
            integrator = std::make_unique<RungeKuttaMersonIntegrator>(scene.system);
        if (isCPodes) integrator->setReturnEveryInternalStep(true);
        integrator->setAccuracy(1e-6);
        // Near the longest stable step, and with CPodes' short steps, it oscillates by some 10 pm.
        integrator->setMaximumStepSize(isCPodes ? 0.1 : 0.002);
        integrator->initialize(state);
        const auto placeAt = [&](Real time) {
            while (integrator->getTime() < time) integrator->stepTo(time);
            return body.getBodyOriginLocation(integrator->getState());
        };
        const Vec3 before = placeAt(4);
        const Real speed = (placeAt(6) - before).norm() / 2;
        EXPECT_LT(speed, 1e-12);
    }
}

// A brick that is put on a belt accelerates to its speed, within v/(mu g) and v^2/(2 mu g) behind. The belt's drive has done the work
// of the brick's momentum m v times the belt's speed v. Half of it becomes kinetic energy, half becomes heat.
TEST(Bricks, MoveWithABelt) {
    Scene scene;
    const Real speed = 0.5, friction = 0.4, mass = 0.3, g = 9.81;
    const Vec3 half(.05, .02, .03);
    scene.material.youngsModulus = 1e9;
    scene.material.restitution = 0.2;
    scene.material.staticFriction = scene.material.kineticFriction = friction;
    MobilizedBody::Slider belt(scene.matter.Ground(), Body::Rigid(bodyOf(1)));
    Motion::Steady(belt, speed);
    scene.add(belt, HalfSpace(), HalfSpace::floor(), "belt");
    MobilizedBody::Free brick = scene.add(Brick(half, 2e-3), solidBrick(mass, half));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setTrackDissipatedEnergy(true);
    State state = scene.start(brick, Vec3(0, half[1] - 1e-6, 0));
    Merson integrator(scene.system, state, 1e-7);
    const auto energyOf = [&](const State& s) {
        scene.system.realize(s, Stage::Dynamics);
        return scene.system.calcEnergy(s) + force.getDissipatedEnergy(s);
    };
    const Real before = energyOf(integrator.getState()), end = 0.5;
    advance(integrator, end);
    const State& now = integrator.getState();
    EXPECT_NEAR(brick.getBodyOriginVelocity(now)[0], speed, 1e-6);
    // During acceleration it stands on the corners of its lower edge, which tilts it by 0.1 mm.
    EXPECT_NEAR(brick.getBodyOriginLocation(now)[0], speed * end - square(speed) / (2 * friction * g), 2e-4);
    EXPECT_NEAR(energyOf(now) - before, mass * square(speed), 1e-6);
}

// A capsule that slides along the floor ends rolling at v/(1 + I/(m r^2)), which is 2/3 v for a solid cylinder's inertia.
TEST(Capsules, SlideUntilTheyRoll) {
    Scene scene;
    const Real r = 0.05, mass = 1;
    scene.material.youngsModulus = 1e8;
    scene.addGround(HalfSpace(), HalfSpace::floor());
    MobilizedBody::Free wheel =
        scene.add(Capsule(r, 0.1), MassProperties(mass, Vec3(0), mass * UnitInertia::cylinderAlongZ(r, 0.1)));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(wheel, Vec3(0, r, 0), Vec3(1, 0, 0));
    const State last = scene.run(state, 0.5, 1e-6);
    EXPECT_NEAR(wheel.getBodyOriginVelocity(last)[0], 2. / 3, 1e-3 * 2 / 3);
}

// Two capsules side by side between walls carry a third one and are at rest: it moves by less than a nanometre in two seconds.
TEST(Capsules, StackAndStand) {
    Scene scene;
    const Real r = .05, halfLength = .15, mass = 1;
    scene.material.youngsModulus = 1e8;
    scene.material.restitution = 0.2;
    scene.addGround(HalfSpace(), HalfSpace::floor());
    scene.addGround(HalfSpace(), Transform(Rotation(Pi, ZAxis), Vec3(-2 * r, 0, 0)));
    scene.addGround(HalfSpace(), Vec3(2 * r, 0, 0));
    std::vector<MobilizedBody::Free> capsules;
    for (int i = 0; i < 3; ++i)
        capsules.push_back(scene.add(Capsule(r, halfLength),
                                     MassProperties(mass, Vec3(0), mass * UnitInertia::cylinderAlongZ(r, halfLength))));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(capsules[0], Vec3(-r, r, 0));
    capsules[1].setQToFitTransform(state, Vec3(r, r, 0));
    capsules[2].setQToFitTransform(state, Vec3(0, r + std::sqrt(3.) * r, 0));
    Merson integrator(scene.system, state, 1e-5);
    advance(integrator, 1.5);
    const Vec3 before = capsules[2].getBodyOriginLocation(integrator.getState());
    advance(integrator, 3.5);
    EXPECT_LT((capsules[2].getBodyOriginLocation(integrator.getState()) - before).norm(), 1e-9);
    EXPECT_NEAR(before[1], r + std::sqrt(3.) * r, 2e-4); // overlaps of 0.05 mm
}

// A stack of five bricks is at rest: in half a second the top brick moves by less than 0.1 um.
TEST(Bricks, StackAndStand) {
    Scene scene;
    const Vec3 half(0.05, 0.02, 0.03);
    const int n = 5;
    scene.material.youngsModulus = 1e8;
    scene.material.restitution = 0.1;
    scene.addGround(HalfSpace(), HalfSpace::floor());
    std::vector<MobilizedBody::Free> bricks;
    for (int i = 0; i < n; ++i) bricks.push_back(scene.add(Brick(half, 2e-3), solidBrick(0.3, half)));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    for (int i = 0; i < n; ++i) bricks[i].setQToFitTransform(state, Vec3(0, (2 * i + 1) * half[1], 0));
    Merson integrator(scene.system, state, 1e-4);
    advance(integrator, 0.5);
    const Vec3 before = bricks[n - 1].getBodyOriginLocation(integrator.getState());
    advance(integrator, 1);
    EXPECT_LT((bricks[n - 1].getBodyOriginLocation(integrator.getState()) - before).norm(), 1e-7);
    EXPECT_NEAR(before[1], (2 * n - 1) * half[1], 1e-3); // overlaps of 0.1 mm
}

// An overlap that exceeds half of the radius of a rounded corner causes one warning, which advises a larger rounding, and the bodies still
// repel each other.
TEST(RoundedShapes, WarnOfOverlapsBeyondTheirRounding) {
    Scene scene;
    scene.material.youngsModulus = 1e5;
    const Vec3 half(0.1);
    scene.addGround(HalfSpace(), HalfSpace::floor());
    MobilizedBody::Free body = scene.add(Brick(half, 1e-3), solidBrick(10, half));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(body, Vec3(0, half[1], 0), Vec3(0, -0.3, 0));
    const Heard heard;
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.setMaximumStepSize(1e-4); // no step may pass into the contact
    integrator.initialize(state);
    advance(integrator, 0.5);
    EXPECT_GT(body.getBodyOriginVelocity(integrator.getState())[1], 0);
    const std::string text = heard.text.str();
    EXPECT_EQ(heard.warnings(), 1) << text;
    for (const char* part : {"surface 0 and surface 1", "overlap exceeds half of R*", "0.0005 m", "R* = 0.001 m", "Increase the rounding"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in: " << text;
}

// Sizes out of range, and points that span no volume, are errors that name the fault.
TEST(RoundedShapes, RejectBadSizes) {
    expectMessages<std::invalid_argument>(
        {{[] { Capsule(0, 1); }, {"Capsule", "radius", "m"}},
         {[] { Capsule(1, NaN); }, {"Capsule", "half length"}},
         {[] { Brick(Vec3(1, 1, -1), 0.1); }, {"Brick", "half length in z", "-1 m"}},
         {[] { Brick(Vec3(1, 2, 3), 1); }, {"Brick", "rounding", "1 m", "least half length"}},
         {[] { Brick(Vec3(1, 2, 3), 0); }, {"Brick", "rounding"}},
         {[] { ConvexHull({}, 0.1); }, {"ConvexHull", "0 points"}}});
    expectMessage<std::invalid_argument>(
        [] {
            ConvexHull({Vec3(0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 0)}, 0.1);
        },
        {"enclose a volume"});
    expectMessage<std::invalid_argument>(
        [] {
            ConvexHull({Vec3(0), Vec3(1, 0, 0), Vec3(0, 1, NaN), Vec3(0, 0, 1)}, 0.1);
        },
        {"point 2"});
    expectMessage<std::invalid_argument>(
        [] {
            ConvexHull({Vec3(0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}, 0.5);
        },
        {"rounding", "0.5 m"});
}

} // namespace
} // namespace test_rounded
