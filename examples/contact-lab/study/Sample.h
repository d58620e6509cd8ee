#ifndef CONTACT_LAB_STUDY_SAMPLE_H
#define CONTACT_LAB_STUDY_SAMPLE_H

#include "Spec.h"

#include <functional>
#include <string>
#include <vector>

namespace lab {

/** How a process of a sample's own ended. */
struct Ended {
    std::size_t index;
    std::string out, err; ///< what it said
    int exitCode = 0;
    int signal = 0;         ///< that ended it, or 0
    double seconds = 0;     ///< of the processor [s]
    bool isTooLong = false; ///< it was ended at the time limit
};

/** Runs each sample in a process of its own, some at once: what one of them does, crashes among it, is nobody else's. A
sample whose process somebody else has killed is tried once more.
@param inChild    what a process does, its stdout and stderr being kept; it ends the process itself or by returning
@param whenEnded  called here, in the order in which they end
@param now        called now and then, at least twice a second
@returns 0, or the signal that has asked to stop: SIGINT, SIGTERM or SIGHUP; no process is left then
@throws std::runtime_error if there can be no process */
int runProcesses(const std::vector<std::size_t>& indices, int jobs, double timeLimit,
                 const std::function<void(std::size_t)>& inChild, const std::function<void(const Ended&)>& whenEnded,
                 const std::function<void()>& now);

/** Cores that this process may use. */
int countCores();

/** What a sample has come to: a number per result, as text, or an error. */
struct Outcome {
    std::vector<std::string> results;
    std::string error;
};

/** What the process of a sample does: it runs the experiment or becomes the program, which prints one JSON object as
its last line. What goes wrong it says on stderr, with exit code 1, or 2 for bad input. Does not return for a program. */
void runSample(const StudySpec&, const std::vector<Value>&);

/** As runSample(), but an experiment is given up after a few evaluations of the forces; exit code 2 for bad input. */
void trySample(const StudySpec&, const std::vector<Value>&);

/** What a process has said, or why it is nothing. */
Outcome toOutcome(const StudySpec&, const Ended&);

/** @throws std::invalid_argument if a study's program is not there or cannot be run */
void checkProgram(const StudySpec&);

} // namespace lab

#endif
