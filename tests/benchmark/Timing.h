#ifndef SIMBODYDEM_BENCHMARK_TIMING_H
#define SIMBODYDEM_BENCHMARK_TIMING_H

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <vector>

/** Returns the CPU time of this process, without other work on the machine [s]. */
inline double processorSeconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/** Returns the CPU time of this work [s]. */
template <class Work> double timeOf(const Work& work) {
    const double start = processorSeconds();
    work();
    return processorSeconds() - start;
}

inline double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/** Advances each coordinate by a microsecond. */
inline void advance(const SimTK::System& system, SimTK::State& state) {
    system.realize(state, SimTK::Stage::Velocity);
    const SimTK::Vector rates = state.getQDot();
    state.updTime() += 1e-6;
    state.updQ() += 1e-6 * rates;
}

/** Prepares a State for timing: all bodies move a little, each contact has a history and has moved since. */
inline void warmUp(const SimTK::System& system, SimTK::State& state) {
    for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = 1e-3 * std::sin(double(i));
    system.realize(state, SimTK::Stage::Acceleration);
    for (int step = 0; step < 3; ++step) {
        state.autoUpdateDiscreteVariables();
        advance(system, state);
        system.realize(state, SimTK::Stage::Dynamics);
    }
}

/** Returns the CPU time from Stage::Velocity to the end of Dynamics, a microsecond later [s]. */
inline double timeDynamics(const SimTK::System& system, SimTK::State& state) {
    advance(system, state);
    system.realize(state, SimTK::Stage::Velocity);
    return timeOf([&] { system.realize(state, SimTK::Stage::Dynamics); });
}

#endif
