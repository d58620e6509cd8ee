#include "CalibrationSpec.h"

#include "Check.h"
#include "Files.h"
#include "JsonObject.h"

#include <simbodydem/LawCatalog.h>
#include <simbodydem/laws/Law.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace lab {

using namespace simbodydem;

namespace {

const Real infinite = SimTK::Infinity;

struct MaterialParameter {
    KnownParameter known;
    Real LawChoice::*value;
};

const std::vector<MaterialParameter>& materialParameters() {
    using L = LawChoice;
    const ParameterRange notNegative{0, infinite, true, false};
    static const std::vector<MaterialParameter> all = {
        {{"youngsModulus", "Pa", {0, infinite, false, false}}, &L::youngsModulus},
        {{"poissonsRatio", "-", {-1, 0.5, false, true}}, &L::poissonsRatio},
        {{"restitution", "-", {0, 1, true, true}}, &L::restitution},
        {{"staticFriction", "-", notNegative}, &L::staticFriction},
        {{"kineticFriction", "-", notNegative}, &L::kineticFriction},
        {{"dissipation", "s/m", notNegative}, &L::dissipation},
        {{"rollingFriction", "-", notNegative}, &L::rollingFriction},
        {{"twistingFriction", "-", notNegative}, &L::twistingFriction},
    };
    return all;
}

struct LawOfKind {
    std::string prefix; // of its parameters
    LawNumber::Of of;
    LawDescription law;
};

LawDescription lookUp(const std::vector<LawDescription>& catalog, const std::string& kind, const std::string& name) {
    return findNamed(catalog, name, kind + " law " + name + " is unknown; choose from ");
}

// Returns the laws by the catalog. HuntCrossleyForce is Simbody's and has none.
std::vector<LawOfKind> lawsOf(LawChoice choice) {
    if (choice.isHuntCrossley()) return {};
    if (choice.law != "") {
        const auto named = findNamed(listNamedLaws(), choice.law,
                                     "law " + choice.law + " is unknown; choose from hunt-crossley (Simbody's own), ");
        choice.normal = named.normal;
        choice.tangential = named.tangential;
    }
    using Of = LawNumber::Of;
    return {{"normal", Of::Normal, lookUp(listNormalLaws(), "normal", choice.normal)},
            {"tangential", Of::Tangential, lookUp(listTangentialLaws(), "tangential", choice.tangential)},
            {"rolling", Of::Rolling, lookUp(listRollingLaws(), "rolling", choice.rolling)}};
}

} // namespace

std::vector<KnownParameter> listParameters(const LawChoice& choice) {
    std::vector<KnownParameter> all;
    for (const MaterialParameter& p : materialParameters()) all.push_back(p.known);
    if (choice.isHuntCrossley()) all.push_back({"tangential.transitionVelocity", "m/s", {0, infinite, false, false}});
    for (const LawOfKind& kind : lawsOf(choice))
        for (const LawParameter& p : kind.law.parameters)
            if (std::holds_alternative<Real>(p.value)) all.push_back({kind.prefix + "." + p.name, p.unit, p.range});
    return all;
}

const KnownParameter& findParameter(const std::vector<KnownParameter>& all, const std::string& name) {
    return findNamed(all, name, "parameter " + name + " of this law is unknown; choose from ");
}

void setParameter(LawChoice& choice, const std::string& name, Real value) {
    for (const MaterialParameter& p : materialParameters())
        if (p.known.name == name) {
            choice.*p.value = value;
            return;
        }
    if (choice.isHuntCrossley()) {
        choice.transitionVelocity = value;
        return;
    }
    const std::string prefix = name.substr(0, name.find('.')), parameter = name.substr(name.find('.') + 1);
    for (const LawOfKind& kind : lawsOf(choice)) {
        if (kind.prefix != prefix) continue;
        for (const LawNumber& number : lawNumbers())
            if (number.of == kind.of && std::count(number.parameters.begin(), number.parameters.end(), parameter) > 0) {
                choice.*number.value = value;
                return;
            }
        choice.others[name] = value;
    }
}

