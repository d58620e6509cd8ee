// Tests cylinders that lie, stand, roll and spin: discs and rods, on planes and on every other shape.

#include "Meshes.h"
#include "Messages.h"
#include "OnFloor.h"

#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Terrain.h>
#include <simbodydem/shapes/Wheel.h>

namespace test_cylinder {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real R = 0.05; // radius [m]

MassProperties solidCylinder(Real halfLength, Real mass) {
    return {mass, Vec3(0), mass * UnitInertia::cylinderAlongZ(R, halfLength)};
}

// A cylinder over a ground. Its mass is 1 kg if it is as long as wide.
struct CylinderOnGround : Scene {
    const Real halfLength;
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;

    explicit CylinderOnGround(Real halfLength, const Vec3& gravity = Vec3(0, -9.81, 0),
                              const Shape& ground = HalfSpace(), const Transform& X_GS = HalfSpace::floor(),
                              Real rounding = NaN, Real restitution = 0.2, Real friction = 0.5)
        : halfLength(halfLength), body(matter.updGround(), Body::Rigid(solidCylinder(halfLength, halfLength / R))) {
        material.youngsModulus = 1e9;
        material.restitution = restitution;
        material.setFriction(friction);
        addGround(ground, X_GS);
        const Cylinder shape = std::isnan(rounding) ? Cylinder(R, halfLength) : Cylinder(R, halfLength, rounding);
        add(body, shape, Transform(), "cylinder");
        Force::UniformGravity(forces, matter, gravity);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        force->setTrackDissipatedEnergy(true);
    }
    Real weight() const { return 9.81 * halfLength / R; }
    State at(const Transform& X, const SpatialVec& V = SpatialVec(Vec3(0))) { return Scene::at(body, X, V); }
    State run(const State& from, Real time, Real accuracy = 1e-6, Real maxStep = 1e-3) {
        return Scene::run(from, time, accuracy, maxStep);
    }
};

const Rotation lying;                          // the axis is z
const Rotation standing(Pi / 2, XAxis);        // the axis is vertical
const Real halfLengths[] = {5e-4, R, 100 * R}; // a disc, a short cylinder and a rod

// A cylinder that lies rests on the two ends of its side, which share its weight, and does not move.
TEST(Cylinder, LiesOnTheEndsOfItsSide) {
    for (const Real halfLength : halfLengths) {
        SCOPED_TRACE(halfLength);
        CylinderOnGround world(halfLength);
        const State end = world.run(world.at(Transform(lying, Vec3(0, R + 1e-6, 0))), 1);
        EXPECT_LT(world.body.getBodyOriginVelocity(end).norm(), 1e-6);
        const auto& records = world.force->getContactRecords(end);
        ASSERT_EQ(records.size(), 2u);
        for (const ContactRecord& record : records)
            EXPECT_NEAR(record.normalForce.norm(), world.weight() / 2, 1e-3 * world.weight());
        const Real rounding = std::min(R, halfLength) / 20;
        EXPECT_NEAR(std::abs(records[0].point[2]), halfLength - rounding, 1e-6);
    }
}

// A cylinder that stands rests on four points of its rim, which share its weight, and does not move.
TEST(Cylinder, StandsOnFourPointsOfItsRim) {
    for (const Real halfLength : {5e-4, R, 4 * R}) {
        SCOPED_TRACE(halfLength);
        CylinderOnGround world(halfLength);
        const Real low = 0.02 * std::min(R, halfLength);
        const Rotation tilt(0.5 * low / R, YAxis);
        const State end = world.run(world.at(Transform(standing * tilt, Vec3(0, halfLength + low, 0))), 3);
        EXPECT_LT(world.body.getBodyOriginVelocity(end).norm(), 1e-6);
        EXPECT_LT(world.body.getBodyAngularVelocity(end).norm(),
                  1e-5); // noise of the integrator at its limit of stability
        const auto& records = world.force->getContactRecords(end);
        ASSERT_EQ(records.size(), 4u);
        for (const ContactRecord& record : records)
            EXPECT_NEAR(record.normalForce.norm(), world.weight() / 4, 1e-3 * world.weight());
    }
}

// On a slope of 17 degrees a cylinder stands without creep. It may turn about its axis under a torque on no contact.
TEST(Cylinder, DoesNotCreepOnASlope) {
    const Real slope = 17 * Pi / 180;
    for (const Real halfLength : {5e-4, R}) {
        CylinderOnGround world(halfLength, 9.81 * Vec3(std::sin(slope), -std::cos(slope), 0));
        const State half = world.run(world.at(Transform(standing, Vec3(0, halfLength, 0))), 1);
        const State end = world.run(half, 3);
        EXPECT_LT((world.body.getBodyOriginLocation(end) - world.body.getBodyOriginLocation(half)).norm(), 1e-9);
        EXPECT_LT((world.body.getBodyRotation(end).asMat33() - world.body.getBodyRotation(half).asMat33()).norm(),
                  1e-8);
    }
}

// A cylinder on its side rolls down a slope with the acceleration g sin(a)/(1 + 1/2), straight and without slip.
TEST(Cylinder, RollsDownASlope) {
    const Real slope = 0.2, time = 0.5;
    for (const Real halfLength : halfLengths) {
        SCOPED_TRACE(halfLength);
        CylinderOnGround world(halfLength, 9.81 * Vec3(std::sin(slope), -std::cos(slope), 0));
        const Real accuracy = 1e-7; // a disc of 10 g has an error of about the accuracy
        const State start = world.run(world.at(Transform(lying, Vec3(0, R, 0))), 0.1, accuracy);
        const State end = world.run(start, 0.1 + time, accuracy);
        const auto speedOf = [&](const State& state) { return world.body.getBodyOriginVelocity(state)[0]; };
        const Real lever = R - 0.5 * world.force->getContactRecords(end)[0].overlap;
        const Real expected = 9.81 * std::sin(slope) / (1 + 0.5 * square(R / lever)) * time;
        EXPECT_NEAR(speedOf(end) - speedOf(start), expected, 1e-6 * expected);
        EXPECT_NEAR(world.body.getBodyOriginLocation(end)[2], 0, 1e-9);
        EXPECT_LT(world.force->getDissipatedEnergy(end) - world.force->getDissipatedEnergy(start),
                  1e-6 * world.system.calcKineticEnergy(end));
    }
}

// A coin that rolls on its rim without slip, upright or nearly flat, has one contact all the time and loses no energy. Nearly flat its centre
// is at rest, and it turns about the line to its lowest point (Euler's disc): w^2 = 4 g sin(a)/R for a tilt a against the floor.
TEST(Cylinder, RollsOnItsRimAsACoin) {
    const Real halfLength = 0.004, rounding = 0.001, friction = 100;
    for (const Real lean : {0.1, 1.3, 1.54}) {
        SCOPED_TRACE(lean);
        CylinderOnGround coin(halfLength, Vec3(0, -9.81, 0), HalfSpace(), HalfSpace::floor(), rounding, 1, friction);
        const Rotation turned(lean, XAxis);
        const Vec3 lowest = turned * Vec3(0, rounding - R, halfLength - rounding) - Vec3(0, rounding, 0);
        const Vec3 spin =
            lean < 1 ? turned * Vec3(0, 0, -30) : std::sqrt(4 * 9.81 * std::cos(lean) / R) * (turned * Vec3(0, -1, 0));
        const State start =
            coin.at(Transform(turned, Vec3(0, -lowest[1] - 1e-7, 0)), SpatialVec(spin, -(spin % lowest)));
        Merson integrator(coin.system, start, 1e-8);
        const auto energyOf = [&](const State& state) { return coin.system.calcEnergy(state); };
        for (int i = 1; i <= 100; ++i) {
            advance(integrator, 0.003 * i);
            const State now = dynamics(coin, integrator.getState());
            EXPECT_LE(coin.force->getContactRecords(now).size(), 1u);
        }
        const State end = dynamics(coin, integrator.getState());
        EXPECT_NEAR(energyOf(end) + coin.force->getDissipatedEnergy(end), energyOf(start), 2e-4 * energyOf(start));
        EXPECT_NEAR(energyOf(end), energyOf(start), 2e-4 * energyOf(start));
        if (lean < 1) continue;
        const Real tilt = std::acos(std::abs(coin.body.getBodyRotation(end).z()[1])); // changes by its thickness
        EXPECT_NEAR(tilt, Pi / 2 - lean, 0.1 * (Pi / 2 - lean));
    }
}

// A coin that falls flat and rattles, without a loss in the normal direction, passes between one and four contacts hundreds of times. The laws
// account for its energy to five thousandths.
TEST(Cylinder, EnergyAccountClosesWhileItRattles) {
    const Real halfLength = 0.004, rounding = 0.001;
    for (const Real tilt : {0.002, 0.01}) {
        CylinderOnGround coin(halfLength, Vec3(0, -9.81, 0), HalfSpace(), HalfSpace::floor(), rounding, 1);
        const Real height = rounding + (R - rounding) * std::sin(tilt) + (halfLength - rounding) * std::cos(tilt);
        const Rotation turned = Rotation(tilt, XAxis) * standing * Rotation(0.7, ZAxis);
        const State start = coin.at(Transform(turned, Vec3(0, height, 0)), SpatialVec(Vec3(0.2, 3, 0), Vec3(0)));
        const State end = coin.run(start, 0.3, 1e-7);
        const Real rest = coin.weight() * halfLength, energy = coin.system.calcEnergy(start) - rest;
        EXPECT_LT(std::abs(coin.force->getDissipatedEnergyByCause(end).unaccounted), 5e-3 * energy);
        EXPECT_NEAR(coin.system.calcEnergy(end) - rest + coin.force->getDissipatedEnergy(end), energy, 1e-5 * energy);
    }
}

// Returns all forces on a cylinder at a pose over a half space: force, moment about its centre, and the largest overlap.
SpatialVec wrenchAt(CylinderOnGround& world, const Transform& X) {
    const State state = world.at(X);
    SpatialVec sum(Vec3(0));
    for (const ContactRecord& record : world.force->getContactRecords(state)) {
        const Vec3 force = record.normalForce + record.tangentialForce;
        sum += SpatialVec((record.point - X.p()) % force, force);
    }
    return sum;
}

// From standing to leaning and lying the forces change in proportion to the change of the pose: ten times smaller steps change them by ten
// times less.
TEST(Cylinder, HasNoJumpsOfForce) {
    const Real halfLength = 0.03, rounding = 0.004, depth = 2e-5;
    CylinderOnGround world(halfLength, Vec3(0), HalfSpace(), HalfSpace::floor(), rounding, 1);
    for (const Real turn : {0., 0.3, 0.785}) {
        const auto at = [&](Real tilt) { // of the axis from the vertical
            const Rotation R_GB = Rotation(turn, YAxis) * Rotation(tilt, XAxis) * standing * Rotation(2 * turn, ZAxis);
            const Real height = rounding + (R - rounding) * std::abs(std::sin(tilt)) +
                                (halfLength - rounding) * std::abs(std::cos(tilt));
            return wrenchAt(world, Transform(R_GB, Vec3(0, height - depth, 0)));
        };
        Real changes[2] = {0, 0};
        for (const int k : {0, 1})
            for (const Real centre : {0., 1e-3, 3e-3, 5e-3, 6e-3, 8e-3, 1.1e-2, 0.1, 1., Pi / 2})
                for (int i = -60; i < 60; ++i) {
                    const Real step = k ? 1e-6 : 1e-5;
                    const SpatialVec change = at(centre + (i + 1) * step) - at(centre + i * step);
                    changes[k] = std::max(changes[k], change[1].norm() + change[0].norm() / R);
                }
        EXPECT_LT(changes[1], 0.15 * changes[0]);
        EXPECT_LT(changes[0], 0.05 * at(0)[1].norm());
    }
}

struct Support {
    const char* name;
    std::shared_ptr<const Shape> shape;
    Transform X_GS; // its top is at y = 0
    int standing;   // contacts of a cylinder that stands on it; those of one that lies
    int lying;
};

std::vector<Support> supports() {
    const Vec3 half(0.2, 0.05, 0.3);
    const auto flat = [](Real, Real) { return 0; };
    const Rotation upright(-Pi / 2, XAxis);
    return {
        {"half space", std::make_shared<HalfSpace>(), HalfSpace::floor(), 4, 2},
        {"brick", std::make_shared<Brick>(half, 0.01), Vec3(0, -0.05, 0), 4, 2},
        {"hull", std::make_shared<ConvexHull>(cornersOfBox(half), 0.01), Vec3(0, -0.05, 0), 4, 2},
        {"mesh", std::make_shared<Mesh>(meshOfBox(half, 0.01)), Vec3(0, -0.05, 0), 4, 2},
        {"fine mesh", std::make_shared<Mesh>(meshOfHeights(30, 1, flat)), Transform(), 4, 2},
        {"terrain", std::make_shared<Terrain>(Terrain::fromFunction(flat, Vec2(-1), Vec2(1), 10, 10)), upright, 4, 2},
        {"cylinder", std::make_shared<Cylinder>(0.3, 0.1), Transform(upright, Vec3(0, -0.1, 0)), 4, 2},
        {"wheel", std::make_shared<Wheel>(0.3, 0.05), Transform(upright, Vec3(0, -0.05, 0)), 4, 2}};
}

// On every shape with a flat side a cylinder stands and lies as on a half space: its contacts share its weight, and it does not move.
TEST(Cylinder, RestsOnEveryShape) {
    for (const Support& support : supports()) {
        SCOPED_TRACE(support.name);
        CylinderOnGround world(R, Vec3(0.5, -9.81, 0.3), *support.shape, support.X_GS);
        const State early = world.run(world.at(Transform(standing, Vec3(0.01, R, 0.02))), 0.7);
        const State end = world.run(early, 1.5);
        EXPECT_LT(world.body.getBodyOriginVelocity(end).norm(), 1e-6);
        EXPECT_LT((world.body.getBodyOriginLocation(end) - world.body.getBodyOriginLocation(early)).norm(), 1e-7);
        const auto& records = world.force->getContactRecords(end);
        EXPECT_EQ(int(records.size()), support.standing);
        Real sum = 0;
        for (const ContactRecord& record : records) {
            sum += std::abs(record.normalForce[1]);
            EXPECT_NEAR(std::abs(record.normalForce[1]), world.weight() / 4, 0.1 * world.weight());
        }
        EXPECT_NEAR(sum, world.weight(), 1e-3 * world.weight());
    }
    for (const Support& support : supports()) { // along the slope nothing holds a cylinder that lies
        SCOPED_TRACE(support.name);
        CylinderOnGround world(R, Vec3(0, -9.81, 0.3), *support.shape, support.X_GS);
        const State end = world.run(world.at(Transform(lying, Vec3(0, R, 0.02))), 0.7);
        EXPECT_LT(world.body.getBodyOriginVelocity(end).norm(), 1e-6);
        const auto& records = world.force->getContactRecords(end);
        EXPECT_EQ(int(records.size()), support.lying);
        for (const ContactRecord& record : records)
            EXPECT_NEAR(std::abs(record.normalForce[1]), world.weight() / 2, 0.02 * world.weight());
    }
}

// A cylinder that stands beyond the edge of a brick stays as long as its centre is over it, and falls if it is not. A rod lies across a short
// drum, a disc across a rail, and two cans are stacked, one aside.
TEST(Cylinder, RestsOnPartsOfItsFaces) {
    const Brick table(Vec3(0.1, 0.05, 0.1), 0.005), rail(Vec3(0.01, 0.05, 0.3), 0.004);
    for (const Real beyond : {-0.01, -0.002, 0.004}) {
        SCOPED_TRACE(beyond);
        CylinderOnGround world(R, Vec3(0, -9.81, 0), table, Vec3(0, -0.05, 0));
        // The face of the brick ends a rounding before its side.
        const State end = world.run(world.at(Transform(standing, Vec3(0.095 + beyond, R, 0.003))), 1);
        const Real height = world.body.getBodyOriginLocation(end)[1];
        if (beyond < 0) {
            EXPECT_NEAR(height, R, 1e-4);
            EXPECT_LT(world.body.getBodyOriginVelocity(end).norm(), 1e-5);
        } else
            EXPECT_LT(height, 0);
    }
    const auto restsOn = [](const char* name, int contacts, Real halfLength, const Shape& shape, const Transform& X_GS,
                            const Transform& X_GB) {
        SCOPED_TRACE(name);
        CylinderOnGround world(halfLength, Vec3(0, -9.81, 0), shape, X_GS);
        const State early = world.run(world.at(X_GB), 1), end = world.run(early, 2);
        EXPECT_NEAR(world.body.getBodyOriginLocation(end)[1], X_GB.p()[1], 1e-4);
        const Vec3 drift = world.body.getBodyOriginLocation(end) - world.body.getBodyOriginLocation(early);
        EXPECT_LT(std::hypot(drift[1], drift[2]), 1e-6); // a rod is free to roll along x
        Vec3 sum(0);
        for (const ContactRecord& record : world.force->getContactRecords(end))
            sum += (record.a == 0 ? 1 : -1) * (record.normalForce + record.tangentialForce);
        EXPECT_NEAR(sum[1], world.weight(), 1e-3 * world.weight());
        EXPECT_EQ(int(world.force->getContactRecords(end).size()), contacts);
    };
    const Rotation upright(-Pi / 2, XAxis);
    restsOn("rod on drum", 2, 10 * R, Cylinder(0.1, 0.05), Transform(upright, Vec3(0, -0.05, 0)),
            Transform(lying, Vec3(0.02, R, 0.03)));
    restsOn("disc on rail", 6, 0.1 * R, rail, Vec3(0, -0.05, 0), Transform(standing, Vec3(0.003, 0.1 * R, 0)));
    restsOn("can on can", 8, R, Cylinder(R, R), Transform(upright, Vec3(0, -R, 0)), Transform(standing, Vec3(0, R, 0)));
    restsOn("can beside can", 4, R, Cylinder(R, R), Transform(upright, Vec3(0, -R, 0)),
            Transform(standing, Vec3(0.03, R, 0.01)));
    restsOn("rod on brick", 2, 10 * R, Brick(Vec3(0.1, 0.05, 0.1), 0.01), Vec3(0, -0.05, 0),
            Transform(lying, Vec3(0.02, R, 0.03)));
}

// Returns the errors of the pose after a while, at each accuracy, against a run of 1e-10.
std::vector<Real> errorsOf(const Shape& shape, const Transform& start, const SpatialVec& velocity, Real time) {
    Scene scene;
    scene.material = SurfaceMaterial{1e7, .3, .5, .3};
    scene.addGround(HalfSpace(), HalfSpace::floor());
    MobilizedBody::Free body =
        scene.add(shape, MassProperties(0.1, Vec3(0), 0.1 * UnitInertia::cylinderAlongZ(R, 0.01)));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0.2, -9.81, 0.1));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(body, start, velocity);
    const auto endAt = [&](Real accuracy) {
        const State last = scene.run(state, time, accuracy, 0.01);
        return body.getBodyTransform(last);
    };
    const Transform exact = endAt(1e-10);
    std::vector<Real> errors;
    for (const Real accuracy : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) errors.push_back(distanceOf(endAt(accuracy), exact));
    return errors;
}

