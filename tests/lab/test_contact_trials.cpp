// Tests the accuracies that integrators need for the contacts of advise().

#include "AdvisedBall.h"
#include "Heard.h"
#include "IntegratorAdvice.h"
#include "Messages.h"

#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>

#include <atomic>
#include <stdexcept>

namespace test_contact_trials {
namespace {

using namespace SimTK;
using namespace simbodydem;
using namespace lab;

MaterialAssignment materialOfBoth(const SurfaceMaterial& material) {
    MaterialAssignment all;
    all.forAll = material;
    return all;
}

// Each integrator gets an accuracy at which its results are right, without a warning. ContactIntegrator or CPodes is
// the fastest for stiff contacts. A separate impact run is right at the accuracy that the advice names, and wrong at
// the loosest if the advice does not name it.
TEST(ContactTrials, FindsAnAccuracyForEachIntegrator) {
    SurfaceMaterial hard = rubber(0.5);
    hard.youngsModulus = 1e9;
    BallOnFloor world(0.05, 0.5, hard);
    const DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    Real told = 0;
    TrialOptions options;
    options.progress = [&](Real share) { told = share; };
    const Heard heard;
    const ContactAdvice contacts = advise(world.system, world.put(1e-6), force);
    const ContactAdvice advice = tryIntegrators(force, contacts, materialOfBoth(hard), options);
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
    EXPECT_EQ(told, 1);
    const std::vector<std::string> integrators = listIntegratorsOf(advice);
    ASSERT_EQ(integrators.size(), 7u);
    Real before = 0;
    for (const std::string& name : integrators) {
        const auto get = [&](const char* quantity) { return advice.get(name, quantity); };
        if (std::isnan(get("accuracy"))) {
            before = Infinity; // no integrator after it may be right
            continue;
        }
        EXPECT_EQ(get("accuracy"), std::min({get("impact"), get("holding"), get("rolling"), get("sliding")}));
        EXPECT_GT(get("steps_per_second"), 0);
        EXPECT_GE(get("evaluations_per_second"), before);
        before = get("evaluations_per_second");
    }
    EXPECT_TRUE(integrators[0] == "ContactIntegrator" || integrators[0] == "CPodesIntegrator");
    const Real speed = AdviceOptions().speed;
    const Real firstStep = 1.5e-3 * firstOf(contacts)["contact_time"]; // as in the trials
    const Real accuracy = advice.get("RungeKuttaMersonIntegrator", "impact");
    EXPECT_GE(accuracy, 1e-3); // a fourth-order method
    EXPECT_NEAR(calcRestitution(world, speed, accuracy, firstStep), 0.5, options.tolerance);
    EXPECT_FALSE(advice.get("VerletIntegrator", "impact") >= 0.1);
    const Real coarse = calcRestitution<VerletIntegrator>(world, speed, 0.1, firstStep);
    EXPECT_GT(std::abs(coarse - 0.5), options.tolerance);
    EXPECT_NE(tabulateIntegrators(advice).find("RungeKuttaMersonIntegrator"), std::string::npos);
}

// Counts the evaluations of EPSDRolling with an angular velocity.
class CountedRolling : public RollingLaw {
public:
    explicit CountedRolling(std::atomic<int>& count) : count(&count) {}
    RollingLaw* clone() const override { return new CountedRolling(*this); }
    std::string getName() const override { return "CountedRolling"; }
    RequiredValues getRequiredValues() const override { return law.getRequiredValues(); }
    void bind(const PairMaterial& pair) override { law.bind(pair); }
    RollingOutput calcTorque(const RollingInput& in) const override {
        if (in.angularVelocity.norm() > 0) ++*count;
        return law.calcTorque(in);
    }

private:
    std::atomic<int>* const count;
    EPSDRolling law;
};

// Integrators are tried with the rolling law too. Coarse trials print no warning, since they are not the user's run.
TEST(ContactTrials, FindsAnAccuracyWithTheRollingLaw) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    std::atomic<int> count{0};
    const DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant(), CountedRolling(count));
    const State state = world.put(1e-6);
    const ContactAdvice contacts = advise(world.system, state, force);
    EXPECT_LT(count, 10);
    TrialOptions options;
    options.progress = [](Real) { throw std::runtime_error("one integrator is enough"); };
    const Heard heard;
    EXPECT_THROW(tryIntegrators(force, contacts, materialOfBoth(rubber(0.5)), options), std::runtime_error);
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
    EXPECT_GT(count, 1000); // runs of thousands of steps
}

// The trials are those of the pairs with the shortest periods, as many as the option says: of three pairs two, with seven integrators each.
TEST(ContactTrials, TriesAsManyPairsAsAllowed) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    world.surfaces.add(world.ball, Sphere(0.03), Vec3(0.3, 0, 0), rubber(0.5), "heel");
    world.surfaces.add(world.ball, Sphere(0.02), Vec3(0.6, 0, 0), rubber(0.5), "toe");
    const DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    const ContactAdvice contacts = advise(world.system, world.put(1e-6), force);
    ASSERT_EQ(contacts.getSubjects().size(), 3u);
    TrialOptions options;
    options.mostPairs = 2;
    Real told = 0;
    options.progress = [&](Real fraction) {
        told = fraction;
        throw std::runtime_error("one integrator is enough");
    };
    EXPECT_THROW(tryIntegrators(force, contacts, materialOfBoth(rubber(0.5)), options), std::runtime_error);
    EXPECT_NEAR(told, 1. / 14, 1e-15);
}

// A bad option is an error with its value and range.
TEST(ContactTrials, RejectsBadOptions) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    const DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    const ContactAdvice contacts = advise(world.system, world.put(1e-6), force);
    const auto refuse = [&](const TrialOptions& options, const std::vector<std::string>& parts) {
        expectMessage<std::invalid_argument>(
            [&] { tryIntegrators(force, contacts, materialOfBoth(rubber(0.5)), options); }, parts);
    };
    TrialOptions bad;
    bad.tolerance = 1;
    refuse(bad, {"tolerance = 1", "in (0, 1)"});
    bad = {};
    bad.mostPairs = 0;
    refuse(bad, {"mostPairs = 0", ">= 1"});
}

} // namespace
} // namespace test_contact_trials
