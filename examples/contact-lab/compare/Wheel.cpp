// A rimless wheel walks down a slope on spherical feet. How fast is known in closed form for rigid feet that neither slip
// nor bounce; one thing is varied at a time to see what the feet of a simulation add: above all the tangential spring,
// which unwinds when the impact is over and turns the wheel on.

#include "Experiments.h"
#include "RimlessWheel.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace lab {

namespace {

// Of the tangential dashpot: as given, or that of a linear oscillator that returns e.
Real tangentialDampingRatio(const LawChoice& law) {
    const Real logE = std::log(law.restitution);
    return std::isnan(law.tangentialDampingRatio) ? -logE / std::hypot(logE, SimTK::Pi) : law.tangentialDampingRatio;
}

Real percentOff(const WheelOptions& options, const WheelResult& r) {
    return 100 * (r.speed / solveRimlessWheel(options.footRadius).speed - 1);
}

// A row of a table for each run, and of one file for all of them.
struct Runs {
    std::string csv = "law,E_Pa,restitution,tangential_damping_ratio,foot_radius_m,speed_m_per_s,closed_form_m_per_s,"
                      "steps,evaluations,wall_s\n";

    WheelResult run(const Contender& contender, const WheelOptions& options, Table& table) {
        const WheelResult r = runRimlessWheel(options);
        const LawChoice& law = options.law;
        const Real closedForm = solveRimlessWheel(options.footRadius).speed, ratio = tangentialDampingRatio(law);
        const bool hasRestitution = !law.isHuntCrossley();
        table.rows.push_back({contender.label, law.law == "cundall" ? "" : number(law.youngsModulus, "{:.0e}"),
                              hasRestitution ? number(law.restitution, "{:g}") : "",
                              hasRestitution ? number(ratio, "{:.2f}") : "", number(1e3 * options.footRadius, "{:g}"),
                              number(r.speed, "{:.4f}"), number(closedForm, "{:.4f}"),
                              number(percentOff(options, r), "{:+.2f}")});
        table.add(r.cost);
        csv += fmt::format("{},{:g},{:g},{:.4f},{:g},{:.6f},{:.6f},{},{},{:.4f}\n", contender.name, law.youngsModulus,
                           law.restitution, ratio, options.footRadius, r.speed, closedForm, r.cost.steps,
                           r.cost.evaluations, r.cost.wallSeconds);
        return r;
    }
};

// One number of the wheel takes other values, all else stays.
struct Variation {
    std::string title, xLabel;
    bool xIsLog;
    std::vector<Real> values;
    std::function<Real&(WheelOptions&)> number;
    std::string caption;
};

const std::vector<Variation> variations = {
    {"Stiffness",
     "modulus of elasticity [Pa]",
     true,
     {1e7, 1e9},
     [](WheelOptions& o) -> Real& { return o.law.youngsModulus; },
     "Off the closed form, against the stiffness of the feet."},
    {"Restitution along the normal",
     "restitution [-]",
     false,
     {0.1, 0.3},
     [](WheelOptions& o) -> Real& { return o.law.restitution; },
     ""},
    {"Damping in the tangent plane",
     "tangential damping ratio [-]",
     false,
     {0.4, 2},
     [](WheelOptions& o) -> Real& { return o.law.tangentialDampingRatio; },
     "And against the tangential damping: what is left is the tangential spring's rebound."},
    {"Radius of the feet",
     "radius [m]",
     true,
     {0.001, 0.003},
     [](WheelOptions& o) -> Real& { return o.footRadius; },
     ""}};

// @param off  what the wheel is off the closed form as it is [%]
void vary(Section& section, Runs& runs, const Contender& law, WheelOptions asItIs, Real off) {
    Table table{"What the rest is due to: " + law.label + ", one thing at a time", section.tables[0].header};
    asItIs.law.tangentialDampingRatio = tangentialDampingRatio(asItIs.law); // does not change with the restitution
    for (const Variation& variation : variations) {
        WheelOptions options = asItIs;
        Series curve = curveOf(law, Series::Style::LinePoints);
        curve.points.push_back({variation.number(options), off});
        for (Real value : variation.values) {
            variation.number(options) = value;
            curve.points.push_back({value, percentOff(options, runs.run(law, options, table))});
        }
        std::sort(curve.points.begin(), curve.points.end(), [](Point a, Point b) { return a.x < b.x; });
        section.figures.push_back(
            {{variation.title, variation.xLabel, "off the closed form [%]", variation.xIsLog, false, {curve}},
             variation.caption});
    }
    section.tables.push_back(table);
}

} // namespace

Section rimlessWheel(const Study& study) {
    Section section{"A rimless wheel walks down a slope", "<p>Eight spokes with round feet, plastic collisions: the "
                                                          "simplest walker, whose speed is known in closed form.</p>"};
    Table table{"",
                {"law", "E [Pa]", "e [-]", "beta_t [-]", "radius [mm]", "speed [m/s]", "closed [m/s]", "off [%]",
                 "steps", "evals", "time [s]"}};
    Plot phase{"The wheel in its periodic walk", "angle of the wheel [rad]", "rate [rad/s]"};
    Runs runs;
    std::vector<WheelResult> results;
    for (const Contender& law : study.laws) {
        WheelOptions options;
        options.law = law.law;
        options.show = study.showOf(law);
        results.push_back(runs.run(law, options, table));
        Series curve = curveOf(law);
        const std::vector<WheelSample>& samples = results.back().samples;
        for (const WheelSample& s : samples) curve.points.push_back({s.angle - samples.front().angle, s.rate});
        phase.series.push_back(curve);
    }
    section.tables = {table};
    section.figures = {{phase, "Angle and rate of the wheel over a step."}};
    const Contender& law = study.laws.front();
    WheelOptions options;
    options.law = law.law;
    const Real off = percentOff(options, results.front());
    if (!law.law.isHuntCrossley()) vary(section, runs, law, options, off);
    section.files["rimless_wheel.csv"] = runs.csv;
    section.command = "./run lab compare rimless-wheel --law hertz-mindlin";
    if (!study.isComplete) return section;
    const int ours = results.front().cost.steps, theirs = results.back().cost.steps;
    const Real theirOff = percentOff(options, results.back());
    section.summary = {{"speed of a rimless wheel, off its closed form", law.label + number(off, " {:+.2f} %"),
                        number(theirOff, "{:+.2f} % at .003 m/s"), priceOf(ours, theirs, "{:.2f}")}};
    section.conclusion = fmt::format("{} is {:+.2f} % off the closed form with {} steps, {} {:+.2f} % with {}.",
                                     law.label, off, ours, study.laws.back().label, theirOff, theirs);
    return section;
}

} // namespace lab
