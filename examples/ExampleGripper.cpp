// Two fingers lift an object from a table, shake it and hold it for a minute. Does it slip through them, does it turn in
// them, and what does that cost? The model is models/Gripper.cpp.

#include "ExampleProgram.h"
#include "Gripper.h"
#include "Plot.h"

#include <fmt/core.h>

#include <map>

using namespace lab;

namespace {

std::string toCsv(const GripperResult& result) {
    std::string text = "time_s,slip_m,pivot_rad\n";
    for (const GripperSample& s : result.samples)
        text += fmt::format("{:.2f},{:.6e},{:.6e}\n", s.time, s.slip, s.pivot);
    return text;
}

struct Plots {
    Plot slip{"Slip of the object in the fingers", "time [s]", "displacement on the pad [mm]", false, true, {}};
    Plot pivot{"One point per finger: the object turns about the line between them",
               "time [s]",
               "angle [deg]",
               false,
               false,
               {}};
    Plot price{"Slip and its price", "integrator steps [-]", "slip in 52 s [mm]", true, true, {}};

    void add(const ExampleLaw& law, int points, const GripperResult& result) {
        Series curve{law.label, law.color, Series::Style::Line, {}};
        if (points == 1) {
            for (const GripperSample& s : result.samples) curve.points.push_back({s.time, s.pivot * 180 / SimTK::Pi});
            pivot.series.push_back(curve);
            return;
        }
        for (const GripperSample& s : result.samples) // below is nothing, for the logarithm
            if (s.time > 4) curve.points.push_back({s.time, std::max(1e3 * s.slip, 1e-7)});
        slip.series.push_back(curve);
        price.series.push_back(
            {law.label, law.color, Series::Style::Points, {{double(result.steps), std::max(1e3 * result.slip, 1e-9)}}});
    }
};

} // namespace

int main(int argc, char** argv) {
    ExampleProgram example(
        "ExampleGripper",
        "Two servo-driven fingers lift an object, shake it and hold it for a minute: slip, pivoting "
        "and price, for laws with history, with and without twisting resistance, and HuntCrossleyForce.",
        gripperLaws());
    return example.main(argc, argv, [&](const std::vector<ExampleLaw>& laws) {
        fmt::print(
            "slip: displacement on the pads that is left at rest after 52 s (one point: 12 s) of shaking; swing: the "
            "greatest on the "
            "way\nload: greatest tangential force over the Coulomb limit; pivot: greatest, since gripped\n\n"
            "{:<34} {:>6} {:>10} {:>8} {:>6} {:>8} {:>7} {:>8} {:>6}\n{:<34} {:>6} {:>10} {:>8} {:>6} {:>8} {:>7} "
            "{:>8} {:>6}\n",
            "law", "points", "slip", "swing", "load", "pivot", "steps", "evals", "time", "", "", "[mm]", "[mm]", "[-]",
            "[deg]", "", "", "[s]");
        Plots plots;
        std::map<std::string, GripperResult> results;
        for (int points : {2, 1})
            for (const ExampleLaw& law : laws) {
                GripperOptions options;
                options.law = law.law;
                options.pointsPerFinger = points;
                if (points == 1) options.duration = 20; // long enough to see it tip over
                const GripperResult r = runGripper(options);
                fmt::print("{:<34} {:>6} {:>10.7f} {:>8.4f} {:>6.2f} {:>8.3f} {:>7} {:>8} {:>6.2f}\n", law.label,
                           points, 1e3 * r.slip, 1e3 * r.swing, r.greatestLoad, r.pivot * 180 / SimTK::Pi, r.steps,
                           r.evaluations, r.wallSeconds);
                plots.add(law, points, r);
                example.write(fmt::format("{}_{}.csv", law.name, points), toCsv(r));
                if (points == 2) results[law.name] = r;
            }
        example.draw("slip", plots.slip);
        example.draw("pivot", plots.pivot);
        example.draw("price", plots.price);
        if (results.size() < gripperLaws().size()) return;
        const GripperResult &ours = results["hertz-mindlin"], &theirs = results["hunt-crossley-0.001"];
        example.summarize(
            {{"slip of a gripped object that is shaken for a minute",
              fmt::format("Hertz-Mindlin {:.1g} mm", 1e3 * ours.slip),
              fmt::format("{:.2g} mm at .001 m/s", 1e3 * theirs.slip),
              fmt::format("steps {} / {} = {:.2f}", ours.steps, theirs.steps, double(ours.steps) / theirs.steps)}});
        fmt::print(
            "\nAt .001 m/s HuntCrossleyForce lets the object slip by {:.2g} mm, Hertz-Mindlin by {:.1g} mm with {:.2f} "
            "times the steps.\n",
            1e3 * theirs.slip, 1e3 * ours.slip, double(ours.steps) / theirs.steps);
    });
}
