// SPDX-License-Identifier: Apache-2.0
// Tests soil: the curves of Bekker and Janosi, wheels, ruts, rest, energy and convergence.

#include "Messages.h"
#include "SavedHistory.h"
#include "SoftGround.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/Soil.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Wheel.h>

#include <random>
#include <sstream>

namespace test_soil {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real modulus = 2e6, cohesion = 1000, angle = 0.5, shearLength = 0.01, unloading = 4e7;

// Bekker's curve of the soil below is 2e6 z^1.1, whatever the width.
Soil soil(Real cell) {
    return Soil(1.1, 0, modulus, cohesion, angle, shearLength).setUnloadingStiffness(unloading).setCellSize(cell);
}
Real bekker(Real z) { return modulus * std::pow(z, 1.1); }

// A body over soil, which is moved by hand.
struct SoilScene : SoftGroundScene {
    SoilScene(const Soil& of, const Shape& shape, Real mass = 1, const Vec3& g = Vec3(0, -9.81, 0),
              Real gyration = 0.01)
        : SoftGroundScene(of, shape, mass, gyration, g) {}
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

std::vector<Vec3> cornersOf(const Vec3& half) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    return corners;
}
const std::vector<std::array<int, 3>> boxFaces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                                  {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

const Vec3 half(0.15, 0.02, 0.1); // of the plate
const Real plateArea = 4 * half[0] * half[2];

Vec3 plateAt(Real sinkage, Real x = 0, Real z = 0) { return {x, half[1] - sinkage, z}; }

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
    EXPECT_NEAR(force.getSinkage(state, scene.ground, Vec3(0.01, 1, 0.02)), rut, 1e-9);
    EXPECT_EQ(force.getSinkage(state, scene.ground, Vec3(0.5, 0, 0)), 0);
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
        for (const ElementRecord& e : force.getElementRecords(state, scene.ground))
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
    const int numCells[3] = {15, 30, 60}; // along the contact; with the default size there are some 15
    Real errors[3];
    const Real length = r * (std::sin(first) - std::sin(last));
    for (int fine = 0; fine < 3; ++fine) {
        const Real cell = length / numCells[fine];
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
    EXPECT_LT(errors[0], 0.02);
    EXPECT_LT(errors[2], 0.002);
    EXPECT_LT(errors[2], 0.6 * errors[1]);
}

// Friction factors scale the whole strength of a contact, and neither its pressure nor its walls.
TEST(Soil, FrictionFactorsScaleTheStrength) {
    Vec3 found[3];
    for (const int halves : {0, 1, 2}) {
        SoilScene scene(soil(0.01), Brick(half, 1e-9));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(force, plateAt(0));
        force.setFrictionFactor(state, scene.onBody, 0.5 * halves);
        scene.moveTo(force, state, plateAt(0.02), 10);
        scene.moveTo(force, state, plateAt(0.02, 0.005), 5);
        scene.system.realize(state, Stage::Dynamics);
        found[halves] = scene.sum(force, state);
    }
    const Vec3 &walls = found[0], &half = found[1], &whole = found[2];
    EXPECT_LT(whole[0] - walls[0], -100);
    EXPECT_NEAR((half[0] - walls[0]) / (whole[0] - walls[0]), 0.5, 1e-9);
    EXPECT_NEAR(half[1] / whole[1], 1, 1e-9);
}

// A second plate in the rut of the first one meets no resistance above the rut, follows the elastic line, and then Bekker's curve.
TEST(Soil, SecondPlateInARutMeetsNoResistanceAboveIt) {
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
    EXPECT_NEAR(force.getSinkage(state, scene.ground, Vec3(0)), rut, 1e-12);
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

// A plate in its own rut takes more energy than it stores on closed paths in six freedoms: it is shaken, turned, tilted and shifted by random
// amounts. Cells at the rim, whose shares change between cells of different depth, give back 1e-3 of the stirred work at most.
TEST(Soil, ClosedPathsOfAPlateMakeNoEnergy) {
    const Vec3 plate(0.1, 0.03, 0.06);
    SoilScene scene(soil(0.006).setDamping(0), Brick(plate, 1e-3)); // the default size
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(force, Vec3(0, plate[1], 0));
    const Real sinkage = 0.02;
    scene.moveTo(force, state, Vec3(0, plate[1] - sinkage, 0), 20);
    Transform pose(Vec3(0, plate[1] - sinkage, 0));
    Real work = 0, stirred = 0;
    const auto wrench = [&] {
        SpatialVec sum(Vec3(0), Vec3(0));
        for (const AreaRecord& area : force.getAreaRecords(state)) {
            const Vec3 F = area.normalForce + area.tangentialForce;
            sum += SpatialVec(area.moment + (area.center - scene.body.getBodyOriginLocation(state)) % F, F);
        }
        return sum;
    };
    const auto go = [&](const Transform& to) {
        const Transform from = pose;
        const Vec4 turn = (~from.R() * to.R()).convertRotationToAngleAxis();
        const Vec3 axis = from.R() * Vec3(turn[1], turn[2], turn[3]), way = to.p() - from.p();
        const int steps = 50;
        const Real h = 1e-3;
        scene.system.realize(state, Stage::Dynamics);
        SpatialVec before = wrench();
        for (int i = 1; i <= steps; ++i) {
            const Real share = Real(i) / steps;
            pose = Transform(Rotation(share * turn[0], UnitVec3(axis)) * from.R(), from.p() + share * way);
            state.setTime(state.getTime() + h);
            scene.body.setQToFitTransform(state, pose);
            scene.body.setUToFitVelocity(state, SpatialVec(turn[0] * axis, way) / (steps * h));
            scene.system.realize(state, Stage::Dynamics);
            force.commitHistory(state);
            const SpatialVec now = wrench(), mean = 0.5 * (before + now);
            const Real done = -(dot(mean[0], turn[0] * axis) + dot(mean[1], way)) / steps;
            work += done;
            stirred += std::abs(done);
            before = now;
        }
    };
    std::mt19937 random(1);
    std::uniform_real_distribution<Real> any(-1, 1);
    const auto storedNow = [&] {
        scene.system.realize(state, Stage::Dynamics);
        return force.getAreaRecords(state).at(0).storedEnergy;
    };
    for (int path = 0; path < 6; ++path) {
        const Transform start = pose;
        const Real stored = storedNow();
        work = stirred = 0;
        for (int leg = 0; leg < 3; ++leg)
            go(Transform(Rotation(BodyRotationSequence, 5e-4 * any(random), XAxis, 5e-4 * any(random), YAxis,
                                  5e-4 * any(random), ZAxis),
                         Vec3(0, plate[1] - sinkage + 1.2e-4, 0) + 2e-4 * Vec3(any(random), any(random), any(random))));
        go(start);
        EXPECT_GT(work - (storedNow() - stored), -1e-3 * stirred) << path;
    }
}

// A plate that is sheared, and whose load then falls by a fraction and rises again, keeps the shear that is left after the first cycle. The shear is
// that at the strength of the lowest load.
TEST(Soil, RippledLoadKeepsTheShear) {
    SoilScene scene(soil(0.01).setDamping(0), Brick(half, 1e-9));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    for (const Real fraction : {0.01, 0.1}) {
        State state = scene.start(force, plateAt(0));
        const Real sinkage = 0.02, way = fraction * bekker(sinkage) / unloading;
        scene.moveTo(force, state, plateAt(sinkage), 10);
        scene.moveTo(force, state, plateAt(sinkage, 0.003), 10);
        scene.moveTo(force, state, plateAt(sinkage - way, 0.003), 4);
        const Real left = scene.moveTo(force, state, plateAt(sinkage, 0.003), 4)[0];
        for (int cycle = 2; cycle <= 20; ++cycle) {
            scene.moveTo(force, state, plateAt(sinkage - way, 0.003), 4);
            const Real after = scene.moveTo(force, state, plateAt(sinkage, 0.003), 4)[0];
            EXPECT_NEAR(after / left, 1, 1e-9) << fraction << " " << cycle;
        }
        EXPECT_LT(left, -100);
    }
}

// A load that ripples.
struct Ripple : Force::Custom::Implementation {
    Ripple(const MobilizedBody& on, Real of, Real hertz) : body(on), amplitude(of), frequency(hertz) {}
    void calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        const Real load = amplitude * std::sin(2 * Pi * frequency * state.getTime());
        body.applyForceToBodyPoint(state, Vec3(0), Vec3(0, load, 0), bodyForces);
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    MobilizedBody body;
    Real amplitude, frequency;
};

// A foot of 30 kg on sandy loam of a slope. The cells are no whole fraction of its width: a row of centres just below its edges would see them or not
// by rounding.
struct Foot : SoilScene {
    Foot(Real slope, Real ripple = 0, Real frequency = 1)
        : SoilScene(Soil::sandyLoam().setCellSize(0.0173), Brick(Vec3(0.1, 0.03, 0.05), 0.005), 30,
                    9.81 * Vec3(std::sin(slope), -std::cos(slope), 0), 0.0036),
          force(forces, surfaces) {
        if (ripple > 0) Force::Custom(forces, new Ripple(body, ripple * 30 * 9.81 * std::cos(slope), frequency));
        state = begin();
        body.setQToFitTranslation(state, Vec3(0, 0.0305, 0));
    }
    HertzMindlinForce force;
    State state;
};

const Real steep = 0.32; // [rad], on which the foot needs half of the strength

// A foot on a slope of half the strength, whose load ripples by a tenth, does not creep: when its sway has decayed it drifts by less than 1e-9 m in
// 10 cycles of the load. The steps are the same in each cycle. What is left is some 1e-12 m per cycle, since the slip of a cell under a foot that rocks is no function of
// the pose.
TEST(Soil, FootStandsUnderARippledLoad) {
    const Real frequency = 5;
    Foot scene(steep, 0.1, frequency);
    FixedImplicit integrator(scene.system, scene.force, scene.state, 0.002);
    integrator.stepTo(6);
    const Vec3 before = scene.body.getBodyOriginLocation(integrator.getState());
    const int cycles = 10;
    integrator.stepTo(6 + cycles / frequency);
    const Vec3 after = scene.body.getBodyOriginLocation(integrator.getState());
    EXPECT_LT((after - before).norm(), 1e-9);
}

// A foot on the same slope stands under Simbody's integrators at their default accuracy: the noise of their steps moves it by less than 1 um/s.
TEST(Soil, FootStandsUnderSimbodysIntegrators) {
    Foot scene(steep);
    RungeKuttaMersonIntegrator merson(scene.system);
    RungeKutta3Integrator third(scene.system);
    SemiExplicitEuler2Integrator euler(scene.system);
    for (Integrator* integrator : std::initializer_list<Integrator*>{&merson, &third, &euler}) {
        integrator->initialize(scene.state);
        advance(*integrator, 5);
        const Vec3 before = scene.body.getBodyOriginLocation(integrator->getState());
        advance(*integrator, 15);
        const Vec3 after = scene.body.getBodyOriginLocation(integrator->getState());
        // The noise across the soil, some 20 um, is no drift.
        EXPECT_LT(std::abs(after[0] - before[0]), 10 * 1e-6) << integrator->getMethodName();
        EXPECT_LT(std::abs(after[2] - before[2]), 10 * 1e-6) << integrator->getMethodName();
    }
}

// A foot that is put on a slope sways, and the sway decays with a damping ratio of some 0.2: after 3 s, some 7 periods, its largest speed is below a
// thousandth of the first. exp(-2 pi 0.2 7) is 1.5e-4.
TEST(Soil, SwayIsDamped) {
    Foot scene(0.1);
    Merson integrator(scene.system, scene.state, 1e-6);
    Real first = 0, last = 0;
    for (int i = 1; i <= 200; ++i) {
        advance(integrator, 0.02 * i);
        const Real speed = std::abs(scene.body.getBodyOriginVelocity(integrator.getState())[0]);
        if (i <= 50) first = std::max(first, speed);
        if (i > 150) last = std::max(last, speed);
    }
    EXPECT_GT(first, 0.01);
    EXPECT_LT(last, 1e-3 * first);
}

// A block that is put down on a slope below the limit of the soil stays where it has come to rest.
TEST(Soil, HoldsABlockAtRest) {
    for (const Real slope : {0., 0.1, 0.3}) {
        const Vec3 g(9.81 * std::sin(slope), -9.81 * std::cos(slope), 0);
        SoilScene scene(soil(0.01), Brick(Vec3(0.05, 0.02, 0.04), 2e-3), 5, g);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.begin();
        scene.body.setQToFitTranslation(state, Vec3(0, 0.021, 0));
        ContactIntegrator integrator(scene.system, force);
        integrator.initialize(state);
        for (const Real time : {5., 60.}) integrator.stepTo(time); // it comes to rest
        const Vec3 before = scene.body.getBodyOriginLocation(integrator.getState());
        integrator.stepTo(660);
        const Vec3 after = scene.body.getBodyOriginLocation(integrator.getState());
        EXPECT_LT((after - before).norm(), 1e-9) << slope;
        EXPECT_LT(after[1], 0.02);  // it has sunk in
        EXPECT_GT(after[1], -0.02); // and is held
    }
}

// The energy account closes: what a tumbling ball loses in the soil is its heat, and the heat is not negative.
TEST(Soil, EnergyIsAccountedFor) {
    SoilScene scene(soil(0.008), Sphere(0.05), 1.5);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setTrackDissipatedEnergy(true);
    State state = scene.begin();
    scene.body.setQToFitTranslation(state, Vec3(0, 0.06, 0));
    scene.body.setUToFitVelocity(state, SpatialVec(Vec3(5, -10, -20), Vec3(1, -1.5, 0.3)));
    scene.system.realize(state, Stage::Dynamics);
    const Real start = scene.system.calcEnergy(state);
    Merson integrator(scene.system, state, 1e-6);
    Real heat = 0;
    for (int i = 1; i <= 20; ++i) {
        advance(integrator, 0.01 * i);
        const State& now = integrator.getState();
        scene.system.realize(now, Stage::Dynamics);
        const Real sofar = force.getDissipatedEnergy(now);
        EXPECT_GE(sofar, heat - 1e-6 * start);
        heat = sofar;
        EXPECT_NEAR(scene.system.calcEnergy(now) + heat, start, 1e-3 * start) << now.getTime();
        EXPECT_NEAR(force.getDissipatedEnergyByCause(now).unaccounted, 0, 1e-2 * start) << now.getTime();
    }
    EXPECT_GT(heat, 0.4 * start);
}

// A ball and a wheel that are put on soil while they move have the right speeds at the default accuracy.
TEST(Soil, LandingBodiesHaveTheRightSpeeds) { expectLandingsAreRight(Soil::sandyLoam()); }

// A ball that is thrown into the soil with spin converges with the accuracy over five decades, in three dimensions.
TEST(Soil, ThrownBallConverges) { expectThrownBallConverges(soil(0.01), 2); }

// A run that is saved in the middle of a step and continued elsewhere is the same, with its ruts.
TEST(Soil, IsSavedAndRestored) {
    SoilScene scene(soil(0.01), Cylinder(0.1, 0.04, 0.002), 5), other(soil(0.01), Cylinder(0.1, 0.04, 0.002), 5);
    HertzMindlinForce force(scene.forces, scene.surfaces), forceThere(other.forces, other.surfaces);
    State state = scene.begin(), there = other.begin();
    scene.body.setQToFitTranslation(state, Vec3(0, 0.1, 0));
    scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0, 0.5, -3), Vec3(0.5, 0, 0)));
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.initialize(state);
    advance(integrator, 0.3);
    State half = integrator.getState();
    std::stringstream file;
    force.writeHistory(half, file);
    there.setTime(half.getTime());
    there.updY() = half.getY();
    other.system.realize(there, Stage::Velocity);
    forceThere.readHistory(there, file);
    scene.system.realize(half, Stage::Dynamics);
    other.system.realize(there, Stage::Dynamics);
    EXPECT_EQ(scene.sum(force, half), scene.sum(forceThere, there));
    Real deepest = 0;
    for (Real x = -0.05; x < 0.2; x += 0.005) {
        const Vec3 point(x, 0, 0.005);
        EXPECT_EQ(force.getSinkage(half, scene.ground, point), forceThere.getSinkage(there, other.ground, point)) << x;
        deepest = std::max(deepest, force.getSinkage(half, scene.ground, point));
    }
    EXPECT_GT(deepest, 0.005);
    const std::string text = file.str();
    EXPECT_NE(text.find("rut "), std::string::npos);
    EXPECT_NE(text.find("soil-cell "), std::string::npos);
}

