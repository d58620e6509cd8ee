// SPDX-License-Identifier: Apache-2.0
#include "Runs.h"

#include "SignalCheck.h"
#include "Simulation.h"
#include "World.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using namespace SimTK;

namespace simbodydem::python {

namespace {

using Clock = std::chrono::steady_clock;

/** Writes the rows of a page for a browser while a simulation runs. The page is read by another thread. */
class LiveReplay {
public:
    LiveReplay(const Simulation& simulation, const std::string& file, double interval, std::optional<int> follow)
        : simulation(simulation), model(simulation.shareModel()), interval(interval), recorder(modelOf(simulation).system, file, Infinity) {
        if (!(interval > 0)) throw std::invalid_argument("every = " + std::to_string(interval) + " s; it must be > 0");
        Model& model = modelOf(simulation);
        if (model.contact) recorder.showContacts(*model.contact);
#ifdef SIMBODYDEM_HAS_GRAINS
        if (model.bed) showGrains(recorder, *model.bed);
#endif
        if (follow) recorder.follow(model.body(*follow));
        record();
    }
    /** Writes a row if the interval has passed since the last one. A run that has gone back in time begins the page again. */
    void record() {
        if (model != simulation.shareModel()) throw std::runtime_error("the simulation has taken another bed of grains; make a new view");
        const State& state = simulation.getRunner().getState();
        const double time = state.getTime();
        if (time < last) ++numRestarts;
        else if (time < last + interval * (1 - 1e-9)) return;
        last = time;
        recorder.record(State(state)); // a copy: the run must not depend on what is computed for the page
    }
    int getNumRestarts() const { return numRestarts; }

private:
    static Model& modelOf(const Simulation& simulation) { return const_cast<Model&>(simulation.getModel()); }

    const Simulation& simulation;
    const std::shared_ptr<const Model> model;
    const double interval;
    ReplayRecorder recorder;
    double last = -Infinity;
    std::atomic<int> numRestarts{0};
};

/** Advances a simulation. Between its steps it writes rows of a page, looks for signals, and reports the time to Python ten times a second. */
void advanceWatched(Simulation& simulation, double time, LiveReplay* live, std::optional<std::function<void(double)>> report) {
    const nb::gil_scoped_release release;
    SignalCheck checkSignals;
    Clock::time_point nextReport = Clock::now() + std::chrono::milliseconds(100);
    simulation.advance(time, [&] {
        if (live) live->record();
        checkSignals();
        const Clock::time_point now = Clock::now();
        if (!report || now < nextReport) return;
        nextReport = now + std::chrono::milliseconds(100);
        const nb::gil_scoped_acquire lock;
        (*report)(simulation.getTime());
    });
    if (live) live->record();
}

/** Advances several simulations to times of their own, in threads. Each has the results that it has alone. Signals are handled by this thread,
so the simulations are in others. */
void advanceAll(const std::vector<Simulation*>& simulations, const std::vector<double>& times, int numThreads) {
    if (simulations.size() != times.size())
        throw std::invalid_argument("there are " + std::to_string(simulations.size()) + " simulations and " + std::to_string(times.size()) + " times");
    std::vector<Simulation*> sorted = simulations;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) throw std::invalid_argument("a simulation is in the list twice");
    const nb::gil_scoped_release release;
    std::atomic<bool> isStopped{false}, isDone{false};
    std::mutex mutex;
    std::condition_variable changed;
    std::exception_ptr error, interrupt;
    std::thread all([&] {
        try {
            runRolloutsByNumber(
                [&]() -> RolloutFunction {
                    return [&](int number) {
                        simulations[std::size_t(number)]->advance(times[std::size_t(number)], [&] {
                            if (isStopped) throw std::runtime_error("interrupted");
                        });
                    };
                },
                int(simulations.size()), numThreads);
        } catch (...) {
            error = std::current_exception();
        }
        const std::lock_guard<std::mutex> lock(mutex);
        isDone = true;
        changed.notify_all();
    });
    for (;;) {
        {
            std::unique_lock<std::mutex> lock(mutex);
            if (changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return bool(isDone); })) break;
        }
        if (interrupt) continue;
        const nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() == 0) continue;
        try {
            nb::raise_python_error();
        } catch (...) {
            interrupt = std::current_exception();
            isStopped = true;
        }
    }
    all.join();
    if (interrupt) std::rethrow_exception(interrupt);
    if (error) std::rethrow_exception(error);
}

