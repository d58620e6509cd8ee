// Tests the bound on steps that would pass over a contact: its length, its use by an integrator, and the warning without it.

#include "Heard.h"
#include "World.h"

#include <simbodydem/Messages.h>
#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Mesh.h>

#include <array>
#include <ctime>
#include <random>

namespace test_step_bound {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.02;

// Two balls of 40 mm, 0.3 m apart, meet at 1 m/s; the restitution is set to 0.7. There is no gravity.
struct Flight : World {
    MobilizedBody::Free left = addSphere(radius), right = addSphere(radius);
    HertzMindlinForce force{forces, contacts, set};

    Flight() { force.setMaterialForAll(rubber()); }

    State flying() {
        State state = start(left, Vec3(-0.17, 1, 0));
        right.setQToFitTranslation(state, Vec3(0.17, 1, 0));
        left.setUToFitLinearVelocity(state, Vec3(0.5, 0, 0));
        right.setUToFitLinearVelocity(state, Vec3(-0.5, 0, 0));
        return state;
    }
    Real separationSpeed(const State& s) const {
        return right.getBodyOriginVelocity(s)[0] - left.getBodyOriginVelocity(s)[0];
    }
};

std::unique_ptr<Integrator> makeIntegrator(const std::string& name, const System& system) {
    std::unique_ptr<Integrator> integrator;
    if (name == "RungeKuttaMerson") integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
    if (name == "Verlet") integrator = std::make_unique<VerletIntegrator>(system);
    if (name == "CPodes") {
        integrator = std::make_unique<CPodesIntegrator>(system);
        integrator->setAllowInterpolation(false);
    }
    integrator->setReturnEveryInternalStep(true);
    return integrator;
}

class EveryIntegrator : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(StepBound, EveryIntegrator, ::testing::Values("RungeKuttaMerson", "Verlet", "CPodes"),
                         [](const auto& info) { return std::string(info.param); });

// An integrator that gets the bound at each call lets no ball pass through, and the balls rebound with the
// restitution that was set.
TEST_P(EveryIntegrator, FindsCollisionsOfBalls) {
    Flight world;
    const auto integrator = makeIntegrator(GetParam(), world.system);
    integrator->setAccuracy(1e-6);
    integrator->initialize(world.flying());
    while (integrator->getTime() < 1) {
        const State& state = integrator->getAdvancedState();
        integrator->stepTo(1, state.getTime() + world.force.calcStepBound(state));
    }
    EXPECT_NEAR(world.separationSpeed(integrator->getState()), 0.7,
                0.01); // Verlet's error is 0.006; the others' is 1e-4
}

// A TimeStepper with a ContactStepLimiter lets no ball pass through either.
TEST_P(EveryIntegrator, FindsCollisionsOfBallsInATimeStepper) {
    Flight world;
    world.system.addEventHandler(new ContactStepLimiter(world.force));
    const State state = world.flying();
    const auto integrator = makeIntegrator(GetParam(), world.system);
    integrator->setAccuracy(1e-6);
    TimeStepper stepper(world.system, *integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    EXPECT_NEAR(world.separationSpeed(stepper.getState()), 0.7, 0.01);
}

// No step exceeds the limiter's longest step although nothing meets, so that no step skips a load that positions do
// not show.
TEST_P(EveryIntegrator, TakesNoStepBeyondTheLongest) {
    Flight world;
    world.system.addEventHandler(new ContactStepLimiter(world.force, 0.02));
    State state = world.flying();
    state.updU() *= -1;
    const auto integrator = makeIntegrator(GetParam(), world.system);
    TimeStepper stepper(world.system, *integrator);
    stepper.initialize(state);
    stepper.stepTo(2);
    EXPECT_GE(integrator->getNumStepsTaken(), 100);
    EXPECT_THROW(ContactStepLimiter(world.force, 0), std::invalid_argument);
}

// For a head-on approach the bound is the time to first contact plus a thousandth of R*.
TEST(StepBound, IsTheTimeToFirstContact) {
    Flight world;
    const State state = world.flying();
    EXPECT_NEAR(world.force.calcStepBound(state), 0.3 + 1e-3 * radius / 2, 1e-12); // R* is half a radius, at 1 m/s
    EXPECT_EQ(world.force.calcStepBound(state, 0.05), 0.05);
}

// A ball that is released has no speed yet, and touches after sqrt(2 h/g).
TEST(StepBound, IncludesGravity) {
    Flight world;
    world.addGravity();
    State state = world.flying();
    state.updU() = 0;
    EXPECT_NEAR(world.force.calcStepBound(state), std::sqrt(2 * (1 - radius) / 9.81), 1e-5); // a thousandth of R* more
}

// Bodies that separate, pass at a distance, are excluded, or touch under a disabled force do not bound a step.
TEST(StepBound, IsInfiniteWithoutApproach) {
    for (const char* why : {"apart", "passing", "excluded", "disabled"}) {
        Flight world;
        if (why == std::string("excluded")) world.force.excludePair(ContactSurfaceIndex(1), ContactSurfaceIndex(2));
        State state = world.flying();
        if (why == std::string("apart")) state.updU() *= -1;
        if (why == std::string("passing")) {
            world.left.setUToFitLinearVelocity(state, Vec3(0, 0, 3));
            world.left.setUToFitAngularVelocity(state, Vec3(0));
            world.right.setUToFitLinearVelocity(state, Vec3(0, 0, -3));
        }
        if (why == std::string("disabled")) world.force.disable(state);
        EXPECT_GT(world.force.calcStepBound(state), 1e9) << why; // rounding moves a ball by 1e-17 m/s
    }
}

// If bodies move by their present velocities and accelerations, no overlap exceeds a thousandth of R* within the
// bound. In most cases the balls touch within four times the bound.
TEST(StepBound, HoldsInACloudOfBalls) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<Real> any(-1, 1);
    World world;
    std::vector<MobilizedBody::Free> balls;
    std::vector<Real> radii;
    for (int i = 0; i < 40; ++i) {
        radii.push_back(0.01 * (2 + any(engine)));
        balls.push_back(world.addSphere(radii.back()));
    }
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    world.addGravity();
    State state = world.start();
    const auto randomVec = [&] {
        const Real x = any(engine), y = any(engine), z = any(engine);
        return Vec3(x, y, z);
    };
    const auto smallestGap = [&](Real time) { // over R*
        std::vector<Vec3> centres;
        for (const auto& ball : balls)
            centres.push_back(ball.getBodyOriginLocation(state) + time * ball.getBodyOriginVelocity(state) +
                              time * time / 2 * ball.getBodyOriginAcceleration(state));
        Real smallest = Infinity;
        for (std::size_t i = 0; i < balls.size(); ++i) {
            smallest = std::min(smallest, centres[i][1] / radii[i] - 1);
            for (std::size_t j = 0; j < i; ++j)
                smallest = std::min(smallest, ((centres[i] - centres[j]).norm() - radii[i] - radii[j]) *
                                                  (1 / radii[i] + 1 / radii[j]));
        }
        return smallest;
    };
    int tight = 0, tried = 0;
    for (int trial = 0; trial < 50; ++trial) {
        for (auto& ball : balls) {
            ball.setQToFitTranslation(state, Vec3(0, 2, 0) + randomVec());
            ball.setUToFitLinearVelocity(state, randomVec());
        }
        const Real bound = force.calcStepBound(state);
        if (smallestGap(0) < 0) continue;
        ++tried;
        for (int part = 1; part <= 100; ++part) EXPECT_GE(smallestGap(part / 100. * bound), -1.0001e-3);
        for (int part = 100; part <= 400; ++part)
            if (smallestGap(part / 100. * bound) < 0) {
                ++tight;
                break;
            }
    }
    EXPECT_GT(tried, 25);
    EXPECT_GT(tight, tried / 2);
}

// A ball on an arm that turns at constant speed reaches an obstacle behind it, although it moves away at first. A
// second joint that keeps the ball upright changes nothing.
TEST(StepBound, IncludesTheCurvatureOfMotion) {
    for (const bool keepsUpright : {false, true}) {
        World world;
        const Body::Rigid body(bodyOf(1));
        MobilizedBody::Pin arm(world.matter.updGround(), Vec3(0, 2, 0), body, Vec3(0));
        MobilizedBody::Pin hand(arm, Vec3(1, 0, 0), body, Vec3(0));
        MobilizedBody::Weld post(world.matter.updGround(), Vec3(1, 2, 0), body, Vec3(0));
        world.contacts.addBody(world.set, hand, ContactGeometry::Sphere(radius), Vec3(0));
        world.contacts.addBody(world.set, post, ContactGeometry::Sphere(radius), Vec3(0));
        HertzMindlinForce force(world.forces, world.contacts, world.set);
        force.setMaterialForAll(rubber());
        State state = world.start();
        const Real behind = 0.1, rate = 5, gap = 2 * std::sin(behind / 2) - 2 * radius;
        arm.setAngle(state, behind);
        arm.setRate(state, rate);
        if (keepsUpright) hand.setRate(state, -rate);
        EXPECT_LT(force.calcStepBound(state),
                  (2 * Pi - 2 * behind) / rate);           // time at which its distance is the present one again
        EXPECT_GT(force.calcStepBound(state), gap / rate); // time of arrival if it turned back
    }
}

// Returns an engine's vector with components in [-1, 1].
Vec3 drawVec(std::mt19937& engine) {
    std::uniform_real_distribution<Real> any(-1, 1);
    const Real x = any(engine), y = any(engine), z = any(engine);
    return Vec3(x, y, z);
}

// Balls, bricks, a wall, a mesh, an open mesh and a terrain, thrown about.
struct Mixture : World {
    ContactSurfaces surfaces{matter};
    std::vector<MobilizedBody::Free> bodies;

