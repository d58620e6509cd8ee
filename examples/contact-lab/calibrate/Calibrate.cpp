// `contact-lab calibrate`: law and material parameters from measured curves.

#include "CalibrationProgress.h"
#include "CalibrationReport.h"
#include "Check.h"
#include "CommandLine.h"

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
    std::signal(signal, SIG_DFL); // the next one ends it at once
}

// Tells how far it is, at most every two seconds.
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

    // A law's warnings would come with each of hundreds of runs.
    std::set<std::string> warnings;
    simbodydem::setWarningHandler([&](const std::string& text) {
        if (warnings.insert(text.substr(0, text.find(" of "))).second) teller.tell("SimbodyDEM: warning: " + text);
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
        throw std::runtime_error(
            options.folder == ""
                ? "interrupted; with --out what is finished would be kept"
                : "interrupted; the same command goes on after the starts and draws that are finished");
    }
    if (options.folder != "") writeCalibration(options.folder, spec, fits);
    fmt::print("{}", options.asJson ? toJson(spec, fits).dump() + "\n" : describe(spec, fits));
}

const char* const example = R"(
A spec is JSON (comments are allowed). Every quantity has its unit in brackets, [-] if it has none:

  {
    "experiments": [{"kind": "restitution", "radius [m]": 0.01, "data": "balls.csv",
                     "standard_deviation": {"restitution [-]": 0.01}}],
    "law": {"normal": "hertz", "damping": "kk", "tangential": "none"},
    "parameters": {
      "youngsModulus [Pa]": 1e8,
      "normal.dampingCoefficient [N s m^(-3/2)]": {"value": 100, "lower": 1, "upper": 1e4, "scale": "log"}
    }
  }

experiments  all of them are fitted together. "data" is a CSV file, from the spec's folder, whose first line is
             speed [m/s],restitution [-]   or lists by such names. A column NAME_sd is each datum's standard deviation,
             "standard_deviation" one for a column; without either it is estimated from the residuals
law          a name of `laws`, or its parts (normal, damping, tangential, rolling, tension, restitution_as,
             effective_mass, and a name for the tables); "laws" is a list of them, to be compared
parameters   a number is fixed; "value" is where the first start is, "lower" and "upper" are bounds, "scale" is linear or
             log, "free" is true if not given. Names are those of the material (youngsModulus, poissonsRatio, restitution,
             staticFriction, kineticFriction, dissipation, rollingFriction, twistingFriction) and of the law, as `laws NAME`
             lists them, after normal., tangential. or rolling. A law may have parameters of its own in its entry
starts       how many (5), "seed" of those beyond the first (1), "evaluations" of the model that each may take (400),
             "difference_step" for derivatives, as a part of the bounds' distance (1e-4), "tolerance" of the sum of
             squares at which a start has converged (1e-7)

Experiments:
)";

} // namespace

void addCalibrate(CLI::App& app) {
    const auto options = std::make_shared<CalibrateOptions>();
    CLI::App* sub = app.add_subcommand(
        "calibrate", "find law and material parameters that explain measured curves, with standard errors");
    sub->add_option("SPEC", options->spec, "what is fitted to what (JSON)")->required();
    sub->add_option(
        "--out", options->folder,
        "folder for result.json, plots (SVG) and progress.json, by which an interrupted calibration goes on");
    sub->add_option("--draws", options->draws,
                    "synthetic sets of data, of the best fit and noise: how often its values are within two standard "
                    "errors of what is found in them");
    sub->add_flag("--json", options->asJson, "print one JSON object");
    sub->footer(example + describeMeasurements());
    sub->callback([options] { runCalibrate(*options); });
}

} // namespace lab
