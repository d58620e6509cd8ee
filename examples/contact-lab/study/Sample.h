#ifndef CONTACT_LAB_STUDY_SAMPLE_H
#define CONTACT_LAB_STUDY_SAMPLE_H

#include "Processes.h"
#include "Spec.h"

namespace lab {

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