// A history of version 3, whose cells have no reach of the shear and no rim, is read. The pressure is the same, the shear is that of full strength, and
// walls have no reach.
TEST(Soil, ReadsHistoryOfVersion3) {
    SoilScene scene(soil(0.01), Brick(half, 1e-9));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(force, plateAt(0));
    scene.moveTo(force, state, plateAt(0.02), 10);
    scene.moveTo(force, state, plateAt(0.02, 0.003), 10);
    std::stringstream present;
    force.writeHistory(state, present);
    std::string old, same, line; // the last one of version 5, without reach
    while (std::getline(present, line)) {
        std::istringstream words(line);
        std::string word;
        const bool isCell = line.compare(0, 10, "soil-cell ") == 0;
        for (int column = 0; words >> word; ++column) {
            const std::string number = (column > 0 ? " " : "") + word;
            if (!isCell || (column != 13 && column < 15)) old += number;
            same += isCell && column == 18 ? " 0" : number;
        }
        old += "\n";
        same += "\n";
    }
    old.replace(old.find("version 5"), 9, "version 3");
    const auto forceAfter = [&](const std::string& text) {
        std::istringstream file(seal(text));
        force.readHistory(state, file);
        scene.system.realize(state, Stage::Dynamics);
        return scene.sum(force, state);
    };
    const Vec3 expected = forceAfter(same);
    EXPECT_LT((forceAfter(old) - expected).norm(), 1e-9 * expected.norm());
}

