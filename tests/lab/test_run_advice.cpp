// Tests the advice on a run: the accuracies that are right for it, its options, and results that no accuracy can
// repeat.

#include "Heard.h"
#include "IntegratorAdvice.h"
#include "Messages.h"
#include "Scene.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactModel.h>

namespace test_run_advice {
namespace {

using namespace SimTK;
using namespace simbodydem;
using namespace lab;

// A ball that falls on the floor from a height of a centimetre.
struct FallingBall : Scene {
    Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};
    MobilizedBody::Free ball{matter.Ground(), Body::Rigid(ballOf(0.5, 0.05))};
    std::unique_ptr<HertzMindlinForce> force;
    State start;

    FallingBall() {
        const SurfaceMaterial material{1e6, 0.3, 0.5, 0.6};
        ContactSurfaces surfaces(matter);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material, "floor");
        surfaces.add(ball, Sphere(0.05), Vec3(0), material, "ball");
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        start = system.realizeTopology();
        ball.setQToFitTranslation(start, Vec3(0, 0.06, 0));
    }
    ContactAdvice ask(const RunAdviceOptions& options) { return adviseOnRun(system, start, {force.get()}, options); }
};

RunAdviceOptions during(Real duration) {
    RunAdviceOptions options;
    options.duration = duration;
    return options;
}

// Returns the accuracy advised for Runge-Kutta-Merson if `errorOf` gives the error of each trial, counted through all
// integrators in turn.
Real findAccuracyOfErrors(const std::function<Real(int)>& errorOf) {
    FallingBall world;
    int run = 0;
    RunAdviceOptions options = during(0.02);
    options.endsWithAStep = true;
    options.samples = 1;
    options.observe = [&](const State&) {
        const int trial = run++ - 3; // after the start and the two reference runs
        return Vector(1, trial < 0 ? 0. : errorOf(trial));
    };
    return world.ask(options).get("RungeKuttaMersonIntegrator", "accuracy");
}

// Free fall is a parabola, which Runge-Kutta methods integrate exactly at any accuracy. All integrators are listed,
// the fastest first. Euler's method is not exact: its error grows by g h/2 a second. It is not right even with three
// times the reference's force evaluations.
TEST(RunAdvice, ListsAllIntegratorsInFreeFall) {
    FallingBall world;
    RunAdviceOptions options = during(0.02); // it touches after 0.045 s, and no stage of a step may see the floor
    options.endsWithAStep = true;
    const ContactAdvice advice = world.ask(options);
    EXPECT_EQ(listIntegratorsOf(advice).size(), 7u);
    EXPECT_NEAR(advice.get("run", "repeatable_time"), 0.02, 1e-15);
    EXPECT_TRUE(advice.getWarnings("run").empty());
    Real before = 0;
    for (const std::string& name : listIntegratorsOf(advice)) {
        const Real accuracy = advice.get(name, "accuracy");
        Real cost = advice.get(name, "evaluations_per_second");
        if (name.find("RungeKutta") == 0) {
            EXPECT_NEAR(accuracy, 0.1, 1e-12) << name;
            EXPECT_GE(cost, 3 / options.duration) << name; // the stages of one step
        }
        if (name == "SemiExplicitEuler2Integrator") {
            EXPECT_FALSE(accuracy >= 0.1) << accuracy;
        }
        if (isNaN(accuracy)) cost = Infinity; // those that are not right come last
        EXPECT_GE(cost, before) << name;
        before = cost;
    }
}

// A separate run at the advised accuracy is within the tolerance.
TEST(RunAdvice, AdvisedAccuracyMeetsTheTolerance) {
    FallingBall world;
    const auto heightAt = [&](Real accuracy) {
        Merson integrator(world.system, world.start, accuracy);
        while (integrator.getTime() < 0.15) integrator.stepTo(0.15);
        return world.ball.getBodyOriginLocation(integrator.getState())[1];
    };
    RunAdviceOptions options = during(0.15);
    options.samples = 1;
    options.observe = [&](const State& s) { return Vector(1, world.ball.getBodyOriginLocation(s)[1] / 0.01); };
    const Real accuracy = world.ask(options).get("RungeKuttaMersonIntegrator", "accuracy");
    ASSERT_FALSE(isNaN(accuracy));
    EXPECT_NEAR(heightAt(accuracy), heightAt(1e-9), 0.01 * 0.01);
}

