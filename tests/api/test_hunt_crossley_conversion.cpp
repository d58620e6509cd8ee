// Tests the conversion of HuntCrossleyForce's parameters to materials and back.

#include "Messages.h"
#include "World.h"

#include <simbodydem/Conversions.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>

namespace test_hunt_crossley_conversion {
namespace {

using namespace SimTK;
using namespace simbodydem;

const HuntCrossleyParameters soft{3e5, 0.4, 0.9, 0.7, 0.1}, hard{8e6, 0.1, 0.6, 0.5, 0.3};

// A sphere in the floor with both forces on it. The floor has the parameters `first`, the sphere `second`.
struct Both : World {
    MobilizedBody::Free sphere = addSphere(0.1);
    HuntCrossleyForce theirs{forces, contacts, set};

    Both(const HuntCrossleyParameters& first, const HuntCrossleyParameters& second) {
        const auto give = [&](int s, const HuntCrossleyParameters& p) {
            theirs.setBodyParameters(ContactSurfaceIndex(s), p.stiffness, p.dissipation, p.staticFriction,
                                     p.dynamicFriction, p.viscousFriction);
        };
        give(0, first);
        give(1, second);
    }

    // Expects both forces on the sphere to agree to rounding at several overlaps. A velocity into the floor adds the dissipation, a
    // velocity along it the friction.
    void expectEqual(const Force& ours, const Vec3& velocity) {
        State state = start();
        for (Real overlap : {1e-5, 1e-4, 1e-3, 1e-2}) {
            sphere.setQToFitTranslation(state, Vec3(0, 0.1 - overlap, 0));
            sphere.setUToFitLinearVelocity(state, velocity);
            const Vec3 a = forcesOf(theirs, state)[1][1], b = forcesOf(ours, state)[1][1];
            EXPECT_GT(a[1], 0);
            EXPECT_LT((a - b).norm(), 1e-12 * a.norm()) << overlap; // rounding: both have the same overlap
        }
    }
};

void expectSame(const HuntCrossleyParameters& got, const HuntCrossleyParameters& expected) {
    EXPECT_NEAR(got.stiffness / expected.stiffness, 1, 1e-15); // rounding
    EXPECT_EQ(got.dissipation, expected.dissipation);
    EXPECT_EQ(got.staticFriction, expected.staticFriction);
    EXPECT_EQ(got.dynamicFriction, expected.dynamicFriction);
}

// With HuntCrossleyForce's own rules and laws each pair has its force, including dissipation and friction, for any Poisson's ratio.
TEST(HuntCrossleyConversion, KeepsEveryPairByTheTwoThirdsPower) {
    for (Real nu : {0., 0.3, 0.5}) {
        Both world(soft, hard);
        DEMContactForce ours(world.forces, world.contacts, world.set, HuntCrossleyNormal(),
                             HollarsFriction().setViscousFriction(2 * 0.1 * 0.3 / 0.4));
        ours.setMixingRules(huntCrossleyMixing());
        ours.setMaterial(ContactSurfaceIndex(0), fromHuntCrossley(soft, nu, MixingRules::Moduli::TwoThirdsPower));
        ours.setMaterial(ContactSurfaceIndex(1), fromHuntCrossley(hard, nu, MixingRules::Moduli::TwoThirdsPower));
        world.expectEqual(ours, Vec3(0.02, -0.5, 0.01));
    }
}

// With the default rules two equal surfaces have its elastic force, for any law with Hertz's force.
TEST(HuntCrossleyConversion, KeepsEqualSurfacesByHertz) {
    HuntCrossleyParameters elastic = soft;
    elastic.dissipation = 0;
    Both world(elastic, elastic);
    HertzMindlinForce ours(world.forces, world.contacts, world.set);
    SurfaceMaterial material = fromHuntCrossley(elastic, 0.3, MixingRules::Moduli::Hertz);
    material.restitution = 0.5;
    ours.setMaterialForAll(material);
    world.expectEqual(ours, Vec3(0));
}

// Unequal surfaces are softer with the default rules, by the factor that the header gives.
TEST(HuntCrossleyConversion, SoftensUnequalSurfacesByHertz) {
    const auto modulus = [](MixingRules::Moduli moduli, Real ratio) {
        HuntCrossleyParameters softer = hard;
        softer.stiffness *= ratio;
        MixingRules rules;
        rules.moduli = moduli;
        return mixMaterials(fromHuntCrossley(softer, 0.3, moduli), fromHuntCrossley(hard, 0.3, moduli), rules)
            .effectiveYoungsModulus;
    };
    for (const auto& [ratio, factor] : {std::pair{0.5, 0.98}, std::pair{0.1, 0.86}, std::pair{1e-9, 0.71}})
        EXPECT_NEAR(modulus(MixingRules::Moduli::Hertz, ratio) / modulus(MixingRules::Moduli::TwoThirdsPower, ratio),
                    factor, 0.005); // to the digits given
}

// A pair material has the pair's force with the default rules, for any difference between the two surfaces.
TEST(HuntCrossleyConversion, KeepsAPair) {
    Both world(soft, hard);
    DEMContactForce ours(world.forces, world.contacts, world.set, HuntCrossleyNormal(), NoFriction());
    ours.setPairMaterial(ContactSurfaceIndex(0), ContactSurfaceIndex(1), fromHuntCrossleyPair(soft, hard, 0.3));
    world.expectEqual(ours, Vec3(0, -0.5, 0));
    EXPECT_NEAR(fromHuntCrossleyPair(soft, hard, 0.3).staticFriction, 2 * 0.9 * 0.6 / 1.5, 1e-15); // rounding
}

// A pair with one rigid surface converts to two equal surfaces of HuntCrossleyForce.
TEST(HuntCrossleyConversion, ConvertsAPairWithARigidSurface) {
    SurfaceMaterial sole = rubber(), floor = rubber();
    floor.youngsModulus = Infinity;
    sole.dissipation = floor.dissipation = 0;
    const HuntCrossleyParameters both = toHuntCrossleyPair(mixMaterials(floor, sole));
    Both world(both, both);
    HertzMindlinForce ours(world.forces, world.contacts, world.set);
    ours.setMaterial(ContactSurfaceIndex(0), floor).setMaterial(ContactSurfaceIndex(1), sole);
    world.expectEqual(ours, Vec3(0));
}

// A conversion there and back returns the original values, by either rule and by pair.
TEST(HuntCrossleyConversion, IsReversible) {
    for (auto moduli : {MixingRules::Moduli::Hertz, MixingRules::Moduli::TwoThirdsPower})
        for (const HuntCrossleyParameters& parameters : {soft, hard})
            expectSame(toHuntCrossley(fromHuntCrossley(parameters, 0.4, moduli), moduli), parameters);
    const SurfaceMaterial pair = fromHuntCrossleyPair(soft, soft, 0.4);
    expectSame(toHuntCrossleyPair(mixMaterials(pair, pair)), soft);
}

// Values that are missing or out of range are errors that name them.
TEST(HuntCrossleyConversion, RejectsBadValues) {
    const auto moduli = MixingRules::Moduli::Hertz;
    const auto expect = [](const auto& action, const std::string& part) {
        expectMessage<std::invalid_argument>([&] { action(); }, {part});
    };
    HuntCrossleyParameters bad = soft;
    bad.stiffness = 0;
    expect([&] { fromHuntCrossley(bad, 0.3, moduli); }, "stiffness = 0 Pa");
    bad = soft;
    bad.dynamicFriction = 1;
    expect([&] { fromHuntCrossley(bad, 0.3, moduli); }, "dynamicFriction = 1;");
    expect([&] { fromHuntCrossley(soft, 0.6, moduli); }, "poissonsRatio = 0.6;");
    expect([&] { toHuntCrossley(rubber(), moduli); }, "dissipation = nan s/m");
    SurfaceMaterial rigid = rubber().setYoungsModulus(Infinity);
    expect([&] { toHuntCrossley(rigid, moduli); }, "youngsModulus = inf Pa");
    expect([&] { toHuntCrossleyPair(mixMaterials(rigid, rigid)); }, "effectiveYoungsModulus = inf Pa");
}

} // namespace
} // namespace test_hunt_crossley_conversion
