// Tests the problems of the comparison with other engines: SimbodyDEM on Simbody has their closed forms.

#include "EngineProblems.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace test_engines {

using namespace SimTK;
using namespace lab;

namespace {

struct EngineCase {
    const char* problem;
    SimbodySettings settings;
    Real error; // allowed
};
void PrintTo(const EngineCase& c, std::ostream* out) { *out << c.problem; }

const EngineProblem& find(const std::string& name) {
    for (const EngineProblem& problem : listEngineProblems())
        if (problem.name == name) return problem;
    throw std::invalid_argument("there is no " + name);
}

class EngineProblems : public ::testing::TestWithParam<EngineCase> {};
INSTANTIATE_TEST_SUITE_P(
    Ours, EngineProblems,
    ::testing::Values(
        EngineCase{"rest", {"hertz-mindlin", "contact"}, 1e-12},                // rounding
        EngineCase{"rolling", {}, 1e-3},                                        // accuracy 1e-3
        EngineCase{"impact", {"hertz-dashpot-slider", "rkm", 1e-4, 1e9}, 5e-3}, // overlap over radius, 0.004
        EngineCase{"sliding", {"hertz-mindlin", "contact"}, 1e-3},              // accuracy 1e-3
        EngineCase{"bounce", {"hertz-mindlin", "rkm", 1e-4, 1e9}, 6e-3}),       // time in contact, three times 0.002
    [](const auto& info) { return std::string(info.param.problem); });

} // namespace

TEST_P(EngineProblems, MeetTheClosedForm) {
    const EngineRun run = runOnSimbody(find(GetParam().problem), GetParam().settings);
    EXPECT_LE(run.error, GetParam().error) << run.settings;
    EXPECT_GT(run.price, 0);
}

// HuntCrossleyForce creeps on the same slope, at about two thirds of its transition velocity.
TEST(EngineProblem, HuntCrossleyCreeps) {
    const EngineRun run = runOnSimbody(find("rest"), {"hunt-crossley", "cpodes"});
    EXPECT_EQ(run.engine, "HuntCrossleyForce");
    EXPECT_GT(run.error, 0.003);
    EXPECT_LT(run.error, 0.01);
}

// An unknown law or integrator is an error with a message.
TEST(EngineProblem, RejectsUnknownLawsAndIntegrators) {
    EXPECT_THROW(runOnSimbody(find("rest"), {"herz"}), std::invalid_argument);
    EXPECT_THROW(runOnSimbody(find("rest"), {"hertz-mindlin", "rk9"}), std::invalid_argument);
}

// The printed line of another engine can be read. A null error marks a run without an end, and a truncated line is damage.
TEST(EngineProblem, ReadsTheOutputOfEngines) {
    const std::string file = ::testing::TempDir() + "engine.jsonl";
    const std::string line = R"({"engine":"Jolt","version":"1","problem":"rest","settings":"default","error":)";
    std::ofstream(file) << line << R"(0.5,"price":0.25,"steps":1,"values":{"creep":0.5}})"
                        << "\n"
                        << line << R"(null,"price":0.25,"steps":1,"values":{"creep":null}})"
                        << "\n";
    const auto runs = readEngineRuns(file);
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].engine + runs[0].problem + runs[0].settings, "Joltrestdefault");
    EXPECT_EQ(runs[0].error, 0.5);
    EXPECT_EQ(runs[0].price, 0.25);
    EXPECT_EQ(runs[0].values.at("creep"), 0.5);
    EXPECT_TRUE(isNaN(runs[1].error));
    std::ofstream(file) << line;
    EXPECT_THROW(readEngineRuns(file), std::runtime_error);
    std::remove(file.c_str());
    EXPECT_THROW(readEngineRuns(file), std::runtime_error);
}

} // namespace test_engines
