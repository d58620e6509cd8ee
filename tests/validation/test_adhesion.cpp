// Tests contacts that act at a distance, and the detection margins that they need.

#include "Messages.h"
#include "World.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/DMTNormal.h>
#include <simbodydem/laws/normal/JKRNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

namespace test_adhesion {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.01, workOfAdhesion = 0.2;

// At 1 MPa the neck between two spheres of 10 mm is 5 um long.
SurfaceMaterial soft() { return rubber().setYoungsModulus(1e6); }

const Real effectiveModulus = 1e6 / (2 * (1 - 0.09)); // of soft() on soft()
const Real tearing =
    -0.75 * std::cbrt(square(Pi * workOfAdhesion / effectiveModulus) * (radius / 2)); // of two such spheres

JKRNormal elasticJKR() { return JKRNormal().setWorkOfAdhesion(workOfAdhesion).setDamping(HertzNormal::Damping::None); }

// Two spheres, registered larger than they are, that a test moves; each put() is a committed step.
struct Tongs : World {
    const Real margin;
    MobilizedBody::Free first, second;
    DEMContactForce force;
    State state;

    Tongs(const NormalLaw& normal, Real margin)
        : margin(margin),
          first(addSphere(radius + margin)),
          second(addSphere(radius + margin)),
          force(forces, contacts, set, normal, CundallSlider().setStiffness(1e3)) {
        force.setMaterialForAll(soft()).setDetectionMarginForAll(margin);
        state = start();
    }

