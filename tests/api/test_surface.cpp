// Tests the mechanics of a surface, which a list of surfaces takes as one value.

#include "Messages.h"
#include "World.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/Sand.h>
#include <simbodydem/Soil.h>
#include <simbodydem/Surface.h>

namespace test_surface {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball of 0.1 m lies 1 mm deep in the floor, and moves along it.
struct Ball : Scene {
    MobilizedBody::Free ball{matter.updGround(), Body::Rigid(ballOf(1, 0.1))};
    explicit Ball(const Surface& surface) {
        addGround(HalfSpace(), HalfSpace::floor());
        surfaces.add(ball, Sphere(0.1), Vec3(0), surface, "ball");
        static_cast<void>(HertzMindlinForce(forces, surfaces));
    }
    SpatialVec accelerate() {
        State state = start(ball, Vec3(0, 0.099, 0), Vec3(0.1, -0.1, 0));
        system.realize(state, Stage::Acceleration);
        return ball.getBodyAcceleration(state);
    }
};

const SurfaceMaterial ice = SurfaceMaterial().setYoungsModulus(1e8).setPoissonsRatio(0.3).setRestitution(0.9).setFriction(0.02);

// setSurface() gives the accelerations of a list that has the surface from the start, to the last bit.
TEST(Surface, ThatReplacesAnotherOneHasItsForces) {
    for (const Surface& surface : {Surface(ice), Surface(ElasticLayer(0.01, 1e6, 0.3).setFriction(0.5))}) {
        Ball before(rubber()), fresh(surface);
        const SpatialVec old = before.accelerate();
        before.surfaces.setSurface(before.surfaces.find("ball"), surface);
        const SpatialVec now = before.accelerate();
        EXPECT_NE(now, old);
        EXPECT_EQ(now, fresh.accelerate());
    }
}

// A material with a layer has the material's friction and restitution. A value that the layer sets wins.
TEST(Surface, OfAMaterialWithALayerHasBothValues) {
    const ElasticLayer plain(0.01, 1e6, 0.3);
    ElasticLayer rough = plain;
    rough.setFriction(0.7);
    const Surface both(ice, rough);
    EXPECT_EQ(both.getMaterial().staticFriction, 0.7);
    EXPECT_EQ(both.getMaterial().restitution, 0.9);
    EXPECT_EQ(Surface(ice, plain).getMaterial().staticFriction, 0.02);
    // Hertz does not act on layers, so that the modulus of the material has no effect.
    ElasticLayer same = plain;
    same.setFriction(0.02).setRestitution(0.9);
    EXPECT_EQ(Ball(Surface(ice, plain)).accelerate(), Ball(same).accelerate());
}

// Each kind converts to a Surface, which returns what it was made of.
TEST(Surface, ReturnsItsParts) {
    const Surface material = ice, layer = ElasticLayer(0.01, 1e6, 0.3), sand = Sand::drySand(), soil = Soil::snow();
    EXPECT_FALSE(material.hasArea());
    EXPECT_EQ(material.getMaterial().youngsModulus, 1e8);
    for (const Surface& surface : {layer, sand, soil}) EXPECT_TRUE(surface.hasArea());
    ASSERT_TRUE(layer.getLayer() && sand.getSand() && soil.getSoil());
    EXPECT_EQ(layer.getLayer()->getThickness(), 0.01);
    EXPECT_EQ(sand.getSand()->describe(), Sand::drySand().describe());
    EXPECT_EQ(soil.getSoil()->describe(), Soil::snow().describe());
    EXPECT_FALSE(layer.getSand() || layer.getSoil() || sand.getLayer() || soil.getSand());
}

// A value that is out of range, a surface that does not exist, and sand that moves are errors, after which the list is as before.
TEST(Surface, RejectsBadInput) {
    Ball world(rubber());
    const SurfaceIndex ball = world.surfaces.find("ball");
    const SpatialVec before = world.accelerate();
    SurfaceMaterial bad = ice;
    bad.restitution = 2;
    expectMessage<std::invalid_argument>([&] { world.surfaces.setSurface(ball, bad); }, {"setSurface", "ball", "restitution", "2"});
    expectMessage<std::invalid_argument>([&] { world.surfaces.setSurface(SurfaceIndex(2), ice); },
                                         {"setSurface", "surface 2", "[0, 2)"});
    expectMessage<std::invalid_argument>([&] { (void)world.surfaces.getSurface(SurfaceIndex(7)); }, {"getSurface", "surface 7", "[0, 2)"});
    expectMessage<std::invalid_argument>([&] { world.surfaces.setSurface(ball, Sand::drySand()); },
                                         {"setSurface", "ball", "sand must be a HalfSpace"});
    expectMessage<std::invalid_argument>([&] { world.surfaces.add(world.ball, HalfSpace(), Vec3(0), Soil::snow()); },
                                         {"add", "surface 2", "soil must be on Ground"});
    EXPECT_EQ(world.accelerate(), before);
}

// A contact set that becomes a list takes one Surface for all, which acts as setMaterialForAll() does.
TEST(Surface, OfAContactSetIsThatOfAllItsSurfaces) {
    const auto accelerate = [](bool isList) {
        World world;
        MobilizedBody::Free ball = world.addSphere(0.1);
        if (isList)
            HertzMindlinForce(world.forces, ContactSurfaces::fromContactSet(world.contacts, world.set, ice));
        else
            HertzMindlinForce(world.forces, world.contacts, world.set).setMaterialForAll(ice);
        State state = world.start(ball, Vec3(0, 0.099, 0));
        world.system.realize(state, Stage::Acceleration);
        return ball.getBodyAcceleration(state)[1][1];
    };
    EXPECT_NEAR(accelerate(true) / accelerate(false), 1, 1e-12); // rounding of two searches
}

// The record of a layer's contact has its area, and getAreaRecords() is the list of these. A contact at a point has none.
TEST(ContactRecord, HasTheAreaOfALayer) {
    Ball soft(ElasticLayer(0.01, 1e6, 0.3));
    DEMContactForce force(soft.forces, soft.surfaces, HertzNormal(), MindlinSecant());
    State state = soft.at(soft.ball, Vec3(0, 0.099, 0));
    const ContactRecord record = force.getContactRecords(state).at(0);
    ASSERT_TRUE(record.area);
    EXPECT_NEAR(record.area->area / (Pi * 2 * 0.1 * 0.001), 1, 0.02); // 2 pi R d, by elements
    EXPECT_EQ(record.area->normalForce, record.normalForce);
    EXPECT_EQ(force.getAreaRecords(state).size(), 1u);
    EXPECT_EQ(force.getAreaRecords(state)[0].area, record.area->area);

    soft.surfaces.setSurface(soft.surfaces.find("ball"), rubber());
    State stiff = soft.at(soft.ball, Vec3(0, 0.099, 0));
    EXPECT_FALSE(force.getContactRecords(stiff).at(0).area);
    EXPECT_TRUE(force.getAreaRecords(stiff).empty());
}

} // namespace
} // namespace test_surface
