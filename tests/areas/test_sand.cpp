// SPDX-License-Identifier: Apache-2.0
// Tests sand: its table of tractions, its yielding, rest, energy, convergence and scaling.

#include "Messages.h"
#include "Meshes.h"
#include "SoftGround.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/Sand.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Mesh.h>

#include <random>

namespace test_sand {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Vec3 gravity(0, -9.81, 0), up(0, 1, 0);
const Real xi = 1500 * 9.81 * 0.4 * (89 + 0.4 * (-386 + 0.4 * 894)); // of the sand below [Pa/m]

Sand sand() { return Sand(1500, 0.4); }

// Returns unit vectors in all directions.
std::vector<Vec3> directions(int count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<Real> normal;
    std::vector<Vec3> all;
    for (int i = 0; i < count; ++i) all.push_back(Vec3(normal(random), normal(random), normal(random)).normalize());
    return all;
}

// A body of 1 kg over sand. Its mass can be changed by its scale.
struct SandScene : SoftGroundScene {
    SandScene(const Sand& of, const Shape& shape, Real mass, Real size, const Vec3& g = gravity)
        : SoftGroundScene(of, shape, mass, 0.4 * size * size, g) {}
    // Moves the body by a way in equal steps. Returns the force on it [N].
    Vec3 forceAfter(const DEMContactForce& force, State& state, const Vec3& from, const Vec3& way, int steps,
                    Real h = 1e-2) {
        for (int i = 0; i <= steps; ++i) {
            state.setTime(state.getTime() + h);
            body.setQToFitTransform(state, Transform(Rotation(), from + (Real(i) / steps) * way));
            body.setUToFitVelocity(state, SpatialVec(Vec3(0), way / (steps * h)));
            system.realize(state, Stage::Dynamics);
            force.commitHistory(state);
        }
        const std::vector<AreaRecord>& areas = force.getAreaRecords(state);
        return areas.empty() ? Vec3(0) : Vec3(areas[0].normalForce + areas[0].tangentialForce);
    }
};

// A triangle with this normal, whose centre is the origin.
Mesh plate(const Vec3& normal, Real size) {
    const Rotation R(UnitVec3(normal), ZAxis);
    std::vector<Vec3> corners;
    for (int i = 0; i < 3; ++i) {
        const Real angle = 2 * Pi * i / 3;
        corners.push_back(size * (R * Vec3(std::cos(angle), std::sin(angle), 0)));
    }
    return Mesh(corners, {{0, 1, 2}}, 0);
}

// A flat plate that is pushed straight down has 0.876 xi, and one made from such a measurement returns it.
TEST(Sand, PlatePushedDownHasTheClosedFormResistance) {
    EXPECT_NEAR(sand().calcTractionPerDepth(-up, -up, gravity)[1] / xi, 0.876, 5e-4);
    EXPECT_NEAR(Sand::poppySeedLoose().calcTractionPerDepth(-up, -up, gravity)[1], 0.254e6, 1e-6 * 0.254e6);
    EXPECT_NEAR(Sand::poppySeedClose().calcTractionPerDepth(-up, -up, gravity)[1], 0.464e6, 1e-6 * 0.464e6);
    EXPECT_NEAR(Sand::glassBeads().getStrength(), 1500 * 27.5, 0.01 * 1500 * 27.5); // by hand
    EXPECT_NEAR(Sand::drySand().getStrength(), 1590 * 73.0, 0.01 * 1590 * 73.0);
}

// xi/(rho g) is that of the paper, to its three digits.
TEST(Sand, StrengthFollowsFromTheFriction) {
    const Real known[][2] = {{0.21, 9.95}, {0.3, 16.1}, {0.4, 31.1}, {0.5, 59.8}, {0.65, 140}};
    for (const auto& pair : known) EXPECT_NEAR(Sand(1, pair[0]).getStrength(), pair[1], 5e-3 * pair[1]) << pair[0];
}

// In a plane the law is near to that in two dimensions, with a root mean square of 0.11 (the two are fits of their own).
TEST(Sand, IsNearToTheLawInTwoDimensions) {
    const auto generic = [](Real beta, Real gamma) { // Li, Zhang & Goldman 2013
        const auto angle = [&](int m, int n) { return 2 * m * beta + n * gamma; };
        const Real x = -0.124 * std::cos(angle(1, 1)) + 0.253 * std::cos(angle(0, 1)) + 0.007 * std::cos(angle(-1, 1)) +
                       0.088 * std::sin(angle(1, 0));
        const Real z = 0.206 + 0.169 * std::cos(angle(1, 0)) + 0.212 * std::sin(angle(1, 1)) +
                       0.358 * std::sin(angle(0, 1)) + 0.055 * std::sin(angle(-1, 1));
        return Vec2(x, z);
    };
    Real squares = 0;
    int count = 0;
    for (int i = -89; i < 90; i += 4)
        for (int j = -89; j < 90; j += 4) {
            const Real beta = i * Pi / 180, gamma = j * Pi / 180;
            const Vec3 v(std::cos(gamma), -std::sin(gamma), 0), n(std::sin(beta), -std::cos(beta), 0);
            for (const Real side : {-1., 1.}) {
                if (side * dot(n, v) < 0.1) continue;
                const Vec3 a = sand().calcTractionPerDepth(side * n, v, gravity) / xi;
                const Vec2 known = generic(beta, gamma);
                squares += square(a[0] + known[0]) + square(a[1] - known[1]);
                count += 2;
                EXPECT_NEAR(a[2], 0, 1e-12);
            }
        }
    EXPECT_LT(std::sqrt(squares / count), 0.11);
}

// Whatever the direction, sand takes energy and does not pull. Neighbouring directions have neighbouring tractions.
TEST(Sand, TakesEnergyAndDoesNotPull) {
    const std::vector<Vec3> normals = directions(200000, 1), ways = directions(200000, 2),
                            turns = directions(400000, 3);
    for (const Real friction : {-1., 0., 0.3}) {
        Sand sandy = sand();
        if (friction >= 0) sandy.setSurfaceFriction(friction);
        for (std::size_t i = 0; i < normals.size(); ++i) {
            const Vec3 a = sandy.calcTractionPerDepth(normals[i], ways[i], gravity) / xi;
            ASSERT_LT(dot(a, ways[i]), 1e-12);
            ASSERT_LT(dot(a, normals[i]), 1e-12);
            const Vec3 n = (normals[i] + 1e-6 * turns[2 * i]).normalize(),
                       v = (ways[i] + 1e-6 * turns[2 * i + 1]).normalize();
            const Vec3 near = sandy.calcTractionPerDepth(n, v, gravity) / xi;
            ASSERT_LT((near - a).norm(), 4e-5) << normals[i] << ways[i]; // its steepest slope is 6 per radian of each
        }
    }
}

// A plate that moves steadily in the sand has the traction of the table, whatever its direction and tilt.
TEST(Sand, SteadyPlateHasTheTraction) {
    const std::vector<Vec3> normals = directions(20, 4), ways = directions(20, 5);
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const Vec3 n = dot(normals[i], ways[i]) > 0 ? normals[i] : Vec3(-normals[i]);
        SandScene scene(sand(), plate(n, 0.01), 1, 0.01, Vec3(0, -9.81, 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        const Vec3 end(0, -0.1, 0), way = 0.02 * ways[i];
        const Vec3 found = -scene.forceAfter(force, state, end - way, way, 40); // on the body, which is b
        const Real area = 0.75 * std::sqrt(3.) * square(0.01);
        const Vec3 right = 0.1 * area * sand().calcTractionPerDepth(n, ways[i], gravity);
        EXPECT_LT((found + right).norm(), 1e-6 * xi * 0.1 * area) << n << ways[i];
    }
}

// Before it yields, sand under a plate is a spring of the stiffness alpha/epsilon per area. So a motion that turns round does not jump.
TEST(Sand, ReversesAlongTheElasticLine) {
    SandScene scene(sand().setDamping(0.05), plate(-up, 0.01), 1, 0.01);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const Vec3 deep(0, -0.1, 0), down(0, -0.01, 0);
    const Real pressed = scene.forceAfter(force, state, deep - down, down, 40, 1)[1]; // so slow that the dashpot has no part
    for (const Real share : {0.25, 0.5, 0.75}) { // of the length epsilon |z|
        const Vec3 back(0, share * 0.25 * 0.01 * 0.1, 0);
        State turned = state;
        const Real now = scene.forceAfter(force, turned, deep, back, 10, 1)[1];
        EXPECT_NEAR(now / pressed, 1 - 0.25 * share, 1e-3); // the depth, and with it the limit, changes by a thousandth
    }
}

// A brick that is put down on sand of any slope stands still for ten minutes.
TEST(Sand, HoldsABrickAtRest) {
    for (const Real slope : {0., 0.1, 0.2}) {
        const Vec3 g(9.81 * std::sin(slope), -9.81 * std::cos(slope), 0);
        SandScene scene(sand().setElementSize(0.01), Brick(Vec3(0.05, 0.02, 0.04), 2e-3), 2, 0.05, g);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(scene.body, Vec3(0, 0.021, 0));
        ContactIntegrator integrator(scene.system, force);
        integrator.initialize(state);
        integrator.stepTo(10);
        const Vec3 before = scene.body.getBodyOriginLocation(integrator.getState());
        integrator.stepTo(610);
        const Vec3 after = scene.body.getBodyOriginLocation(integrator.getState());
        EXPECT_LT((after - before).norm(), 1e-9) << slope;
        EXPECT_LT(after[1], 0.02);  // it has sunk in
        EXPECT_GT(after[1], -0.02); // and is held
    }
}

// A plate that is put down slowly sinks until 0.876 xi A |z| is its weight.
TEST(Sand, PlateSinksByItsWeight) {
    const Real size = 0.1, area = 0.75 * std::sqrt(3.) * square(size), weight = 9.81 * 2;
    SandScene scene(sand(), plate(-up, size), 2, size);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const Real right = weight / (sand().calcTractionPerDepth(-up, -up, gravity)[1] * area);
    const Real found = scene.forceAfter(force, state, Vec3(0), Vec3(0, -right, 0), 100)[1];
    EXPECT_NEAR(std::abs(found), weight, 1e-6 * weight);
}

// The energy account closes: what a tumbling ball loses in the sand is its heat, and the heat is not negative.
TEST(Sand, EnergyIsAccountedFor) {
    SandScene scene(sand().setElementSize(0.008), Sphere(0.05), 1.5, 0.05);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setTrackDissipatedEnergy(true);
    State state = scene.at(scene.body, Vec3(0, 0.06, 0), SpatialVec(Vec3(5, -10, -20), Vec3(1, -1.5, 0.3)));
    const Real start = scene.system.calcEnergy(state);
    Merson integrator(scene.system, state, 1e-7);
    Real heat = 0;
    for (int i = 1; i <= 20; ++i) {
        advance(integrator, 0.01 * i);
        const State& now = integrator.getState();
        scene.system.realize(now, Stage::Dynamics);
        const Real sofar = force.getDissipatedEnergy(now);
        EXPECT_GE(sofar, heat - 1e-9 * start);
        heat = sofar;
        EXPECT_NEAR(scene.system.calcEnergy(now) + heat, start, 1e-3 * start) << now.getTime();
    }
    EXPECT_GT(heat, 0.5 * start);
}

// A ball and a wheel that are put on sand while they move have the right speeds at the default accuracy.
TEST(Sand, LandingBodiesHaveTheRightSpeeds) { expectLandingsAreRight(Sand::drySand()); }

// A ball that is thrown into the sand with spin converges with the accuracy over five decades, in three dimensions.
TEST(Sand, ThrownBallConverges) { expectThrownBallConverges(sand().setElementSize(0.01), 0.5); }

// Wheels of other sizes, masses and gravities that are scaled by Slonaker et al. (2017) move alike: times by sqrt(r/q) with the lengths by r
// and gravity by q.
TEST(Sand, ScaledWheelsMoveAlike) {
    const auto run = [](Real r, Real s, Real q) { // lengths, mass, gravity
        const Real length = 0.05 * r, width = 0.04 * s / square(r), mass = 1.5 * s, g = 9.81 * q,
                   time = std::sqrt(r / q);
        Scene scene;
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
        MobilizedBody::Planar wheel(scene.matter.updGround(), Transform(),
                                    Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia(square(length)))),
                                    Transform());
        // A wheel of flat lugs, whose width alone is scaled otherwise.
        std::vector<Vec3> corners;
        std::vector<std::array<int, 3>> faces;
        const int count = 40;
        for (int i = 0; i < count; ++i)
            for (const Real z : {-0.5, 0.5}) {
                const Real angle = 2 * Pi * i / count;
                corners.push_back(Vec3(length * std::cos(angle), length * std::sin(angle), z * width));
            }
        for (int i = 0; i < count; ++i) {
            const int a = 2 * i, b = a + 1, c = 2 * ((i + 1) % count), d = c + 1;
            faces.push_back({a, c, b});
            faces.push_back({b, c, d});
        }
        // Wheels of another width would be divided otherwise.
        scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), sand().setElementsAreTriangles(),
                           "beach");
        scene.surfaces.add(wheel, Mesh(corners, faces, 0), Transform(), SurfaceMaterial(), "wheel");
        HertzMindlinForce force(scene.forces, scene.surfaces);
        Force::MobilityConstantForce(scene.forces, wheel, 0, -0.6 * mass * g * length);
        State state = scene.system.realizeTopology();
        wheel.setOneQ(state, 2, length);
        FixedImplicit integrator(scene.system, force, state, 2e-3 * time);
        integrator.stepTo(0.5 * time);
        const State& end = integrator.getState();
        return Vec3(wheel.getOneU(end, 0) * std::sqrt(length / g), wheel.getOneU(end, 1) / std::sqrt(length * g),
                    wheel.getOneQ(end, 2) / length);
    };
    const Vec3 one = run(1, 1, 1);
    EXPECT_GT(one[1], 0.01); // it rolls on
    for (const Vec3& scale : {Vec3(2, 3, 1), Vec3(0.5, 1, 0.166), Vec3(3, 1, 2)})
        EXPECT_LT((run(scale[0], scale[1], scale[2]) - one).norm(), 1e-6) << scale;
}

