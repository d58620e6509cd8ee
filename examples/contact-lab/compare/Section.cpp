#include "Section.h"

#include <fmt/core.h>

#include <algorithm>

namespace lab {

void Table::add(const Row& row) {
    std::vector<std::string> cells;
    for (const auto& [heading, cell] : row) {
        if (rows.empty()) header.push_back(heading);
        cells.push_back(cell);
    }
    rows.push_back(cells);
}

void Table::add(const Cost& cost, Row row) {
    row.insert(row.end(), {{"steps", std::to_string(cost.steps)},
                           {"evals", std::to_string(cost.evaluations)},
                           {"time [s]", number(cost.wallSeconds, "{:.2f}")}});
    add(row);
}

void Study::set(RunOptions& options, const Contender& contender, const std::string& variant) const {
    options.law = contender.law;
    const auto isLike = [&](const Contender& c) { return c.isHuntCrossley() == contender.isHuntCrossley(); };
    const Contender& first = *std::find_if(laws.begin(), laws.end(), isLike);
    if (isForPage && first.name != contender.name) return;
    options.show = named((laws.size() > 1 ? "-" + contender.name : "") + variant);
}

ShowChoice Study::named(const std::string& name) const {
    ShowChoice choice = show;
    const std::size_t end = show.file.rfind('.');
    if (show.isWanted()) choice.file.insert(std::min(end, show.file.size()), name);
    return choice;
}

Contenders contenders() {
    Contenders all = {{"hunt-crossley", "HuntCrossleyForce", colors::huntCrossley},
                      {"hertz-mindlin", "Hertz-Mindlin", colors::hertzMindlin},
                      {"cundall", "Cundall", colors::cundall},
                      {"hertz-dashpot-slider", "Hertz, dashpot-slider", colors::third}};
    for (Contender& contender : all) contender.law.law = contender.name;
    return all;
}

Series& addCurve(Plot& plot, const Contender& law, const char* style) {
    return plot.series.emplace_back(Series{law.label, law.color, style});
}

const char* styleOf(const Contender& c) { return c.isHuntCrossley() ? styles::broad : styles::line; }

std::string catalogColor(const std::string& law, std::size_t index) {
    if (law == "hertz" || law == "mindlin-secant") return colors::hertzMindlin;
    if (law == "linear" || law == "cundall") return colors::cundall;
    if (law == "dashpot-slider") return colors::third;
    static const std::vector<std::string> others = {"#8a4fbf", "#c2185b", "#00838f", "#6d4c41", "#9e9d24", "#283593",
                                                    "#e57373", "#558b2f", "#ffb300", "#4dd0e1", "#7b1fa2", "#37474f"};
    return others[index % others.size()];
}

std::string number(double value, const char* format) { return fmt::format(fmt::runtime(format), value); }

std::string priceOf(double ours, double huntCrossleys, const char* format) {
    return fmt::format("steps {:.0f} / {:.0f} = ", ours, huntCrossleys) + number(ours / huntCrossleys, format);
}

void Score::add(const Contender& law, const std::string& error, double steps) {
    if (law.isHuntCrossley()) {
        theirs = error;
        theirSteps = steps;
        return;
    }
    ours += (ours == "" ? "" : "\n") + law.label + " " + error;
    if (ourSteps == 0) ourSteps = steps;
}

Summary Score::summarize(const std::string& asked) const {
    return {asked, ours, theirs, priceOf(ourSteps, theirSteps)};
}

} // namespace lab
