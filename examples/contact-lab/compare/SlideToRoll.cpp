// A sphere that is put down sliding and made to roll by friction, against the closed form.

#include "LabExperiments.h"
#include "Section.h"

#include <algorithm>

namespace lab {

Section slideToRoll(const Study&) {
    Section section{
        "From sliding to rolling",
        "<p>A sphere of 50 mm radius (E 10 MPa, nu .3, 2500 kg/m&sup3;, restitution .5) is put on a plane at "
        "1 m/s without spin; friction .3. It must roll after 2 v/(7 mu g) at 5/7 v.</p>",
        "./run lab roll --law hertz-mindlin"};
    Plot plot{"From sliding to rolling", "time [s]", "speed [m/s]"};
    Plot close{"The same at the end of sliding", "time [s]", "slip velocity [m/s]", false, true};
    Table& table = section.addTable();
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
        table.add({{"law", c.label},
                   {"time to roll [s]", number(r.timeToRoll, "{:.5f}")},
                   {"closed form [s]", number(r.closedFormTime, "{:.5f}")},
                   {"speed at 1 s [m/s]", number(r.speed, "{:.5f}")},
                   {"closed form [m/s]", number(r.closedFormSpeed, "{:.5f}")},
                   {"steps", std::to_string(r.steps)}});
        score.add(c, number(100 * std::abs(r.timeToRoll / r.closedFormTime - 1), "{:.2f} %"), r.steps);
    }
    plot.series.push_back({"closed form",
                           colors::closedForm,
                           styles::dotted,
                           {{0, 1}, {r.closedFormTime, r.closedFormSpeed}, {2 * r.closedFormTime, r.closedFormSpeed}}});
    section.figures = {
        {plot, "The centre, and dashed the sphere's surface against it; they meet when the sphere rolls. All laws have "
               "Coulomb's sliding friction, so all agree."},
        {close, "The slip that is left. A spring takes the last of it up and rings out; a regularised law lets it die "
                "away."}};
    section.summary = {score.summarize("the time until a sliding sphere rolls, error")};
    return section;
}

} // namespace lab
