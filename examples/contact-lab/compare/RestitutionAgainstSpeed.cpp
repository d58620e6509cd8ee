// Whether the restitution that is asked comes back at every impact speed.

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
    Series::Style style;
};

std::vector<Case> cases() {
    const Contender theirs = contenders()[0], mindlin = contenders()[1], cundall = contenders()[2];
    const auto textbook = [](Contender c) {
        c.label += ", textbook damping";
        c.law.restitutionAs = "textbook";
        return c;
    };
    return {{theirs, styleOf(theirs)},
            {mindlin, Series::Style::Line},
            {textbook(mindlin), Series::Style::Dashed},
            {cundall, Series::Style::LinePoints},
            {textbook(cundall), Series::Style::Dotted}};
}

struct Curve {
    std::vector<Point> points;
    Real worst = 0; // distance from what was asked
    int steps = 0;
};

Curve throwAtAllSpeeds(const LawChoice& law) {
    Curve curve;
    ImpactOptions options;
    options.law = law;
    options.law.restitution = asked;
    options.integrator.accuracy = 1e-8;
    if (options.law.isHuntCrossley()) options.law.dissipation = dissipationForRestitution(asked, 1);
    for (int i = slowest; i <= fastest; ++i) {
        options.speed = std::pow(10., i / 4.);
        const ImpactResult r = runImpact(options);
        curve.points.push_back({options.speed, r.e_n});
        curve.worst = std::max(curve.worst, std::abs(r.e_n - asked));
        curve.steps += r.steps;
    }
    return curve;
}

} // namespace

Section restitutionAgainstSpeed(const Study&) {
    const int speeds = fastest - slowest + 1;
    Section section{"Restitution against impact speed", ""};
    Plot plot{"Restitution against impact speed", "impact speed [m/s]", "e_n [-]", true};
    Table table{"", {"law", ".01 m/s", ".1 m/s", "1 m/s", "10 m/s", "steps per impact"}};
    std::string textbook;
    Score score;
    for (const Case& c : cases()) {
        const LawChoice& law = c.contender.law;
        const Curve curve = throwAtAllSpeeds(law);
        plot.series.push_back({c.contender.label, c.contender.color, c.style, curve.points});
        std::vector<std::string> row{c.contender.label};
        for (int i = 0; i < speeds; i += 4) row.push_back(number(curve.points[i].y, "{:.4f}"));
        row.push_back(number(double(curve.steps) / speeds, "{:.0f}"));
        table.rows.push_back(row);
        if (law.restitutionAs == "textbook")
            textbook = number(curve.points.back().y, "{:.3f}");
        else
            score.add(c.contender, number(curve.worst, law.isHuntCrossley() ? "{:.2g}" : "{:.1g}"), curve.steps);
    }
    plot.series.push_back({"asked", colors::closedForm, Series::Style::Dotted, {{0.01, asked}, {10, asked}}});
    section.text =
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3, 2500 kg/m&sup3;) hits a rigid plane head-on; restitution .5 is "
        "asked. HuntCrossleyForce's dissipation is fitted to .5 at 1 m/s.</p>";
    section.figures = {{plot, "Ours do not depend on speed; HuntCrossleyForce meets the asked value at one speed only. "
                              "The textbook damping returns " +
                                  textbook + " under the no-tension clamp, at every speed."}};
    section.command = "./run lab impact --law hertz-mindlin --restitution .5 --accuracy 1e-8 --speed .1";
    section.tables = {table};
    section.summary = {score.summarize("restitution .5 from .01 to 10 m/s, greatest |got - asked|")};
    return section;
}

} // namespace lab