    std::vector<ContactRecord> put(Real overlap) {
        first.setQToFitTranslation(state, Vec3(0, 1, 0));
        second.setQToFitTranslation(state, Vec3(2 * radius - overlap, 1, 0));
        system.realize(state, Stage::Acceleration);
        const auto records = force.getContactRecords(state);
        state.autoUpdateDiscreteVariables();
        state.invalidateAllCacheAtOrAbove(Stage::Dynamics);
        return records;
    }
};

// Returns the contact of two spheres, or of a sphere and the floor, each registered larger than it is.
ContactRecord contactWithMargins(bool onFloor, Real marginA, Real marginB) {
    Scene scene;
    GeneralContactSubsystem contacts(scene.system);
    const ContactSetIndex set = contacts.createContactSet();
    if (onFloor)
        contacts.addBody(set, scene.matter.updGround(), ContactGeometry::HalfSpace(), HalfSpace::floor(marginA));
    else
        contacts.addBody(set, scene.matter.updGround(), ContactGeometry::Sphere(0.2 + marginA), Vec3(0, -0.2, 0));
    MobilizedBody::Free sphere(scene.matter.updGround(), Body::Rigid(ballOf(1, 0.1)));
    contacts.addBody(set, sphere, ContactGeometry::Sphere(0.1 + marginB), Vec3(0));
    HertzMindlinForce force(scene.forces, contacts, set);
    force.setMaterialForAll(rubber());
    force.setDetectionMargin(ContactSurfaceIndex(0), marginA).setDetectionMargin(ContactSurfaceIndex(1), marginB);
    State state = scene.at(sphere, Vec3(0, 0.099, 0), SpatialVec(Vec3(1, 2, 3), Vec3(0.1, -0.2, 0)));
    return force.getContactRecords(state).at(0);
}

// A margin is removed again without a trace: the force and its point are the same for any margins on both sides.
TEST(DetectionMargin, ChangesNoForce) {
    for (bool onFloor : {false, true}) {
        const ContactRecord plain = contactWithMargins(onFloor, 0, 0);
        for (Real marginA : {0., 0.003, 0.02})
            for (Real marginB : {0., 0.001, 0.05}) {
                const ContactRecord r = contactWithMargins(onFloor, marginA, marginB);
                EXPECT_NEAR(r.overlap, plain.overlap, 1e-16); // rounding of 0.3 m
                EXPECT_LT((r.point - plain.point).norm(), 1e-16);
                EXPECT_LT((r.normalForce - plain.normalForce).norm(), 1e-12 * plain.normalForce.norm());
                EXPECT_LT((r.tangentialForce - plain.tangentialForce).norm(), 1e-12 * plain.normalForce.norm());
            }
    }
}

// Approaching surfaces have no force before they touch. Then a neck holds them until it tears. After that there is no force until they
// touch again.
TEST(JKRNormal, HoldsByTheNeckUntilItTears) {
    Tongs tongs(elasticJKR(), 1e-5);
    EXPECT_TRUE(tongs.put(0.99 * tearing).empty());
    EXPECT_TRUE(tongs.put(0.01 * tearing).empty());
    ASSERT_EQ(tongs.put(1e-9).size(), 1u);
    for (Real share : {0.01, 0.5, 0.99}) {
        const auto records = tongs.put(share * tearing);
        ASSERT_EQ(records.size(), 1u);
        EXPECT_NEAR(records[0].overlap, share * tearing, 1e-15); // rounding of 1 m
        EXPECT_LT(records[0].normalForce[0],
                  -2.5 * Pi / 3 * workOfAdhesion * radius / 2 * (1 - 1e-9)); // 5/9 F_c, as if torn
    }
    EXPECT_TRUE(tongs.put(1.01 * tearing).empty());
    EXPECT_TRUE(tongs.put(0.5 * tearing).empty());
    EXPECT_EQ(tongs.put(1e-9).size(), 1u);
}

// Friction feels F + 2 F_c, in the neck too, and the stiffness is never negative, so that laws can take its root.
TEST(JKRNormal, LoadsFrictionByThorntonsRule) {
    JKRNormal law = elasticJKR();
    law.bind(mixMaterials(soft(), soft()));
    const Real pullOff = 1.5 * Pi * workOfAdhesion * radius / 2;
    for (Real overlap : {1e-5, 0., 0.5 * tearing, 0.999 * tearing}) {
        const NormalOutput out = law.calcForce({overlap, 0, radius / 2, 0, 1, 100, 100, false, LawHistory()});
        EXPECT_NEAR(out.frictionalLoad, out.force + 2 * pullOff, 1e-15); // rounding of 0.01 N
        EXPECT_GT(out.frictionalLoad, pullOff * (1 - 1e-12));
        EXPECT_GE(out.stiffness, 0);
    }
}

// A sheared neck holds by friction, and its commit changes no force.
TEST(JKRNormal, ShearedNeckIsCommittedWithoutAChange) {
    Tongs tongs(elasticJKR(), 1e-5);
    tongs.put(1e-9);
    tongs.put(0.5 * tearing);
    tongs.second.setQToFitTranslation(tongs.state, Vec3(2 * radius - 0.5 * tearing, 1, 1e-6));
    tongs.system.realize(tongs.state, Stage::Acceleration);
    const ContactRecord before = tongs.force.getContactRecords(tongs.state).at(0);
    tongs.state.autoUpdateDiscreteVariables();
    tongs.state.invalidateAllCacheAtOrAbove(Stage::Dynamics);
    tongs.system.realize(tongs.state, Stage::Acceleration);
    const ContactRecord after = tongs.force.getContactRecords(tongs.state).at(0);
    EXPECT_LT(before.overlap, 0);
    EXPECT_NEAR(before.tangentialForce.norm(), 1e3 * 1e-6,
                1e-9); // the chord over 20 mm is shorter than the displacement
    EXPECT_LT((after.normalForce - before.normalForce).norm(), 1e-13 * before.normalForce.norm());
    EXPECT_LT((after.tangentialForce - before.tangentialForce).norm(), 1e-13 * before.normalForce.norm());
}

// If the margin is shorter than the neck, the neck tears at the margin.
TEST(JKRNormal, IsTornAtTheMargin) {
    Tongs tongs(elasticJKR(), -0.25 * tearing);
    ASSERT_EQ(tongs.put(1e-9).size(), 1u);
    EXPECT_EQ(tongs.put(0.49 * tearing).size(), 1u);
    EXPECT_TRUE(tongs.put(0.51 * tearing).empty());
}

// A bounce dissipates the energy of one neck, 7.09 (W^5 R*^4/E*^2)^(1/3), at any speed, and never creates energy.
TEST(JKRNormal, BounceDissipatesThePublishedEnergy) {
    const Real published =
        7.09 * std::cbrt(std::pow(workOfAdhesion, 5) * std::pow(radius, 4) / square(effectiveModulus));
    for (Real speed : {0.1, 0.2}) {
        World world;
        MobilizedBody::Slider sphere(world.matter.updGround(), Rotation(Pi / 2, ZAxis),
                                     Body::Rigid(MassProperties(1e-2, Vec3(0), UnitInertia::sphere(radius))),
                                     Rotation(Pi / 2, ZAxis));
        world.contacts.addBody(world.set, sphere, ContactGeometry::Sphere(radius + 1e-4), Vec3(0));
        DEMContactForce force(world.forces, world.contacts, world.set, elasticJKR(), NoFriction());
        force.setMaterialForAll(soft()).setDetectionMargin(ContactSurfaceIndex(1), 1e-4);
        State state = world.start();
        sphere.setLength(state, radius + 1e-6);
        sphere.setRate(state, -speed);
        const State end = world.run(state, 0.05, 1e-8);
        const Real left = sphere.getRate(end);
        EXPECT_GT(left, 0);
        EXPECT_NEAR(0.5 * 1e-2 * (square(speed) - square(left)) / published, 1, 1e-3); // the digits given
    }
}

// Returns the overlap after five seconds of a sphere of 1 kg under this weight. It starts at this overlap in a soft ceiling.
Real hang(const NormalLaw& normal, Real weight, Real overlap) {
    World world;
    const Real margin = 1e-4;
    world.addGravity(weight);
    world.contacts.addBody(world.set, world.matter.updGround(), ContactGeometry::HalfSpace(),
                           HalfSpace::facing(Vec3(0, -1, 0), Vec3(0, 1, 0)));
    MobilizedBody::Free sphere(world.matter.updGround(), Body::Rigid(ballOf(1, radius)));
    world.contacts.addBody(world.set, sphere, ContactGeometry::Sphere(radius + margin), Vec3(0));
    DEMContactForce force(world.forces, world.contacts, world.set, normal, NoFriction());
    force.setMaterialForAll(soft()).setDetectionMargin(ContactSurfaceIndex(2), margin);
    State state = world.start(sphere, Vec3(0, 1 - radius + overlap, 0));
    const State last = world.run(state, 5, 1e-8);
    return sphere.getBodyOriginLocation(last)[1] + radius - 1;
}

// DMT's attraction carries a weight below the pull-off force, with Hertz's force as the difference, and none above it.
TEST(DMTNormal, CarriesAWeightBelowThePullOffForce) {
    const Real pullOff = 2 * Pi * workOfAdhesion * radius, K = 4. / 3. * effectiveModulus * std::sqrt(radius);
    const Real balance = std::pow(0.1 * pullOff / K, 2. / 3.);
    const DMTNormal law = DMTNormal().setWorkOfAdhesion(workOfAdhesion);
    EXPECT_NEAR(hang(law, 0.9 * pullOff, 0.9 * balance), balance, 1e-3 * balance); // the oscillation decays by exp(-9)
    EXPECT_LT(hang(law, 1.1 * pullOff, 0.9 * balance), -1e-3);
}

// JKR's neck carries such a weight at a distance.
TEST(JKRNormal, CarriesAWeightBelowThePullOffForce) {
    const Real pullOff = 1.5 * Pi * workOfAdhesion * radius;
    const JKRNormal law = JKRNormal().setWorkOfAdhesion(workOfAdhesion);
    const Real held = hang(law, 0.95 * pullOff, 1e-7);
    EXPECT_LT(held, 0);
    EXPECT_GT(held, tearing * std::cbrt(2.)); // R* is twice that of two spheres
    EXPECT_LT(hang(law, 1.05 * pullOff, 1e-7), -1e-3);
}

// Friction feels only Hertz's part, for any attraction and dashpot.
TEST(DMTNormal, LoadsFrictionWithTheHertzPart) {
    DMTNormal law = DMTNormal().setWorkOfAdhesion(workOfAdhesion);
    HertzNormal hertz = HertzNormal().setRestitutionMeaning(RestitutionMeaning::Textbook);
    const PairMaterial pair = mixMaterials(soft(), soft());
    law.bind(pair);
    hertz.bind(pair);
    for (Real rate : {-100., -0.01, 0., 0.01}) {
        const NormalInput in{1e-5, rate, radius / 2, std::sqrt(1e-5 * radius / 2), 1, 100, 100, false, LawHistory()};
        EXPECT_NEAR(law.calcForce(in).frictionalLoad, hertz.calcForce(in).force, 1e-15); // rounding of 0.01 N
    }
}

// A law without its work of adhesion, or with a bad value, is an error.
TEST(Adhesion, NeedsItsWorkOfAdhesion) {
    World world;
    world.addSphere(radius);
    DEMContactForce force(world.forces, world.contacts, world.set, JKRNormal(), NoFriction());
    force.setMaterialForAll(soft());
    expectMessage([&] { world.system.realizeTopology(); }, {"setWorkOfAdhesion() [J/m^2]"});
    for (Real bad : {0., -1., NaN, Infinity}) {
        EXPECT_THROW(JKRNormal().setWorkOfAdhesion(bad), std::invalid_argument);
        EXPECT_THROW(DMTNormal().setWorkOfAdhesion(bad), std::invalid_argument);
    }
}

// Only surfaces that have touched are bonded. The spring then pulls as it pushes, until the margin ends or the history is cleared.
TEST(Bond, PullsAfterFirstContact) {
    const Real kn = 1e4;
    Tongs tongs(LinearNormal().setStiffness(kn).setNoBreak(true), 1e-4);
    EXPECT_TRUE(tongs.put(-1e-5).empty());
    ASSERT_EQ(tongs.put(1e-6).size(), 1u);
    const auto bonded = tongs.put(-1e-5);
    ASSERT_EQ(bonded.size(), 1u);
    EXPECT_NEAR(bonded[0].normalForce[0], -kn * 1e-5, 1e-11); // rounding of 1 m times kn
    tongs.force.clearHistory(tongs.state);
    EXPECT_TRUE(tongs.put(-1e-5).empty());
    ASSERT_EQ(tongs.put(1e-6).size(), 1u);
    EXPECT_EQ(tongs.put(-1.99e-4).size(), 1u);
    EXPECT_TRUE(tongs.put(-2.01e-4).empty());
    EXPECT_TRUE(tongs.put(-1.99e-4).empty());
}

// A bond in tension has friction up to mu |F|.
TEST(Bond, HasFrictionInTension) {
    const Real kn = 1e4, pull = kn * 1e-5;
    Tongs tongs(LinearNormal().setStiffness(kn).setNoBreak(true), 1e-4);
    tongs.put(1e-6);
    tongs.put(-1e-5);
    tongs.second.setQToFitTranslation(tongs.state, Vec3(2 * radius + 1e-5, 1, 2e-4)); // 0.4 N in the spring, if it held
    tongs.system.realize(tongs.state, Stage::Dynamics);
    const ContactRecord sliding = tongs.force.getContactRecords(tongs.state).at(0);
    EXPECT_TRUE(sliding.sliding);
    EXPECT_NEAR(sliding.tangentialForce.norm(), 0.5 * sliding.normalForce.norm(), 1e-14);
    EXPECT_GT(sliding.normalForce.norm(), pull);
}

// A sphere that hangs from a bond oscillates about its weight over kn and comes to rest.
TEST(Bond, CarriesAHangingSphere) {
    World world;
    world.addGravity();
    world.contacts.addBody(world.set, world.matter.updGround(), ContactGeometry::HalfSpace(),
                           HalfSpace::facing(Vec3(0, -1, 0), Vec3(0, 1, 0)));
    const Real kn = 1e4, mass = 0.1, sag = mass * 9.81 / kn;
    MobilizedBody::Free sphere(world.matter.updGround(),
                               Body::Rigid(MassProperties(mass, Vec3(0), UnitInertia::sphere(radius))));
    world.contacts.addBody(world.set, sphere, ContactGeometry::Sphere(radius + 1e-3), Vec3(0));
    DEMContactForce force(world.forces, world.contacts, world.set,
                          LinearNormal().setStiffness(kn).setDampingRatio(0.2).setNoBreak(true), CundallSlider());
    force.setMaterialForAll(rubber()).setDetectionMargin(ContactSurfaceIndex(2), 1e-3);
    State state = world.start(sphere, Vec3(0, 1 - radius + 1e-6, 0));
    const State end = world.run(state, 1, 1e-8);
    EXPECT_NEAR(sphere.getBodyOriginLocation(end)[1], 1 - radius - sag, 1e-8); // the accuracy
}

} // namespace
} // namespace test_adhesion
