#ifndef CONTACT_LAB_ENGINE_PROBLEMS_H
#define CONTACT_LAB_ENGINE_PROBLEMS_H

#include "LawChoice.h"

#include <map>
#include <string>
#include <vector>

namespace lab {

/** Describes a problem that other engines get too. examples/engines/problems.json has its numbers. */
struct EngineProblem {
    std::string name, title;
    std::string error; ///< what is compared, with its unit
    Real goodEnough;   ///< greatest error that is acceptable
};
const std::vector<EngineProblem>& listEngineProblems();

/** Holds one run of one engine. */
struct EngineRun {
    std::string engine, problem;
    std::string settings = "default";        ///< or the settings that differ from it
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

/** Lists the integrators of the runs on Simbody, by their names in listIntegrators(). */
const std::vector<std::string>& listEngineIntegrators();

/** Runs a problem on Simbody. @throws std::invalid_argument if there is no such law or integrator */
EngineRun runOnSimbody(const EngineProblem&, const SimbodySettings&);

/** Reads the output of the programs of examples/engines. @throws std::runtime_error if the file is missing or damaged */
std::vector<EngineRun> readEngineRuns(const std::string& file);

} // namespace lab

#endif
