// Tests the force element: records, reactions, energy, effective mass, and use beside HuntCrossleyForce.

#include "World.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>

#include <cstring>
#include <new>
#include <random>
#include <set>

namespace test_contact_force {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Two spheres that hit each other obliquely, far from the floor.
struct Collision : World {
    MobilizedBody::Free first = addSphere(0.1), second = addSphere(0.05);

    State colliding() {
        State state = start(first, Vec3(0, 5, 0));
        second.setQToFitTranslation(state, Vec3(0.1496, 5, 0));
        first.setUToFitVelocity(state, SpatialVec(Vec3(1, 2, 3), Vec3(1, 0.3, 0)));
        second.setUToFitVelocity(state, SpatialVec(Vec3(-3, 1, 2), Vec3(-1, 0, 0.2)));
        return state;
    }
};

// Resists rolling with a constant torque, to show on which bodies torques act.
struct ConstantTorque final : RollingLaw {
    ConstantTorque* clone() const override { return new ConstantTorque(*this); }
    std::string getName() const override { return "ConstantTorque"; }
    RollingOutput calcTorque(const RollingInput& in) const override {
        RollingOutput out;
        out.torque = -0.01 * in.angularVelocity;
        out.dissipatedPower = 0.01 * in.angularVelocity.normSqr();
        return out;
    }
};

// The forces of the records, moved to the bodies' origins, add up to the force of the element.
TEST(ContactRecords, AddUpToTheForce) {
    Collision world;
    DEMContactForce force(world.forces, world.contacts, world.set, HertzNormal(), MindlinSecant(), ConstantTorque());
    force.setMaterialForAll(rubber());
    const State state = world.colliding();
    const auto applied = world.forcesOf(force, state);
    Vector_<SpatialVec> sum(3, SpatialVec(Vec3(0)));
    for (const ContactRecord& r : force.getContactRecords(state)) {
        const Vec3 f = r.normalForce + r.tangentialForce;
        for (int side : {0, 1}) {
            const MobilizedBody& body = world.contacts.getBody(world.set, side ? r.b : r.a);
            const Real sign = side ? 1 : -1;
            sum[body.getMobilizedBodyIndex()] +=
                sign * SpatialVec((r.point - body.getBodyOriginLocation(state)) % f + r.torque, f);
        }
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 2; ++k) EXPECT_LT((sum[i][k] - applied[i][k]).norm(), 1e-12 * applied[1][1].norm());
}

// A hundred spheres of random size, position and motion, with rolling and twisting resistance, after one committed step.
struct Crowd : World {
    std::vector<MobilizedBody::Free> spheres;
    DEMContactForce force{forces, contacts, set, HertzNormal(), MindlinSecant(), EPSDRolling()};
    State state;

