#ifndef MODELS_EXAMPLE_LAW_H
#define MODELS_EXAMPLE_LAW_H

#include "LawChoice.h"

#include <string>
#include <vector>

namespace lab {

/** A contact law that an example knows by name, with its material. */
struct ExampleLaw {
    std::string name;         ///< after --law
    std::string label, color; ///< in tables and plots
    LawChoice law;
};

/** HuntCrossleyForce of this material at up to three transition velocities [m/s], the last one the darkest grey. */
std::vector<ExampleLaw> huntCrossleyLaws(LawChoice material, const std::vector<std::string>& transitionVelocities);

/** The law of this name. @throws std::invalid_argument if there is none */
const ExampleLaw& findLaw(const std::vector<ExampleLaw>&, const std::string& name);

} // namespace lab

#endif