// Soil without a strength in shear.
Soil frictionless(Real cell) { return Soil(1.1, 0, modulus, 0, 0, shearLength).setUnloadingStiffness(unloading).setCellSize(cell).setDamping(0); }

// Returns the plastic work of first loading to a depth, the integral of p dz less the elastic energy [J/m^2].
Real plasticWork(Real z) { return modulus * std::pow(z, 2.1) / 2.1 - bekker(z) * bekker(z) / (2 * unloading); }

struct FlatBody {
    std::shared_ptr<Shape> shape;
    Real height, width; // of the wall
    bool isAlongZ;
};
std::vector<FlatBody> flatBodies() {
    const Vec3 half(0.06, 0.03, 0.04);
    return {{std::make_shared<Brick>(half, 1e-3), 0.03, 0.08, false},
            {std::make_shared<Brick>(half, 1e-6), 0.03, 0.08, false},
            {std::make_shared<ConvexHull>(cornersOf(half), 1e-3), 0.03, 0.08, false},
            {std::make_shared<Mesh>(cornersOf(half), boxFaces, 0), 0.03, 0.08, false},
            {std::make_shared<Cylinder>(0.06, 0.03, 1e-3), 0.06, 0, true}}; // its flat ends
}

// The walls of a flat body that has sunk straight down make no force sideways, wherever it is among the cells, and no jump of the lift. The rounding
// of its edges may: 2e-3 m of 12 mm at each end, where the cells do not see both alike.
TEST(Soil, WallsAtRestMakeNoForceSideways) {
    for (const FlatBody& flat : flatBodies()) {
        SoilScene scene(soil(0.004).setPlateWidth(0.1), *flat.shape);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.begin();
        Real lift = 0;
        for (const Real off : {-1e-3, -1e-4, -1e-6, -1e-9, 0., 1e-9, 1e-6, 1e-4, 1e-3}) {
            const Real at = 0.002 + off;
            scene.body.setQToFitTranslation(
                state, flat.isAlongZ ? Vec3(0, flat.height - 0.012, at) : Vec3(at, flat.height - 0.012, 0.0013));
            scene.system.realize(state, Stage::Dynamics);
            const Vec3 F = scene.sum(force, state);
            if (lift == 0) lift = F[1];
            EXPECT_NEAR(F[flat.isAlongZ ? 2 : 0], 0, 0.02 * lift) << off << " " << flat.shape->describe();
            EXPECT_NEAR(F[1], lift, 0.05 * lift) << off << " " << flat.shape->describe();
        }
    }
}

