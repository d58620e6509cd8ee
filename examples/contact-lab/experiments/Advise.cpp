// The subcommand `advise` predicts what a ball on a plane, or an experiment of the page, needs.

#include "Check.h"
#include "CommandLine.h"
#include "IntegratorAdvice.h"
#include "Model.h"
#include "Trials.h"

#include <simbodydem/ContactAdvice.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace lab {

using namespace SimTK;
using namespace simbodydem;
using json = nlohmann::ordered_json;

namespace {

struct AdviseOptions {
    LawChoice law = onMaterial(2e6, 0.3, 0.5, 0.5);
    Real radius = 0.02, mass = 1;
    std::string target = "plane";
    AdviceOptions question;
    TrialOptions trials;
    Real load = NaN; // not given
    bool asJson = false, isQuick = false;
    std::string on = ""; // an experiment instead of the ball
    bool isGeneral = false, isSwept = false;
};

// Returns the numbers of one subject; NaN becomes null.
json toJson(const ContactAdvice& advice, const std::string& subject) {
    json numbers = json::object();
    for (const AdviceRow& row : advice.getRows(subject))
        if (row.quantity != "warning") numbers[row.quantity] = row.value;
    return numbers;
}

json listIntegrators(const ContactAdvice& advice) {
    json all = json::array();
    for (const std::string& integrator : listIntegratorsOf(advice)) {
        all.push_back({{"integrator", integrator}});
        all.back().update(toJson(advice, integrator));
    }
    return all;
}

void showTrials(Real fraction) { showProgress("trying integrators", fraction); }

// Advises on an experiment of the page, with a sweep by its own numbers if that is wanted.
void runOn(const AdviseOptions& options) {
    const TriedExperiment& experiment =
        findNamed(listTriedExperiments(), options.on, "--on " + options.on + " is unknown; choose from ");
    const ContactAdvice advice = adviseOn(experiment, !options.isGeneral, showTrials);
    json all = {{"experiment", experiment.name}};
    all.update(toJson(advice, runSubject));
    all["warnings"] = advice.getWarnings(runSubject);
    all["integrators"] = listIntegrators(advice);
    std::string rows;
    if (options.isSwept)
        for (std::size_t i = 0; i < all["integrators"].size(); ++i) {
            json& row = all["integrators"][i];
            const std::string name = row["integrator"];
            std::fprintf(stderr, "contact-lab: sweeping %s\n", name.c_str());
            const Real swept = sweepAccuracy(experiment, findNamed(listTriedIntegrators(), name, "").option);
            row["swept"] = swept;
            const auto show = [](Real accuracy) {
                return std::isnan(accuracy) ? std::string("none") : fmt::format("{:.1e}", accuracy);
            };
            rows += fmt::format("  {:<28} {:>8} {:>8}\n", name, show(advice.get(name, "accuracy")), show(swept));
        }
    if (options.asJson) {
        fmt::print("{}\n", all.dump());
        return;
    }
    fmt::print("{}: {}\n{}", experiment.name,
               options.isGeneral ? "poses of its bodies and distances that they move" : experiment.asked,
               tabulateIntegrators(advice));
    if (options.isSwept) fmt::print("  {:<28} {:>8} {:>8}\n{}", "", "advised", "swept", rows);
}

void run(AdviseOptions options) {
    if (options.on != "") return runOn(options);
    if (options.isGeneral || options.isSwept) refuse("--general and --sweep need --on NAME");
    checkPositive("--radius", options.radius, "m");
    checkPositive("--mass", options.mass, "kg");
    if (!std::isnan(options.load)) {
        checkPositive("--load", options.load, "N");
        options.question.load = options.load;
    }
    checkPositive("--speed", options.question.speed, "m/s");
    checkPositive("--motion-time", options.question.motionTime, "s");
    check(options.trials.tolerance > 0 && options.trials.tolerance < 1, "--tolerance", options.trials.tolerance, "-",
          "in (0, 1)");
    if (options.target != "plane" && options.target != "rigid-plane")
        refuse("--target " + options.target + " is unknown; choose from plane, rigid-plane");
    OneSetModel model(Vec3(0, -9.81, 0));
    MobilizedBody::Free ball(model.matter.Ground(), makeBall(options.mass, options.radius));
    model.addGround();
    model.addSphere(ball, options.radius, Vec3(0), options.law.calcMargin(options.radius));
    const auto force = model.install(options.law, options.target == "plane" ? options.law.getMaterial()
                                                                            : options.law.getRigidMaterial());
    if (!force)
        refuse("--law hunt-crossley is Simbody's own force, on which `advise` has no data. Use --normal hunt-crossley "
               "--tangential hollars, the same law in SimbodyDEM");
    State state = model.system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(0, 1.001 * options.radius, 0)); // just above the plane, at any load
    const ContactAdvice contacts = advise(model.system, state, *force, options.question);
    options.trials.progress = showTrials;
    const ContactAdvice integrators =
        options.isQuick ? ContactAdvice()
                        : tryIntegrators(*force, contacts, force->getModel().materials, options.trials);
    if (!options.asJson) {
        std::ostringstream text;
        text << contacts;
        fmt::print("{}{}{}", text.str(), options.isQuick ? "" : "\n", tabulateIntegrators(integrators));
        return;
    }
    json all = json::object();
    if (const std::vector<std::string> subjects = contacts.getSubjects(); !subjects.empty()) {
        all = toJson(contacts, subjects.front());
        all["warnings"] = contacts.getWarnings(subjects.front());
    }
    all["integrators"] = listIntegrators(integrators);
    fmt::print("{}\n", all.dump());
}

} // namespace

void addAdvise(CLI::App& app) {
    CLI::App& sub = *app.add_subcommand(
        "advise",
        "predicts a ball on a plane: overlap, times, longest step, and the accuracy that each integrator needs");
    const auto options = std::make_shared<AdviseOptions>();
    addNumber(sub, "--radius", options->radius, "m", "of the ball, > 0");
    addNumber(sub, "--mass", options->mass, "kg", "of the ball, > 0");
    sub.add_option("--target", options->target, "plane (of the ball's material) or rigid-plane");
    addNumber(sub, "--load", options->load, "N", "on the contact, > 0; the weight of the ball if not given");
    addNumber(sub, "--speed", options->question.speed, "m/s", "of impacts, > 0");
    addNumber(sub, "--motion-time", options->question.motionTime, "s",
              "within which the motion of interest changes, > 0");
    addNumber(sub, "--tolerance", options->trials.tolerance, "-", "error that an integrator may make, in (0, 1)");
    addLaw(sub, options->law);
    sub.add_flag("--quick", options->isQuick, "tries no integrators");
    const std::vector<CLI::Option*> ofTheBall = sub.get_options();
    sub.add_option("--on", options->on,
                   "tries a run of the page instead of the ball: " + joinNames(listTriedExperiments()))
        ->default_str("");
    sub.callback([options, ofTheBall] {
        for (const CLI::Option* option : ofTheBall)
            if (!options->on.empty() && option->count() > 0)
                refuse(option->get_name() + " does not go with --on, which runs an experiment with its own settings");
        run(*options);
    });
    sub.add_flag("--general", options->isGeneral,
                 "with --on: compares where the bodies are, not the results of the experiment");
    sub.add_flag("--sweep", options->isSwept,
                 "with --on: also sweeps over accuracies with the numbers of the experiment; seconds to many minutes");
    sub.add_flag("--json", options->asJson, "prints one JSON object");
}

} // namespace lab
