// Tests ContactIntegrator on rolling wheels: a tighter accuracy gives a smaller error, and a looser one costs no more.

#include "TurningContacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace test_implicit_turns {

using namespace lab;

namespace {

struct Sample {
    Real accuracy, error; // error [m/s]
    int evaluations;
};

CartOptions cartOn(int wheels) {
    CartOptions options;
    options.wheels = wheels;
    return options;
}

// Runs a scene from loose to tight accuracies. The error is that of the velocity against Runge-Kutta-Merson at 1e-7.
template <class Options>
std::vector<Sample> runAt(TurningResult (*run)(const Options&), Options options, const std::vector<Real>& accuracies) {
    options.integrator = {"rkm", 1e-7};
    const TurningResult reference = run(options);
    std::vector<Sample> runs;
    for (Real accuracy : accuracies) {
        options.integrator = {"contact", accuracy};
        const TurningResult result = run(options);
        runs.push_back({accuracy, (result.velocity - reference.velocity).norm(), result.evaluations});
    }
    return runs;
}

const std::vector<Real> accuracies = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5};

void expectLooserToCostNoMore(const std::vector<Sample>& runs) {
    for (std::size_t loose = 0; loose < runs.size(); ++loose)
        for (std::size_t tight = loose + 1; tight < runs.size(); ++tight)
            EXPECT_LT(runs[loose].evaluations, 1.2 * runs[tight].evaluations)
                << runs[loose].accuracy << " beside " << runs[tight].accuracy;
}

class Carts : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Wheels, Carts, ::testing::Values(2, 4));

} // namespace

// A cart at a loose accuracy takes no more force evaluations than at a tight one, to within the few steps of one rejection.
TEST_P(Carts, CostNoMoreAtALooserAccuracy) { expectLooserToCostNoMore(runAt(runCart, cartOn(GetParam()), accuracies)); }

// A cart that coasts or drives at 1 m/s keeps its velocity to 0.2% at any accuracy. Its steps are those of a smooth motion.
TEST_P(Carts, KeepTheirSpeedAtAnyAccuracy) {
    for (const Sample& run : runAt(runCart, cartOn(GetParam()), accuracies)) EXPECT_LT(run.error, 2e-3) << run.accuracy;
}

// The error of a cart's velocity at 1e-5 is at most a tenth of that at loose accuracies.
TEST_P(Carts, ErrLessAtATighterAccuracy) {
    const std::vector<Sample> runs = runAt(runCart, cartOn(GetParam()), {1e-1, 1e-2, 1e-3, 1e-5});
    for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(10 * runs[3].error, runs[i].error) << runs[i].accuracy;
}

// A ball on a turntable takes no more force evaluations at a loose accuracy than at a tight one.
TEST(ImplicitTurns, CostNoMoreOnATurntableAtALooserAccuracy) {
    TurntableOptions options;
    options.duration = 3;
    expectLooserToCostNoMore(runAt(runTurntable, options, accuracies));
}

} // namespace test_implicit_turns
