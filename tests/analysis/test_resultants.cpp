// Tests the wrenches of groups of surfaces, ground reactions and centres of pressure.

#include "Messages.h"
#include "World.h"

#include <simbodydem/Resultants.h>
#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>

#include <random>

namespace test_resultants {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct RandomVectors {
    std::mt19937 random{11};
    Real uniform(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(random); }
    Vec3 next(Real size) { return Vec3(uniform(-size, size), uniform(-size, size), uniform(-size, size)); }
};

// Spheres that lean on each other and on the floor and spin, with rolling and twisting resistance.
struct Heap : World {
    static const int count = 6;
    std::vector<MobilizedBody::Free> spheres;
    DEMContactForce force{forces, contacts, set, HertzNormal(), MindlinSecant(), EPSDRolling()};
    State state;

    Heap() {
        for (int i = 0; i < count; ++i) spheres.push_back(addSphere(0.1));
        SurfaceMaterial material = rubber().setRollingFriction(0.1).setTwistingFriction(0.05);
        force.setMaterialForAll(material);
        state = start();
        RandomVectors vectors;
        for (int i = 0; i < count; ++i) {
            spheres[i].setQToFitTranslation(state, Vec3(0.199 * (i % 3), 0.099, 0.199 * (i / 3)));
            spheres[i].setUToFitVelocity(state, SpatialVec(vectors.next(3), vectors.next(0.5)));
        }
        system.realize(state, Stage::Dynamics);
    }
};

ContactSurfaceIndex surface(int s) { return ContactSurfaceIndex(s); }

// A brick at rest on four small spheres, with its centre of mass off the middle. The plane y' = 0 is tilted by R;
// gravity acts along -y.
struct StandingBrick : World {
    const Vec3 centreOfMass{0.03, 0.02, -0.015};
    MobilizedBody::Free brick{
        matter.updGround(),
        Body::Rigid(
            MassProperties(2, centreOfMass, 2 * UnitInertia::brick(0.15, 0.05, 0.1).shiftFromCentroid(centreOfMass)))};
    HertzMindlinForce force{forces, contacts, set};
    Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};

    explicit StandingBrick(const Rotation& tilt) : World(tilt) {
        for (int i = 0; i < 4; ++i)
            contacts.addBody(set, brick, ContactGeometry::Sphere(0.02),
                             Vec3(i % 2 ? 0.15 : -0.15, -0.05, i / 2 ? 0.1 : -0.1));
        SurfaceMaterial material = rubber().setYoungsModulus(1e6).setRestitution(0.1);
        force.setMaterialForAll(material);
    }

    State settled() {
        State state = start(brick, Transform(tilt, tilt * Vec3(0.3, 0.07, 0.2)));
        CPodesIntegrator integrator(system);
        integrator.setAccuracy(1e-9);
        integrator.setInternalStepLimit(1000000);
        simbodydem::prepareIntegrator(integrator);
        integrator.initialize(state);
        advance(integrator, 3);
        state = integrator.getState();
        system.realize(state, Stage::Acceleration);
        return state;
    }
};

// The wrench of a body's surfaces is the spatial force of the element on the body, with rolling torques.
TEST(Resultants, OfABodyAreTheForceOnIt) {
    Heap heap;
    const auto applied = heap.forcesOf(heap.force, heap.state);
    for (const MobilizedBody& sphere : heap.spheres) {
        const Wrench w = calcWrench(heap.force.getContactRecords(heap.state), {"", heap.force.getSurfaces(sphere)},
                                    sphere.getBodyOriginLocation(heap.state));
        const SpatialVec& expected = applied[sphere.getMobilizedBodyIndex()];
        EXPECT_GT(expected[0].norm(), 0.1);
        EXPECT_LT((w.force - expected[1]).norm(), 1e-12 * expected[1].norm()); // rounding
        EXPECT_LT((w.moment - expected[0]).norm(), 1e-12 * expected[0].norm());
    }
}

// One call returns the same wrench about the body's origin. It works for Ground too, which gets the reactions of all
// bodies.
TEST(Resultants, OfABodyComeFromOneCall) {
    Heap heap;
    const auto applied = heap.forcesOf(heap.force, heap.state);
    std::vector<MobilizedBody> bodies(heap.spheres.begin(), heap.spheres.end());
    bodies.push_back(heap.matter.getGround());
    for (const MobilizedBody& body : bodies) {
        const Wrench w = calcWrench(heap.force, heap.state, body);
        const SpatialVec& expected = applied[body.getMobilizedBodyIndex()];
        EXPECT_LT((w.force - expected[1]).norm(), 1e-12 * expected[1].norm()); // rounding
        EXPECT_LT((w.moment - expected[0]).norm(), 1e-12 * expected[0].norm());
        EXPECT_EQ(w.point, body.getBodyOriginLocation(heap.state));
    }
}

