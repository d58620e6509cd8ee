#ifndef CONTACT_LAB_STUDY_PROGRESS_H
#define CONTACT_LAB_STUDY_PROGRESS_H

#include <chrono>
#include <cstddef>

namespace lab {

/** Tells on stderr how far a study is: one line that changes on a terminal, else a line now and then. */
class Progress {
public:
    Progress(std::size_t done, std::size_t all);
    void count() { ++done; }
    /** Tells it if it is time. */
    void tell();
    /** The last line. */
    void end();

private:
    using Clock = std::chrono::steady_clock;

    void write() const;

    const std::size_t before, all;
    std::size_t done;
    const bool isTerminal;
    const Clock::time_point start = Clock::now();
    Clock::time_point last = start;
};

} // namespace lab

#endif