    Mixture() {
        const std::vector<Vec3> corners{{-.1, -.1, -.1}, {.1, -.1, -.1}, {0, .1, -.1}, {0, 0, .1}};
        const std::vector<std::array<int, 3>> triangles{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
        const std::vector<std::array<int, 3>> open{{0, 1, 3}, {1, 2, 3}};
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber(), "floor");
        for (int i = 0; i < 12; ++i) {
            bodies.emplace_back(matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(0.01))));
            const std::string name = "body " + std::to_string(i);
            if (i % 4 == 0)
                surfaces.add(bodies[i], Mesh(corners, triangles, 0.004 + 0.001 * i), Vec3(0.02, 0, 0), rubber(), name);
            else if (i % 4 == 1)
                surfaces.add(bodies[i], Mesh(corners, open, 0.01), Vec3(0), rubber(), name);
            else if (i % 4 == 2)
                surfaces.add(bodies[i], Brick(Vec3(.05, .03, .08), 0.01), Vec3(0, 0.01, 0), rubber(), name);
            else
                surfaces.add(bodies[i], Sphere(0.03), Vec3(0), rubber(), name);
        }
    }
};

// The bound of many surfaces is the least of those of their pairs, to the last digit: no pair is forgotten, and none is bounded by
// how it is searched. Meshes, closed and open, take part.
TEST(StepBound, IsTheLeastOfAllPairs) {
    const Heard unheard; // of the forces that act on the same pairs
    Mixture world;
    HertzMindlinForce all(world.forces, world.surfaces);
    const int count = 13;
    std::vector<HertzMindlinForce> pairs;
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) {
            pairs.emplace_back(world.forces, world.surfaces);
            for (int c = 0; c < count; ++c)
                for (int d = c + 1; d < count; ++d)
                    if (c != a || d != b) pairs.back().excludePair(ContactSurfaceIndex(c), ContactSurfaceIndex(d));
        }
    world.addGravity();
    State state = world.start();
    std::mt19937 engine(3);
    int finite = 0;
    for (int trial = 0; trial < 60; ++trial) {
        for (auto& body : world.bodies) {
            body.setQToFitTranslation(state, Vec3(0, 4, 0) + 3. * drawVec(engine)); // far enough not to be inside each other
            body.setUToFitLinearVelocity(state, trial % 3 == 0 ? 1e-9 * drawVec(engine) : drawVec(engine));
            body.setUToFitAngularVelocity(state, trial % 2 == 0 ? 3. * drawVec(engine) : Vec3(0));
        }
        const Real bound = all.calcStepBound(state);
        Real least = Infinity;
        for (const auto& pair : pairs) least = std::min(least, pair.calcStepBound(state));
        EXPECT_EQ(bound, least) << "trial " << trial;
        finite += bound < Infinity;
    }
    EXPECT_GT(finite, 50);
}

