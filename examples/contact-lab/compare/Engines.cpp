// The same contact problems on Simbody and in other engines: error against price, and who wins.

#include "Check.h"
#include "EngineProblems.h"
#include "Integrators.h"
#include "Section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace lab {

namespace {

struct Entrant {
    std::string name, color;
    std::string file; // in the folder of other engines' runs; none of Simbody's
};
const std::vector<Entrant> entrants = {{"SimbodyDEM", colors::hertzMindlin, ""},
                                       {"HuntCrossleyForce", colors::huntCrossley, ""},
                                       {"MuJoCo", "#c2185b", "mujoco.jsonl"},
                                       {"Jolt", "#558b2f", "jolt.jsonl"},
                                       {"Rapier", "#ffb300", "rapier.jsonl"}};
const Real floor = 1e-16; // where an error of 0 is drawn

using Runs = std::vector<EngineRun>;

// HuntCrossleyForce is for these alone.
bool isSimbodys(const std::string& integrator) {
    const auto& all = listIntegrators();
    return std::any_of(all.begin(), all.end(),
                       [&](const IntegratorKind& kind) { return kind.name == integrator && kind.make; });
}

// Simbody's own: the first of each force are the defaults, as SimbodySettings has them. Fewer of the heap, which takes longest:
// CPodes comes to no end there.
std::vector<SimbodySettings> sweep(const EngineProblem& problem) {
    std::vector<SimbodySettings> all;
    const bool isHeap = problem.name == "bin";
    std::vector<std::string> laws = {"hertz-mindlin"};
    if (problem.name == "impact") laws.push_back("hertz-dashpot-slider"); // without elastic slip, as a rigid body
    for (const std::string& integrator : listEngineIntegrators())
        for (Real accuracy : {1e-3, 1e-2, 1e-4}) {
            if (isHeap && (integrator == "cpodes" ? accuracy != 1e-3 : accuracy == 1e-4)) continue;
            for (const std::string& law : laws)
                for (Real modulus : isHeap ? std::vector<Real>{1e7, 1e9, 1e10} : std::vector<Real>{1e7, 1e9})
                    all.push_back({law, integrator, accuracy, modulus});
            if (!isSimbodys(integrator)) continue;
            for (Real transitionVelocity : {0.01, 0.001})
                if (!isHeap || transitionVelocity == 0.01)
                    all.push_back({"hunt-crossley", integrator, accuracy, 1e7, transitionVelocity});
        }
    return all;
}

Runs runProblem(const EngineProblem& problem, const Runs& others, bool isForPage) {
    Runs runs;
    const auto settings = sweep(problem);
    if (isForPage) fmt::print(stderr, "Simbody, {}: {} settings\n", problem.name, settings.size());
    for (const SimbodySettings& s : settings) runs.push_back(runOnSimbody(problem, s));
    for (const EngineRun& run : others)
        if (run.problem == problem.name) runs.push_back(run);
    return runs;
}

// What is asleep rests by decree.
bool isAsleep(const EngineRun& run) {
    const auto asleep = run.values.find("asleep");
    return asleep != run.values.end() && asleep->second != 0;
}

bool hasError(const EngineRun& run) { return !SimTK::isNaN(run.error); }

// --- choices among runs; each is null if there is none

using Choice = const EngineRun*;

Choice findDefault(const Runs& runs, const std::string& engine) {
    for (const EngineRun& run : runs)
        if (run.engine == engine) return &run;
    return nullptr;
}

template <class Allowed, class Cost> Choice findLeast(const Runs& runs, Allowed isAllowed, Cost costOf) {
    Choice least = nullptr;
    for (const EngineRun& run : runs)
        if (hasError(run) && !isAsleep(run) && isAllowed(run) && (!least || costOf(run) < costOf(*least))) least = &run;
    return least;
}

Choice findBest(const Runs& runs, const std::string& engine = "") {
    return findLeast(
        runs, [&](const EngineRun& r) { return engine == "" || r.engine == engine; },
        [](const EngineRun& r) { return std::make_pair(r.error, r.price); });
}

Choice findCheapest(const Runs& runs, Real goodEnough, const std::string& engine = "") {
    return findLeast(
        runs, [&](const EngineRun& r) { return r.error <= goodEnough && (engine == "" || r.engine == engine); },
        [](const EngineRun& r) { return r.price; });
}

// --- cells

std::string errorOf(Choice run) {
    if (!run) return "";
    if (!hasError(*run)) return "gave up";
    return number(run->error, "{:.1e}") + (isAsleep(*run) ? ", asleep" : "");
}
std::string priceCell(Choice run) { return run && !SimTK::isNaN(run->price) ? number(1e3 * run->price, "{:.3g}") : ""; }
std::string nameOf(Choice run) { return run ? run->engine : "nobody"; }

Figure draw(const EngineProblem& problem, const Runs& runs) {
    Plot plot{problem.title, "price [ms of the processor per simulated second]", problem.error, true, true};
    for (const Entrant& entrant : entrants) {
        Series points{entrant.name, entrant.color, styles::points}, ring{"", entrant.color, "points pt 6 ps 1.6 lw 2"};
        Choice first = findDefault(runs, entrant.name);
        for (const EngineRun& run : runs) {
            if (run.engine != entrant.name || !hasError(run)) continue;
            const Point point{1e3 * run.price, std::max(run.error, floor)};
            points.points.push_back(point);
            if (&run == first) ring.points.push_back(point);
        }
        if (points.points.empty()) continue;
        plot.series.push_back(points);
        if (!ring.points.empty()) plot.series.push_back(ring);
    }
    return {plot, fmt::format("Below and to the left is better. Rings are the defaults, good enough is {:g}; an error "
                              "of 0 is drawn at 10^-16.",
                              problem.goodEnough)};
}

// Who wins, and where ours stands beside.
void addWinner(Table& table, const EngineProblem& problem, const Runs& runs) {
    const Choice best = findBest(runs), ours = findBest(runs, "SimbodyDEM");
    const Choice cheapest = findCheapest(runs, problem.goodEnough);
    const Choice oursCheapest = findCheapest(runs, problem.goodEnough, "SimbodyDEM");
    const std::string ratio =
        cheapest && oursCheapest ? number(oursCheapest->price / cheapest->price, "{:.2g}") : "not good enough";
    table.add({{"problem", problem.title},
               {"least error", nameOf(best)},
               {"it is", errorOf(best)},
               {"ours", errorOf(ours)},
               {"good enough is", number(problem.goodEnough, "{:g}")},
               {"cheapest that is", nameOf(cheapest)},
               {"its price [ms/s]", priceCell(cheapest)},
               {"our price [ms/s]", priceCell(oursCheapest)},
               {"ours over the cheapest", ratio}});
}

void addRuns(Table& table, const EngineProblem& problem, const Runs& runs) {
    for (const Entrant& entrant : entrants) {
        const Choice first = findDefault(runs, entrant.name), best = findBest(runs, entrant.name);
        const Choice cheapest = findCheapest(runs, problem.goodEnough, entrant.name);
        if (!first) continue;
        table.add({{"problem", problem.title},
                   {"engine", entrant.name},
                   {"defaults: error", errorOf(first)},
                   {"price [ms/s]", priceCell(first)},
                   {"least error", errorOf(best)},
                   {"price [ms/s]", priceCell(best)},
                   {"cheapest good enough: error", errorOf(cheapest)},
                   {"price [ms/s]", priceCell(cheapest)}});
    }
}

// Which settings those were, as the engine's own program takes them.
void addSettings(Table& table, const EngineProblem& problem, const Runs& runs) {
    for (const Entrant& entrant : entrants) {
        const Choice best = findBest(runs, entrant.name),
                     cheapest = findCheapest(runs, problem.goodEnough, entrant.name);
        if (best)
            table.add({{"problem", problem.title},
                       {"engine", entrant.name},
                       {"", "least error"},
                       {"settings", best->settings}});
        if (cheapest && cheapest != best)
            table.add({{"problem", problem.title},
                       {"engine", entrant.name},
                       {"", "cheapest"},
                       {"settings", cheapest->settings}});
    }
}

// Restitutions and spins of the impact, which one number hides.
void addImpacts(Table& table, const Runs& runs) {
    const auto add = [&](Choice run, const std::string& which) {
        if (!run || !hasError(*run)) return;
        Row row = {{"engine", run->engine}, {"", which}};
        for (const auto& [what, value] : run->values) row.push_back({what, number(value, "{:.3f}")});
        row.push_back({"settings", run->settings});
        table.add(row);
    };
    for (const Entrant& entrant : entrants) {
        add(findDefault(runs, entrant.name), "defaults");
        add(findBest(runs, entrant.name), "least error");
    }
}

const char* const text =
    "<p>The same six problems on Simbody, with our force and with HuntCrossleyForce, and in MuJoCo, Jolt and "
    "Rapier, each as it comes and over a sweep of its own parameters. The error is that against a closed form, "
    "the price the processor's time over the simulated. <b>The other engines are WebAssembly here, from npm; "
    "natively they need perhaps half the time.</b> Jolt and Rapier compute in single precision.</p>"
    "<p>A 1 kg block on a slope of 17&deg;, friction .5: creep from 10 to 20 s. A sphere of 6 kg pulled by 1 N: "
    "15/7 m after 6 s. A sphere that meets a plane at 5&deg; and 45&deg; from the normal, e .7, friction .3: as a "
    "rigid body it returns .7 along the normal and 5/7 along the plane. A block that slides at 2 m/s, friction "
    ".3, and stops after v&sup2;/(2 mu g). 64 balls that fall into a bin: the largest overlap. A ball dropped "
    "from 1 m, e .7: its third apex.</p>"
    "<p>Engines that put to sleep what rests have no creep by decree; such runs are marked and win nothing. A "
    "rigid body's e_t is not that of elastic spheres, whose surfaces spring back, as has been measured (section "
    "oblique-impact): Hertz-Mindlin's error is that, the dashpot-slider has none of it. Ours has 10 MPa as its "
    "default, and stiffer surfaces in the sweep.</p>";

} // namespace

