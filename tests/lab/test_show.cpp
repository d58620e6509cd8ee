// What the laboratory shows of a run, up to the display.

#include "Drawing.h"
#include "Show.h"
#include "World.h"

#include <gtest/gtest.h>

using namespace SimTK;
using namespace simbodydem;

namespace {

// A ball is laid on a slope: it bounces a little, slips and rolls down on the spring of its contact.
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
        choice.folder = "frames";
        choice.frameInterval = 0.02;
    }
};

} // namespace

// A recorded State, looked at after the run, has the forces that acted when it was recorded.
TEST(Show, KeepsTheForcesThatActed) {
    Scene scene;
    lab::Show show(scene.choice, scene.world.system, scene.world.contacts);
    RungeKuttaMersonIntegrator integrator(scene.world.system);
    integrator.initialize(scene.state);
    std::vector<Vec3> acted;
    for (int i = 0; i <= 20; ++i) {
        while (integrator.getTime() < 0.02 * i) integrator.stepTo(0.02 * i);
        scene.world.system.realize(integrator.getState(), Stage::Dynamics);
        Vec3 sum(0);
        for (const ContactRecord& r : scene.force.getContactRecords(integrator.getState())) sum += r.tangentialForce;
        acted.push_back(sum);
        show.record(integrator.getState());
    }
    ASSERT_EQ(show.getStates().size(), acted.size());
    int touching = 0;
    for (std::size_t i = 0; i < acted.size(); ++i) {
        const State& shown = show.getStates()[i];
        scene.world.system.realize(shown, Stage::Dynamics);
        Vec3 sum(0);
        for (const ContactRecord& r : scene.force.getContactRecords(shown)) sum += r.tangentialForce;
        EXPECT_EQ(sum, acted[i]) << i; // the same numbers go in
        touching += sum.norm() > 0;
    }
    EXPECT_GT(touching, 10); // of 21; it starts without a load and leaves the floor at first
}

// One State is kept per frame, however often it is asked, and none if nobody wants to see them.
TEST(Show, KeepsOneStatePerFrame) {
    Scene scene;
    lab::Show show(scene.choice, scene.world.system, scene.world.contacts);
    lab::Show unwanted({}, scene.world.system, scene.world.contacts);
    for (int i = 0; i <= 100; ++i) {
        scene.state.setTime(1 + i * 1e-3);
        show.record(scene.state);
        unwanted.record(scene.state);
    }
    ASSERT_EQ(show.getStates().size(), 6u);
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(show.getStates()[i].getTime(), 1 + 0.02 * i, 1e-12); // rounding
    EXPECT_TRUE(unwanted.getStates().empty());
}

// Spheres are drawn where they touch, on their bodies and in their size; the floor is the Visualizer's.
TEST(Show, DrawsTheContactSpheres) {
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