// A wall that moves sideways in its own rut has the force that presses new ground, per width the integral of p dz. The soil behind gives back its
// elastic part. Moved back to where it was, in soil that it has pressed, it has no force.
TEST(Soil, WallPressesNewGround) {
    const Real z = 0.012;
    for (const FlatBody& flat : flatBodies()) {
        if (flat.isAlongZ) continue; // its ends have not one width
        SoilScene scene(frictionless(0.004).setPlateWidth(0.1), *flat.shape);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(force, Vec3(0, flat.height, 0));
        scene.moveTo(force, state, Vec3(0, flat.height - z, 0), 20);
        const Real right = plasticWork(z) * flat.width;
        scene.moveTo(force, state, Vec3(0.003, flat.height - z, 0), 10); // more than p/k_u = .4 mm
        for (int i = 1; i <= 20; ++i) {
            const Vec3 F = scene.moveTo(force, state, Vec3(0.003 + 5.3e-4 * i, flat.height - z, 0), 5);
            EXPECT_NEAR(-F[0] / right, 1, 0.05) << i << " " << flat.shape->describe(); // a rounding of 1 mm beside a depth of 12 mm
        }
        EXPECT_NEAR(scene.moveTo(force, state, Vec3(0.007, flat.height - z, 0), 20)[0] / right, 0, 0.03) << flat.shape->describe();
        EXPECT_NEAR(scene.moveTo(force, state, Vec3(0.016, flat.height - z, 0), 40)[0] / right, -1, 0.03) << flat.shape->describe();
    }
}

