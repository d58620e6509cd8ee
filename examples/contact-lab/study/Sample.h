#ifndef CONTACT_LAB_STUDY_SAMPLE_H
#define CONTACT_LAB_STUDY_SAMPLE_H

#include "Spec.h"

#include <functional>
#include <string>
#include <vector>

namespace lab {

/** Describes the end of the process of a sample. */
struct Ended {
    std::size_t index;
    std::string out, err; ///< its output
    int exitCode = 0;
    int signal = 0;         ///< that ended it, or 0
    double seconds = 0;     ///< CPU time [s]
    bool isTooLong = false; ///< it was ended at the time limit
};

/** Runs each sample in a process of its own, several at once. So a crash of one of them does not affect the others. A sample whose
process was killed from outside is tried once more.
@param inChild    runs in the process, whose stdout and stderr are stored; it ends the process itself or by returning
@param whenEnded  called here, in the order in which they end
@param now        called from time to time, at least twice a second
@returns 0, or the signal that has asked to stop: SIGINT, SIGTERM or SIGHUP; no process is left then
@throws std::runtime_error if a process cannot be started */
int runProcesses(const std::vector<std::size_t>& indices, int jobs, double timeLimit,
                 const std::function<void(std::size_t)>& inChild, const std::function<void(const Ended&)>& whenEnded,
                 const std::function<void()>& now);

/** Counts the cores that this process may use. */
int countCores();

/** Holds the outcome of a sample: a number per result, as text, or an error. */
struct Outcome {
    std::vector<std::string> results;
    std::string error;
};

/** Runs a sample in its process. It runs the experiment or becomes the program, which prints one JSON object as its last line. Errors go
to stderr, with exit code 1, or 2 for bad input. Does not return. */
void runSample(const StudySpec&, const std::vector<Value>&);

/** Runs a sample as runSample(), but gives an experiment up after a few force evaluations. The exit code is 2 for bad input. */
void trySample(const StudySpec&, const std::vector<Value>&);

/** Returns the results that a process has printed, or the reason why there are none. */
Outcome toOutcome(const StudySpec&, const Ended&);

/** Checks the program of a study. @throws std::invalid_argument if it is not there or cannot be run */
void checkProgram(const StudySpec&);

} // namespace lab

#endif
