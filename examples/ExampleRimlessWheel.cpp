// A rimless wheel walks down a slope on spherical feet. How fast is known in closed form for rigid feet that neither slip
// nor bounce; one thing is varied at a time to see what the feet of a simulation add: above all the tangential spring,
// which unwinds when the impact is over and turns the wheel on. The model is models/RimlessWheel.cpp, the derivation
// stands in models/RimlessWheel.h.

#include "ExampleProgram.h"
#include "Plot.h"
#include "RimlessWheel.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

using namespace lab;

namespace {

struct Run {
    std::string name, label;
    WheelOptions options;
    WheelResult result;

    Run(const ExampleLaw& law, const WheelOptions& options)
        : name(law.name), label(law.label), options(options), result(runRimlessWheel(options)) {}

    Real closedForm() const { return solveRimlessWheel(options.footRadius).speed; }
    Real percentOff() const { return 100 * (result.speed / closedForm() - 1); }
};

// Of the tangential dashpot: as given, or that of a linear oscillator that returns e.
Real tangentialDampingRatio(const LawChoice& law) {
    const Real logE = std::log(law.restitution);
    return std::isnan(law.tangentialDampingRatio) ? -logE / std::hypot(logE, SimTK::Pi) : law.tangentialDampingRatio;
}

const char* const header = "law,E_Pa,restitution,tangential_damping_ratio,foot_radius_m,speed_m_per_s,"
                           "closed_form_m_per_s,steps,evaluations,wall_s\n";

std::string toCsv(const Run& run) {
    const LawChoice& law = run.options.law;
    return fmt::format("{},{:g},{:g},{:.4f},{:g},{:.6f},{:.6f},{},{},{:.4f}\n", run.name, law.youngsModulus,
                       law.restitution, tangentialDampingRatio(law), run.options.footRadius, run.result.speed,
                       run.closedForm(), run.result.steps, run.result.evaluations, run.result.wallSeconds);
}

void printHeader() {
    for (const auto& row :
         {std::array<const char*, 11>{"law", "E", "e", "beta_t", "radius", "speed", "closed", "off", "steps", "evals",
                                      "time"},
          std::array<const char*, 11>{"", "[Pa]", "[-]", "[-]", "[mm]", "[m/s]", "[m/s]", "[%]", "", "", "[s]"}})
        fmt::print("{:<28} {:>6} {:>5} {:>6} {:>6} {:>7} {:>7} {:>7} {:>6} {:>7} {:>5}\n", row[0], row[1], row[2],
                   row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10]);
}

void print(const Run& run) {
    const LawChoice& law = run.options.law;
    const bool hasRestitution = !law.isHuntCrossley();
    fmt::print("{:<28} {:>6} {:>5} {:>6} {:>6g} {:>7.4f} {:>7.4f} {:>+7.2f} {:>6} {:>7} {:>5.2f}\n", run.label,
               law.law == "cundall" ? "" : fmt::format("{:.0e}", law.youngsModulus),
               hasRestitution ? fmt::format("{:g}", law.restitution) : "",
               hasRestitution ? fmt::format("{:.2f}", tangentialDampingRatio(law)) : "", 1e3 * run.options.footRadius,
               run.result.speed, run.closedForm(), run.percentOff(), run.result.steps, run.result.evaluations,
               run.result.wallSeconds);
}

// One number of the wheel takes other values, all else stays.
struct Variation {
    std::string name, title, xLabel;
    bool xIsLog;
    std::vector<Real> values;
    std::function<Real&(WheelOptions&)> number;
};

const std::vector<Variation> variations = {
    {"stiffness",
     "Stiffness",
     "modulus of elasticity [Pa]",
     true,
     {1e7, 1e9},
     [](WheelOptions& o) -> Real& { return o.law.youngsModulus; }},
    {"restitution",
     "Restitution along the normal",
     "restitution [-]",
     false,
     {0.1, 0.3},
     [](WheelOptions& o) -> Real& { return o.law.restitution; }},
    {"damping",
     "Damping in the tangent plane",
     "tangential damping ratio [-]",
     false,
     {0.4, 2},
     [](WheelOptions& o) -> Real& { return o.law.tangentialDampingRatio; }},
    {"radius", "Radius of the feet", "radius [m]", true, {0.001, 0.003}, [](WheelOptions& o) -> Real& {
         return o.footRadius;
     }}};

} // namespace

int main(int argc, char** argv) {
    ExampleProgram example(
        "ExampleRimlessWheel",
        "A rimless wheel on spherical feet walks down a slope: its speed against the closed form, for "
        "laws with history and HuntCrossleyForce.",
        wheelLaws());
    return example.main(argc, argv, [&](const std::vector<ExampleLaw>& laws) {
        std::string csv = header;
        const auto run = [&csv](const ExampleLaw& law, const WheelOptions& options) {
            const Run run(law, options);
            print(run);
            csv += toCsv(run);
            return run;
        };
        printHeader();
        Plot phase{"The wheel in its periodic walk", "angle of the wheel [rad]", "rate [rad/s]", false, false, {}};
        std::vector<Run> runs;
        for (const ExampleLaw& law : laws) {
            WheelOptions options;
            options.law = law.law;
            options.show = example.getShow(law);
            runs.push_back(run(law, options));
            Series curve{law.label, law.color, Series::Style::Line, {}};
            const std::vector<WheelSample>& samples = runs.back().result.samples;
            for (const WheelSample& s : samples) curve.points.push_back({s.angle - samples.front().angle, s.rate});
            phase.series.push_back(curve);
        }
        example.draw("phase", phase);

        const ExampleLaw& law = laws.front();
        if (!law.law.isHuntCrossley()) {
            fmt::print("\nWhat the rest is due to: {}, one thing at a time\n", law.label);
            WheelOptions asItIs = runs.front().options; // a given ratio does not change with the restitution
            asItIs.show = {};
            asItIs.law.tangentialDampingRatio = tangentialDampingRatio(asItIs.law);
            for (const Variation& variation : variations) {
                WheelOptions options = asItIs;
                Series curve{law.label, law.color, Series::Style::LinePoints, {}};
                curve.points.push_back({variation.number(options), runs.front().percentOff()});
                for (Real value : variation.values) {
                    variation.number(options) = value;
                    curve.points.push_back({value, run(law, options).percentOff()});
                }
                std::sort(curve.points.begin(), curve.points.end(), [](Point a, Point b) { return a.x < b.x; });
                example.draw(
                    variation.name,
                    {variation.title, variation.xLabel, "off the closed form [%]", variation.xIsLog, false, {curve}});
            }
        }
        example.write("rimless_wheel.csv", csv);
        if (runs.size() < wheelLaws().size()) return;
        const Run &ours = runs.front(), &theirs = runs.back();
        example.summarize({{"speed of a rimless wheel, off its closed form",
                            fmt::format("{} {:+.2f} %", ours.label, ours.percentOff()),
                            fmt::format("{:+.2f} % at .003 m/s", theirs.percentOff()),
                            fmt::format("steps {} / {} = {:.2f}", ours.result.steps, theirs.result.steps,
                                        double(ours.result.steps) / theirs.result.steps)}});
        fmt::print("\n{} is {:+.2f} % off the closed form with {} steps, {} {:+.2f} % with {}.\n", ours.label,
                   ours.percentOff(), ours.result.steps, theirs.label, theirs.percentOff(), theirs.result.steps);
    });
}
