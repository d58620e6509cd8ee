// Tests pairs of surfaces and of bodies that are excluded from contact.

#include "Messages.h"
#include "World.h"

#include <simbodydem/CollisionSettings.h>
#include <simbodydem/ContactModel.h>

namespace test_exclusions {
namespace {

using namespace SimTK;
using namespace simbodydem;

using Pairs = std::set<std::pair<int, int>>;

// A trunk with surface 1, and a chain of two links with spheres 2 and 3; a test may add sphere 4. All overlap each other and the
// floor.
struct Chain : World {
    const Body link = Body::Rigid(bodyOf(1));
    MobilizedBody::Free trunk{matter.updGround(), link};
    MobilizedBody::Pin thigh{trunk, Vec3(0), link, Vec3(0)};
    MobilizedBody::Pin shank{thigh, Vec3(0), link, Vec3(0)};
    HertzMindlinForce force{forces, contacts, set};

    Chain() {
        int i = 0;
        for (const MobilizedBody& body : {MobilizedBody(trunk), MobilizedBody(thigh), MobilizedBody(shank)})
            contacts.addBody(set, body, ContactGeometry::Sphere(0.1), Vec3(0.01 * i++, 0, 0));
        force.setMaterialForAll(rubber());
        force.setEffectiveMass(EffectiveMass::TwoBody);
    }

