// SPDX-License-Identifier: Apache-2.0
// Tests the law of soil for one cell: Bekker's and Janosi's curves, ripples, energy, the order of a step and damping.

#include "laws/SoilLaw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace test_soil_law {
namespace {

using namespace simbodydem::kernels;

const double modulus = 2e6, shearLength = 0.01, unloading = 4e7, slope = std::tan(0.5), gravity = 9.81;

// Bekker's curve is 2e6 z^1.1. A negative damping stands for the default.
SoilConstants soil(double cohesion, double damping = 0) {
    return {1.1, modulus, cohesion, slope, shearLength, unloading, 0, damping, 0.4 / std::sqrt(gravity), 0};
}
double bekker(double z) { return modulus * std::pow(z, 1.1); }

// A cell under a surface that is moved by hand.
struct Cell {
    SoilConstants soil;
    double depth = 0, yieldDepth = 0;
    SoilShear memory{};
    SoilCellOutput out{};
    double heat = 0, leastHeat = 0; // in all steps, and the least one in a step [J/m^2]

    Cell(const SoilConstants& of) : soil(of) {}
    // Moves the surface in equal steps, without velocity.
    void move(double toDepth, const Vector2& slip, int steps, double factor = 1) {
        const double from = depth;
        for (int i = 1; i <= steps; ++i) step(from + (toDepth - from) * i / steps, slip / steps, factor);
    }
    void step(double toDepth, const Vector2& slip, double factor = 1) {
        const bool isTouched = out.touches();
        SoilCellInput in;
        in.depth = depth = toDepth;
        in.rate = 0;
        in.yieldDepth = yieldDepth;
        in.upwards = 1;
        in.factor = factor;
        in.slipVelocity = Vector2::Zero();
        in.slips[0] = isTouched ? Vector2(0.5 * slip) : Vector2(Vector2::Zero());
        in.slips[1] = isTouched ? Vector2(0.5 * slip) : slip;
        in.past = isTouched ? &memory : nullptr;
        out = evaluateSoilCell(soil, in);
        const double lost = out.touches() ? out.plasticHeat + out.frictionHeat : memory.stored();
        heat += lost;
        leastHeat = std::min(leastHeat, lost);
        yieldDepth = std::max(yieldDepth, depth);
        memory = out.touches() ? out.next : SoilShear();
    }
    double pressure() const { return out.touches() ? out.pressure.total : 0; }
    Vector2 stress() const { return out.touches() ? out.stress : Vector2(Vector2::Zero()); }
    double stored() const { return out.touches() ? out.pressure.stored + out.storedShear : 0; }
    double strength() const { return soil.cohesion + pressure() * soil.friction; }
};

const Vector2 alongX(1, 0);

// Shear at constant pressure follows Janosi's curve in any number of steps, to rounding.
TEST(SoilLaw, ShearFollowsJanosisCurve) {
    for (const double cohesion : {0., 1000.})
        for (const int steps : {1, 3, 50}) {
            Cell cell(soil(cohesion));
            cell.move(0.02, Vector2::Zero(), steps);
            double slip = 0;
            for (const double to : {0.002, 0.01, 0.025}) {
                cell.move(0.02, (to - slip) * alongX, steps);
                slip = to;
                const double right = cell.strength() * std::expm1(-slip / shearLength);
                EXPECT_NEAR(cell.stress()[0], right, 1e-12 * cell.strength()) << cohesion << " " << steps << " " << to;
            }
        }
}

// A slip that turns round unloads along the stiffness of the largest pressure, although the present pressure is half of it. It
// yields at the strength of the present pressure.
TEST(SoilLaw, StiffnessIsThatOfTheLargestPressure) {
    Cell cell(soil(1000));
    cell.move(0.02, Vector2::Zero(), 5);
    cell.move(0.02, 0.03 * alongX, 5);
    const double stiffness = cell.strength() / shearLength;
    cell.move(0.02 - 0.5 * bekker(0.02) / unloading, Vector2::Zero(), 5);
    const double held = cell.stress()[0];
    EXPECT_NEAR(held, cell.strength() * std::expm1(-0.03 / shearLength), 1e-9 * cell.strength());
    cell.move(cell.depth, -0.004 * alongX, 3);
    EXPECT_NEAR(cell.stress()[0] - held, 0.004 * stiffness, 1e-9 * cell.strength());
    cell.move(cell.depth, -0.2 * alongX, 3);
    EXPECT_NEAR(cell.stress()[0], cell.strength(), 1e-6 * cell.strength()); // hardening has saturated
}

// A pressure that falls by a fraction and rises again takes shear once: the stress stays at the strength of the lowest pressure, in any number of
// cycles.
TEST(SoilLaw, RippleTakesShearOnce) {
    for (const double cohesion : {0., 1000.})
        for (const double fraction : {0.01, 0.1, 0.3}) {
            Cell cell(soil(cohesion));
            cell.move(0.02, Vector2::Zero(), 5);
            cell.move(0.02, 0.003 * alongX, 5);
            const double before = cell.stress()[0], p = cell.pressure(), full = cell.strength();
            const double left = (full - fraction * p * slope) / full;
            for (int cycle = 1; cycle <= 100; ++cycle) {
                cell.move(0.02 - fraction * p / unloading, Vector2::Zero(), 4);
                cell.move(0.02, Vector2::Zero(), 4);
                ASSERT_NEAR(cell.stress()[0] / before, left, 1e-12) << fraction << " " << cycle;
            }
        }
}

// A spring that is dragged across its direction after much slip turns by tan(angle/2) ~ exp(-slip/K), in any number of steps.
TEST(SoilLaw, DraggedSpringTurnsIntoTheSlip) {
    for (const int steps : {1, 4}) {
        Cell cell(soil(0));
        cell.move(0.02, Vector2::Zero(), 5);
        cell.move(0.02, 0.5 * alongX, 5);
        cell.move(0.02, Vector2(0, 0.007), steps);
        const double angle = 2 * std::atan(std::exp(-0.007 / shearLength)); // to the slip; it begins at a right angle
        const Vector2 direction = -cell.stress() / cell.strength();
        EXPECT_NEAR(direction[0], std::sin(angle), 1e-12) << steps;
        EXPECT_NEAR(direction[1], std::cos(angle), 1e-12) << steps;
    }
}

// A slip as short as rounding, in any direction, does not turn the first slip that follows.
TEST(SoilLaw, RoundingTurnsNoSlip) {
    for (const double first : {1e-21, 1e-19, 1e-17})
        for (const double side : {-1., 1.}) {
            Cell cell(soil(1000));
            cell.move(0.02, Vector2::Zero(), 5);
            cell.move(0.02, Vector2(-first, side * first), 1);
            cell.move(0.02, Vector2(1e-3, -side * 1e-19), 2);
            EXPECT_NEAR(cell.stress()[0], cell.strength() * std::expm1(-1e-3 / shearLength), 1e-9 * cell.strength());
            EXPECT_NEAR(cell.stress()[1], 0, 1e-9 * cell.strength());
        }
}

// Under a rigid wheel the stress follows Janosi's curve with the present pressure and the slip of the cell, at any slip. The stiffness may only grow by what
// the pressure pays for, which is too little just after touch: 1e-4 of the integral.
TEST(SoilLaw, WheelFollowsJanosisCurve) {
    const double r = 0.25, sinkage = 0.03, first = std::acos(1 - sinkage / r), p1 = bekker(sinkage);
    const double last = -std::acos(1 - p1 / unloading / r);
    const int steps = 300;
    for (const double cohesion : {0., 1000., 4000.})
        for (const double s : {0.05, 0.2, 0.5, 0.9}) {
            Cell cell(soil(cohesion));
            double slip = 0, sum = 0, right = 0;
            for (int i = 1; i <= steps; ++i) {
                const double at = first + (last - first) * i / steps;
                const double z = std::max(r * (std::cos(at) - std::cos(first)), 0.);
                const double path = (std::sin(first) - std::sin(at)) -
                                    (1 - s) * ((first - at) / 2 + (std::sin(2 * first) - std::sin(2 * at)) / 4);
                const double j = r / (1 - s) * path;
                cell.step(z, (j - slip) * alongX);
                slip = j;
                const double fading = at > 0 ? 1 : std::min(10 * cell.pressure() / p1, 1.); // of the cohesion
                right += (fading * cohesion + cell.pressure() * slope) * std::expm1(-j / shearLength);
                sum += cell.stress()[0];
            }
            EXPECT_NEAR(sum / right, 1, 1e-4) << cohesion << " " << s;
        }
}

// No path of a cell makes energy: no step has negative heat, and the work less the stored energy is the heat. The error of the trapezoidal sum of the
// work over 400 steps is 1e-4 of all work, and falls as the square of the step.
TEST(SoilLaw, NoPathMakesEnergy) {
    double errors[2] = {0, 0};
    for (const int fine : {0, 1})
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            std::uniform_real_distribution<double> any(-1, 1);
            Cell cell(soil(seed % 2 ? 0 : 1000));
            double stirred = 0, largest = 0;
            const int steps = fine ? 400 : 100;
            for (int leg = 0; leg < 60; ++leg) {
                const double kind = any(random);
                const double to = kind > 0.6    ? 0.02 + 0.002 * any(random) // first loading
                                  : kind > -0.4 ? 0.0195 + 0.0007 * any(random)
                                  : kind > -0.6 ? 0
                                                : cell.depth;
                const bool isSheared = std::abs(any(random)) > 0.3;
                const Vector2 slip = isSheared ? Vector2(0.004 * any(random), 0.004 * any(random)) : Vector2(0, 0);
                const double from = cell.depth, storedBefore = cell.stored(), heatBefore = cell.heat;
                double work = 0;
                for (int i = 1; i <= steps; ++i) {
                    const double p = cell.pressure(), z = cell.depth;
                    const Vector2 stress = cell.stress();
                    cell.step(from + (to - from) * i / steps, slip / steps);
                    work += 0.5 * (p + cell.pressure()) * (cell.depth - z) -
                            0.5 * (stress + cell.stress()).dot(slip / steps);
                }
                stirred += std::abs(work);
                largest = std::max(largest, std::abs(work - (cell.stored() - storedBefore) - (cell.heat - heatBefore)));
            }
            EXPECT_GE(cell.leastHeat, -1e-12 * stirred) << seed;
            errors[fine] = std::max(errors[fine], largest / stirred);
        }
    EXPECT_LT(errors[1], 1e-4);
    EXPECT_LT(errors[1], errors[0] / 12);
}

