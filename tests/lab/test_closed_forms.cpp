// Tests the experiments of contact-lab against closed forms.

#include "LabExperiments.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_closed_forms {

using namespace lab;
using SimTK::Pi;

namespace {

ImpactOptions hertzImpact(Real radius, Real speed, Real young, Real poisson, Real density) {
    ImpactOptions options;
    options.law.law = "";
    options.law.damping = "none";
    options.law.youngsModulus = young;
    options.law.poissonsRatio = poisson;
    options.radius = radius;
    options.density = density;
    options.speed = speed;
    options.integrator.accuracy = 1e-8;
    return options;
}

struct ElasticCase {
    const char *name, *target;
    Real radius, speed, young, poisson, density, maxForce, maxOverlap, contactTime;
};

} // namespace

class ElasticImpact : public ::testing::TestWithParam<ElasticCase> {};
INSTANTIATE_TEST_SUITE_P(
    ChungAndOoi, ElasticImpact,
    ::testing::Values(
        ElasticCase{"glassSpheres", "sphere", .01, 20, 4.8e10, .20, 2800, 10696.889, 274.1127e-6, 40.33946e-6},
        ElasticCase{"limestoneSpheres", "sphere", .01, 20, 2e10, .25, 2500, 7108.241, 368.3040e-6, 54.20100e-6},
        ElasticCase{"aluminium", "rigid-plane", .1, .2, 7e10, .30, 2699, 11369.858, 49.71718e-6, 731.6566e-6},
        ElasticCase{"magnesium", "rigid-plane", .1, .2, 4e10, .35, 1800, 7232.681, 52.12329e-6, 767.0659e-6}),
    [](const auto& info) { return info.param.name; });

// Chung & Ooi (2011), tests 1 and 2: the impact has Hertz's peak force, overlap and duration, and a restitution of 1.
TEST_P(ElasticImpact, HasHertzsPeakAndDuration) {
    const ElasticCase& c = GetParam();
    ImpactOptions options = hertzImpact(c.radius, c.speed, c.young, c.poisson, c.density);
    options.target = c.target;
    const ImpactResult r = runImpact(options);
    EXPECT_NEAR(r.maxNormalForce / c.maxForce, 1, 1e-4); // the requirement of the project
    EXPECT_NEAR(r.maxOverlap / c.maxOverlap, 1, 1e-4);
    EXPECT_NEAR(r.contactTime / c.contactTime, 1, 1e-4);
    EXPECT_NEAR(r.e_n, 1, 1e-5); // ten times the integrator's error
}

// The set restitution, the constants of Tsuji, Tanaka and Ishida, tension, and the expected restitution. It is a closed form if
// tension is allowed, and otherwise the independently integrated value.
struct DampedCase {
    const char *name, *damping;
    bool tensionAllowed;
    Real asked, got;
};
class TTIImpact : public ::testing::TestWithParam<DampedCase> {};
INSTANTIATE_TEST_SUITE_P(DampedCases, TTIImpact,
                         ::testing::Values(DampedCase{"half", "tti", true, .5, .5},
                                           DampedCase{"halfClamped", "tti", false, .5, .55029},
                                           DampedCase{"nine", "tti", true, .9, .9},
                                           DampedCase{"nineClamped", "tti", false, .9, .90203},
                                           DampedCase{"demlabHalf", "tti-demlab", true, .5, .499711},
                                           DampedCase{"demlabHalfClamped", "tti-demlab", false, .5, .550052},
                                           DampedCase{"demlabNine", "tti-demlab", true, .9, .899981},
                                           DampedCase{"demlabNineClamped", "tti-demlab", false, .9, .902008}),
                         [](const auto& info) { return info.param.name; });

// Tsuji-Tanaka-Ishida damping has the restitution of its constants, with and without tension.
TEST_P(TTIImpact, ReturnsTheTextbooksRestitution) {
    ImpactOptions options = hertzImpact(.01, 1, 1e8, .3, 2500);
    options.law.damping = GetParam().damping;
    options.law.restitution = GetParam().asked;
    options.law.tension = GetParam().tensionAllowed ? "allow" : "clamp";
    options.law.restitutionAs = "textbook";
    EXPECT_NEAR(runImpact(options).e_n, GetParam().got, 2e-5); // five to six digits are published
}

