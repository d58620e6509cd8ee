// Tests histories that are tracked along recorded rows without an integrator.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/HistoryTracker.h>

#include <utility>

namespace test_history_tracker {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real mass = 2, slope = 0.3;

// A block on four spheres, on a slope where it does not slide by itself.
struct Block : FloorScene {
    MobilizedBody::Free body{matter.updGround(),
                             Body::Rigid(MassProperties(mass, Vec3(0), mass* UnitInertia::brick(.1, .05, .1)))};
    HertzMindlinForce force = makeForce<HertzMindlinForce>();
    struct Row {
        Real time;
        Vector q, u;
        Vec3 friction;
    };

    Block() {
        for (const Real x : {-.1, .1})
            for (const Real z : {-.1, .1}) add(body, Sphere(.02), Vec3(x, -.05, z));
        Force::UniformGravity(forces, matter, 9.81 * Vec3(std::sin(slope), -std::cos(slope), 0));
    }

    State pushed(Real speed) { return start(body, Vec3(0, 0.06999, 0), Vec3(speed, 0, 0)); }
    Vec3 frictionIn(const State& state) const {
        system.realize(state, Stage::Dynamics);
        Vec3 sum(0);
        for (const ContactRecord& record : force.getContactRecords(state)) sum += record.tangentialForce;
        return sum;
    }
    // Returns a row at each step of an integrator, or at this interval.
    std::vector<Row> run(Real speed, Real end, Real interval = 0) {
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-6);
        integrator.setReturnEveryInternalStep(interval == 0);
        integrator.initialize(pushed(speed));
        std::vector<Row> rows;
        for (int i = 0; integrator.getTime() < end; ++i) {
            integrator.stepTo(interval > 0 ? interval * i : end);
            const State& now = integrator.getState();
            if (!rows.empty() && now.getTime() == rows.back().time) continue;
            rows.push_back({now.getTime(), now.getQ(), now.getU(), frictionIn(now)});
        }
        return rows;
    }
    static void put(const Row& row, State& state) {
        state.setTime(row.time);
        state.setQ(row.q);
        state.setU(row.u);
    }
};

// A block that has come to rest on a slope has the friction m g sin(alpha), to the remainder of its last oscillation.
// Rows without a history do not have it.
TEST(HistoryTracker, HasTheFrictionThatHoldsABlock) {
    Block block;
    const std::vector<Block::Row> rows = block.run(0.1, 0.6, 0.001);
    HistoryTracker tracker(block.force);
    State state = block.pushed(0), fresh = state;
    for (const Block::Row& row : rows) {
        Block::put(row, state);
        tracker.follow(state);
    }
    Block::put(rows.back(), fresh);
    const Real held = mass * 9.81 * std::sin(slope);
    EXPECT_NEAR(block.frictionIn(state)[0], -held, 1e-3 * held);
    EXPECT_LT(block.frictionIn(fresh).norm(), 1e-3 * held);
}

// If the rows are an integrator's steps, the forces are the integrator's, to rounding: while the block slides, stops
// and holds.
TEST(HistoryTracker, HasTheForcesOfTheRunAtItsSteps) {
    Block block;
    HistoryTracker tracker(block.force);
    State state = block.pushed(0);
    for (const Block::Row& row : block.run(0.5, 0.4)) {
        Block::put(row, state);
        tracker.follow(state);
        EXPECT_LT((block.frictionIn(state) - row.friction).norm(), 1e-9 * mass * 9.81) << "at t = " << row.time;
    }
}

// A block slides, stops and stays. Rows 10 ms apart have its friction to 1% of the weight, rows 1 ms apart to 0.001%, root mean square. Rows
// without a history are wrong by more than a tenth. The spring relaxes in 1.1 ms, and the block oscillates with a period of 32 ms. Of both
// the tracker knows only the path of the slip that the rows give, a cubic.
TEST(HistoryTracker, FollowsRowsThatAreApart) {
    for (const Real speed : {0.1, 0.3, 0.5})
        for (const auto& [interval, tolerance] : {std::pair(0.01, 1e-2), std::pair(0.001, 1e-5)}) {
            Block block;
            HistoryTracker tracker(block.force);
            State state = block.pushed(0);
            Real squares = 0, without = 0;
            const std::vector<Block::Row> rows = block.run(speed, 0.6, interval);
            for (const Block::Row& row : rows) {
                State fresh = block.pushed(0);
                Block::put(row, fresh);
                without += (block.frictionIn(fresh) - row.friction).normSqr();
                Block::put(row, state);
                tracker.follow(state);
                squares += (block.frictionIn(state) - row.friction).normSqr();
            }
            const Real count = Real(rows.size());
            EXPECT_LT(std::sqrt(squares / count), tolerance * mass * 9.81) << speed << " m/s, " << interval << " s";
            EXPECT_GT(std::sqrt(without / count), 0.1 * mass * 9.81);
        }
}

// A row that is given twice, even in another State, counts once.
TEST(HistoryTracker, CountsATimeOnce) {
    Block block;
    HistoryTracker once(block.force), twice(block.force);
    State state = block.pushed(0);
    for (const Block::Row& row : block.run(0.5, 0.1, 0.01)) {
        State first = block.pushed(0), second = first;
        for (State* s : {&state, &first, &second}) Block::put(row, *s);
        once.follow(state);
        twice.follow(first);
        twice.follow(second);
        EXPECT_EQ(block.frictionIn(second), block.frictionIn(state)) << "at t = " << row.time;
    }
}

// A time that goes back or is NaN is an error.
TEST(HistoryTracker, RejectsInvalidTimes) {
    Block block;
    HistoryTracker tracker(block.force);
    State state = block.pushed(0);
    state.setTime(1);
    tracker.follow(state);
    state.setTime(0.5);
    expectMessage<std::invalid_argument>([&] { tracker.follow(state); },
                                         {"HistoryTracker::follow(): time = 0.5 s; it must be >= 1 s"});
    state.setTime(NaN);
    expectMessage<std::invalid_argument>([&] { tracker.follow(state); }, {"time = nan s; it must be finite"});
}

// A tracker does not replace the history in an integrator's State; such a State is an error.
TEST(HistoryTracker, RejectsTheStateOfAnIntegrator) {
    Block block;
    HistoryTracker tracker(block.force);
    RungeKuttaMersonIntegrator integrator(block.system);
    integrator.initialize(block.pushed(0.1));
    State state = integrator.getState();
    tracker.follow(state);
    advance(integrator, 0.01);
    state = integrator.getState();
    expectMessage<std::invalid_argument>([&] { tracker.follow(state); },
                                         {"a history of its own, committed at t = ", "it needs no HistoryTracker"});
}

} // namespace
} // namespace test_history_tracker
