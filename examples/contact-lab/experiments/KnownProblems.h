#ifndef CONTACT_LAB_KNOWN_PROBLEMS_H
#define CONTACT_LAB_KNOWN_PROBLEMS_H

#include "LawChoice.h"

#include <map>
#include <string>
#include <vector>

namespace lab {

/** Describes a problem with a closed form. known_problems.json has its numbers. */
struct KnownProblem {
    std::string name, title;
    std::string error; ///< what is compared, with its unit
    Real goodEnough;   ///< greatest error that is acceptable
};
const std::vector<KnownProblem>& listKnownProblems();

/** Holds one run of a problem. */
struct KnownRun {
    std::string force, problem; ///< SimbodyDEM or HuntCrossleyForce
    std::string settings;
    Real error = SimTK::NaN;                 ///< NaN if the run did not finish
    Real price = SimTK::NaN;                 ///< CPU time over simulated time [-]
    std::map<std::string, Real> values = {}; ///< measured values
};

/** Holds the settings of a run on Simbody, with a law of SimbodyDEM or with HuntCrossleyForce. */
struct SimbodySettings {
    std::string law = "hertz-mindlin", integrator = "rkm";
    Real accuracy = 1e-3, youngsModulus = 1e7; ///< [-], [Pa]; nu is 0.3
    Real transitionVelocity = 0.01;            ///< of HuntCrossleyForce only [m/s]
};

/** Runs a problem on Simbody. @throws std::invalid_argument if there is no such law or integrator */
KnownRun runOnSimbody(const KnownProblem&, const SimbodySettings&);

} // namespace lab

#endif
