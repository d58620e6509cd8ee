// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROLLOUTS_H
#define SIMBODYDEM_ROLLOUTS_H

#include "simbodydem/Export.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace simbodydem {

/** Runs one rollout of a model, by its number in [0, count). */
using RolloutFunction = std::function<void(int number)>;
/** Is called with the number of finished rollouts after each of them, by one thread at a time. If it throws, no further rollout begins. */
using RolloutProgress = std::function<void(int numFinished)>;

/** Runs independent rollouts in several threads. A rollout is a run from a given start, such as an episode of learning, a sample of a
controller that looks ahead, or one value of a study.

@par Models
One System cannot be realized by two threads, and a built System cannot be copied. So makeModel() builds a model for each thread, with its
System, forces and integrator, and returns the function that runs one rollout of it. Calls of makeModel() do not overlap. A model lives in
its thread and runs many rollouts, one after the other.

@par Order
Threads take the next number as soon as they are free. The number alone must decide what a rollout does: its parameters, its random seed,
the place of its result. Each rollout begins with ContactIntegrator::initialize() or ContactIntegrator::restoreFrom(), which leave nothing
of the rollout before. Then all results are the same bits, in any number of threads.

@par Errors
After an error no further rollout begins, and those under way end. The error that is thrown is that of the lowest number, in any number of
threads.

@param makeModel    builds a model and returns its function
@param count        number of rollouts, >= 0
@param numThreads   number of threads, >= 1; 0: one per processor
@param onProgress   see RolloutProgress; may be empty
@throws std::invalid_argument if a number is out of its range or a function is empty
@throws std::runtime_error with the number and the reason, if a rollout or makeModel() fails; the exception itself is nested in it. An
exception of onProgress is thrown as it is */
SIMBODYDEM_API void runRolloutsByNumber(const std::function<RolloutFunction()>& makeModel, int count,
                                        int numThreads = 0, const RolloutProgress& onProgress = {});

/** Runs independent rollouts in several threads and returns their results by number, see runRolloutsByNumber().

    struct Walker {                                 // System, forces and integrator
        double run(int number);                     // returns the distance that gait `number` walks [m]
    };
    const std::vector<double> distances = runRollouts([] { return std::make_unique<Walker>(); }, 100);

@param makeModel  returns a pointer to a model, a std::unique_ptr for example; its run(int) returns what has a default value and can be
moved
@param count, numThreads, onProgress  as above */
template <class MakeModel>
auto runRollouts(MakeModel&& makeModel, int count, int numThreads = 0, const RolloutProgress& onProgress = {}) {
    using Pointer = std::decay_t<decltype(makeModel())>;
    using Result = std::decay_t<decltype(std::declval<Pointer&>()->run(0))>;
    static_assert(!std::is_same_v<Result, bool>, "threads cannot write to a std::vector<bool> at once; return int");
    std::vector<Result> results(count > 0 ? std::size_t(count) : 0);
    runRolloutsByNumber(
        [&]() -> RolloutFunction {
            const auto model = std::make_shared<Pointer>(makeModel());
            return [&results, model](int number) { results[std::size_t(number)] = (*model)->run(number); };
        },
        count, numThreads, onProgress);
    return results;
}

} // namespace simbodydem

#endif
