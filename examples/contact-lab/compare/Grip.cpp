// Two fingers lift an object from a table, shake it and hold it for a minute. Does it slip through them, does it turn in
// them, and what does that cost?

#include "Experiments.h"
#include "Gripper.h"

#include <fmt/core.h>

namespace lab {

namespace {

std::string toCsv(const GripperResult& result) {
    std::string text = "time_s,slip_m,pivot_rad\n";
    for (const GripperSample& s : result.samples)
        text += fmt::format("{:.2f},{:.6e},{:.6e}\n", s.time, s.slip, s.pivot);
    return text;
}

struct Plots {
    Plot slip{"Slip of the object in the fingers", "time [s]", "displacement on the pad [mm]", false, true};
    Plot pivot{"One point per finger: the object turns about the line between them", "time [s]", "angle [deg]"};
    Plot price{"Slip and its price", "integrator steps [-]", "slip in 52 s [mm]", true, true};

    void add(const Contender& law, int points, const GripperResult& result) {
        Series curve = curveOf(law), paid = curveOf(law, Series::Style::Points);
        if (points == 1) {
            for (const GripperSample& s : result.samples) curve.points.push_back({s.time, s.pivot * 180 / SimTK::Pi});
            pivot.series.push_back(curve);
            return;
        }
        for (const GripperSample& s : result.samples) // below is nothing, for the logarithm
            if (s.time > 4) curve.points.push_back({s.time, std::max(1e3 * s.slip, 1e-7)});
        slip.series.push_back(curve);
        paid.points = {{double(result.cost.steps), std::max(1e3 * result.slip, 1e-9)}};
        price.series.push_back(paid);
    }
};

} // namespace

Section gripper(const Study& study) {
    Section section{"A gripper holds for a minute",
                    "<p>Two force-controlled fingers lift an object, shake it and hold it for 60 s, with two contact "
                    "points each or one.</p>"};
    Table table{
        "slip: displacement on the pads that is left at rest after 52 s (one point: 12 s) of shaking; swing: the "
        "greatest on the way\n"
        "load: greatest tangential force over the Coulomb limit; pivot: greatest, since gripped",
        {"law", "points", "slip [mm]", "swing [mm]", "load [-]", "pivot [deg]", "steps", "evals", "time [s]"}};
    Plots plots;
    std::map<std::string, GripperResult> results;
    for (int points : {2, 1})
        for (const Contender& law : study.laws) {
            GripperOptions options;
            options.law = law.law;
            options.show = study.showOf(law, fmt::format("-{}", points));
            options.pointsPerFinger = points;
            if (points == 1) options.duration = 20; // long enough to see it tip over
            const GripperResult r = runGripper(options);
            table.rows.push_back({law.label, std::to_string(points), number(1e3 * r.slip, "{:.7f}"),
                                  number(1e3 * r.swing, "{:.4f}"), number(r.greatestLoad, "{:.2f}"),
                                  number(r.pivot * 180 / SimTK::Pi, "{:.3f}")});
            table.add(r.cost);
            plots.add(law, points, r);
            section.files[fmt::format("{}_{}.csv", law.name, points)] = toCsv(r);
            if (points == 2) results[law.name] = r;
        }
    section.tables = {table};
    section.figures = {
        {plots.slip, "On a spring the object stays; on HuntCrossleyForce it slips by its transition velocity."},
        {plots.price, "Slip against what it costs."},
        {plots.pivot,
         "With one point a finger the object turns about the line between them, unless twisting is resisted."}};
    section.command = "./run lab compare gripper --law hertz-mindlin";
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
