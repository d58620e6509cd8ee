// Compares the restitution that is set with the one that is returned: by a free sphere, by a leg in five poses, and at every
// impact speed.

#include "LabExperiments.h"
#include "Section.h"

#include <algorithm>

namespace lab {

namespace {

Contender withTextbook(Contender c) {
    c.label += ", textbook damping";
    c.law.restitutionAs = "textbook";
    return c;
}

// Lists the cases. A later case is drawn on top.
Contenders cases() {
    Contender theirs = contenders()[0], mindlin = contenders()[1], cundall = contenders()[2];
    Contender textbook = withTextbook({"textbook", "Hertz-Mindlin", "#c2185b"});
    Contender twoBody{"two-body", "Hertz-Mindlin, two-body mass", colors::fourth};
    twoBody.law.effectiveMass = "twobody";
    mindlin.label += ", default settings";
    cundall.label += ", default settings";
    return {theirs, textbook, twoBody, cundall, mindlin};
}

// Holds the restitution that a law returns, and the steps of the run.
struct Returned {
    Real restitution;
    int steps;
};

std::vector<Returned> throwSphere(const LawChoice& law) {
    ImpactOptions options;
    options.integrator.accuracy = 1e-8;
    options.law = law;
    const ImpactResult r = runImpact(options);
    return {{r.e_n, r.steps}};
}

std::vector<Returned> dropLeg(const LawChoice& law) {
    LegOptions options;
    const LawChoice given = options.law;
    options.law = law;
    options.law.youngsModulus = given.youngsModulus;
    options.law.staticFriction = given.staticFriction;
    std::vector<Returned> all;
    for (Real pose : {10, 40, 60, 90, 120}) { // knee bend [deg]
        options.pose = pose;
        const LegResult r = runLeg(options);
        all.push_back({r.got, r.steps});
    }
    return all;
}

struct Got {
    std::vector<Point> points, errors;           // returned, and greatest |returned - set| of all poses, against set
    Real worst = 0;                              // of all that is set except 0
    std::string leftOfNothing = "cannot be set"; // returned if 0 is set
    int impacts = 0, steps = 0;                  // of all except 0 as well, which never leaves