// 8000 balls at rest, which touch each other and a mesh below, and whose speeds are rounding errors, have a bound in about the time of
// one force evaluation, with the default, infinite longest step. It takes n log n.
TEST(StepBound, OfManyBallsAtRestIsFast) {
    Real share[2];
    for (const int size : {10, 20}) {
        World world;
        ContactSurfaces surfaces(world.matter);
        const Real half = 2 * radius * size;
        surfaces.add(world.matter.Ground(),
                     Mesh({{-half, 0, -half}, {half, 0, -half}, {half, 0, half}, {-half, 0, half}},
                          {{{0, 2, 1}}, {{0, 3, 2}}}, 0),
                     Vec3(0), rubber(), "ground");
        std::vector<MobilizedBody::Translation> balls;
        for (int i = 0; i < size * size * size; ++i) {
            balls.emplace_back(world.matter.updGround(), Body::Rigid(MassProperties(0.1, Vec3(0), UnitInertia(1e-4))));
            surfaces.add(balls.back(), Sphere(radius), Vec3(0), rubber(), "ball " + std::to_string(i));
        }
        HertzMindlinForce force(world.forces, surfaces);
        State state = world.start();
        std::mt19937 engine(1);
        for (int i = 0; i < int(balls.size()); ++i) {
            const Vec3 place(i % size, i / size % size, i / size / size);
            balls[i].setQToFitTranslation(state, 1.999 * radius * (place - Vec3(0.5 * size, -0.5, 0.5 * size)));
            balls[i].setUToFitLinearVelocity(state, 1e-12 * drawVec(engine));
        }
        world.system.realize(state, Stage::Acceleration);
        const auto cpuTime = [] { return Real(std::clock()) / CLOCKS_PER_SEC; }; // [s]; of this process alone
        Real evaluation = Infinity, bound = Infinity; // [s], the least of some
        for (int i = 0; i < 5; ++i) {
            state.invalidateAllCacheAtOrAbove(Stage::Position);
            const Real start = cpuTime();
            world.system.realize(state, Stage::Acceleration);
            const Real middle = cpuTime();
            force.calcStepBound(state);
            const Real end = cpuTime();
            evaluation = std::min(evaluation, middle - start);
            bound = std::min(bound, end - middle);
        }
        share[size == 20] = bound / evaluation;
    }
    EXPECT_LT(share[1], 3); // 0.9 to 1.1 is measured; all pairs take more than ten
    EXPECT_LT(share[1], 5 * share[0]); // of eight times as many balls: 3 is measured, all pairs would be 8
}

