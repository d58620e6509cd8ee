// Tests ground over a grid of heights, smooth and of facets, under each shape.

#include "Messages.h"
#include "OnFloor.h"
#include "World.h"

#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Terrain.h>

#include <cstdio>
#include <fstream>
#include <set>

namespace test_terrain {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Transform zUp(Rotation(-Pi / 2, XAxis)); // its z is Ground's y, its y is Ground's -z

Terrain square(Real half, int cells, const std::function<Real(Real, Real)>& height,
               Terrain::Surface surface = Terrain::Surface::Smooth, Real rounding = 0) {
    return Terrain::fromFunction(height, Vec2(-half), Vec2(half), cells, cells, surface, rounding);
}

// A ball on terrain, under gravity.
struct Ball : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<DEMContactForce> force;

    Ball(const Shape& terrain, const SurfaceMaterial& of, Real radius, const NormalLaw& normal, Real m = 0.1)
        : body(matter.updGround(), Body::Rigid(ballOf(m, radius))) {
        material = of;
        addGround(terrain, zUp);
        add(body, Sphere(radius));
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        force = std::make_unique<DEMContactForce>(forces, surfaces, normal, MindlinIncremental());
        force->setTrackDissipatedEnergy(true);
    }
    State at(const Vec3& place, const Vec3& velocity = Vec3(0)) { return Scene::at(body, place, velocity); }
};

SurfaceMaterial elastic() { return rubber().setYoungsModulus(1e7).setRestitution(1); }

// Terrain with equal heights acts as a half space, smooth or of facets.
TEST(Terrain, OfAPlaneIsAHalfSpace) {
    std::vector<Terrain> planes;
    for (const Terrain::Surface surface : {Terrain::Surface::Smooth, Terrain::Surface::Faceted})
        planes.push_back(square(
            0.3, 30, [](Real, Real) { return 0; }, surface));
    expectToBeHalfSpaces(planes, zUp);
}

// A ball in a bowl has R* = 1/(1/r - 1/R), on a hill 1/(1/r + 1/R). On a ridge it has the force of an ellipse, which equals that on an
// ellipsoid of equal curvatures. The spline of sixty cells has the paraboloid's curvature to rounding.
TEST(Terrain, HasTheStiffnessOfItsCurvature) {
    const Real r = 0.05, overlap = 1e-5, bowl = 0.2, E = elastic().youngsModulus, nu = elastic().poissonsRatio;
    const auto forceOn = [&](const Real alongX, const Real alongY) {
        Ball ball(square(0.3, 60, [&](Real x, Real y) { return -(alongX * x * x + alongY * y * y) / 2; }), elastic(), r,
                  HertzNormal());
        const State state = ball.at(Vec3(0, r - overlap, 0));
        const auto& records = ball.force->getContactRecords(state);
        EXPECT_EQ(records.size(), 1u);
        EXPECT_NEAR(records[0].overlap, overlap, 1e-16);
        return records[0].normalForce.norm();
    };
    const auto hertz = [&](Real radius) {
        return 4. / 3 * E / (2 * (1 - nu * nu)) * std::sqrt(radius) * std::pow(overlap, 1.5);
    };
    EXPECT_NEAR(forceOn(-1 / bowl, -1 / bowl) / hertz(1 / (1 / r - 1 / bowl)), 1, 1e-9);
    EXPECT_NEAR(forceOn(1 / bowl, 1 / bowl) / hertz(1 / (1 / r + 1 / bowl)), 1, 1e-9);

    const Vec3 axes(.05, .02, .04); // its poles on y have the curvatures b/a^2 and b/c^2
    Ball ball(HalfSpace(), elastic(), r, HertzNormal());
    Scene scene;
    scene.material = elastic();
    scene.addGround(Ellipsoid(axes), Transform());
    MobilizedBody::Free body = scene.add(Sphere(r), bodyOf(1));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(body, Vec3(0, axes[1] + r - overlap, 0));
    const Real onEllipsoid = force.getContactRecords(state)[0].normalForce.norm();
    EXPECT_NEAR(forceOn(axes[1] / SimTK::square(axes[0]), axes[1] / SimTK::square(axes[2])) / onEllipsoid, 1, 1e-9);
}

