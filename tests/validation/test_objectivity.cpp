// Tests that forces do not depend on the frame, on the order of surfaces or on other contacts.

#include "World.h"

#include <map>

namespace test_objectivity {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Two spheres, one on the floor and one obliquely on top of it, both moving; steps bring them into a loaded state.
std::vector<ContactRecord> twoSpheres(const Rotation& tilt, Vector_<SpatialVec>& bodyForces) {
    World world(tilt);
    world.addGravity();
    auto lower = world.addSphere(0.1), upper = world.addSphere(0.07);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start(lower, Transform(tilt, tilt * Vec3(0, 0.0995, 0)));
    upper.setQToFitTransform(state, Transform(tilt, tilt * Vec3(0.05, 0.0995 + 0.1608, 0)));
    lower.setUToFitVelocity(state, SpatialVec(tilt * Vec3(1, 2, 0), tilt * Vec3(0.2, 0, 0.1)));
    upper.setUToFitVelocity(state, SpatialVec(tilt * Vec3(-1, 3, 1), tilt * Vec3(0.1, -0.3, 0)));
    FixedMerson integrator(world.system, state, 1e-5);
    advance(integrator, 0.004);
    state = integrator.getAdvancedState();
    bodyForces = world.forcesOf(force, state);
    return force.getContactRecords(state);
}

// A rotation of the whole set-up, including gravity, rotates each force and changes nothing else.
TEST(Objectivity, RotatedSetUpRotatesEveryForce) {
    Vector_<SpatialVec> upright, tilted;
    const Rotation tilt(1.234, UnitVec3(1, -2, 0.5));
    const auto a = twoSpheres(Rotation(), upright), b = twoSpheres(tilt, tilted);
    ASSERT_EQ(a.size(), 2u);
    ASSERT_EQ(b.size(), 2u);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 2; ++k)
            EXPECT_LT((tilt * upright[i][k] - tilted[i][k]).norm(),
                      1e-9 * upright[0][1].norm()); // rounding of 400 steps
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GT(a[i].tangentialDisplacement.norm(), 1e-7);
        EXPECT_LT((tilt * a[i].tangentialDisplacement - b[i].tangentialDisplacement).norm(), 1e-14);
    }
}

// Two touching spheres with a loaded spring between them, committed and then moved together.
struct Pair : World {
    MobilizedBody::Free first = addSphere(0.1), second = addSphere(0.1);
    HertzMindlinForce force{forces, contacts, set};
    State state;
    ContactRecord before;
    const Vec3 centre{0, 5, 0};
    UnitVec3 spinAxis{XAxis};

    Pair() {
        force.setMaterialForAll(rubber());
        state = start();
        place(Rotation(), Vec3(0), 0);
        system.realize(state, Stage::Acceleration);
        state.autoUpdateDiscreteVariables();
        place(Rotation(), Vec3(0, 2e-6, 1e-6), 0); // slip
        system.realize(state, Stage::Acceleration);
        before = force.getContactRecords(state).at(0);
        spinAxis = UnitVec3(before.normal);
        state.autoUpdateDiscreteVariables();
    }

    // Rotates both bodies by `turn` about their midpoint. Before, it moves the second by `slip` and spins it by `spin`.
    void place(const Rotation& turn, const Vec3& slip, Real spin) {
        first.setQToFitTransform(state, Transform(turn, centre + turn * Vec3(-0.0999, 0, 0)));
        second.setQToFitTransform(
            state, Transform(turn * Rotation(spin, spinAxis), centre + turn * (Vec3(0.0999, 0, 0) + slip)));
    }
};

// A common rotation of both bodies, about the normal or any other axis, rotates the stored displacement and the force.
TEST(Objectivity, RigidMotionOfThePairTurnsTheDisplacement) {
    for (const UnitVec3& axis : {UnitVec3(1, 0, 0), UnitVec3(0, 1, 0), UnitVec3(1, 2, 3)})
        for (Real angle : {1e-3, 0.3, 2.5}) {
            Pair pair;
            const Rotation turn(angle, axis);
            pair.place(turn, Vec3(0, 2e-6, 1e-6), 0);
            pair.system.realize(pair.state, Stage::Dynamics);
            const ContactRecord& after = pair.force.getContactRecords(pair.state).at(0);
            // Positions of 5 m are rounded to 1e-15 m.
            EXPECT_LT((after.tangentialDisplacement - turn * pair.before.tangentialDisplacement).norm(), 1e-14);
            EXPECT_LT((after.tangentialForce - turn * pair.before.tangentialForce).norm(),
                      1e-7 * pair.before.tangentialForce.norm());
        }
}