// A run that is interrupted, saved and read back continues to the last bit.
TEST(Sand, RestartContinuesToTheLastBit) {
    SandScene scene(sand().setElementSize(0.01), Sphere(0.05), 1.5, 0.05);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0, 0.045, 0), SpatialVec(Vec3(5, -10, -20), Vec3(1, -0.5, 0.3)));
    const auto runOn = [&](const State& from, Real end) {
        FixedImplicit integrator(scene.system, force, from, 1e-3);
        integrator.stepTo(end);
        return State(integrator.getState());
    };
    const State middle = runOn(state, 0.01);
    scene.system.realize(middle, Stage::Dynamics);
    std::stringstream file;
    force.writeHistory(middle, file);
    State again = scene.start();
    again.setTime(middle.getTime());
    again.updQ() = middle.getQ();
    again.updU() = middle.getU();
    force.readHistory(again, file);
    const Vector straight = runOn(middle, 0.03).getY(), restarted = runOn(again, 0.03).getY();
    for (int i = 0; i < straight.size(); ++i) EXPECT_EQ(straight[i], restarted[i]);
}

// Bad values, and places where sand cannot be, are errors that say so.
TEST(Sand, BadInputIsAnError) {
    const auto expectInvalid = [](const auto& action, const std::vector<std::string>& parts) {
        expectMessage<std::invalid_argument>(action, parts);
    };
    for (const Real rho : {0., -1., NaN, Infinity}) expectInvalid([&] { Sand(rho, 0.4); }, {"density", "kg/m^3"});
    for (const Real mu : {0., -0.1, 1.1, NaN}) expectInvalid([&] { Sand(1500, mu); }, {"internal friction"});
    expectInvalid([] { Sand::fromPlate(0); }, {"resistance"});
    expectInvalid([] { sand().setElasticDepth(0); }, {"elastic depth"});
    expectInvalid([] { sand().setElasticDepth(1.1); }, {"elastic depth"});
    expectInvalid([] { sand().setDamping(-1); }, {"damping"});
    expectInvalid([] { sand().setSurfaceFriction(NaN); }, {"surface friction"});
    expectInvalid([] { sand().setGravity(Vec3(0)); }, {"gravity"});
    expectInvalid([] { sand().setElementSize(0); }, {"element size"});
    Scene scene;
    MobilizedBody::Free body(scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))));
    expectInvalid([&] { scene.surfaces.add(body, HalfSpace(), Transform(), sand(), "beach"); }, {"beach", "Ground"});
    expectInvalid([&] { scene.surfaces.add(scene.matter.Ground(), Sphere(1), Transform(), sand(), "beach"); },
                  {"beach", "HalfSpace"});
    scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), sand(), "beach");
    scene.surfaces.add(body, Sphere(0.1), Transform(), SurfaceMaterial(), "ball");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    expectInvalid([&] { scene.start(); }, {"beach", "gravity"});
}

