// Tests worked values of damping laws whose restitution depends on speed, integrated independently to five digits. Two equal spheres
// of 10 mm radius, 2500 kg/m^3, E = 10 MPa and nu = 0.3 meet at 1 m/s.

#include "LabExperiments.h"

#include <gtest/gtest.h>

namespace test_worked_values {

using namespace lab;

namespace {

struct Worked {
    const char *name, *damping;
    Real coefficient, restitution;
};

} // namespace

class WorkedImpact : public ::testing::TestWithParam<Worked> {};
INSTANTIATE_TEST_SUITE_P(DampingLaws, WorkedImpact,
                         ::testing::Values(Worked{"KuwabaraKono50", "kk", 50, .84115},
                                           Worked{"KuwabaraKono200", "kk", 200, .50946},
                                           Worked{"LeeHerrmann20", "lh", 20, .97754},
                                           Worked{"LeeHerrmann100", "lh", 100, .89166},
                                           Worked{"LinearDashpot", "linear", .5, .89633}),
                         [](const auto& info) { return info.param.name; });

// An impact that ends with the overlap has the restitution of the independent integration.
TEST_P(WorkedImpact, ReturnsTheIndependentValue) {
    ImpactOptions options;
    options.law.law = "";
    options.law.damping = GetParam().damping;
    options.law.dampingCoefficient = GetParam().coefficient;
    options.law.tension = "allow";
    options.law.youngsModulus = 1e7;
    options.target = "sphere";
    options.integrator.accuracy = 1e-8;
    EXPECT_NEAR(runImpact(options).e_n, GetParam().restitution, 3e-5); // five digits, of a fixed-step integration
}

} // namespace test_worked_values