// A ball that rolls back and forth in a bowl obeys (1 + 2/5) (R - r) phi'' = -g phi. The centre of a paraboloid's parallel surface
// differs from a sphere's by the square of the amplitude's angle, 0.01. Rubber leaves 1e-4, by its tangential spring in series and its
// overlap.
TEST(Terrain, BallsOscillateInBowls) {
    const Real r = 0.03, R = 0.5, swing = 0.01 * (R - r);
    SurfaceMaterial material = elastic();
    material.youngsModulus = 1e8;
    material.staticFriction = material.kineticFriction = 1;
    Ball ball(square(0.3, 60, [&](Real x, Real y) { return (x * x + y * y) / (2 * R); }), material, r, HertzNormal());
    State state = ball.at(Vec3(swing, r + swing * swing / (2 * (R - r)), 0));
    CPodesIntegrator integrator(ball.system);
    integrator.setAccuracy(1e-7);
    integrator.setReturnEveryInternalStep(true);
    integrator.setInternalStepLimit(1000000);
    integrator.initialize(state);
    const Real expected = 2 * Pi * std::sqrt(1.4 * (R - r) / 9.81);
    Real before = swing, timeBefore = 0;
    std::vector<Real> crossings;
    while (integrator.getTime() < 2.2 * expected) {
        integrator.stepTo(2.2 * expected);
        const Real now = ball.body.getBodyOriginLocation(integrator.getState())[0], time = integrator.getTime();
        if (before * now < 0) crossings.push_back(timeBefore + (time - timeBefore) * before / (before - now));
        before = now;
        timeBefore = time;
    }
    ASSERT_GE(crossings.size(), 3u);
    EXPECT_NEAR((crossings[2] - crossings[0]) / expected, 1, 2e-4);
}

// In a furrow whose bottom is rounder than a ball, the ball has one contact with each side and no other.
TEST(Terrain, BallsLieOnBothSidesOfAFurrow) {
    const auto furrow = [](Real x, Real) { return std::sqrt(x * x + 1e-4); };
    Ball ball(square(0.1, 200, furrow), elastic(), 0.05, HertzNormal());
    Real low = 0, high = 0.2;
    for (int i = 0; i < 40; ++i) {
        const Real middle = 0.5 * (low + high);
        (ball.force->getContactRecords(ball.at(Vec3(0, middle, 0))).empty() ? high : low) = middle;
    }
    const State state = ball.at(Vec3(0, low - 1e-5, 0));
    const auto& records = ball.force->getContactRecords(state);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_NEAR(records[0].overlap, records[1].overlap, 1e-12);
    EXPECT_NEAR(records[0].normal[0], -records[1].normal[0], 1e-9);
    EXPECT_GT(std::abs(records[0].normal[0]), 0.6);
}

// A ball without friction or damping slides over smooth hills and over the lines of their grid. It keeps its energy under a law whose
// stiffness does not depend on curvature.
TEST(Terrain, HillsTakeNoEnergy) {
    SurfaceMaterial material = elastic();
    material.staticFriction = material.kineticFriction = 0;
    const auto hills = [](Real x, Real y) { return 0.02 * std::sin(13 * x) * std::cos(11 * y); };
    Ball ball(square(0.5, 40, hills), material, .03, LinearNormal().setStiffness(1e4));
    FixedMerson integrator(ball.system, ball.at(Vec3(0.05, 0.0305 + hills(0.05, -0.02), 0.02)), 1e-4);
    const Real energy = ball.system.calcEnergy(dynamics(ball, integrator.getState()));
    std::set<std::int64_t> patches;
    for (int i = 1; i <= 100; ++i) {
        advance(integrator, 0.008 * i);
        const State now = dynamics(ball, integrator.getState());
        for (const ContactRecord& r : ball.force->getContactRecords(now)) patches.insert(r.patch);
    }
    EXPECT_GT(patches.size(), 3u);
    EXPECT_NEAR(ball.system.calcEnergy(dynamics(ball, integrator.getState())), energy, 1e-10 * energy);
}

