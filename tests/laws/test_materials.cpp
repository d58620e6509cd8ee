// Tests the properties of a pair of surfaces.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

namespace test_materials {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Two equal materials of E = 10 MPa and nu = 0.3 have the worked moduli.
TEST(Mixing, GivesHertzAndMindlinsModuli) {
    const PairMaterial pair = mixMaterials(rubber(), rubber());
    EXPECT_NEAR(pair.effectiveYoungsModulus, 5494505.4945, 1e-4); // the digits given
    EXPECT_NEAR(pair.effectiveShearModulus, 1131221.719, 1e-3);
}

// A rigid surface leaves all deformation to the other surface and needs no Poisson's ratio.
TEST(Mixing, TakesARigidSurface) {
    SurfaceMaterial rigid = rubber().setYoungsModulus(Infinity);
    rigid.poissonsRatio.reset();
    EXPECT_NEAR(mixMaterials(rubber(), rigid).effectiveYoungsModulus, 1e7 / (1 - 0.09), 1e-6); // rounding
}

// Restitution and friction are the smaller of the two values. Kinetic friction that is not set is the static friction.
TEST(Mixing, TakesTheMinimum) {
    SurfaceMaterial ice = rubber().setRestitution(0.2).setStaticFriction(0.1);
    const PairMaterial pair = mixMaterials(rubber(), ice);
    EXPECT_EQ(pair.restitution, 0.2);
    EXPECT_EQ(pair.staticFriction, 0.1);
    EXPECT_EQ(pair.kineticFriction, 0.1);
}

// Each rule for friction and restitution gives the value of its name, for friction 0.2 and 0.8 and restitution 0.4 and 0.6.
TEST(Mixing, FollowsTheChosenRules) {
    SurfaceMaterial a = rubber(), b = rubber();
    a.staticFriction = 0.2;
    b.staticFriction = 0.8;
    a.restitution = 0.4;
    b.restitution = 0.6;
    using F = MixingRules::Friction;
    for (const auto& [rule, mu] : {std::pair{F::Minimum, 0.2}, std::pair{F::Harmonic, 0.32},
                                   std::pair{F::Geometric, 0.4}, std::pair{F::Mean, 0.5}, std::pair{F::Maximum, 0.8}}) {
        MixingRules rules;
        rules.friction = rule;
        EXPECT_NEAR(mixMaterials(a, b, rules).staticFriction, mu, 1e-15); // rounding
        EXPECT_NEAR(mixMaterials(a, b, rules).kineticFriction, mu, 1e-15);
    }
    MixingRules mean;
    mean.restitution = MixingRules::Restitution::Mean;
    EXPECT_NEAR(mixMaterials(a, b, mean).restitution, 0.5, 1e-15);
}

// Simbody's 2/3-power rule gives two equal surfaces 2^(-3/2) of their plane-strain modulus, and half of the overlap each.
TEST(Mixing, HasSimbodysTwoThirdsPower) {
    MixingRules rules;
    rules.moduli = MixingRules::Moduli::TwoThirdsPower;
    const PairMaterial pair = mixMaterials(rubber(), rubber(), rules);
    EXPECT_NEAR(pair.effectiveYoungsModulus / (1e7 / 0.91), std::pow(2., -1.5), 1e-14); // rounding
    EXPECT_NEAR(pair.deformationFractionA, 0.5, 1e-15);
}

// A force's contacts use the rules of this force.
TEST(Mixing, RulesBelongToTheForce) {
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    auto force = world.makeForce<HertzMindlinForce>();
    SurfaceMaterial ice = rubber().setStaticFriction(0.1);
    force.setMaterial(ContactSurfaceIndex(1), ice);
    MixingRules rules;
    rules.friction = MixingRules::Friction::Maximum;
    force.setMixingRules(rules);
    State state = world.start(sphere, Vec3(0, 0.0999, 0));
    sphere.setUToFitLinearVelocity(state, Vec3(100, 0, 0)); // the dashpot alone exceeds the limit
    world.system.realize(state, Stage::Dynamics);
    const ContactRecord& r = force.getContactRecords(state).at(0);
    EXPECT_NEAR(r.tangentialForce.norm() / r.normalForce.norm(), 0.5, 1e-12); // rounding
}

// Two spheres that slide on the floor, with the friction of each.
struct Sliders : FloorScene {
    MobilizedBody::Free first = addSphere(0.1), second = addSphere(0.1);
    HertzMindlinForce force{forces, surfaces};

