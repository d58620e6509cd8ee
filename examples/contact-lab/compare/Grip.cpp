// Two fingers lift an object from a table, shake it and hold it for a minute. Does it slip through them, does it turn in
// them, and what does that cost?

#include "Gripper.h"
#include "Section.h"

#include <fmt/core.h>

#include <algorithm>

namespace lab {

Section gripper(const Study& study) {
    Section section{"A gripper holds for a minute",
                    "<p>Two force-controlled fingers lift an object, shake it and hold it for 60 s, with two contact "
                    "points each or one.</p>",
                    "./run lab compare gripper --law hertz-mindlin"};
    Table& table = section.addTable(
        "slip: displacement on the pads that is left at rest after 52 s (one point: 12 s) of shaking; swing: the "
        "greatest on the way\n"
        "load: greatest tangential force over the Coulomb limit; pivot: greatest, since gripped");
    Plot slip{"Slip of the object in the fingers", "time [s]", "displacement on the pad [mm]", false, true};
    Plot pivot{"One point per finger: the object turns about the line between them", "time [s]", "angle [deg]"};
    Plot price{"Slip and its price", "integrator steps [-]", "slip in 52 s [mm]", true, true};
    std::map<std::string, GripperResult> results;
    for (int points : {2, 1})
        for (const Contender& law : study.laws) {
            GripperOptions options;
            study.set(options, law, fmt::format("-{}", points));
            options.pointsPerFinger = points;
            if (points == 1) options.duration = 20; // long enough to see it tip over
            const GripperResult r = runGripper(options);
            table.add(r.cost, {{"law", law.label},
                               {"points", std::to_string(points)},
                               {"slip [mm]", number(1e3 * r.slip, "{:.7f}")},
                               {"swing [mm]", number(1e3 * r.swing, "{:.4f}")},
                               {"load [-]", number(r.greatestLoad, "{:.2f}")},
                               {"pivot [deg]", number(r.pivot * 180 / SimTK::Pi, "{:.3f}")}});
            section.files[fmt::format("{}_{}.csv", law.name, points)] =
                toCsv("time_s,slip_m,pivot_rad", r.samples, [](const GripperSample& s) {
                    return fmt::format("{:.2f},{:.6e},{:.6e}", s.time, s.slip, s.pivot);
                });
            Series& curve = addCurve(points == 1 ? pivot : slip, law);
            for (const GripperSample& s : r.samples) {
                if (points == 1) curve.points.push_back({s.time, s.pivot * 180 / SimTK::Pi});
                // Below is nothing, for the logarithm.
                if (points == 2 && s.time > 4) curve.points.push_back({s.time, std::max(1e3 * s.slip, 1e-7)});
            }
            if (points == 1) continue;
            addCurve(price, law, styles::points).points = {{double(r.cost.steps), std::max(1e3 * r.slip, 1e-9)}};
            results[law.name] = r;
        }
    section.figures = {
        {slip, "On a spring the object stays; on HuntCrossleyForce it slips by its transition velocity."},
        {price, "Slip against what it costs."},
        {pivot, "With one point a finger the object turns about the line between them, unless twisting is resisted."}};
    if (!study.isComplete) return section;
    const GripperResult &ours = results["hertz-mindlin"], &theirs = results["hunt-crossley-0.001"];
    section.summary = {
        {"slip of a gripped object that is shaken for a minute", number(1e3 * ours.slip, "Hertz-Mindlin {:.1g} mm"),
         number(1e3 * theirs.slip, "{:.2g} mm at .001 m/s"), priceOf(ours.cost.steps, theirs.cost.steps, "{:.2f}")}};
    section.conclusion =
        fmt::format("At .001 m/s HuntCrossleyForce lets the object slip by {:.2g} mm, Hertz-Mindlin by "
                    "{:.1g} mm with {:.2f} times the steps.",
                    1e3 * theirs.slip, 1e3 * ours.slip, double(ours.cost.steps) / theirs.cost.steps);
    return section;
}

} // namespace lab