// A sphere at rest carries its weight, without a moment about its own centre.
TEST(Resultants, OfARestingSphereAreItsWeight) {
    World world;
    world.addGravity();
    const Real radius = 0.1, weight = 4. / 3 * Pi * std::pow(radius, 3) * 2500 * 9.81;
    const Real K = 4. / 3 * (1e7 / (2 * (1 - 0.09))) * std::sqrt(radius); // of rubber() on rubber()
    const MobilizedBody::Free sphere = world.addSphere(radius);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start(sphere, Vec3(0.2, radius - std::pow(weight / K, 2. / 3), 0));
    EXPECT_THROW(calcWrench(force, state, sphere), std::exception); // not realized
    world.system.realize(state, Stage::Velocity);
    EXPECT_THROW(calcWrench(force, state, sphere), std::exception);
    world.system.realize(state, Stage::Dynamics);
    const Wrench w = calcWrench(force, state, sphere);
    EXPECT_LT((w.force - Vec3(0, weight, 0)).norm(), 1e-9 * weight); // rounding of the overlap at 0.1 m
    EXPECT_LT(w.moment.norm(), 1e-12 * weight * radius);
    EXPECT_LT((calcWrench(force, state, world.matter.getGround()).force + w.force).norm(), 1e-12 * weight);

    force.disable(state);
    world.system.realize(state, Stage::Dynamics);
    EXPECT_EQ(calcWrench(force, state, sphere).force.norm(), 0);
    force.enable(state);
    world.system.realize(state, Stage::Dynamics);
    EXPECT_LT((calcWrench(force, state, sphere).force - w.force).norm(), 1e-12 * weight);
}

// Both surfaces of a body count: a dumbbell with a larger overlap at one end has the moment of the difference.
TEST(Resultants, OfABodyIncludeAllItsSurfaces) {
    World world;
    MobilizedBody::Free dumbbell(world.matter.updGround(), Body::Rigid(bodyOf(1)));
    for (Real x : {-0.3, 0.3}) world.contacts.addBody(world.set, dumbbell, ContactGeometry::Sphere(0.1), Vec3(x, 0, 0));
    MobilizedBody::Free idle(world.matter.updGround(), Body::Rigid(bodyOf(1)));
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start();
    const Rotation tilt(1e-3, ZAxis); // the end at +x is higher
    dumbbell.setQToFitTransform(state, Transform(tilt, Vec3(1, 0.099, 0)));
    world.system.realize(state, Stage::Dynamics);
    const auto& records = force.getContactRecords(state);
    ASSERT_EQ(records.size(), 2u);
    const Wrench w = calcWrench(force, state, dumbbell);
    EXPECT_NEAR(w.force[1], records[0].normalForce[1] + records[1].normalForce[1], 1e-12 * w.force[1]);
    EXPECT_GT(w.force[1], 0);
    EXPECT_LT(w.moment[2], -0.1 * 0.3 * w.force[1]); // larger at -x
    expectMessage<std::invalid_argument>([&] { calcWrench(force, state, idle); }, {"no surface in the contact set"});
}

// Contacts within a group are left out: the group's wrench is the sum of its bodies' wrenches, in which they cancel.
TEST(Resultants, ExcludeContactsWithinTheGroup) {
    Heap heap;
    const auto& records = heap.force.getContactRecords(heap.state);
    const Wrench both = calcWrench(records, {"", {surface(1), surface(2)}});
    const Wrench one = calcWrench(records, {"", {surface(1)}}), other = calcWrench(records, {"", {surface(2)}});
    EXPECT_LT((both.force - one.force - other.force).norm(), 1e-12 * one.force.norm()); // rounding
    EXPECT_LT((both.moment - one.moment - other.moment).norm(), 1e-12 * one.force.norm());
    SurfaceGroup all{"", {surface(0)}};
    for (int s = 1; s <= Heap::count; ++s) all.surfaces.insert(surface(s));
    EXPECT_EQ(calcWrench(records, all).force.norm(), 0);
}

// The wrench from the floor does not contain the neighbours' forces; both together are the whole wrench.
TEST(Resultants, IncludeOnlyTheGivenCounterSurfaces) {
    Heap heap;
    const auto& records = heap.force.getContactRecords(heap.state);
    const SurfaceGroup foot{"", {surface(2)}}, floor{"", {surface(0)}};
    SurfaceGroup neighbours{"", {surface(1), surface(3), surface(4), surface(5), surface(6)}};
    const Wrench byFloor = calcWrench(records, foot, floor), byNeighbours = calcWrench(records, foot, neighbours);
    const Wrench whole = calcWrench(records, foot);
    EXPECT_GT(byNeighbours.force.norm(), 1);
    EXPECT_LT((byFloor.force + byNeighbours.force - whole.force).norm(), 1e-12 * whole.force.norm()); // rounding
    EXPECT_LT((byFloor.moment + byNeighbours.moment - whole.moment).norm(), 1e-12 * whole.force.norm());
    const Wrench onFloor = calcWrench(records, floor, foot);
    EXPECT_EQ((byFloor.force + onFloor.force).norm(), 0);
}

