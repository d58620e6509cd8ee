// Runs the same contact problems on Simbody and in other engines: error against CPU time, and the winners.

#include "Check.h"
#include "EngineProblems.h"
#include "Section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace lab {

namespace {

struct Entrant {
    std::string name, color;
    std::string file; // in the folder of other engines' runs; empty on Simbody
};
const std::vector<Entrant> entrants = {{"SimbodyDEM", colors::hertzMindlin, ""},
                                       {"HuntCrossleyForce", colors::huntCrossley, ""},
                                       {"MuJoCo", "#c2185b", "mujoco.jsonl"},
                                       {"Jolt", "#558b2f", "jolt.jsonl"},
                                       {"Rapier", "#ffb300", "rapier.jsonl"}};
const Real leastError = 1e-16; // an error of 0 is drawn here

using Runs = std::vector<EngineRun>;

// Lists the settings of the runs on Simbody. The first ones of each force are the defaults of SimbodySettings. The heap has
// fewer, since it takes longest. CPodes does not finish there.
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
            if (integrator == "contact") continue; // it does not take HuntCrossleyForce
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

// Returns true if the engine has put the body to sleep, so that its creep is zero.
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

// Finds the run of least cost, of one engine or of all.
template <class Cost>
Choice findLeast(const Runs& runs, const std::string& engine, Cost costOf, Real goodEnough = SimTK::Infinity) {
    Choice least = nullptr;
    for (const EngineRun& run : runs)
        if (hasError(run) && !isAsleep(run) && run.error <= goodEnough && (engine == "" || run.engine == engine) &&
            (!least || costOf(run) < costOf(*least)))
            least = &run;
    return least;
}

Choice findBest(const Runs& runs, const std::string& engine = "") {
    return findLeast(runs, engine, [](const EngineRun& r) { return std::make_pair(r.error, r.price); });
}

Choice findCheapest(const Runs& runs, Real goodEnough, const std::string& engine = "") {
    return findLeast(
        runs, engine, [](const EngineRun& r) { return r.price; }, goodEnough);
}

// --- cells

std::string errorOf(Choice run) {
    if (!run) return "";
    if (!hasError(*run)) return "gave up";
    return number(run->error, "{:.1e}") + (isAsleep(*run) ? ", asleep" : "");
}
std::string priceCell(Choice run) { return run && !SimTK::isNaN(run->price) ? number(1e3 * run->price, "{:.3g}") : ""; }
std::string nameOf(Choice run) { return run ? run->engine : "none"; }

void draw(Plot& plot, const Runs& runs) {
    for (const Entrant& entrant : entrants) {
        Series points{entrant.name, entrant.color, styles::points}, ring{"", entrant.color, "points pt 6 ps 1.6 lw 2"};
        Choice first = findDefault(runs, entrant.name);
        for (const EngineRun& run : runs) {
            if (run.engine != entrant.name || !hasError(run)) continue;
            const Point point{1e3 * run.price, std::max(run.error, leastError)};
            points.points.push_back(point);
            if (&run == first) ring.points.push_back(point);
        }
        if (points.points.empty()) continue;
        plot.series.push_back(points);
        if (!ring.points.empty()) plot.series.push_back(ring);
    }
}

// Adds the winners of a problem, and SimbodyDEM beside them.
void addWinner(Table& table, const EngineProblem& problem, const Runs& runs) {
    const Choice best = findBest(runs), ours = findBest(runs, "SimbodyDEM");
    const Choice cheapest = findCheapest(runs, problem.goodEnough);
    const Choice oursCheapest = findCheapest(runs, problem.goodEnough, "SimbodyDEM");
    const std::string ratio =
        cheapest && oursCheapest ? number(oursCheapest->price / cheapest->price, "{:.2g}") : "not good enough";
    table.add({problem.title, nameOf(best), errorOf(best), errorOf(ours), problem.goodEnough, nameOf(cheapest),
               priceCell(cheapest), priceCell(oursCheapest), ratio});
}

void addRuns(Table& table, const EngineProblem& problem, const Runs& runs) {
    for (const Entrant& entrant : entrants) {
        const Choice first = findDefault(runs, entrant.name), best = findBest(runs, entrant.name);
        const Choice cheapest = findCheapest(runs, problem.goodEnough, entrant.name);
        if (!first) continue;
        table.add({problem.title, entrant.name, errorOf(first), priceCell(first), errorOf(best), priceCell(best),
                   errorOf(cheapest), priceCell(cheapest)});
    }
}

// Adds the settings of these runs, as the program of the engine takes them.
void addSettings(Table& table, const EngineProblem& problem, const Runs& runs) {
    for (const Entrant& entrant : entrants) {
        const Choice best = findBest(runs, entrant.name),
                     cheapest = findCheapest(runs, problem.goodEnough, entrant.name);
        if (best) table.add({problem.title, entrant.name, "least error", best->settings});
        if (cheapest && cheapest != best)
            table.add({problem.title, entrant.name, "fastest good enough", cheapest->settings});
    }
}

// Adds restitutions and spins of the impact, which the error alone hides.
void addImpacts(Table& table, const Runs& runs) {
    const auto add = [&](Choice run, const std::string& which) {
        if (!run || !hasError(*run)) return;
        Row row = {{"engine", run->engine}, {"", which}};
        for (const auto& [what, value] : run->values) row.push_back({what, number(value, "{:.3f}")});
        row.push_back({"settings", run->settings});
        table.addNamed(row);
    };
    for (const Entrant& entrant : entrants) {
        add(findDefault(runs, entrant.name), "defaults");
        add(findBest(runs, entrant.name), "least error");
    }
}

} // namespace

void engines(const Study& study, Section& section) {
    Runs others;
    for (const Entrant& entrant : entrants) {
        if (entrant.file == "" || study.engines == "") continue;
        const Runs runs = readEngineRuns((std::filesystem::path(study.engines) / entrant.file).string());
        others.insert(others.end(), runs.begin(), runs.end());
    }
    const auto& problems = listEngineProblems();
    if (study.problem != "")
        findNamed(problems, study.problem, "--problem " + study.problem + " is unknown; choose from ");
    Table &winners = section.addTable("winners"), &all = section.addTable("runs");
    const auto isAsked = [&](const std::string& name) { return study.problem == "" || study.problem == name; };
    Table* const impacts = isAsked("impact") ? &section.addTable("impacts") : nullptr;
    Table &settings = section.addTable("settings"), &file = section.getFile("engines.csv", "runs");
    for (const EngineProblem& problem : problems) {
        if (!isAsked(problem.name)) continue;
        const Runs runs = runProblem(problem, others, study.isForPage);
        draw(section.addPlot("prices", problem.title, problem.error, problem.goodEnough), runs);
        addWinner(winners, problem, runs);
        addRuns(all, problem, runs);
        addSettings(settings, problem, runs);
        if (problem.name == "impact") addImpacts(*impacts, runs);
        for (const EngineRun& r : runs) file.add({r.engine, r.problem, r.settings, r.error, r.price});
    }
}

} // namespace lab
