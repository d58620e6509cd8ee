// Tests the advice on the page's experiments against sweeps over accuracies, by the experiments' own numbers.

#include "IntegratorAdvice.h"
#include "Trials.h"

#include <Simbody.h>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace test_advice {

using namespace SimTK;
using namespace simbodydem;
using namespace lab;

namespace {

class Advice : public testing::TestWithParam<const char*> {};

const TriedExperiment& find(const std::string& name) {
    for (const TriedExperiment& one : listTriedExperiments())
        if (one.name == name) return one;
    throw std::invalid_argument(name);
}

} // namespace

// The advised accuracy of an experiment is within a factor of three of a sweep with separate runs.
TEST_P(Advice, NamesTheAccuracyThatASweepFinds) {
    const TriedExperiment& experiment = find(GetParam());
    const ContactAdvice advice = adviseOn(experiment);
    ASSERT_EQ(listIntegratorsOf(advice).size(), listTriedIntegrators().size());
    for (const auto& [integrator, name] : listTriedIntegrators()) {
        const Real factor = 3, finest = 1e-6; // no accuracy counts as the finest
        const auto orFinest = [&](Real accuracy) { return isNaN(accuracy) ? finest : accuracy; };
        const Real ratio = orFinest(advice.get(integrator, "accuracy")) / orFinest(sweepAccuracy(experiment, name));
        EXPECT_GT(ratio, 1 / factor) << name;
        EXPECT_LT(ratio, factor) << name;
    }
}
INSTANTIATE_TEST_SUITE_P(Experiments, Advice,
                         testing::Values("oblique-impact", "restitution-against-speed", "asked-against-got",
                                         "slide-to-roll"));

} // namespace test_advice
