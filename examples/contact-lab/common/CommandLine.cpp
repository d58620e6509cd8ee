#include "CommandLine.h"

#include "Check.h"
#include "IntegratorAdvice.h"
#include "Model.h"

#include <simbodydem/LawCatalog.h>
#include <simbodydem/laws/Law.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lab {

using namespace simbodydem;

namespace {

struct Kind {
    const char *name, *quantity;
    std::vector<LawDescription> laws;
};

std::vector<Kind> kinds() {
    return {{"normal", "force", listNormalLaws()},
            {"tangential", "force", listTangentialLaws()},
            {"rolling", "torque", listRollingLaws()}};
}

// Returns the default of a parameter: "0.2", "clamped", or the origin of the number.
std::string defaultOf(const LawParameter& p) {
    if (const auto* choice = std::get_if<std::string>(&p.value)) return *choice;
    const double value = std::get<SimTK::Real>(p.value);
    return std::isnan(value) ? p.ifNotSet : fmt::format("{:g}", value);
}

std::string rangeOf(const LawParameter& p) {
    return p.choices.empty() ? p.range.toText() : fmt::format("{}", fmt::join(p.choices, ", "));
}

// Lists all laws, one line each with name and formula.
std::string listLaws() {
    std::string lines;
    const auto add = [&](const std::string& option, const std::string& law) {
        lines += fmt::format("{:<34} {}\n", option, law);
    };
    for (const NamedLaws& named : listNamedLaws())
        add("--law " + named.name, "--normal " + named.normal + " --tangential " + named.tangential);
    add("--law hunt-crossley", "Simbody's HuntCrossleyForce, for comparison: N = 4/3 E* sqrt(R*) delta^(3/2) (1 + 3/2 "
                               "c ddelta), T = N f(v_t/v_transition)");
    for (const Kind& kind : kinds())
        for (const LawDescription& law : kind.laws) add(fmt::format("--{} {}", kind.name, law.name), law.formula);
    return lines;
}

// Describes the laws of this name, of every kind that has one: their use, and their parameters with unit, range and default.
std::string describeLaw(const std::string& name) {
    std::string text;
    for (const Kind& kind : kinds())
        for (const LawDescription& law : kind.laws) {
            if (law.name != name) continue;
            text += fmt::format("--{} {}, {}: {}\n  source:   {}\n  good for: {}\n  cannot:   {}\n", kind.name,
                                law.name, law.className, law.formula, law.source, law.goodFor, law.cannot);
            for (const LawParameter& p : law.parameters)
                text += fmt::format("  {:<28} {:<18} {}; {} if not given\n", p.name,
                                    p.unit == "" ? "" : "[" + p.unit + "]", rangeOf(p), defaultOf(p));
        }
    if (text == "") refuse("law \"" + name + "\" is unknown; `laws` lists them");
    return text;
}

// Writes the tables of docs/laws.md.
std::string writeLawTables() {
    std::string text;
    for (const Kind& kind : kinds()) {
        text += fmt::format("| {} law | {} | source | good for | cannot |\n|-|-|-|-|-|\n", kind.name, kind.quantity);
        for (const LawDescription& law : kind.laws)
            text += fmt::format("| `{}`, {} | {} | {} | {} | {} |\n", law.name, law.className, law.formula, law.source,
                                law.goodFor, law.cannot);
        text += "\n";
    }
    return text;
}

} // namespace

void addLaws(CLI::App& app) {
    const auto name = std::make_shared<std::string>();
    const auto asTables = std::make_shared<bool>(false);
    CLI::App* sub = app.add_subcommand("laws", "lists the laws, one line each with its formula");
    sub->add_option("NAME", *name, "one law, with its parameters, their units, ranges and defaults");
    sub->add_flag("--tables", *asTables, "prints the tables of docs/laws.md")->excludes("NAME");
    sub->callback([=] {
        fmt::print("{}", *asTables ? writeLawTables() : *name != "" ? describeLaw(*name) : listLaws());
    });
}

