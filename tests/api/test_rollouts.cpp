// Tests that rollouts have the same results, bit for bit, in any number of threads and in any order, and what a reset costs.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/ContactStepper.h>
#include <simbodydem/JointForces.h>
#include <simbodydem/Rollouts.h>
#include <simbodydem/shapes/Brick.h>

#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <thread>

namespace test_rollouts {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Counts how often the System is realized to Stage::Dynamics and to Stage::Acceleration. Throws after a given time.
struct Counter : Force::Custom::Implementation {
    mutable int dynamics = 0, accelerations = 0;
    Real failsAfter = Infinity; // [s]
    void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {
        ++dynamics;
        if (state.getTime() > failsAfter) throw std::runtime_error("a motor burns");
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    void realizeAcceleration(const State&) const override { ++accelerations; }
};

// A trunk lands on two legs with round feet, which slide and stick. Joints have friction, stops and servos, whose targets a handler changes
// each 5 ms. It also turns a push on the trunk.
struct Hopper : Scene {
    struct Controller : PeriodicEventHandler {
        explicit Controller(const Hopper& hopper) : PeriodicEventHandler(0.005), hopper(hopper) {}
        void handleEvent(State& state, Real, bool&) const override {
            const Real phase = 2 * Pi * state.getTime() / 0.2 + hopper.number;
            for (int i = 0; i < 4; ++i)
                hopper.joints->setTarget(state, i, (i % 2 ? -0.8 : 0.4) + 0.3 * std::sin(phase + i));
            hopper.push->setOneBodyForce(state, *hopper.trunk,
                                         SpatialVec(Vec3(0), Vec3(20 * std::cos(phase), 0, 2. * (hopper.number % 3))));
        }
        const Hopper& hopper;
    };

    int number = 0;
    std::unique_ptr<MobilizedBody::Free> trunk;
    std::unique_ptr<JointForces> joints;
    std::unique_ptr<Force::DiscreteForces> push;
    std::unique_ptr<HertzMindlinForce> contact;
    std::unique_ptr<ContactIntegrator> integrator;
    Counter* counter = new Counter;
    State first;
    SurfaceIndex floor;

    explicit Hopper(Real fixedStep) {
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        material = SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.3).setFriction(0.8);
        floor = addFloor();
        const Vec3 half(0.15, 0.05, 0.1);
        trunk = std::make_unique<MobilizedBody::Free>(matter.Ground(), Body::Rigid(boxOf(4, half)));
        add(*trunk, Brick(half, 0.01));
        joints = std::make_unique<JointForces>(forces, matter);
        const Body::Rigid link(MassProperties(0.3, Vec3(0, -0.1, 0), Inertia(0.004, 0.002, 0.004)));
        const JointSettings settings = JointSettings()
                                           .setFriction(0.2, 200, 0.2)
                                           .setDamping(0.05)
                                           .setStops(-1.2, 1.2, 500, 0.1)
                                           .setServo(60, 2, 15);
        for (const int side : {-1, 1}) {
            MobilizedBody::Pin thigh(*trunk, Vec3(0, -0.05, 0.1 * side), link, Vec3(0)),
                shank(thigh, Vec3(0, -0.2, 0), link, Vec3(0));
            joints->add(thigh, MobilizerUIndex(0), settings);
            joints->add(shank, MobilizerUIndex(0), settings);
            add(shank, Sphere(0.03), Vec3(0, -0.2, 0));
        }
        push = std::make_unique<Force::DiscreteForces>(forces, matter);
        Force::Custom(forces, counter);
        contact = std::make_unique<HertzMindlinForce>(forces, surfaces);
        contact->excludeAdjacentBodies();
        system.addEventHandler(new Controller(*this));
        first = system.realizeTopology();
        trunk->setQToFitTranslation(first, Vec3(0, 0.485, 0));
        integrator = std::make_unique<ContactIntegrator>(system, *contact);
        integrator->addJointForces(*joints);
        if (fixedStep > 0) integrator->setFixedStepSize(fixedStep);
    }

