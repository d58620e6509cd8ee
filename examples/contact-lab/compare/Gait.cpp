// A human of 62 kg walks eight steps, on feet with HuntCrossleyForce and on feet with memory. The section shows whether the
// ground reactions agree with the data, whether the standing foot stays where it is, and what that costs.

#include "PlanarGait.h"
#include "Section.h"

#include <algorithm>

namespace lab {

void planarGait(const Study& study, Section& section) {
    Table& table = section.addTable("laws");
    Plot &price = section.addPlot("price"), &vertical = section.addPlot("vertical"), &creep = section.addPlot("creep"),
         &foreAft = section.addPlot("fore-aft");
    vertical.series = foreAft.series = {{"data", colors::closedForm, styles::dotted}};
    std::map<std::string, GaitResult> results;
    for (const Contender& law : study.laws) {
        GaitOptions options;
        study.set(options, law);
        const GaitResult& r = results[law.name] = runPlanarGait(options);
        table.add(r.cost, {law.label, r.verticalRms, r.foreAftRms, r.meanVertical, r.distance, 1e3 * r.creep,
                           1e3 * r.sliding, 1e3 * r.greatestElastic});
        Table& file = section.getFile(law.name + ".csv", "walk");
        Series up{law.label, law.color}, forth = up, lost = up;
        for (const GaitSample& s : r.samples) {
            up.points.push_back({s.time, s.calcVertical(0)});
            forth.points.push_back({s.time, s.calcForeAft(0)});
            lost.points.push_back({s.time, 1e3 * std::max(s.soles[0].creep, 1e-7)}); // for the logarithm
            std::vector<Cell> line = {s.time};
            for (int side : {0, 1})
                line.insert(line.end(),
                            {s.calcVertical(side), s.verticalReference[side], s.calcForeAft(side),
                             s.foreAftReference[side], s.soles[2 * side].creep, s.soles[2 * side + 1].creep});
            file.add(line);
            if (results.size() > 1) continue;
            vertical.series[0].points.push_back({s.time, s.verticalReference[0]});
            foreAft.series[0].points.push_back({s.time, s.foreAftReference[0]});
        }
        vertical.series.push_back(up);
        foreAft.series.push_back(forth);
        creep.series.push_back(lost);
        addCurve(price, law, styles::points).points = {{double(r.cost.steps), 1e3 * r.creep}};
    }
    if (!study.isComplete) return;
    const GaitResult &ours = results["cundall"], &huntCrossley = results["hunt-crossley-0.01"];
    section.summary = {{"creep of the standing foot, per step of a walk", number(1e3 * ours.creep, "Cundall {:.4f} mm"),
                        number(1e3 * huntCrossley.creep, "{:.3f} mm at 0.01 m/s"),
                        priceOf(ours.cost.steps, huntCrossley.cost.steps, "{:.2f}")}};
    section.conclusion = fmt::format(
        "Cundall's spring against HuntCrossleyForce at 0.01 m/s: {:.0f} times less creep with {:.2f} times the steps.",
        huntCrossley.creep / ours.creep, double(ours.cost.steps) / huntCrossley.cost.steps);
}

} // namespace lab
