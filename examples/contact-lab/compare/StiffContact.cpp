// What stiff contact costs under each integrator: problems with closed forms, from rubber to steel.

#include "Check.h"
#include "EngineProblems.h"
#include "Section.h"

#include <fmt/format.h>

#include <cstdio>

namespace lab {

namespace {

struct Entrant {
    std::string label, law, integrator, color;
    const char* style;
};
const std::vector<Entrant> entrants = {
    {"ContactIntegrator", "hertz-mindlin", "contact", colors::hertzMindlin, styles::linePoints},
    {"Runge-Kutta-Merson", "hertz-mindlin", "rkm", colors::cundall, styles::linePoints},
    {"CPodes", "hertz-mindlin", "cpodes", colors::third, styles::linePoints},
    {"HuntCrossleyForce, CPodes", "hunt-crossley", "cpodes", colors::huntCrossley, "linespoints lw 4 pt 7 ps 0.5"}};
const std::vector<std::string> problems = {"rest", "rolling", "sliding", "bounce"};
const std::vector<Real> accuracies = {1e-2, 1e-3, 1e-4}, moduli = {2e6, 1e8, 1e9, 1e10, 7e10};
const Real middle = 1e-3; // of the accuracies, where prices are compared

std::string cellOf(const EngineRun& run) {
    if (SimTK::isNaN(run.error)) return "gave up";
    return number(run.error, "{:.1e}") + number(1e3 * run.price, ", {:.3g}");
}

struct Runs {
    Plot prices;
    Table table;
    std::string csv = "";
    std::vector<EngineRun> stiffest = {}; // at the middle accuracy, by entrant
};

Runs runProblem(const EngineProblem& problem, bool isForPage) {
    if (isForPage)
        fmt::print(stderr, "{}: {} settings\n", problem.name, entrants.size() * moduli.size() * accuracies.size());
    Runs runs{
        {problem.title + ", price", "Young's modulus [Pa]", "processor's time [ms per simulated second]", true, true},
        {problem.title + ": " + problem.error + ", price [ms/s], at three accuracies."}};
    for (const Entrant& entrant : entrants) {
        Series& curve = runs.prices.series.emplace_back(Series{entrant.label, entrant.color, entrant.style});
        for (Real modulus : moduli) {
            Row row = {{"integrator", entrant.label}, {"E [Pa]", number(modulus, "{:.0e}")}};
            for (Real accuracy : accuracies) {
                const EngineRun run = runOnSimbody(problem, {entrant.law, entrant.integrator, accuracy, modulus});
                row.push_back({number(accuracy, "{:.0e}"), cellOf(run)});
                runs.csv += fmt::format("{},{},{:g},{:g},{:.6g},{:.6g}\n", problem.name, entrant.label, modulus,
                                        accuracy, run.error, run.price);
                if (accuracy != middle) continue;
                if (!SimTK::isNaN(run.error)) curve.points.push_back({modulus, 1e3 * run.price});
                if (modulus == moduli.back()) runs.stiffest.push_back(run);
            }
            runs.table.add(row);
        }
    }
    return runs;
}

const char* const text =
    "<p>An explicit integrator's step is bound by the contact's stiffness, an implicit one's by what goes on. The same "
    "force, Hertz-Mindlin's, under three integrators with error control, and HuntCrossleyForce (transition "
    "velocity .01 m/s) under the one that is best for it; four spheres, or one, from 2 MPa to 70 GPa.</p>"
    "<p>A 1 kg block on a slope of 17&deg;, friction .5: creep from 10 to 20 s. A sphere of 6 kg pulled by 1 N: 15/7 m "
    "after 6 s, less what its springs take. A block that slides at 2 m/s, friction .3, and stops after "
    "v&sup2;/(2 mu g). A ball dropped from 1 m, e .7: its third apex; what flies and collides takes explicit steps, "
    "whoever takes them.</p>";

} // namespace

Section stiffContact(const Study& study) {
    Section section{"What stiff contact costs", text, "./run lab compare stiff-contact"};
    std::string csv = "problem,integrator,modulus,accuracy,error,price\n";
    for (const std::string& name : problems) {
        const Runs runs = runProblem(
            findNamed(listEngineProblems(), name, "there is no problem " + name + "; choose from "), study.isForPage);
        section.figures.push_back(
            {runs.prices, fmt::format("At accuracy {:g}; lower is better. What it buys is in the table.", middle)});
        section.tables.push_back(runs.table);
        csv += runs.csv;
        if (name == problems.front()) {
            const EngineRun &ours = runs.stiffest.front(), &theirs = runs.stiffest.back();
            const bool hasGivenUp = SimTK::isNaN(theirs.error);
            section.summary = {
                {"a block that must stay on a slope, steel, creep [m/s], ContactIntegrator",
                 number(ours.error, "Hertz-Mindlin {:.1e}"), hasGivenUp ? "gave up" : number(theirs.error, "{:.1e}"),
                 number(1e3 * ours.price, "ms/s {:.2g}") +
                     (hasGivenUp ? ""
                                 : fmt::format(" / {:.2g} = {:.2g}", 1e3 * theirs.price, ours.price / theirs.price))}};
        }
    }
    section.files["stiff-contact.csv"] = csv;
    return section;
}

} // namespace lab