    Vec2 frictions() {
        State state = start(first, Vec3(0, 0.0999, 0));
        second.setQToFitTranslation(state, Vec3(1, 0.0999, 0));
        for (auto* body : {&first, &second})
            body->setUToFitLinearVelocity(state, Vec3(100, 0, 0)); // dashpot at its limit
        system.realize(state, Stage::Dynamics);
        Vec2 ratios;
        for (const ContactRecord& r : force.getContactRecords(state))
            ratios[r.b - 1] = r.tangentialForce.norm() / r.normalForce.norm();
        return ratios;
    }
};

// A pair material changes only that pair, for either order of its surfaces.
TEST(PairMaterial, ChangesOnePairOnly) {
    Sliders sliders;
    sliders.force.setMaterialForAll(rubber());
    SurfaceMaterial ice = SurfaceMaterial().setStaticFriction(0.05);
    sliders.force.setPairMaterial(ContactSurfaceIndex(2), ContactSurfaceIndex(0), ice);
    const Vec2 mu = sliders.frictions();
    EXPECT_NEAR(mu[0], 0.5, 1e-12); // rounding
    EXPECT_NEAR(mu[1], 0.05, 1e-12);
}

// A pair material can supply values that the surfaces' own materials lack; no value is missing then.
TEST(PairMaterial, SuppliesMissingValues) {
    Sliders sliders;
    SurfaceMaterial noFriction = rubber();
    noFriction.staticFriction.reset();
    sliders.force.setMaterialForAll(noFriction);
    SurfaceMaterial friction = SurfaceMaterial().setStaticFriction(0.3);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < a; ++b)
            sliders.force.setPairMaterial(ContactSurfaceIndex(a), ContactSurfaceIndex(b), friction);
    EXPECT_NEAR(sliders.frictions()[0], 0.3, 1e-12); // rounding
}

// Woo's kt/kn is a property of the surfaces: the pair has their mean, and the law's 0.2 if one surface has none.
TEST(Material, StiffnessRatioIsAveraged) {
    for (const MaterialValue& ratio : {MaterialValue(0.6), MaterialValue()}) {
        FloorScene world;
        auto sphere = world.addSphere(0.1);
        CundallForce force(world.forces, world.surfaces, LinearNormal().setStiffness(1e5).setDampingRatio(0),
                           CundallSlider().setTangentialDampingRatio(0));
        SurfaceMaterial material = rubber().setStiffnessRatio(0.2);
        force.setMaterialForAll(material);
        material.stiffnessRatio = ratio;
        force.setMaterial(ContactSurfaceIndex(1), material);
        State state = world.start(sphere, Vec3(0, 0.0999, 0));
        world.system.realize(state, Stage::Acceleration);
        state.autoUpdateDiscreteVariables();
        sphere.setQToFitTranslation(state, Vec3(1e-6, 0.0999, 0));
        world.system.realize(state, Stage::Dynamics);
        const Real kt = force.getContactRecords(state).at(0).tangentialForce.norm() / 1e-6;
        EXPECT_NEAR(kt / (ratio.isSet() ? 0.4e5 : 0.2e5), 1, 1e-9); // a displacement of 1e-6 m rounded at 0.1 m
    }
}

// A material that is set for one surface replaces the material for all.
TEST(Material, OfOneSurfaceReplacesThatForAll) {
    Sliders sliders;
    sliders.force.setMaterialForAll(rubber());
    SurfaceMaterial smooth = rubber().setStaticFriction(0.1);
    sliders.force.setMaterial(ContactSurfaceIndex(1), smooth);
    const Vec2 mu = sliders.frictions();
    EXPECT_NEAR(mu[0], 0.1, 1e-12); // rounding
    EXPECT_NEAR(mu[1], 0.5, 1e-12);
}

// A value that is not set for a surface is the value for all. A value that is set wins, in either order of the calls.
TEST(Material, OfOneSurfaceIsCompletedByThatForAll) {
    for (bool isFirst : {false, true}) {
        Sliders sliders;
        const auto smooth = SurfaceMaterial().setFriction(0.1); // no modulus
        if (isFirst) sliders.force.setMaterial(ContactSurfaceIndex(1), smooth);
        sliders.force.setMaterialForAll(rubber().setKineticFriction(0.4));
        if (!isFirst) sliders.force.setMaterial(ContactSurfaceIndex(1), smooth);
        const Vec2 mu = sliders.frictions();
        EXPECT_NEAR(mu[0], 0.1, 1e-12); // rounding; a static friction hides the kinetic one for all
        EXPECT_NEAR(mu[1], 0.4, 1e-2);  // kinetic at 100 m/s
    }
}

