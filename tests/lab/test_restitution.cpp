// Tests that a free impact has the restitution that was set, for each law, with and without tension, and at any speed.

#include "LabExperiments.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_restitution {

using namespace lab;

namespace {

struct DampedLaw {
    const char *name, *normal, *damping;
    bool hasTension; // true if it can be set to pull
};

ImpactOptions impactOf(const DampedLaw& law, const char* tension, Real speed, Real asked) {
    ImpactOptions options;
    options.law.law = "";
    options.law.normal = law.normal;
    options.law.damping = law.damping;
    if (law.hasTension) options.law.tension = tension;
    options.law.restitution = asked;
    options.speed = speed;
    options.integrator.accuracy = 1e-7;
    return options;
}

class Restitution : public ::testing::TestWithParam<DampedLaw> {};
INSTANTIATE_TEST_SUITE_P(SpeedIndependentLaws, Restitution,
                         ::testing::Values(DampedLaw{"tti", "hertz", "tti", true},
                                           DampedLaw{"criticalRatio", "hertz", "critical-ratio", true},
                                           DampedLaw{"linear", "linear", "", true},
                                           DampedLaw{"pfcLinear", "pfc-linear", "", false},
                                           DampedLaw{"pfcHysteretic", "pfc-hysteretic", "", false},
                                           DampedLaw{"huntCrossley", "hunt-crossley", "", false}),
                         [](const auto& info) { return info.param.name; });

} // namespace

// The restitution is right from 0.05 to 1 and from 0.01 to 10 m/s, clamped and with tension.
TEST_P(Restitution, IsTheSetOneAtEverySpeed) {
    for (const char* tension : {"clamp", "allow"})
        for (Real speed : {0.01, 1., 10.})
            for (Real asked : {0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1.})
                EXPECT_NEAR(runImpact(impactOf(GetParam(), tension, speed, asked)).e_n, asked, 0.002)
                    << tension << " " << speed; // the project's requirement
}

// A restitution of 0 leaves no speed.
TEST_P(Restitution, OfZeroLeavesNoSpeed) {
    for (const char* tension : {"clamp", "allow"})
        for (Real speed : {0.01, 10.})
            EXPECT_NEAR(runImpact(impactOf(GetParam(), tension, speed, 0)).e_n, 0, 1e-4)
                << tension << " "
                << speed; // the end of Hertz's contact is slow: 2.4e-5 of the speed after 20 contact times
}

// A leg rebounds with the restitution that was set in each pose, to 0.003, the project's requirement. With the two-body mass the error
// is up to 0.2.
TEST(Leg, ReturnsTheSetRestitution) {
    for (Real pose : {10., 40., 60., 90., 120.})
        for (Real asked : {0.1, 0.3, 0.5, 0.7, 0.9})
            for (const char* law : {"hertz-mindlin", "cundall"}) {
                LegOptions options;
                options.law.law = law;
                if (options.law.law == "cundall") options.law.kn = 1e9; // for an equally short impact
                options.law.restitution = asked;
                options.pose = pose;
                EXPECT_NEAR(runLeg(options).got, asked, 0.003) << law << " " << pose;
            }
    LegOptions twoBody;
    twoBody.pose = 10;
    twoBody.law.effectiveMass = "twobody";
    EXPECT_GT(runLeg(twoBody).got, 0.6);
}

} // namespace test_restitution
