// A human of 62 kg walks eight steps, on HuntCrossleyForce's feet and on feet with memory: do the ground reactions agree
// with the data, does the foot that stands stay where it is, and what does that cost?

#include "Experiments.h"
#include "PlanarGait.h"

#include <fmt/core.h>

namespace lab {

namespace {

Real verticalOf(const GaitSample& s, int side) {
    return s.soles[2 * side].normalForce + s.soles[2 * side + 1].normalForce;
}
Real foreAftOf(const GaitSample& s, int side) {
    return s.soles[2 * side].tangentialForce[0] + s.soles[2 * side + 1].tangentialForce[0];
}

std::string toCsv(const GaitResult& result) {
    std::string text = "time_s";
    for (const char* side : {"right", "left"})
        text += fmt::format(",{0}_vertical_N,{0}_vertical_data_N,{0}_fore_aft_N,{0}_fore_aft_data_N,{0}_heel_creep_m,"
                            "{0}_front_creep_m",
                            side);
    text += "\n";
    for (const GaitSample& s : result.samples) {
        text += fmt::format("{:.3f}", s.time);
        for (int side = 0; side < 2; ++side)
            text += fmt::format(",{:.2f},{:.2f},{:.2f},{:.2f},{:.3e},{:.3e}", verticalOf(s, side),
                                s.verticalReference[side], foreAftOf(s, side), s.foreAftReference[side],
                                s.soles[2 * side].creep, s.soles[2 * side + 1].creep);
        text += "\n";
    }
    return text;
}

struct Plots {
    Plot vertical{"Vertical ground reaction of the right foot", "time [s]", "force [N]"};
    Plot foreAft{"Fore-aft ground reaction of the right foot", "time [s]", "force [N]"};
    Plot creep{"Creep of the right heel", "time [s]", "creep so far [mm]", false, true};
    Plot price{"Creep and its price", "integrator steps [-]", "creep per step [mm]", true, true};

    void add(const Contender& law, const GaitResult& result) {
        Series up = curveOf(law), forth = up, lost = up;
        Series upData{"data", colors::closedForm, Series::Style::Dotted}, forthData = upData;
        for (const GaitSample& s : result.samples) {
            up.points.push_back({s.time, verticalOf(s, 0)});
            forth.points.push_back({s.time, foreAftOf(s, 0)});
            // Below is nothing, for the logarithm.
            lost.points.push_back({s.time, 1e3 * std::max(s.soles[0].creep, 1e-7)});
            upData.points.push_back({s.time, s.verticalReference[0]});
            forthData.points.push_back({s.time, s.foreAftReference[0]});
        }
        if (vertical.series.empty()) {
            vertical.series.push_back(upData);
            foreAft.series.push_back(forthData);
        }
        vertical.series.push_back(up);
        foreAft.series.push_back(forth);
        creep.series.push_back(lost);
        price.series.push_back(curveOf(law, Series::Style::Points));
        price.series.back().points = {{double(result.cost.steps), 1e3 * result.creep}};
    }
};

} // namespace

Section planarGait(const Study& study) {
    Section section{"A human walks",
                    "<p>A planar human of 62 kg walks eight steps with prescribed joint angles and a free pelvis, with "
                    "the numbers of OpenSim Moco's example2DWalking. Creep is what the standing foot moves below the "
                    "Coulomb limit without giving it back.</p>"};
    Table table{"vertical, fore-aft: rms distance from the data; impulse: mean vertical force, all in body weights\n"
                "creep, sliding: per step, below and at the Coulomb limit; spring: what comes back",
                {"law", "vertical [BW]", "fore-aft [BW]", "impulse [BW]", "distance [m]", "creep [mm]", "sliding [mm]",
                 "spring [mm]", "steps", "evals", "time [s]"}};
    Plots plots;
    std::map<std::string, GaitResult> results;
    for (const Contender& law : study.laws) {
        GaitOptions options;
        options.law = law.law;
        options.show = study.showOf(law);
        const GaitResult& r = results[law.name] = runPlanarGait(options);
        table.rows.push_back({law.label, number(r.verticalRms, "{:.4f}"), number(r.foreAftRms, "{:.4f}"),
                              number(r.meanVertical, "{:.4f}"), number(r.distance, "{:.3f}"),
                              number(1e3 * r.creep, "{:.4f}"), number(1e3 * r.sliding, "{:.2f}"),
                              number(1e3 * r.greatestElastic, "{:.2f}")});
        table.add(r.cost);
        plots.add(law, r);
        section.files[law.name + ".csv"] = toCsv(r);
    }
    section.tables = {table};
    section.figures = {
        {plots.price, "Creep against what it costs: left is cheap, below is good."},
        {plots.vertical, "The vertical ground reaction is the same for all: they have the same normal force."},
        {plots.creep, "The right heel's creep over the walk."},
        {plots.foreAft, "The fore-aft reaction depends on the friction law; none of them meets the data."}};
    section.command = "./run lab compare planar-gait --law cundall";
    if (!study.isComplete) return section;
    const GaitResult &ours = results["cundall"], &theirs = results["hunt-crossley-0.01"];
    section.summary = {{"creep of the standing foot, per step of a walk", number(1e3 * ours.creep, "Cundall {:.4f} mm"),
                        number(1e3 * theirs.creep, "{:.3f} mm at .01 m/s"),
                        priceOf(ours.cost.steps, theirs.cost.steps, "{:.2f}")}};
    section.conclusion =
        fmt::format("Cundall's spring against HuntCrossleyForce at .01 m/s: {:.0f} times less creep with {:.2f} times "
                    "the steps.",
                    theirs.creep / ours.creep, double(ours.cost.steps) / theirs.cost.steps);
    return section;
}

} // namespace lab
