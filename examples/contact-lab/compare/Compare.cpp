#include "Compare.h"

#include "Check.h"
#include "Experiments.h"
#include "Jobs.h"
#include "Parts.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

#include <sys/resource.h>

namespace lab {

namespace fs = std::filesystem;

namespace {

const char* const introduction =
    "<p>The same experiments with each law of SimbodyDEM and with Simbody's own HuntCrossleyForce, made by "
    "<code>./run compare</code>. One colour per law throughout, HuntCrossleyForce grey, measurements and closed "
    "forms black.</p>"
    "<p><b>Equal elastic force.</b> HuntCrossleyForce mixes moduli by a 2/3-power rule: two equal surfaces get .354 E "
    "where Hertz has .5 E. Here both of its surfaces are given 2<sup>3/2</sup> E*, so that its elastic force is that "
    "of Hertz to the last digit and only damping and friction differ.</p>\n";

// Of this process and of the programs that it has run.
double processorSeconds() {
    double seconds = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage;
        getrusage(who, &usage);
        for (const timeval& time : {usage.ru_utime, usage.ru_stime})
            seconds += double(time.tv_sec) + 1e-6 * double(time.tv_usec);
    }
    return seconds;
}

std::vector<Experiment> choose(const std::vector<std::string>& only) {
    std::vector<Experiment> chosen;
    for (const Experiment& experiment : experiments())
        if (only.empty() || std::count(only.begin(), only.end(), experiment.name)) chosen.push_back(experiment);
    for (const std::string& name : only) {
        const auto names = listExperiments();
        if (std::count(names.begin(), names.end(), name)) continue;
        std::string list;
        for (const std::string& known : names) list += (list == "" ? "" : ", ") + known;
        refuse("--only " + name + " is unknown; choose from " + list);
    }
    return chosen;
}

Job makeJob(const Experiment& experiment, const Parts& parts) {
    const auto work = [&experiment, &parts](Ticker& ticker) {
        const double start = processorSeconds();
        const Section section = experiment.make(ticker);
        parts.write({experiment.name, section, processorSeconds() - start});
    };
    return {experiment.name, experiment.expectedDuration, work};
}

bool canTakeOver(const std::string& name, const Parts& parts) {
    try {
        return parts.read(name).has_value();
    } catch (const std::exception& e) {
        fmt::print(stderr, "{:<28} made anew: {}\n", name, e.what());
        return false;
    }
}

// A part that has been taken away meanwhile is an experiment that failed.
Chapter readChapter(const std::string& name, const Parts& parts, std::map<std::string, std::string>& errors) {
    try {
        if (!errors.count(name)) {
            if (const auto chapter = parts.read(name)) return *chapter;
            errors[name] = "its part of the page is gone";
        }
    } catch (const std::exception& e) {
        errors[name] = e.what();
    }
    return {name, {}, 0, errors[name]};
}

std::string describeRun(std::size_t count, std::size_t takenOver, int cores, int jobs, double seconds) {
    std::string text = fmt::format("<p>SimbodyDEM " SIMBODYDEM_VERSION
                                   ", {:%Y-%m-%d %H:%M} UTC, {} cores, {} experiments, {} at once, "
                                   "in {:.0f} s.",
                                   fmt::gmtime(std::time(nullptr)), cores, count, jobs, seconds);
    if (takenOver > 0)
        text += fmt::format(" {} of them are the same build's, from a run that did not come to its end.", takenOver);
    return text + " Times in the tables are the processor's.</p>";
}

} // namespace

std::vector<std::string> listExperiments() {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) names.push_back(experiment.name);
    return names;
}

int runCompare(const CompareOptions& options) {
    check(options.jobs >= 0, "--jobs", options.jobs, "-", ">= 1, or 0 for as many as there are cores");
    const std::vector<Experiment> chosen = choose(options.only);
    const auto start = std::chrono::steady_clock::now();
    const int cores = std::max(1u, std::thread::hardware_concurrency());
    const int atOnce = options.jobs > 0 ? options.jobs : cores;
    const Parts parts(options.folder);

    std::vector<Job> jobs;
    for (const Experiment& experiment : chosen) {
        if (options.fresh) parts.remove(experiment.name);
        if (canTakeOver(experiment.name, parts))
            fmt::print(stderr, "{:<28} taken over from a run that did not come to its end\n", experiment.name);
        else
            jobs.push_back(makeJob(experiment, parts));
    }
    const std::size_t takenOver = chosen.size() - jobs.size();
    std::map<std::string, std::string> errors;
    try {
        errors = runJobs(jobs, atOnce);
    } catch (const Interrupted& interrupted) {
        fmt::print(stderr, "contact-lab: interrupted; the same command goes on with what is not finished\n");
        return 128 + interrupted.signal;
    }

    std::vector<Chapter> chapters;
    for (const Experiment& experiment : chosen) chapters.push_back(readChapter(experiment.name, parts, errors));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::string file = (fs::path(options.folder) / "index.html").string();
    writePage(file, "Contact laws for Simbody, side by side", introduction, chapters,
              describeRun(chosen.size(), takenOver, cores, atOnce, seconds));
    fmt::print("{}\n", file);
    if (!errors.empty()) return 1; // what has been finished stays for the next attempt
    for (const Experiment& experiment : chosen) parts.remove(experiment.name);
    parts.removeFolder();
    return 0;
}

} // namespace lab
