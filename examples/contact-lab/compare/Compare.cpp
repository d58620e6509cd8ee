#include "Check.h"
#include "CommandLine.h"
#include "Drops.h"
#include "Gripper.h"
#include "MovingPlatform.h"
#include "PlanarGait.h"
#include "RimlessWheel.h"
#include "Section.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace lab {

namespace {

// Describes one section of the page and the function that makes it.
struct Experiment {
    std::string name; // for --only, and the section's anchor
    MakeSection* make;
    Contenders (*laws)() = nullptr; // choices of --law, or null
    bool isRecorded = laws;         // takes --replay
};

// Lists the experiments in the order of the page.
const std::vector<Experiment> experiments = {
    {"oblique-impact", obliqueImpact},
    {"asked-against-got", askedAgainstGot},
    {"restitution-against-speed", restitutionAgainstSpeed},
    {"slope", slope},
    {"slide-to-roll", slideToRoll},
    {"normal-laws", normalLawLoops},
    {"tangential-laws", tangentialLawLoops},
    {"drop-test", dropTest, brickLaws},
    {"planar-gait", planarGait, gaitLaws},
    {"rimless-wheel", rimlessWheel, wheelLaws},
    {"gripper", gripper, gripperLaws},
    {"moving-platform", movingPlatform, platformLaws},
    {"any-shape", anyShape, nullptr, true},
    {"simbodys-examples", simbodysExamples, nullptr, true},
    {"elastic-foundation", elasticFoundation},
    {"stiff-contact", stiffContact},
};

struct CompareOptions {
    std::string experiment, law, folder, part;
    ShowChoice show;
};

struct PageOptions {
    std::string folder = "report", parts = "parts";
    std::vector<std::string> only; // if empty, all
    bool list = false;
};

const Experiment& findExperiment(const std::string& name) {
    return findNamed(experiments, name, name + " is unknown; choose from ");
}

void runCompare(const CompareOptions& options) {
    const Experiment& experiment = findExperiment(options.experiment);
    if (!experiment.laws && options.law != "") refuse("--law does not go with " + experiment.name);
    if (!experiment.isRecorded && options.show.isWanted()) refuse("--replay does not go with " + experiment.name);
    Study study{{}, options.law == "", options.show, options.part != ""};
    if (experiment.laws) study.laws = experiment.laws();
    if (options.law != "") study.laws = {findLaw(study.laws, options.law)};
    options.show.check();
    const auto make = [&] {
        Section section(experiment.name);
        experiment.make(study, section);
        if (options.folder != "") writeFiles(section, options.folder);
        return section;
    };
    if (options.part == "")
        print(make());
    else
        writePart(options.part, experiment.name, options.show.file, make);
}

void runPage(const PageOptions& options) {
    std::vector<std::string> usual;
    for (const Experiment& experiment : experiments) {
        if (options.list) fmt::print("{}\n", experiment.name);
        usual.push_back(experiment.name);
    }
    if (options.list) return;
    for (const std::string& name : options.only) findExperiment(name);
    const auto names = options.only.empty() ? usual : options.only;
    const auto failed = writePage(options.folder, options.parts, names);
    fmt::print("{}\n", (std::filesystem::path(options.folder) / "index.html").string());
    if (!failed.empty()) throw std::runtime_error(fmt::format("failed: {}", fmt::join(failed, ", ")));
}

} // namespace

void addCompare(CLI::App& app) {
    const auto compare = std::make_shared<CompareOptions>();
    CLI::App* compareApp = app.add_subcommand("compare", "compares every law with HuntCrossleyForce in one experiment");
    compareApp->add_option("experiment", compare->experiment, joinNames(experiments))->required();
    compareApp->add_option("--law", compare->law, "one contact law instead of all of them");
    compareApp->add_option("--out", compare->folder, "folder for plots (SVG) and the numbers of each run (CSV)");
    compareApp->add_option("--part", compare->part,
                           "file for a part of the page (JSON), instead of tables on the screen");
    compareApp->add_option("--replay", compare->show.file,
                           "page of a run (HTML); with several runs one page each, with the name of the law before "
                           ".html; with --part only of one law with history and of HuntCrossleyForce");
    compareApp->add_option("--replay-interval", compare->show.interval, "time between two rows of a replay [s]");
    compareApp->callback([compare] { runCompare(*compare); });

    const auto page = std::make_shared<PageOptions>();
    CLI::App* pageApp =
        app.add_subcommand("page", "makes one self-contained page from the parts that `compare` has written");
    pageApp->add_option("--parts", page->parts, "folder of the parts");
    pageApp->add_option("--out", page->folder, "folder of index.html");
    pageApp->add_option("--only", page->only, "some of the experiments")->delimiter(',')->default_str("");
    pageApp->add_flag("--list", page->list, "only prints the names of the experiments");
    pageApp->callback([page] { runPage(*page); });
}

} // namespace lab
