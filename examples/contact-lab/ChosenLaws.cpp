#include "ChosenLaws.h"

#include "Check.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

using namespace simbodydem;

namespace {

using Of = LawNumber::Of;
using Numbers = std::map<std::string, double>;
using Choices = std::map<std::string, std::string>;

const LawParameter* find(const LawParameters& parameters, const std::string& name) {
    for (const LawParameter& p : parameters)
        if (p.name == name) return &p;
    return nullptr;
}

[[noreturn]] void refuseUnused(const std::string& option) {
    refuse(option + " is given but the chosen law does not use it");
}

LawDescription describe(const std::vector<LawDescription>& catalog, const std::string& option,
                        const std::string& name) {
    for (const LawDescription& law : catalog)
        if (law.name == name) return law;
    refuse(option + " " + name + " is unknown; `laws` lists them");
}

// A dashpot by the laboratory's short names.
void chooseDamping(const LawDescription& law, const std::string& damping, Numbers& numbers, Choices& choices) {
    if (damping == "") return;
    static const std::map<std::string, std::string> hertzian = {
        {"none", "None"},      {"tti", "TsujiTanakaIshida"}, {"tti-demlab", "TsujiTanakaIshida"},
        {"lh", "LeeHerrmann"}, {"kk", "KuwabaraKono"},       {"critical-ratio", "CriticalRatio"},
        {"linear", "Linear"},
    };
    std::string allowed;
    const auto allow = [&](const std::string& name) {
        allowed += (allowed.empty() ? "" : ", ") + name;
        return name == damping;
    };
    if (const LawParameter* p = find(law.parameters, "damping")) {
        for (const auto& [name, choice] : hertzian) {
            if (std::count(p->choices.begin(), p->choices.end(), choice) == 0) continue;
            const bool isDEMLab = name == "tti-demlab";
            if ((isDEMLab && !find(law.parameters, "TTIConstants")) || !allow(name)) continue;
            choices["damping"] = choice;
            if (isDEMLab) choices["TTIConstants"] = "DEMLab";
        }
    } else if (find(law.parameters, "dampingRatio")) {
        if (allow("none")) numbers["dampingRatio"] = 0;
        if (allow("linear")) return;
    }
    if (allowed == "") refuse("--damping is given but the chosen law has its own");
    if (numbers.empty() && choices.empty())
        refuse("--damping " + damping + " does not go with --normal " + law.name + "; choose one of " + allowed);
}

// What is given for laws of this kind, and what one that has no default is given here.
template <class Make>
auto makeWith(const LawChoice& choice, Of kind, const Make& make, Numbers numbers, const Choices& choices) {
    const LawParameters parameters = make(numbers, choices)->getParameters();
    for (const LawNumber& option : lawNumbers()) {
        if (option.of != kind) continue;
        const Real given = choice.*option.value;
        bool isUsed = false;
        for (const std::string& name : option.parameters) {
            const LawParameter* p = find(parameters, name);
            if (!p || !p->isUsed || numbers.count(name) > 0) continue;
            isUsed = true;
            if (!std::isnan(given))
                numbers[name] = given;
            else if (!std::isnan(option.ifNeeded) && (p->ifNotSet == "needed" || std::get<Real>(p->value) == 0))
                numbers[name] = option.ifNeeded;
        }
        if (!isUsed && !std::isnan(given)) refuseUnused(option.option);
    }
    return make(numbers, choices);
}

std::unique_ptr<NormalLaw> makeNormal(const LawChoice& choice) {
    const LawDescription law = describe(listNormalLaws(), "--normal", choice.normal);
    Numbers numbers;
    Choices choices;
    chooseDamping(law, choice.damping, numbers, choices);
    const bool isHuntCrossley = law.className == HuntCrossleyNormal().getName();
    if (isHuntCrossley && std::isnan(choice.dissipation)) choices["damping"] = "FromRestitution";
    if (!isHuntCrossley && !std::isnan(choice.dissipation)) refuseUnused("--dissipation");
    const auto make = [&](const Numbers& n, const Choices& c) { return makeNormalLaw(law.name, n, c); };
    const LawParameters plain = make(numbers, choices)->getParameters();
    const auto choose = [&](const std::string& option, const std::string& parameter, const std::string& value) {
        const LawParameter* p = find(plain, parameter);
        if (!p || !p->isUsed) refuseUnused(option);
        choices[parameter] = value;
    };
    if (choice.tension == "allow") choose("--tension", "tension", "Allowed");
    if (choice.restitutionAs != "")
        choose("--restitution-as", "restitutionMeaning", choice.restitutionAs == "textbook" ? "Textbook" : "Realized");
    return makeWith(choice, Of::Normal, make, numbers, choices);
}

// What --law stands for.
LawChoice withParts(LawChoice choice) {
    if (choice.law == "") return choice;
    for (const NamedLaws& named : listNamedLaws())
        if (named.name == choice.law) {
            choice.normal = named.normal;
            choice.tangential = named.tangential;
            return choice;
        }
    refuse("--law " + choice.law + " is unknown; `laws` lists them");
}

} // namespace

ChosenLaws makeLaws(const LawChoice& asked) {
    const LawChoice choice = withParts(asked);
    ChosenLaws laws;
    laws.normal = makeNormal(choice);
    const std::string tangential = describe(listTangentialLaws(), "--tangential", choice.tangential).name;
    laws.tangential =
        makeWith(choice, Of::Tangential,
                 [&](const Numbers& n, const Choices& c) { return makeTangentialLaw(tangential, n, c); }, {}, {});
    const std::string rolling = describe(listRollingLaws(), "--rolling", choice.rolling).name;
    laws.rolling = makeWith(choice, Of::Rolling,
                            [&](const Numbers& n, const Choices& c) { return makeRollingLaw(rolling, n, c); }, {}, {});
    if (rolling == "none") {
        if (!std::isnan(choice.rollingFriction)) refuseUnused("--rolling-friction");
        if (!std::isnan(choice.twistingFriction)) refuseUnused("--twisting-friction");
    }
    return laws;
}

void checkHuntCrossley(const LawChoice& choice) {
    for (const LawNumber& number : lawNumbers()) {
        const bool isUsed = number.value == &LawChoice::dissipation || number.value == &LawChoice::transitionVelocity;
        if (!isUsed && !std::isnan(choice.*number.value)) refuseUnused(number.option);
    }
    if (choice.damping != "") refuse("--damping is given but the chosen law has its own");
    if (choice.restitutionAs != "") refuseUnused("--restitution-as");
    if (choice.effectiveMass != "") refuseUnused("--effective-mass");
    if (choice.tension == "allow") refuseUnused("--tension");
}

} // namespace lab
