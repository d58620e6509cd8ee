// Tests stacks, stairs and Simbody's own examples.

#include "Shapes.h"
#include "SimbodyExamples.h"

#include <gtest/gtest.h>

namespace test_shapes {

using namespace lab;

// Ten bricks stand for a minute, the top brick within a micrometre. They fall when the fourth brick is pulled out.
TEST(Shapes, StackStandsAndFalls) {
    const StackResult r = runStack(StackOptions());
    EXPECT_LT(r.moved, 1e-6);
    EXPECT_GT(r.fallen, 0.04); // a brick's height
}

// The energy account contains the losses of a brick that falls down stairs.
TEST(Shapes, EnergyAccountClosesForABrickOnStairs) {
    const StairsResult r = runStairs(StairsOptions());
    EXPECT_TRUE(r.isOnStairs);
    EXPECT_GT(r.fallen, 1); // two steps of 0.1 m
    EXPECT_NEAR(r.missing, 0, 1e-6);
}

// A ring of triangles comes to rest in a bowl.
TEST(Shapes, RingComesToRestInABowl) {
    RingOptions options;
    options.rings = 16;
    options.sides = 8;
    const RingResult r = runRing(options);
    EXPECT_EQ(r.triangles, 256);
    EXPECT_LT(r.speed, 1e-3);
    EXPECT_NEAR(r.missing, 0, 1e-3 * r.fallen);
}

// With the integrator and the accuracy of the Simbody example the Strandbeest keeps its position. CompliantContactSubsystem creeps.
TEST(SimbodysExamples, TheStrandbeestDoesNotCreep) {
    PortedOptions options("strandbeest");
    options.integrator.name = "see2";
    options.integrator.accuracy = 0.1;
    EXPECT_LT(runPorted(options).moved, 1e-8);
    options.contact = "compliant";
    EXPECT_GT(runPorted(options).moved, 1e-2);
}

} // namespace test_shapes
