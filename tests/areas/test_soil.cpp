// SPDX-License-Identifier: Apache-2.0
// Tests soil: the curves of Bekker and Janosi, wheels, ruts, rest, energy and convergence.

#include "LayerScene.h"
#include "Messages.h"

#include <cmath>
#include <functional>
#include <random>

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real modulus = 2e6, cohesion = 1000, angle = 0.5, shearLength = 0.01, unloading = 4e7;

// Bekker's curve of the soil below is 2e6 z^1.1, whatever the width.
Soil soil(Real cell) {
    return Soil(1.1, 0, modulus, cohesion, angle, shearLength).setUnloadingStiffness(unloading).setCellSize(cell);
}
Real bekker(Real z) { return modulus * std::pow(z, 1.1); }

// A body over soil, which is moved by hand.
struct SoilScene : Scene {
    MobilizedBody::Free body;
    SurfaceIndex field, onBody;

    SoilScene(const Soil& ofField, const Shape& shape, Real mass = 1, const Transform& X_GS = HalfSpace::floor())
        : body(matter.updGround(), Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia(0.01)))) {
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        field = surfaces.add(matter.Ground(), HalfSpace(), X_GS, ofField, "field");
        onBody = surfaces.add(body, shape, Transform(), SurfaceMaterial(), "body");
    }
    // Moves the body to a pose in equal steps of 1 ms from where it is. Returns the force on it at the end [N].
    Vec3 moveTo(const DEMContactForce& force, State& state, const Vec3& to, int steps, Real turn = 0) {
        system.realize(state, Stage::Position);
        const Vec3 from = body.getBodyOriginLocation(state), way = to - from;
        const Real h = 1e-3;
        const Rotation before = body.getBodyRotation(state);
        for (int i = 1; i <= steps; ++i) {
            const Real share = Real(i) / steps;
            state.setTime(state.getTime() + h);
            body.setQToFitTransform(state, Transform(Rotation(share * turn, ZAxis) * before, from + share * way));
            body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, turn / (steps * h)), way / (steps * h)));
            system.realize(state, Stage::Dynamics);
            force.commitHistory(state);
        }
        return sum(force, state);
    }
    static Vec3 sum(const DEMContactForce& force, const State& state) {
        Vec3 all(0);
        for (const AreaRecord& area : force.getAreaRecords(state)) all += area.normalForce + area.tangentialForce;
        return all;
    }
    State start(const DEMContactForce& force, const Vec3& at) {
        State state = begin();
        body.setQToFitTranslation(state, at);
        body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0)));
        system.realize(state, Stage::Dynamics);
        force.commitHistory(state);
        return state;
    }
    State begin() {
        State state = system.realizeTopology();
        system.realize(state, Stage::Position);
        return state;
    }
};

const Vec3 half(0.15, 0.02, 0.1); // of the plate
const Real plateArea = 4 * half[0] * half[2];

Vec3 plateAt(Real sinkage, Real x = 0, Real z = 0) { return {x, half[1] - sinkage, z}; }

} // namespace

// A plate that is pressed follows Bekker's curve, an elastic line when it is released, and both when it is pressed again. Edges that cross
// cells count with the part of the cell that they cover. A rounding of 1 nm replaces sharp edges; 1e-6 allows for it.
TEST(Soil, PlateFollowsBekkersCurveAndTheElasticLine) {
    SoilScene scene(soil(0.007), Brick(half, 1e-9));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(force, plateAt(0));
    const auto pressure = [&](Real sinkage, int steps) {
        return scene.moveTo(force, state, plateAt(sinkage), steps)[1] / plateArea;
    };
    for (const Real z : {0.005, 0.012, 0.03}) EXPECT_NEAR(pressure(z, 10), bekker(z), 1e-6 * bekker(z)) << z;
    const Real largest = bekker(0.03), rut = 0.03 - largest / unloading;
    scene.moveTo(force, state, plateAt(0.0296), 1);
    for (const Real share : {0.9, 0.5, 0.1}) {
        const Real z = rut + share * (0.03 - rut);
        scene.moveTo(force, state, plateAt(z), 4);
        scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0))); // the dashpot rests
        scene.system.realize(state, Stage::Dynamics);
        EXPECT_NEAR(scene.sum(force, state)[1] / plateArea, share * largest, 1e-6 * largest) << share;
    }
    EXPECT_EQ(scene.moveTo(force, state, plateAt(rut - 1e-4), 4)[1], 0);
    EXPECT_NEAR(force.getSinkage(state, scene.field, Vec3(0.01, 1, 0.02)), rut, 1e-9);
    EXPECT_EQ(force.getSinkage(state, scene.field, Vec3(0.5, 0, 0)), 0);
    EXPECT_NEAR(pressure(0.05, 30), bekker(0.05), 1e-6 * bekker(0.05));
}