// A plate that slides sideways in its own rut by its width, and is then lifted and put back, has taken the plastic work of the new ground.
TEST(Soil, PressingNewGroundTakesPlasticWork) {
    const Vec3 plate(0.05, 0.03, 0.04);
    const Real z = 0.012, width = 2 * plate[2], way = 2 * plate[0];
    SoilScene scene(frictionless(0.004).setPlateWidth(0.08), Brick(plate, 1e-6));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(force, Vec3(0, plate[1], 0));
    scene.moveTo(force, state, Vec3(0, plate[1] - z, 0), 200);
    Real work = 0;
    const auto go = [&](const Vec3& to, int steps) {
        const Vec3 from = scene.body.getBodyOriginLocation(state);
        Vec3 before = scene.sum(force, state);
        for (int i = 1; i <= steps; ++i) {
            const Vec3 now = scene.moveTo(force, state, from + Real(i) / steps * (to - from), 1);
            work -= 0.5 * dot(before + now, to - from) / steps;
            before = now;
        }
    };
    go(Vec3(way, plate[1] - z, 0), 400);
    go(Vec3(way, plate[1], 0), 200);
    go(Vec3(0, plate[1], 0), 2);
    go(Vec3(0, plate[1] - z, 0), 200);
    const Real right = plasticWork(z) * width * way;
    EXPECT_NEAR(work / right, 1, 0.02); // corners of the plate, of a cell's width
}

