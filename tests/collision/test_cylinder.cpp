// Tests cylinders that lie, stand, roll and spin: discs and rods, on planes and on every other shape.

#include "Messages.h"
#include "OnFloor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

using namespace SimTK;
using namespace simbodydem;

namespace {

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
        surfaces.add(body, shape, Transform(), material, "cylinder");
        Force::UniformGravity(forces, matter, gravity);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        force->setTrackDissipatedEnergy(true);
    }
    Real weight() const { return 9.81 * halfLength / R; }
    State at(const Transform& X, const SpatialVec& V = SpatialVec(Vec3(0))) {
        State state = start();
        body.setQToFitTransform(state, X);
        body.setUToFitVelocity(state, V);
        system.realize(state, Stage::Dynamics);
        return state;
    }
    State run(const State& from, Real time, Real accuracy = 1e-6, Real maxStep = 1e-3) {
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(accuracy);
        integrator.setMaximumStepSize(maxStep);
        integrator.initialize(from);
        advance(integrator, time);
        return dynamics(*this, integrator.getState());
    }
};

const Rotation lying;                          // the axis is z
const Rotation standing(Pi / 2, XAxis);        // the axis is vertical
const Real halfLengths[] = {5e-4, R, 100 * R}; // a disc, a short cylinder and a rod

} // namespace

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
        const State start = world.run(world.at(Transform(lying, Vec3(0, R, 0))), 0.1);
        const State end = world.run(start, 0.1 + time);
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
    for (const Real lean : {0.1, 0.7, 1.3, 1.5, 1.54}) {
        SCOPED_TRACE(lean);
        CylinderOnGround coin(halfLength, Vec3(0, -9.81, 0), HalfSpace(), HalfSpace::floor(), rounding, 1, friction);
        const Rotation turned(lean, XAxis);
        const Vec3 lowest = turned * Vec3(0, rounding - R, halfLength - rounding) - Vec3(0, rounding, 0);
        const Vec3 spin =
            lean < 1 ? turned * Vec3(0, 0, -30) : std::sqrt(4 * 9.81 * std::cos(lean) / R) * (turned * Vec3(0, -1, 0));
        const State start =
            coin.at(Transform(turned, Vec3(0, -lowest[1] - 1e-7, 0)), SpatialVec(spin, -(spin % lowest)));
        RungeKuttaMersonIntegrator integrator(coin.system);
        integrator.setAccuracy(1e-8);
        integrator.initialize(start);
        const auto energyOf = [&](const State& state) { return coin.system.calcEnergy(state); };
        for (int i = 1; i <= 100; ++i) {
            advance(integrator, 0.005 * i);
            const State now = dynamics(coin, integrator.getState());
            EXPECT_LE(coin.force->getContactRecords(now).size(), 1u);
        }
        const State end = dynamics(coin, integrator.getState());
        std::printf("lean %g: energy %g -> %g, dissipated %g, unaccounted %g steps %d, tilt now %g\n", lean,
                    energyOf(start), energyOf(end), coin.force->getDissipatedEnergy(end),
                    coin.force->getDissipatedEnergyByCause(end).unaccounted, integrator.getNumStepsTaken(),
                    std::acos(std::abs(coin.body.getBodyRotation(end).z()[1])));
    }
}

namespace {

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

} // namespace

// From lying to upright and beyond, and round its axis at each lean, forces change in proportion to the change of the pose. A thousandth
// of the force per microradian is the stiffness of the contact; ten times smaller changes of the pose cause ten times smaller ones.
TEST(Cylinder, HasNoJumpsOfForce) {
    const Real halfLength = 0.03, rounding = 0.004, depth = 2e-5;
    CylinderOnGround world(halfLength, Vec3(0), HalfSpace(), HalfSpace::floor(), rounding, 1);
    Real largest = 0;
    for (const Real turn : {0., 0.3, 0.785, 1.2}) {
        const auto at = [&](Real tilt) { // of the axis from the vertical
            const Rotation R_GB =
                Rotation(turn, YAxis) * Rotation(tilt, XAxis) * Rotation(-Pi / 2, XAxis) * Rotation(2 * turn, ZAxis);
            const Real height = rounding + (R - rounding) * std::abs(std::sin(tilt)) +
                                (halfLength - rounding) * std::abs(std::cos(tilt));
            return wrenchAt(world, Transform(R_GB, Vec3(0, height - depth, 0)));
        };
        for (Real step : {1e-5, 1e-6}) {
            Real most = 0, where = 0;
            for (Real centre : {0., 1e-3, 3e-3, 5e-3, 6e-3, 8e-3, 1.1e-2, 0.1, 1., 1.57, Pi / 2, 1.5715})
                for (int k = -200; k < 200; ++k) {
                    const SpatialVec before = at(centre + k * step), after = at(centre + (k + 1) * step);
                    const Real change = (after - before)[1].norm() + (after - before)[0].norm() / R;
                    if (change > most) most = change, where = centre + k * step;
                    largest = std::max(largest, before[1].norm());
                }
            std::printf("turn %g step %g: change %g at %g of %g\n", turn, step, most, where, largest);
        }
    }
}
