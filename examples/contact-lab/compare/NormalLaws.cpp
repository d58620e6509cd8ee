// Every normal law of the catalog by itself: its loop, and what comes back for what was asked.

#include "Experiments.h"
#include "Impact.h"

#include <stdexcept>

namespace lab {

namespace {

const std::vector<Real> restitutions = {.1, .3, .5, .7, .9};
const Real shown = .5; // whose loop is drawn

ImpactOptions impactOf(const std::string& normalLaw) {
    ImpactOptions options;
    options.law.law = "";
    options.law.normal = normalLaw;
    options.integrator.accuracy = 1e-7;
    if (normalLaw == "linear" || normalLaw == "pfc-linear" || normalLaw == "elastoplastic")
        options.law.kn = equalEnergyStiffness(options); // what is given by hand elsewhere
    return options;
}

} // namespace

Section normalLawLoops(const Study&) {
    Section section{"Normal laws: force against overlap, asked and realised restitution", ""};
    Plot plot{"Force against overlap", "overlap [mm]", "normal force [N]"};
    Table table{"",
                {"law", "asked .1", ".3", ".5", ".7", ".9", "greatest overlap [mm] at .5", "greatest force [N] at .5"}};
    std::size_t index = 0;
    for (const auto& entry : simbodydem::listNormalLaws()) {
        std::vector<std::string> row{entry.name};
        ImpactOptions options = impactOf(entry.name);
        ImpactResult loop;
        for (Real asked : restitutions) {
            options.law.restitution = asked;
            try {
                const ImpactResult r = runImpact(options);
                if (asked == shown) loop = r;
                row.push_back(number(r.e_n, "{:.4f}"));
            } catch (const std::invalid_argument&) {
                row.push_back("refused");
            }
        }
        row.push_back(number(1e3 * loop.maxOverlap, "{:.4f}"));
        row.push_back(number(loop.maxNormalForce, "{:.2f}"));
        table.rows.push_back(row);
        Series series{entry.name, catalogColor(entry.name, index++), Series::Style::Line, {{0, 0}}};
        for (const ImpactSample& s : loop.samples)
            if (s.overlap >= 0) series.points.push_back({1e3 * s.overlap, s.normalForce});
        plot.series.push_back(series);
    }
    section.text =
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3, 2500 kg/m&sup3;) hits a rigid plane head-on at 1 m/s. The "
        "loops are those of restitution .5; the table has what comes back for what was asked. Springs that want a "
        "stiffness get the one that stores Hertz's energy at his greatest overlap. Adhesive laws (dmt, jkr) are damped "
        "by the textbook. Refused: linear-time has no stiffness for a damping beyond critical, which a small "
        "restitution needs under the clamp.</p>";
    section.tables = {table};
    section.figures = {{plot, "The area of a loop is the energy that the impact costs. Where the force reaches zero "
                              "before the overlap does, the no-tension clamp is at work."}};
    section.command = "./run lab impact --normal hertz --restitution .5 --accuracy 1e-7";
    return section;
}

} // namespace lab
