// Tests the effective mass of a contact on a mechanism against the acceleration that a force between the two surfaces causes.

#include "World.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

#include <random>

namespace test_effective_mass {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real kn = 1e4, beta = 0.5;

// A planar or spatial chain of random links. The ball at its end overlaps the floor.
struct Arm : World {
    MobilizedBody tip = matter.updGround();
    std::vector<MobilizedBody> links;
    CundallForce force{forces, contacts, set,
                       LinearNormal().setStiffness(kn).setDampingRatio(beta).setTension(Tension::Allowed),
                       CundallSlider().setTangentialDampingRatio(0)};
    Force::DiscreteForces push{forces, matter};
    std::mt19937 random;

    explicit Arm(int seed) : random(seed) {
        force.setMaterialForAll(rubber());
        force.setEffectiveMass(EffectiveMass::Articulated);
        const int count = 3 + seed % 3;
        for (int i = 0; i < count; ++i) {
            const Real mass = 1 + uniform();
            const Body::Rigid link(boxOf(mass, Vec3(.1, .3, .1)));
            const Transform outboard(Rotation(uniform(), UnitVec3(vector(1))), vector(0.4));
            if (i % 3 == 0)
                tip = MobilizedBody::Universal(tip, Transform(vector(0.2)), link, outboard);
            else if (i % 3 == 1)
                tip = MobilizedBody::Pin(tip, Transform(vector(0.2)), link, outboard);
            else
                tip = MobilizedBody::Slider(tip, Transform(vector(0.2)), link, outboard);
            links.push_back(tip);
        }
        contacts.addBody(set, tip, ContactGeometry::Sphere(0.1), Vec3(0));
    }

    Real uniform() { return std::uniform_real_distribution<Real>(0.2, 1)(random); }
    Vec3 vector(Real size) { return size * Vec3(uniform(), -uniform(), uniform()); }

    // Puts the ball on the tip so that it overlaps the floor by 1 mm at this State.
    void placeBall(const State& state) {
        const Vec3 centre(tip.getBodyOriginLocation(state)[0], 0.099, tip.getBodyOriginLocation(state)[2]);
        contacts.updBodyTransform(set, ContactSurfaceIndex(1)) = tip.findStationAtGroundPoint(state, centre);
    }

    State randomState() {
        State state = start();
        for (int i = 0; i < state.getNQ(); ++i) state.updQ()[i] = uniform();
        system.realize(state, Stage::Position);
        return state;
    }

    // Returns a State with the same pose, with ball and constraints in the System.
    State at(const State& pose) {
        State state = start();
        state.updQ() = pose.getQ();
        system.realize(state, Stage::Position);
        return state;
    }

    // Returns the contact's record with a random value of each speed.
    ContactRecord moving(State state) {
        for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = uniform();
        system.realize(state, Stage::Dynamics);
        return force.getContactRecords(state).at(0);
    }

    // Returns the mass that the dashpot feels over the mass that a unit force at the contact point accelerates.
    Real feltOverMeasured(const State& state) {
        return moving(state).effectiveMass / measured(state, UnitVec3(0, 1, 0));
    }

