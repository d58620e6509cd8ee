// The subcommand `calibrate` fits law and material parameters to measured curves.

#include "CalibrationReport.h"
#include "Check.h"
#include "CommandLine.h"
#include "HelpText.h"

#include <simbodydem/Messages.h>

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

namespace lab {

namespace {

struct CalibrateOptions {
    std::string spec, folder;
    bool asJson = false;
    int draws = 0;
};

volatile std::sig_atomic_t isInterrupted = 0;

void interrupt(int signal) {
    isInterrupted = 1;
    std::signal(signal, SIG_DFL); // the next signal ends the process at once
}

// Prints the progress, at most every two seconds.
class Teller {
public:
    void tell(const std::string& line) {
        fmt::print(stderr, "{}\n", line);
        last = std::chrono::steady_clock::now();
    }
    void tellNowAndThen(const std::string& line) {
        if (std::chrono::steady_clock::now() - last > std::chrono::seconds(2)) tell(line);
    }

private:
    std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

Fit fitLaw(const CalibrationProblem& problem, const std::string& who, const std::string& law,
           CalibrationProgress& progress, Teller& teller) {
    CalibrationWatch watch;
    watch.finished = progress.getStarts(law);
    const auto at = [&](int start) { return fmt::format("{}, start {} of {}", who, start + 1, problem.starts); };
    watch.onStep = [&](int start, int evaluations, Real rms) {
        teller.tellNowAndThen(fmt::format("{}: {} evaluations, rms {:.5g}", at(start), evaluations, rms));
    };
    watch.onStart = [&](int start, const StartResult& s) {
        progress.addStart(law, s);
        teller.tell(at(start) + (s.failure != ""
                                     ? " failed: " + s.failure
                                     : fmt::format(": {} after {} evaluations, rms {:.5g}",
                                                   s.hasConverged ? "converged" : "stopped", s.evaluations, s.rms)));
    };
    return calibrate(problem, watch);
}

void runDraws(LawFit& best, const CalibrationProblem& problem, int count, CalibrationProgress& progress,
              Teller& teller) {
    best.draws = progress.getDraws(best.law.label);
    if (int(best.draws.size()) > count) best.draws.resize(std::size_t(count));
    for (int i = int(best.draws.size()); i < count; ++i) {
        best.draws.push_back(calibrateSynthetic(problem, best.fit, i));
        progress.addDraw(best.law.label, best.draws.back());
        teller.tellNowAndThen(fmt::format("{}, draw {} of {}", best.law.label, i + 1, count));
    }
}

void runCalibrate(const CalibrateOptions& options) {
    check(options.draws >= 0 && options.draws <= 100000, "--draws", options.draws, "-", "in [0, 100000]");
    const CalibrationSpec spec = readCalibrationSpec(options.spec);
    if (options.folder != "") {
        std::error_code error;
        std::filesystem::create_directories(options.folder, error);
        if (error) throw std::runtime_error("cannot make the folder " + options.folder + ": " + error.message());
    }
    CalibrationProgress progress(options.folder == "" ? "" : options.folder + "/progress.json", spec.resolved);
    Teller teller;
    if (progress.getMessage() != "") teller.tell(progress.getMessage());

    // Each warning is printed once, since it would come with each of hundreds of runs. Its kind is what stands before the second colon.
    std::set<std::string> warnings;
    simbodydem::setWarningHandler([&](const std::string& text) {
        if (warnings.insert(text.substr(0, text.find(": ", text.find(": ") + 1))).second)
            teller.tell("SimbodyDEM: warning: " + text);
    });
    isInterrupted = 0;
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);

    std::vector<LawFit> fits;
    const auto problemOf = [&](const LawToFit& law) {
        CalibrationProblem problem = spec.makeProblem(law);
        problem.predict = [predict = problem.predict](const Values& values) {
            if (isInterrupted) throw std::runtime_error("interrupted");
            return predict(values);
        };
        return problem;
    };
    try {
        for (const LawToFit& law : spec.laws) {
            LawFit& f = fits.emplace_back(LawFit{law, {}});
            const std::string who = spec.laws.size() > 1
                                        ? fmt::format("law {} of {}, {}", fits.size(), spec.laws.size(), law.label)
                                        : law.label;
            try {
                f.fit = fitLaw(problemOf(law), who, law.label, progress, teller);
            } catch (const std::invalid_argument& e) {
                if (spec.laws.size() == 1) throw std::invalid_argument(options.spec + ": " + e.what());
                f.failure = e.what();
            }
        }
        sortByAicc(fits);
        if (fits.front().failure != "")
            refuse(options.spec + ": no law can be fitted; " + fits.front().law.label + ": " + fits.front().failure);
        runDraws(fits.front(), problemOf(fits.front().law), options.draws, progress, teller);
    } catch (const std::runtime_error& e) {
        if (!isInterrupted) throw;
        throw std::runtime_error(options.folder == ""
                                     ? "interrupted; use --out to keep finished starts and draws"
                                     : "interrupted; the same command continues after the finished starts and draws");
    }
    if (options.folder != "") writeCalibration(options.folder, spec, fits);
    fmt::print("{}", options.asJson ? toJson(spec, fits).dump() + "\n" : describe(spec, fits));
}

} // namespace

void addCalibrate(CLI::App& app) {
    const auto options = std::make_shared<CalibrateOptions>();
    CLI::App* sub =
        app.add_subcommand("calibrate", "fits law and material parameters to measured curves, with standard errors");
    sub->add_option("SPEC", options->spec, "measurements, laws and parameters (JSON)")->required();
    sub->add_option(
        "--out", options->folder,
        "folder for result.json, plots (SVG) and progress.json, from which an interrupted calibration continues");
    sub->add_option("--draws", options->draws,
                    "number of synthetic data sets, made of the best fit and noise; the report counts how often the "
                    "values of the fit are within two standard errors of those found in the sets");
    sub->add_flag("--json", options->asJson, "prints one JSON object");
    sub->footer(calibrationHelp + describeMeasurements());
    sub->callback([options] { runCalibrate(*options); });
}

} // namespace lab
