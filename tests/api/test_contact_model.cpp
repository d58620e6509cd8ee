// Tests a force's settings as one value.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>

namespace test_contact_model {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball in the floor, for any force.
struct BallInFloor : FloorScene {
    MobilizedBody::Free ball{matter.updGround(), Body::Rigid(ballOf(1, 0.1))};

    BallInFloor() { add(ball, Sphere(0.1)); }

    State start() { return Scene::start(ball, Vec3(0, 0.099, 0), Vec3(0.1, -0.2, 0)); }
};

// Sets each setting.
void setAll(DEMContactForce& force) {
    MixingRules mixing;
    mixing.friction = MixingRules::Friction::Mean;
    SurfaceMaterial slippery = SurfaceMaterial().setStaticFriction(0.1);
    force.setMaterialForAll(rubber()).setMaterial(ContactSurfaceIndex(1), rubber());
    force.setPairMaterial(ContactSurfaceIndex(0), ContactSurfaceIndex(1), slippery);
    force.setMixingRules(mixing).excludeAdjacentBodies().setEffectiveMass(EffectiveMass::TwoBody);
    force.setPairEffectiveMass(ContactSurfaceIndex(1), ContactSurfaceIndex(0), 2).setTrackDissipatedEnergy(true);
    force.setDetectionMarginForAll(1e-4).setDetectionMargin(ContactSurfaceIndex(0), 2e-4);
}

// A force that is built from another force's model has the same description, to the last word, and the same contact forces.
TEST(ContactModel, BuildsTheSameForce) {
    BallInFloor one, two;
    HertzMindlinForce force(one.forces, one.surfaces);
    setAll(force);
    const DEMContactForce again(two.forces, two.surfaces, force.getModel());
    EXPECT_EQ(again.getModel().describe(), force.getModel().describe());
    const auto forces = one.forcesOf(force, one.start()), forcesAgain = two.forcesOf(again, two.start());
    EXPECT_GT(forces[1][1].norm(), 0);
    for (int b = 0; b < forces.size(); ++b) EXPECT_EQ(forcesAgain[b], forces[b]) << b;
}

// Models that differ in one setting have different descriptions.
TEST(ContactModel, DescribesEverySetting) {
    const ContactModel plain{HertzNormal(), MindlinSecant()};
    const std::vector<std::function<void(ContactModel&)>> changes = {
        [](ContactModel& m) { m.normal = LinearNormal(); },
        [](ContactModel& m) { m.tangential = MindlinSecant().setTransitionVelocity(0.1); },
        [](ContactModel& m) { m.rolling = EPSDRolling(); },
        [](ContactModel& m) { m.materials.forAll.restitution = 0.5; },
        [](ContactModel& m) { m.materials.bySurface[3].restitution = 0.5; },
        [](ContactModel& m) {
            m.materials.byPair[{1, 3}].restitution = 0.5;
        },
        [](ContactModel& m) { m.mixing.moduli = MixingRules::Moduli::TwoThirdsPower; },
        [](ContactModel& m) {
            m.exclusions.surfaces.insert({1, 2});
        },
        [](ContactModel& m) {
            m.exclusions.bodies.insert({1, 2});
        },
        [](ContactModel& m) { m.exclusions.adjacentBodies = true; },
        [](ContactModel& m) { m.effectiveMass.kind = EffectiveMass::TwoBody; },
        [](ContactModel& m) { m.effectiveMass.fixed = 1; },
        [](ContactModel& m) {
            m.effectiveMass.byPair[{1, 2}] = 1;
        },
        [](ContactModel& m) { m.margins.forAll = 1e-3; },
        [](ContactModel& m) { m.margins.bySurface[2] = 1e-3; },
        [](ContactModel& m) { m.trackDissipatedEnergy = true; },
    };
    std::set<std::vector<std::string>> descriptions{plain.describe()};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        ContactModel changed = plain;
        changes[i](changed);
        EXPECT_TRUE(descriptions.insert(changed.describe()).second) << "change " << i;
    }
}

// A value that a setter rejects is an error in a model too, with the same message.
TEST(ContactModel, HasTheChecksOfTheSetters) {
    const auto expectRefused = [](const std::function<void(ContactModel&)>& spoil, const std::string& part) {
        BallInFloor world;
        ContactModel model{HertzNormal(), MindlinSecant()};
        spoil(model);
        expectMessage<std::invalid_argument>([&] { DEMContactForce force(world.forces, world.surfaces, model); },
                                             {part});
    };
    expectRefused([](ContactModel& m) { m.materials.forAll.restitution = 2; }, "restitution = 2; it must be in [0, 1]");
    expectRefused([](ContactModel& m) { m.materials.bySurface[7] = rubber(); }, "surface 7 does not exist");
    expectRefused([](ContactModel& m) { m.effectiveMass.fixed = -1; }, "mass = -1 kg");
    expectRefused([](ContactModel& m) { m.exclusions.bodies.insert({1, 1}); }, "one and the same");
    expectRefused([](ContactModel& m) { m.margins.forAll = NaN; }, "margin = nan m");
}

} // namespace
} // namespace test_contact_model
