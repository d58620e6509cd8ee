// A rimless wheel walks down a slope on spherical feet. Its speed is known in closed form for rigid feet that neither slip nor
// bounce. One number at a time is varied to see what the feet of a simulation add. Above all it is the tangential spring, which
// unloads when the impact is over and turns the wheel further.

#include "RimlessWheel.h"
#include "Section.h"

#include <algorithm>

namespace lab {

namespace {

// Returns the damping ratio of the tangential dashpot: the given one, or that of a linear oscillator that returns e.
Real tangentialDampingRatio(const LawChoice& law) {
    const Real logE = std::log(law.restitution);
    return std::isnan(law.tangentialDampingRatio) ? -logE / std::hypot(logE, SimTK::Pi) : law.tangentialDampingRatio;
}

Real percentOff(const WheelOptions& options, const WheelResult& r) {
    return 100 * (r.speed / solveRimlessWheel(options.footRadius).speed - 1);
}

// Runs a wheel. Each run has a row in a table, and all runs are in one file.
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

// Shows the sources of the remaining error. @param off  error of the unchanged wheel against the closed form [%]
void explain(Section& section, const Contender& law, WheelOptions asItIs, Real off) {
    Table& table = section.addTable("rest", law.label);
    asItIs.law.tangentialDampingRatio = tangentialDampingRatio(asItIs.law); // it must not change with the restitution
    // Gives one number of the wheel other values. All others stay.
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
    section.summary = {{"error of the speed of a rimless wheel against its closed form",
                        law.label + number(off, " {:+.2f} %"), number(theirOff, "{:+.2f} % at 0.003 m/s"),
                        priceOf(ours, theirs, "{:.2f}")}};
    section.conclusion = fmt::format("The error of {} is {:+.2f} % with {} steps, that of {} {:+.2f} % with {} steps.",
                                     law.label, off, ours, study.laws.back().label, theirOff, theirs);
}

} // namespace lab