// A block that slides in the soil without friction is stopped by its walls. What it loses is the heat of the new ground, and the account closes.
TEST(Soil, WallsStopABlock) {
    const Vec3 half(0.06, 0.03, 0.04);
    SoilScene scene(frictionless(0.004).setDamping(2e5).setPlateWidth(0.08), Brick(half, 1e-3), 15, Vec3(0, -9.81, 0), 0.05);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setTrackDissipatedEnergy(true);
    State state = scene.start(force, Vec3(0, half[1], 0));
    scene.moveTo(force, state, Vec3(0, half[1] - 0.012, 0), 20); // where it carries the block
    scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0.2, 0, 0.05)));
    scene.system.realize(state, Stage::Dynamics);
    const Real before = scene.system.calcEnergy(state);
    const DissipatedEnergy pressed = force.getDissipatedEnergyByCause(state);
    ContactIntegrator integrator(scene.system, force);
    integrator.setAccuracy(1e-5);
    integrator.initialize(state);
    ContactStepper(integrator).stepTo(state.getTime() + 0.5);
    const State& end = integrator.getState();
    scene.system.realize(end, Stage::Dynamics);
    const DissipatedEnergy energy = force.getDissipatedEnergyByCause(end);
    EXPECT_LT(scene.body.getBodyOriginVelocity(end)[0], 0.1);
    const Real lost = energy.total() - pressed.total();
    EXPECT_GT(energy.friction - pressed.friction, 0.5 * lost);
    EXPECT_NEAR(before - scene.system.calcEnergy(end), lost, 1e-3 * lost); // accuracy of the run
    EXPECT_NEAR(energy.unaccounted, pressed.unaccounted, 0.05 * lost);     // cells at the rim
}

// A block that is tilted nose down presses new ground with its front, which leans over it and dips into the soil further in than its shadow ends.
// Its force is the integral of p dz at the front's lower edge less the elastic part, that the bottom gives back behind it. It is there at each
// place among the cells. At 0.2 rad four fifths of the front are a wall and the rest has an inclined pressure, and the force ripples. Work and
// what is no longer stored become heat.
TEST(Soil, LeaningWallPressesNewGround) {
    const Vec3 half(0.06, 0.03, 0.04);
    const Real depth = 0.014, width = 2 * half[2];
    struct Case {
        Real tilt, ripple, tolerance;
    };
    for (const Case& c : {Case{-0.05, 0.05, 0.02}, Case{-0.2, 0.2, 0.03}}) {
        SoilScene scene(frictionless(0.004), Brick(half, 1e-3), 15);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        force.setTrackDissipatedEnergy(true);
        State state = scene.begin();
        const Rotation tilted(c.tilt, ZAxis);
        scene.body.setQToFitTransform(state, Transform(tilted, Vec3(0, half[1] + 0.02, 0)));
        scene.system.realize(state, Stage::Dynamics);
        force.commitHistory(state);
        const Vec3 at(0, half[1] - depth, 0);
        scene.moveTo(force, state, at, 100);
        const DissipatedEnergy pressed = force.getDissipatedEnergyByCause(state);
        const auto stored = [&] { return force.getAreaRecords(state).at(0).storedEnergy; };
        const Real before = stored(), edge = -(at + tilted * Vec3(half[0], -half[1], 0))[1], elastic = square(bekker(edge)) / (2 * unloading);
        const Real right = -width * (modulus * std::pow(edge, 2.1) / 2.1 - elastic);
        Real work = 0, sum = 0;
        for (int i = 1; i <= 40; ++i) {
            const Vec3 then = scene.sum(force, state), now = scene.moveTo(force, state, at + Vec3(5e-4 * i, 0, 0), 5);
            work -= 0.5 * 5e-4 * (then + now)[0];
            if (i <= 24) continue; // the bottom still unloads
            sum += now[0] / 16;    // over two cells
            EXPECT_NEAR(now[0], right, -c.ripple * right) << c.tilt << " " << i;
        }
        EXPECT_NEAR(sum, right, -c.tolerance * right) << c.tilt;
        const DissipatedEnergy energy = force.getDissipatedEnergyByCause(state);
        const Real heat = energy.friction + energy.damping - pressed.friction - pressed.damping;
        EXPECT_NEAR(heat, work + before - stored(), 0.1 * heat) << c.tilt; // cells that the front comes over
    }
}

// A wedge whose sides are between a wall and none is pressed straight down, and has no side force: rims move inwards from both sides alike.
TEST(Soil, SteepWedgeHasNoSideForce) {
    const Real height = 0.1;
    for (const Real upwards : {0.15, 0.24, 0.33}) {
        const Real half = height * std::tan(std::asin(upwards)), length = 0.04;
        const Mesh wedge({Vec3(0, 0, -length), Vec3(0, 0, length), Vec3(-half, height, -length), Vec3(-half, height, length),
                          Vec3(half, height, -length), Vec3(half, height, length)},
                         {{0, 1, 3}, {0, 3, 2}, {0, 4, 5}, {0, 5, 1}, {2, 3, 5}, {2, 5, 4}, {0, 2, 4}, {1, 5, 3}}, 0);
        SoilScene scene(frictionless(0.002), wedge);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(force, Vec3(0, 1e-3, 0));
        const Vec3 F = scene.moveTo(force, state, Vec3(0, -0.09, 0), 90);
        EXPECT_GT(F[1], 10) << upwards;
        EXPECT_LT(std::hypot(F[0], F[2]), 0.01 * F[1]) << upwards; // cells lie symmetrically to rounding
    }
}

