// A block and a standing figure are shaken on a platform. The section shows from which acceleration on they slide, and how far.
// For a rigid block both are known in closed form, and below that acceleration nothing may move. The figure sways, and its feet
// push apart, so it slides earlier.

#include "MovingPlatform.h"
#include "Section.h"

#include <algorithm>

namespace lab {

namespace {

// Collects the results of all accelerations.
struct Sum {
    Real onset = SimTK::NaN; // smallest acceleration at which it slides [m/s^2]
    Real slipBelowLimit = 0; // [m]
    Real restSpeed = 0;      // [m/s]
    Cost cost;
};
using Sums = std::map<std::string, Sum>; // of each law

// Shakes one rider at all accelerations, with all laws.
Sums shake(Section& section, const Study& study, const std::string& rider, const std::vector<Real>& accelerations) {
    Sums sums;
    const bool isBlock = rider == "block";
    Table& table = section.addTable("slip", rider, PlatformOptions().law.staticFriction);
    Table& file = section.getFile("moving_platform.csv", "platform");
    Plot& plot = section.addPlot(rider);
    if (isBlock) plot.series = {{"closed form", colors::closedForm, styles::dotted}};
    for (const Contender& law : study.laws) addCurve(plot, law, styles::linePoints);
    for (Real acceleration : accelerations) {
        PlatformOptions options(rider);
        options.acceleration = acceleration;
        Row row{{"A [m/s2]", number(acceleration, "{:g}")}};
        const auto enter = [&](Real slip) {
            Series& curve = plot.series[row.size() - 1];
            row.push_back({curve.label, number(1e3 * slip, "{:.4f}")});
            curve.points.push_back({acceleration, std::max(1e3 * slip, 1e-5)}); // lower limit for the logarithm
        };
        if (isBlock) enter(solveBlockSlip(acceleration, options.frequency, options.law.staticFriction));
        for (const Contender& law : study.laws) {
            study.set(options, law, fmt::format("-{}-{:g}", rider, acceleration));
            const PlatformResult r = runPlatform(options);
            enter(r.slip);
            Sum& sum = sums[law.name];
            if (r.slides && std::isnan(sum.onset)) sum.onset = acceleration;
            sum.cost += r.cost;
            if (acceleration == 1.9) sum.slipBelowLimit = r.slip;
            if (acceleration == 0) sum.restSpeed = r.drift * options.frequency;
            file.add({rider, law.name, acceleration, r.slip, r.drift, r.load, r.slides, r.cost.steps,
                      r.cost.evaluations, r.cost.wallSeconds});
        }
        table.addNamed(row);
    }
    return sums;
}

} // namespace

void movingPlatform(const Study& study, Section& section) {
    Sums blocks = shake(section, study, "block", {0, 1, 1.9, 2.1, 2.5, 3});
    Sums figures = shake(section, study, "figure", {0, .2, .6, .8, 1});
    Table& table = section.addTable("onset", PlatformOptions().law.staticFriction * 9.81);
    const auto onset = [](Real acceleration) {
        return SimTK::isNaN(acceleration) ? std::string("none of them") : number(acceleration, "{:g}");
    };
    for (const Contender& law : study.laws) {
        const Sum &block = blocks[law.name], &figure = figures[law.name];
        Cost cost = block.cost;
        cost += figure.cost;
        table.add(cost, {law.label, onset(block.onset), onset(figure.onset), 1e3 * figure.restSpeed});
    }
    if (!study.isComplete) return;
    const Sum &ours = blocks["hertz-mindlin"], &huntCrossley = blocks["hunt-crossley-0.01"];
    section.summary = {{"slip of a block per shake, at 0.97 of the limit",
                        number(1e3 * ours.slipBelowLimit, "Hertz-Mindlin {:.4f} mm"),
                        number(1e3 * huntCrossley.slipBelowLimit, "{:.2f} mm at 0.01 m/s"),
                        priceOf(ours.cost.steps, huntCrossley.cost.steps, "{:.2f}")}};
}

} // namespace lab
