// Tests the decorations that a display gets to draw.

#include "Drawing.h"
#include "Scene.h"

#include <simbodydem/ContactDecorations.h>

namespace test_decorations {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Two spheres in the floor: one at rest, one that slides.
struct Scene {
    FloorScene world;
    MobilizedBody::Free resting = world.addSphere(0.1), gliding = world.addSphere(0.1);
    HertzMindlinForce force{world.forces, world.surfaces};
    State state;

    Scene() {
        force.setMaterialForAll(rubber());
        state = world.start();
        resting.setQToFitTranslation(state, Vec3(0, 0.0999, 0));
        gliding.setQToFitTranslation(state, Vec3(1, 0.0999, 0));
        gliding.setUToFitLinearVelocity(state, Vec3(100, 0, 0)); // the dashpot alone exceeds the limit
    }
};

// Each contact has a ball at its point and an arrow of its force, to scale: green if it sticks and red if it slides.
TEST(Decorations, ShowPointsAndForces) {
    Scene scene;
    const Real weight = 20, length = 0.5;
    ContactDecorations decorations(scene.force, weight, length);
    const Drawing drawing = draw(decorations, scene.state);
    const auto& records = scene.force.getContactRecords(scene.state);
    ASSERT_EQ(records.size(), 2u);
    ASSERT_EQ(drawing.balls.size(), 2u);
    ASSERT_EQ(drawing.arrows.size(), 2u);
    for (int i = 0; i < 2; ++i) {
        const ContactRecord& r = records[i];
        const Arrow& arrow = drawing.arrows[i];
        EXPECT_EQ(drawing.balls[i].getTransform().p(), r.point);
        EXPECT_LT((arrow.start - r.point).norm(), 1e-15); // rounding at 1 m
        const Vec3 expected = length / weight * (r.normalForce + r.tangentialForce);
        EXPECT_LT((arrow.end - arrow.start - expected).norm(), 1e-14); // rounding at an arrow of some metres
        EXPECT_GT(expected[1], 0);
        EXPECT_EQ(r.sliding, r.b == 2);
        EXPECT_EQ(drawing.balls[i].getColor(), r.sliding ? Red : Green);
        EXPECT_EQ(arrow.color, r.sliding ? Red : Green);
    }
}

// Points and forces can be switched off, and their size and colours set.
TEST(Decorations, CanBeSwitchedAndColoured) {
    Scene scene;
    ContactDecorations decorations(scene.force, 20, 0.5);
    decorations.setShowForces(false).setPointRadius(0.03).setColors(Blue, Yellow);
    const Drawing points = draw(decorations, scene.state);
    EXPECT_TRUE(points.arrows.empty());
    ASSERT_EQ(points.balls.size(), 2u);
    EXPECT_EQ(points.balls[0].getRadius(), 0.03);
    EXPECT_EQ(points.balls[0].getColor(), Blue);
    EXPECT_EQ(points.balls[1].getColor(), Yellow);
    decorations.setShowPoints(false).setShowForces(true);
    const Drawing forces = draw(decorations, scene.state);
    EXPECT_TRUE(forces.balls.empty());
    EXPECT_EQ(forces.arrows.size(), 2u);
}

// The arrow is the force on the moving body, also if Ground's surface comes later in the list.
TEST(Decorations, ArrowsPointAwayFromGround) {
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    world.add(world.matter.updGround(), Sphere(0.1), Vec3(0, 1, 0));
    auto force = world.makeForce<HertzMindlinForce>();
    State state = world.start(sphere, Vec3(0, 1.1999, 0));
    ContactDecorations decorations(force, 1, 1);
    const Drawing drawing = draw(decorations, state);
    ASSERT_EQ(drawing.arrows.size(), 1u);
    EXPECT_GT(drawing.arrows[0].end[1], drawing.arrows[0].start[1]);
}

// Nothing is drawn without contact. Bad scales and colours are errors.
TEST(Decorations, RejectBadValues) {
    Scene scene;
    scene.resting.setQToFitTranslation(scene.state, Vec3(0, 3, 0));
    scene.gliding.setQToFitTranslation(scene.state, Vec3(0, 5, 0));
    ContactDecorations decorations(scene.force, 20, 0.5);
    EXPECT_TRUE(draw(decorations, scene.state).balls.empty());
    EXPECT_THROW(ContactDecorations(scene.force, 0, 1), std::invalid_argument);
    EXPECT_THROW(ContactDecorations(scene.force, 1, NaN), std::invalid_argument);
    EXPECT_THROW(decorations.setPointRadius(-1), std::invalid_argument);
    EXPECT_THROW(decorations.setColors(Vec3(0, 0, 2), Red), std::invalid_argument);
}

} // namespace
} // namespace test_decorations
