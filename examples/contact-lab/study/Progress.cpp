#include "Progress.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <string>

#include <unistd.h>

namespace lab {

namespace {

std::string toTime(double seconds) {
    if (!(seconds < 1e8)) return "?";
    const long s = std::lround(seconds);
    return s < 180    ? fmt::format("{} s", s)
           : s < 7200 ? fmt::format("{} min", (s + 30) / 60)
                      : fmt::format("{} h", (s + 1800) / 3600);
}

} // namespace

Progress::Progress(std::size_t done, std::size_t all)
    : before(done), all(all), done(done), isTerminal(isatty(STDERR_FILENO)) {}

void Progress::tell() {
    if (Clock::now() - last < std::chrono::milliseconds(isTerminal ? 500 : 10000)) return;
    last = Clock::now();
    write();
}

void Progress::end() {
    if (done == before) return;
    write();
    if (isTerminal) fmt::print(stderr, "\n");
}

void Progress::write() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const double perSecond = double(done - before) / seconds;
    fmt::print(stderr, "{}{} of {} samples, {:.3g} per second, {} left{}", isTerminal ? "\r" : "", done, all, perSecond,
               toTime(double(all - done) / perSecond), isTerminal ? "   " : "\n");
    std::fflush(stderr);
}

} // namespace lab
