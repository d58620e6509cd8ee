#include "Spec.h"

#include "Check.h"
#include "CommandLine.h"
#include "Files.h"
#include "JsonObject.h"
#include "LabExperiments.h"

#include <CLI/CLI.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lab {

namespace {

const std::vector<std::string> designs = {"grid", "latin-hypercube", "monte-carlo", "sobol"};
constexpr double mostSamples = 1e7; // which are kept in memory
constexpr double mostOfOne = 1e6;   // values of a grid's parameter

Value toValue(const JsonObject::Json& json, const std::string& place) {
    if (json.is_string()) return json.get<std::string>();
    if (!json.is_number()) refuse("{} = {}; it must be a number or text", place, json.dump());
    return json.get<double>();
}

std::vector<Value> toValues(const JsonObject::Json& json, const std::string& place) {
    if (!json.is_array() || json.empty()) refuse(place + " must be a list of at least one number or text");
    std::vector<Value> values;
    for (const auto& one : json) {
        values.push_back(toValue(one, place));
        if (std::count(values.begin(), values.end(), values.back()) > 1) refuse("{} has {} twice", place, one.dump());
    }
    return values;
}

// Returns values from one end to the other, with both ends exactly.
std::vector<Value> spread(const VariedParameter& p, int count) {
    std::vector<Value> values;
    for (int i = 0; i < count; ++i) {
        const double share = double(i) / (count - 1);
        values.push_back(i == 0           ? p.from
                         : i == count - 1 ? p.to
                         : p.isLog        ? p.from * std::pow(p.to / p.from, share)
                                          : p.from + share * (p.to - p.from));
    }
    return values;
}

// Returns the unit as check() takes it.
std::string unitIn(const VariedParameter& p) { return p.unit == "" ? "-" : p.unit; }

void readEnds(VariedParameter& p, JsonObject& json) {
    const bool hasScale = json.has("scale");
    p.isLog = json.takeChoice("scale", {"linear", "log"}, "linear") == "log";
    if (p.isNormal && hasScale) refuse(json.getPlace("scale") + " does not go with a mean");
    if (!p.isNormal || json.has("from")) p.from = json.takeNumber("from");
    if (!p.isNormal || json.has("to")) p.to = json.takeNumber("to");
    check(p.from < p.to, json.getPlace("to"), p.to, unitIn(p), fmt::format("> from = {:g}", p.from));
    check(!p.isLog || p.from > 0, json.getPlace("from"), p.from, unitIn(p), "> 0 with the scale log");
    // A value between the ends is computed from their difference or ratio.
    check(p.isNormal || std::isfinite(p.isLog ? p.to / p.from : p.to - p.from), json.getPlace("to"), p.to, unitIn(p),
          fmt::format("< from = {:g} {} 1.8e308", p.from, p.isLog ? "times" : "plus"));
}

double normalShare(double x) { return 0.5 * std::erfc(-x / std::sqrt(2)); }

void readNormal(VariedParameter& p, JsonObject& json) {
    p.mean = json.takeNumber("mean");
    p.deviation = json.takeNumber("deviation");
    checkPositive(json.getPlace("deviation"), p.deviation, unitIn(p));
    check(std::isfinite(std::abs(p.mean) + 100 * p.deviation), json.getPlace("deviation"), p.deviation, unitIn(p),
          "below 1e306, as must be the mean, so that all values are finite");
    readEnds(p, json);
    const double share = normalShare((p.to - p.mean) / p.deviation) - normalShare((p.from - p.mean) / p.deviation);
    if (!(share > 1e-6))
        refuse("{}: only {:.2g} of the normal distribution lies between the ends", json.getPlace("mean"), share);
}

VariedParameter readParameter(const StudySpec& spec, const std::string& name, const std::string& unit,
                              JsonObject json) {
    VariedParameter p;
    p.name = name;
    p.unit = unit;
    p.isNormal = json.has("mean");
    if (json.has("values"))
        p.values = toValues(json.take("values"), json.getPlace("values"));
    else if (!spec.isRandom()) {
        if (p.isNormal) refuse(json.getPlace("mean") + " does not go with a grid");
        const double count = json.takeWhole("count", 2, mostOfOne);
        readEnds(p, json);
        p.values = spread(p, int(count));
    } else if (p.isNormal)
        readNormal(p, json);
    else
        readEnds(p, json);
    json.checkNothingLeft();
    return p;
}

// Checks a name, since names become columns, and placeholders in the arguments of a program.
void checkName(const std::string& place, const std::string& name) {
    const auto isFine = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), isFine))
        refuse("{}: \"{}\" is not a valid name; use letters, digits, _ and -", place, name);
}

// Reads the parameters and constants of a study, with the options of the experiment. `options` is nullptr for a program.
void readParameters(StudySpec& spec, JsonObject parameters, CLI::App* options) {
    for (const std::string& name : parameters.getKeys()) {
        checkName("parameters", name);
        std::string unit;
        if (options) {
            const CLI::Option* option = options->get_option_no_throw("--" + name);
            if (!option)
                refuse("parameters: {} has no \"{}\"; choose from {}", spec.experiment, name,
                       joinNames(options->get_options(),
                                 [](const CLI::Option* one) { return one->get_name().substr(2); }));
            unit = unitOf(*option);
        }
        const JsonObject::Json& json = parameters.take(name);
        if (!json.is_object()) {
            spec.constants.emplace_back(name, toValue(json, "parameters." + name));
            continue;
        }
        JsonObject object = parameters.takeObject(name);
        if (!options) unit = object.takeText("unit", "");
        spec.parameters.push_back(readParameter(spec, name, unit, object));
    }
    if (spec.parameters.empty()) refuse("parameters: none of them is varied");
}

