#ifndef CONTACT_LAB_COMPARE_H
#define CONTACT_LAB_COMPARE_H

#include <string>
#include <vector>

namespace lab {

struct CompareOptions {
    std::string folder = "report";
    std::vector<std::string> only; ///< names of experiments; all if empty
    bool fresh = false;            ///< do not go on where an interrupted run was
    int jobs = 0;                  ///< at once; as many as there are cores if 0
};

/** The names that `only` takes. */
std::vector<std::string> listExperiments();

/** Run the experiments with every law and HuntCrossleyForce, each in a process of its own, and write `folder`/index.html,
one self-contained page. Progress goes to stderr. A run that was interrupted goes on where it was.
@returns the program's exit code: 1 if an experiment failed, whose section then says why, 128 + signal if interrupted
@throws std::invalid_argument for an unknown name or a bad number of jobs, std::runtime_error if the page cannot be written
or gnuplot is missing */
int runCompare(const CompareOptions&);

} // namespace lab

#endif
