// Two fingers lift an object from a table, shake it and hold it for a minute. The section shows whether the object slips
// through the fingers, whether it turns in them, and what that costs.

#include "Gripper.h"
#include "Section.h"

#include <algorithm>

namespace lab {

void gripper(const Study& study, Section& section) {
    Table& table = section.addTable("laws");
    Plot &slip = section.addPlot("slip"), &price = section.addPlot("price"), &pivot = section.addPlot("pivot");
    std::map<std::string, GripperResult> results;
    for (int points : {2, 1})
        for (const Contender& law : study.laws) {
            GripperOptions options;
            study.set(options, law, fmt::format("-{}", points));
            options.pointsPerFinger = points;
            if (points == 1) options.duration = 20; // long enough to see it tip over
            const GripperResult r = runGripper(options);
            const Real degrees = 180 / SimTK::Pi;
            table.add(r.cost, {law.label, points, 1e3 * r.slip, 1e3 * r.swing, r.greatestLoad, r.pivot * degrees});
            Table& file = section.getFile(fmt::format("{}_{}.csv", law.name, points), "grip");
            Series& curve = addCurve(points == 1 ? pivot : slip, law);
            for (const GripperSample& s : r.samples) {
                file.add({s.time, s.slip, s.pivot});
                if (points == 1) curve.points.push_back({s.time, s.pivot * degrees});
                // The logarithm needs a lower limit.
                if (points == 2 && s.time > 4) curve.points.push_back({s.time, std::max(1e3 * s.slip, 1e-7)});
            }
            if (points == 1) continue;
            addCurve(price, law, styles::points).points = {{double(r.cost.steps), std::max(1e3 * r.slip, 1e-9)}};
            results[law.name] = r;
        }
    if (!study.isComplete) return;
    const GripperResult &ours = results["hertz-mindlin"], &huntCrossley = results["hunt-crossley-0.001"];
    section.summary = {{"slip of a gripped object that is shaken for a minute",
                        number(1e3 * ours.slip, "Hertz-Mindlin {:.1g} mm"),
                        number(1e3 * huntCrossley.slip, "{:.2g} mm at 0.001 m/s"),
                        priceOf(ours.cost.steps, huntCrossley.cost.steps, "{:.2f}")}};
    section.conclusion =
        fmt::format("At 0.001 m/s HuntCrossleyForce lets the object slip by {:.2g} mm, Hertz-Mindlin "
                    "by {:.1g} mm with {:.2f} times the steps.",
                    1e3 * huntCrossley.slip, 1e3 * ours.slip, double(ours.cost.steps) / huntCrossley.cost.steps);
}

} // namespace lab