// Records and elements are of the body that sinks in. A body that starts buried has no force until it moves.
TEST(Sand, BuriedBodyHasNoForceUntilItMoves) {
    SandScene scene(sand(), Sphere(0.05), 1, 0.05);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(scene.body, Vec3(0, -0.2, 0));
    ASSERT_EQ(force.getAreaRecords(state).size(), 1u);
    const AreaRecord& area = force.getAreaRecords(state)[0];
    const ContactRecord& contact = force.getContactRecords(state).at(0);
    EXPECT_EQ(area.normalForce, Vec3(0));
    EXPECT_EQ(area.meanPressure, 0);
    EXPECT_FALSE(contact.sliding);
    EXPECT_EQ(contact.tangentialDisplacement, Vec3(0));
    EXPECT_NEAR(dot(contact.normal, up), 1, 1e-12);
    EXPECT_GT(force.getElementRecords(state, scene.onBody).size(), 1000u);
    EXPECT_THROW(force.getElementRecords(state, scene.ground), std::invalid_argument);
    const Vec3 moved = scene.forceAfter(force, state, Vec3(0, -0.2, 0), Vec3(0.01, 0, 0), 10);
    EXPECT_GT(moved.norm(), 10);
}

// The derivatives of a body that moves, or rests, in sand are those of differences by its translations. If the dashpot alone exceeds the
// limit, the place enters by the depth alone.
TEST(Sand, DerivativesAreThoseOfDifferences) {
    for (const bool isMoving : {false, true}) {
        Scene scene;
        Force::UniformGravity(scene.forces, scene.matter, gravity);
        MobilizedBody::Translation ball(scene.matter.updGround(),
                                        Body::Rigid(MassProperties(1.5, Vec3(0), Inertia(1e-3))));
        scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), sand().setElementSize(0.01),
                           "beach");
        scene.surfaces.add(ball, Sphere(0.05), Transform(), SurfaceMaterial(), "ball");
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        state.updQ()[1] = 0.05;
        if (isMoving) state.updU() = Vector(Vec3(0.8, -1, 0.2));
        Implicit integrator(scene.system, force, state, 1e-5);
        integrator.stepTo(isMoving ? 0.03 : 5);
        State base = integrator.getState();
        if (!isMoving) base.updU() = 0;
        base.setTime(base.getTime() + 1e-4); // since the commit
        const auto forceAt = [&](const Vec3& way) {
            State moved = base;
            moved.updQ() += Vector(way);
            scene.system.realize(moved, Stage::Dynamics);
            const AreaRecord& area = force.getAreaRecords(moved).at(0);
            return Vec3(area.normalForce + area.tangentialForce);
        };
        scene.system.realize(base, Stage::Dynamics);
        const Matrix K = force.calcLinearization(base).calcStiffnessByQ(base);
        const Real step = 1e-8;
        Real wrong = 0, size = 0;
        for (int j = 0; j < 3; ++j) {
            Vec3 unit(0);
            unit[j] = step;
            const Vec3 byPosition = (forceAt(unit) - forceAt(-unit)) / (2 * step);
            for (int i = 0; i < 3; ++i) {
                wrong = std::max(wrong, std::abs(byPosition[i] + K(i, j)));
                size = std::max(size, std::abs(byPosition[i]));
            }
        }
        // A few elements are at the edge of their limit, or of the surface.
        EXPECT_LT(wrong, 0.1 * size) << isMoving;
    }
}

