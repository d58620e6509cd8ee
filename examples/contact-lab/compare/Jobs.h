#ifndef CONTACT_LAB_JOBS_H
#define CONTACT_LAB_JOBS_H

#include "Ticker.h"

#include <map>
#include <string>
#include <vector>

namespace lab {

struct Job {
    std::string name;
    double expectedDuration; ///< relative to the others'
    std::function<void(Ticker&)> work;
};

/** SIGINT or SIGTERM came, and all jobs have been ended. */
struct Interrupted {
    int signal;
};

/** Do each job in a process of its own, at most so many at once, the longest first, and show how far they are.
@returns what went wrong, by name; the others have ended well @throws Interrupted */
std::map<std::string, std::string> runJobs(std::vector<Job>, int atOnce);

} // namespace lab

#endif
