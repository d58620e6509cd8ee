#include "ExampleLaw.h"

#include "Check.h"

namespace lab {

std::vector<ExampleLaw> huntCrossleyLaws(LawChoice law, const std::vector<std::string>& transitionVelocities) {
    const char* const greys[] = {"#bbbbbb", "#888888", "#555555"};
    std::vector<ExampleLaw> laws;
    law.law = "hunt-crossley";
    for (const std::string& speed : transitionVelocities) {
        law.transitionVelocity = std::stod(speed);
        laws.push_back({"hunt-crossley-" + speed, "HuntCrossleyForce, " + speed + " m/s",
                        greys[3 - transitionVelocities.size() + laws.size()], law});
    }
    return laws;
}

const ExampleLaw& findLaw(const std::vector<ExampleLaw>& laws, const std::string& name) {
    for (const ExampleLaw& law : laws)
        if (law.name == name) return law;
    refuse("there is no law " + name);
}

} // namespace lab
