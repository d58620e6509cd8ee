// A block and a standing figure on a shaking platform: from which acceleration on do they slide, and how far? For a rigid
// block both are known in closed form, models/MovingPlatform.h; below that, nothing may move. The figure sways and stands
// with its feet pushing apart, so it lets go earlier.

#include "ExampleProgram.h"
#include "MovingPlatform.h"
#include "Plot.h"

#include <fmt/core.h>

#include <cmath>
#include <map>

using namespace lab;

namespace {

const std::map<std::string, std::vector<Real>> accelerations = {{"block", {0, 1, 1.9, 2.1, 2.5, 3}},
                                                                {"figure", {0, 0.2, 0.6, 0.8, 1}}};

struct Sum {
    Real onset = SimTK::NaN; // smallest acceleration at which it slides [m/s^2]
    int steps = 0, evaluations = 0;
    Real wallSeconds = 0;

    void add(Real acceleration, const PlatformResult& r) {
        if (r.slides && std::isnan(onset)) onset = acceleration;
        steps += r.steps;
        evaluations += r.evaluations;
        wallSeconds += r.wallSeconds;
    }
};

Point atLeast(Real x, Real slip) { return {x, std::max(1e3 * slip, 1e-5)}; } // below is nothing, for the logarithm

} // namespace

int main(int argc, char** argv) {
    ExampleProgram example("ExampleMovingPlatform",
                           "A rigid block and a standing figure on a shaking platform: when they slide, how far and at "
                           "what price, for laws with history and HuntCrossleyForce, against the block's closed form.",
                           platformLaws());
    return example.main(argc, argv, [&](const std::vector<ExampleLaw>& laws) {
        std::string csv = "rider,law,acceleration_m_per_s2,slip_per_shake_m,drift_per_shake_m,load,slides,steps,"
                          "evaluations,wall_s\n";
        std::map<std::string, std::map<std::string, Sum>> sums;
        std::map<std::string, Real> restSlip, belowLimit; // of the figure
        for (const char* rider : {"block", "figure"}) {
            const bool isBlock = std::string(rider) == "block";
            fmt::print("Slip of the {} per shake [mm], 2 shakes per second, friction {}\n{:>8}", rider,
                       PlatformOptions().law.staticFriction, "A [m/s2]");
            if (isBlock) fmt::print("{:>13}", "closed form");
            for (const ExampleLaw& law : laws) fmt::print("{:>29}", law.label);
            fmt::print("\n");
            Plot plot{fmt::format("Slip of the {}", rider),
                      "acceleration of the platform [m/s^2]",
                      "slip per shake [mm]",
                      false,
                      true,
                      {}};
            Series exact{"closed form", "#111111", Series::Style::Dotted, {}};
            std::vector<Series> curves;
            for (const ExampleLaw& law : laws) curves.push_back({law.label, law.color, Series::Style::LinePoints, {}});
            for (Real acceleration : accelerations.at(rider)) {
                PlatformOptions options(rider);
                options.acceleration = acceleration;
                fmt::print("{:>8g}", acceleration);
                if (isBlock) {
                    const Real slip = solveBlockSlip(acceleration, options.frequency, options.law.staticFriction);
                    fmt::print("{:>13.4f}", 1e3 * slip);
                    exact.points.push_back(atLeast(acceleration, slip));
                }
                for (std::size_t i = 0; i < laws.size(); ++i) {
                    options.law = laws[i].law;
                    const PlatformResult r = runPlatform(options);
                    fmt::print("{:>29.4f}", 1e3 * r.slip);
                    sums[laws[i].name][rider].add(acceleration, r);
                    if (isBlock && acceleration == 1.9) belowLimit[laws[i].name] = r.slip;
                    if (acceleration == 0) restSlip[laws[i].name] = r.drift * options.frequency;
                    curves[i].points.push_back(atLeast(acceleration, r.slip));
                    csv += fmt::format("{},{},{:g},{:.4e},{:.4e},{:.4f},{:d},{},{},{:.3f}\n", rider, laws[i].name,
                                       acceleration, r.slip, r.drift, r.load, r.slides, r.steps, r.evaluations,
                                       r.wallSeconds);
                }
                fmt::print("\n");
            }
            if (isBlock) plot.series.push_back(exact);
            plot.series.insert(plot.series.end(), curves.begin(), curves.end());
            example.draw(rider, plot);
            fmt::print("\n");
        }
        example.write("moving_platform.csv", csv);

        fmt::print(
            "slides from: smallest of these accelerations; rigid block: {:.3f} m/s2\nat rest: how fast the figure's "
            "feet slide apart without shaking\n\n{:<28} {:>7} {:>7} {:>8} {:>7} {:>8} {:>6}\n"
            "{:<28} {:>7} {:>7} {:>8} {:>7} {:>8} {:>6}\n",
            PlatformOptions().law.staticFriction * 9.81, "law", "block", "figure", "at rest", "steps", "evals", "time",
            "", "[m/s2]", "[m/s2]", "[mm/s]", "", "", "[s]");
        for (const ExampleLaw& law : laws) {
            const Sum &block = sums[law.name]["block"], &figure = sums[law.name]["figure"];
            fmt::print("{:<28} {:>7g} {:>7g} {:>8.4f} {:>7} {:>8} {:>6.2f}\n", law.label, block.onset, figure.onset,
                       1e3 * restSlip[law.name], block.steps + figure.steps, block.evaluations + figure.evaluations,
                       block.wallSeconds + figure.wallSeconds);
        }
        const std::string ours = "hertz-mindlin", theirs = "hunt-crossley-0.01";
        if (laws.size() < platformLaws().size()) return;
        example.summarize(
            {{"slip of a block per shake, at .97 of the limit",
              fmt::format("Hertz-Mindlin {:.4f} mm", 1e3 * belowLimit[ours]),
              fmt::format("{:.2f} mm at .01 m/s", 1e3 * belowLimit[theirs]),
              fmt::format("steps {} / {} = {:.2f}", sums[ours]["block"].steps, sums[theirs]["block"].steps,
                          double(sums[ours]["block"].steps) / sums[theirs]["block"].steps)}});
    });
}