    Got(LawChoice law, std::vector<Returned> (*measure)(const LawChoice&)) {
        for (Real asked : {0., .05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, 1.}) {
            if (asked == 0 && law.isHuntCrossley()) continue; // it cannot have restitution 0
            law.restitution = asked;
            Real error = 0;
            for (const Returned& r : measure(law)) {
                points.push_back({asked, r.restitution});
                error = std::max(error, std::abs(r.restitution - asked));
                impacts += asked > 0;
                steps += asked > 0 ? r.steps : 0;
            }
            errors.push_back({asked, error});
            if (asked == 0)
                leftOfNothing = number(error, "{:.3f}");
            else
                worst = std::max(worst, error);
        }
    }
    Real stepsPerImpact() const { return Real(steps) / impacts; }
};

// Returns the restitution of a linear oscillator that is damped for e and released when its force is zero. Tsuji's dashpot
// does the same to Hertz's spring.
Real underTheClamp(Real e) {
    if (e == 0) return std::exp(-2.); // the limit
    const Real b = -std::log(e) / std::hypot(std::log(e), SimTK::Pi);
    return std::exp(-b / std::sqrt(1 - b * b) * (SimTK::Pi - 2 * std::asin(b)));
}

// Summarizes the results in the order of cases().
Summary summarize(const std::string& who, const std::vector<Got>& got) {
    return {"restitution 0.05 to 1 of " + who + ", greatest |returned - set|",
            "Hertz-Mindlin " + number(got[4].worst, "{:.1g}") + "\nCundall " + number(got[3].worst, "{:.1g}"),
            number(got[0].worst, "{:.1g}") + "\nfitted to the speed", priceOf(got[4].steps, got[0].steps)};
}

} // namespace

void askedAgainstGot(const Study&, Section& section) {
    Plot &sphere = section.addPlot("sphere"), &leg = section.addPlot("leg"), &error = section.addPlot("error");
    Table& table = section.addTable("worst");
    Series theory{"textbook damping with the clamp, closed form", colors::closedForm, styles::dotted};
    for (int i = 0; i <= 100; ++i) theory.points.push_back({i / 100., underTheClamp(i / 100.)});
    sphere.series = leg.series = {{"returned = set", "#bbbbbb", styles::line, {{0, 0}, {1, 1}}}, theory};
    std::vector<Got> spheres, legs;
    for (const Contender& c : cases()) {
        const Got& ofSphere = spheres.emplace_back(c.law, throwSphere);
        const Got& ofLeg = legs.emplace_back(c.law, dropLeg);
        const auto style = c.isHuntCrossley() ? styles::circles : styles::points;
        if (c.name != "cundall") { // it would be hidden behind Hertz
            addCurve(sphere, c, style).points = ofSphere.points;
            addCurve(leg, c, style).points = ofLeg.points;
        }
        addCurve(error, c, styles::linePoints).points = ofLeg.errors;
        table.add({c.label, ofSphere.worst, ofLeg.worst, ofSphere.leftOfNothing, ofLeg.leftOfNothing,
                   ofSphere.stepsPerImpact(), ofLeg.stepsPerImpact()});
    }
    section.summary = {summarize("a free sphere", spheres), summarize("a leg in five poses", legs)};
}

namespace {

const Real asked = 0.5;
const int slowest = -8, fastest = 4; // quarters of a decade from 1 m/s

} // namespace

void restitutionAgainstSpeed(const Study&, Section& section) {
    Plot& plot = section.addPlot("restitution");
    Table& table = section.addTable("speeds");
    Real textbook = SimTK::NaN;
    Score score;
    const Contender theirs = contenders()[0], mindlin = contenders()[1], cundall = contenders()[2];
    for (const auto& [c, style] : {std::pair{theirs, styleOf(theirs)},
                                   {mindlin, styles::line},
                                   {withTextbook(mindlin), styles::dashed},
                                   {cundall, styles::linePoints},
                                   {withTextbook(cundall), styles::dotted}}) {
        ImpactOptions options;
        options.law = c.law;
        options.law.restitution = asked;
        options.integrator.accuracy = 1e-8;
        if (c.isHuntCrossley()) options.law.dissipation = dissipationForRestitution(asked, 1);
        Series& curve = addCurve(plot, c, style);
        Row row{{"law", c.label}};
        Real worst = 0; // difference from the set restitution
        int steps = 0;
        for (int i = slowest; i <= fastest; ++i) {
            options.speed = std::pow(10., i / 4.);
            const ImpactResult r = runImpact(options);
            curve.points.push_back({options.speed, r.e_n});
            worst = std::max(worst, std::abs(r.e_n - asked));
            steps += r.steps;
            const char* const decades[] = {"0.01 m/s", "0.1 m/s", "1 m/s", "10 m/s"};
            if (i % 4 == 0) row.push_back({decades[(i - slowest) / 4], number(r.e_n, "{:.4f}")});
        }
        row.push_back({"steps per impact", number(double(steps) / (fastest - slowest + 1), "{:.0f}")});
        table.addNamed(row);
        if (c.law.restitutionAs == "textbook")
            textbook = curve.points.back().y;
        else
            score.add(c, number(worst, c.isHuntCrossley() ? "{:.2g}" : "{:.1g}"), steps);
    }
    plot.series.push_back({"set", colors::closedForm, styles::dotted, {{0.01, asked}, {10, asked}}});
    section.setCaption("restitution", textbook);
    section.summary = {score.summarize("restitution 0.5 from 0.01 to 10 m/s, greatest |returned - set|")};
}

} // namespace lab
