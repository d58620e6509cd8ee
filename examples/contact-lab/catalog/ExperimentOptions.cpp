#include "ExperimentOptions.h"

#include "Check.h"

#include <simbodydem/LawCatalog.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

using namespace simbodydem;

namespace {

// Holds the magnitudes that an option may have, far from overflow and from loss by rounding.
struct Sizes {
    Real smallest, largest;
};
const std::map<std::string, Sizes>& magnitudes() {
    static const std::map<std::string, Sizes> all = {
        {"-", {1e-15, 1e6}},         {"m", {1e-9, 1e4}},     {"s", {1e-12, 1e6}},     {"m/s", {1e-9, 1e5}},
        {"deg", {1e-6, 360}},        {"rad/s", {1e-9, 1e6}}, {"kg/m^3", {1e-3, 1e6}}, {"N", {1e-6, 1e9}},
        {"Pa", {1e-3, 1e15}},        {"N/m", {1e-6, 1e15}},  {"N s/m", {1e-12, 1e9}}, {"s/m", {1e-9, 1e6}},
        {"N m/rad", {1e-12, 1e12}},  {"J/m^2", {1e-9, 1e6}}, {"kg", {1e-12, 1e9}},    {"SI", {1e-12, 1e12}},
        {"N m s/rad", {1e-12, 1e9}},
    };
    return all;
}

} // namespace

std::string ExperimentOption::describeMagnitudes() const {
    if (unit == "") return "";
    const Sizes& size = magnitudes().at(unit);
    return fmt::format("{:g} to {:g}", size.smallest, size.largest);
}

void ExperimentOption::checkMagnitude(Real number) const {
    if (unit == "") return;
    const Sizes& size = magnitudes().at(unit);
    const Real magnitude = std::abs(number);
    check(magnitude == 0 || (magnitude >= size.smallest && magnitude <= size.largest), "--" + name, number, unit,
          "0, or its magnitude from " + describeMagnitudes());
}

void ExperimentOption::setNumber(Real number) const {
    if (std::holds_alternative<std::string*>(value)) refuse("--{} = {:g}; it must be a word", name, number);
    if (std::isnan(number)) refuse("--" + name + ": it must be a number, not nan"); // which means "not given"
    checkMagnitude(number);
    if (!std::isnan(smallest))
        check(number >= smallest && number <= largest, "--" + name, number, "-", fmt::format("in [{:g}, {:g}]", smallest, largest));
    if (Real* const* real = std::get_if<Real*>(&value)) {
        **real = number;
        return;
    }
    check(number == std::floor(number) && std::abs(number) <= 1e9, "--" + name, number, "-", "a whole number");
    *std::get<int*>(value) = int(number);
}

void ExperimentOption::setWord(const std::string& word) const {
    if (!std::holds_alternative<std::string*>(value)) refuse("--{} = {}; it must be a number", name, word);
    if (!choices.empty() && std::count(choices.begin(), choices.end(), word) == 0)
        refuse("--{} = {}; choose from {}", name, word, fmt::join(choices, ", "));
    *std::get<std::string*>(value) = word;
    if (partOf) partOf->law = "";
}

void ExperimentOptions::addNumber(const std::string& name, Real& value, const std::string& unit,
                                  const std::string& help) {
    magnitudes().at(unit);
    options.push_back({name, unit, help, &value});
}

void ExperimentOptions::addCount(const std::string& name, int& value, const std::string& help, Real smallest,
                                 Real largest) {
    options.push_back({name, "", help, &value, smallest, largest});
}

void ExperimentOptions::addWord(const std::string& name, std::string& value, const std::string& help,
                                const std::vector<std::string>& choices) {
    options.push_back({name, "", help, &value, SimTK::NaN, SimTK::NaN, choices});
}