// A force at a known point of the plane, with a known torque about the normal, is recovered from its wrench about
// another point.
TEST(Resultants, RecoverTheCentreOfPressureOfAKnownForce) {
    Wrench wrench{Vec3(1, 10, -2), Vec3(0, 0.5, 0), Vec3(0.2, 0, 0.3)};
    const GroundReaction r = calcGroundReaction(wrench.about(Vec3(7, 8, 9)));
    EXPECT_LT((r.centreOfPressure - Vec3(0.2, 0, 0.3)).norm(), 1e-14); // rounding at 10 m
    EXPECT_LT((r.freeMoment - Vec3(0, 0.5, 0)).norm(), 1e-13);
    EXPECT_EQ(r.force, wrench.force);
}

// On any plane the centre of pressure is in the plane and the free moment along its normal. Together they give the
// wrench again.
TEST(Resultants, ReassembleTheWrenchOnAnyPlane) {
    RandomVectors vectors;
    for (int i = 0; i < 100; ++i) {
        const GroundPlane plane{vectors.next(1), UnitVec3(vectors.next(1))};
        Wrench wrench{vectors.next(1000) + 2000 * Vec3(plane.normal), vectors.next(100), vectors.next(1)};
        const GroundReaction r = calcGroundReaction(wrench, plane);
        EXPECT_LT(std::abs(dot(r.centreOfPressure - plane.origin, Vec3(plane.normal))), 1e-14); // rounding at 1 m
        EXPECT_LT((r.freeMoment % Vec3(plane.normal)).norm(), 1e-13);
        const Wrench again = r.getWrench().about(wrench.point);
        EXPECT_EQ(again.force, wrench.force);
        EXPECT_LT((again.moment - wrench.moment).norm(), 1e-12 * wrench.force.norm()); // rounding
    }
}

// There is no centre of pressure without a normal force, nor below the threshold that was set.
TEST(Resultants, HaveNoCentreOfPressureWithoutNormalForce) {
    EXPECT_TRUE(calcGroundReaction(Wrench()).centreOfPressure.isNaN());
    EXPECT_TRUE(calcGroundReaction({Vec3(5, 0, 0), Vec3(1), Vec3(0)}).freeMoment.isNaN());
    const Wrench light{Vec3(0, 5, 0), Vec3(0), Vec3(0)};
    EXPECT_EQ(calcGroundReaction(light, GroundPlane(), 4).centreOfPressure, Vec3(0));
    EXPECT_TRUE(calcGroundReaction(light, GroundPlane(), 5).centreOfPressure.isNaN());
    EXPECT_THROW(calcGroundReaction(light, GroundPlane(), -1), std::invalid_argument);
    EXPECT_THROW(calcGroundReaction(light, GroundPlane(), NaN), std::invalid_argument);
}

// On level ground and on slopes the reaction on a resting brick is its weight. The centre of pressure is where the
// weight's line of action meets the plane.
TEST(Resultants, CentreOfPressureOfABrickIsUnderItsCentreOfMass) {
    for (const Rotation& tilt : {Rotation(), Rotation(0.25, ZAxis), Rotation(0.3, UnitVec3(1, 0, 2))}) {
        StandingBrick world(tilt);
        const State state = world.settled();
        const Wrench wrench =
            calcWrench(world.force.getContactRecords(state), {"", world.force.getSurfaces(world.brick)});
        const GroundPlane plane{Vec3(0), UnitVec3(tilt * Vec3(0, 1, 0))};
        const GroundReaction r = calcGroundReaction(wrench, plane);
        EXPECT_LT((r.force - Vec3(0, 2 * 9.81, 0)).norm(), 1e-7); // remainder of the bounce
        const Vec3 centre = world.brick.findMassCenterLocationInGround(state), n(plane.normal);
        const Vec3 expected = centre - Vec3(0, dot(centre, n) / n[1], 0);
        EXPECT_LT((r.centreOfPressure - expected).norm(), 1e-9) << tilt; // remainder of the bounce
        const Wrench again = r.getWrench().about(Vec3(0));
        EXPECT_LT((again.moment - wrench.moment).norm(), 1e-12 * wrench.moment.norm()); // rounding
    }
}

// A body without surfaces in the set is an error.
TEST(Resultants, RejectABodyWithoutSurfaces) {
    Heap heap;
    MobilizedBody::Free stranger(heap.matter.updGround(), Body::Rigid(bodyOf(1)));
    EXPECT_THROW(heap.force.getSurfaces(stranger), std::invalid_argument);
    EXPECT_TRUE(heap.force.getBody(surface(3)).isSameMobilizedBody(heap.contacts.getBody(heap.set, surface(3))));
}

} // namespace
} // namespace test_resultants
