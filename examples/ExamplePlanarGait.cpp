// A human of 62 kg walks eight steps, on HuntCrossleyForce's feet and on feet with memory: do the ground reactions agree
// with the data, does the foot that stands stay where it is, and what does that cost? The model is models/PlanarGait.cpp.

#include "ExampleProgram.h"
#include "PlanarGait.h"
#include "Plot.h"

#include <fmt/core.h>

#include <map>

using namespace lab;

namespace {

Real sumOverFoot(const GaitSample& s, Real SoleSample::*force, int side) {
    return s.soles[2 * side].*force + s.soles[2 * side + 1].*force;
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
            text += fmt::format(",{:.2f},{:.2f},{:.2f},{:.2f},{:.3e},{:.3e}",
                                sumOverFoot(s, &SoleSample::normalForce, side), s.verticalReference[side],
                                sumOverFoot(s, &SoleSample::tangentialForce, side), s.foreAftReference[side],
                                s.soles[2 * side].creep, s.soles[2 * side + 1].creep);
        text += "\n";
    }
    return text;
}

struct Plots {
    Plot vertical{"Vertical ground reaction of the right foot", "time [s]", "force [N]", false, false, {}};
    Plot foreAft{"Fore-aft ground reaction of the right foot", "time [s]", "force [N]", false, false, {}};
    Plot creep{"Creep of the right heel", "time [s]", "creep so far [mm]", false, true, {}};
    Plot price{"Creep and its price", "integrator steps [-]", "creep per step [mm]", true, true, {}};

    void add(const ExampleLaw& law, const GaitResult& result) {
        Series up{law.label, law.color, Series::Style::Line, {}}, forth = up, lost = up;
        Series upData{"data", "#111111", Series::Style::Dotted, {}}, forthData = upData;
        for (const GaitSample& s : result.samples) {
            up.points.push_back({s.time, sumOverFoot(s, &SoleSample::normalForce, 0)});
            forth.points.push_back({s.time, sumOverFoot(s, &SoleSample::tangentialForce, 0)});
            lost.points.push_back(
                {s.time, 1e3 * std::max(s.soles[0].creep, 1e-7)}); // below is nothing, for the logarithm
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
        price.series.push_back(
            {law.label, law.color, Series::Style::Points, {{double(result.steps), 1e3 * result.creep}}});
    }
};

} // namespace

int main(int argc, char** argv) {
    ExampleProgram example(
        "ExamplePlanarGait",
        "A planar human walks eight steps with prescribed joint angles and a free pelvis; the forces "
        "under its feet, their slip and their price, for HuntCrossleyForce and laws with history.",
        gaitLaws());
    return example.main(argc, argv, [&](const std::vector<ExampleLaw>& laws) {
        fmt::print("vertical, fore-aft: rms distance from the data; impulse: mean vertical force, all in body weights\n"
                   "creep, sliding: per step, below and at the Coulomb limit; spring: what comes back\n\n"
                   "{:<30} {:>8} {:>8} {:>8} {:>8} {:>9} {:>8} {:>8} {:>6} {:>7} {:>6}\n"
                   "{:<30} {:>8} {:>8} {:>8} {:>8} {:>9} {:>8} {:>8} {:>6} {:>7} {:>6}\n",
                   "law", "vertical", "fore-aft", "impulse", "distance", "creep", "sliding", "spring", "steps", "evals",
                   "time", "", "[-]", "[-]", "[-]", "[m]", "[mm]", "[mm]", "[mm]", "", "", "[s]");
        Plots plots;
        std::map<std::string, GaitResult> results;
        for (const ExampleLaw& law : laws) {
            GaitOptions options;
            options.law = law.law;
            options.show = example.getShow(law);
            const GaitResult r = results[law.name] = runPlanarGait(options);
            fmt::print("{:<30} {:>8.4f} {:>8.4f} {:>8.4f} {:>8.3f} {:>9.4f} {:>8.2f} {:>8.2f} {:>6} {:>7} {:>6.2f}\n",
                       law.label, r.verticalRms, r.foreAftRms, r.meanVertical, r.distance, 1e3 * r.creep,
                       1e3 * r.sliding, 1e3 * r.greatestElastic, r.steps, r.evaluations, r.wallSeconds);
            plots.add(law, r);
            example.write(law.name + ".csv", toCsv(r));
        }
        for (const auto& [name, plot] : {std::pair{"vertical", &plots.vertical}, std::pair{"fore_aft", &plots.foreAft},
                                         std::pair{"creep", &plots.creep}, std::pair{"price", &plots.price}})
            example.draw(name, *plot);
        if (results.size() < gaitLaws().size()) return;
        const GaitResult &ours = results["cundall"], &theirs = results["hunt-crossley-0.01"];
        example.summarize(
            {{"creep of the standing foot, per step of a walk", fmt::format("Cundall {:.4f} mm", 1e3 * ours.creep),
              fmt::format("{:.3f} mm at .01 m/s", 1e3 * theirs.creep),
              fmt::format("steps {} / {} = {:.2f}", ours.steps, theirs.steps, double(ours.steps) / theirs.steps)}});
        fmt::print(
            "\nCundall's spring against HuntCrossleyForce at .01 m/s: {:.0f} times less creep with {:.2f} times the "
            "steps.\n",
            theirs.creep / ours.creep, double(ours.steps) / theirs.steps);
    });
}