Real getMaterialValue(const LawChoice& choice, const std::string& name) {
    for (const MaterialParameter& p : materialParameters())
        if (p.known.name == name) return choice.*p.value;
    return SimTK::NaN;
}

std::string describeLaw(const LawChoice& choice) {
    if (choice.law != "") return choice.law;
    return choice.normal + (choice.damping == "" ? "" : " (" + choice.damping + ")") + " + " + choice.tangential +
           (choice.rolling == "none" ? "" : " + " + choice.rolling);
}

namespace {

void checkUnit(const QuantityName& got, const std::string& unit, const std::string& where) {
    if (got.unit != unit) refuse("{}: {} is in {}; it must be in {}", where, got.name, got.unit, unit);
}

// Reads a law by its parts. Here it does not matter which parts the law lacks.
LawChoice readParts(JsonObject& json) {
    LawChoice law;
    if (json.has("law") && (json.has("normal") || json.has("tangential") || json.has("rolling")))
        refuse(json.getPlace() + ": give either law, or normal, tangential and rolling");
    if (json.has("tangential") && !json.has("normal")) refuse(json.getPlace() + ": tangential needs a normal law too");
    law.law = json.takeText("law", json.has("normal") ? "" : law.law);
    law.normal = json.takeText("normal", law.normal);
    law.tangential = json.takeText("tangential", law.tangential);
    law.rolling = json.takeText("rolling", law.rolling);
    law.damping = json.takeText("damping", "");
    law.tension = json.takeChoice("tension", {"clamp", "allow"}, "");
    law.restitutionAs = json.takeChoice("restitution_as", {"realized", "textbook"}, "");
    law.effectiveMass = json.takeChoice("effective_mass", {"articulated", "twobody"}, "");
    law.dashpot = json.takeChoice("dashpot", {"slip", "kelvin-voigt"}, "");
    return law;
}

// Reads a parameter. A plain number is a fixed value.
Parameter readParameter(const QuantityName& quantity, JsonObject& parameters, const std::string& key,
                        const KnownParameter& known) {
    const bool isOneOfSeveral =
        known.unit.find(" or ") != std::string::npos && known.unit.find(quantity.unit) != std::string::npos;
    if (!isOneOfSeveral) checkUnit(quantity, known.unit, parameters.getPlace());
    Parameter p{quantity.name, quantity.unit, SimTK::NaN};
    const auto read = [&](JsonObject& json, const std::string& name) {
        const Real value = json.takeNumber(name);
        check(known.range.contains(value), json.getPlace(name), value, p.unit, known.range.toText());
        return value;
    };
    if (parameters.take(key).is_number()) {
        p.value = read(parameters, key);
        return p;
    }
    JsonObject json = parameters.takeObject(key);
    p.isFree = json.takeBoolean("free", true);
    p.isLogarithmic = json.takeChoice("scale", {"linear", "log"}, "linear") == "log";
    p.value = read(json, "value");
    for (const auto& [name, bound] : {std::pair{"lower", &p.lower}, {"upper", &p.upper}})
        if (p.isFree || json.has(name)) *bound = read(json, name);
    json.checkNothingLeft();
    return p;
}

// Reads the parameters of all laws, then those of this law, which replace them.
std::vector<Parameter> readParameters(JsonObject ofAll, JsonObject ofLaw, const LawChoice& law,
                                      const std::string& where) {
    const std::vector<KnownParameter> known = inPlace(where, [&] { return listParameters(law); });
    std::vector<Parameter> all;
    for (JsonObject* json : {&ofAll, &ofLaw}) {
        for (const std::string& key : json->getKeys()) {
            const QuantityName quantity = parseQuantity(key, json->getPlace());
            const KnownParameter found = inPlace(json->getPlace(), [&] { return findParameter(known, quantity.name); });
            const Parameter p = readParameter(quantity, *json, key, found);
            const auto same =
                std::find_if(all.begin(), all.end(), [&](const Parameter& q) { return q.name == p.name; });
            if (same == all.end())
                all.push_back(p);
            else
                *same = p;
        }
    }
    return all;
}

LawToFit readLaw(JsonObject json, const JsonObject& parametersOfAll) {
    LawToFit fit;
    fit.law = readParts(json);
    fit.label = json.takeText("name", describeLaw(fit.law));
    const JsonObject parameters = json.takeObjectIfGiven("parameters");
    json.checkNothingLeft();
    fit.parameters = readParameters(parametersOfAll, parameters, fit.law, json.getPlace());
    return fit;
}

std::vector<LawToFit> readLaws(JsonObject& spec) {
    if (spec.has("law") == spec.has("laws")) refuse("give either law or laws");
    const bool isOne = spec.has("law");
    const JsonObject::Json list = isOne ? JsonObject::Json::array({spec.take("law")}) : spec.takeList("laws");
    const JsonObject parameters = spec.takeObjectIfGiven("parameters");
    std::vector<LawToFit> laws;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = isOne ? "law" : fmt::format("laws[{}]", i);
        const JsonObject::Json json = list[i].is_string() ? JsonObject::Json{{"law", list[i]}} : list[i];
        const LawToFit law = readLaw({json, where}, parameters);
        for (const LawToFit& other : laws)
            if (other.label == law.label)
                refuse(where + ": another law is called \"" + law.label + "\" too; give one of them a name");
        laws.push_back(law);
    }
    return laws;
}

} // namespace