// Balls at rest, and balls that fly apart from one point, have no bound.
TEST(StepBound, IsInfiniteAtRestAndInAnExplosion) {
    for (const Real rate : {0., 1.}) {
        World world;
        std::vector<MobilizedBody::Free> balls;
        for (int i = 0; i < 60; ++i) balls.push_back(world.addSphere(0.01));
        HertzMindlinForce force(world.forces, world.contacts, world.set);
        force.setMaterialForAll(rubber());
        State state = world.start();
        std::mt19937 engine(2);
        for (auto& ball : balls) {
            const Vec3 place = drawVec(engine) + Vec3(0, 1.1, 0);
            ball.setQToFitTranslation(state, place);
            ball.setUToFitLinearVelocity(state, rate * place);
        }
        EXPECT_GT(force.calcStepBound(state), 1e9) << rate; // rounding moves a ball by 1e-17 m/s
    }
}

// Bodies at rest take the same steps with a limiter as without.
TEST(StepBound, DoesNotChangeStepsAtRest) {
    int steps[2];
    for (const bool limited : {false, true}) {
        World world;
        MobilizedBody::Free block(world.matter.updGround(),
                                  Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(.1, .05, .1))));
        for (Vec3 foot : {Vec3(.1, -.04, .1), Vec3(.1, -.04, -.1), Vec3(-.1, -.04, .1), Vec3(-.1, -.04, -.1)})
            world.contacts.addBody(world.set, block, ContactGeometry::Sphere(0.02), foot);
        HertzMindlinForce force(world.forces, world.contacts, world.set);
        force.setMaterialForAll(rubber());
        Force::UniformGravity(world.forces, world.matter, Vec3(0.3, -9.81, 0));
        State state = world.start(block, Vec3(0, 0.06, 0));
        CPodesIntegrator integrator(world.system);
        integrator.setReturnEveryInternalStep(true);
        integrator.setAllowInterpolation(false);
        integrator.initialize(state);
        int stepsAtRest = 0;
        while (integrator.getTime() < 60) {
            const State& s = integrator.getAdvancedState();
            integrator.stepTo(60, limited ? s.getTime() + force.calcStepBound(s) : Infinity);
            if (integrator.getTime() < 5) stepsAtRest = -integrator.getNumStepsTaken();
        }
        steps[limited] = stepsAtRest + integrator.getNumStepsTaken();
    }
    EXPECT_LE(steps[1], steps[0] + 5);
}