// The error of a cylinder that rolls or tumbles like a coin falls with the accuracy, from 1e-3 to 1e-7, and ends no larger than that of a
// wheel of the same size.
TEST(Cylinder, ConvergesAsOtherShapesDo) {
    const auto rolled = [](const Shape& shape, Real halfLength, Real rounding, Real lean, const Vec3& spin) {
        const Rotation turned(lean, XAxis);
        const Vec3 lowest = turned * Vec3(0, rounding - R, halfLength - rounding) - Vec3(0, rounding, 0);
        const Vec3 rate = turned * spin;
        return errorsOf(shape, Transform(turned, Vec3(0, -lowest[1] - 1e-6, 0)), SpatialVec(rate, -(rate % lowest)),
                        0.3);
    };
    const Real rounding = 0.0099;
    const Cylinder coin(R, 0.01, rounding);
    const Wheel wheel(R, rounding);
    for (const Real lean : {0.5, 1.}) {
        SCOPED_TRACE(lean);
        const Vec3 spin = lean < 1 ? Vec3(0, 2, -10) : Vec3(3, 12, -10); // rolls; tumbles
        const std::vector<Real> ofCoin = rolled(coin, 0.01, rounding, lean, spin),
                                ofWheel = rolled(wheel, rounding, rounding, lean, spin);
        EXPECT_LT(ofCoin.back(), 0.02 * std::max(ofCoin[0], ofCoin[1])); // one of both may be small by chance
        EXPECT_LT(ofCoin.back(), 2 * ofWheel.back());
    }
    const std::vector<Real> ofCan = rolled(Cylinder(R, 0.03), 0.03, 0.0015, 0, Vec3(0, 0, -10));
    EXPECT_LT(ofCan.back(), 0.01 * ofCan.front());
}