LawChoice CalibrationSpec::makeLaw(const LawToFit& fit, const MeasurementKind& kind, const Values& values) {
    LawChoice law = fit.law;
    const LawChoice usual = kind.getLaw();
    law.youngsModulus = usual.youngsModulus;
    law.poissonsRatio = usual.poissonsRatio;
    law.restitution = usual.restitution;
    law.staticFriction = usual.staticFriction;
    law.kineticFriction = usual.kineticFriction;
    if (law.isHuntCrossley() || law.normal == "hunt-crossley") law.dissipation = usual.dissipation;
    for (std::size_t i = 0; i < values.size(); ++i) setParameter(law, fit.parameters[i].name, values[i]);
    return law;
}

std::vector<Observation> CalibrationSpec::listObservations() const {
    std::vector<Observation> all;
    for (const MeasuredExperiment& e : experiments) all.insert(all.end(), e.observations.begin(), e.observations.end());
    return all;
}

CalibrationProblem CalibrationSpec::makeProblem(const LawToFit& law) const {
    CalibrationProblem problem;
    problem.parameters = law.parameters;
    problem.observations = listObservations();
    problem.predict = [experiments = experiments, law](const Values& values) {
        std::vector<Real> all;
        for (const MeasuredExperiment& e : experiments)
            for (const std::vector<Real>& column : e.kind->predict(e.setup, makeLaw(law, *e.kind, values)))
                all.insert(all.end(), column.begin(), column.end());
        return all;
    };
    static_cast<SearchOptions&>(problem) = *this;
    return problem;
}

CalibrationSpec readCalibrationSpec(const std::string& file) {
    const std::string text = readFile(file), folder = std::filesystem::path(file).parent_path().string();
    return inPlace(file, [&] {
        CalibrationSpec spec;
        JsonObject json = parseJson(text);
        spec.resolved = json.getJson();
        json.takeText("about", "");
        for (const JsonObject::Json& one : json.takeList("experiments")) {
            const std::size_t i = spec.experiments.size();
            spec.experiments.push_back(
                readExperiment({one, fmt::format("experiments[{}]", i)}, folder, spec.resolved["experiments"][i]));
        }
        spec.laws = readLaws(json);
        spec.starts = int(json.takeWhole("starts", 1, 1000, spec.starts));
        spec.seed = int(json.takeWhole("seed", 0, 1000000, spec.seed));
        spec.evaluations = int(json.takeWhole("evaluations", 1, 1000000, spec.evaluations));
        spec.tolerance = json.takeNumber("tolerance", spec.tolerance);
        spec.differenceStep = json.takeNumber("difference_step", spec.differenceStep);
        json.checkNothingLeft();
        return spec;
    });
}

} // namespace lab