    // Returns time, coordinates, speeds and counts at the end.
    std::vector<Real> run(int itsNumber) {
        number = itsNumber;
        State start = first;
        trunk->setUToFitVelocity(start, SpatialVec(Vec3(0, 0.1 * (number % 5), 0.2), Vec3(0.1 * (number % 7), 0, 0)));
        contact->setFrictionFactor(start, floor, 0.4 + 0.1 * (number % 6));
        integrator->initialize(start);
        ContactStepper(*integrator).stepTo(0.1);
        const State& end = integrator->getState();
        std::vector<Real> all{end.getTime(), Real(integrator->getNumStepsTaken()),
                              Real(integrator->getNumRealizations()), Real(integrator->getNumIterations())};
        for (const Vector& part : {end.getQ(), end.getU(), end.getUDot()})
            for (int i = 0; i < part.size(); ++i) all.push_back(part[i]);
        for (const Real one : joints->getHistory(end)) all.push_back(one);
        return all;
    }
};

class Rollouts : public ::testing::TestWithParam<Real> {}; // the fixed step [s], or 0: error control
INSTANTIATE_TEST_SUITE_P(Steps, Rollouts, ::testing::Values(2e-3, 0.),
                         [](const auto& info) { return info.param > 0 ? "Fixed" : "Controlled"; });

// Runs numbers with what they do, and stores nothing.
struct Job {
    std::function<void(int)> work;
    int run(int number) {
        work(number);
        return number;
    }
};
auto jobsThat(const std::function<void(int)>& work) {
    return [work] { return std::make_unique<Job>(Job{work}); };
}

// A hundred rollouts with contacts, friction, joints and a controller give the same bits in one thread, two and five.
TEST_P(Rollouts, AreTheSameInAnyNumberOfThreads) {
    const Real step = GetParam();
    const auto make = [step] { return std::make_unique<Hopper>(step); };
    const int count = 100;
    const std::vector<std::vector<Real>> alone = runRollouts(make, count, 1);
    ASSERT_EQ(alone.size(), std::size_t(count));
    EXPECT_NE(alone[0], alone[1]); // or nothing would be compared
    for (const int threads : {2, 5}) EXPECT_EQ(runRollouts(make, count, threads), alone) << threads;
}

// A rollout does not depend on those that its model ran before: rollouts in reverse and in shuffled order, and each of them by a model of
// its own, are the same.
TEST_P(Rollouts, DoNotDependOnEarlierRollouts) {
    const int count = 12;
    Hopper model(GetParam());
    std::vector<std::vector<Real>> first(count);
    for (int i = 0; i < count; ++i) first[i] = model.run(i);
    for (int i = count - 1; i >= 0; --i) EXPECT_EQ(model.run(i), first[i]) << i;
    for (int k = 0; k < count; ++k) {
        const int i = 5 * k % count;
        EXPECT_EQ(model.run(i), first[i]) << i;
        EXPECT_EQ(Hopper(GetParam()).run(i), first[i]) << i;
    }
}

// A rollout that a force ends in the middle of a step leaves nothing either.
TEST_P(Rollouts, DoNotDependOnEarlierErrors) {
    Hopper model(GetParam());
    const std::vector<Real> expected = model.run(3);
    model.counter->failsAfter = 0.03;
    expectMessage<std::runtime_error>([&] { model.run(2); }, {"a motor burns"});
    model.counter->failsAfter = Infinity;
    EXPECT_EQ(model.run(3), expected);
}

// initialize() finds the accelerations once. The contacts that are there from the first are evaluated a second time, after their commit.
TEST(RolloutReset, InitializeFindsAccelerationsOnce) {
    Hopper model(2e-3);
    model.integrator->initialize(model.first);
    ContactStepper(*model.integrator).stepTo(0.1);
    const State standing = model.integrator->getState();
    model.counter->dynamics = model.counter->accelerations = 0;
    model.integrator->initialize(standing);
    EXPECT_EQ(model.counter->accelerations, 1);
    EXPECT_EQ(model.counter->dynamics, 2);
}

// restoreFrom() costs a copy of the State and one force evaluation, and the first step begins with it.
TEST(RolloutReset, RestoreFromEvaluatesForcesOnce) {
    Hopper model(2e-3);
    model.integrator->initialize(model.first);
    ContactStepper(*model.integrator).stepTo(0.1);
    SavedRun saved;
    model.integrator->saveTo(saved);
    const int saveds = model.integrator->getNumRealizations();
    model.integrator->takeOneStep(0.102);
    const int ofStep = model.integrator->getNumRealizations() - saveds;
    const int before = model.counter->accelerations;
    model.integrator->restoreFrom(saved);
    EXPECT_EQ(model.counter->accelerations - before, 1);
    EXPECT_EQ(model.integrator->getNumRealizations(), saveds);
    model.counter->accelerations = 0;
    model.integrator->takeOneStep(0.102);
    EXPECT_EQ(model.integrator->getNumRealizations() - saveds, ofStep);
    EXPECT_EQ(model.counter->accelerations, ofStep);
}

// Each number runs once, whatever the number of threads, and none of them gives no results.
TEST(RunRollouts, RunsEachNumberOnce) {
    for (const int threads : {0, 1, 3, 50}) {
        std::vector<std::atomic<int>> runs(20);
        const std::vector<int> numbers =
            runRollouts(jobsThat([&](int number) { ++runs[std::size_t(number)]; }), 20, threads);
        for (int i = 0; i < 20; ++i) {
            EXPECT_EQ(runs[std::size_t(i)], 1);
            EXPECT_EQ(numbers[std::size_t(i)], i);
        }
    }
    EXPECT_TRUE(runRollouts(jobsThat([](int) {}), 0).empty());
}

// There is one model per thread, and no more than there are rollouts.
TEST(RunRollouts, MakesOneModelPerThread) {
    for (const auto& [count, threads, models] : {std::array<int, 3>{8, 1, 1}, {8, 3, 3}, {2, 5, 2}}) {
        int made = 0; // calls do not overlap
        runRollouts(
            [&, made = &made] {
                ++*made;
                return std::make_unique<Job>(Job{[](int) {}});
            },
            count, threads);
        EXPECT_EQ(made, models);
    }
}

// The error of the lowest number is thrown, in any number of threads, with the number, the reason and the exception itself.
TEST(RunRollouts, ThrowsTheErrorOfTheLowestNumber) {
    for (const int threads : {1, 2, 5})
        for (int again = 0; again < 20; ++again) {
            try {
                runRollouts(jobsThat([](int number) {
                                if (number == 11) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                if (number % 12 >= 11)
                                    throw std::out_of_range("fell over at " + std::to_string(number));
                            }),
                            40, threads);
                FAIL() << "nothing was thrown";
            } catch (const std::runtime_error& e) {
                EXPECT_STREQ(e.what(), "runRollouts(): rollout 11 of 40: fell over at 11");
                EXPECT_THROW(std::rethrow_if_nested(e), std::out_of_range);
            }
        }
}

// A model that cannot be built is an error that says so.
TEST(RunRollouts, ReportsAModelThatCannotBeBuilt) {
    const auto make = []() -> std::unique_ptr<Job> { throw std::runtime_error("no such file"); };
    expectMessage<std::runtime_error>([&] { runRollouts(make, 3, 2); }, {"runRollouts(): makeModel(): no such file"});
    expectMessage<std::runtime_error>([] { runRolloutsByNumber([] { return RolloutFunction(); }, 3, 2); },
                                      {"makeModel()", "empty function"});
}

// Progress counts up to the number of rollouts, and ends the work if it throws.
TEST(RunRollouts, ReportsProgress) {
    std::vector<int> finished;
    runRollouts(jobsThat([](int) {}), 9, 3, [&](int number) { finished.push_back(number); });
    EXPECT_EQ(finished, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    std::atomic<int> runs{0};
    struct Cancelled {};
    EXPECT_THROW(runRollouts(jobsThat([&](int) { ++runs; }), 1000, 2,
                             [](int number) {
                                 if (number == 3) throw Cancelled();
                             }),
                 Cancelled);
    EXPECT_LE(runs, 3 + 2); // each thread may finish one more
}

// Numbers out of range and empty functions are errors.
TEST(RunRollouts, ChecksItsInput) {
    expectMessages<std::invalid_argument>(
        {{[] { runRollouts(jobsThat([](int) {}), -1); }, {"runRollouts()", "count = -1", ">= 0"}},
         {[] { runRollouts(jobsThat([](int) {}), 1, -2); }, {"runRollouts()", "number of threads = -2", ">= 0"}},
         {[] { runRolloutsByNumber({}, 1); }, {"runRollouts()", "makeModel", "empty function"}}});
}

} // namespace
} // namespace test_rollouts
