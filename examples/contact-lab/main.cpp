// contact-lab tries a contact law on an impact, a slope or a rolling sphere, before you put it into a model.

#include "CommandLine.h"
#include "LabExperiments.h"

#include <fmt/format.h>

using namespace lab;

namespace {

void print(const Quantities& result, bool asJson) {
    if (asJson) {
        nlohmann::ordered_json object;
        for (const Quantity& q : result) object[q.name] = toJson(q); // NaN becomes null
        fmt::print("{}\n", object.dump());
        return;
    }
    for (const Quantity& q : result) {
        const Real* number = std::get_if<Real>(&q.value);
        fmt::print("{:<22} {:>16} {}{}\n", q.name, number ? fmt::format("{:.8g}", *number) : toJson(q).dump(), q.unit,
                   q.meaning);
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("contact-lab tries a contact law on an impact, a slope or a rolling sphere, before you put it into a "
                 "model. SI units.");
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default();
    addLaws(app);

    bool asJson = false;
    for (const ExperimentEntry& experiment : listExperiments()) {
        CLI::App& sub = *app.add_subcommand(experiment.name, experiment.help);
        ExperimentOptions options;
        const auto run = experiment.addOptions(options);
        addOptions(sub, options);
        sub.add_flag("--json", asJson, "prints one JSON object");
        sub.callback([&asJson, run] { print(run().quantities, asJson); });
    }

    for (AddSubcommand* add : {addIntegrators, addCompare, addAdvise, addMoved, addRobot}) add(app);

    return orSayWhy("contact-lab: ", [&] {
        try {
            app.parse(argc, argv);        // runs the subcommand
        } catch (const CLI::Success& e) { // --help
            app.exit(e);
        }
    });
}