// Chooses the results of the experiment: the named ones, or all that are the same in each run.
std::vector<ResultColumn> chooseResults(const ExperimentEntry& experiment, const std::vector<std::string>& names) {
    std::vector<ResultColumn> all, chosen;
    for (const Quantity& q : experiment.quantities)
        if (q.isRepeatable) all.push_back({q.name, q.unit});
    for (const std::string& name : names)
        chosen.push_back(
            findNamed(all, name, fmt::format("results: \"{}\" is unknown; choose from ", name, experiment.name)));
    return chosen.empty() ? all : chosen;
}

void readExperiment(StudySpec& spec, JsonObject& top) {
    spec.experiment = top.takeText("experiment");
    const ExperimentEntry& experiment = findNamed(listExperiments(), spec.experiment,
                                                  "experiment: \"" + spec.experiment + "\" is unknown; choose from ");
    spec.results =
        chooseResults(experiment, top.has("results") ? top.takeTexts("results") : std::vector<std::string>());
    CLI::App app;
    app.set_help_flag();
    experiment.addOptions(app);
    readParameters(spec, top.takeObject("parameters"), &app);
}

void readProgram(StudySpec& spec, JsonObject& top) {
    spec.program = top.takeTexts("program");
    if (spec.program.empty() || spec.program[0].empty()) refuse("program: the list must name a program");
    JsonObject results = top.takeObject("results");
    for (const std::string& name : results.getKeys()) {
        checkName("results", name);
        spec.results.push_back({name, results.takeText(name)});
    }
    if (spec.results.empty())
        refuse("results: the list must name at least one number that the program prints, with its unit");
    readParameters(spec, top.takeObject("parameters"), nullptr);
    for (const VariedParameter& p : spec.parameters)
        if (std::none_of(spec.program.begin(), spec.program.end(),
                         [&](const std::string& word) { return word.find("{" + p.name + "}") != std::string::npos; }))
            refuse("program: the parameter \"{0}\" is not used; write {{{0}}} where its value belongs", p.name);
}

// Gives each column a name of its own. For example an impact has both a parameter and a result "spin".
void nameColumns(StudySpec& spec) {
    std::set<std::string> names = {"index", "error", "processor_time"};
    for (const VariedParameter& p : spec.parameters)
        if (!names.insert(p.name).second) refuse("parameters: \"" + p.name + "\" is a column of every study");
    for (ResultColumn& c : spec.results) {
        const bool isParameter = std::any_of(spec.parameters.begin(), spec.parameters.end(),
                                             [&](const VariedParameter& p) { return p.name == c.name; });
        c.label = c.name + (isParameter ? " result" : "");
        if (!names.insert(c.label).second) refuse("results: \"" + c.name + "\" is a column already");
    }
}

} // namespace

std::string toText(const Value& value) {
    const double* number = std::get_if<double>(&value);
    return number ? fmt::format("{}", *number) : std::get<std::string>(value);
}

Value VariedParameter::at(double u) const {
    if (!values.empty()) return values[std::min(values.size() - 1, std::size_t(u * double(values.size())))];
    if (isNormal) {
        // Computed from the nearer tail, in which a fraction keeps its digits.
        const double low = (from - mean) / deviation, high = (to - mean) / deviation;
        const bool isUpper = low > 0;
        const double a = normalShare(isUpper ? -high : low), b = normalShare(isUpper ? -low : high);
        const double x = -std::sqrt(2) * boost::math::erfc_inv(2 * (a + (isUpper ? 1 - u : u) * (b - a)));
        return std::clamp(mean + deviation * (isUpper ? -x : x), from, to);
    }
    return std::clamp(isLog ? from * std::pow(to / from, u) : from + u * (to - from), from, to);
}

StudySpec parseStudy(const std::string& text) {
    JsonObject top = parseJson(text);
    StudySpec spec;
    spec.text = top.getJson().dump();
    spec.design = top.takeChoice("design", designs);
    if (spec.isRandom()) {
        spec.samples = std::size_t(top.takeWhole("samples", 2, mostSamples));
        spec.seed = std::uint64_t(top.takeWhole("seed", 0, 9007199254740992., double(spec.seed)));
    }
    if (top.has("experiment") == top.has("program"))
        refuse("give either \"experiment\", one of contact-lab, or \"program\", your own");
    if (top.has("experiment"))
        readExperiment(spec, top);
    else
        readProgram(spec, top);
    nameColumns(spec);
    spec.hasProcessorTime = top.takeBoolean("processorTime", false);
    if (top.has("timeLimit")) {
        spec.timeLimit = top.takeNumber("timeLimit");
        checkPositive("timeLimit", spec.timeLimit, "s");
    }
    top.takeText("note", "");
    top.checkNothingLeft();
    return spec;
}

StudySpec readStudy(const std::string& file) {
    const std::string text = readFile(file);
    return inPlace(file, [&] { return parseStudy(text); });
}

} // namespace lab
