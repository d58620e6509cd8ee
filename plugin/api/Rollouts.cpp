// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Rollouts.h"

#include "base/Checks.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace simbodydem {

namespace {

const char* const caller = "runRollouts()";

// Adds the place to an exception, which stays nested.
[[noreturn]] void throwFrom(const std::exception_ptr& error, const std::string& where) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& e) {
        std::throw_with_nested(std::runtime_error(where + ": " + e.what()));
    } catch (...) {
        std::throw_with_nested(std::runtime_error(where + " threw what is no std::exception"));
    }
}

/** The rollouts that threads take by number. */
class Numbers {
public:
    Numbers(const std::function<RolloutFunction()>& makeModel, int count, const RolloutProgress& onProgress)
        : makeModel(makeModel), onProgress(onProgress), count(count), failed(count) {}

    /** Takes numbers until none is left, with a model of this thread. */
    void work() {
        RolloutFunction run;
        try {
            run = make();
        } catch (...) {
            stop(count, std::current_exception(), errorOfModel);
            return;
        }
        // Numbers are handed out in their order. So all below a failed one have begun, and the lowest error does not depend on the threads.
        for (int number; !isStopped && (number = next++) < count;) {
            try {
                run(number);
            } catch (...) {
                stop(number, std::current_exception(), errorOfRollout);
                return;
            }
            report();
        }
    }

    void throwErrors() const {
        if (errorOfRollout)
            throwFrom(errorOfRollout,
                      std::string(caller) + ": rollout " + std::to_string(failed) + " of " + std::to_string(count));
        if (errorOfModel) throwFrom(errorOfModel, std::string(caller) + ": makeModel()");
        if (errorOfProgress) std::rethrow_exception(errorOfProgress);
    }

private:
    RolloutFunction make() {
        const std::lock_guard<std::mutex> lock(building);
        RolloutFunction run = makeModel();
        if (!run) throw std::invalid_argument("it returns an empty function; return the one that runs a rollout");
        return run;
    }

    void stop(int number, std::exception_ptr error, std::exception_ptr& kept) {
        const std::lock_guard<std::mutex> lock(reporting);
        isStopped = true;
        if (kept && number >= failed) return;
        kept = std::move(error);
        failed = std::min(failed, number);
    }

    void report() {
        if (!onProgress) return;
        const std::lock_guard<std::mutex> lock(reporting);
        ++numFinished;
        if (errorOfProgress) return;
        try {
            onProgress(numFinished);
        } catch (...) {
            isStopped = true;
            errorOfProgress = std::current_exception();
        }
    }

    const std::function<RolloutFunction()>& makeModel;
    const RolloutProgress& onProgress;
    const int count;
    std::atomic<int> next{0};
    std::atomic<bool> isStopped{false};
    std::mutex building;
    // Under the second mutex:
    std::mutex reporting;
    int numFinished = 0, failed; // failed: the lowest number with an error
    std::exception_ptr errorOfRollout, errorOfModel, errorOfProgress;
};

} // namespace

void runRolloutsByNumber(const std::function<RolloutFunction()>& makeModel, int count, int numThreads,
                         const RolloutProgress& onProgress) {
    checkParameter(count >= 0, caller, "count", count, "-", ">= 0");
    checkParameter(numThreads >= 0, caller, "number of threads", numThreads, "-", ">= 0; 0 is one per processor");
    if (!makeModel)
        throw std::invalid_argument(std::string(caller) + ": makeModel is an empty function; it must build a model");
    if (count == 0) return;
    if (numThreads == 0) numThreads = int(std::max(1u, std::thread::hardware_concurrency()));
    Numbers numbers(makeModel, count, onProgress);
    std::vector<std::thread> threads;
    try {
        for (int i = 1; i < std::min(numThreads, count); ++i) threads.emplace_back([&] { numbers.work(); });
    } catch (const std::system_error&) { // the system has no more threads: those that are there do the work
    }
    numbers.work();
    for (std::thread& thread : threads) thread.join();
    numbers.throwErrors();
}

} // namespace simbodydem
