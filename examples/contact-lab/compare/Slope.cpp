// A block must stay on a slope. The section shows how fast it creeps, and what it costs not to creep.

#include "LabExperiments.h"
#include "Section.h"

#include <algorithm>

namespace lab {

namespace {

struct IntegratorName {
    std::string option, label;
    const char* style;
};
const std::vector<IntegratorName> integrators = {{"rkm", "Runge-Kutta-Merson", styles::line},
                                                 {"see2", "SemiExplicitEuler2", styles::dashed},
                                                 {"cpodes", "CPodes", styles::dotted}};
const std::vector<Real> transitionVelocities = {1e-1, 1e-2, 1e-3, 1e-4}; // of HuntCrossleyForce [m/s]
const Real end = 20, window = 0.8 * end;                                 // [s]
const Real floor = 1e-12;                                                // creep below rounding is drawn here [m/s]

InclineResult putOnSlope(const Contender& c, const IntegratorName& integrator, Real transitionVelocity) {
    InclineOptions options;
    options.time = end;
    options.law.law = c.name;
    options.integrator.name = integrator.option;
    options.law.transitionVelocity = transitionVelocity;
    return runIncline(options);
}

} // namespace

void slope(const Study&, Section& section) {
    Plot &creep = section.addPlot("creep"), &price = section.addPlot("price");
    Table& table = section.addTable("creep");
    std::map<std::string, std::vector<InclineResult>> results; // by law, Runge-Kutta-Merson first
    const auto creepOf = [](const InclineResult& r) { return std::abs(r.drift) / window; };
    Real leastRatio = SimTK::Infinity, greatestRatio = 0; // of HuntCrossleyForce's creep over its transition velocity
    for (const Contender& c : contenders())
        for (const IntegratorName& integrator : integrators) {
            const bool isTheirs = c.isHuntCrossley(), isFirst = integrator.option == integrators[0].option;
            const std::string label = isTheirs ? c.label + ", " + integrator.label : isFirst ? c.label : "";
            Series speed{label, c.color, integrator.style}, steps = speed;
            for (Real v : isTheirs ? transitionVelocities : std::vector<Real>{SimTK::NaN}) {
                const InclineResult r = putOnSlope(c, integrator, v);
                results[c.name].push_back(r);
                if (isTheirs) leastRatio = std::min(leastRatio, creepOf(r) / v);
                if (isTheirs) greatestRatio = std::max(greatestRatio, creepOf(r) / v);
                table.add({c.label, integrator.label, isTheirs ? Cell(v) : Cell(""), r.drift, r.drift / window, r.steps,
                           r.evaluations, r.cpuSeconds});
                for (Real at : isTheirs ? std::vector<Real>{v} : transitionVelocities) { // else a level line
                    speed.points.push_back({at, std::max(creepOf(r), floor)});
                    steps.points.push_back({at, double(r.steps)});
                }
            }
            creep.series.push_back(speed);
            price.series.push_back(steps);
        }
    Real worstSpring = 0;
    for (const char* law : {"hertz-mindlin", "cundall"})
        for (const InclineResult& r : results[law]) worstSpring = std::max(worstSpring, creepOf(r));
    const InclineResult& spring = results["hertz-mindlin"][0];
    const InclineResult *slowest = &results["hunt-crossley"][transitionVelocities.size() - 1], *faster = slowest - 1;
    section.setCaption("creep", leastRatio, greatestRatio, worstSpring);
    section.setCaption("price", slowest->steps / double(faster->steps));
    section.summary = {{"creep of a block that must stay on a slope [m/s], Runge-Kutta-Merson",
                        "Hertz-Mindlin " + number(creepOf(spring), "{:.0e}"),
                        number(creepOf(*slowest), "{:.0e}") + "\nat the smallest transition velocity",
                        priceOf(spring.steps, slowest->steps)}};
}

} // namespace lab