// The error of a path over its steps is of the second order: a slip on a circle at constant pressure, and a steady slip while the pressure oscillates.
// From 64 to 256 steps it falls 14 times, instead of 16, since the steps in which the soil begins to yield scatter.
TEST(SoilLaw, StepIsOfSecondOrder) {
    for (const bool isCircle : {false, true}) {
        const auto run = [&](int steps) {
            Cell cell(soil(1000));
            cell.move(0.02, Vector2::Zero(), 1);
            Vector2 before(0, 0);
            for (int i = 1; i <= steps; ++i) {
                const double t = double(i) / steps;
                const Vector2 circle = 0.006 * Vector2(1 - std::cos(5 * t), std::sin(5 * t));
                const Vector2 at = isCircle ? circle : Vector2(0.01 * t * t * alongX);
                cell.step(isCircle ? 0.02 : 0.02 - 5e-4 * std::pow(std::sin(4 * t), 2), at - before);
                before = at;
            }
            return cell.stress();
        };
        const Vector2 right = run(1 << 15);
        const double coarse = (run(64) - right).norm(), fine = (run(256) - right).norm();
        EXPECT_LT(coarse, 1e-3 * right.norm()) << isCircle;
        EXPECT_LT(fine, coarse / 14) << isCircle;
    }
}

