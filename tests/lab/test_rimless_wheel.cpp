// Tests the rimless wheel against its closed form.

#include "RimlessWheel.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_rimless_wheel {

using namespace lab;

namespace {

Real off(const WheelOptions& options) {
    return runRimlessWheel(options).speed / solveRimlessWheel(options.footRadius).speed - 1;
}

// Returns the stiffest soles of the example, with a nearly plastic impact.
WheelOptions stiffest() {
    WheelOptions options;
    options.law.youngsModulus = 1e9;
    options.law.restitution = 0.02;
    return options;
}

} // namespace

// The closed form equals an independent evaluation for point feet and three radii.
TEST(RimlessWheel, ClosedFormAgreesWithAnIndependentEvaluation) {
    EXPECT_NEAR(solveRimlessWheel(1e-9).speed, 0.9126, 5e-5); // m/s, given to four digits
    EXPECT_NEAR(solveRimlessWheel(0.001).speed, 0.9155, 5e-5);
    EXPECT_NEAR(solveRimlessWheel(0.003).speed, 0.9211, 5e-5);
    EXPECT_NEAR(solveRimlessWheel(0.01).speed, 0.9407, 5e-5);
}

// On stiff feet that hardly bounce the wheel walks at the speed of the closed form, with small and large feet.
TEST(RimlessWheel, WalksAsFastAsInClosedForm) {
    WheelOptions options = stiffest();
    for (Real radius : {0.001, 0.003, 0.01}) {
        options.footRadius = radius;
        EXPECT_NEAR(off(options), 0, 0.01) << radius; // the requirement of the project
    }
}

// The remaining error is due to the tangential spring: it unloads after the impact, pushes the foot back and so accelerates the wheel.
// Overdamped it does not; nearly undamped it makes the wheel faster by some per cent.
TEST(RimlessWheel, IsFasterByTheTangentialRebound) {
    WheelOptions options = stiffest();
    options.law.tangentialDampingRatio = 2;
    EXPECT_NEAR(off(options), 0, 0.002); // the normal restitution of 0.02
    options.law.tangentialDampingRatio = 0.4;
    EXPECT_GT(off(options), 0.015);
}

// HuntCrossleyForce needs more steps for a larger error.
TEST(RimlessWheel, IsMoreExactThanHuntCrossleyForce) {
    const WheelOptions ours;
    WheelOptions theirs;
    theirs.law = findLaw(wheelLaws(), "hunt-crossley-0.01").law;
    EXPECT_GT(std::abs(off(theirs)), std::abs(off(ours)));
    EXPECT_GT(runRimlessWheel(theirs).cost.steps, 1.5 * runRimlessWheel(ours).cost.steps);
}

} // namespace test_rimless_wheel
