// A human of 62 kg walks eight steps, on HuntCrossleyForce's feet and on feet with memory: do the ground reactions agree
// with the data, does the foot that stands stay where it is, and what does that cost?

#include "PlanarGait.h"
#include "Section.h"

#include <fmt/core.h>

#include <algorithm>

namespace lab {

namespace {

std::string toCsv(const std::vector<GaitSample>& samples) {
    std::string header = "time_s";
    for (const char* side : {"right", "left"})
        header += fmt::format(",{0}_vertical_N,{0}_vertical_data_N,{0}_fore_aft_N,{0}_fore_aft_data_N,{0}_heel_creep_m,"
                              "{0}_front_creep_m",
                              side);
    return toCsv(header, samples, [](const GaitSample& s) {
        std::string line = fmt::format("{:.3f}", s.time);
        for (int side = 0; side < 2; ++side)
            line += fmt::format(",{:.2f},{:.2f},{:.2f},{:.2f},{:.3e},{:.3e}", s.calcVertical(side),
                                s.verticalReference[side], s.calcForeAft(side), s.foreAftReference[side],
                                s.soles[2 * side].creep, s.soles[2 * side + 1].creep);
        return line;
    });
}

} // namespace

Section planarGait(const Study& study) {
    Section section{"A human walks",
                    "<p>A planar human of 62 kg walks eight steps with prescribed joint angles and a free pelvis, with "
                    "the numbers of OpenSim Moco's example2DWalking. Creep is what the standing foot moves below the "
                    "Coulomb limit without giving it back.</p>",
                    "./run lab compare planar-gait --law cundall"};
    Table& table = section.addTable(
        "vertical, fore-aft: rms distance from the data; impulse: mean vertical force, all in body weights\n"
        "creep, sliding: per step, below and at the Coulomb limit; spring: what comes back");
    Plot vertical{"Vertical ground reaction of the right foot", "time [s]", "force [N]"};
    Plot foreAft{"Fore-aft ground reaction of the right foot", "time [s]", "force [N]"};
    Plot creep{"Creep of the right heel", "time [s]", "creep so far [mm]", false, true};
    Plot price{"Creep and its price", "integrator steps [-]", "creep per step [mm]", true, true};
    vertical.series = foreAft.series = {{"data", colors::closedForm, styles::dotted}};
    std::map<std::string, GaitResult> results;
    for (const Contender& law : study.laws) {
        GaitOptions options;
        study.set(options, law);
        const GaitResult& r = results[law.name] = runPlanarGait(options);
        table.add(r.cost, {{"law", law.label},
                           {"vertical [BW]", number(r.verticalRms, "{:.4f}")},
                           {"fore-aft [BW]", number(r.foreAftRms, "{:.4f}")},
                           {"impulse [BW]", number(r.meanVertical, "{:.4f}")},
                           {"distance [m]", number(r.distance, "{:.3f}")},
                           {"creep [mm]", number(1e3 * r.creep, "{:.4f}")},
                           {"sliding [mm]", number(1e3 * r.sliding, "{:.2f}")},
                           {"spring [mm]", number(1e3 * r.greatestElastic, "{:.2f}")}});
        section.files[law.name + ".csv"] = toCsv(r.samples);
        Series up{law.label, law.color}, forth = up, lost = up;
        for (const GaitSample& s : r.samples) {
            up.points.push_back({s.time, s.calcVertical(0)});
            forth.points.push_back({s.time, s.calcForeAft(0)});
            lost.points.push_back({s.time, 1e3 * std::max(s.soles[0].creep, 1e-7)}); // for the logarithm
            if (results.size() > 1) continue;
            vertical.series[0].points.push_back({s.time, s.verticalReference[0]});
            foreAft.series[0].points.push_back({s.time, s.foreAftReference[0]});
        }
        vertical.series.push_back(up);
        foreAft.series.push_back(forth);
        creep.series.push_back(lost);
        addCurve(price, law, styles::points).points = {{double(r.cost.steps), 1e3 * r.creep}};
    }
    section.figures = {{price, "Creep against what it costs: left is cheap, below is good."},
                       {vertical, "The vertical ground reaction is the same for all: they have the same normal force."},
                       {creep, "The right heel's creep over the walk."},
                       {foreAft, "The fore-aft reaction depends on the friction law; none of them meets the data."}};
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