void ExperimentOptions::addLaw(LawChoice& law) {
    addWord("law", law.law, joinNames(listNamedLaws()) + ", hunt-crossley (Simbody's own)");
    // A law can be built from its parts instead of being named.
    const auto addPart = [&](const char* name, std::string& value, const std::string& help) {
        addWord(name, value, help + "; instead of --law");
        options.back().partOf = &law;
    };
    addPart("normal", law.normal, joinNames(listNormalLaws()));
    addPart("damping", law.damping, "damping of the normal law, see `laws`");
    addPart("tangential", law.tangential, joinNames(listTangentialLaws()));
    addWord("rolling", law.rolling, joinNames(listRollingLaws()));
    addWord("tension", law.tension, "whether the normal force may pull: clamp or allow; clamp if not given",
            {"clamp", "allow"});
    addWord("restitution-as", law.restitutionAs,
            "meaning of a restitution for hertz and the linear laws: realized (the one that the impact returns) or "
            "textbook (the formula of the source); realized if not given",
            {"realized", "textbook"});
    addWord("effective-mass", law.effectiveMass,
            "mass that the dashpots feel: articulated (of the whole mechanism) or twobody (as in DEM codes); "
            "articulated if not given",
            {"articulated", "twobody"});
    addWord("dashpot", law.dashpot,
            "what a dashpot along the slip feels: the slip (as in DEM codes), or the rate of the spring beside it (a Kelvin-Voigt "
            "element in series with the slider); kelvin-voigt for hertz-mindlin and mindlin-secant, else slip, if not given",
            {"slip", "kelvin-voigt"});
    addNumber("young", law.youngsModulus, "Pa", "Young's modulus E, > 0");
    addNumber("poisson", law.poissonsRatio, "-", "Poisson's ratio nu, in (-1, 0.5]");
    addNumber("restitution", law.restitution, "-",
              "restitution e, in [0, 1], from which the damping follows; 1 is undamped, 0 plastic");
    addNumber("friction", law.staticFriction, "-", "static friction mu_s, >= 0");
    addNumber("kinetic-friction", law.kineticFriction, "-", "kinetic friction mu_k, in [0, mu_s]; mu_s if not given");
    for (const LawNumber& number : lawNumbers())
        addNumber(number.option.substr(2), law.*number.value, number.unit, number.help);
}

void ExperimentOptions::addEvaluations(Real& evaluations, Real ifNotGiven) {
    evaluations = ifNotGiven;
    options.push_back({"evaluations", "",
                       "force evaluations that a run may take; a run that will take more is given up early", &evaluations, 1,
                       mostEvaluations});
}

void ExperimentOptions::addIntegrator(IntegratorChoice& choice, const std::string& defaultMaxStep, Real evaluations) {
    const auto describe = [](const auto& kind) { return fmt::format("{} ({})", kind.name, kind.description); };
    addWord("integrator", choice.name, joinNames(listIntegrators(), describe));
    addNumber("accuracy", choice.accuracy, "-", "of the integrator, in (0, 1)");
    addNumber("step", choice.fixedStep, "s", "fixed step instead of error control, > 0; not for CPodes");
    addNumber("max-step", choice.maxStep, "s", "longest step, > 0; " + defaultMaxStep + " if not given");
    addEvaluations(choice.evaluations, evaluations);
    integrator = &choice;
}

void ExperimentOptions::set(const std::string& name, const OptionValue& value) {
    const auto& option = findNamed(options, name, "--" + name + " is unknown; choose from ");
    if (option.partOf || name == "law") {
        if (givenPart != "" && (name == "law") != (givenPart == "law"))
            refuse("--{} excludes --{}; give either --law, or the parts of a law", name, givenPart);
        givenPart = name;
    }
    if (const Real* number = std::get_if<Real>(&value))
        option.setNumber(*number);
    else
        option.setWord(std::get<std::string>(value));
}

bool ExperimentOptions::has(const std::string& name) const {
    return std::any_of(options.begin(), options.end(), [&](const ExperimentOption& o) { return o.name == name; });
}

} // namespace lab
