// Every law of the catalog by itself: a normal law's loop and what comes back for what was asked, a tangential law on a
// cyclic path.

#include "LabExperiments.h"
#include "Section.h"

#include <stdexcept>

namespace lab {

namespace {

ImpactOptions impactOf(const std::string& normalLaw) {
    ImpactOptions options;
    options.law = withLaws(options.law, normalLaw, "none");
    options.integrator.accuracy = 1e-7;
    if (normalLaw == "linear" || normalLaw == "pfc-linear" || normalLaw == "elastoplastic")
        options.law.kn = equalEnergyStiffness(options); // what is given by hand elsewhere
    return options;
}

} // namespace

Section normalLawLoops(const Study&) {
    Section section{
        "Normal laws: force against overlap, asked and realised restitution",
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3, 2500 kg/m&sup3;) hits a rigid plane head-on at 1 m/s. The "
        "loops are those of restitution .5; the table has what comes back for what was asked. Springs that want a "
        "stiffness get the one that stores Hertz's energy at his greatest overlap. Adhesive laws (dmt, jkr) are damped "
        "by the textbook. Refused: linear-time has no stiffness for a damping beyond critical, which a small "
        "restitution needs under the clamp.</p>",
        "./run lab impact --normal hertz --restitution .5 --accuracy 1e-7"};
    Plot plot{"Force against overlap", "overlap [mm]", "normal force [N]"};
    Table& table = section.addTable();
    std::size_t index = 0;
    for (const auto& entry : simbodydem::listNormalLaws()) {
        Row row{{"law", entry.name}};
        ImpactOptions options = impactOf(entry.name);
        ImpactResult loop;
        for (const auto& [heading, asked] :
             {std::pair{"asked .1", .1}, {".3", .3}, {".5", .5}, {".7", .7}, {".9", .9}}) {
            options.law.restitution = asked;
            try {
                const ImpactResult r = runImpact(options);
                if (asked == .5) loop = r; // which is drawn
                row.push_back({heading, number(r.e_n, "{:.4f}")});
            } catch (const std::invalid_argument&) {
                row.push_back({heading, "refused"});
            }
        }
        row.push_back({"greatest overlap [mm] at .5", number(1e3 * loop.maxOverlap, "{:.4f}")});
        row.push_back({"greatest force [N] at .5", number(loop.maxNormalForce, "{:.2f}")});
        table.add(row);
        Series series{entry.name, catalogColor(entry.name, index++), styles::line, {{0, 0}}};
        for (const ImpactSample& s : loop.samples)
            if (s.overlap >= 0) series.points.push_back({1e3 * s.overlap, s.normalForce});
        plot.series.push_back(series);
    }
    section.figures = {{plot, "The area of a loop is the energy that the impact costs. Where the force reaches zero "
                              "before the overlap does, the no-tension clamp is at work."}};
    return section;
}

Section tangentialLawLoops(const Study&) {
    Section section{
        "Tangential laws: shear force on a cyclic path",
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3) is held on a rigid plane at an overlap of .1 mm and dragged to "
        "and fro along a sine of four times Mindlin's onset of sliding, at .05 m/s at most; friction .3.</p>",
        "./run lab shear --tangential mindlin-secant"};
    Plot plot{"Shear force on a cyclic path", "displacement [um]", "tangential force [N]"};
    Table& table = section.addTable();
    const auto add = [&](const Contender& c, const ShearOptions& options) {
        const ShearResult r = runShear(options);
        Series& loop = addCurve(plot, c, styleOf(c));
        for (std::size_t i = 0; i < r.samples.size(); i += 10)
            loop.points.push_back({1e6 * r.samples[i].displacement, r.samples[i].force});
        table.add({{"law", c.label},
                   {"greatest force [N]", number(r.peakForce, "{:.4f}")},
                   {"Coulomb limit [N]", number(options.law.staticFriction * r.normalForce, "{:.4f}")},
                   {"energy per cycle [uJ]", number(std::round(1e7 * r.loopArea) / 10 + 0., "{:.1f}")}});
    };
    ShearOptions options;
    options.law.law = "hunt-crossley";
    add(contenders()[0], options);
    std::size_t index = 0;
    for (const auto& entry : simbodydem::listTangentialLaws()) {
        options.law = withLaws(options.law, "hertz", entry.name);
        add({"", entry.name, catalogColor(entry.name, index++)}, options);
    }
    section.figures = {
        {plot,
         "A law with a spring comes back along a slope after each reversal; laws without one jump with the sign of "
         "the velocity. HuntCrossleyForce has neither spring nor memory."}};
    return section;
}

} // namespace lab