// A body that rests has the same forces and continues with the same bits, whether its areas are evaluated anew at each look or not. It is then pushed.
TEST(Sand, RestDoesNotDependOnEvaluations) {
    const auto run = [](bool isLookedAt) {
        SoftGroundScene scene(sand().setElementSize(0.01), Sphere(0.05), 1.5, 1e-3);
        Force::DiscreteForces push(scene.forces, scene.matter);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(scene.body, Vec3(0, 0.05, 0));
        ContactIntegrator integrator(scene.system, force);
        integrator.initialize(state);
        for (int i = 1; i <= 60; ++i) {
            integrator.stepTo(i);
            if (!isLookedAt) continue;
            const State& now = integrator.getState();
            scene.system.realize(now, Stage::Dynamics);
            const AreaRecord area = force.getAreaRecords(now).at(0);
            Real pressed = 0;
            for (const ElementRecord& e : force.getElementRecords(now, scene.onBody)) pressed += e.area;
            EXPECT_NEAR(pressed, area.area, 0.2 * area.area); // elements without a force have no part of the area
            EXPECT_NEAR((area.normalForce + area.tangentialForce)[1], 1.5 * 9.81, i > 5 ? 1e-9 : 1) << i;
        }
        State pushed = integrator.getState();
        push.setOneBodyForce(pushed, scene.body, SpatialVec(Vec3(0.01, 0, 0.02), Vec3(4, 0, 1)));
        integrator.initialize(pushed);
        integrator.stepTo(61);
        return Vector(integrator.getState().getY());
    };
    const Vector looked = run(true), notLooked = run(false);
    EXPECT_EQ((looked - notLooked).normInf(), 0);
    EXPECT_GT(std::abs(looked[4]), 1e-6); // it has moved
}