// A plate that moves sideways keeps the force of its walls in a history that is saved and restored.
TEST(Soil, WallIsSavedAndRestored) {
    const Vec3 plate(0.05, 0.03, 0.04);
    const auto run = [&](bool isSaved) {
        SoilScene scene(frictionless(0.004), Brick(plate, 1e-3));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(force, Vec3(0, plate[1], 0));
        scene.moveTo(force, state, Vec3(0, plate[1] - 0.012, 0), 20);
        scene.moveTo(force, state, Vec3(0.005, plate[1] - 0.012, 0), 10);
        if (isSaved) {
            std::stringstream file;
            force.writeHistory(state, file);
            force.clearHistory(state);
            force.readHistory(state, file);
        }
        return scene.moveTo(force, state, Vec3(0.0051, plate[1] - 0.012, 0), 1);
    };
    const Vec3 whole = run(false);
    EXPECT_LT(whole[0], -1);
    EXPECT_EQ((run(true) - whole).norm(), 0);
}

// A body that has sunk below the undeformed surface keeps its rut when contacts are cleared, and stays in it.
TEST(Soil, DeepBodyStaysInItsRut) {
    SoilScene scene(soil(0.005), Sphere(0.03));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(force, Vec3(0, 0.03, 0));
    const Vec3 pressed = scene.moveTo(force, state, Vec3(0, -0.07, 0), 40);
    force.clearHistory(state);
    scene.system.realize(state, Stage::Dynamics);
    const Real cleared = scene.sum(force, state)[1]; // without the shear that it had built up
    EXPECT_GT(cleared, 0.5 * pressed[1]);
    force.disable(state);
    scene.system.realize(state, Stage::Dynamics);
    force.enable(state);
    scene.system.realize(state, Stage::Dynamics);
    EXPECT_NEAR(scene.sum(force, state)[1], cleared, 1e-9 * cleared);
}

// Two halves of a plate are the whole plate, wherever their seam is among the cells. Where it is on a row of centres, the rounding of the halves
// takes 2e-3 of the area.
TEST(Soil, TwoHalvesActAsTheWholePlate) {
    for (const Real x : {0., 0.0035, 0.001}) {
        SoilScene scene(soil(0.007).setPlateWidth(0.1), Brick(Vec3(0.05, 0.02, 0.05), 1e-9));
        MobilizedBody::Free other(scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(0.01))));
        for (const Real side : {-0.025, 0.025})
            scene.surfaces.add(other, Brick(Vec3(0.025, 0.02, 0.05), 1e-9), Vec3(side, 0, 0), SurfaceMaterial());
        scene.surfaces.excludeBodies(scene.body, other);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.begin();
        other.setQToFitTranslation(state, Vec3(x, 1, 0));
        scene.body.setQToFitTranslation(state, plateAt(0.01, x));
        scene.system.realize(state, Stage::Dynamics);
        const Vec3 whole = scene.sum(force, state);
        other.setQToFitTranslation(state, plateAt(0.01, x));
        scene.body.setQToFitTranslation(state, Vec3(x, 1, 0));
        scene.system.realize(state, Stage::Dynamics);
        EXPECT_LT((scene.sum(force, state) - whole).norm(), 2e-3 * whole.norm())
            << x << whole << scene.sum(force, state);
    }
}

// Feet of several spheres, and bodies that overlap as seen from above, do not count twice: a cell carries the lowest one.
TEST(Soil, CellCarriesTheLowestSurface) {
    SoilScene scene(soil(0.01).setPlateWidth(0.1), Brick(half, 1e-9));
    scene.surfaces.add(scene.body, Brick(half, 1e-9), Vec3(0, 0.005, 0), SurfaceMaterial(), "higher");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.begin();
    scene.body.setQToFitTranslation(state, plateAt(0.02));
    scene.system.realize(state, Stage::Dynamics);
    EXPECT_NEAR(scene.sum(force, state)[1] / plateArea, bekker(0.02), 1e-6 * bekker(0.02));
}