// The dashpots of pressure and shear have the damping ratio 0.2 under a resting body, whose mass per area is p/g.
TEST(SoilLaw, DampingRatioIsThatOfThePressure) {
    Cell cell(soil(1000, -1));
    cell.move(0.02, Vector2::Zero(), 5);
    cell.move(0.02, 0.005 * alongX, 5);
    cell.move(0.02, -0.001 * alongX, 1);
    const double mass = cell.pressure() / gravity;
    const auto ratio = [&](double damping, double stiffness) { return damping / (2 * std::sqrt(stiffness * mass)); };
    for (const int axis : {0, 1})
        EXPECT_NEAR(ratio(-cell.out.bySlipVelocity(axis, axis), -cell.out.bySlip(axis, axis)), 0.2, 1e-12);
    const SoilPressure& pressure = cell.out.pressure;
    EXPECT_NEAR(ratio(pressure.dampingTime * pressure.stiffness, pressure.stiffness), 0.2, 1e-12);
}

// A friction factor scales the strength. One that grows while the pressure rests pays for nothing, so the stored energy does not grow.
TEST(SoilLaw, FactorScalesTheStrength) {
    Cell whole(soil(1000)), half(soil(1000));
    whole.move(0.02, Vector2::Zero(), 5);
    half.move(0.02, Vector2::Zero(), 5, 0.5);
    whole.move(0.02, 0.005 * alongX, 5);
    half.move(0.02, 0.005 * alongX, 5, 0.5);
    EXPECT_NEAR(half.stress()[0] / whole.stress()[0], 0.5, 1e-12);
    const double stored = half.out.storedShear;
    half.step(0.02, Vector2::Zero());
    EXPECT_NEAR(half.out.storedShear, stored, 1e-12 * stored);
    EXPECT_NEAR(half.out.frictionHeat, 0, 1e-12 * stored);
}

