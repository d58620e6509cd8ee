// Restitution on a mechanism: a leg that comes down on its foot.

#include "Leg.h"

#include <gtest/gtest.h>

using namespace lab;

// With the articulated effective mass a leg's foot returns what a free sphere does: what was asked where tension is
// allowed, and .5503 for .5 with the clamp, in every pose. The two bodies' mass is off by up to .2.
TEST(Leg, ReturnsWhatAFreeSphereDoes) {
    for (const char* law : {"hertz-mindlin", "cundall"})
        for (Real pose : {10., 40., 60., 90., 120.}) {
            LegOptions options;
            options.law.law = law;
            if (options.law.law == "cundall") options.law.kn = 1e9; // the impact is over in a fraction of a millisecond
            options.pose = pose;
            EXPECT_NEAR(runLeg(options).got, 0.5503, 0.003) << law << " " << pose; // the project's own requirement
            options.law.tension = "allow";
            EXPECT_NEAR(runLeg(options).got, 0.5, 0.003) << law << " " << pose;
        }
    LegOptions twoBody;
    twoBody.pose = 10;
    twoBody.effectiveMass = "twobody";
    EXPECT_GT(runLeg(twoBody).got, 0.7);
}