#ifdef SIMBODYDEM_HAS_ROBOTS
/** Returns the lower and the upper limit of each joint of a robot [rad, m]; infinite where the file has none. */
std::vector<std::array<double, 2>> listJointLimits(const World& world, int number) {
    const Robot& robot = world.getTrial().robots.at(std::size_t(number));
    std::vector<std::array<double, 2>> limits;
    for (int i = 0; i < robot.getNumJoints(); ++i) {
        limits.push_back({-Infinity, Infinity});
        for (const RobotJoint& joint : robot.getFile().getJoints())
            if (joint.name == robot.getJointName(i) && joint.limits) limits.back() = {joint.limits->lower, joint.limits->upper};
    }
    return limits;
}

/** Returns the stiffness of the servo of each joint of a robot [N m/rad, N/m], 0 where there is none. */
std::vector<double> listServos(const Simulation& simulation, int number) {
    const JointForces& joints = simulation.getModel().robots.at(std::size_t(number)).getJointForces();
    std::vector<double> stiffness;
    for (int i = 0; i < joints.getNumJoints(); ++i) stiffness.push_back(joints.getSettings(i).servoStiffness);
    return stiffness;
}

/** Returns where the coordinates and the speeds of a robot's base begin, and how many they are: none of a fixed base. */
std::array<int, 4> findBase(const Simulation& simulation, int number) {
    const Robot& robot = simulation.getModel().robots.at(std::size_t(number));
    for (const RobotLink& link : robot.getFile().getLinks()) {
        const MobilizedBody& body = robot.getLink(link.name);
        if (body.isGround() || !body.getParentMobilizedBody().isGround()) continue;
        const State& state = simulation.getRunner().getState();
        if (body.getNumU(state) != 6) continue;
        return {int(body.getFirstQIndex(state)), body.getNumQ(state), int(body.getFirstUIndex(state)), body.getNumU(state)};
    }
    return {0, 0, 0, 0};
}
#endif

} // namespace

void bindRuns(nb::module_& m) {
    nb::class_<LiveReplay>(m, "LiveReplay", "The compiled part of View.")
        .def(nb::init<const Simulation&, const std::string&, double, std::optional<int>>(), "simulation"_a, "file"_a, "every"_a,
             "follow"_a.none(), nb::keep_alive<1, 2>())
        .def("record", &LiveReplay::record)
        .def_prop_ro("num_restarts", &LiveReplay::getNumRestarts);
    m.def(
        "set_start",
        [](Simulation& simulation, int robot, const nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>& q,
           std::optional<double> gap) { simulation.setStart(robot, {q.data(), q.data() + q.size()}, gap); },
        "simulation"_a, "robot"_a, "q"_a, "gap"_a.none(), "Sets a robot's joints, and the height of its base if there is a gap.");
    m.def("advance_watched", &advanceWatched, "simulation"_a, "time"_a, "live"_a.none(), "report"_a.none());
    m.def("advance_all", &advanceAll, "simulations"_a, "times"_a, "threads"_a,
          "Advances several simulations to times of their own, in threads.");
#ifdef SIMBODYDEM_HAS_ROBOTS
    m.def(
        "joint_limits",
        [](const World& world, int number) {
            const auto* const limits = new std::vector<std::array<double, 2>>(listJointLimits(world, number));
            const nb::capsule owner(limits, [](void* p) noexcept { delete static_cast<const std::vector<std::array<double, 2>>*>(p); });
            return nb::ndarray<nb::numpy, const double>(limits->data()->data(), {limits->size(), std::size_t(2)}, owner);
        },
        "world"_a, "robot"_a, "Returns the lower and the upper limit of each joint [rad, m].");
    m.def("servo_stiffness", &listServos, "simulation"_a, "robot"_a,
          "Returns the stiffness of the servo of each joint [N m/rad, N/m], 0 where there is none.");
    m.def(
        "base_coordinates",
        [](const Simulation& simulation, int number) {
            const std::array<int, 4> base = findBase(simulation, number);
            return std::make_tuple(base[0], base[1], base[2], base[3]);
        },
        "simulation"_a, "robot"_a, "Returns the first coordinate of a base, their number, and the same of its speeds.");
#endif
}

} // namespace simbodydem::python