// A wall that moves sideways has the integral of p dz per width. Moved back, the soil gives up its spring and keeps a gap, and the same place has the same force
// again. What the wall does is heat or stored.
TEST(SoilLaw, WallPressesNewGround) {
    const SoilConstants of = soil(0);
    const double z = 0.02, whole = modulus * std::pow(z, 2.1) / 2.1, elastic = bekker(z) * bekker(z) / (2 * unloading);
    SoilWall wall{};
    double work = 0, heat = 0;
    const auto move = [&](double way, int steps) {
        for (int i = 0; i < steps; ++i) {
            const double before = wall.force;
            wall = pressWall(of, {z, z, 0, wall.reach, way / steps, 0});
            work += 0.5 * (before + wall.force) * way / steps;
            heat += wall.heat;
            EXPECT_GE(wall.heat, 0);
        }
    };
    move(0, 1);
    EXPECT_NEAR(wall.force, elastic, 1e-12 * whole); // rounding
    move(0.05, 500);
    EXPECT_NEAR(wall.force, whole, 1e-12 * whole);
    move(-0.03, 300);
    EXPECT_NEAR(wall.force, elastic, 1e-12 * whole);
    EXPECT_EQ(wall.stored, 0);
    EXPECT_NEAR(work - heat, 0.02 * elastic, 2e-3 * work); // the elastic energy of the soil below; corners of the line in steps of .1 mm
    const double before = heat;
    move(0.03, 300);
    EXPECT_NEAR(wall.force, whole, 1e-9 * whole);
    EXPECT_NEAR(heat, before, 1e-9 * heat);
}

} // namespace
} // namespace test_soil_law
