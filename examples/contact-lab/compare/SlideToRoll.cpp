// A sphere that is put down sliding and made to roll by friction, against the closed form.

#include "Experiments.h"
#include "Roll.h"

#include <algorithm>
#include <cmath>

namespace lab {

Section slideToRoll(const Study&) {
    Section section{"From sliding to rolling", ""};
    Plot plot{"From sliding to rolling", "time [s]", "speed [m/s]"};
    Plot close{"The same at the end of sliding", "time [s]", "slip velocity [m/s]", false, true};
    Table table{"", {"law", "time to roll [s]", "closed form [s]", "speed at 1 s [m/s]", "closed form [m/s]", "steps"}};
    Score score;
    RollResult r;
    for (const Contender& c : contenders()) {
        RollOptions options;
        options.law.law = c.law.law;
        r = runRoll(options);
        Series centre = curveOf(c, styleOf(c)), surface{"", c.color, Series::Style::Dashed}, slip = centre;
        for (const RollSample& s : r.samples) {
            if (s.time > 2 * r.closedFormTime) break;
            centre.points.push_back({s.time, s.speed});
            surface.points.push_back({s.time, s.surfaceSpeed});
            slip.points.push_back({s.time, std::max(std::abs(s.speed - s.surfaceSpeed), 1e-9)});
        }
        plot.series.push_back(centre);
        plot.series.push_back(surface);
        close.series.push_back(slip);
        table.rows.push_back({c.label, number(r.timeToRoll, "{:.5f}"), number(r.closedFormTime, "{:.5f}"),
                              number(r.speed, "{:.5f}"), number(r.closedFormSpeed, "{:.5f}"), std::to_string(r.steps)});
        score.add(c, number(100 * std::abs(r.timeToRoll / r.closedFormTime - 1), "{:.2f} %"), r.steps);
    }
    plot.series.push_back({"closed form",
                           colors::closedForm,
                           Series::Style::Dotted,
                           {{0, 1}, {r.closedFormTime, r.closedFormSpeed}, {2 * r.closedFormTime, r.closedFormSpeed}}});
    section.text =
        "<p>A sphere of 50 mm radius (E 10 MPa, nu .3, 2500 kg/m&sup3;, restitution .5) is put on a plane at "
        "1 m/s without spin; friction .3. It must roll after 2 v/(7 mu g) at 5/7 v.</p>";
    section.figures = {
        {plot, "The centre, and dashed the sphere's surface against it; they meet when the sphere rolls. All laws have "
               "Coulomb's sliding friction, so all agree."},
        {close, "The slip that is left. A spring takes the last of it up and rings out; a regularised law lets it die "
                "away."}};
    section.command = "./run lab roll --law hertz-mindlin";
    section.tables = {table};
    section.summary = {score.summarize("the time until a sliding sphere rolls, error")};
    return section;
}

} // namespace lab
