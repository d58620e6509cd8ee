// A sphere is put down sliding, and friction makes it roll, against the closed form.

#include "LabExperiments.h"
#include "Section.h"

#include <algorithm>

namespace lab {

void slideToRoll(const Study&, Section& section) {
    Plot &plot = section.addPlot("speed"), &close = section.addPlot("slip");
    Table& table = section.addTable("times");
    Score score;
    RollResult r;
    for (const Contender& c : contenders()) {
        RollOptions options;
        options.law.law = c.name;
        r = runRoll(options);
        Series centre{c.label, c.color, styleOf(c)}, surface{"", c.color, styles::dashed}, slip = centre;
        for (const RollSample& s : r.samples) {
            if (s.time > 2 * r.closedFormTime) break;
            centre.points.push_back({s.time, s.speed});
            surface.points.push_back({s.time, s.surfaceSpeed});
            slip.points.push_back({s.time, std::max(std::abs(s.speed - s.surfaceSpeed), 1e-9)});
        }
        plot.series.insert(plot.series.end(), {centre, surface});
        close.series.push_back(slip);
        table.add({c.label, r.timeToRoll, r.closedFormTime, r.speed, r.closedFormSpeed, r.steps});
        score.add(c, number(100 * std::abs(r.timeToRoll / r.closedFormTime - 1), "{:.2f} %"), r.steps);
    }
    plot.series.push_back({"closed form",
                           colors::closedForm,
                           styles::dotted,
                           {{0, 1}, {r.closedFormTime, r.closedFormSpeed}, {2 * r.closedFormTime, r.closedFormSpeed}}});
    section.summary = {score.summarize("error of the time until a sliding sphere rolls")};
}

} // namespace lab