namespace {

CLI::Option* addOption(CLI::App& app, const ExperimentOption& o) {
    const std::string name = "--" + o.name;
    if (std::string* const* word = std::get_if<std::string*>(&o.value)) {
        CLI::Option* option = app.add_option(name, **word, o.help);
        if (!o.choices.empty()) option->check(CLI::IsMember(o.choices));
        if (o.partOf) option->default_str("")->excludes("--law")->each([law = o.partOf](const std::string&) { law->law = ""; });
        return option;
    }
    if (int* const* count = std::get_if<int*>(&o.value)) {
        CLI::Option* option = app.add_option(name, **count, o.help);
        if (!std::isnan(o.smallest)) option->check(CLI::Range(int(o.smallest), int(o.largest)));
        return option;
    }
    Real& value = *std::get<Real*>(o.value);
    if (o.unit == "") return app.add_option(name, value, o.help)->check(CLI::Range(o.smallest, o.largest));
    CLI::Option* option = app.add_option(name, value, fmt::format("{} [{}]; {}", o.help, o.unit, o.describeMagnitudes()));
    if (std::isnan(value)) option->default_str(""); // no default
    return option->check([o](const std::string& text) {
        Real number = 0;
        if (!CLI::detail::lexical_cast(text, number)) return "";       // CLI11 reports that itself
        if (std::isnan(number)) return "it must be a number, not nan"; // which means "not given"
        o.checkMagnitude(number);
        return "";
    });
}

} // namespace

void addOptions(CLI::App& app, const ExperimentOptions& options) {
    for (const ExperimentOption& option : options.list()) addOption(app, option);
    if (IntegratorChoice* integrator = options.getIntegrator())
        app.add_flag_callback(
            "--advise",
            [integrator] {
                integrator->tryFirst = [](const Model& model, const SimTK::State& start, const RunAdviceOptions& question) {
                    fmt::print(stderr, "{}", tabulateIntegrators(adviseOnRun(model.system, start, model.ours, question)));
                };
            },
            "tries all integrators before the run, and prints on stderr which accuracy each needs");
}

CLI::Option* addNumber(CLI::App& app, const std::string& name, Real& value, const std::string& unit,
                       const std::string& help) {
    ExperimentOptions one;
    one.addNumber(name.substr(2), value, unit, help);
    return addOption(app, one.list().front());
}

nlohmann::ordered_json toJson(const Quantity& q) {
    if (const bool* b = std::get_if<bool>(&q.value)) return *b;
    if (const int* i = std::get_if<int>(&q.value)) return *i;
    return std::get<Real>(q.value);
}

int orSayWhy(const std::string& who, const std::function<void()>& action) {
    const auto say = [&](std::string why, int exitCode) {
        std::replace(why.begin(), why.end(), '\n', ' ');
        fmt::print(stderr, "{}{}\n", who, why);
        return exitCode;
    };
    try {
        action();
        return 0;
    } catch (const CLI::ParseError& e) {
        return say(e.what(), 2);
    } catch (const std::invalid_argument& e) {
        return say(e.what(), 2);
    } catch (const std::exception& e) {
        return say(e.what(), 1);
    }
}

void showProgress(const char* what, Real fraction) {
    fmt::print(stderr, "\rcontact-lab: {}, {:3.0f} %{}", what, 100 * fraction, fraction < 1 ? "" : "\n");
}

void addLaw(CLI::App& app, LawChoice& law) {
    ExperimentOptions options;
    options.addLaw(law);
    addOptions(app, options);
}

// Calibrations and studies are in the Python package. Their subcommands print the command that takes their place.
void addMoved(CLI::App& app) {
    const std::pair<const char*, const char*> moved[] = {
        {"calibrate", "fits parameters to measured curves, in Python: python -m simbodydem.calibrate"},
        {"study", "varies the parameters of an experiment, in Python: python -m simbodydem.study"}};
    for (const auto& [name, help] : moved) {
        CLI::App* sub = app.add_subcommand(name, help);
        sub->set_help_flag();
        sub->prefix_command();
        sub->callback([sub, name = std::string(name)] {
            const std::string command = "python -m simbodydem." + name;
            throw std::invalid_argument(fmt::format("{0} is in the Python package: ./run {1}{2}{3}, or without ./run where simbodydem is installed",
                                                    name, command, sub->remaining_size() > 0 ? " " : "", fmt::join(sub->remaining(), " ")));
        });
    }
}

void addEvaluations(CLI::App& app, Real& evaluations, Real ifNotGiven) {
    ExperimentOptions options;
    options.addEvaluations(evaluations, ifNotGiven);
    addOptions(app, options);
}

} // namespace lab
