#ifndef MODELS_RUN_H
#define MODELS_RUN_H

#include "Model.h"
#include "Show.h"
#include "Stepper.h"

#include <cmath>
#include <string>
#include <vector>

namespace lab {

/** Holds a contact law with its material. It has one name and one colour in every table and plot. */
struct Contender {
    std::string name;         ///< value of --law
    std::string label, color; ///< in tables and plots
    LawChoice law = {};

    bool isHuntCrossley() const { return law.isHuntCrossley(); }
};
using Contenders = std::vector<Contender>;

namespace colors {
inline const char* const hertzMindlin = "#1f6fb4";
inline const char* const cundall = "#d9600a";
inline const char* const third = "#2a9d4a";
inline const char* const fourth = "#8a4fbf";
inline const char* const huntCrossley = "#888888";
inline const char* const closedForm = "#111111"; ///< and measurements
} // namespace colors

/** Returns HuntCrossleyForce with this material at up to three transition velocities [m/s]. The last one has the darkest grey. */
Contenders huntCrossleyAt(LawChoice material, Real dissipation, const std::vector<std::string>& transitionVelocities);

Contenders operator+(Contenders, const Contenders&);

/** Returns the law of this name. @throws std::invalid_argument if there is none */
Contender findLaw(const Contenders&, const std::string& name);

/** Holds the options of a model's run. Every run throws std::invalid_argument for bad options. */
struct RunOptions {
    LawChoice law = {};
    IntegratorChoice integrator = {};
    ShowChoice show = {};
};

/** Holds the effort of a run with its wall time. */
struct Cost : Effort {
    Real wallSeconds = 0;

    void operator+=(const Cost&);
};

/** Advances a model from sample to sample, and records it if that is wanted. */
class Run {
public:
    Show show;

    Run(Model&, const RunOptions&, const SimTK::State& start);

    /** Advances to this time. @returns the State, realized to Stage::Dynamics */
    const SimTK::State& advanceTo(Real time);
    Real getTime() const { return stepper.getTime(); }
    /** Advances without recording. @throws GivenUp beyond the evaluations that the choice allows */
    void skipTo(Real time);
    Cost finish() const;

private:
    const SimTK::MultibodySystem& system;
    Stepper stepper;
    const Real evaluations; // limit of the run
    Real wallSeconds = 0;
};

/** Counts the samples within a time, without the one at its start. */
inline int countSamples(Real duration, Real interval) { return int(std::lround(duration / interval)); }

} // namespace lab

#endif
