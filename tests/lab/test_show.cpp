// Tests the replay that contact-lab records of a run.

#include "Drawing.h"
#include "Show.h"
#include "World.h"

#include <simbodydem/NamedForces.h>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace test_show {

using namespace SimTK;
using namespace simbodydem;

namespace {

// A ball is put on a slope: it bounces a little, slips and rolls down on the spring of its contact.
struct Scene {
    World world;
    MobilizedBody::Free ball = world.addSphere(0.1);
    HertzMindlinForce force{world.forces, world.contacts, world.set};
    lab::ShowChoice choice;
    State state;

    Scene() {
        Force::UniformGravity(world.forces, world.matter, Vec3(2, -9.6, 0));
        force.setMaterialForAll(rubber());
        state = world.start();
        ball.setQToFitTranslation(state, Vec3(0, 0.1, 0));
        choice.file = "show/run.html"; // the folder is created
        choice.interval = 0.02;
    }
};

} // namespace

// There is a row for each interval from the first State on, for any number of calls. Without a file name there is no file.
TEST(LabReplay, RecordsARowPerInterval) {
    if (!HAS_REPLAYS) GTEST_SKIP() << "the library was built without three.js";
    Scene scene;
    {
        lab::Show show(scene.choice, scene.world.system, scene.world.contacts);
        lab::Show unwanted({}, scene.world.system, scene.world.contacts);
        show.addForces(&scene.force);
        show.addForces(nullptr); // HuntCrossleyForce's
        show.follow(scene.ball);
        for (int i = 0; i <= 100; ++i) {
            scene.state.setTime(1 + i * 1e-3);
            show.record(scene.state);
            unwanted.record(scene.state);
        }
    }
    std::ifstream in(scene.choice.file);
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    for (const char* time : {"1", "1.02", "1.04", "1.06", "1.08", "1.1"})
        EXPECT_NE(page.find("replay.row({t:" + std::string(time) + ","), std::string::npos) << time;
    EXPECT_NE(page.find("shape:\"sphere\",body:1"), std::string::npos) << "the contact sphere is not drawn";
    EXPECT_NE(page.find("follow:1,contacts:true"), std::string::npos);
    EXPECT_EQ(page.find("1.01,"), std::string::npos);
}

// Spheres are drawn at their contact geometry's position, on their bodies and in their size.
TEST(LabReplay, DrawsTheContactSpheres) {
    World world;
    MobilizedBody::Free body = world.addSphere(0.1);
    world.contacts.addBody(world.set, body, ContactGeometry::Sphere(0.03), Vec3(0.2, 0, 0));
    const State state = world.start();
    lab::ContactSpheres spheres(world.contacts);
    const Drawing drawing = draw(spheres, state);
    ASSERT_EQ(drawing.balls.size(), 2u);
    for (const DecorativeSphere& ball : drawing.balls) EXPECT_EQ(ball.getBodyId(), body.getMobilizedBodyIndex());
    EXPECT_EQ(drawing.balls[0].getRadius(), 0.1);
    EXPECT_EQ(drawing.balls[1].getRadius(), 0.03);
    EXPECT_EQ(drawing.balls[1].getTransform().p(), Vec3(0.2, 0, 0));
}

} // namespace test_show
