#ifndef MODELS_CONTENDER_H
#define MODELS_CONTENDER_H

#include "LawChoice.h"

#include <string>
#include <vector>

namespace lab {

/** A contact law with its material: one name and one colour in every table and plot. */
struct Contender {
    std::string name;         ///< after --law
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
inline const char* const closedForm = "#111111"; ///< and what was measured
} // namespace colors

/** HuntCrossleyForce of this material at up to three transition velocities [m/s], the last one the darkest grey. */
Contenders huntCrossleyAt(LawChoice material, Real dissipation, const std::vector<std::string>& transitionVelocities);

Contenders operator+(Contenders, const Contenders&);

/** The law of this name. @throws std::invalid_argument if there is none */
Contender findLaw(const Contenders&, const std::string& name);

} // namespace lab

#endif