// The area of a plate that lies across the cells in any direction is its own. 5e-4 allows for its four corners: one that is between the centres
// of cells is left out.
TEST(Soil, TurnedPlateCoversItsArea) {
    SoilScene scene(soil(0.007), Brick(half, 1e-9));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.begin();
    for (const Real turn : {0., 0.1, 0.4, 0.785, 1.3, 2.9}) {
        scene.body.setQToFitTransform(state, Transform(Rotation(turn, YAxis), plateAt(0.02, 0.013 * turn)));
        scene.system.realize(state, Stage::Dynamics);
        EXPECT_NEAR(scene.sum(force, state)[1] / bekker(0.02) / plateArea, 1, 5e-4) << turn;
    }
}

// A plate that is sheared at constant pressure follows Janosi's curve. A slip that turns round unloads along (c + p tan phi)/K, and hardening
// is kept: the limit on the way back is that of all slip before.
TEST(Soil, ShearFollowsJanosisCurve) {
    SoilScene scene(soil(0.01), Brick(half, 1e-9));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(force, plateAt(0));
    const Real sinkage = 0.02, strength = cohesion + bekker(sinkage) * std::tan(angle);
    scene.moveTo(force, state, plateAt(sinkage), 10);
    // Cells at the rim come and go; those that the plate covers all the time are compared.
    const auto stress = [&] {
        scene.system.realize(state, Stage::Dynamics);
        for (const ElementRecord& e : force.getElementRecords(state, scene.field))
            if (std::abs(e.center[0]) < 0.01 && std::abs(e.center[2]) < 0.01) return e.shear;
        return Vec3(NaN);
    };
    Real slip = 0;
    for (const Real to : {0.002, 0.01, 0.025}) {
        scene.moveTo(force, state, plateAt(sinkage, to), 5);
        slip = to;
        EXPECT_NEAR(stress()[0], -strength * -std::expm1(-slip / shearLength), 1e-6 * strength) << to;
    }
    const Real reached = -std::expm1(-slip / shearLength), back = 0.003;
    const auto rest = [&] { // before it turns round
        scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0)));
        scene.system.realize(state, Stage::Dynamics);
        force.commitHistory(state);
    };
    rest();
    scene.moveTo(force, state, plateAt(sinkage, slip - back), 6);
    rest();
    EXPECT_NEAR(stress()[0], -strength * (reached - back / shearLength), 1e-6 * strength);
    const Real beyond = 0.004; // after the limit is met on the other side
    scene.moveTo(force, state, plateAt(sinkage, slip - 2 * reached * shearLength - beyond), 30);
    EXPECT_NEAR(stress()[0], strength * -std::expm1(-(slip + beyond) / shearLength), 1e-6 * strength);
}

// A rigid wheel at a constant slip has the sinkage, the drawbar pull and the torque of Wong & Reece 1967, whose integrals are found here by
// quadrature. The slip is that of a cell of the ground, which adds up from the place where the rim has touched it.
TEST(Soil, WheelFollowsWongAndReece) {
    const Real r = 0.25, b = 0.15, s = 0.2, turning = 1, V = (1 - s) * r * turning, sinkage = 0.03;
    const Real first = std::acos(1 - sinkage / r);
    const Real p1 = bekker(sinkage), back = p1 / unloading; // elastic, behind the lowest point
    const Real last = -std::acos(1 - back / r);
    const int count = 20000;
    Real lift = 0, pull = 0, torque = 0;
    for (int i = 0; i < count; ++i) {
        const Real th = first + (last - first) * (i + 0.5) / count, dth = (first - last) / count;
        const Real z = r * (std::cos(th) - std::cos(first));
        const Real p = th > 0 ? bekker(z) : p1 - unloading * (sinkage - z);
        const Real sum = (std::sin(first) - std::sin(th)) -
                         (1 - s) * ((first - th) / 2 + (std::sin(2 * first) - std::sin(2 * th)) / 4);
        const Real j = r / (1 - s) * sum, fade = th > 0 ? 1 : std::min(10 * p / p1, 1.);
        const Real tau = (fade * cohesion + p * std::tan(angle)) * -std::expm1(-j / shearLength);
        lift += b * r * dth * (p * std::cos(th) + tau * std::sin(th));
        pull += b * r * dth * (tau * std::cos(th) - p * std::sin(th));
        torque += b * r * r * dth * tau;
    }
    Real errors[2];
    const Real length = r * (std::sin(first) - std::sin(last));
    for (const int fine : {0, 1}) {
        const Real cell = length / (fine ? 60 : 30);
        SoilScene scene(soil(cell).setDamping(0), Cylinder(r, b / 2, 1e-6));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.begin();
        const Real h = cell / 4.7 / V;
        const int numFirst = int(1.5 * length / (h * V)), numSteps = numFirst + 47;
        errors[fine] = 0;
        for (int i = 0; i < numSteps; ++i) {
            state.setTime(i * h);
            scene.body.setQToFitTransform(
                state, Transform(Rotation(-i * h * turning, ZAxis), Vec3(i * h * V, r - sinkage, 0)));
            scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -turning), Vec3(V, 0, 0)));
            scene.system.realize(state, Stage::Dynamics);
            if (i >= numFirst) {
                const AreaRecord& area = force.getAreaRecords(state).at(0);
                const Vec3 F = area.normalForce + area.tangentialForce;
                const Real moment = (area.moment + (area.center - scene.body.getBodyOriginLocation(state)) % F)[2];
                errors[fine] = std::max({errors[fine], std::abs(F[1] / lift - 1), std::abs(F[0] / pull - 1),
                                         std::abs(moment / torque - 1)});
            }
            force.commitHistory(state);
        }
    }
    EXPECT_LT(errors[1], 0.002);
    EXPECT_LT(errors[1], 0.6 * errors[0]);
}

