#ifndef CONTACT_LAB_ENGINE_PROBLEMS_H
#define CONTACT_LAB_ENGINE_PROBLEMS_H

#include "LawChoice.h"

#include <map>
#include <string>
#include <vector>

namespace lab {

/** A problem that other engines are given, too; examples/engines/problems.json has its numbers. */
struct EngineProblem {
    std::string name, title;
    std::string error; ///< what is compared, with its unit
    Real goodEnough;   ///< an error that nobody minds
};
const std::vector<EngineProblem>& listEngineProblems();

/** One run of one engine. */
struct EngineRun {
    std::string engine, problem;
    std::string settings = "default";        ///< or what differs from it
    Real error = SimTK::NaN;                 ///< NaN if it came to no end
    Real price = SimTK::NaN;                 ///< the processor's time over the simulated [-]
    std::map<std::string, Real> values = {}; ///< what was measured
};

/** What Simbody is run with: one of our laws, or HuntCrossleyForce. */
struct SimbodySettings {
    std::string law = "hertz-mindlin", integrator = "rkm";
    Real accuracy = 1e-3, youngsModulus = 1e7; ///< [-], [Pa]; nu is .3
    Real transitionVelocity = 0.01;            ///< HuntCrossleyForce's alone [m/s]
};

/** The integrators that Simbody's runs are made with, as makeIntegrator() knows them. */
const std::vector<std::string>& listEngineIntegrators();

/** @throws std::invalid_argument if there is no such law or integrator */
EngineRun runOnSimbody(const EngineProblem&, const SimbodySettings&);

/** What the programs of examples/engines have printed. @throws std::runtime_error if the file is missing or damaged */
std::vector<EngineRun> readEngineRuns(const std::string& file);

} // namespace lab

#endif
