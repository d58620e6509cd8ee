// The subcommand `integrators` measures the errors of integrators.

#include "Check.h"
#include "CommandLine.h"
#include "Convergence.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lab {

using json = nlohmann::ordered_json;

namespace {

json toJson(const ConvergencePoint& p, const char* setting) {
    return {{setting, p.setting}, {"error", p.error}, {"steps", p.steps}, {"evaluations", p.evaluations}};
}

void printConvergence(const std::vector<Convergence>& study, bool asJson) {
    json rows = json::array();
    std::string text = fmt::format("{:<14} {:>6} {:>9} {:>9} {:>9} {:>9}   error of the ladder\n", "integrator",
                                   "order", "error", "steps", "evals", "setting");
    for (const Convergence& c : study) {
        json& row = rows.emplace_back(json{{"integrator", c.integrator}, {"order", c.order}});
        row.update(toJson(c.atAccuracy, "setting"));
        const ConvergencePoint& at = c.atAccuracy;
        text += fmt::format("{:<14} {:>6.2f} {:>9.1e} {:>9} {:>9} {:>9.1e}  ", c.integrator, c.order, at.error,
                            at.steps, at.evaluations, at.setting);
        for (const ConvergencePoint& p : c.ladder) {
            row["ladder"].push_back(toJson(p, c.isFixedStep ? "step" : "accuracy"));
            text += fmt::format(" {:.1e}", p.error);
        }
        text += "\n";
    }
    fmt::print("{}", asJson ? rows.dump() + "\n" : text);
}

void printTurning(const TurningScene& scene, Real evaluations, bool asJson) {
    const std::vector<TurningLadder> ladders =
        measureTurning(scene, evaluations, [](Real fraction) { showProgress("runs of the scene", fraction); });
    json rows = json::array();
    std::string text = fmt::format("{}: {}. Errors at the end, against Runge-Kutta-Merson at accuracy {:g}.\n"
                                   "{:<27} {:<10} {:>8} {:>14} {:>12} {:>8} {:>8} {:>6}\n",
                                   scene.name, scene.description, turningReference, "force", "integrator", "accuracy",
                                   "error [rad/s]", "error [m/s]", "steps", "evals", "order");
    for (const TurningLadder& ladder : ladders) {
        const std::string law = ladder.dashpot.empty() ? ladder.law : ladder.law + " " + ladder.dashpot;
        for (const TurningPoint& p : ladder.points) {
            rows.push_back({{"law", ladder.law},
                            {"dashpot", ladder.dashpot},
                            {"integrator", ladder.integrator},
                            {"accuracy", p.accuracy},
                            {"angular_velocity_error", p.angularError},
                            {"velocity_error", p.linearError},
                            {"steps", p.steps},
                            {"evaluations", p.evaluations},
                            {"order", p.order},
                            {"given_up", p.givenUp}});
            if (!p.givenUp.empty())
                text += fmt::format("{:<27} {:<10} {:>8.0e} given up: {}\n", law, ladder.integrator, p.accuracy, p.givenUp);
            else
                text += fmt::format("{:<27} {:<10} {:>8.0e} {:>14.1e} {:>12.1e} {:>8} {:>8} {:>6}\n", law, ladder.integrator,
                                    p.accuracy, p.angularError, p.linearError, p.steps,
                                    p.evaluations, std::isnan(p.order) ? "-" : fmt::format("{:.1f}", p.order));
        }
    }
    fmt::print("{}", asJson ? rows.dump() + "\n" : text);
}

void printSlipErrors(bool asJson) {
    json rows = json::array();
    std::string text = "The slip that the library finds, against a fine integration of the slip velocity: order p of "
                       "error ~ step^p at each halving of the step.\n";
    for (const std::string& pair : listSlipPairs()) {
        const SlipErrors errors = measureSlipErrors(pair);
        rows.push_back({{"pair", pair},
                        {"steps", errors.steps},
                        {"errors_of_a_step", errors.ofAStep},
                        {"errors_of_a_run", errors.ofARun}});
        if (text.find("pair") == std::string::npos)
            text += fmt::format("{:<20} {:<12} {:>12} {:>12}   order\n", "pair", "error [m] of",
                                fmt::format("at {:g} s", errors.steps.front()),
                                fmt::format("at {:g} s", errors.steps.back()));
        const auto add = [&](const std::string& of, const std::vector<Real>& all) {
            text += fmt::format("{:<20} {:<12} {:>12.1e} {:>12.1e}  ", pair, of, all.front(), all.back());
            for (Real order : observedOrders(all)) text += fmt::format(" {:.1f}", order);
            text += "\n";
        };
        add("one step", errors.ofAStep);
        add(fmt::format("{:g} s", errors.steps.front()), errors.ofARun);
    }
    fmt::print("{}", asJson ? rows.dump() + "\n" : text);
}

// Holds the options. One option has three kinds of cases.
struct IntegratorsOptions {
    std::string name = "impact";
    Real accuracy = 1e-5, evaluations = SimTK::NaN;
    bool hasName = false, hasAccuracy = false, asJson = false;
};

void run(const IntegratorsOptions& options) {
    const std::string& name = options.name;
    if (const auto& cases = listConvergenceCases(); std::count(cases.begin(), cases.end(), name) > 0) {
        printConvergence(measureConvergence(name, options.accuracy, options.evaluations), options.asJson);
        if (options.hasName || options.asJson) return;
        fmt::print("\n");
        return printSlipErrors(false);
    }
    const TurningScene* scene = nullptr;
    if (name != "slip")
        scene = &findNamed(
            listTurningScenes(), name,
            fmt::format("--case {} is unknown; choose from {}, slip, ", name, fmt::join(listConvergenceCases(), ", ")));
    if (options.hasAccuracy)
        refuse("--accuracy does not go with --case " + name + ", which has accuracies or steps of its own");
    scene ? printTurning(*scene, options.evaluations, options.asJson) : printSlipErrors(options.asJson);
}

} // namespace

void addIntegrators(CLI::App& app) {
    CLI::App& sub = *app.add_subcommand(
        "integrators", "measures the errors of integrators on a case, and the error of the slip of a step");
    const auto options = std::make_shared<IntegratorsOptions>();
    const CLI::Option* theCase = sub.add_option(
        "--case", options->name,
        fmt::format("{}: every integrator, against Runge-Kutta-Merson at a far smaller step; slip: the error of the "
                    "slip [m] over prescribed motions; or a scene in three dimensions at accuracies from 1e-4 to 1e-9, "
                    "beside HuntCrossleyForce, seconds to a minute: {}. If not given, the first and slip",
                    fmt::join(listConvergenceCases(), ", "), joinNames(listTurningScenes())));
    const CLI::Option* theAccuracy =
        addNumber(sub, "--accuracy", options->accuracy, "-",
                  "at which steps, evaluations and error are given, in (0, 1); not of slip and scenes");
    addEvaluations(sub, options->evaluations);
    sub.add_flag("--json", options->asJson, "prints JSON; without --case that of the first");
    sub.callback([=] {
        options->hasName = theCase->count() > 0;
        options->hasAccuracy = theAccuracy->count() > 0;
        run(*options);
    });
}

} // namespace lab
