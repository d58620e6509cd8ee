// contact-lab: try a contact law on an impact, a slope or a rolling sphere before putting it into a model.

#include "CommandLine.h"
#include "ExperimentCatalog.h"
#include "LabExperiments.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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

    std::string convergenceCase = "impact";
    Real accuracy = 1e-5, evaluations;
    CLI::App& integratorsApp = *app.add_subcommand(
        "integrators", "every integrator on one case, against Runge-Kutta-Merson at a far smaller step");
    integratorsApp.add_option("--case", convergenceCase, "impact, stick-slip or rolling");
    addNumber(integratorsApp, "--accuracy", accuracy, "-",
              "at which steps, evaluations and error are given, in (0, 1)");
    addEvaluations(integratorsApp, evaluations);
    integratorsApp.add_flag("--json", asJson, "print one JSON object");
    integratorsApp.callback(
        [&] { printConvergence(measureConvergence(convergenceCase, accuracy, evaluations), asJson); });

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