    Crowd() {
        std::mt19937 random(4);
        const auto uniform = [&](Real low, Real high) {
            return std::uniform_real_distribution<Real>(low, high)(random);
        };
        const auto vector = [&](Real low, Real high) {
            return Vec3(uniform(low, high), uniform(low, high), uniform(low, high));
        };
        for (int i = 0; i < 100; ++i) spheres.push_back(addSphere(uniform(0.08, 0.12)));
        SurfaceMaterial material = rubber().setRollingFriction(0.1).setTwistingFriction(0.05);
        force.setMaterialForAll(material);
        state = start();
        for (auto& sphere : spheres) {
            sphere.setQToFitTranslation(state, vector(0, 0.8));
            sphere.setUToFitVelocity(state, SpatialVec(vector(-5, 5), vector(-1, 1)));
        }
        system.realize(state, Stage::Acceleration);
        const Vector step = 1e-4 * state.getQDot();
        state.autoUpdateDiscreteVariables();
        state.setTime(1e-4);
        state.updQ() += step;
        system.realize(state, Stage::Dynamics);
    }
};

// For many bodies too, the records with their rolling torques add up to the force of the element on each body.
TEST(ContactRecords, OfManyBodiesAddUpToTheForce) {
    Crowd crowd;
    const auto applied = crowd.forcesOf(crowd.force, crowd.state);
    Vector_<SpatialVec> sum(101, SpatialVec(Vec3(0)));
    Vector size(101, Real(0));
    Real torques = 0;
    for (const ContactRecord& r : crowd.force.getContactRecords(crowd.state)) {
        const Vec3 f = r.normalForce + r.tangentialForce;
        torques += r.torque.norm();
        for (int side : {0, 1}) {
            const MobilizedBody& body = crowd.force.getBody(side ? r.b : r.a);
            const MobilizedBodyIndex i = body.getMobilizedBodyIndex();
            sum[i] +=
                (side ? 1 : -1) * SpatialVec((r.point - body.getBodyOriginLocation(crowd.state)) % f + r.torque, f);
            size[i] += f.norm();
        }
    }
    EXPECT_GT(torques, 1);
    for (int i = 0; i < 101; ++i)
        for (int k = 0; k < 2; ++k) EXPECT_LE((sum[i][k] - applied[i][k]).norm(), 1e-12 * size[i]); // rounding
}

// Bodies at rest have one record for each pair that overlaps. The records are the State's own, not a copy.
TEST(ContactRecords, AreOnePerContact) {
    Crowd crowd;
    crowd.state.updU() = 0; // no dashpot that would pull
    crowd.system.realize(crowd.state, Stage::Dynamics);
    const auto& records = crowd.force.getContactRecords(crowd.state);
    EXPECT_EQ(&records, &crowd.force.getContactRecords(crowd.state));
    std::set<std::pair<int, int>> recorded, overlapping;
    for (const ContactRecord& r : records) {
        EXPECT_LT(int(r.a), int(r.b));
        EXPECT_TRUE(recorded.emplace(r.a, r.b).second) << r.a << " and " << r.b << " twice";
    }
    for (const Contact& c : crowd.contacts.getContacts(crowd.state, crowd.set))
        overlapping.insert(std::minmax<int>(c.getSurface1(), c.getSurface2()));
    EXPECT_GT(recorded.size(), 100u);
    EXPECT_EQ(recorded, overlapping);
}

// Before Stage::Dynamics there are no records: this is an error, not an empty list.
TEST(ContactRecords, NeedStageDynamics) {
    Collision world;
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    const State state = world.colliding();
    world.system.realize(state, Stage::Velocity);
    EXPECT_ANY_THROW(force.getContactRecords(state));
    world.system.realize(state, Stage::Dynamics);
    EXPECT_EQ(force.getContactRecords(state).size(), 1u);
}

// Action equals reaction: a collision conserves linear and angular momentum.
TEST(ContactForce, KeepsMomentum) {
    Collision world;
    DEMContactForce force(world.forces, world.contacts, world.set, HertzNormal(), MindlinSecant(), ConstantTorque());
    force.setMaterialForAll(rubber());
    const State start = world.colliding();
    world.system.realize(start, Stage::Velocity);
    const SpatialVec before = world.matter.calcSystemMomentumAboutGroundOrigin(start);
    const State end = world.run(start, 0.1, 1e-10);
    ASSERT_TRUE(force.getContactRecords(end).empty());
    const SpatialVec after = world.matter.calcSystemMomentumAboutGroundOrigin(end);
    EXPECT_LT((after - before).norm(), 1e-8 * before.norm()); // accuracy, times a hundred steps
}

// Surfaces of one body overlap without contact.
TEST(ContactForce, IgnoresSurfacesOfOneBody) {
    World world;
    auto body = world.addSphere(0.1);
    world.contacts.addBody(world.set, body, ContactGeometry::Sphere(0.1), Vec3(0.05, 0, 0));
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.at(body, Vec3(0, 5, 0));
    EXPECT_TRUE(force.getContactRecords(state).empty());
    EXPECT_EQ(world.system.calcPotentialEnergy(state), 0);
}

// The dashpot force is proportional to the root of the effective mass: with a quarter of the two-body mass it is half.
TEST(ContactForce, DampsWithTheEffectiveMass) {
    Real damping[2];
    for (int i = 0; i < 2; ++i) {
        Collision world;
        HertzMindlinForce force(world.forces, world.contacts, world.set);
        force.setMaterialForAll(rubber());
        State state = world.colliding();
        const Real m1 = world.first.getBodyMass(state), m2 = world.second.getBodyMass(state);
        if (i == 1) {
            force.setEffectiveMass(m1 * m2 / (m1 + m2) / 4);
            state = world.colliding();
        }
        world.system.realize(state, Stage::Dynamics);
        const Real moving = force.getContactRecords(state)[0].normalForce.norm();
        state.updU() = 0;
        world.system.realize(state, Stage::Dynamics);
        damping[i] = moving - force.getContactRecords(state)[0].normalForce.norm();
    }
    EXPECT_NEAR(damping[1] / damping[0], 0.5, 1e-12); // rounding
}

// In a damped head-on impact the lost kinetic energy becomes heat, and during contact the rest is stored.
TEST(ContactForce, AccountsForTheEnergyOfADampedImpact) {
    World world;
    auto sphere = world.addSphere(0.1);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    force.setTrackDissipatedEnergy(true);
    State state = world.start(sphere, Vec3(0, 0.1, 0), Vec3(0, -1, 0));
    Merson integrator(world.system, state, 1e-9);
    world.system.realize(integrator.getState(), Stage::Dynamics);
    const Real initial = world.system.calcEnergy(integrator.getState());
    for (int i = 1; i <= 20; ++i) {
        advance(integrator, 0.0025 * i);
        const State& s = integrator.getState();
        world.system.realize(s, Stage::Dynamics);
        EXPECT_NEAR(world.system.calcEnergy(s) + force.getDissipatedEnergy(s), initial,
                    1e-6 * initial); // error of interpolation
    }
    EXPECT_NEAR(force.getDissipatedEnergy(integrator.getState()) / initial, 1 - 0.7 * 0.7,
                1e-6); // e is 0.7; error of the accuracy
}

// A block that slides to a stop turns its kinetic energy into heat.
TEST(ContactForce, AccountsForTheEnergyOfSliding) {
    World world;
    world.addGravity();
    auto sphere = world.addSphere(0.1);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    force.setEffectiveMass(EffectiveMass::TwoBody);
    force.setTrackDissipatedEnergy(true);
    State state = world.start(sphere, Vec3(0, 0.0999, 0), Vec3(1, 0, 0));
    sphere.lock(state, Motion::Velocity); // cannot roll, nor move along the normal
    const State last = world.run(state, 1, 1e-6);
    const ContactRecord& r = force.getContactRecords(last).at(0);
    EXPECT_NEAR(force.getDissipatedEnergy(last) / (0.5 * r.normalForce.norm() * 1), 1,
                1e-3); // error of the onset
    EXPECT_NEAR(r.dissipatedPower / (0.5 * r.normalForce.norm()), 1, 1e-9);
}

// A disabled force has no records and applies no force.
TEST(ContactForce, CanBeDisabled) {
    Collision world;
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.colliding();
    force.disable(state);
    world.system.realize(state, Stage::Acceleration);
    EXPECT_TRUE(force.getContactRecords(state).empty());
    EXPECT_EQ(world.second.getBodyOriginAcceleration(state).norm(), 0);
}

// HuntCrossleyForce on the same contacts has equal elastic forces if both of its surfaces have the modulus 2^(3/2) E*.
TEST(ContactForce, EqualsHuntCrossleyElastically) {
    Collision world;
    HertzMindlinForce ours(world.forces, world.contacts, world.set);
    ours.setMaterialForAll(rubber());
    HuntCrossleyForce theirs(world.forces, world.contacts, world.set);
    const Real modulus = std::pow(2., 1.5) * mixMaterials(rubber(), rubber()).effectiveYoungsModulus;
    for (ContactSurfaceIndex s(0); s < 3; ++s) theirs.setBodyParameters(s, modulus, 0, 0, 0, 0);
    State state = world.colliding();
    state.updU() = 0;
    const Vec3 a = world.forcesOf(ours, state)[1][1], b = world.forcesOf(theirs, state)[1][1];
    EXPECT_GT(a.norm(), 1);
    EXPECT_LT((a - b).norm(), 1e-12 * a.norm()); // rounding
}

// A record that nobody has filled has no force, energy or sliding, whatever its memory held before.
TEST(ContactForce, RecordsBeginEmpty) {
    alignas(ContactRecord) unsigned char memory[sizeof(ContactRecord)];
    std::memset(memory, 0xff, sizeof memory);
    const ContactRecord* const record = new (memory) ContactRecord;
    for (const Real value : {record->overlap, record->overlapRate, record->storedEnergy, record->dissipatedPower,
                             record->effectiveMass, record->tangentialEffectiveMass})
        EXPECT_EQ(value, 0);
    EXPECT_FALSE(record->sliding);
    record->~ContactRecord();
}

} // namespace
} // namespace test_contact_force
