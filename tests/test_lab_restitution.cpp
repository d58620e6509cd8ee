// Asked is got: with RestitutionMeaning::Realized a free impact returns the asked restitution.

#include "Impact.h"

#include <gtest/gtest.h>

using namespace lab;

// At every speed, with the clamp and without, from .05 to 1.
TEST(Realized, ReturnsWhatWasAsked) {
    for (const char* law : {"hertz-mindlin", "cundall"})
        for (const char* tension : {"clamp", "allow"})
            for (Real speed : {0.01, 1., 10.})
                for (Real asked : {0.05, 0.1, 0.3, 0.5, 0.8, 1.}) {
                    ImpactOptions options;
                    options.law.law = law;
                    options.law.tension = tension;
                    options.law.restitutionAs = "realized";
                    options.law.restitution = asked;
                    options.speed = speed;
                    options.integrator.accuracy = 1e-8;
                    EXPECT_NEAR(runImpact(options).e_n, asked, 0.002)
                        << law << " " << tension << " " << speed; // required
                }
}

// An asked 0 leaves a hundredth at most, since more damping could not be integrated.
TEST(Realized, LeavesAHundredthOfNothing) {
    for (const char* law : {"hertz-mindlin", "cundall"})
        for (const char* tension : {"clamp", "allow"}) {
            ImpactOptions options;
            options.law.law = law;
            options.law.tension = tension;
            options.law.restitutionAs = "realized";
            options.law.restitution = 0;
            options.integrator.accuracy = 1e-8;
            const Real got = runImpact(options).e_n;
            EXPECT_GE(got, 0) << law << " " << tension;
            EXPECT_LE(got, 0.01) << law << " " << tension;
        }
}