// A spin of one body about the normal against the other rotates the displacement by half of it.
TEST(Objectivity, RelativeSpinTurnsByHalf) {
    Pair pair;
    pair.place(Rotation(), Vec3(0, 2e-6, 1e-6), 0.4);
    pair.system.realize(pair.state, Stage::Dynamics);
    const Vec3 xi = pair.force.getContactRecords(pair.state).at(0).tangentialDisplacement;
    EXPECT_LT((xi - Rotation(0.2, pair.spinAxis) * pair.before.tangentialDisplacement).norm(),
              1e-14); // rounding of 5 m
}

// A sphere dropped obliquely on the floor, with the floor as the first or the last surface of the set.
SpatialVec forceOnSphere(bool floorFirst) {
    Scene scene;
    GeneralContactSubsystem contacts(scene.system);
    const ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free sphere(scene.matter.updGround(), Body::Rigid(ballOf(1, 0.1)));
    const auto addFloor = [&] {
        contacts.addBody(set, scene.matter.updGround(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    };
    if (floorFirst) addFloor();
    contacts.addBody(set, sphere, ContactGeometry::Sphere(0.1), Vec3(0));
    if (!floorFirst) addFloor();
    HertzMindlinForce force(scene.forces, contacts, set);
    force.setMaterialForAll(rubber());
    State state = scene.start(sphere, Vec3(0, 0.1, 0), SpatialVec(Vec3(0.5, 1, 2), Vec3(0.3, -1, 0.2)));
    FixedMerson integrator(scene.system, state, 1e-5);
    advance(integrator, 0.002);
    state = integrator.getAdvancedState();
    scene.system.realize(state, Stage::Dynamics);
    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particleForces;
    Vector mobilityForces;
    force.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
    return bodyForces[1];
}

// The order of the surfaces in the contact set makes no difference.
TEST(Objectivity, OrderOfSurfacesIsIrrelevant) {
    const SpatialVec a = forceOnSphere(true), b = forceOnSphere(false);
    EXPECT_GT(a[1].norm(), 10);
    for (int k = 0; k < 2; ++k) EXPECT_LT((a[k] - b[k]).norm(), 1e-10 * a[1].norm()); // rounding over 200 steps
}

// If the list of contacts changes its order between steps, each contact still finds its own history. Three spheres lie on the floor in
// a row along x, and then move so that the sweep goes along z in reverse order.
TEST(Objectivity, ReorderedContactsKeepTheirHistory) {
    World world;
    const int count = 3;
    std::vector<MobilizedBody::Free> spheres;
    for (int i = 0; i < count; ++i) spheres.push_back(world.addSphere(0.1));
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start();
    const auto place = [&](const Rotation& turn, Real slip) {
        for (int i = 0; i < count; ++i)
            spheres[i].setQToFitTransform(state, Transform(turn, turn * Vec3(0.1999 * i + (i + 1) * slip, 0.0999, 0)));
        world.system.realize(state, Stage::Acceleration);
    };
    place(Rotation(), 0);
    state.autoUpdateDiscreteVariables();
    place(Rotation(), 1e-6);
    std::map<std::pair<int, int>, Vec3> before;
    for (const ContactRecord& r : force.getContactRecords(state)) before[{r.a, r.b}] = r.tangentialDisplacement;
    ASSERT_EQ(before.size(), 5u); // three on the floor, two between spheres
    state.autoUpdateDiscreteVariables();
    // Everything except the floor rotates about y. Each sphere's spring against the floor rotates by half of that, and is loaded
    // further by the displacement. The springs between spheres rotate rigidly.
    const Rotation turn(-Pi / 2, YAxis);
    place(turn, 1e-6);
    int compared = 0;
    for (const ContactRecord& r : force.getContactRecords(state))
        if (r.a > 0) {
            EXPECT_LT((r.tangentialDisplacement - turn * before.at({r.a, r.b})).norm(), 1e-14); // rounding of 0.4 m
            ++compared;
        }
    EXPECT_EQ(compared, 2);
}

// A contact that is being pulled apart has no force and does not reduce the forces of others, in either order.
TEST(Objectivity, PulledContactDoesNotReduceOtherForces) {
    for (int pulled = 0; pulled < 2; ++pulled) {
        World world;
        MobilizedBody::Free spheres[2] = {world.addSphere(0.1), world.addSphere(0.1)};
        HertzMindlinForce force(world.forces, world.contacts, world.set);
        force.setMaterialForAll(rubber());
        State state = world.start();
        for (int i = 0; i < 2; ++i) spheres[i].setQToFitTranslation(state, Vec3(i, 0.0999, 0));
        spheres[pulled].setUToFitLinearVelocity(state, Vec3(0, 100, 0));
        const auto bodyForces = world.forcesOf(force, state);
        EXPECT_EQ(bodyForces[1 + pulled][1].norm(), 0);
        EXPECT_GT(bodyForces[2 - pulled][1][1], 1);
    }
}

} // namespace
} // namespace test_objectivity