// With a tenth of the tolerance each integrator that had an accuracy gets a tighter one, or none.
TEST(RunAdvice, TightensTheAccuracyWithTheTolerance) {
    FallingBall world;
    RunAdviceOptions options = during(0.08);
    const ContactAdvice usual = world.ask(options);
    options.tolerance = 0.001;
    const ContactAdvice tight = world.ask(options);
    int count = 0;
    for (const std::string& name : listIntegratorsOf(tight)) {
        const Real before = usual.get(name, "accuracy"), accuracy = tight.get(name, "accuracy");
        if (isNaN(before)) {
            EXPECT_TRUE(isNaN(accuracy)) << name;
            continue;
        }
        ++count;
        EXPECT_FALSE(accuracy >= before) << name << " at " << accuracy;
    }
    EXPECT_GE(count, 4); // of seven
}

// Nothing is observed during the settling time, and the first sample is one interval after it.
TEST(RunAdvice, SamplesBeginAfterTheSettlingTime) {
    FallingBall world;
    RunAdviceOptions options = during(0.02);
    options.settling = 0.01;
    options.samples = 2;
    Real earliest = Infinity;
    options.observe = [&](const State& s) {
        if (s.getTime() > 0) earliest = std::min(earliest, s.getTime()); // the start is observed too
        return Vector(1, 0.);
    };
    EXPECT_NEAR(world.ask(options).get("run", "repeatable_time"), 0.02, 1e-15);
    EXPECT_NEAR(earliest, 0.015, 1e-15);
}

// A wrong run counts as twice the tolerance. Three wrong runs of 17 give a mean error below 0.4 of the tolerance;
// four do not.
TEST(RunAdvice, AllowsThreeWrongRunsInADecade) {
    const auto accuracyWith = [](int wrongRuns) {
        return findAccuracyOfErrors([wrongRuns](int trial) { return Real(trial < wrongRuns); });
    };
    EXPECT_NEAR(accuracyWith(0), 0.1, 1e-12);
    EXPECT_NEAR(accuracyWith(3), 0.1, 1e-12);
    EXPECT_LT(accuracyWith(4), 0.05);
}

// A decade with errors of 0.3 of the tolerance is right. A decade with errors of half the tolerance is not, although
// each of its runs is.
TEST(RunAdvice, UsesTheMeanErrorOfADecade) {
    const auto accuracyWith = [](Real share) {
        return findAccuracyOfErrors([share](int) { return share * RunAdviceOptions().tolerance; });
    };
    EXPECT_NEAR(accuracyWith(0.3), 0.1, 1e-12);
    EXPECT_TRUE(isNaN(accuracyWith(0.5)));
}

// A State without its prescribed motion starts at the pose that the motion prescribes, in advise() too. The ball is
// held in the air, not half in the floor.
TEST(RunAdvice, StartsAtThePrescribedPose) {
    Scene scene;
    scene.material = {1e6, 0.3, 0.5, 0.6};
    const Rotation upright(Pi / 2, ZAxis);
    const Real radius = 0.05;
    MobilizedBody::Slider ball(scene.matter.Ground(), Transform(upright), Body::Rigid(bodyOf(1)), Transform(upright));
    Motion::Sinusoid(ball, Motion::Position, 3 * radius, 1, Pi / 2);
    scene.addFloor();
    scene.add(ball, Sphere(radius));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setEffectiveMass(EffectiveMass::TwoBody);
    const State state = scene.system.realizeTopology();
    const Heard heard;
    EXPECT_EQ(listIntegratorsOf(adviseOnRun(scene.system, state, {&force}, during(0.1))).size(), 7u);
    EXPECT_EQ(advise(scene.system, state, force).getSubjects().size(), 1u);
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
}

// A number that differs at each evaluation cannot be repeated by any accuracy. The result says so and contains no
// advice.
TEST(RunAdvice, ReportsNumbersThatDoNotRepeat) {
    FallingBall world;
    int count = 0;
    RunAdviceOptions options = during(0.01);
    options.observe = [&](const State&) { return Vector(1, Real(++count)); };
    const ContactAdvice advice = world.ask(options);
    EXPECT_TRUE(listIntegratorsOf(advice).empty());
    EXPECT_EQ(advice.get("run", "repeatable_time"), 0);
    const std::string text = tabulateIntegrators(advice);
    EXPECT_NE(text.find("! the run is chaotic"), std::string::npos) << text;
}

// If runs diverge, the advice covers the part before: here a number that repeats in the first half of the samples
// only.
TEST(RunAdvice, AdvisesOnThePartThatRepeats) {
    FallingBall world;
    int count = 0;
    RunAdviceOptions options = during(0.02);
    options.observe = [&](const State& s) { return Vector(1, s.getTime() < 0.0105 ? 1. : Real(++count)); };
    const ContactAdvice advice = world.ask(options);
    EXPECT_NEAR(advice.get("run", "repeatable_time"), 0.01, 1e-12);
    EXPECT_EQ(listIntegratorsOf(advice).size(), 7u);
    EXPECT_EQ(advice.getWarnings("run").size(), 1u);
}

