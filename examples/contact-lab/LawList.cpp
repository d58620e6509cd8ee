#include "Check.h"
#include "CommandLine.h"

#include <simbodydem/simbodydem.h>

#include <fmt/format.h>

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

// "0.2", "clamped", or where the number comes from.
std::string defaultOf(const LawParameter& p) {
    if (const auto* choice = std::get_if<std::string>(&p.value)) return *choice;
    const double value = std::get<SimTK::Real>(p.value);
    return std::isnan(value) ? p.ifNotSet : fmt::format("{:g}", value);
}

std::string rangeOf(const LawParameter& p) {
    if (p.choices.empty()) return p.range.toText();
    return fmt::format("{}", fmt::join(p.choices, ", "));
}

// All laws, a line each with name and formula.
std::string listLaws() {
    std::string lines;
    for (const NamedLaws& named : listNamedLaws())
        lines +=
            fmt::format("{:<34} --normal {} --tangential {}\n", "--law " + named.name, named.normal, named.tangential);
    lines += fmt::format("{:<34} Simbody's HuntCrossleyForce, for comparison: N = 4/3 E* sqrt(R*) delta^(3/2) (1 + 3/2 "
                         "c ddelta), T = N f(v_t/v_transition)\n",
                         "--law hunt-crossley");
    for (const Kind& kind : kinds())
        for (const LawDescription& law : kind.laws)
            lines += fmt::format("{:<34} {}\n", fmt::format("--{} {}", kind.name, law.name), law.formula);
    return lines;
}

// The laws of this name, of every kind that has one: what they are good for, and their parameters with unit, range and what
// they are if not given.
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
    if (text == "") refuse("there is no law \"" + name + "\"; `laws` lists them");
    return text;
}

// As the README's tables have them.
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

void addLaws(CLI::App& app, std::function<void()>& run) {
    const auto name = std::make_shared<std::string>();
    const auto asTables = std::make_shared<bool>(false);
    CLI::App* sub = app.add_subcommand("laws", "list the laws, one line each with its formula");
    sub->add_option("NAME", *name, "one law, with its parameters, their units, ranges and defaults");
    sub->add_flag("--tables", *asTables, "as the tables of the README")->excludes("NAME");
    sub->callback([&run, name, asTables] {
        run = [=] { fmt::print("{}", *asTables ? writeLawTables() : *name != "" ? describeLaw(*name) : listLaws()); };
    });
}

} // namespace lab