// The energy account contains the losses of a brick and a capsule that tumble down a hillside. The brick comes to rest.
TEST(Terrain, EnergyAccountClosesDownAHillside) {
    const Vec3 half(.06, .03, .04);
    const Brick brick(half, 5e-3);
    const Capsule capsule(.03, .05);
    const auto hillside = [](Real x, Real y) { return 0.8 * x * x + 0.02 * std::sin(15 * x) * std::cos(12 * y); };
    for (const Shape* shape : {(const Shape*)&brick, (const Shape*)&capsule})
        for (const Terrain::Surface surface : {Terrain::Surface::Smooth, Terrain::Surface::Faceted}) {
            Scene scene;
            scene.material.youngsModulus = 1e8;
            scene.material.restitution = 0.3;
            scene.material.rollingFriction = 0.05;
            scene.addGround(square(1, 40, hillside, surface), zUp);
            const Real mass = 0.5;
            MobilizedBody::Free body = scene.add(*shape, boxOf(mass, half));
            Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
            DEMContactForce force(scene.forces, scene.surfaces, HertzNormal(), MindlinIncremental(), EPSDRolling());
            force.setTrackDissipatedEnergy(true);
            State state = scene.at(body, Transform(Rotation(.7, UnitVec3(1, 2, 3)), Vec3(.6, .45, .02)));
            const Real energy = scene.system.calcEnergy(state);
            const State end = scene.run(state, 2.5, 1e-6, 1e-3);
            EXPECT_LT(std::abs(body.getBodyOriginLocation(end)[0]), 0.4);
            if (shape == &brick) {
                EXPECT_LT(body.getBodyOriginVelocity(end).norm(), 1e-6);
            }
            EXPECT_NEAR(scene.system.calcEnergy(end) + force.getDissipatedEnergy(end), energy, 1e-5);
        }
}

// The ground ends at the edge of its grid: a ball rolls over that edge and falls.
TEST(Terrain, EndsAtTheEdgeOfItsGrid) {
    Ball ball(square(0.2, 8, [](Real x, Real) { return 0.1 * x * x; }), rubber(), 0.03, HertzNormal());
    const State end = ball.run(ball.at(Vec3(0.15, 0.0323, 0), Vec3(0.5, 0, 0)), 0.5, 1e-6, 1e-3);
    EXPECT_LT(ball.body.getBodyOriginLocation(end)[1], -0.2);
    EXPECT_GT(ball.body.getBodyOriginLocation(end)[0], 0.23);
}

// The time to first contact is computed for hills too, between the points of their grid.
TEST(Terrain, BoundsSteps) {
    Ball ball(square(2, 8, [](Real x, Real y) { return 0.3 * std::sin(2 * x) * std::cos(2 * y); }), rubber(), 0.03,
              HertzNormal());
    ball.system.addEventHandler(new ContactStepLimiter(*ball.force, 1));
    State state = ball.at(Vec3(0.7, 2, 0.1), Vec3(0, -10, 0));
    RungeKuttaMersonIntegrator integrator(ball.system);
    TimeStepper stepper(ball.system, integrator);
    stepper.initialize(state);
    stepper.stepTo(0.25);
    EXPECT_GT(ball.body.getBodyOriginVelocity(stepper.getState())[1], 0);
}

