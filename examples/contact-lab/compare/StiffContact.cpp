// Measures the cost of stiff contact with each integrator, on problems with closed forms, from rubber to steel.

#include "Check.h"
#include "KnownProblems.h"
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
const Real middle = 1e-3; // accuracy at which CPU times are compared

std::string cellOf(const KnownRun& run) {
    if (SimTK::isNaN(run.error)) return "gave up";
    return number(run.error, "{:.1e}") + number(1e3 * run.price, ", {:.3g}");
}

// Runs a problem. Returns the runs at the middle accuracy with the stiffest surfaces, by entrant.
std::vector<KnownRun> runProblem(Section& section, const KnownProblem& problem, bool isForPage) {
    if (isForPage)
        fmt::print(stderr, "{}: {} settings\n", problem.name, entrants.size() * moduli.size() * accuracies.size());
    std::vector<KnownRun> stiffest;
    Plot& prices = section.addPlot("prices", problem.title, middle);
    Table& table = section.addTable("prices", problem.title, problem.error);
    Table& file = section.getFile("stiff-contact.csv", "runs");
    for (const Entrant& entrant : entrants) {
        Series& curve = prices.series.emplace_back(Series{entrant.label, entrant.color, entrant.style});
        for (Real modulus : moduli) {
            Row row = {{"integrator", entrant.label}, {"E [Pa]", number(modulus, "{:.0e}")}};
            for (Real accuracy : accuracies) {
                const KnownRun run = runOnSimbody(problem, {entrant.law, entrant.integrator, accuracy, modulus});
                row.push_back({number(accuracy, "{:.0e}"), cellOf(run)});
                file.add({problem.name, entrant.label, modulus, accuracy, run.error, run.price});
                if (accuracy != middle) continue;
                if (!SimTK::isNaN(run.error)) curve.points.push_back({modulus, 1e3 * run.price});
                if (modulus == moduli.back()) stiffest.push_back(run);
            }
            table.addNamed(row);
        }
    }
    return stiffest;
}

} // namespace

void stiffContact(const Study& study, Section& section) {
    for (const std::string& name : problems) {
        const std::vector<KnownRun> stiffest =
            runProblem(section, findNamed(listKnownProblems(), name, "problem " + name + " is unknown; choose from "),
                       study.isForPage);
        if (name == problems.front()) {
            const KnownRun &ours = stiffest.front(), &theirs = stiffest.back();
            const bool hasGivenUp = SimTK::isNaN(theirs.error);
            section.summary = {
                {"creep of a steel block that must stay on a slope [m/s], ContactIntegrator",
                 number(ours.error, "Hertz-Mindlin {:.1e}"), hasGivenUp ? "gave up" : number(theirs.error, "{:.1e}"),
                 number(1e3 * ours.price, "ms/s {:.2g}") +
                     (hasGivenUp ? ""
                                 : fmt::format(" / {:.2g} = {:.2g}", 1e3 * theirs.price, ours.price / theirs.price))}};
        }
    }
}

} // namespace lab