Section engines(const Study& study) {
    Section section{"Other engines", text,
                    "cd build/examples/engines && node mujoco.mjs --problem rest --settings default"};
    Runs others;
    for (const Entrant& entrant : entrants) {
        if (entrant.file == "" || study.engines == "") continue;
        const Runs runs = readEngineRuns((std::filesystem::path(study.engines) / entrant.file).string());
        others.insert(others.end(), runs.begin(), runs.end());
    }
    const auto& problems = listEngineProblems();
    if (study.problem != "")
        findNamed(problems, study.problem, "--problem " + study.problem + " is unknown; choose from ");
    Table winners{"Who wins: the least error of all, and the cheapest of those that are good enough."};
    Table all{"Each engine as it comes, with its least error, and at its cheapest that is good enough."};
    Table impacts{"The impact: restitution along the normal and the plane, and spin [rad/s], at 5 and 45 degrees. A "
                  "rigid body has .7, .714 and 2.49, .7, .714 and 20.2."};
    Table settings{"The settings of these, each as its program takes them (--settings)."};
    std::string csv = "engine,problem,settings,error,price\n";
    for (const EngineProblem& problem : problems) {
        if (study.problem != "" && study.problem != problem.name) continue;
        const Runs runs = runProblem(problem, others, study.isForPage);
        section.figures.push_back(draw(problem, runs));
        addWinner(winners, problem, runs);
        addRuns(all, problem, runs);
        addSettings(settings, problem, runs);
        if (problem.name == "impact") addImpacts(impacts, runs);
        for (const EngineRun& r : runs)
            csv += fmt::format("{},{},\"{}\",{:.6g},{:.6g}\n", r.engine, r.problem, r.settings, r.error, r.price);
    }
    section.tables = {winners, all};
    if (!impacts.rows.empty()) section.tables.push_back(impacts);
    section.tables.push_back(settings);
    section.files["engines.csv"] = csv;
    return section;
}

} // namespace lab
