// A rimless wheel walks down a slope on spherical feet. How fast is known in closed form for rigid feet that neither slip
// nor bounce; one thing is varied at a time to see what the feet of a simulation add: above all the tangential spring,
// which unwinds when the impact is over and turns the wheel on.

#include "RimlessWheel.h"
#include "Section.h"

#include <fmt/core.h>

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
    table.add(r.cost, {{"law", contender.label},
                       {"E [Pa]", law.law == "cundall" ? "" : number(law.youngsModulus, "{:.0e}")},
                       {"e [-]", hasRestitution ? number(law.restitution, "{:g}") : ""},
                       {"beta_t [-]", hasRestitution ? number(ratio, "{:.2f}") : ""},
                       {"radius [mm]", number(1e3 * options.footRadius, "{:g}")},
                       {"speed [m/s]", number(r.speed, "{:.4f}")},
                       {"closed [m/s]", number(closedForm, "{:.4f}")},
                       {"off [%]", number(percentOff(options, r), "{:+.2f}")}});
    section.files["rimless_wheel.csv"] += fmt::format(
        "{},{:g},{:g},{:.4f},{:g},{:.6f},{:.6f},{},{},{:.4f}\n", contender.name, law.youngsModulus, law.restitution,
        ratio, options.footRadius, r.speed, closedForm, r.cost.steps, r.cost.evaluations, r.cost.wallSeconds);
    return r;
}

// What the rest is due to. @param off  what the wheel is off the closed form as it is [%]
void explain(Section& section, const Contender& law, WheelOptions asItIs, Real off) {
    Table& table = section.addTable("What the rest is due to: " + law.label + ", one thing at a time");
    asItIs.law.tangentialDampingRatio = tangentialDampingRatio(asItIs.law); // does not change with the restitution
    // One number of the wheel takes other values, all else stays.
    const auto vary = [&](const char* title, const char* xLabel, bool xIsLog, const std::vector<Real>& values,
                          const char* caption, Real& (*varied)(WheelOptions&)) {
        WheelOptions options = asItIs;
        Plot plot{title, xLabel, "off the closed form [%]", xIsLog};
        Series& curve = addCurve(plot, law, styles::linePoints);
        curve.points.push_back({varied(options), off});
        for (Real value : values) {
            varied(options) = value;
            curve.points.push_back({value, percentOff(options, run(section, table, law, options))});
        }
        std::sort(curve.points.begin(), curve.points.end(), [](Point a, Point b) { return a.x < b.x; });
        section.figures.push_back({plot, caption});
    };
    vary("Stiffness", "modulus of elasticity [Pa]", true, {1e7, 1e9},
         "Off the closed form, against the stiffness of the feet.",
         [](WheelOptions& o) -> Real& { return o.law.youngsModulus; });
    vary("Restitution along the normal", "restitution [-]", false, {0.1, 0.3}, "",
         [](WheelOptions& o) -> Real& { return o.law.restitution; });
    vary("Damping in the tangent plane", "tangential damping ratio [-]", false, {0.4, 2},
         "And against the tangential damping: what is left is the tangential spring's rebound.",
         [](WheelOptions& o) -> Real& { return o.law.tangentialDampingRatio; });
    vary("Radius of the feet", "radius [m]", true, {0.001, 0.003}, "",
         [](WheelOptions& o) -> Real& { return o.footRadius; });
}

} // namespace

Section rimlessWheel(const Study& study) {
    Section section{"A rimless wheel walks down a slope",
                    "<p>Eight spokes with round feet, plastic collisions: the simplest walker, whose speed is known in "
                    "closed form.</p>",
                    "./run lab compare rimless-wheel --law hertz-mindlin"};
    section.files["rimless_wheel.csv"] = "law,E_Pa,restitution,tangential_damping_ratio,foot_radius_m,speed_m_per_s,"
                                         "closed_form_m_per_s,steps,evaluations,wall_s\n";
    Table& table = section.addTable();
    Plot phase{"The wheel in its periodic walk", "angle of the wheel [rad]", "rate [rad/s]"};
    std::vector<WheelResult> results;
    for (const Contender& law : study.laws) {
        WheelOptions options;
        study.set(options, law);
        const std::vector<WheelSample>& samples = results.emplace_back(run(section, table, law, options)).samples;
        Series& curve = addCurve(phase, law);
        for (const WheelSample& s : samples) curve.points.push_back({s.angle - samples.front().angle, s.rate});
    }
    section.figures = {{phase, "Angle and rate of the wheel over a step."}};
    const Contender& law = study.laws.front();
    WheelOptions options;
    options.law = law.law;
    const Real off = percentOff(options, results.front());
    if (!law.isHuntCrossley()) explain(section, law, options, off);
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
