#include "Contender.h"

#include "Check.h"

namespace lab {

Contenders huntCrossleyAt(LawChoice law, Real dissipation, const std::vector<std::string>& transitionVelocities) {
    const char* const greys[] = {"#bbbbbb", colors::huntCrossley, "#555555"};
    Contenders laws;
    law.law = "hunt-crossley";
    law.dissipation = dissipation;
    for (const std::string& speed : transitionVelocities) {
        law.transitionVelocity = std::stod(speed);
        laws.push_back({"hunt-crossley-" + speed, "HuntCrossleyForce, " + speed + " m/s",
                        greys[3 - transitionVelocities.size() + laws.size()], law});
    }
    return laws;
}

Contenders operator+(Contenders all, const Contenders& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Contender findLaw(const Contenders& laws, const std::string& name) {
    return findNamed(laws, name, "--law " + name + " is unknown; choose one of ");
}

} // namespace lab
