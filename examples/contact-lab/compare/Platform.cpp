// A block and a standing figure on a shaking platform: from which acceleration on do they slide, and how far? For a rigid
// block both are known in closed form; below that, nothing may move. The figure sways and stands with its feet pushing
// apart, so it lets go earlier.

#include "Experiments.h"
#include "MovingPlatform.h"

#include <fmt/core.h>

#include <cmath>

namespace lab {

namespace {

// Of all accelerations.
struct Sum {
    Real onset = SimTK::NaN; // smallest acceleration at which it slides [m/s^2]
    Cost cost;

    void add(Real acceleration, const PlatformResult& r) {
        if (r.slides && std::isnan(onset)) onset = acceleration;
        cost += r.cost;
    }
};

struct LawSums {
    Sum block, figure;
    Real restSpeed = 0, slipBelowLimit = 0; // of the figure, of the block [m/s], [m]
};

Point atLeast(Real x, Real slip) { return {x, std::max(1e3 * slip, 1e-5)}; } // below is nothing, for the logarithm

// One rider at all accelerations, under all laws.
void shake(Section& section, const Study& study, const std::string& rider, std::map<std::string, LawSums>& sums) {
    const bool isBlock = rider == "block";
    Table table{fmt::format("Slip of the {} per shake [mm], 2 shakes per second, friction {}", rider,
                            PlatformOptions().law.staticFriction),
                {"A [m/s2]"}};
    Plot plot{"Slip of the " + rider, "acceleration of the platform [m/s^2]", "slip per shake [mm]", false, true};
    if (isBlock) {
        table.header.push_back("closed form");
        plot.series.push_back({"closed form", colors::closedForm, Series::Style::Dotted});
    }
    for (const Contender& law : study.laws) {
        table.header.push_back(law.label);
        plot.series.push_back(curveOf(law, Series::Style::LinePoints));
    }
    for (Real acceleration :
         isBlock ? std::vector<Real>{0, 1, 1.9, 2.1, 2.5, 3} : std::vector<Real>{0, .2, .6, .8, 1}) {
        PlatformOptions options(rider);
        options.acceleration = acceleration;
        auto& row = table.rows.emplace_back(1, number(acceleration, "{:g}"));
        auto curve = plot.series.begin();
        const auto enter = [&](Real slip) {
            row.push_back(number(1e3 * slip, "{:.4f}"));
            (curve++)->points.push_back(atLeast(acceleration, slip));
        };
        if (isBlock) enter(solveBlockSlip(acceleration, options.frequency, options.law.staticFriction));
        for (const Contender& law : study.laws) {
            options.law = law.law;
            options.show = study.showOf(law, fmt::format("-{}-{:g}", rider, acceleration));
            const PlatformResult r = runPlatform(options);
            enter(r.slip);
            LawSums& sum = sums[law.name];
            (isBlock ? sum.block : sum.figure).add(acceleration, r);
            if (isBlock && acceleration == 1.9) sum.slipBelowLimit = r.slip;
            if (acceleration == 0) sum.restSpeed = r.drift * options.frequency;
            section.files["moving_platform.csv"] +=
                fmt::format("{},{},{:g},{:.4e},{:.4e},{:.4f},{:d},{},{},{:.3f}\n", rider, law.name, acceleration,
                            r.slip, r.drift, r.load, r.slides, r.cost.steps, r.cost.evaluations, r.cost.wallSeconds);
        }
    }
    section.tables.push_back(table);
    section.figures.push_back({plot, isBlock
                                         ? "Slip per shake of the block against the platform's acceleration, and the "
                                           "closed form."
                                         : "The same for the figure, which sways and slides earlier."});
}

} // namespace

Section movingPlatform(const Study& study) {
    Section section{"A figure stands on a shaking platform",
                    "<p>A block and a jointed figure stand on a platform that shakes; a block must slide from mu g "
                    "on.</p>"};
    section.files["moving_platform.csv"] =
        "rider,law,acceleration_m_per_s2,slip_per_shake_m,drift_per_shake_m,load,slides,"
        "steps,evaluations,wall_s\n";
    std::map<std::string, LawSums> sums;
    for (const char* rider : {"block", "figure"}) shake(section, study, rider, sums);
    Table table{fmt::format("slides from: smallest of these accelerations; rigid block: {:.3f} m/s2\n"
                            "at rest: how fast the figure's feet slide apart without shaking",
                            PlatformOptions().law.staticFriction * 9.81),
                {"law", "block [m/s2]", "figure [m/s2]", "at rest [mm/s]", "steps", "evals", "time [s]"}};
    for (const Contender& law : study.laws) {
        const LawSums& sum = sums[law.name];
        Cost cost = sum.block.cost;
        cost += sum.figure.cost;
        table.rows.push_back({law.label, number(sum.block.onset, "{:g}"), number(sum.figure.onset, "{:g}"),
                              number(1e3 * sum.restSpeed, "{:.4f}")});
        table.add(cost);
    }
    section.tables.push_back(table);
    section.command = "./run lab compare moving-platform --law hertz-mindlin";
    if (!study.isComplete) return section;
    const LawSums &ours = sums["hertz-mindlin"], &theirs = sums["hunt-crossley-0.01"];
    section.summary = {{"slip of a block per shake, at .97 of the limit",
                        number(1e3 * ours.slipBelowLimit, "Hertz-Mindlin {:.4f} mm"),
                        number(1e3 * theirs.slipBelowLimit, "{:.2f} mm at .01 m/s"),
                        priceOf(ours.block.cost.steps, theirs.block.cost.steps, "{:.2f}")}};
    return section;
}

} // namespace lab