    Pairs touching() {
        State state = at(trunk, Vec3(0, 0.09, 0));
        Pairs pairs;
        for (const ContactRecord& r : force.getContactRecords(state)) pairs.emplace(r.a, r.b);
        return pairs;
    }
};

const Pairs all{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

Pairs allBut(const Pairs& excluded) {
    Pairs rest = all;
    for (const auto& pair : excluded) rest.erase(pair);
    return rest;
}

// Without exclusions each pair touches.
TEST(Exclusions, AreEmptyByDefault) { EXPECT_EQ(Chain().touching(), all); }

// One pair of surfaces is excluded alone, in either order.
TEST(Exclusions, ApplyToAPair) {
    Chain chain;
    chain.force.excludePair(ContactSurfaceIndex(3), ContactSurfaceIndex(1));
    EXPECT_EQ(chain.touching(), allBut({{1, 3}}));
}

// Two bodies, Ground included, are excluded with all their surfaces, and with surfaces that are added later.
TEST(Exclusions, ApplyToTwoBodies) {
    Chain chain;
    chain.force.excludeBodies(chain.shank.getMobilizedBodyIndex(), MobilizedBodyIndex(0));
    chain.contacts.addBody(chain.set, chain.shank, ContactGeometry::Sphere(0.1), Vec3(0.02, 0, 0));
    Pairs expected = allBut({{0, 3}});
    expected.insert({{1, 4}, {2, 4}});
    EXPECT_EQ(chain.touching(), expected);
}

// A body does not touch its parent. It touches its grandparent, and Ground, to which the trunk is attached.
TEST(Exclusions, ApplyToAdjacentBodies) {
    Chain chain;
    chain.force.excludeAdjacentBodies();
    EXPECT_EQ(chain.touching(), allBut({{1, 2}, {2, 3}}));
}

// An excluded pair has no force: the forces on the bodies are those of the remaining records.
TEST(Exclusions, LeaveNoForce) {
    Chain chain;
    chain.force.excludeBodies(MobilizedBodyIndex(0), chain.trunk.getMobilizedBodyIndex());
    chain.force.excludeBodies(chain.thigh.getMobilizedBodyIndex(), chain.trunk.getMobilizedBodyIndex());
    chain.force.excludePair(ContactSurfaceIndex(1), ContactSurfaceIndex(3));
    State state = chain.start(chain.trunk, Vec3(0, 0.09, 0));
    const auto applied = chain.forcesOf(chain.force, state);
    EXPECT_EQ(applied[chain.trunk.getMobilizedBodyIndex()].norm(), 0);
    EXPECT_GT(applied[chain.shank.getMobilizedBodyIndex()].norm(), 1);
}

// A surface that is excluded from all others needs no material. If it can still meet another, only this surface is named.
TEST(Exclusions, NeedNoMaterial) {
    World world;
    for (int i = 0; i < 3; ++i) world.addSphere(0.1);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    for (int s : {0, 1}) force.setMaterial(ContactSurfaceIndex(s), rubber());
    for (int other : {0, 1, 3}) force.excludePair(ContactSurfaceIndex(2), ContactSurfaceIndex(other));
    const std::string message = messageOf<std::invalid_argument>([&] { world.system.realizeTopology(); });
    EXPECT_NE(message.find("surface 3 on body 3: youngsModulus"), std::string::npos) << message;
    EXPECT_EQ(message.find("surface 2"), std::string::npos) << message;
    for (int other : {0, 1}) force.excludePair(ContactSurfaceIndex(3), ContactSurfaceIndex(other));
    EXPECT_NO_THROW(world.system.realizeTopology());
}

// Two rigid surfaces, or two that cannot move, are no error if they are excluded.
TEST(Exclusions, NeedNeitherStiffnessNorEffectiveMass) {
    World world;
    auto sphere = world.addSphere(0.1);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    SurfaceMaterial rigid = rubber().setYoungsModulus(Infinity);
    force.setMaterialForAll(rigid);
    force.setEffectiveMass(EffectiveMass::Articulated);
    force.excludePair(ContactSurfaceIndex(0), ContactSurfaceIndex(1));
    auto bystander = world.addSphere(0.1);
    force.setMaterial(ContactSurfaceIndex(2), rubber());
    State state = world.start(sphere, Vec3(0, 0.09, 0));
    bystander.setQToFitTranslation(state, Vec3(1, 0.2, 0));
    sphere.lock(state);
    EXPECT_NO_THROW(world.system.realize(state, Stage::Dynamics));
    EXPECT_TRUE(force.getContactRecords(state).empty());
}

// A list of surfaces excludes bodies for every force that uses it, also for surfaces that come later.
TEST(Exclusions, ApplyToBodiesInAList) {
    Chain chain;
    ContactSurfaces surfaces = ContactSurfaces::fromContactSet(chain.contacts, chain.set);
    const MobilizedBodyIndex trunk = chain.trunk.getMobilizedBodyIndex();
    surfaces.excludeBodies(trunk, chain.shank.getMobilizedBodyIndex());
    HertzMindlinForce force(chain.forces, surfaces);
    force.setMaterialForAll(rubber());
    force.setEffectiveMass(EffectiveMass::TwoBody);
    surfaces.add(chain.shank, Sphere(0.1), Transform(), SurfaceMaterial(), "later");
    State state = chain.at(chain.trunk, Vec3(0, 0.09, 0));
    Pairs found;
    for (const ContactRecord& r : force.getContactRecords(state)) found.emplace(r.a, r.b);
    Pairs expected = allBut({{1, 3}});
    expected.insert({0, 4});
    expected.insert({2, 4});
    EXPECT_EQ(found, expected);
    expectMessage([&] { surfaces.excludeBodies(trunk, trunk); }, {"excludeBodies()", "one body"});
    expectMessage([&] { surfaces.excludeBodies(trunk, MobilizedBodyIndex(9)); }, {"body 9", "[0, 4)"});
}

// Surfaces and bodies that do not exist, or are the same, are errors that give the range.
TEST(Exclusions, RejectBadIndices) {
    Chain chain;
    const auto expect = [](const std::string& message, const std::string& part) {
        EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
    };
    const ContactSurfaceIndex one(1);
    expect(messageOf<std::invalid_argument>([&] { chain.force.excludePair(one, ContactSurfaceIndex(4)); }),
           "surface 4 does not exist");
    expect(messageOf<std::invalid_argument>([&] { chain.force.excludePair(ContactSurfaceIndex(), one); }), "[0, 4)");
    expect(messageOf<std::invalid_argument>([&] { chain.force.excludePair(one, one); }), "a pair needs two");
    const MobilizedBodyIndex trunk = chain.trunk.getMobilizedBodyIndex();
    expect(messageOf<std::invalid_argument>([&] { chain.force.excludeBodies(trunk, MobilizedBodyIndex(4)); }),
           "body 4 does not exist");
    expect(messageOf<std::invalid_argument>([&] { chain.force.excludeBodies(MobilizedBodyIndex(), trunk); }), "[0, 4)");
    expect(messageOf<std::invalid_argument>([&] { chain.force.excludeBodies(trunk, trunk); }), "a pair needs two");
    expect(messageOf<std::invalid_argument>([&] { chain.force.getBody(ContactSurfaceIndex(9)); }),
           "surface 9 does not exist");
    EXPECT_EQ(chain.touching(), all);
}

} // namespace
} // namespace test_exclusions
