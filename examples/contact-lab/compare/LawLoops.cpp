// Shows every law of the catalog by itself: the loop of a normal law and the restitution that it returns, a tangential law on
// a cyclic path.

#include "LabExperiments.h"
#include "Section.h"

#include <simbodydem/LawCatalog.h>

namespace lab {

namespace {

ImpactOptions impactOf(const std::string& normalLaw) {
    ImpactOptions options;
    options.law = withLaws(options.law, normalLaw, "none");
    options.integrator.accuracy = 1e-7;
    if (normalLaw == "linear" || normalLaw == "pfc-linear" || normalLaw == "elastoplastic")
        options.law.kn = equalEnergyStiffness(options); // elsewhere the user gives it
    return options;
}

} // namespace

void normalLawLoops(const Study&, Section& section) {
    Plot& plot = section.addPlot("loops");
    Table& table = section.addTable("restitutions");
    std::size_t index = 0;
    for (const auto& entry : simbodydem::listNormalLaws()) {
        Row row{{"law", entry.name}};
        ImpactOptions options = impactOf(entry.name);
        ImpactResult loop;
        for (const auto& [heading, asked] :
             {std::pair{"set 0.1", .1}, {"0.3", .3}, {"0.5", .5}, {"0.7", .7}, {"0.9", .9}}) {
            options.law.restitution = asked;
            const ImpactResult r = runImpact(options);
            if (asked == .5) loop = r; // this one is drawn
            row.push_back({heading, number(r.e_n, "{:.4f}")});
        }
        row.push_back({"greatest overlap [mm] at 0.5", number(1e3 * loop.maxOverlap, "{:.4f}")});
        row.push_back({"greatest force [N] at 0.5", number(loop.maxNormalForce, "{:.2f}")});
        table.addNamed(row);
        plot.series.push_back({entry.name, catalogColor(entry.name, index++), styles::line, {{0, 0}}});
        for (const ImpactSample& s : loop.samples)
            if (s.overlap >= 0) plot.series.back().points.push_back({1e3 * s.overlap, s.normalForce});
    }
}

void tangentialLawLoops(const Study&, Section& section) {
    Plot& plot = section.addPlot("loops");
    Table& table = section.addTable("loops");
    const auto add = [&](const Contender& c, const ShearOptions& options) {
        const ShearResult r = runShear(options);
        Series& loop = addCurve(plot, c, styleOf(c));
        for (std::size_t i = 0; i < r.samples.size(); i += 10)
            loop.points.push_back({1e6 * r.samples[i].displacement, r.samples[i].force});
        table.add(
            {c.label, r.peakForce, options.law.staticFriction * r.normalForce, std::round(1e7 * r.loopArea) / 10 + 0.});
    };
    ShearOptions options;
    options.law.law = "hunt-crossley";
    add(contenders()[0], options);
    std::size_t index = 0;
    for (const auto& entry : simbodydem::listTangentialLaws()) {
        options.law = withLaws(options.law, "hertz", entry.name);
        add({"", entry.name, catalogColor(entry.name, index++)}, options);
    }
}

} // namespace lab