// An image's pixels are heights, the first row the furthest: plain and raw, of one byte and of two.
TEST(Terrain, ComesFromImages) {
    const std::string path = ::testing::TempDir() + "simbodydem_terrain.pgm";
    const auto write = [&](const std::string& text) { std::ofstream(path, std::ios::binary) << text; };
    const auto read = [&] { return Terrain::fromImage(path, Vec2(2, 1), 4, Terrain::Surface::Faceted); };
    const std::string images[] = {"P2\n# plain\n3 2\n4\n0 1 2\n# and so on\n3 4 0\n",
                                  std::string("P5 3 2 4\n\0\1\2\3\4\0", 15),
                                  std::string("P5 3 2 1024\n\0\0\1\0\2\0\3\0\4\0\0\0", 24)};
    for (const std::string& image : images) {
        write(image);
        const Terrain terrain = read();
        ASSERT_EQ(terrain.getHeights().nrow(), 3);
        ASSERT_EQ(terrain.getHeights().ncol(), 2);
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(terrain.getX()[i], i - 1.);
            EXPECT_EQ(terrain.getHeights()(i, 1), Real(i));
            EXPECT_EQ(terrain.getHeights()(i, 0), Real((i + 3) % 5));
        }
        EXPECT_EQ(terrain.getY()[0], -0.5);
    }
    write("P6 1 1 255\n");
    expectMessage<std::invalid_argument>(read, {"Terrain", path, "P2 or P5"});
    write("P2 3 2 4\n0 1 2 3");
    expectMessage<std::invalid_argument>(read, {path, "4 of 6 pixels"});
    write("P2 3 2 4\n0 1 2 3 4 5\n");
    expectMessage<std::invalid_argument>(read, {path, "pixel of 5"});
    write("P2 0 2 4\n");
    expectMessage<std::invalid_argument>(read, {path, "pixels"});
    write("P2 3 2 99999\n");
    expectMessage<std::invalid_argument>(read, {path, "maximum grey value"});
    std::remove(path.c_str());
    expectMessage<std::invalid_argument>(read, {path, "cannot be read"});
}

// Simbody's SmoothHeightMap in a contact set becomes a Terrain.
TEST(Terrain, OfSimbodyIsConverted) {
    const Vector lines(Vec<5>(-.4, -.1, .05, .2, .4));
    Matrix heights(5, 5);
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j) heights(i, j) = 0.05 * std::sin(3 * lines[i] + lines[j]);
    const BicubicSurface surface(lines, lines, heights);
    World world;
    world.contacts.addBody(world.set, world.matter.updGround(), ContactGeometry::SmoothHeightMap(surface), zUp);
    const Real r = 0.1;
    MobilizedBody::Free body = world.addSphere(r);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start();
    const Vec2 at(.11, -.07);
    const UnitVec3 normal = surface.calcUnitNormal(at);
    const Vec3 centre = Vec3(at[0], at[1], surface.calcValue(at)) + (r - 1e-4) * normal;
    body.setQToFitTransform(state, zUp * centre);
    world.system.realize(state, Stage::Dynamics);
    ASSERT_GE(force.getContactRecords(state).size(), 1u);
    EXPECT_NEAR(force.getContactRecords(state).back().overlap, 1e-4, 1e-12);
}

// An invalid ground is an error that names the fault. Contact with a shape that is flat too is an error.
TEST(Terrain, RejectsInvalidGround) {
    const auto flat = [](Real, Real) { return 0; };
    const auto made = [&](const Vector& x, const Vector& y, const Matrix& h) { Terrain(x, y, h); };
    const Vector lines(Vec4(0, 1, 2, 3)), back(Vec4(0, 1, 1, 3)), few(Vec3(0, 1, 2));
    Matrix heights(4, 4, 0.);
    expectMessages<std::invalid_argument>(
        {{[&] { made(few, lines, Matrix(3, 4, 0.)); }, {"3 lines", "in x", "4 or more"}},
         {[&] { made(lines, back, heights); }, {"y[2] = 1 m", "> 1 m"}},
         {[&] { made(lines, lines, Matrix(4, 3, 0.)); }, {"4 by 3", "4 by 4"}}});
    heights(2, 1) = NaN;
    expectMessages<std::invalid_argument>(
        {{[&] { made(lines, lines, heights); }, {"height (2, 1)", "finite"}},
         {[&] { square(1, 0, flat); }, {"cells in x = 0"}},
         {[&] { square(-1, 5, flat); }, {"high x"}},
         {[&] { square(1, 5, flat, Terrain::Surface::Smooth, 0.1); }, {"rounding", "0.1 m", "smooth"}},
         {[&] { square(1, 5, flat, Terrain::Surface::Faceted, NaN); }, {"rounding"}}});
    Scene scene;
    scene.addGround(square(1, 5, flat), zUp);
    MobilizedBody::Free body = scene.add(HalfSpace(), bodyOf(1), "plate");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    expectMessage<std::invalid_argument>([&] { scene.start(); }, {"surface 0", "plate", "never touch", "rounding"});
}

} // namespace
} // namespace test_terrain
