#include "Compare.h"

#include "Check.h"
#include "Experiments.h"
#include "Report.h"

#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <memory>

namespace lab {

namespace {

struct CompareOptions {
    std::string experiment, law, folder, part;
    ShowChoice show;
};

struct PageOptions {
    std::string folder = "report", parts = "parts";
    std::vector<std::string> only; // all if empty
    bool list = false;
};

std::vector<std::string> listExperiments() {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) names.push_back(experiment.name);
    return names;
}

const Experiment& findExperiment(const std::string& name) {
    std::string names;
    for (const Experiment& experiment : experiments()) {
        if (experiment.name == name) return experiment;
        names += (names.empty() ? "" : ", ") + experiment.name;
    }
    refuse(name + " is unknown; choose from " + names);
}

Study chooseLaws(const Experiment& experiment, const std::string& law, const ShowChoice& show) {
    if (!experiment.laws && (law != "" || show.isWanted()))
        refuse("--law and --frames do not go with " + experiment.name);
    Study study{{}, law == "", show};
    if (experiment.laws) study.laws = experiment.laws();
    if (law != "") study.laws = {findLaw(study.laws, law)};
    return study;
}

void runCompare(const CompareOptions& options) {
    const Experiment& experiment = findExperiment(options.experiment);
    const Study study = chooseLaws(experiment, options.law, options.show);
    options.show.check();
    if (options.part != "") removePart(options.part); // an older build's
    try {
        const Section section = experiment.make(study);
        if (options.folder != "") writeFiles(section, options.folder);
        if (options.part == "")
            print(section);
        else
            writePart(options.part, experiment.name, section, double(std::clock()) / CLOCKS_PER_SEC);
    } catch (const std::exception& e) {
        if (options.part != "") writeError(options.part, e.what());
        throw;
    }
}

void runPage(const PageOptions& options) {
    if (options.list) {
        fmt::print("{}\n", fmt::join(listExperiments(), "\n"));
        return;
    }
    for (const std::string& name : options.only) findExperiment(name);
    const auto names = options.only.empty() ? listExperiments() : options.only;
    const auto failed = writePage(options.folder, options.parts, names);
    fmt::print("{}\n", (std::filesystem::path(options.folder) / "index.html").string());
    if (!failed.empty()) throw std::runtime_error(fmt::format("failed: {}", fmt::join(failed, ", ")));
}

} // namespace

void addCompare(CLI::App& app, std::function<void()>& run) {
    const auto compare = std::make_shared<CompareOptions>();
    CLI::App* compareApp = app.add_subcommand("compare", "one experiment with every law beside HuntCrossleyForce");
    compareApp->add_option("experiment", compare->experiment, fmt::format("{}", fmt::join(listExperiments(), ", ")))
        ->required();
    compareApp->add_option("--law", compare->law, "one contact law instead of all of them");
    compareApp->add_option("--out", compare->folder, "folder for plots (SVG) and the numbers of each run (CSV)");
    compareApp->add_option("--part", compare->part,
                           "file for a part of the page (JSON), instead of tables on the screen");
    ShowChoice& show = compare->show;
    compareApp->add_option("--frames", show.folder, "folder for pictures (PNG) of each law's run");
    compareApp->add_option("--frame-interval", show.frameInterval, "time between two frames [s]")
        ->capture_default_str();
    compareApp->callback([&run, compare] { run = [compare] { runCompare(*compare); }; });

    const auto page = std::make_shared<PageOptions>();
    CLI::App* pageApp = app.add_subcommand("page", "one self-contained page from the parts that `compare` has written");
    pageApp->add_option("--parts", page->parts, "their folder")->capture_default_str();
    pageApp->add_option("--out", page->folder, "folder of index.html")->capture_default_str();
    pageApp->add_option("--only", page->only, "some of the experiments")->delimiter(',');
    pageApp->add_flag("--list", page->list, "only name the experiments");
    pageApp->callback([&run, page] { run = [page] { runPage(*page); }; });
}

} // namespace lab
