#include "OptionReader.h"

#include "Check.h"

#include <algorithm>
#include <cmath>

namespace lab {

void OptionReader::read(Real LawChoice::*option, const std::function<void(Real)>& use) {
    numbersRead.push_back(option);
    if (!std::isnan(choice.*option)) use(choice.*option);
}

std::string OptionReader::readDamping(const std::vector<std::string>& allowed) {
    dampingRead = true;
    if (choice.damping == "" || std::find(allowed.begin(), allowed.end(), choice.damping) != allowed.end())
        return choice.damping;
    std::string names;
    for (const std::string& name : allowed) names += (names.empty() ? "" : ", ") + name;
    refuse("--damping " + choice.damping + " does not go with --normal " + choice.normal + "; choose one of " + names);
}

simbodydem::Tension OptionReader::readTension() {
    tensionRead = true;
    return choice.tension == "allow" ? simbodydem::Tension::Allowed : simbodydem::Tension::Clamped;
}

simbodydem::RestitutionMeaning OptionReader::readRestitutionMeaning() {
    meaningRead = true;
    return choice.restitutionAs == "textbook" ? simbodydem::RestitutionMeaning::Textbook
                                              : simbodydem::RestitutionMeaning::Realized;
}

simbodydem::EffectiveMass OptionReader::readEffectiveMass() {
    massRead = true;
    return choice.effectiveMass == "twobody" ? simbodydem::EffectiveMass::TwoBody
                                             : simbodydem::EffectiveMass::Articulated;
}

void OptionReader::refuseUnread() const {
    for (const LawNumber& number : lawNumbers()) {
        const bool isRead = std::find(numbersRead.begin(), numbersRead.end(), number.value) != numbersRead.end();
        if (!isRead && !std::isnan(choice.*number.value))
            refuse(std::string(number.option) + " is given but the chosen law does not use it");
    }
    if (!dampingRead && choice.damping != "") refuse("--damping is given but the chosen law has its own");
    if (!meaningRead && choice.restitutionAs != "")
        refuse("--restitution-as is given but the chosen law does not use it");
    if (!massRead && choice.effectiveMass != "") refuse("--effective-mass is given but the chosen law does not use it");
    if (!tensionRead && choice.tension == "allow") refuse("--tension is given but the chosen law decides that itself");
}

} // namespace lab
