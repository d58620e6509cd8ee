#include "Section.h"

#include <fmt/core.h>

namespace lab {

namespace {

Contender makeContender(const std::string& law, const std::string& label, const char* color) {
    Contender contender{law, label, color, {}};
    contender.law.law = law;
    return contender;
}

} // namespace

const Contenders& contenders() {
    static const Contenders all = {makeContender("hunt-crossley", "HuntCrossleyForce", colors::huntCrossley),
                                   makeContender("hertz-mindlin", "Hertz-Mindlin", colors::hertzMindlin),
                                   makeContender("cundall", "Cundall", colors::cundall),
                                   makeContender("hertz-dashpot-slider", "Hertz, dashpot-slider", colors::third)};
    return all;
}

Series::Style styleOf(const Contender& c) {
    return c.law.isHuntCrossley() ? Series::Style::Broad : Series::Style::Line;
}

std::string catalogColor(const std::string& law, std::size_t index) {
    if (law == "hertz" || law == "mindlin-secant") return colors::hertzMindlin;
    if (law == "linear" || law == "cundall") return colors::cundall;
    if (law == "dashpot-slider") return colors::third;
    static const std::vector<std::string> others = {"#8a4fbf", "#c2185b", "#00838f", "#6d4c41", "#9e9d24", "#283593",
                                                    "#e57373", "#558b2f", "#ffb300", "#4dd0e1", "#7b1fa2", "#37474f"};
    return others[index % others.size()];
}

void Table::add(const Cost& cost) {
    for (const std::string& cell :
         {std::to_string(cost.steps), std::to_string(cost.evaluations), number(cost.wallSeconds, "{:.2f}")})
        rows.back().push_back(cell);
}

std::string number(double value, const char* format) { return fmt::format(fmt::runtime(format), value); }

std::string priceOf(double ours, double huntCrossleys, const char* format) {
    return fmt::format("steps {:.0f} / {:.0f} = ", ours, huntCrossleys) + number(ours / huntCrossleys, format);
}

void Score::add(const Contender& law, const std::string& error, double steps) {
    if (law.law.isHuntCrossley()) {
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
