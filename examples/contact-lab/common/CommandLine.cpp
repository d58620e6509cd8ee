#include "CommandLine.h"

#include "Check.h"
#include "IntegratorAdvice.h"
#include "Model.h"

#include <simbodydem/LawCatalog.h>
#include <simbodydem/laws/Law.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace lab {

using namespace simbodydem;

namespace {

// Holds the magnitudes that an option may have, far from overflow and from loss by rounding.
struct Sizes {
    Real smallest, largest;
};
const std::map<std::string, Sizes> sizes = {
    {"-", {1e-15, 1e6}},         {"m", {1e-9, 1e4}},     {"s", {1e-12, 1e6}},     {"m/s", {1e-9, 1e5}},
    {"deg", {1e-6, 360}},        {"rad/s", {1e-9, 1e6}}, {"kg/m^3", {1e-3, 1e6}}, {"N", {1e-6, 1e9}},
    {"Pa", {1e-3, 1e15}},        {"N/m", {1e-6, 1e15}},  {"N s/m", {1e-12, 1e9}}, {"s/m", {1e-9, 1e6}},
    {"N m/rad", {1e-12, 1e12}},  {"J/m^2", {1e-9, 1e6}}, {"kg", {1e-12, 1e9}},    {"SI", {1e-12, 1e12}},
    {"N m s/rad", {1e-12, 1e9}},
};

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

CLI::Option* addNumber(CLI::App& app, const std::string& name, Real& value, const std::string& unit,
                       const std::string& help) {
    const Sizes& size = sizes.at(unit);
    const std::string range = fmt::format("{:g} to {:g}", size.smallest, size.largest);
    CLI::Option* option = app.add_option(name, value, fmt::format("{} [{}]; {}", help, unit, range));
    if (std::isnan(value)) option->default_str(""); // no default
    return option->check([=](const std::string& text) {
        Real number = 0;
        if (!CLI::detail::lexical_cast(text, number)) return "";       // CLI11 reports that itself
        if (std::isnan(number)) return "it must be a number, not nan"; // which means "not given"
        const Real magnitude = std::abs(number);
        check(magnitude == 0 || (magnitude >= size.smallest && magnitude <= size.largest), name, number, unit,
              "0, or its magnitude from " + range);
        return "";
    });
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

std::string unitOf(const CLI::Option& option) {
    const std::string& help = option.get_description(); // "of approach, > 0 [m/s]; 1e-09 to 100000"
    const std::size_t end = help.rfind("]; "), begin = help.rfind(" [", end);
    return end == std::string::npos || begin == std::string::npos ? "" : help.substr(begin + 2, end - begin - 2);
}

void addLaw(CLI::App& app, LawChoice& law) {
    app.add_option("--law", law.law, joinNames(listNamedLaws()) + ", hunt-crossley (Simbody's own)");
    // A law can be built from its parts instead of being named.
    const auto addPart = [&](const char* name, std::string& value, const std::string& help) {
        CLI::Option* part = app.add_option(name, value, help + "; instead of --law")->default_str("");
        part->excludes("--law")->each([&law](const std::string&) { law.law = ""; });
    };
    addPart("--normal", law.normal, joinNames(listNormalLaws()));
    addPart("--damping", law.damping, "damping of the normal law, see `laws`");
    addPart("--tangential", law.tangential, joinNames(listTangentialLaws()));
    app.add_option("--rolling", law.rolling, joinNames(listRollingLaws()));
    const auto addMode = [&](const char* name, std::string& value, const std::vector<std::string>& modes,
                             const char* help) { app.add_option(name, value, help)->check(CLI::IsMember(modes)); };
    addMode("--tension", law.tension, {"clamp", "allow"},
            "whether the normal force may pull: clamp or allow; clamp if not given");
    addMode("--restitution-as", law.restitutionAs, {"realized", "textbook"},
            "meaning of a restitution for hertz and the linear laws: realized (the one that the impact returns) or "
            "textbook (the formula of the source); realized if not given");
    addMode("--effective-mass", law.effectiveMass, {"articulated", "twobody"},
            "mass that the dashpots feel: articulated (of the whole mechanism) or twobody (as in DEM codes); "
            "articulated if not given");
    addMode("--dashpot", law.dashpot, {"slip", "kelvin-voigt"},
            "what a dashpot along the slip feels: the slip (as in DEM codes), or the rate of the spring beside it (a Kelvin-Voigt "
            "element in series with the slider); kelvin-voigt for hertz-mindlin and mindlin-secant, else slip, if not given");
    addNumber(app, "--young", law.youngsModulus, "Pa", "Young's modulus E, > 0");
    addNumber(app, "--poisson", law.poissonsRatio, "-", "Poisson's ratio nu, in (-1, 0.5]");
    addNumber(app, "--restitution", law.restitution, "-",
              "restitution e, in [0, 1], from which the damping follows; 1 is undamped, 0 plastic");
    addNumber(app, "--friction", law.staticFriction, "-", "static friction mu_s, >= 0");
    addNumber(app, "--kinetic-friction", law.kineticFriction, "-",
              "kinetic friction mu_k, in [0, mu_s]; mu_s if not given");
    for (const LawNumber& number : lawNumbers())
        addNumber(app, number.option, law.*number.value, number.unit, number.help);
}

void addEvaluations(CLI::App& app, Real& evaluations, Real ifNotGiven) {
    evaluations = ifNotGiven;
    app.add_option("--evaluations", evaluations,
                   "force evaluations that a run may take; a run that will take more is given up early")
        ->check(CLI::Range(1., mostEvaluations));
}

void addIntegrator(CLI::App& app, IntegratorChoice& integrator, const std::string& defaultMaxStep, Real evaluations) {
    const auto describe = [](const auto& kind) { return fmt::format("{} ({})", kind.name, kind.description); };
    app.add_option("--integrator", integrator.name, joinNames(listIntegrators(), describe));
    addNumber(app, "--accuracy", integrator.accuracy, "-", "of the integrator, in (0, 1)");
    addNumber(app, "--step", integrator.fixedStep, "s", "fixed step instead of error control, > 0; not for CPodes");
    addNumber(app, "--max-step", integrator.maxStep, "s", "longest step, > 0; " + defaultMaxStep + " if not given");
    addEvaluations(app, integrator.evaluations, evaluations);
    app.add_flag_callback(
        "--advise",
        [&integrator] {
            integrator.tryFirst = [](const Model& model, const SimTK::State& start, const RunAdviceOptions& question) {
                fmt::print(stderr, "{}", tabulateIntegrators(adviseOnRun(model.system, start, model.ours, question)));
            };
        },
        "tries all integrators before the run, and prints on stderr which accuracy each needs");
}

} // namespace lab
