// contact-lab: try a contact law on an impact, a slope or a rolling sphere before putting it into a model.

#include "Check.h"
#include "CommandLine.h"
#include "ExperimentCatalog.h"
#include "LabExperiments.h"
#include "SlipErrors.h"
#include "TurningConvergence.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace lab;
using json = nlohmann::ordered_json;

namespace {

void print(const Quantities& result, bool asJson) {
    if (asJson) {
        json object;
        for (const Quantity& q : result) object[q.name] = q.value; // NaN becomes null
        fmt::print("{}\n", object.dump());
        return;
    }
    for (const Quantity& q : result)
        fmt::print("{:<22} {:>16} {}{}\n", q.name,
                   q.value.is_number_float() ? fmt::format("{:.8g}", q.value.get<double>()) : q.value.dump(), q.unit,
                   q.meaning);
}

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
    const std::vector<TurningLadder> ladders = measureTurning(scene, evaluations, [](Real fraction) {
        std::fprintf(stderr, "\rcontact-lab: runs of the scene, %3.0f %%%s", 100 * fraction, fraction < 1 ? "" : "\n");
    });
    json rows = json::array();
    std::string text = fmt::format("{}: {}. Errors at the end, against Runge-Kutta-Merson at accuracy {:g}.\n"
                                   "{:<14} {:<10} {:>8} {:>14} {:>12} {:>8} {:>8} {:>6}\n",
                                   scene.name, scene.description, turningReference, "force", "integrator", "accuracy",
                                   "error [rad/s]", "error [m/s]", "steps", "evals", "order");
    for (const TurningLadder& ladder : ladders)
        for (const TurningPoint& p : ladder.points) {
            rows.push_back({{"law", ladder.law},
                            {"integrator", ladder.integrator},
                            {"accuracy", p.accuracy},
                            {"angular_velocity_error", p.angularError},
                            {"velocity_error", p.linearError},
                            {"steps", p.steps},
                            {"evaluations", p.evaluations},
                            {"order", p.order},
                            {"given_up", p.givenUp}});
            if (!p.givenUp.empty())
                text += fmt::format("{:<14} {:<10} {:>8.0e} given up: {}\n", ladder.law, ladder.integrator, p.accuracy,
                                    p.givenUp);
            else
                text += fmt::format("{:<14} {:<10} {:>8.0e} {:>14.1e} {:>12.1e} {:>8} {:>8} {:>6}\n", ladder.law,
                                    ladder.integrator, p.accuracy, p.angularError, p.linearError, p.steps,
                                    p.evaluations, std::isnan(p.order) ? "-" : fmt::format("{:.1f}", p.order));
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

// Three kinds of cases behind one option.
struct IntegratorsCommand {
    std::string name = "impact";
    Real accuracy = 1e-5, evaluations = SimTK::NaN;
    bool asJson = false;

    void addTo(CLI::App& app) {
        CLI::App& sub = *app.add_subcommand("integrators",
                                            "what integrators err by on a case, and what the slip of a step errs by");
        const CLI::Option* theCase = sub.add_option(
            "--case", name,
            fmt::format(
                "{}: every integrator, against Runge-Kutta-Merson at a far smaller step; slip: the error of the "
                "slip [m] over prescribed motions; or a scene in three dimensions at accuracies from 1e-4 to "
                "1e-9, beside HuntCrossleyForce, seconds to a minute: {}. If not given, the first and slip",
                fmt::join(listConvergenceCases(), ", "), joinNames(listTurningScenes())));
        addNumber(sub, "--accuracy", accuracy, "-",
                  "at which steps, evaluations and error are given, in (0, 1); not of slip and scenes");
        const CLI::Option* theAccuracy = sub.get_option("--accuracy");
        addEvaluations(sub, evaluations);
        sub.add_flag("--json", asJson, "print JSON, without --case that of the first");
        sub.callback([this, theCase, theAccuracy] { run(theCase->count() > 0, theAccuracy->count() > 0); });
    }

    void run(bool hasCase, bool hasAccuracy) const {
        if (const auto& cases = listConvergenceCases(); std::count(cases.begin(), cases.end(), name) > 0) {
            printConvergence(measureConvergence(name, accuracy, evaluations), asJson);
            if (hasCase || asJson) return;
            fmt::print("\n");
            return printSlipErrors(false);
        }
        const TurningScene* scene = nullptr;
        if (name != "slip")
            scene = &findNamed(listTurningScenes(), name,
                               fmt::format("--case {} is unknown; choose one of {}, slip, ", name,
                                           fmt::join(listConvergenceCases(), ", ")));
        if (hasAccuracy)
            refuse("--accuracy does not go with --case " + name + ", which has accuracies or steps of its own");
        scene ? printTurning(*scene, evaluations, asJson) : printSlipErrors(asJson);
    }
};

} // namespace

int main(int argc, char** argv) {
    CLI::App app("contact-lab: try a contact law on an impact, a slope or a rolling sphere before putting it into a "
                 "model. SI units.");
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default();
    addLaws(app);

    bool asJson = false;
    for (const ExperimentEntry& experiment : listExperiments()) {
        CLI::App& sub = *app.add_subcommand(experiment.name, experiment.help);
        const auto run = experiment.addOptions(sub);
        sub.add_flag("--json", asJson, "print one JSON object");
        sub.callback([&asJson, run] { print(run(), asJson); });
    }

    IntegratorsCommand integrators;
    integrators.addTo(app);

    addCompare(app);
    addAdvise(app);
    addStudy(app);
    addCalibrate(app);

    // Bad input, and what comes to nothing with it, is one line and exit code 2; a full disk, say, is exit code 1.
    const auto fail = [](int code, std::string why) {
        std::replace(why.begin(), why.end(), '\n', ' ');
        fmt::print(stderr, "contact-lab: {}\n", why);
        return code;
    };
    try {
        app.parse(argc, argv); // runs what was asked for
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : fail(2, e.what()); // 0 is --help
    } catch (const std::invalid_argument& e) {
        return fail(2, e.what());
    } catch (const std::exception& e) {
        return fail(1, e.what());
    }
    return 0;
}
