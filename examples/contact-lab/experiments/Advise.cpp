// The subcommand `advise` predicts what a ball on a plane, or an experiment of the page, needs.

#include "Check.h"
#include "CommandLine.h"
#include "Model.h"
#include "Trials.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/RunAdvice.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <memory>
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
    Real load = NaN; // not given
    bool asJson = false, isQuick = false;
    std::string on = ""; // an experiment instead of the ball
    bool isGeneral = false, isSwept = false;
};

json toJson(const PairAdvice& pair) {
    json numbers = {{"load", pair.load},
                    {"effective_radius", pair.effectiveRadius},
                    {"effective_mass", pair.effectiveMass},
                    {"overlap", pair.overlap},
                    {"overlap_fraction", pair.overlapFraction},
                    {"contact_radius", pair.contactRadius},
                    {"stiffness", pair.stiffness},
                    {"tangential_stiffness", pair.tangentialStiffness},
                    {"friction", pair.friction},
                    {"sliding_length", pair.slidingLength},
                    {"swing_time", pair.swingTime},
                    {"longest_step", pair.longestStep},
                    {"contact_time", pair.contactTime},
                    {"restitution", pair.restitution},
                    {"impact_overlap", pair.impactOverlap},
                    {"moved_mass", pair.movedMass},
                    {"rolling_stiffness", pair.rollingStiffness},
                    {"twisting_stiffness", pair.twistingStiffness},
                    {"rolling_resistance", pair.rollingResistance}}; // NaN becomes null
    numbers["warnings"] = pair.warnings;
    return numbers;
}

json toJson(const IntegratorAdvice& one) {
    return {{"integrator", one.integrator},           {"accuracy", one.accuracy},
            {"impact", one.impactAccuracy},           {"holding", one.holdingAccuracy},
            {"rolling", one.rollingAccuracy},         {"sliding", one.slidingAccuracy},
            {"steps_per_second", one.stepsPerSecond}, {"realizations_per_second", one.costPerSecond}};
}

void showTrials(Real fraction) { showProgress("trying integrators", fraction); }

// Advises on an experiment of the page, with a sweep by its own numbers if that is wanted.
void runOn(const AdviseOptions& options) {
    const TriedExperiment& experiment =
        findNamed(listTriedExperiments(), options.on, "--on " + options.on + " is unknown; choose from ");
    const RunAdvice advice = adviseOn(experiment, !options.isGeneral, showTrials);
    json all = {{"experiment", experiment.name}, {"repeatable_time", advice.repeatableTime}};
    all["warnings"] = advice.warnings;
    all["integrators"] = json::array();
    std::string rows;
    for (const RunTrial& one : advice.integrators) {
        json row = {{"integrator", one.integrator},
                    {"accuracy", one.accuracy},
                    {"steps_per_second", one.stepsPerSecond},
                    {"realizations_per_second", one.costPerSecond}};
        if (options.isSwept) {
            std::fprintf(stderr, "contact-lab: sweeping %s\n", one.integrator.c_str());
            const Real swept = sweepAccuracy(experiment, getTriedNames().at(one.integrator));
            row["swept"] = swept;
            const auto show = [](Real accuracy) {
                return std::isnan(accuracy) ? std::string("none") : fmt::format("{:.1e}", accuracy);
            };
            rows += fmt::format("  {:<28} {:>8} {:>8}\n", one.integrator, show(one.accuracy), show(swept));
        }
        all["integrators"].push_back(row);
    }
    if (options.asJson) {
        fmt::print("{}\n", all.dump());
        return;
    }
    fmt::print("{}: {}\n{}", experiment.name,
               options.isGeneral ? "poses of its bodies and distances that they move" : experiment.asked,
               textOf(advice));
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
    check(options.question.tolerance > 0 && options.question.tolerance < 1, "--tolerance", options.question.tolerance,
          "-", "in (0, 1)");
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
    options.question.tryIntegrators = !options.isQuick;
    options.question.progress = showTrials;
    const ContactAdvice advice = advise(model.system, state, *force, options.question);
    if (!options.asJson) {
        fmt::print("{}", textOf(advice));
        return;
    }
    json all = advice.pairs.empty() ? json::object() : toJson(advice.pairs.front());
    all["integrators"] = json::array();
    for (const IntegratorAdvice& one : advice.integrators) all["integrators"].push_back(toJson(one));
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
    addNumber(sub, "--tolerance", options->question.tolerance, "-", "error that an integrator may make, in (0, 1)");
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
