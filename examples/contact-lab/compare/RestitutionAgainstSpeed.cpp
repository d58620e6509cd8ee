// Whether the restitution that is asked comes back at every impact speed.

#include "Contenders.h"
#include "Experiments.h"
#include "Impact.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

const Real asked = 0.5;
const int slowest = -8, fastest = 4; // quarters of a decade from 1 m/s

struct Case {
    Contender contender;
    std::string restitutionAs;
    Series::Style style;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {huntCrossley, "", huntCrossley.style()},
        {hertzMindlin, "", Series::Style::Line},
        {{"hertz-mindlin", "Hertz-Mindlin, textbook damping", hertzMindlin.color}, "textbook", Series::Style::Dashed},
        {cundall, "", Series::Style::LinePoints},
        {{"cundall", "Cundall, textbook damping", cundall.color}, "textbook", Series::Style::Dotted},
    };
    return all;
}

struct Curve {
    std::vector<Point> points;
    Real worst = 0; // distance from what was asked
    int steps = 0;
};

Curve throwAtAllSpeeds(const Case& c, Ticker& ticker) {
    Curve curve;
    ImpactOptions options;
    options.law.law = c.contender.law;
    options.law.restitution = asked;
    options.law.restitutionAs = c.restitutionAs;
    options.integrator.accuracy = 1e-8;
    if (options.law.isHuntCrossley()) options.law.dissipation = dissipationForRestitution(asked, 1);
    for (int i = slowest; i <= fastest; ++i) {
        options.speed = std::pow(10., i / 4.);
        const ImpactResult r = runImpact(options);
        curve.points.push_back({options.speed, r.e_n});
        curve.worst = std::max(curve.worst, std::abs(r.e_n - asked));
        curve.steps += r.steps;
        ticker.tick();
    }
    return curve;
}

} // namespace

Section restitutionAgainstSpeed(Ticker& ticker) {
    const int speeds = fastest - slowest + 1;
    ticker.expect(cases().size() * speeds);
    Section section{"Restitution against impact speed", "", {}, {}, "", {}};
    Plot plot{"Restitution against impact speed", "impact speed [m/s]", "e_n [-]", true, false, {}};
    section.table.header = {"law", ".01 m/s", ".1 m/s", "1 m/s", "10 m/s", "steps per impact"};
    std::string textbook, ours, theirs;
    int ourSteps = 0, theirSteps = 0;
    for (const Case& c : cases()) {
        const Curve curve = throwAtAllSpeeds(c, ticker);
        plot.series.push_back({c.contender.label, c.contender.color, c.style, curve.points});
        std::vector<std::string> row{c.contender.label};
        for (int i = 0; i < speeds; i += 4) row.push_back(number(curve.points[i].y, "{:.4f}"));
        row.push_back(number(double(curve.steps) / speeds, "{:.0f}"));
        section.table.rows.push_back(row);
        if (c.contender.isHuntCrossley()) {
            theirs = number(curve.worst, "{:.2g}");
            theirSteps = curve.steps;
        } else if (c.restitutionAs == "textbook")
            textbook = number(curve.points.back().y, "{:.3f}");
        else
            ours += (ours == "" ? "" : "<br>") + c.contender.label + " " + number(curve.worst, "{:.1g}");
        if (c.contender.law == hertzMindlin.law && c.restitutionAs == "") ourSteps = curve.steps;
    }
    plot.series.push_back({"asked", measured, Series::Style::Dotted, {{0.01, asked}, {10, asked}}});
    section.text =
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3, 2500 kg/m&sup3;) hits a rigid plane head-on; restitution .5 is "
        "asked. HuntCrossleyForce's dissipation is fitted to .5 at 1 m/s.</p>";
    section.figures = {{plot, "Ours do not depend on speed; HuntCrossleyForce meets the asked value at one speed only. "
                              "The textbook damping returns " +
                                  textbook + " under the no-tension clamp, at every speed."}};
    section.command = "./run lab impact --law hertz-mindlin --restitution .5 --accuracy 1e-8 --speed .1";
    section.summary = {{"restitution .5 from .01 to 10 m/s, greatest |got - asked|", ours, theirs,
                        "steps " + ratio(ourSteps, theirSteps)}};
    return section;
}

} // namespace lab
