// Tests the block and the standing figure on a moving platform.

#include "MovingPlatform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace test_moving_platform {

using namespace lab;

namespace {

PlatformOptions with(const std::string& name, const std::string& rider, Real acceleration) {
    PlatformOptions options(rider);
    options.law = findLaw(platformLaws(), name).law;
    options.acceleration = acceleration;
    return options;
}

PlatformResult shake(const std::string& name, const std::string& rider, Real acceleration) {
    return runPlatform(with(name, rider, acceleration));
}

const std::vector<std::string> withHistory = {"hertz-mindlin", "cundall"};
const Real limit = 0.2 * 9.81; // mu g [m/s^2]

} // namespace

// The closed form agrees with the same equation of motion in small steps.
TEST(MovingPlatform, ClosedFormAgreesWithSmallSteps) {
    for (Real acceleration : {1.01 * limit, 1.3 * limit, 1.8 * limit}) {
        const Real w = 4 * SimTK::Pi, dt = 1e-6;
        Real velocity = 0, way = 0; // of the block past the platform, over half a period
        for (int i = int(std::asin(limit / acceleration) / (w * dt)) + 1; velocity >= 0; ++i) {
            velocity += dt * (acceleration * std::sin(w * (i + 0.5) * dt) - limit);
            way += dt * velocity;
        }
        EXPECT_NEAR(2 * way / solveBlockSlip(acceleration, 2, 0.2), 1, 1e-3) << acceleration; // its first order
    }
    EXPECT_EQ(solveBlockSlip(0.99 * limit, 2, 0.2), 0);
    EXPECT_THROW(solveBlockSlip(1.9 * limit, 2, 0.2), std::invalid_argument);
}

// Below mu g a block stays. Above it the block slides by the distance of the closed form, more exactly on stiffer soles.
TEST(MovingPlatform, BlockSlidesFromTheCoulombLimitOn) {
    for (const std::string& name : withHistory) {
        const PlatformResult below = shake(name, "block", 0.97 * limit);
        EXPECT_FALSE(below.slides) << name;
        EXPECT_LT(below.drift, 1e-6) << name;        // m per period
        EXPECT_NEAR(below.load, 0.97, 0.03) << name; // oscillation of the soles
        EXPECT_TRUE(shake(name, "block", 1.05 * limit).slides) << name;
        PlatformOptions options = with(name, "block", 1.5 * limit);
        const Real exact = solveBlockSlip(options.acceleration, options.frequency, 0.2);
        const Real off = runPlatform(options).slip / exact - 1;
        EXPECT_NEAR(off, 0, 0.03) << name; // a sole of 1 GPa
        options.law.youngsModulus *= 10;
        if (options.law.law == "cundall") options.law.kn *= 10;
        EXPECT_NEAR(runPlatform(options).slip / exact, 1, 0.005) << name; // a tenth of the strain
    }
}

// Slip reverses eight times a second, at any time within a step. It is the same with each integrator, at an accuracy that resolves the
// oscillation of the soles' springs. (CPodes with Adams' formulas does not return on prescribed motion, because of Simbody.)
TEST(MovingPlatform, BlockSlidesAlikeUnderEveryIntegrator) {
    PlatformOptions options = with("cundall", "block", 1.7376 * limit);
    options.integrator.maxStep = 0.01; // [s]; a twentieth of the duration of a slip
    options.integrator.accuracy = 1e-8;
    const Real expected = runPlatform(options).slip;
    EXPECT_NEAR(expected, solveBlockSlip(options.acceleration, options.frequency, 0.2),
                0.02 * expected); // the soles deform
    for (const auto& [name, accuracy] : std::map<std::string, Real>{
             {"rkm", 1e-5}, {"rk3", 1e-5}, {"rkf", 1e-5}, {"verlet", 1e-4}, {"cpodes", 1e-5}, {"see2", 1e-6}}) {
        options.integrator.name = name;
        options.integrator.accuracy = accuracy;
        EXPECT_NEAR(runPlatform(options).slip / expected, 1, 0.01) << name; // required
    }
    options.integrator.fixedStep = 5e-5;
    for (const char* name : {"see", "euler"}) {
        options.integrator.name = name;
        EXPECT_NEAR(runPlatform(options).slip / expected, 1, 0.01) << name;
    }
}

// HuntCrossleyForce slips below mu g too. By its friction mu N v_t/v_transition the block moves at v_transition A/(mu g) sin(w t),
// which is 4/w of that back and forth.
TEST(MovingPlatform, BlockCreepsOnHuntCrossleyForce) {
    const Real acceleration = 0.5 * limit, transitionVelocity = 0.01, w = 4 * SimTK::Pi;
    const Real creep = 4 / w * transitionVelocity * acceleration / limit;
    EXPECT_NEAR(shake("hunt-crossley-0.01", "block", acceleration).slip / creep, 1,
                0.05); // the block's own acceleration
}

// The figure stands without slip, although its feet push apart, and under gentle shaking. It slips at a lower acceleration than a
// block, since it sways.
TEST(MovingPlatform, FigureStandsUntilItSlips) {
    for (const std::string& name : withHistory) {
        for (Real acceleration : {0., 0.2}) {
            const PlatformResult r = shake(name, "figure", acceleration);
            EXPECT_FALSE(r.slides) << name;
            EXPECT_LT(r.drift, 1e-6) << name; // m per period
        }
        const PlatformResult r = shake(name, "figure", 1);
        EXPECT_TRUE(r.slides) << name;
        EXPECT_GT(r.slip, 1e-4) << name;
    }
}

// On HuntCrossleyForce the figure's feet slide apart without shaking.
TEST(MovingPlatform, FiguresFeetSlideApartOnHuntCrossleyForce) {
    EXPECT_GT(shake("hunt-crossley-0.01", "figure", 0).drift, 1e-4); // m in half a second
}

} // namespace test_moving_platform
