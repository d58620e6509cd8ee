// Tests contact-lab's walking human, on the feet of HuntCrossleyForce and of SimbodyDEM.

#include "Model.h"
#include "PlanarGait.h"
#include "RunAdviceOptions.h"

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/DEMContactForce.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace test_gait {

using namespace lab;
using namespace SimTK;
using namespace simbodydem;

namespace {

GaitResult walk(const std::string& name) {
    GaitOptions options;
    options.law = findLaw(gaitLaws(), name).law;
    return runPlanarGait(options);
}

// The observed values of a run at the ends of its steps.
struct Course {
    int steps = 0;
    std::vector<Real> times;
    std::vector<Vector> seen;
};

// Runs from the start of contact-lab's walk to its end.
template <class Advance>
Course follow(const RunAdviceOptions& question, const Model& model, Real end, const Advance& advance) {
    Course run;
    for (Real time = 0; time < end; ++run.steps) {
        const State& state = advance(end);
        model.system.realize(state, Stage::Dynamics);
        time = state.getTime();
        run.times.push_back(time);
        run.seen.push_back(question.observe(state));
    }
    return run;
}

// Returns the root mean square of the difference of both feet's vertical reaction from another run with many more steps [N].
Real differenceOfReactions(const Course& run, const Course& reference) {
    const auto onFoot = [](const Vector& seen, int foot) { return seen[4 * foot] + seen[4 * foot + 2]; };
    Real sum = 0, before = 0;
    std::size_t k = 1;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
        const Real time = run.times[i];
        while (k + 1 < reference.times.size() && reference.times[k] < time) ++k;
        const Real share = (time - reference.times[k - 1]) / (reference.times[k] - reference.times[k - 1]);
        for (const int foot : {0, 1}) {
            const Real right =
                (1 - share) * onFoot(reference.seen[k - 1], foot) + share * onFoot(reference.seen[k], foot);
            sum += (time - before) * square(onFoot(run.seen[i], foot) - right) / 2;
        }
        before = time;
    }
    return std::sqrt(sum / before);
}

// Friction with a spring, on the normal force of the data.
const std::vector<std::string> withHistory = {"mindlin", "mindlin-secant", "cundall"};

} // namespace

// The feet carry the walker as in the data, and its weight on average.
TEST(PlanarGait, CarriesTheBodyWeight) {
    auto names = withHistory;
    names.push_back("hunt-crossley-0.2");
    for (const std::string& name : names) {
        const GaitResult r = walk(name);
        EXPECT_LE(r.verticalRms, 0.035) << name;       // body weights, the fit of the data's motion by eight harmonics
        EXPECT_NEAR(r.meanVertical, 1, 0.005) << name; // effect of the walk's start and end on the impulse
    }
}

// With HuntCrossleyForce the walker reaches the distance of an independently built model in plain Simbody.
TEST(PlanarGait, WalksAsFarAsInPlainSimbody) {
    EXPECT_NEAR(walk("hunt-crossley-0.2").distance, 5.11, 0.01);   // m, given to three digits
    EXPECT_NEAR(walk("hunt-crossley-0.001").distance, 5.17, 0.01); // m
}

// A foot on a spring stays in its position. Its permanent displacement below the Coulomb limit is at most a tenth of
// HuntCrossleyForce's creep at a transition velocity of 0.01 m/s.
TEST(PlanarGait, StandsStillOnASpring) {
    const Real theirs = walk("hunt-crossley-0.01").creep;
    EXPECT_GT(theirs, 5e-4);                                                                       // m per step
    for (const std::string& name : withHistory) EXPECT_LT(walk(name).creep, 0.1 * theirs) << name; // required
}

// The elastic displacement of the spring is at most mu N/kt.
TEST(PlanarGait, FootMovesByAtMostTheElasticDisplacement) {
    const GaitResult cundall = walk("cundall");
    Real load = 0;
    for (const GaitSample& s : cundall.samples)
        for (const SoleSample& sole : s.soles) load = std::max(load, sole.normalForce);
    EXPECT_LE(cundall.greatestElastic, 0.8 * load / 1e5); // mu and kt [N/m] of that law
}

// The spring needs at most a tenth more integrator steps than HuntCrossleyForce with its softest setting.
TEST(PlanarGait, TakesAboutTheStepsOfHuntCrossleyForce) {
    const int theirs = walk("hunt-crossley-0.2").cost.steps;
    for (const std::string& name : withHistory) EXPECT_LE(walk(name).cost.steps, 1.1 * theirs) << name;
}

// ContactIntegrator needs half the steps of Runge-Kutta-Merson at 1e-4 to 1e-5, with no larger error of the ground reaction. This is
// the mean of nine accuracies within a decade each, since the error of one run depends on the steps at each landing.
TEST(PlanarGait, TakesHalfTheStepsOfRungeKuttaMerson) {
    struct Walked {};
    struct Mean {
        Real steps = 0, error = 0;
    };
    GaitOptions options;
    options.law = findLaw(gaitLaws(), "cundall").law;
    options.integrator.tryFirst = [](const Model& model, const State& start, const RunAdviceOptions& question) {
        const Real end = 3.76; // s, duration of contact-lab's walk
        const auto merson = [&](Real accuracy, Real longest) {
            RungeKuttaMersonIntegrator integrator(model.system);
            integrator.setAccuracy(accuracy);
            integrator.setMaximumStepSize(longest);
            integrator.setReturnEveryInternalStep(true);
            integrator.initialize(start);
            return follow(question, model, end, [&](Real time) -> const State& {
                integrator.stepTo(time);
                return integrator.getAdvancedState();
            });
        };
        const auto own = [&](Real accuracy) {
            std::vector<DEMContactForce> forces;
            for (const DEMContactForce* force : model.ours) forces.push_back(*force);
            ContactIntegrator integrator(model.system, forces);
            integrator.setAccuracy(accuracy);
            integrator.initialize(start);
            return follow(question, model, end, [&](Real time) -> const State& {
                integrator.takeOneStep(time);
                return integrator.getState();
            });
        };
        const Course reference = merson(1e-8, 2e-4);
        const auto meanOf = [&](Real loosest, const auto& walkAt) {
            Mean mean;
            for (int i = 0; i < 9; ++i) {
                const Course run = walkAt(loosest * std::pow(10., -i / 8.));
                mean.steps += run.steps / 9.;
                mean.error += differenceOfReactions(run, reference) / 9;
            }
            return mean;
        };
        const Mean theirs = meanOf(1e-4, [&](Real accuracy) { return merson(accuracy, Infinity); }),
                   ours = meanOf(2.4e-3, own);
        EXPECT_LE(ours.error, theirs.error);
        EXPECT_LE(ours.steps, theirs.steps / 2); // required
        throw Walked();
    };
    EXPECT_THROW(runPlanarGait(options), Walked);
}

} // namespace test_gait
