// Tests the times at which ContactIntegrator ends steps: requested times, reports, handlers and triggers.

#include "Heard.h"
#include "Messages.h"
#include "Scene.h"

#include <simbodydem/ContactStepper.h>

#include <random>
#include <stdexcept>
#include <utility>

namespace test_integrator_times {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball that is thrown over a floor.
struct Thrown : Scene {
    const Real R;
    MobilizedBody::Free ball;
    std::unique_ptr<HertzMindlinForce> force;

    explicit Thrown(Real radius = 0.05, Real mass = 0.5, Real restitution = 0.5) : R(radius) {
        material = {1e8, 0.3, restitution, 0.5};
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        addGround(HalfSpace(), HalfSpace::floor());
        ball = add(Sphere(R), ballOf(mass, R));
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }
    State from(Real height) { return start(ball, Vec3(0, R + height, 0), Vec3(1, 0, 0.3)); }
    Vec3 placeOf(const ContactIntegrator& integrator) const {
        return ball.getBodyOriginLocation(integrator.getState());
    }
};

// Triggers at a given time.
struct Alarm : TriggeredEventHandler {
    Alarm(Real time, std::vector<Real>& calls) : TriggeredEventHandler(Stage::Time), time(time), calls(calls) {}
    Real getValue(const State& s) const override { return s.getTime() - time; }
    void handleEvent(State& s, Real, bool&) const override { calls.push_back(s.getTime()); }
    const Real time;
    std::vector<Real>& calls;
};

// Changes the State at one time.
struct At : ScheduledEventHandler {
    At(Real time, std::function<void(State&)> action) : time(time), action(std::move(action)) {}
    Real getNextEventTime(const State& s, bool includeCurrent) const override {
        return s.getTime() < time || (includeCurrent && s.getTime() == time) ? time : Infinity;
    }
    void handleEvent(State& s, Real, bool&) const override { action(s); }
    const Real time;
    const std::function<void(State&)> action;
};

struct Count : PeriodicEventReporter {
    Count(Real interval, int& calls) : PeriodicEventReporter(interval), calls(calls) {}
    void handleEvent(const State&) const override { ++calls; }
    int& calls;
};

Real drawTime(std::mt19937& random, Real end) { return end * ((random() + 0.5) / std::pow(2., 32)); }

// A force that a controller changes between two steps acts from the first of them on. In flight the speed is then the sum of the impulses,
// to rounding, for any step: both methods are exact for accelerations that are constant over a step.
TEST(IntegratorTimes, ChangedForcesActAtOnce) {
    const Real period = 0.01, push = 20;
    for (const Real step : {NaN, 1e-2, 4e-3, 1e-3})
        for (const Real accuracy : {1e-2, 1e-6}) {
            struct : Thrown {
                Force::DiscreteForces hand{forces, matter};
            } world;
            ContactIntegrator integrator(world.system, *world.force);
            integrator.setAccuracy(accuracy);
            if (!isNaN(step)) integrator.setFixedStepSize(step);
            integrator.initialize(world.from(10));
            const Heard heard;
            Real impulse = 0;
            for (int i = 0; i < 50; ++i) {
                const Real force = i % 3 ? push : -0.7 * push;
                world.hand.setOneBodyForce(integrator.updState(), world.ball, SpatialVec(Vec3(0), Vec3(0, 0, force)));
                integrator.stepTo(period * (i + 1));
                impulse += period * force;
            }
            const Real speed = world.ball.getBodyOriginVelocity(integrator.getState())[2];
            EXPECT_NEAR(speed, 0.3 + impulse / 0.5, 1e-11) << "step " << step << ", accuracy " << accuracy;
            EXPECT_EQ(heard.warnings(), 0) << heard.text.str(); // no energy came from nowhere
        }
}

// A trigger is located within its window, accuracy times 0.1 s, at any time of impacts, rolling and rest. The step that is repeated to
// locate it uses its own method, although methods change from step to step.
TEST(IntegratorTimes, LocateTriggers) {
    std::vector<Real> times{0.79225, 0.64375};
    for (int i = 0; i < 20; ++i) times.push_back(0.4848 + 8e-5 * i); // near these times another method took the step
    std::mt19937 random(1);
    for (int i = 0; i < 30; ++i) times.push_back(drawTime(random, 1.2));
    for (const Real step : {NaN, 4e-3})
        for (const Real time : times) {
            Thrown world(0.1, 10.5, 0.1);
            std::vector<Real> calls;
            world.system.addEventHandler(new Alarm(time, calls));
            ContactIntegrator integrator(world.system, *world.force);
            if (!isNaN(step)) integrator.setFixedStepSize(step);
            integrator.initialize(world.from(0.02));
            ContactStepper(integrator).stepTo(1.3);
            ASSERT_EQ(calls.size(), 1u) << time;
            EXPECT_GE(calls[0], time);
            EXPECT_LE(calls[0], time + 1e-4);
        }
}

// If steps cannot be repeated, a trigger is located from nearer ones: here forces throw at most times within a step.
TEST(IntegratorTimes, LocateTriggersWhereTrialsFail) {
    struct Picky : Force::Custom::Implementation {
        explicit Picky(const bool& isPicky) : isPicky(isPicky) {}
        void calcForce(const State& s, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {
            if (isPicky && s.getTime() > 0.04 && s.getTime() < 0.0499) throw std::runtime_error("not now");
        }
        Real calcPotentialEnergy(const State&) const override { return 0; }
        const bool& isPicky;
    };
    struct PickyAlarm : Alarm { // forces throw as soon as its value has been computed past its time
        PickyAlarm(Real time, std::vector<Real>& calls, bool& isPicky) : Alarm(time, calls), isPicky(isPicky) {}
        Real getValue(const State& s) const override {
            isPicky = isPicky || s.getTime() > 0.0499;
            return Alarm::getValue(s);
        }
        bool& isPicky;
    };
    Thrown world;
    std::vector<Real> calls;
    bool isPicky = false;
    Force::Custom(world.forces, new Picky(isPicky));
    world.system.addEventHandler(new PickyAlarm(0.045, calls, isPicky));
    FixedImplicit integrator(world.system, *world.force, world.from(10), 0.05);
    // The forces throw from 0.04 to 0.0499 s. The trigger's step is as short as possible, and the run ends with a message.
    const std::string message = messageOf<std::runtime_error>([&] { ContactStepper(integrator).stepTo(0.1); });
    EXPECT_NE(message.find("not now"), std::string::npos) << message;
    EXPECT_LE(integrator.getTime(), 0.04);
    EXPECT_GT(integrator.getTime(), 0.03);
    EXPECT_GE(integrator.getState().getSystemStage(), Stage::Acceleration);
    EXPECT_TRUE(calls.empty());
}

// Each time is reached to the last digit, and may be requested again.
TEST(IntegratorTimes, AreReachedExactly) {
    std::mt19937 random(2);
    for (const Real step : {NaN, 1e-2})
        for (int i = 0; i < 300; ++i) {
            Thrown world;
            ContactIntegrator integrator(world.system, *world.force);
            if (!isNaN(step)) integrator.setFixedStepSize(step);
            integrator.initialize(world.from(10));
            for (const Real share : {0.03, 0.3, 1.}) {
                const Real time = share * drawTime(random, 0.5);
                if (time < integrator.getTime()) continue;
                integrator.stepTo(time);
                ASSERT_EQ(integrator.getTime(), time);
                ASSERT_NO_THROW(integrator.stepTo(time));
            }
        }
}

// A report costs no more than the step that ends there, also if two reports differ by rounding: 0.3 s and three times 0.1 s.
TEST(IntegratorTimes, OfReportsCostAStepEach) {
    const auto run = [](const std::vector<Real>& intervals, int& reports, Vec3& end) {
        Thrown world;
        for (const Real interval : intervals) world.system.addEventReporter(new Count(interval, reports));
        ContactIntegrator integrator(world.system, *world.force);
        integrator.initialize(world.from(-1e-6));
        ContactStepper(integrator).stepTo(10);
        end = world.placeOf(integrator);
        return integrator.getNumStepsTaken();
    };
    int none = 0, reports = 0;
    Vec3 without, with;
    const int few = run({}, none, without), more = run({0.1, 0.3}, reports, with);
    EXPECT_EQ(reports, 101 + 34);
    EXPECT_LE(more, few + reports);
    EXPECT_LT((with - without).norm(), 1e-3); // the accuracy
}

// Random output times change the end of a run within its accuracy, in impacts, sliding and rolling. Each costs one step. The margin of
// a tenth covers steps that begin elsewhere.
TEST(IntegratorTimes, AtRandomDoNotChangeTheRun) {
    std::mt19937 random(3);
    Thrown world;
    const State state = world.from(0.02);
    const auto run = [&](const std::vector<Real>& times) {
        Implicit integrator(world.system, *world.force, state, 1e-4);
        for (const Real time : times) integrator.stepTo(time);
        return std::make_pair(integrator.getNumStepsTaken(), world.placeOf(integrator));
    };
    const auto [few, without] = run({2});
    for (int i = 0; i < 40; ++i) {
        std::vector<Real> times{2};
        for (int k = 0; k < 50; ++k) times.push_back(drawTime(random, 2));
        std::sort(times.begin(), times.end());
        const auto [more, with] = run(times);
        EXPECT_LE(more, 1.2 * few + 50) << i; // a step for each time, and other steps at the ten impacts
        EXPECT_LT((with - without).norm(), 10 * 1e-4) << i; // ten impacts
    }
}

// A handler at the time where one run ends and the next begins acts once, for the same or for another integrator. Simbody's
// TimeStepper also leaves it to the next run. A report is made at the end of a run, and not again by the same integrator.
TEST(IntegratorTimes, BetweenTwoRunsAreServedOnce) {
    for (const bool isAnother : {false, true}) {
        Thrown world;
        int kicks = 0, reports = 0;
        world.system.addEventHandler(new At(0.25, [&](State&) { ++kicks; }));
        world.system.addEventReporter(new Count(0.25, reports));
        ContactIntegrator first(world.system, *world.force), second(world.system, *world.force);
        first.initialize(world.from(1));
        ContactStepper(first).stepTo(0.25);
        ContactStepper(first).stepTo(0.25);
        EXPECT_EQ(kicks, 0);
        EXPECT_EQ(reports, 2); // at 0 and at the end
        if (isAnother) second.initialize(first.getState());
        ContactStepper(isAnother ? second : first).stepTo(0.5);
        EXPECT_EQ(kicks, 1);
        EXPECT_EQ(reports, isAnother ? 4 : 3); // a new run reports at its start
    }
}

// A State whose coordinates have changed, by hand or by a handler, is not integrated with data of the old coordinates.
TEST(IntegratorTimes, RejectOtherCoordinates) {
    Thrown world;
    const auto change = [&](State& state) { world.matter.setUseEulerAngles(state, true); };
    world.system.addEventHandler(new At(0.1, [&](State& state) {
        change(state);
        world.system.realizeModel(state);
    }));
    const State state = world.from(1);
    ContactIntegrator integrator(world.system, *world.force);
    integrator.initialize(state);
    integrator.stepTo(0.01);
    change(integrator.updState());
    expectMessage<std::logic_error>([&] { integrator.stepTo(0.02); }, {"below Stage::Model", "call initialize()"});
    world.system.realizeModel(integrator.updState());
    for (const Real time : {0.02, 0.03}) {
        const std::vector<std::string> parts{"Euler angles for quaternions", "call initialize()"};
        expectMessage<std::logic_error>([&] { integrator.stepTo(time); }, parts);
        expectMessage<std::logic_error>([&] { integrator.takeOneStep(time); }, parts);
    }
    integrator.initialize(state);
    expectMessage<std::logic_error>([&] { ContactStepper(integrator).stepTo(0.2); }, {"Euler angles for quaternions"});
    EXPECT_EQ(integrator.getTime(), 0.1);
    State changed = state; // with Euler angles from the start it falls equally far
    change(changed);
    world.system.realizeModel(changed);
    world.ball.setQToFitTranslation(changed, Vec3(0, 10, 0));
    integrator.initialize(changed);
    integrator.stepTo(1);
    EXPECT_NEAR(world.placeOf(integrator)[1], 10 - 0.5 * 9.81, 1e-6);
}

// A step that is shorter than the resolution of time is an error that names the setting and the time.
TEST(IntegratorTimes, ThatCannotAdvanceAreErrors) {
    Thrown world;
    State state = world.from(1);
    state.setTime(1);
    const auto expectTooShort = [&](const std::function<void(ContactIntegrator&)>& set, const std::string& name) {
        ContactIntegrator integrator(world.system, *world.force);
        set(integrator);
        integrator.initialize(state);
        expectMessage<std::runtime_error>([&] { integrator.stepTo(2); }, {name + " = 1e-20 s", "t = 1 s"});
        EXPECT_EQ(integrator.getTime(), 1);
        EXPECT_GE(integrator.getState().getSystemStage(), Stage::Acceleration);
    };
    expectTooShort([](ContactIntegrator& one) { one.setMaximumStepSize(1e-20); }, "maximum step size");
    expectTooShort([](ContactIntegrator& one) { one.setFixedStepSize(1e-20); }, "fixed step size");
    expectTooShort([](ContactIntegrator& one) { one.setInitialStepSize(1e-20); }, "initial step size");
}

// No step is longer than the maximum, not even by rounding, with variable and with fixed steps.
TEST(IntegratorTimes, AreNoFurtherApartThanTheMaximum) {
    for (const Real fixed : {NaN, 1e-2, 7e-3})
        for (const Real most : {1e-2, 7.3e-3}) {
            Thrown world;
            ContactIntegrator integrator(world.system, *world.force);
            if (!isNaN(fixed)) integrator.setFixedStepSize(fixed);
            integrator.setMaximumStepSize(most).initialize(world.from(1));
            for (const Real end : {0.5, 1.00001, 2.})
                while (integrator.getTime() < end) {
                    const Real before = integrator.getTime();
                    integrator.takeOneStep(end);
                    ASSERT_LE(integrator.getTime() - before, most);
                    ASSERT_LE(integrator.getPreviousStepSize(), most);
                }
            EXPECT_NEAR(world.placeOf(integrator)[0], 2, 0.5); // it bounces and rolls on
        }
}

// A run that ends with an exception leaves the State at the end of a step, realized, with a reason that is never empty.
TEST(IntegratorTimes, AfterAnExceptionAreThoseOfAStep) {
    struct Failing : Force::Custom::Implementation {
        explicit Failing(bool throws) : throws(throws) {}
        void calcForce(const State& s, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector& mobilityForces) const override {
            if (s.getTime() <= 0.1) return;
            if (throws) throw std::runtime_error("");
            mobilityForces = NaN;
        }
        Real calcPotentialEnergy(const State&) const override { return 0; }
        const bool throws;
    };
    for (const bool throws : {true, false})
        for (const Real step : {NaN, 4e-3}) {
            Thrown world;
            Force::Custom(world.forces, new Failing(throws));
            ContactIntegrator integrator(world.system, *world.force);
            if (!isNaN(step)) integrator.setFixedStepSize(step);
            integrator.initialize(world.from(-1e-6));
            const std::string message = messageOf<std::runtime_error>([&] { integrator.stepTo(1); });
            EXPECT_NE(message.find(throws ? "an exception without text" : "not finite"), std::string::npos) << message;
            EXPECT_GE(integrator.getState().getSystemStage(), Stage::Acceleration);
            EXPECT_LE(integrator.getTime(), 0.1);
            EXPECT_TRUE(isFinite(integrator.getState().getUDot().norm()));
        }
}

// Returns the warnings for a body in flight, without gravity, that turns by this angle in each of 250 fixed steps of 5 ms.
std::string hearTumbling(Real turn, bool isSlender) {
    Scene scene;
    scene.addGround(HalfSpace(), HalfSpace::floor(-1)); // the body never meets it
    const Real speed = turn / 5e-3;
    const Vec3 moments = isSlender ? Vec3(1, 9, 10) : Vec3(1);
    MobilizedBody::Free body =
        scene.add(Sphere(.01), MassProperties(1, Vec3(0), Inertia(moments[0], moments[1], moments[2]) * 1e-4));
    const HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    body.setUToFitAngularVelocity(state, speed * Vec3(0.6, 0.64, 0.48));
    Heard heard;
    FixedImplicit integrator(scene.system, force, state, 5e-3);
    integrator.stepTo(1.25);
    EXPECT_LE(heard.warnings(), 1);
    return heard.text.str();
}

// Fixed steps in which a tumbling body gains energy cause one warning, with the body, its turn and the gain. Other fixed steps cause
// none.
TEST(FixedStepWarnings, ReportGainedEnergy) {
    const std::string told = hearTumbling(0.8, true);
    for (const char* part :
         {"fixed steps have gained energy: ", " J in steps of 0.005 s", "Mobilized body 1 turns by", "shorter step"})
        EXPECT_NE(told.find(part), std::string::npos) << part << " is not in: " << told;
    EXPECT_EQ(hearTumbling(0.1, true), "");
    EXPECT_EQ(hearTumbling(0.8, false), "");
}

// A ball that rolls at 1 m/s is accurate to 0.3%, or there is one warning. The smallest ball turns by 4 rad in a step.
TEST(FixedStepWarnings, ReportTurnsBeyondHalfARevolution) {
    struct Roll {
        Real radius, step;
    };
    for (const auto& [R, step] : {Roll{8e-3, 1. / 60}, Roll{2e-3, 5e-3}, Roll{2e-3, 4e-3}, Roll{2e-3, 8e-3}}) {
        Thrown world(R, 4. / 3 * Pi * 2500 * cube(R));
        State state = world.from(-1e-9);
        world.ball.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -1 / R), Vec3(1, 0, 0)));
        Heard heard;
        FixedImplicit integrator(world.system, *world.force, state, step);
        integrator.stepTo(1);
        EXPECT_EQ(heard.warnings(), step / R > Pi ? 1 : 0) << heard.text.str();
        if (step / R > Pi)
            EXPECT_NE(heard.text.str().find("a body turns by"), std::string::npos) << heard.text.str();
        else
            EXPECT_NEAR(world.placeOf(integrator)[0], 1, 3e-3);
    }
}

} // namespace
} // namespace test_integrator_times
