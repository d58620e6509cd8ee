// Tests wheels with a round rim: upright, leaning and on their side.

#include "Heard.h"
#include "Messages.h"
#include "OnFloor.h"

#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Terrain.h>
#include <simbodydem/shapes/Wheel.h>

namespace test_wheel {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real R = 0.05, r = 0.01;

MassProperties solidWheel(Real mass) { return {mass, Vec3(0), mass * UnitInertia::cylinderAlongZ(R, r)}; }

// A wheel over a ground.
struct OnGround : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;

    OnGround(const Shape& ground, const Transform& X_GS, const Shape& shape = Wheel(R, r))
        : body(matter.updGround(), Body::Rigid(solidWheel(1))) {
        material.youngsModulus = 1e8;
        material.restitution = 0.2;
        addGround(ground, X_GS);
        add(body, shape, Transform(), "wheel");
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        force->setTrackDissipatedEnergy(true);
    }
    State at(const Transform& X, const SpatialVec& V = SpatialVec(Vec3(0))) { return Scene::at(body, X, V); }
    State run(const State& from, Real time) { return Scene::run(from, time, 1e-6, 1e-3); }
};

// An upright wheel's rim has the radii R and r. The force equals that at an ellipsoid's pole with semi-axes R, R and sqrt(r R). At a
// lean t the larger radius is r + (R - r)/cos t.
TEST(Wheel, IsAsStiffAsItsRim) {
    const Real overlap = 1e-5;
    for (const Real lean : {0., 0.5}) {
        const Real large = r + (R - r) / std::cos(lean), height = r + (R - r) * std::cos(lean);
        OnGround wheel(HalfSpace(), HalfSpace::floor()),
            stone(HalfSpace(), HalfSpace::floor(), Ellipsoid(Vec3(large, large, std::sqrt(r * large))));
        const State onRim = wheel.at(Transform(Rotation(lean, XAxis), Vec3(0, height - overlap, 0))),
                    onPole = stone.at(Vec3(0, large - overlap, 0));
        const auto& records = wheel.force->getContactRecords(onRim);
        ASSERT_EQ(records.size(), 1u);
        const Real expected = stone.force->getContactRecords(onPole)[0].normalForce.norm();
        EXPECT_NEAR(records[0].normalForce.norm(), expected, 1e-9 * expected) << lean;
        EXPECT_NEAR(records[0].overlap, overlap, 1e-15);
    }
}

// A wheel that starts sliding ends rolling at v/(1 + I/(m R^2)), 2/3 v for a solid one. It neither leans nor turns aside.
TEST(Wheel, SlidesUntilItRolls) {
    OnGround wheel(HalfSpace(), HalfSpace::floor());
    const State end = wheel.run(wheel.at(Vec3(0, R, 0), SpatialVec(Vec3(0), Vec3(1, 0, 0))), 0.5);
    EXPECT_NEAR(wheel.body.getBodyOriginVelocity(end)[0], 2. / 3, 1e-3 * 2 / 3);
    EXPECT_NEAR(wheel.body.getBodyOriginLocation(end)[2], 0, 1e-9);
}

// A wheel that rolls and leans a little follows a curve without slip and without loss of energy. Rolling without slip loads no spring,
// in three dimensions too.
TEST(Wheel, RollsRoundACurve) {
    OnGround wheel(HalfSpace(), HalfSpace::floor());
    const Real lean = 0.1, speed = 1;
    const Transform X(Rotation(lean, XAxis), Vec3(0, r + (R - r) * std::cos(lean) - 2e-6, 0));
    const State start = wheel.at(X, SpatialVec(Vec3(0, 0, -speed / R), Vec3(speed, 0, 0)));
    const State end = wheel.run(start, 1.5);
    const auto kineticOf = [&](const State& s) { return wheel.system.calcKineticEnergy(s); };
    EXPECT_GT(std::abs(wheel.body.getBodyOriginLocation(end)[2]), 0.05);
    EXPECT_LT(wheel.force->getDissipatedEnergy(end), 0.02 * kineticOf(start)); // at the start
    EXPECT_NEAR(wheel.system.calcEnergy(end) + wheel.force->getDissipatedEnergy(end), wheel.system.calcEnergy(start),
                1e-5 * kineticOf(start));
}

// A wheel on its side lies on three points of its rim, which carry a third each, and stays there.
TEST(Wheel, LiesOnItsSide) {
    OnGround wheel(HalfSpace(), HalfSpace::floor());
    const State start = wheel.at(Transform(Rotation(Pi / 2 - 0.05, XAxis), Vec3(0, r + 0.05 * R, 0)));
    const State end = wheel.run(start, 1);
    EXPECT_LT(wheel.body.getBodyOriginVelocity(end).norm(), 1e-6);
    const auto& records = wheel.force->getContactRecords(end);
    ASSERT_EQ(records.size(), 3u);
    for (const ContactRecord& record : records) EXPECT_NEAR(record.normalForce.norm(), 9.81 / 3, 1e-3);
}

// On a plane of triangles and on smooth ground a wheel rolls as on a half space.
TEST(Wheel, RollsOnTrianglesAndTerrain) {
    const Wheel shape(R, r);
    const Vec3 start(-0.0031, R - 1e-5, 0.0017);
    const Transform expected = along(HalfSpace(), HalfSpace::floor(), shape, solidWheel(0.2), start);
    const auto flat = [](Real, Real) { return 0; };
    for (const Terrain::Surface surface : {Terrain::Surface::Smooth, Terrain::Surface::Faceted}) {
        const Terrain plane = Terrain::fromFunction(flat, Vec2(-.3), Vec2(.3), 20, 20, surface);
        const Transform end = along(plane, Rotation(-Pi / 2, XAxis), shape, solidWheel(0.2), start);
        EXPECT_LT(distanceOf(end, expected), 1e-8);
    }
}

