#include "Sample.h"

#include "Check.h"
#include "CommandLine.h"
#include "LabExperiments.h"
#include "Stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <unistd.h>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::pair<std::string, std::string>> nameAll(const StudySpec& spec, const std::vector<Value>& values) {
    std::vector<std::pair<std::string, std::string>> named;
    for (const auto& [name, value] : spec.constants) named.emplace_back(name, toText(value));
    for (std::size_t i = 0; i < values.size(); ++i) named.emplace_back(spec.parameters[i].name, toText(values[i]));
    return named;
}

Quantities runExperiment(const StudySpec& spec, const std::vector<Value>& values, bool isTrial) {
    CLI::App app;
    const auto run =
        findNamed(listExperiments(), spec.experiment, spec.experiment + " is unknown; choose from ").addOptions(app);
    std::vector<std::string> words; // CLI11 takes them from the end
    const bool isLimited = isTrial && app.get_option_no_throw("--evaluations");
    for (const auto& [name, text] : nameAll(spec, values))
        if (!isLimited || name != "evaluations") words.push_back("--" + name + "=" + text);
    if (isLimited) words.push_back("--evaluations=1");
    std::reverse(words.begin(), words.end());
    app.parse(words);
    return run();
}

// Ends the process without running anything else of it.
[[noreturn]] void endWith(int exitCode) {
    std::fflush(nullptr);
    _exit(exitCode);
}

// Replaces each {NAME} once. A {NAME} in a value stays.
std::string fillIn(const std::string& word, const std::vector<std::pair<std::string, std::string>>& named) {
    std::string filled;
    for (std::size_t at = 0; at < word.size();) {
        const auto isHere = [&](const auto& one) {
            return word.compare(at, one.first.size() + 2, "{" + one.first + "}") == 0;
        };
        const auto found = std::find_if(named.begin(), named.end(), isHere);
        filled += found == named.end() ? word.substr(at, 1) : found->second;
        at += found == named.end() ? 1 : found->first.size() + 2;
    }
    return filled;
}

[[noreturn]] void becomeProgram(const StudySpec& spec, const std::vector<Value>& values) {
    std::vector<std::string> words;
    for (const std::string& word : spec.program) words.push_back(fillIn(word, nameAll(spec, values)));
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    fmt::print(stderr, "{}: {}\n", words[0], std::strerror(errno));
    endWith(127);
}

std::string lastLineOf(std::string text) {
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == std::string::npos) return "";
    text.erase(end + 1);
    return text.substr(text.rfind('\n') + 1); // npos + 1 is 0
}

std::string toCell(const Json& json, const std::string& name) {
    if (json.is_null()) return "nan"; // JSON has null for NaN
    if (json.is_boolean()) return json.get<bool>() ? "1" : "0";
    if (json.is_number_float()) return fmt::format("{}", json.get<double>());
    if (json.is_number()) return json.dump();
    refuse("\"{}\" is not a number: {}", name, json.dump());
}

std::string whyNothing(const StudySpec& spec, const Ended& ended) {
    const std::string said = lastLineOf(ended.err);
    if (ended.isTooLong) return fmt::format("not finished after timeLimit = {:g} s", spec.timeLimit);
    if (ended.signal != 0)
        return fmt::format("ended by signal {}, {}{}{}", ended.signal, strsignal(ended.signal), said == "" ? "" : ": ",
                           said);
    if (ended.exitCode == 0) return "";
    if (spec.program.empty() && said != "") return said;
    return fmt::format("exit code {}{}{}", ended.exitCode, said == "" ? "" : ": ", said);
}

} // namespace

void runSample(const StudySpec& spec, const std::vector<Value>& values) {
    if (!spec.program.empty()) becomeProgram(spec, values);
    endWith(orSayWhy("", [&] {
        Json object;
        for (const Quantity& q : runExperiment(spec, values, false)) object[q.name] = q.value;
        fmt::print("{}\n", object.dump());
    }));
}

void trySample(const StudySpec& spec, const std::vector<Value>& values) {
    endWith(orSayWhy("", [&] {
        try {
            runExperiment(spec, values, true);
        } catch (const GivenUp&) { // it has begun, so the input is good
        }
    }));
}

Outcome toOutcome(const StudySpec& spec, const Ended& ended) {
    Outcome outcome;
    outcome.error = whyNothing(spec, ended);
    if (outcome.error != "") return outcome;
    const std::string line = lastLineOf(ended.out);
    try {
        const Json object = Json::parse(line);
        if (!object.is_object()) refuse("the last line printed is not a JSON object: " + line.substr(0, 100));
        for (const ResultColumn& column : spec.results) {
            if (!object.contains(column.name)) refuse("\"" + column.name + "\" is not in the last line printed");
            outcome.results.push_back(toCell(object.at(column.name), column.name));
        }
    } catch (const Json::exception&) {
        outcome = {{}, "the last line printed is not a JSON object: " + line.substr(0, 100)};
    } catch (const std::invalid_argument& e) {
        outcome = {{}, e.what()};
    }
    return outcome;
}

void checkProgram(const StudySpec& spec) {
    if (spec.program.empty()) return;
    const std::string& name = spec.program[0];
    std::vector<std::string> places = {name};
    if (name.find('/') == std::string::npos) {
        const char* path = std::getenv("PATH");
        std::istringstream folders(path ? path : "/usr/bin:/bin");
        places.clear();
        for (std::string folder; std::getline(folders, folder, ':');) places.push_back(folder + "/" + name);
    }
    if (std::none_of(places.begin(), places.end(),
                     [](const std::string& place) { return access(place.c_str(), X_OK) == 0; }))
        refuse("program: " + name + " is not found, or cannot be run");
}

} // namespace lab