// A value out of range is an error that names it. A null force and an answer() without observe() are errors too.
TEST(RunAdvice, RejectsBadOptions) {
    FallingBall world;
    const auto refused = [&](auto change) {
        RunAdviceOptions options = during(0.01);
        change(options);
        return messageOf([&] { world.ask(options); });
    };
    const auto expect = [&](const char* part, auto change) {
        EXPECT_NE(refused(change).find(part), std::string::npos) << part << ": " << refused(change);
    };
    expect("duration = nan s", [](RunAdviceOptions& q) { q.duration = NaN; });
    expect("duration = -1 s", [](RunAdviceOptions& q) { q.duration = -1; });
    expect("settling = 0.01 s", [](RunAdviceOptions& q) { q.settling = q.duration; });
    expect("samples = 0", [](RunAdviceOptions& q) { q.samples = 0; });
    expect("tolerance = 1;", [](RunAdviceOptions& q) { q.tolerance = 1; });
    expect("longestStep = 0 s", [](RunAdviceOptions& q) { q.longestStep = 0; });
    expect("firstStep = 0 s", [](RunAdviceOptions& q) { q.firstStep = 0; });
    expect("longestStep = nan s; it must be > 0", [](RunAdviceOptions& q) { q.longestStep = NaN; });
    expect("firstStep = nan s; it must be > 0", [](RunAdviceOptions& q) { q.firstStep = NaN; });
    const std::string ofNull = messageOf([&] { adviseOnRun(world.system, world.start, {nullptr}, during(0.01)); });
    EXPECT_NE(ofNull.find("forces[0] is null"), std::string::npos) << ofNull;
    expect("answer() is set without observe()",
           [](RunAdviceOptions& q) { q.answer = [](const std::vector<Vector>& rows) { return rows[0]; }; });
}

// NaN from observe() equals no other number, so no integrator would be right. It is an error that gives number and time.
TEST(RunAdvice, RejectsAnObservationOfNaN) {
    FallingBall world, elsewhere;
    RunAdviceOptions run = during(0.001);
    run.samples = 1;
    const auto refused = [&](const DEMContactForce& force, const std::vector<std::string>& parts) {
        expectMessage<std::invalid_argument>([&] { adviseOnRun(world.system, world.start, {&force}, run); }, parts);
    };
    run.observe = [](const State& s) { return s.getTime() > 0 ? Vector(Vec2(1, NaN)) : Vector(Vec2(1, 0)); };
    refused(*world.force, {"number 1 of observe() = nan", "finite", "t = 0.001 s"});
    run.observe = [](const State&) { return Vector(); };
    refused(*world.force, {"observe() returns no numbers"});
    run.observe = [](const State&) { return Vector(1, 1.); };
    refused(*elsewhere.force, {"forces[0] is of another System"});
    run.answer = [](const std::vector<Vector>&) { return Vector(2, NaN); };
    refused(*world.force, {"answer() returns only NaN"});
}

// A State of another System is an error, also without a force that would notice.
TEST(RunAdvice, RejectsAStateOfAnotherSystem) {
    FallingBall world;
    Scene slider;
    MobilizedBody::Slider(slider.matter.Ground(), Body::Rigid(bodyOf(1)));
    const State foreign = slider.start();
    expectMessage<std::logic_error>([&] { adviseOnRun(world.system, foreign, {}, during(0.01)); },
                                    {"adviseOnRun", "another System"});
    expectMessage([&] { adviseOnRun(world.system, foreign, {world.force.get()}, during(0.01)); },
                  {"the State is of another System"});
}

// A force that is given twice, by any handle, is an error. Otherwise its contacts would count twice, or an integrator
// would never be right.
TEST(RunAdvice, RejectsAForceThatIsGivenTwice) {
    FallingBall world;
    const DEMContactForce& force = *world.force;
    const DEMContactForce again = force;
    for (const DEMContactForce* second : {&force, &again}) {
        const std::vector<const DEMContactForce*> both{&force, second};
        expectMessage<std::invalid_argument>([&] { adviseOnRun(world.system, world.start, both, during(0.01)); },
                                             {"adviseOnRun: forces[1] is given twice"});
        expectMessage<std::invalid_argument>(
            [&] {
                ContactIntegrator(world.system, {force, *second});
            },
            {"contact force 1 is given twice"});
    }
}

// Coarse trials that step into the floor print no warning, since they are not the user's run.
TEST(RunAdvice, PrintsNoWarningsOfTrialRuns) {
    FallingBall world;
    const Heard heard;
    EXPECT_EQ(listIntegratorsOf(world.ask(during(0.08))).size(), 7u);
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
}

} // namespace
} // namespace test_run_advice