    // Returns the effective mass by Simbody's full forward dynamics.
    Real measured(State state, const UnitVec3& direction) {
        state.updU() = 0;
        force.disable(state);
        system.realize(state, Stage::Position);
        const Vec3 atCentre = contacts.getBodyTransform(set, ContactSurfaceIndex(1)).p();
        const Vec3 point =
            tip.findStationAtGroundPoint(state, tip.findStationLocationInGround(state, atCentre) - Vec3(0, 0.0995, 0));
        Real acceleration[2];
        for (int i = 0; i < 2; ++i) {
            if (i == 1) push.addForceToBodyPoint(state, tip, point, direction);
            system.realize(state, Stage::Acceleration);
            acceleration[i] = dot(tip.findStationAccelerationInGround(state, point), direction);
        }
        return 1 / (acceleration[1] - acceleration[0]);
    }
};

// On random open chains the dashpot feels the mass that a unit force accelerates.
TEST(EffectiveMass, IsThatOfTheChain) {
    for (int seed = 0; seed < 12; ++seed) {
        Arm arm(seed);
        const State pose = arm.randomState();
        arm.placeBall(pose);
        const State state = arm.at(pose);
        EXPECT_NEAR(arm.feltOverMeasured(state), 1, 1e-10) << seed; // the requirement of the project
    }
}

// A constraint between links, and a redundant copy of it, make the tip heavier, exactly as Simbody's dynamics show.
TEST(EffectiveMass, IncludesConstraintsAndRedundantOnes) {
    for (int seed = 0; seed < 12; ++seed)
        for (int copies = 1; copies <= 2; ++copies) {
            Arm arm(seed);
            const State pose = arm.randomState();
            const int mobilities = pose.getNU();
            for (int i = 0; i < copies; ++i) // the first and the last coordinate move together
                Constraint::SpeedCoupler(arm.matter, new Function::Linear(Vector(Vec3(1, -2, 0))),
                                         std::vector<MobilizedBodyIndex>{arm.links.front().getMobilizedBodyIndex(),
                                                                         arm.links.back().getMobilizedBodyIndex()},
                                         std::vector<MobilizerUIndex>{MobilizerUIndex(0), MobilizerUIndex(0)});
            arm.placeBall(pose);
            const State state = arm.at(pose);
            ASSERT_EQ(state.getNU(), mobilities);
            EXPECT_NEAR(arm.feltOverMeasured(state), 1, 1e-10) << seed << " " << copies;
        }
}

// A joint that is locked, at rest or at a prescribed speed, is rigid.
TEST(EffectiveMass, IncludesLockedMobilities) {
    for (int seed = 0; seed < 12; ++seed) {
        Arm arm(seed);
        const State pose = arm.randomState();
        arm.placeBall(pose);
        State state = arm.at(pose);
        arm.links[1].lock(state, Motion::Velocity);
        arm.system.realize(state, Stage::Position);
        EXPECT_NEAR(arm.feltOverMeasured(state), 1, 1e-10) << seed;
    }
}

// The dashpot's force is proportional to the root of this mass.
TEST(EffectiveMass, ScalesTheDashpotForce) {
    Arm arm(1);
    const State pose = arm.randomState();
    arm.placeBall(pose);
    const ContactRecord r = arm.moving(arm.at(pose));
    ASSERT_NE(r.overlapRate, 0);
    const Real dashpot = dot(r.normalForce, r.normal) - kn * r.overlap;
    EXPECT_NEAR(dashpot, 2 * beta * std::sqrt(r.effectiveMass * kn) * r.overlapRate, 1e-12 * std::abs(dashpot));
}

// The tangential dashpot feels the mass that a unit force along the slip accelerates, with constraints.
TEST(EffectiveMass, AlongTheSlipIsThatOfTheChain) {
    for (int seed = 0; seed < 12; ++seed) {
        Arm arm(seed);
        const State pose = arm.randomState();
        if (seed % 2)
            Constraint::SpeedCoupler(arm.matter, new Function::Linear(Vector(Vec3(1, -2, 0))),
                                     std::vector<MobilizedBodyIndex>{arm.links.front().getMobilizedBodyIndex(),
                                                                     arm.links.back().getMobilizedBodyIndex()},
                                     std::vector<MobilizerUIndex>{MobilizerUIndex(0), MobilizerUIndex(0)});
        arm.placeBall(pose);
        const State state = arm.at(pose);
        const ContactRecord r = arm.moving(state);
        EXPECT_NEAR(r.tangentialEffectiveMass / arm.measured(state, UnitVec3(r.slipVelocity)), 1, 1e-10) << seed;
    }
}

// The tangential effective mass of a free sphere on a plane is 2/7 of its mass, with or without slip. A fixed value replaces it.
TEST(EffectiveMass, OfASphereInThePlaneIsTwoSevenths) {
    for (Real slip : {0., 1.}) {
        World world;
        auto sphere = world.addSphere(0.1), other = world.addSphere(0.1);
        HertzMindlinForce force(world.forces, world.contacts, world.set);
        force.setMaterialForAll(rubber());
        force.setPairEffectiveMass(ContactSurfaceIndex(2), ContactSurfaceIndex(0), 3.);
        State state = world.start();
        const Real overlap = 1e-6;
        sphere.setQToFitTranslation(state, Vec3(0, 0.1 - overlap, 0));
        sphere.setUToFitLinearVelocity(state, Vec3(slip, -1, 0));
        other.setQToFitTranslation(state, Vec3(1, 0.1 - overlap, 0));
        world.system.realize(state, Stage::Dynamics);
        const Real mass = sphere.getBodyMass(state);
        for (const ContactRecord& r : force.getContactRecords(state)) {
            EXPECT_NEAR(r.effectiveMass, r.b == 1 ? mass : 3, 1e-14 * mass);
            EXPECT_NEAR(r.tangentialEffectiveMass, r.b == 1 ? 2. / 7. * mass : 3,
                        10 * overlap * mass); // error of the lever
        }
    }
}

// The mass of unconnected bodies is computed without the rest of the system. A disabled constraint selects the computation by the
// whole system, with the same result. This holds for each joint, off centre, turned, and with another frame of the joint.
TEST(EffectiveMass, OfUnconnectedBodiesIsThatOfTheWholeSystem) {
    for (const char* joint : {"free", "planar", "translation", "ball", "pin"}) {
        ContactRecord records[2];
        for (int withRod = 0; withRod < 2; ++withRod) {
            World world;
            const MassProperties brick(
                2, Vec3(.1, 0, .05), 2 * UnitInertia::brick(Vec3(.3, .2, .1)).shiftFromMassCenter(Vec3(.1, 0, .05), 1));
            const Transform parent(Rotation(0.4, UnitVec3(1, 1, 0)), Vec3(0.1, 5, 0.1)),
                child(Rotation(0.2, UnitVec3(1, 0, 2)), Vec3(0.05, 0.1, -0.1));
            const auto add = [&]() -> MobilizedBody {
                if (joint == std::string("free"))
                    return MobilizedBody::Free(world.matter.updGround(), parent, brick, child);
                if (joint == std::string("planar"))
                    return MobilizedBody::Planar(world.matter.updGround(), parent, brick, child);
                if (joint == std::string("translation"))
                    return MobilizedBody::Translation(world.matter.updGround(), parent, brick, child);
                if (joint == std::string("ball"))
                    return MobilizedBody::Ball(world.matter.updGround(), parent, brick, child);
                return MobilizedBody::Pin(world.matter.updGround(), parent, brick, child);
            };
            MobilizedBody first = add(), second = add();
            for (auto* body : {&first, &second})
                world.contacts.addBody(world.set, *body, ContactGeometry::Sphere(0.3), Vec3(.2, .1, .1));
            if (withRod) Constraint::Rod(world.matter.updGround(), first, 1).setDisabledByDefault(true);
            HertzMindlinForce force(world.forces, world.contacts, world.set);
            force.setMaterialForAll(rubber());
            State state = world.start();
            for (int u = 0; u < second.getNumU(state); ++u) second.setOneU(state, u, 0.3 + 0.2 * u);
            second.setQToFitRotation(state, Rotation(0.3, UnitVec3(1, 2, 3)));
            second.setQToFitTranslation(state, Vec3(0.1, 0.05, 0.02));
            world.system.realize(state, Stage::Dynamics);
            records[withRod] = force.getContactRecords(state).at(0);
        }
        EXPECT_GT(records[0].effectiveMass, 0.01);
        EXPECT_NEAR(records[0].effectiveMass / records[1].effectiveMass, 1, 1e-11) << joint; // rounding
        EXPECT_NEAR(records[0].tangentialEffectiveMass / records[1].tangentialEffectiveMass, 1, 1e-11) << joint;
    }
}

// Two free balls have the two-body mass by either rule.
TEST(EffectiveMass, OfFreeBallsIsTheTwoBodyMass) {
    Vec3 force[2];
    for (int i = 0; i < 2; ++i) {
        World world;
        auto first = world.addSphere(0.1), second = world.addSphere(0.05);
        HertzMindlinForce hertz(world.forces, world.contacts, world.set);
        hertz.setMaterialForAll(rubber());
        hertz.setEffectiveMass(i == 0 ? EffectiveMass::TwoBody : EffectiveMass::Articulated);
        State state = world.start(first, Vec3(0, 5, 0));
        second.setQToFitTranslation(state, Vec3(0.1, 5.1, 0.04));
        first.setUToFitVelocity(state, SpatialVec(Vec3(1, 2, 3), Vec3(1, 0.3, 0)));
        world.system.realize(state, Stage::Dynamics);
        force[i] = hertz.getContactRecords(state).at(0).normalForce;
    }
    EXPECT_LT((force[0] - force[1]).norm(), 1e-13 * force[0].norm()); // rounding
}

} // namespace
} // namespace test_effective_mass