// Bad sizes are errors that name them. The limits of the rounding are a capsule and a wheel.
TEST(Cylinder, RejectsBadSizes) {
    expectMessages<std::invalid_argument>(
        {{[] { Cylinder(0, 1); }, {"Cylinder", "radius", "0 m"}},
         {[] { Cylinder(1, NaN); }, {"Cylinder", "half length"}},
         {[] { Cylinder(1, 0.5, 0.6); }, {"Cylinder", "rounding", "0.6 m", "half length, 0.5 m"}},
         {[] { Cylinder(1, 0.5, 0); }, {"Cylinder", "rounding", "0 m"}}});
    EXPECT_EQ(Cylinder(1, 0.5).getRounding(), 0.025);
    EXPECT_NE(Cylinder(1, 0.5).describe().find("cylinder 1 m, half length 0.5 m, rounding 0.025"), std::string::npos);
}

// With the largest rounding a long cylinder is a capsule, a disc lies and rolls as a wheel, and a round one is a sphere.
TEST(Cylinder, BecomesCapsuleWheelAndSphereAtTheLargestRounding) {
    const Real overlap = 1e-5;
    const auto forceOf = [&](const Shape& shape, const Transform& X) {
        Scene scene;
        scene.addGround(HalfSpace(), HalfSpace::floor());
        MobilizedBody::Free body = scene.add(shape, bodyOf(1));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(body, X);
        Vec3 sum(0);
        const State now = dynamics(scene, state); // which owns the records
        for (const ContactRecord& record : force.getContactRecords(now)) sum += record.normalForce;
        return sum[1];
    };
    for (const Real lean : {0., 0.3}) {
        const Transform ofCapsule(Rotation(lean, XAxis), Vec3(0, 0.02 + 0.03 * std::sin(lean) - overlap, 0));
        EXPECT_EQ(forceOf(Cylinder(0.02, 0.05, 0.02), ofCapsule), forceOf(Capsule(0.02, 0.03), ofCapsule));
        const Transform ofWheel(Rotation(lean, XAxis), Vec3(0, 0.01 + 0.04 * std::cos(lean) - overlap, 0));
        const Real wheel = forceOf(Wheel(0.05, 0.01), ofWheel);
        EXPECT_NEAR(forceOf(Cylinder(0.05, 0.01, 0.01), ofWheel), wheel, 1e-9 * wheel);
    }
    EXPECT_EQ(forceOf(Cylinder(0.02, 0.02, 0.02), Vec3(0, 0.02 - overlap, 0)),
              forceOf(Sphere(0.02), Vec3(0, 0.02 - overlap, 0)));
}

} // namespace
} // namespace test_cylinder