// A ball touches the rim and the flat sides of a wheel at their surfaces.
TEST(Wheel, HasARimAndTwoSides) {
    const Real ball = 0.02, overlap = 1e-5;
    OnGround scene{Sphere(ball), Transform()};
    const auto overlapAt = [&](const Vec3& place) {
        const State state = scene.at(Vec3(-place)); // of the ball on the wheel
        const auto& records = scene.force->getContactRecords(state);
        return records.size() == 1 ? records[0].overlap : NaN;
    };
    EXPECT_NEAR(overlapAt(Vec3(R + ball - overlap, 0, 0)), overlap, 1e-15);
    EXPECT_NEAR(overlapAt(Vec3(0.02, 0.01, r + ball - overlap)), overlap, 1e-15);
    const Real oblique = (r + ball - overlap) / std::sqrt(2.);
    EXPECT_NEAR(overlapAt(Vec3(0, R - r + oblique, -oblique)), overlap, 1e-15);
}

// A ball that meets the flat side of a wheel at an angle bounces as from a plane. The curvature that the law takes for the flat side, a
// tenth of 1/R, makes it 1 % softer.
TEST(Wheel, HasAFlatSideForABall) {
    const auto bounce = [](const Shape& shape, const Transform& X_GS) {
        Scene scene;
        const Real radius = 0.005, mass = 1e-3;
        scene.material.youngsModulus = 1e7;
        scene.addGround(shape, X_GS);
        MobilizedBody::Free ball = scene.add(Sphere(radius), ballOf(mass, radius), "ball");
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state =
            scene.start(ball, Vec3(0.004, 0.002, radius + 1e-5), SpatialVec(Vec3(5, 0, 0), Vec3(0.1, 0.05, -0.7)));
        const State last = scene.run(state, 0.004, 1e-8);
        return ball.getBodyVelocity(last);
    };
    const SpatialVec plane = bounce(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0)));
    const SpatialVec side = bounce(Wheel(R, r), Vec3(0, 0, -r));
    EXPECT_LT((side[1] - plane[1]).norm(), 0.005 * plane[1].norm());
    EXPECT_LT((side[0] - plane[0]).norm(), 0.02 * plane[0].norm());
}

// A bad size is an error that names it, and so is a shape that a wheel cannot touch.
TEST(Wheel, RejectsBadSizes) {
    expectMessages<std::invalid_argument>({{[] { Wheel(0, 0.01); }, {"Wheel", "radius", "0 m"}},
                                           {[] { Wheel(0.1, 0.1); }, {"Wheel", "rounding", "0.1 m", "< its radius"}},
                                           {[] { Wheel(0.1, NaN); }, {"Wheel", "rounding"}}});
    OnGround scene(Ellipsoid(Vec3(1, 2, 3)), Transform());
    expectMessage<std::invalid_argument>([&] { scene.start(); }, {"surface 0", "wheel", "never touch", "ConvexHull"});
}

// A wheel that rolls evenly along x; a test sets its pose after each step and commits its history.
struct RolledByHand {
    OnGround world{HalfSpace(), HalfSpace::floor()};
    State state = world.start();
    const Real height = R - 1e-5;

    void stepTo(Real time, Real turn, Real rate) {
        state.setTime(time);
        world.body.setQToFitTransform(state, Transform(Rotation(-turn, ZAxis), Vec3(height * turn, height, 0)));
        world.body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -rate), Vec3(height * rate, 0, 0)));
        world.system.realize(state, Stage::Dynamics);
        world.force->commitHistory(state);
    }
};

// A contact that turns by more than a radian in a step of a Simbody integrator causes one warning, with its turn and the remedy.
TEST(ContactTurns, BeyondARadianCauseOneWarning) {
    RolledByHand wheel;
    const Heard heard;
    for (int i = 0; i < 5; ++i) wheel.stepTo(0.1 * i, 0.9 * i, 9);
    EXPECT_EQ(heard.warnings(), 0);
    for (int i = 0; i < 5; ++i) wheel.stepTo(0.5 + 0.1 * i, 3.6 + 1.2 * (i + 1), 12);
    EXPECT_EQ(heard.warnings(), 1);
    EXPECT_NE(heard.text.str().find("1.2 rad in a step of 0.1 s"), std::string::npos) << heard.text.str();
    EXPECT_NE(heard.text.str().find("setMaximumStepSize"), std::string::npos);
}

// ContactIntegrator takes no such step. A wheel that rolls evenly, for which error control allows any step, turns by at most a radian
// in each.
TEST(ContactTurns, BoundTheStepsOfContactIntegrator) {
    OnGround world(HalfSpace(), HalfSpace::floor());
    State state = world.start();
    const Real rate = 20, time = 2;
    world.body.setQToFitTranslation(state, Vec3(0, R, 0));
    world.body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -rate), Vec3(R * rate, 0, 0)));
    const Heard heard;
    ContactIntegrator integrator(world.system, *world.force);
    integrator.initialize(state);
    Real longest = 0;
    while (integrator.getTime() < time) {
        const Real before = integrator.getTime();
        integrator.takeOneStep(time);
        longest = std::max(longest, integrator.getTime() - before);
    }
    EXPECT_LE(longest * rate, 1.01); // by the angular velocity, which changes a little
    EXPECT_EQ(heard.warnings(), 0);
}

} // namespace
} // namespace test_wheel