// A second call for the same surface replaces the first call: values that it does not set are those for all again.
TEST(Material, ASecondCallReplacesTheFirst) {
    Sliders sliders;
    sliders.force.setMaterialForAll(rubber());
    sliders.force.setMaterial(ContactSurfaceIndex(1), SurfaceMaterial().setFriction(0.1));
    sliders.force.setMaterial(ContactSurfaceIndex(1), SurfaceMaterial().setYoungsModulus(2e7));
    EXPECT_NEAR(sliders.frictions()[0], 0.5, 1e-12); // rounding
}

// The most specific of four layers wins: the material for all, the surface's own, the force's for the surface, and the one for the
// pair.
TEST(Material, TheMostSpecificLayerWins) {
    for (int layers = 1; layers <= 4; ++layers) {
        FloorScene world;
        MobilizedBody::Free sphere(world.matter.updGround(), Body::Rigid(bodyOf(1)));
        ContactSurfaces surfaces(world.matter);
        const SurfaceIndex floor =
            surfaces.add(world.matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "floor");
        const SurfaceIndex ball = surfaces.add(sphere, Sphere(0.1), Vec3(0),
                                               layers > 1 ? SurfaceMaterial().setFriction(0.4) : SurfaceMaterial());
        HertzMindlinForce force(world.forces, surfaces);
        force.setMaterialForAll(rubber()); // 0.5
        if (layers > 2) force.setMaterial(ball, SurfaceMaterial().setFriction(0.3));
        if (layers > 3) force.setPairMaterial(floor, ball, SurfaceMaterial().setFriction(0.2));
        State state = world.start(sphere, Vec3(0, 0.0999, 0));
        sphere.setUToFitLinearVelocity(state, Vec3(100, 0, 0)); // the dashpot alone exceeds the limit
        world.system.realize(state, Stage::Dynamics);
        const ContactRecord& r = force.getContactRecords(state).at(0);
        EXPECT_NEAR(r.tangentialForce.norm() / r.normalForce.norm(), 0.6 - 0.1 * layers, 1e-12) << layers; // rounding
    }
}

// The setters name the values that a brace list has by position.
TEST(Material, SettersEqualABraceList) {
    const SurfaceMaterial list{1e7, 0.3, 0.7, 0.5, 0.4, 0.1, 0.02, 0.03, 0.6};
    const SurfaceMaterial named = SurfaceMaterial()
                                      .setStiffnessRatio(0.6)
                                      .setTwistingFriction(0.03)
                                      .setRollingFriction(0.02)
                                      .setDissipation(0.1)
                                      .setKineticFriction(0.4)
                                      .setStaticFriction(0.5)
                                      .setRestitution(0.7)
                                      .setPoissonsRatio(0.3)
                                      .setYoungsModulus(1e7);
    for (const auto value :
         {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio, &SurfaceMaterial::restitution,
          &SurfaceMaterial::staticFriction, &SurfaceMaterial::kineticFriction, &SurfaceMaterial::dissipation,
          &SurfaceMaterial::rollingFriction, &SurfaceMaterial::twistingFriction, &SurfaceMaterial::stiffnessRatio}) {
        EXPECT_TRUE((named.*value).isSet());
        EXPECT_EQ(named.*value, list.*value);
    }
}

// One coefficient of friction is static and kinetic, also after two separate ones.
TEST(Material, OneFrictionIsStaticAndKinetic) {
    const SurfaceMaterial material =
        SurfaceMaterial().setStaticFriction(0.5).setKineticFriction(0.4).setFriction(0.3).setYoungsModulus(1e7);
    EXPECT_EQ(material.staticFriction, 0.3);
    EXPECT_FALSE(material.kineticFriction.isSet());
    EXPECT_FALSE(material.restitution.isSet());
}

// A setter does not check its value; the force checks it and names it.
TEST(Material, SettersAreCheckedByTheForce) {
    FloorScene world;
    HertzMindlinForce force(world.forces, world.surfaces);
    expectMessage([&] { force.setMaterialForAll(SurfaceMaterial().setPoissonsRatio(0.6)); }, {"poissonsRatio = 0.6"});
    expectMessage([&] { force.setMaterialForAll(SurfaceMaterial().setFriction(NaN)); }, {"staticFriction = nan"});
}

} // namespace
} // namespace test_materials
