// Tests the brick and the leg of the drop test. test_restitution.cpp tests its ball.

#include "Drops.h"

#include <simbodydem/ContactRecord.h>

#include <gtest/gtest.h>

#include <cmath>

namespace test_drop_test {

using namespace lab;

namespace {

const std::vector<std::string> withHistory = {"mindlin", "cundall"};

BrickResult dropBrick(const std::string& name) {
    BrickOptions options;
    options.law = findLaw(brickLaws(), name).law;
    return runDroppedBrick(options);
}

LandingResult land(const std::string& name) {
    LandingOptions options;
    options.law = findLaw(landingLaws(), name).law;
    return runLegLanding(options);
}

} // namespace

// A brick that falls on a corner comes to rest, and its fall's energy becomes heat with a named cause.
TEST(DropTest, BrickTurnsItsFallIntoHeat) {
    for (const std::string& name : withHistory) {
        const BrickResult r = dropBrick(name);
        EXPECT_LT(r.drift, 1e-6) << name;     // ten times the integrator's accuracy
        EXPECT_LT(r.timeToRest, 1.5) << name; // s, of three
        const simbodydem::DissipatedEnergy& heat = r.samples.back().heat;
        EXPECT_GT(heat.damping, heat.friction) << name; // e = 0.5 leaves a quarter of an impact's energy
        EXPECT_GT(heat.friction, 0.1 * r.startEnergy) << name;
        EXPECT_NEAR(heat.total() / r.startEnergy, 1, 1e-3) << name; // it rests on springs, 0.06 mm lower
    }
}

// A person who has landed stands with the whole weight on the ground, and the sum of energy and heat is constant.
TEST(DropTest, LegCarriesItsWeight) {
    for (const Contender& law : landingLaws()) {
        const LandingResult r = land(law.name);
        EXPECT_NEAR(r.restForce, 1, 1e-3) << law.name; // remaining motion of the damped joints after 2 s
        EXPECT_GT(r.peakForce, 5) << law.name;
        EXPECT_GT(r.samples.back().centreOfPressure, 0) << law.name;    // in front of the heel
        EXPECT_LT(r.samples.back().centreOfPressure, 0.23) << law.name; // and behind the toes
        if (!law.law.isHuntCrossley()) {
            EXPECT_LT(r.drift, 1e-4) << law.name; // ten times the integrator's accuracy
        }
    }
}

// The impulse of the vertical ground reaction is the change of momentum: the weight times the total time.
TEST(DropTest, LandingKeepsTheImpulse) {
    const LandingResult r = land("mindlin");
    Real impulse = 0;
    for (std::size_t i = 1; i < r.samples.size(); ++i)
        impulse += 0.5e-3 * (r.samples[i - 1].vertical + r.samples[i].vertical);
    const Real weight = r.samples.back().vertical / r.restForce;
    EXPECT_NEAR(impulse / (weight * r.samples.back().time), 1, 0.005); // trapezoidal rule in an impact of some ms
}

// With a bent knee the leg pushes the foot forwards, and only friction holds it. On a spring the foot stays. On HuntCrossleyForce it
// creeps in proportion to the transition velocity.
TEST(DropTest, LandedFootStaysOnASpring) {
    for (const std::string& name : withHistory) EXPECT_LT(std::abs(land(name).creep), 1e-8) << name; // m/s
    const Real fast = land("hunt-crossley-0.01").creep, slow = land("hunt-crossley-0.001").creep;
    EXPECT_GT(slow, 1e-4);                   // m/s
    EXPECT_NEAR(fast / (10 * slow), 1, 0.1); // the leg's pose changes during the motion
}

} // namespace test_drop_test