// Returns the warnings while the balls move into each other by steps of this length, which nothing shortens.
std::string warningsAt(Real step, Real start = 0) {
    Flight world;
    State state = world.flying();
    world.left.setQToFitTranslation(state, Vec3(-0.17 + start, 1, 0));
    SemiExplicitEulerIntegrator integrator(world.system, step);
    ::testing::internal::CaptureStderr();
    integrator.initialize(state);
    while (integrator.getTime() < 0.5) integrator.stepTo(integrator.getTime() + step);
    return ::testing::internal::GetCapturedStderr();
}

// A contact that is 4 mm deep when it is first seen causes one warning, with both surfaces, its depth, and what to
// do.
TEST(DeepContact, CausesOneWarning) {
    const std::string said = warningsAt(0.016); // 19 steps: 304 mm of 300 mm
    EXPECT_EQ(said.find("SimbodyDEM: warning: "), 0u) << said;
    EXPECT_EQ(said.find("warning", 20), std::string::npos) << said;
    for (const char* part :
         {"surface 1 on body 1", "surface 2 on body 2", "0.004 m", "0.304 s", "0.016 s", "ContactStepLimiter"})
        EXPECT_NE(said.find(part), std::string::npos) << part << " in " << said;
}

// Steps that are short enough, and overlaps that exist from the start, cause no warning.
TEST(DeepContact, CausesNoWarningWithoutAReason) {
    EXPECT_EQ(warningsAt(1e-4), "");
    EXPECT_EQ(warningsAt(1e-4, 0.3003), "");
}

// A deep trial step that is rejected causes no warning.
TEST(DeepContact, CausesNoWarningInARejectedTrial) {
    Flight world;
    RungeKuttaMersonIntegrator integrator(world.system);
    integrator.setMaximumStepSize(0.05);
    ::testing::internal::CaptureStderr();
    integrator.initialize(world.flying());
    advance(integrator, 1);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    EXPECT_GT(integrator.getNumErrorTestFailures(), 0);
    EXPECT_NEAR(world.separationSpeed(integrator.getState()), 0.7, 0.1); // at accuracy 1e-3
}

// A warning handler gets the text of the warning without its prefix. std::cerr gets nothing until the former handler
// is set again.
TEST(Warnings, GoToTheWarningHandler) {
    std::vector<std::string> taken;
    const WarningHandler former = setWarningHandler([&](const std::string& text) { taken.push_back(text); });
    EXPECT_EQ(warningsAt(0.016), "");
    setWarningHandler(former);
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ("SimbodyDEM: warning: " + taken[0] + "\n", warningsAt(0.016));
}

} // namespace
} // namespace test_step_bound