// Every shape sinks in, and the force is that of its own lowest points: the sum over a fine grid of Bekker's pressure at the depth of each.
TEST(Soil, EveryShapeSinksIn) {
    const Real r = 0.06, sinkage = 0.02;
    // A box, and a ball whose lift is the integral of p over the disc at the surface.
    const Real box = 4 * square(r) * bekker(sinkage);
    Real ball = 0;
    const Real rim = std::sqrt(2 * r * sinkage - square(sinkage));
    for (int i = 0; i < 2000; ++i) {
        const Real rho = rim * (i + 0.5) / 2000;
        ball += 2 * Pi * rho * rim / 2000 * bekker(sinkage - r + std::sqrt(square(r) - square(rho)));
    }
    const std::vector<std::pair<std::shared_ptr<Shape>, Real>> shapes = {
        {std::make_shared<Brick>(Vec3(r), 1e-6), box},
        {std::make_shared<ConvexHull>(cornersOf(Vec3(r)), 1e-6), box},
        {std::make_shared<Mesh>(cornersOf(Vec3(r)), boxFaces, 0), box},
        {std::make_shared<Mesh>(cornersOf(Vec3(r)), boxFaces, 1e-5), box},
        {std::make_shared<Sphere>(r), ball},
        {std::make_shared<Ellipsoid>(Vec3(r)), ball},
        {std::make_shared<Capsule>(r, 1e-9), ball}};
    for (const auto& [shape, lift] : shapes) {
        SoilScene scene(soil(0.003).setPlateWidth(0.1), *shape);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.begin();
        scene.body.setQToFitTranslation(state, Vec3(0.001, r - sinkage, 0.0007));
        scene.system.realize(state, Stage::Dynamics);
        EXPECT_NEAR(scene.sum(force, state)[1] / lift, 1, 2e-3) << shape->describe();
    }
    for (const auto& shape : std::vector<std::shared_ptr<Shape>>{std::make_shared<Wheel>(r, 0.01),
                                                                 std::make_shared<Cylinder>(r, 0.02, 0.002)}) {
        SoilScene scene(soil(0.003), *shape);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.begin();
        scene.body.setQToFitTranslation(state, Vec3(0.001, r - sinkage, 0.0007));
        scene.system.realize(state, Stage::Dynamics);
        EXPECT_GT(scene.sum(force, state)[1], 10) << shape->describe();
    }
}

// On a terrain the depth is along its normal: a plane terrain that is inclined is a half space that is inclined, smooth or faceted. The cells of
// the two lie differently, which makes 2e-3.
TEST(Soil, LiesOverATerrain) { expectSameOnTerrain(soil(0.005), 2e-3); }

// Values out of range, a body that begins below the soil, and what cannot sink in are errors with the names of both.
TEST(Soil, BadInputIsAnError) {
    expectMessage([&] { Soil(0, 0, 1e6, 0, 0.5, 0.01); }, {"exponent n = 0; it must be in (0, 3]"});
    expectMessages({{[&] { Soil(NaN, 0, 1e6, 0, 0.5, 0.01); }, {"exponent n"}},
                    {[&] { Soil(1, 0, 0, 0, 0.5, 0.01); }, {"k_phi = 0"}},
                    {[&] { Soil(1, 0, 1e6, -1, 0.5, 0.01); }, {"cohesion c = -1 Pa"}},
                    {[&] { Soil(1, 0, 1e6, 0, Pi / 2, 0.01); }, {"friction angle phi"}},
                    {[&] { Soil(1, 0, 1e6, 0, 30, 0.01); }, {"an angle in radians"}},
                    {[&] { Soil(1, 0, 1e6, 0, 0.5, 0); }, {"shear length K = 0 m"}},
                    {[&] { Soil(0.5, 0, 1e6, 0, 0.5, 0.01).setUnloadingStiffness(0); }, {"> 0 if n < 1"}},
                    {[&] { Soil::snow().setDamping(-1); }, {"damping = -1 Pa s/m"}}});
    const auto run = [](const Soil& of, const Shape& shape, const Vec3& at) {
        SoilScene scene(of, shape);
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.begin();
        scene.body.setQToFitTranslation(state, at);
        scene.system.realize(state, Stage::Dynamics);
    };
    expectMessages({{[&] { run(soil(0.3), Sphere(0.1), Vec3(0)); },
                     {"ground: cell size = 0.3 m; it must be smaller than the least width of body"}},
                    {[&] { run(soil(0.01), Sphere(0.1), Vec3(0, -0.2, 0)); }, {"body begins below ground"}},
                    {[&] { run(Soil(1, -1e5, 1e6, 0, 0.5, 0.01), Sphere(0.01), Vec3(0)); }, {"k_c/b + k_phi"}}});
    SoilScene scene(soil(0.01), Sphere(0.1));
    expectMessage([&] { scene.surfaces.add(scene.body, HalfSpace(), Transform(), soil(0.01)); },
                  {"soil must be on Ground"});
    expectMessage([&] { scene.surfaces.add(scene.matter.Ground(), Sphere(1), Transform(), soil(0.01)); },
                  {"soil must be a HalfSpace or a Terrain"});
    HertzMindlinForce force(scene.forces, scene.surfaces);
    const State state = scene.begin();
    expectMessage([&] { force.getSinkage(state, scene.onBody, Vec3(0)); }, {"is not of Soil"});
    expectMessage([&] { force.getSinkage(state, scene.ground, Vec3(NaN)); }, {"not finite"});
}

} // namespace
} // namespace test_soil
