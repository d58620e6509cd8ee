// A rimless wheel walks down a slope on spherical feet. How fast is known in closed form for rigid feet that neither slip
// nor bounce; one thing is varied at a time to see what the feet of a simulation add: above all the tangential spring,
// which unwinds when the impact is over and turns the wheel on.

#include "RimlessWheel.h"
#include "Section.h"

#include <algorithm>

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
WheelResult run(Section& section, Table& table, const Contender& contender, const WheelOptions& options) {
    const WheelResult r = runRimlessWheel(options);
    const LawChoice& law = options.law;
    const Real closedForm = solveRimlessWheel(options.footRadius).speed, ratio = tangentialDampingRatio(law);
    const bool hasRestitution = !law.isHuntCrossley();
    table.add(r.cost, {contender.label, law.law == "cundall" ? Cell("") : Cell(law.youngsModulus),
                       hasRestitution ? Cell(law.restitution) : Cell(""), hasRestitution ? Cell(ratio) : Cell(""),
                       1e3 * options.footRadius, r.speed, closedForm, percentOff(options, r)});
    section.getFile("rimless_wheel.csv", "wheel")
        .add({contender.name, law.youngsModulus, law.restitution, ratio, options.footRadius, r.speed, closedForm,
              r.cost.steps, r.cost.evaluations, r.cost.wallSeconds});
    return r;
}

// What the rest is due to. @param off  what the wheel is off the closed form as it is [%]
void explain(Section& section, const Contender& law, WheelOptions asItIs, Real off) {
    Table& table = section.addTable("rest", law.label);
    asItIs.law.tangentialDampingRatio = tangentialDampingRatio(asItIs.law); // does not change with the restitution
    // One number of the wheel takes other values, all else stays.
    const auto vary = [&](const char* plot, const std::vector<Real>& values, Real& (*varied)(WheelOptions&)) {
        WheelOptions options = asItIs;
        Series& curve = addCurve(section.addPlot(plot), law, styles::linePoints);
        curve.points.push_back({varied(options), off});
        for (Real value : values) {
            varied(options) = value;
            curve.points.push_back({value, percentOff(options, run(section, table, law, options))});
        }
        std::sort(curve.points.begin(), curve.points.end(), [](Point a, Point b) { return a.x < b.x; });
    };
    vary("stiffness", {1e7, 1e9}, [](WheelOptions& o) -> Real& { return o.law.youngsModulus; });
    vary("restitution", {0.1, 0.3}, [](WheelOptions& o) -> Real& { return o.law.restitution; });
    vary("damping", {0.4, 2}, [](WheelOptions& o) -> Real& { return o.law.tangentialDampingRatio; });
    vary("radius", {0.001, 0.003}, [](WheelOptions& o) -> Real& { return o.footRadius; });
}

} // namespace

void rimlessWheel(const Study& study, Section& section) {
    Table& table = section.addTable("laws");
    Plot& phase = section.addPlot("phase");
    std::vector<WheelResult> results;
    for (const Contender& law : study.laws) {
        WheelOptions options;
        study.set(options, law);
        const std::vector<WheelSample>& samples = results.emplace_back(run(section, table, law, options)).samples;
        Series& curve = addCurve(phase, law);
        for (const WheelSample& s : samples) curve.points.push_back({s.angle - samples.front().angle, s.rate});
    }
    const Contender& law = study.laws.front();
    WheelOptions options;
    options.law = law.law;
    const Real off = percentOff(options, results.front());
    if (!law.isHuntCrossley()) explain(section, law, options, off);
    if (!study.isComplete) return;
    const int ours = results.front().cost.steps, theirs = results.back().cost.steps;
    const Real theirOff = percentOff(options, results.back());
    section.summary = {{"speed of a rimless wheel, off its closed form", law.label + number(off, " {:+.2f} %"),
                        number(theirOff, "{:+.2f} % at .003 m/s"), priceOf(ours, theirs, "{:.2f}")}};
    section.conclusion = fmt::format("{} is {:+.2f} % off the closed form with {} steps, {} {:+.2f} % with {}.",
                                     law.label, off, ours, study.laws.back().label, theirOff, theirs);
}

} // namespace lab