// Friction factors in the State make the body more or less slippery in sand with a surface friction.
TEST(Sand, FrictionFactorsScaleTheSurfaceFriction) {
    SandScene scene(sand().setSurfaceFriction(0.4), plate(-up, 0.01), 1, 0.01);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    State slippery = state;
    force.setFrictionFactor(slippery, scene.onBody, 0);
    const Vec3 from(0, -0.1, 0), way(0.02, -0.02, 0);
    const Vec3 rough = scene.forceAfter(force, state, from, way, 40),
               smooth = scene.forceAfter(force, slippery, from, way, 40);
    EXPECT_GT(std::abs(rough[0]), 0.1 * std::abs(rough[1]));
    EXPECT_LT(std::abs(smooth[0]), 1e-9 * std::abs(rough[1]));
}

// Gravity is the sum of the System's forces for it, and of two sands the finer elements count.
TEST(Sand, UsesTheSumOfGravityAndTheFinestElements) {
    Scene scene;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0));
    Force::Gravity(scene.forces, scene.matter, gravity);
    MobilizedBody::Free body(scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))));
    for (const Real size : {0.02, 0.005})
        scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), sand().setElementSize(size));
    const SurfaceIndex ball = scene.surfaces.add(body, Sphere(0.05), Transform(), SurfaceMaterial());
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(body, Vec3(0, -0.1, 0));
    EXPECT_GT(force.getElementRecords(state, ball).size(), 2u * 1000u); // of each sand
}

