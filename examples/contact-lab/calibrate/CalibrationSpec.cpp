#include "CalibrationSpec.h"

#include "Check.h"
#include "JsonInput.h"
#include "LawParameters.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace lab {

using nlohmann::ordered_json;

namespace {

void checkUnit(const QuantityName& got, const std::string& unit, const std::string& where) {
    if (got.unit != unit) refuse(fmt::format("{}: {} is in {}; it must be in {}", where, got.name, got.unit, unit));
}

// A law by its name or by its parts; what it has not does not matter here.
LawToFit readLaw(const ordered_json& json, const std::string& where) {
    LawToFit fit;
    if (json.is_string())
        fit.law.law = json.get<std::string>();
    else {
        checkKeys(json,
                  {"name", "law", "normal", "damping", "tangential", "rolling", "tension", "restitution_as",
                   "effective_mass", "parameters"},
                  where);
        fit.law.law = readText(json, "law", where, json.contains("normal") ? "" : fit.law.law);
        if (json.contains("law") &&
            (json.contains("normal") || json.contains("tangential") || json.contains("rolling")))
            refuse(where + ": give a law, or its normal, tangential and rolling parts");
        if (json.contains("tangential") && !json.contains("normal"))
            refuse(where + ": tangential needs a normal law beside it");
        fit.law.normal = readText(json, "normal", where, fit.law.normal);
        fit.law.tangential = readText(json, "tangential", where, fit.law.tangential);
        fit.law.rolling = readText(json, "rolling", where, fit.law.rolling);
        fit.law.damping = readText(json, "damping", where, "");
        fit.law.tension = readText(json, "tension", where, "", {"clamp", "allow"});
        fit.law.restitutionAs = readText(json, "restitution_as", where, "", {"realized", "textbook"});
        fit.law.effectiveMass = readText(json, "effective_mass", where, "", {"articulated", "twobody"});
    }
    fit.label = json.is_object() ? readText(json, "name", where, describeLaw(fit.law)) : describeLaw(fit.law);
    return fit;
}

Parameter readParameter(const QuantityName& quantity, const ordered_json& json, const KnownParameter& known,
                        const std::string& where) {
    const bool isOneOfSeveral =
        known.unit.find(" or ") != std::string::npos && known.unit.find(quantity.unit) != std::string::npos;
    if (!isOneOfSeveral) checkUnit(quantity, known.unit, where);
    Parameter p{quantity.name, quantity.unit, SimTK::NaN};
    const auto read = [&](const char* key) {
        const Real value = readNumber(json, key, where);
        check(known.range.contains(value), fmt::format("{}: {}", where, key), value, p.unit, known.range.toText());
        return value;
    };
    if (json.is_number()) {
        p.value = json;
        check(known.range.contains(p.value), where, p.value, p.unit, known.range.toText());
        return p;
    }
    checkKeys(json, {"value", "lower", "upper", "scale", "free"}, where);
    p.value = read("value");
    p.isFree = readFlag(json, "free", where, true);
    p.isLogarithmic = readText(json, "scale", where, "linear", {"linear", "log"}) == "log";
    if (!p.isFree) return p;
    p.lower = read("lower");
    p.upper = read("upper");
    return p;
}

std::vector<KnownParameter> listKnown(const LawChoice& law, const std::string& where) {
    try {
        return listParameters(law);
    } catch (const std::invalid_argument& e) {
        refuse(where + ": " + e.what());
    }
}

// Those of all laws, then those of this law, which come in their place.
std::vector<Parameter> readParameters(const ordered_json& spec, const ordered_json& ofLaw, const LawChoice& law,
                                      const std::string& where) {
    const std::vector<KnownParameter> known = listKnown(law, where);
    std::vector<Parameter> all;
    for (const auto& [json, place] : {std::pair{&spec, std::string("parameters")}, {&ofLaw, where + ".parameters"}}) {
        if (!json->is_object()) refuse(place + " must be an object of parameters by \"name [unit]\"");
        for (const auto& [key, value] : json->items()) {
            const QuantityName quantity = parseQuantity(key, place);
            const KnownParameter& found = [&]() -> const KnownParameter& {
                try {
                    return findParameter(known, quantity.name);
                } catch (const std::invalid_argument& e) {
                    refuse(place + ": " + e.what());
                }
            }();
            const Parameter p = readParameter(quantity, value, found, place + ": " + key);
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

std::vector<LawToFit> readLaws(const ordered_json& spec) {
    if (spec.contains("law") == spec.contains("laws")) refuse("give either law or laws");
    const ordered_json list = spec.contains("law") ? ordered_json::array({spec["law"]}) : spec["laws"];
    if (!list.is_array() || list.empty()) refuse("laws must be a list of at least one law");
    std::vector<LawToFit> laws;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = spec.contains("law") ? "law" : fmt::format("laws[{}]", i);
        LawToFit law = readLaw(list[i], where);
        const ordered_json none = ordered_json::object();
        law.parameters = readParameters(
            spec.contains("parameters") ? spec["parameters"] : none,
            list[i].is_object() && list[i].contains("parameters") ? list[i]["parameters"] : none, law.law, where);
        for (const LawToFit& other : laws)
            if (other.label == law.label)
                refuse(where + ": there is another law \"" + law.label + "\"; give it a name");
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
    problem.starts = starts;
    problem.seed = seed;
    problem.evaluations = evaluations;
    problem.tolerance = tolerance;
    problem.differenceStep = differenceStep;
    return problem;
}

CalibrationSpec readCalibrationSpec(const std::string& file) {
    const ordered_json json = readJson(file);
    CalibrationSpec spec;
    try {
        checkKeys(json,
                  {"about", "experiments", "law", "laws", "parameters", "starts", "seed", "evaluations", "tolerance",
                   "difference_step"},
                  "the spec");
        if (!json.contains("experiments") || !json["experiments"].is_array() || json["experiments"].empty())
            refuse("experiments must be a list of at least one experiment");
        spec.resolved = json;
        const std::string folder = std::filesystem::path(file).parent_path().string();
        for (std::size_t i = 0; i < json["experiments"].size(); ++i)
            spec.experiments.push_back(readExperiment(json["experiments"][i], fmt::format("experiments[{}]", i), folder,
                                                      spec.resolved["experiments"][i]));
        spec.laws = readLaws(json);
        spec.starts = readWhole(json, "starts", 1, 1000, spec.starts);
        spec.seed = readWhole(json, "seed", 0, 1000000, spec.seed);
        spec.evaluations = readWhole(json, "evaluations", 1, 1000000, spec.evaluations);
        if (json.contains("tolerance")) spec.tolerance = readNumber(json, "tolerance", "the spec");
        if (json.contains("difference_step")) spec.differenceStep = readNumber(json, "difference_step", "the spec");
    } catch (const std::invalid_argument& e) {
        refuse(file + ": " + e.what());
    }
    return spec;
}

} // namespace lab
