// A block on a slope on which it must stay: how fast it creeps, and what not creeping costs.

#include "LabExperiments.h"
#include "Section.h"

#include <fmt/core.h>

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
const Real floor = 1e-12;                                                // where creep below rounding is drawn [m/s]

InclineResult putOnSlope(const Contender& c, const IntegratorName& integrator, Real transitionVelocity) {
    InclineOptions options;
    options.time = end;
    options.law.law = c.name;
    options.integrator.name = integrator.option;
    options.law.transitionVelocity = transitionVelocity;
    return runIncline(options);
}

const char* const text =
    "<p>A 1 kg block on four spheres (20 mm radius, E 2 MPa, nu .3, restitution .2) on a slope of 17 degrees, friction "
    ".45, so that it must stay; accuracy 1e-5, 20 s, drift counted from 4 s on. Cundall's kn is the one that sinks in "
    "as far as Hertz under the block's weight. HuntCrossleyForce's dissipation is .2 s/m, the middle of what Hunt "
    "&amp; Crossley give for steel, bronze and ivory.</p>"
    "<p>Why the dashpot-slider creeps: it has no spring, so the only thing that can carry the tangential load T is its "
    "dashpot, and that needs a velocity: T/eta, here m g sin(17&deg;)/(4 eta), for ever. It is a law for sliding, not "
    "for standing.</p>";

} // namespace

Section slope(const Study&) {
    Section section{"A block on a slope below the Coulomb limit", text,
                    "./run lab incline --law hunt-crossley --transition-velocity .001 --integrator rkm"};
    Plot creep{"Creep", "transition velocity of HuntCrossleyForce [m/s]", "creep [m/s]", true, true};
    Plot price{"Price", "transition velocity of HuntCrossleyForce [m/s]", "steps for 20 s [-]", true, true};
    Table& table = section.addTable();
    std::map<std::string, std::vector<InclineResult>> results; // of a law, Runge-Kutta-Merson's first
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
                table.add({{"law", c.label},
                           {"integrator", integrator.label},
                           {"transition velocity [m/s]", isTheirs ? number(v) : ""},
                           {"drift in 16 s [m]", number(r.drift, "{:.2e}")},
                           {"creep [m/s]", number(r.drift / window, "{:.2e}")},
                           {"steps", std::to_string(r.steps)},
                           {"evaluations", std::to_string(r.evaluations)},
                           {"processor time [s]", number(r.cpuSeconds, "{:.3f}")}});
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
    section.figures = {
        {creep,
         fmt::format("HuntCrossleyForce creeps at {:.3f} to {:.3f} of its transition velocity, whatever the "
                     "integrator. Laws with a spring stay: what is left, at most {:.0e} m/s, is the integrator's "
                     "own error. Full lines Runge-Kutta-Merson, dashed SemiExplicitEuler2, dotted CPodes; creep "
                     "below 10^-12 m/s is drawn there.",
                     leastRatio, greatestRatio, worstSpring)},
        {price,
         fmt::format("The last tenth of the creep costs Runge-Kutta-Merson {:.1f} times the steps. CPodes buys it "
                     "more cheaply, but a block at rest costs it next to nothing.",
                     slowest->steps / double(faster->steps))}};
    section.summary = {{"a block that stays on a slope, creep [m/s], Runge-Kutta-Merson",
                        "Hertz-Mindlin " + number(creepOf(spring), "{:.0e}"),
                        number(creepOf(*slowest), "{:.0e}") + "\nat the smallest transition velocity",
                        priceOf(spring.steps, slowest->steps)}};
    return section;
}

} // namespace lab
