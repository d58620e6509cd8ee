// The effective mass of a contact on a mechanism, against what a force between the two surfaces really accelerates.

#include "World.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real kn = 1e4, beta = 0.5;

// A planar or spatial chain of random links with a ball at its end that dips into the floor.
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
            const Body::Rigid link(MassProperties(mass, Vec3(0), mass * UnitInertia::brick(Vec3(.1, .3, .1))));
            const Transform outboard(Rotation(uniform(), UnitVec3(vector(1))), vector(0.4));
            if (i % 3 == 0)
                tip = MobilizedBody::Universal(tip, Transform(vector(0.2)), link, outboard);
            else if (i % 3 == 1)
                tip = MobilizedBody::Pin(tip, Transform(vector(0.2)), link, outboard);
            else
                tip = MobilizedBody::Slider(tip, Transform(vector(0.2)), link, outboard);
            links.push_back(tip);
        }
    }

    Real uniform() { return std::uniform_real_distribution<Real>(0.2, 1)(random); }
    Vec3 vector(Real size) { return size * Vec3(uniform(), -uniform(), uniform()); }

    // A ball on the tip, placed on its body so that at this state it overlaps the floor by 1 mm.
    void addBall(const State& state) {
        const Vec3 centre(tip.getBodyOriginLocation(state)[0], 0.099, tip.getBodyOriginLocation(state)[2]);
        contacts.addBody(set, tip, ContactGeometry::Sphere(0.1), tip.findStationAtGroundPoint(state, centre));
    }

    State randomState() {
        State state = start();
        for (int i = 0; i < state.getNQ(); ++i) state.updQ()[i] = uniform();
        system.realize(state, Stage::Position);
        return state;
    }

    // The same pose once ball and constraints are there.
    State at(const State& pose) {
        State state = start();
        state.updQ() = pose.getQ();
        system.realize(state, Stage::Position);
        return state;
    }

    // What the contact's dashpot felt: from its force, which goes with the root of the mass.
    Real felt(State state) {
        for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = uniform();
        system.realize(state, Stage::Dynamics);
        const ContactRecord& r = force.getContactRecords(state).at(0);
        EXPECT_NE(r.overlapRate, 0);
        const Real dashpot = dot(r.normalForce, r.normal) - kn * r.overlap;
        return std::pow(dashpot / (2 * beta * r.overlapRate), 2) / kn;
    }

    // What a unit force at the contact point accelerates, by Simbody's whole forward dynamics.
    Real measured(State state) {
        state.updU() = 0;
        force.disable(state);
        system.realize(state, Stage::Position);
        const Vec3 atCentre = contacts.getBodyTransform(set, ContactSurfaceIndex(1)).p();
        const Vec3 point =
            tip.findStationAtGroundPoint(state, tip.findStationLocationInGround(state, atCentre) - Vec3(0, 0.0995, 0));
        Real acceleration[2];
        for (int i = 0; i < 2; ++i) {
            if (i == 1) push.addForceToBodyPoint(state, tip, point, Vec3(0, 1, 0));
            system.realize(state, Stage::Acceleration);
            acceleration[i] = tip.findStationAccelerationInGround(state, point)[1];
        }
        return 1 / (acceleration[1] - acceleration[0]);
    }
};

} // namespace

// On random open chains the dashpot feels what a unit force accelerates.
TEST(EffectiveMass, IsThatOfTheChain) {
    for (int seed = 0; seed < 12; ++seed) {
        Arm arm(seed);
        const State pose = arm.randomState();
        arm.addBall(pose);
        const State state = arm.at(pose);
        EXPECT_NEAR(arm.felt(state) / arm.measured(state), 1, 1e-9) << seed; // the dashpot's share of the force
    }
}

// A constraint between links, even a redundant second one, makes the tip heavier, by just as much as Simbody's dynamics say.
TEST(EffectiveMass, SeesConstraintsAndRedundantOnes) {
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
            arm.addBall(pose);
            const State state = arm.at(pose);
            ASSERT_EQ(state.getNU(), mobilities);
            EXPECT_NEAR(arm.felt(state) / arm.measured(state), 1, 1e-9) << seed << " " << copies;
        }
}

// A locked joint and one that is prescribed are rigid.
TEST(EffectiveMass, SeesLockedMobilities) {
    for (int seed = 0; seed < 12; ++seed) {
        Arm arm(seed);
        const State pose = arm.randomState();
        arm.addBall(pose);
        State state = arm.at(pose);
        arm.links[1].lock(state, Motion::Velocity);
        arm.system.realize(state, Stage::Position);
        EXPECT_NEAR(arm.felt(state) / arm.measured(state), 1, 1e-9) << seed;
    }
}

// Two free balls feel the two-body mass, whichever rule is chosen.
TEST(EffectiveMass, OfFreeBallsIsTheTwoBodyMass) {
    Vec3 force[2];
    for (int i = 0; i < 2; ++i) {
        World world;
        auto first = world.addSphere(0.1), second = world.addSphere(0.05);
        HertzMindlinForce hertz(world.forces, world.contacts, world.set);
        hertz.setMaterialForAll(rubber());
        hertz.setEffectiveMass(i == 0 ? EffectiveMass::TwoBody : EffectiveMass::Articulated);
        State state = world.start();
        first.setQToFitTranslation(state, Vec3(0, 5, 0));
        second.setQToFitTranslation(state, Vec3(0.1, 5.1, 0.04));
        first.setUToFitVelocity(state, SpatialVec(Vec3(1, 2, 3), Vec3(1, 0.3, 0)));
        world.system.realize(state, Stage::Dynamics);
        force[i] = hertz.getContactRecords(state).at(0).normalForce;
    }
    EXPECT_LT((force[0] - force[1]).norm(), 1e-13 * force[0].norm()); // rounding
}
