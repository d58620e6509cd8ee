#ifndef SIMBODYDEM_BENCHMARK_TIMING_H
#define SIMBODYDEM_BENCHMARK_TIMING_H

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

/** Of this process, which other work on the machine does not count into [s]. */
inline double processorSeconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

inline double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

#endif