// A plane terrain that is inclined holds the force of an inclined half space, smooth or faceted.
TEST(Sand, LiesOverATerrain) { expectSameOnTerrain(sand(), 1e-6); }

// A blade of twelve triangles in sand has the force of a brick of its size: meshes are divided as other shapes are.
TEST(Sand, BladeOfFewTrianglesIsDivided) {
    const Vec3 half(0.005, 0.05, 0.05);
    const auto pushed = [&](const Shape& blade, const Sand& sand) {
        Scene scene;
        MobilizedBody::Free body(scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1e-3))));
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
        scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), sand, "sand");
        scene.surfaces.add(body, blade, Transform(), SurfaceMaterial(), "blade");
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        for (int i = 0; i <= 40; ++i) {
            state.setTime(1e-3 * i);
            body.setQToFitTranslation(state, Vec3(1e-4 * i, half[1] - 0.02, 0));
            body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0.1, 0, 0)));
            scene.system.realize(state, Stage::Dynamics);
            force.commitHistory(state);
        }
        const std::vector<AreaRecord> areas = force.getAreaRecords(state);
        return areas.empty() ? 0. : (areas[0].normalForce + areas[0].tangentialForce)[0];
    };
    const Real brick = pushed(Brick(half, 1e-6), Sand::drySand());
    EXPECT_GT(std::abs(brick), 0.5);
    EXPECT_NEAR(pushed(meshOfBox(half, 0), Sand::drySand()) / brick, 1, 0.05); // elements of 3 mm, squares or triangles
    EXPECT_LT(std::abs(pushed(meshOfBox(half, 0), Sand::drySand().setElementsAreTriangles())), 1e-9); // and asked for by name
}

} // namespace
} // namespace test_sand