// A second plate in the rut of the first one meets no resistance above the rut, follows the elastic line, and then Bekker's curve. A second wheel
// needs less work.
TEST(Soil, RutIsFoundAgain) {
    SoilScene scene(soil(0.01).setDamping(0), Brick(half, 1e-9));
    MobilizedBody::Free second(scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(0.01))));
    scene.surfaces.add(second, Brick(half, 1e-9), Transform(), SurfaceMaterial(), "second");
    scene.surfaces.excludeBodies(scene.body, second);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.begin();
    second.setQToFitTranslation(state, Vec3(0, 1, 0));
    scene.moveTo(force, state, plateAt(0), 1);
    scene.moveTo(force, state, plateAt(0.03), 10);
    scene.moveTo(force, state, plateAt(-1, 2), 10);
    const Real rut = 0.03 - bekker(0.03) / unloading;
    EXPECT_NEAR(force.getSinkage(state, scene.field, Vec3(0)), rut, 1e-12);
    const auto pressureAt = [&](Real sinkage) {
        second.setQToFitTranslation(state, plateAt(sinkage));
        scene.system.realize(state, Stage::Dynamics);
        return scene.sum(force, state)[1] / plateArea;
    };
    EXPECT_EQ(pressureAt(rut - 1e-6), 0);
    EXPECT_NEAR(pressureAt(0.5 * (rut + 0.03)), 0.5 * bekker(0.03), 1e-6 * bekker(0.03));
    EXPECT_NEAR(pressureAt(0.04), bekker(0.04), 1e-6 * bekker(0.04));
}

// A wheel that rolls freely loses less speed in the rut of the first one.
TEST(Soil, SecondWheelNeedsLessWork) {
    SoilScene scene(soil(0.01), Cylinder(0.2, 0.05, 0.002), 20);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    Real speeds[2];
    State state = scene.begin();
    for (Real& speed : speeds) {
        scene.body.setQToFitTransform(state, Transform(Rotation(), Vec3(0, 0.19, 0)));
        scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -5), Vec3(1, 0, 0)));
        scene.system.realize(state, Stage::Dynamics);
        force.clearHistory(state); // the wheel is lifted and put down; the rut stays
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.setAccuracy(1e-4);
        TimeStepper stepper(scene.system, integrator);
        stepper.initialize(state);
        stepper.stepTo(state.getTime() + 0.5);
        state = stepper.getState();
        scene.system.realize(state, Stage::Velocity);
        speed = scene.body.getBodyOriginVelocity(state)[0];
    }
    EXPECT_GT(speeds[1], speeds[0] + 0.01);
    EXPECT_LT(speeds[0], 0.95);
}

// Whatever the path of a body, soil takes more energy than it stores: on each leg of random paths of small depth, which press, shear, release and turn
// round in any order. 1e-4 of the work is the error of its sum over the steps.
TEST(Soil, TakesMoreEnergyThanItStores) {
    for (const unsigned seed : {1u, 2u, 3u, 4u}) {
        SoilScene scene(soil(0.039).setDamping(0), Brick(half, 1e-9));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(force, plateAt(0));
        std::mt19937 random(seed);
        std::uniform_real_distribution<Real> any(-1, 1);
        Vec3 before(0), place = plateAt(0);
        Real storedBefore = 0, all = 0;
        for (int leg = 0; leg < 20; ++leg) {
            const Vec3 from = place,
                       to = plateAt(0.0195 + 0.0007 * any(random), 0.003 * any(random), 0.003 * any(random));
            const int steps = 150;
            Real work = 0;
            for (int i = 1; i <= steps; ++i) {
                const Vec3 next = from + Real(i) / steps * (to - from), now = scene.moveTo(force, state, next, 1);
                work -= 0.5 * dot(now + before, next - place);
                before = now;
                place = next;
            }
            scene.system.realize(state, Stage::Dynamics);
            const auto& areas = force.getAreaRecords(state);
            const Real stored = areas.empty() ? 0 : areas[0].storedEnergy;
            all += std::abs(work);
            EXPECT_GT(work - (stored - storedBefore), -1e-4 * all) << seed << " " << leg;
            storedBefore = stored;
        }
    }
}
