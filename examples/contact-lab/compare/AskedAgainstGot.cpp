// The restitution that is asked against the one that is got, by a free sphere and by a leg in five poses.

#include "LabExperiments.h"
#include "Section.h"

#include <algorithm>

namespace lab {

namespace {

// What is drawn later lies on top.
Contenders cases() {
    Contender theirs = contenders()[0], mindlin = contenders()[1], cundall = contenders()[2];
    Contender textbook{"textbook", "Hertz-Mindlin, textbook damping", "#c2185b"};
    textbook.law.restitutionAs = "textbook";
    Contender twoBody{"two-body", "Hertz-Mindlin, two-body mass", colors::fourth};
    twoBody.law.effectiveMass = "twobody";
    mindlin.label += ", as it comes";
    cundall.label += ", as it comes";
    return {theirs, textbook, twoBody, cundall, mindlin};
}

// What a law returns, and the steps that takes.
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
    std::vector<Point> points, errors;             // got, and the greatest |got - asked| of all poses, against asked
    Real worst = 0;                                // of all that is asked but 0
    std::string leftOfNothing = "cannot be asked"; // got for an asked 0
    int impacts = 0, steps = 0;                    // of all but 0 as well, which never leaves

    Got(LawChoice law, std::vector<Returned> (*measure)(const LawChoice&)) {
        for (Real asked : {0., .05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, 1.}) {
            if (asked == 0 && law.isHuntCrossley()) continue; // cannot return it
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
    std::string stepsPerImpact() const { return number(double(steps) / impacts, "{:.0f}"); }
};

// A linear oscillator damped for e that is let go when its force is zero; Tsuji's dashpot does the same to Hertz's.
Real underTheClamp(Real e) {
    if (e == 0) return std::exp(-2.); // the limit
    const Real b = -std::log(e) / std::hypot(std::log(e), SimTK::Pi);
    return std::exp(-b / std::sqrt(1 - b * b) * (SimTK::Pi - 2 * std::asin(b)));
}

const char* const text =
    "<p>A restitution from 0 to 1 is asked of a free sphere (10 mm radius, E 100 MPa, nu .3, 2500 kg/m&sup3;, 1 m/s) "
    "and of the foot of a leg without gravity: a hip of 10 kg on a vertical slider, thigh and shank of 2 kg and .4 m "
    "each, pins between them, .1 m/s, knee bent by 10, 40, 60, 90 and 120 degrees. HuntCrossleyForce's dissipation is "
    "fitted to the asked restitution at each impact's own speed, and cannot return 0.</p>"
    "<p><b>The clamp.</b> The textbooks' damping is derived for a contact that may pull at its end. Where it must not, "
    "the contact ends while there is overlap left, the dashpot has not done its work, and more comes back: for a "
    "damping ratio b = -ln e/sqrt(ln&sup2; e + pi&sup2;) it is exp(-b/sqrt(1-b&sup2;) (pi - 2 asin b)), never below "
    "e<sup>-2</sup> = .135. By default the damping is the one that returns what was asked under the clamp.</p>"
    "<p><b>The two-body mass.</b> DEM codes damp with the mass of the two bodies that touch, for the leg that of its "
    "shank, 2 kg. What the impact really moves depends on the pose, since the joints pass the blow on or give way. "
    "By default the dashpot takes the mass that a force at the contact would accelerate.</p>";

// In the order of cases().
Summary summarize(const std::string& who, const std::vector<Got>& got) {
    return {"restitution .05 to 1 of " + who + ", greatest |got - asked|",
            "Hertz-Mindlin " + number(got[4].worst, "{:.1g}") + "\nCundall " + number(got[3].worst, "{:.1g}"),
            number(got[0].worst, "{:.1g}") + "\nfitted to the speed", priceOf(got[4].steps, got[0].steps)};
}

} // namespace

Section askedAgainstGot(const Study&) {
    Section section{"Asked against got", text, "./run lab leg --pose 90 --restitution .5 --effective-mass twobody"};
    Plot sphere{"Asked against got: a free sphere", "restitution asked [-]", "restitution got [-]"};
    Plot leg{"Asked against got: a leg in five poses", "restitution asked [-]", "restitution got [-]"};
    Plot error{"Distance from what was asked, leg", "restitution asked [-]", "|got - asked| [-]", false, true};
    Table& table = section.addTable();
    Series theory{"textbook damping under the clamp, closed form", colors::closedForm, styles::dotted};
    for (int i = 0; i <= 100; ++i) theory.points.push_back({i / 100., underTheClamp(i / 100.)});
    sphere.series = leg.series = {{"asked is got", "#bbbbbb", styles::line, {{0, 0}, {1, 1}}}, theory};
    std::vector<Got> spheres, legs;
    for (const Contender& c : cases()) {
        const Got& ofSphere = spheres.emplace_back(c.law, throwSphere);
        const Got& ofLeg = legs.emplace_back(c.law, dropLeg);
        const auto style = c.isHuntCrossley() ? styles::circles : styles::points;
        if (c.name != "cundall") { // would hide behind Hertz
            addCurve(sphere, c, style).points = ofSphere.points;
            addCurve(leg, c, style).points = ofLeg.points;
        }
        addCurve(error, c, styles::linePoints).points = ofLeg.errors;
        table.add({{"law", c.label},
                   {"sphere: greatest |got - asked|, .05 to 1", number(ofSphere.worst, "{:.1e}")},
                   {"leg: the same", number(ofLeg.worst, "{:.1e}")},
                   {"sphere: got for an asked 0", ofSphere.leftOfNothing},
                   {"leg: the same", ofLeg.leftOfNothing},
                   {"sphere: steps per impact", ofSphere.stepsPerImpact()},
                   {"leg: steps per impact", ofLeg.stepsPerImpact()}});
    }
    section.figures = {
        {sphere,
         "As it comes, ours lies on the diagonal, down to an asked 0, which is plastic: the bodies stay together. The "
         "two-body mass is the right one for a free sphere; the textbook's damping follows the dotted curve."},
        {leg, "Five points per law and restitution, one per pose. The two-body mass damps too much in one pose and too "
              "little in another. HuntCrossleyForce's relation needs no mass, but another dissipation for each speed."},
        {error,
         "The leg's worst pose. What Hertz and HuntCrossleyForce share is the nearly straight leg, which bends a "
         "little during the impact; Cundall's spring is stiffer here."}};
    section.summary = {summarize("a free sphere", spheres), summarize("a leg in five poses", legs)};
    return section;
}

} // namespace lab