// The restitution of a linear dashpot is exp(-b/sqrt(1-b^2) pi) with tension and exp(-b/sqrt(1-b^2) (pi - 2 asin b)) without.
TEST(LinearImpact, ReturnsTheClosedForms) {
    for (Real asked : {0.3, 0.5, 0.9}) {
        const Real l = -std::log(asked), b = l / std::sqrt(l * l + Pi * Pi);
        for (bool tension : {true, false}) {
            ImpactOptions options;
            options.law.law = "cundall";
            options.law.kn = 1e5;
            options.law.restitution = asked;
            options.law.tension = tension ? "allow" : "clamp";
            options.law.restitutionAs = "textbook";
            options.integrator.accuracy = 1e-8;
            const Real phase = tension ? Pi : Pi - 2 * std::asin(b);
            EXPECT_NEAR(runImpact(options).e_n, std::exp(-b / std::sqrt(1 - b * b) * phase),
                        1e-6); // ten times the accuracy
        }
    }
}

// In undamped Cundall impacts with kt/kn = 2/7 a sticking sphere keeps 3/7 of its tangential speed, at each angle. The overlap is
// small against the radius.
TEST(CundallImpact, KeepsThreeSeventhsWhileSticking) {
    for (Real angle : {5., 30., 60.}) {
        ImpactOptions options;
        options.law.law = "cundall";
        options.law.kn = 1e9;
        options.law.kt = 1e9 * 2 / 7;
        options.law.staticFriction = 100;
        options.integrator.accuracy = 1e-9;
        options.angle = angle;
        EXPECT_NEAR(runImpact(options).e_t, 3. / 7., 2e-3 * 3. / 7.); // overlap/R is up to 3e-4, levers enter twice
    }
}

// In gross slip e_t = 1 - mu (1 + e)/tan(angle) and the spin is 5/2 mu (1 + e) v_n/R, for each law, since all obey Coulomb.
TEST(ObliqueImpact, ObeysCoulombInGrossSlip) {
    for (const char* law : {"hertz-mindlin", "cundall"}) {
        ImpactOptions options;
        options.law.law = law;
        options.law.staticFriction = 0.1;
        options.law.youngsModulus = 1e10; // overlap/R is 2e-3
        options.integrator.accuracy = 1e-8;
        options.angle = 60;
        const ImpactResult r = runImpact(options);
        const Real impulse = 0.1 * (1 + r.e_n), normalSpeed = std::cos(Pi / 3);
        EXPECT_NEAR(r.e_t, 1 - impulse / std::tan(Pi / 3), 1e-4) << law; // the spring loads before the slip
        EXPECT_NEAR(r.spin / (2.5 * impulse * normalSpeed / options.radius), 1, 5e-3) << law; // lever R - delta/2
    }
}

// A sphere that starts sliding rolls after 2 v/(7 mu g), at 5/7 v.
TEST(SlidingSphere, RollsAsInClosedForm) {
    for (const char* law : {"hertz-mindlin", "cundall", "hertz-dashpot-slider"}) {
        RollOptions options;
        options.law.law = law;
        const RollResult r = runRoll(options);
        EXPECT_NEAR(r.timeToRoll / r.closedFormTime, 1, 0.01) << law; // the requirement of the project
        EXPECT_NEAR(r.speed / r.closedFormSpeed, 1, 0.01) << law;
        EXPECT_NEAR(r.spin * options.radius / r.closedFormSpeed, 1, 0.01) << law;
    }
}

// Above the Coulomb limit the block slides down with g (sin - mu cos).
TEST(Incline, SlidesWithTheClosedFormAboveTheLimit) {
    InclineOptions options;
    options.angle = 30;
    options.law.staticFriction = 0.3;
    options.time = 5;
    const InclineResult r = runIncline(options);
    const Real a = 9.81 * (std::sin(Pi / 6) - 0.3 * std::cos(Pi / 6));
    EXPECT_TRUE(r.slides);
    EXPECT_NEAR(r.drift / (0.5 * a * (25 - 1)), 1, 0.01); // the requirement of the project
}

// Below the limit the dashpot-slider creeps at m g sin/(4 eta): a limitation of that law, which this test records.
TEST(Incline, DashpotSliderCreepsAtItsClosedForm) {
    InclineOptions options;
    options.law.law = "hertz-dashpot-slider";
    options.law.tangentialDamping = 50;
    const InclineResult r = runIncline(options);
    EXPECT_NEAR(r.drift / (9.81 * std::sin(17 * Pi / 180) / (4 * 50) * 16), 1, 1e-4); // ten times the accuracy
}

} // namespace test_closed_forms
