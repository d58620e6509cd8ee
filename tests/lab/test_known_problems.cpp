// Tests problems with closed forms on Simbody, which stiff-contact compares integrators on.

#include "KnownProblems.h"

#include <gtest/gtest.h>

namespace test_known_problems {

using namespace SimTK;
using namespace lab;

namespace {

struct KnownCase {
    const char* problem;
    SimbodySettings settings;
    Real error; // allowed
};
void PrintTo(const KnownCase& c, std::ostream* out) { *out << c.problem; }

const KnownProblem& find(const std::string& name) {
    for (const KnownProblem& problem : listKnownProblems())
        if (problem.name == name) return problem;
    throw std::invalid_argument("there is no " + name);
}

class KnownProblems : public ::testing::TestWithParam<KnownCase> {};
INSTANTIATE_TEST_SUITE_P(
    Ours, KnownProblems,
    ::testing::Values(
        KnownCase{"rest", {"hertz-mindlin", "contact"}, 1e-12},                // rounding
        KnownCase{"rolling", {}, 1e-3},                                        // accuracy 1e-3
        KnownCase{"sliding", {"hertz-mindlin", "contact"}, 1e-3},              // accuracy 1e-3
        KnownCase{"bounce", {"hertz-mindlin", "rkm", 1e-4, 1e9}, 6e-3}),       // time in contact, three times 0.002
    [](const auto& info) { return std::string(info.param.problem); });

} // namespace

TEST_P(KnownProblems, MeetTheClosedForm) {
    const KnownRun run = runOnSimbody(find(GetParam().problem), GetParam().settings);
    EXPECT_LE(run.error, GetParam().error) << run.settings;
    EXPECT_GT(run.price, 0);
}

// HuntCrossleyForce creeps on the same slope, at about two thirds of its transition velocity.
TEST(KnownProblem, HuntCrossleyCreeps) {
    const KnownRun run = runOnSimbody(find("rest"), {"hunt-crossley", "cpodes"});
    EXPECT_EQ(run.force, "HuntCrossleyForce");
    EXPECT_GT(run.error, 0.003);
    EXPECT_LT(run.error, 0.01);
}

// An unknown law or integrator is an error with a message.
TEST(KnownProblem, RejectsUnknownLawsAndIntegrators) {
    EXPECT_THROW(runOnSimbody(find("rest"), {"herz"}), std::invalid_argument);
    EXPECT_THROW(runOnSimbody(find("rest"), {"hertz-mindlin", "rk9"}), std::invalid_argument);
}

} // namespace test_known_problems
