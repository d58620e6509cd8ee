// Tests ContactIntegrator on many free bodies: iterative solution of linear systems, and steps chosen by their cost.

#include "Scene.h"

namespace test_integrated_heaps {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real g = 9.81, radius = 0.05, mass = 1.3, friction = 0.4;

// Balls in a cube on a floor, at a given distance.
struct Heap : Scene {
    std::vector<MobilizedBody::Free> balls;
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    Heap(int side, Real youngsModulus, Real spacing, bool isWalled) {
        Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
        material = {youngsModulus, 0.3, 0.5, friction};
        addGround(HalfSpace(), HalfSpace::floor());
        const Real width = side * spacing;
        if (isWalled) {
            addGround(HalfSpace(), Rotation(Pi, ZAxis));
            addGround(HalfSpace(), Vec3(width, 0, 0));
            addGround(HalfSpace(), Rotation(Pi / 2, YAxis));
            addGround(HalfSpace(), Transform(Rotation(-Pi / 2, YAxis), Vec3(0, 0, width)));
        }
        const MassProperties properties(mass, Vec3(0), mass * UnitInertia::sphere(radius));
        for (int i = 0; i < side * side * side; ++i) balls.push_back(add(Sphere(radius), properties));
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = system.realizeTopology();
        for (int i = 0; i < int(balls.size()); ++i) {
            const Vec3 cell(i % side, i / side / side, i / side % side);
            const Real astray = isWalled ? 0.05 * radius : 0;
            balls[i].setQToFitTranslation(state,
                                          spacing * (cell + Vec3(0.5, 0, 0.5)) +
                                              Vec3(astray * std::sin(7. * i), radius, astray * std::cos(5. * i)));
        }
    }
};

// A heap that is thrown along the floor slides. Friction changes its momentum by mu times the normal impulse of the floor, with or
// without contacts between balls.
TEST(IntegratedHeaps, SlideOnTheirFloor) {
    Heap heap(4, 1e7, 2 * radius - 1e-5, false);
    for (MobilizedBody::Free& ball : heap.balls) ball.setUToFitLinearVelocity(heap.state, Vec3(3, 0, 0));
    FixedImplicit integrator(heap.system, *heap.force, heap.state, 1e-3);
    const Real time = 0.05;
    integrator.stepTo(time);
    EXPECT_EQ(integrator.getNumExplicitStepsTaken(), 0); // these were sparse systems of 384 speeds
    Vec3 change(0);
    for (const MobilizedBody::Free& ball : heap.balls)
        change += mass * (ball.getBodyOriginVelocity(integrator.getState()) - Vec3(3, 0, 0));
    const Real borne = heap.balls.size() * mass * g * time + change[1];
    ASSERT_GT(borne, 0);
    // Springs that load before the slip begins reduce friction for the first micrometre.
    EXPECT_NEAR(change[0], -friction * borne, 0.01 * friction * borne);
}

// Balls that fall into a bin take no more force evaluations than with Runge-Kutta-Merson at equal accuracy. Implicit steps that cannot
// save time are not tried.
TEST(IntegratedHeaps, FallWithNoMoreEvaluationsThanExplicitSteps) {
    for (const Real accuracy : {1e-2, 1e-3}) {
        Heap heap(3, 1e8, 2.2 * radius, true);
        Merson merson(heap.system, heap.state, accuracy, 0.005);
        while (merson.getTime() < 1) merson.stepTo(1);
        ContactIntegrator integrator(heap.system, *heap.force);
        integrator.setAccuracy(accuracy).setMaximumStepSize(0.005);
        integrator.initialize(heap.state);
        integrator.stepTo(1);
        // The balls bounce elsewhere in each run, so the numbers of steps differ by some per cent.
        EXPECT_LT(integrator.getNumRealizations(), 1.15 * merson.getNumRealizations()) << accuracy;
    }
}

} // namespace
} // namespace test_integrated_heaps
