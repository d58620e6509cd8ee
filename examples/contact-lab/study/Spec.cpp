#include "Spec.h"

#include "Check.h"
#include "JsonObject.h"
#include "ParameterSpec.h"
#include "ReadFile.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lab {

namespace {

const std::vector<std::string> designs = {"grid", "latin-hypercube", "monte-carlo", "sobol"};
constexpr double mostSamples = 1e7; // which are kept in memory

// What the experiment gives: some of it, or all that is the same each time.
std::vector<ResultColumn> chooseResults(const ExperimentEntry& experiment, const std::vector<std::string>& names) {
    std::vector<ResultColumn> all, chosen;
    for (const Quantity& q : experiment.quantities)
        if (q.isRepeatable) all.push_back({q.name, q.unit});
    for (const std::string& name : names) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const ResultColumn& c) { return c.name == name; });
        if (found == all.end())
            refuse(fmt::format("results: \"{}\" is unknown; {} gives {}", name, experiment.name, joinNames(all)));
        chosen.push_back(*found);
    }
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
    if (spec.program.empty() || spec.program[0].empty()) refuse("program: it must name a program");
    JsonObject results = top.takeObject("results");
    for (const std::string& name : results.getKeys()) {
        checkName("results", name);
        spec.results.push_back({name, results.takeText(name)});
    }
    if (spec.results.empty()) refuse("results: it must name at least one number that the program gives, with its unit");
    readParameters(spec, top.takeObject("parameters"), nullptr);
    for (const VariedParameter& p : spec.parameters)
        if (std::none_of(spec.program.begin(), spec.program.end(),
                         [&](const std::string& word) { return word.find("{" + p.name + "}") != std::string::npos; }))
            refuse(fmt::format("program: it does not take the parameter \"{0}\"; write {{{0}}} where its value belongs",
                               p.name));
}

// Each column has a name of its own: of an impact both the parameter and the result "spin" are asked for.
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
        refuse("it must have one of \"experiment\", of the laboratory, and \"program\", your own");
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
    try {
        return parseStudy(text);
    } catch (const std::invalid_argument& e) {
        refuse(file + ": " + e.what());
    }
}

} // namespace lab
