#include "Progress.h"

#include <fmt/core.h>

#include <cstdio>

#include <unistd.h>

namespace lab {

namespace {
const char* const clearLine = "\r\033[K";
}

Progress::Progress() : isTerminal(isatty(fileno(stderr))) {}

Progress::~Progress() {
    if (isTerminal) fmt::print(stderr, "{}", clearLine);
}

void Progress::show(double share, double remaining, const std::string& running) {
    if (!isTerminal) return;
    const int width = 24, filled = int(share * width), seconds = int(remaining + 0.5);
    const std::string time = remaining < 0 ? "-:--" : fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    fmt::print(stderr, "{}[{:#<{}}{:.<{}}] {:3.0f} %, {} left  {:.32}", clearLine, "", filled, "", width - filled,
               100 * share, time, running);
    std::fflush(stderr);
}

void Progress::line(const std::string& job, const std::string& what) {
    fmt::print(stderr, "{}{:<28} {}\n", isTerminal ? clearLine : "", job, what);
}

} // namespace lab
