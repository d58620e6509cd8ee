// A ball, a brick and a leg are dropped. The ball shows whether the set restitution is returned at any speed. The brick falls
// on a corner and shows where the energy goes and whether it comes to rest. The leg shows how hard it lands, where the force
// acts, and whether the foot then stays where it is.

#include "Drops.h"
#include "LabExperiments.h"
#include "Section.h"

#include <simbodydem/ContactRecord.h>

namespace lab {

namespace {

const Real fittedAt = 1; // [m/s], HuntCrossleyForce

void dropBall(Section& section, const Study& study) {
    Table& table = section.addTable("ball", BrickOptions().law.restitution, fittedAt);
    Plot& plot = section.addPlot("ball");
    Table& file = section.getFile("ball.csv", "ball");
    Contenders laws;
    for (Contender law : study.laws) {
        if (law.isHuntCrossley()) {
            if (!laws.empty() && laws.back().isHuntCrossley()) break; // the transition velocity does not matter here
            law.label = "HuntCrossleyForce";
            law.law.dissipation = dissipationForRestitution(law.law.restitution, fittedAt);
        }
        addCurve(plot, law, styles::linePoints);
        laws.push_back(law);
    }
    ImpactOptions options;
    for (Real speed : {0.01, 0.03, 0.1, 0.3, 1., 3., 10.}) {
        Row row{{"speed [m/s]", number(speed, "{:g}")}}, line{{"speed_m_per_s", row[0].second}};
        options.speed = speed;
        for (std::size_t i = 0; i < laws.size(); ++i) {
            options.law = laws[i].law;
            const Real e = runImpact(options).e_n;
            row.push_back({laws[i].label, number(e, "{:.4f}")});
            line.push_back({laws[i].name, number(e, "{:.6f}")});
            plot.series[i].points.push_back({speed, e});
        }
        table.addNamed(row);
        file.addNamed(line);
    }
}

// Adds the energy by its form and cause: the numbers, and a plot for laws with an energy account. The zero of the potential
// energy is arbitrary; in the plot it ends at 0.
void addLedger(Section& section, const Contender& law, const std::vector<EnergySample>& samples,
               const std::string& fileName, const std::string& plotName) {
    Table& file = section.getFile(fileName + law.name + ".csv", "energy");
    for (const EnergySample& s : samples)
        file.add(
            {s.time, s.kinetic, s.potential, s.heat.damping, s.heat.friction, s.heat.release, s.joints, s.total()});
    if (law.isHuntCrossley()) return;
    const Real lowest = samples.back().potential;
    Plot& plot = section.addPlot(plotName, law.label);
    plot.series = {{"kinetic", "#1f6fb4"}, {"potential", "#2a9d4a"}, {"damping", "#d9600a"}, {"friction", "#8a4fbf"},
                   {"release", "#c03030"}, {"joints", "#888888"},    {"sum", "#111111"}};
    for (const EnergySample& s : samples) {
        const Real energies[] = {s.kinetic, s.potential - lowest, s.heat.damping, s.heat.friction, s.heat.release,
                                 s.joints,  s.total() - lowest};
        for (std::size_t i = 0; i < plot.series.size(); ++i) plot.series[i].points.push_back({s.time, energies[i]});
    }
    if (samples.back().joints == 0) plot.series.erase(plot.series.end() - 2);
}

// Returns a number, or a dash where HuntCrossleyForce has none.
Cell orDash(const Contender& law, Real value) { return law.isHuntCrossley() ? Cell("-") : Cell(value); }

void dropBrick(Section& section, const Study& study) {
    Table& table = section.addTable("brick");
    std::map<std::string, BrickResult> results;
    for (const Contender& law : study.laws) {
        BrickOptions options;
        study.set(options, law, "-brick");
        const BrickResult& r = results[law.name] = runDroppedBrick(options);
        const simbodydem::DissipatedEnergy& heat = r.samples.back().heat;
        table.add(r.cost, {law.label, r.timeToRest, orDash(law, heat.damping / r.startEnergy),
                           orDash(law, heat.friction / r.startEnergy), orDash(law, heat.release / r.startEnergy),
                           orDash(law, r.drift)});
        addLedger(section, law, r.samples, "brick_", law.name == "cundall" ? "brick-cundall" : "brick");
    }
    if (!study.isComplete) return;
    const BrickResult &ours = results["mindlin"], &huntCrossley = results["hunt-crossley-0.01"];
    section.summary = {{"energy of a brick that falls on a corner: the part that the energy account misses",
                        number(ours.drift, "Hertz-Mindlin {:.0e} of it"), "has no account",
                        priceOf(ours.cost.steps, huntCrossley.cost.steps, "{:.2f}")}};
}

void dropLeg(Section& section, const Study& study) {
    Table& table = section.addTable("leg");
    std::vector<Series> vertical, pressure, slip;
    for (const Contender& fallen : study.laws) {
        const Contender law = findLaw(landingLaws(), fallen.name);
        LandingOptions options;
        study.set(options, law, "-landing");
        const LandingResult r = runLegLanding(options);
        const EnergySample& end = r.energy.back();
        table.add(r.cost,
                  {law.label, r.peakForce, r.restForce, 1e3 * r.samples.back().centreOfPressure,
                   1e3 * std::abs(r.creep), end.joints / r.fallEnergy, orDash(law, end.heat.damping / r.fallEnergy),
                   orDash(law, end.heat.friction / r.fallEnergy), orDash(law, r.drift)});
        for (std::vector<Series>* curves : {&vertical, &pressure, &slip}) curves->push_back({law.label, law.color});
        Table& file = section.getFile("landing_" + law.name + ".csv", "landing");
        for (const LandingSample& s : r.samples) {
            if (s.time > 0.2 && s.time < 0.6) vertical.back().points.push_back({s.time, s.vertical});
            if (!std::isnan(s.centreOfPressure)) pressure.back().points.push_back({s.time, 1e3 * s.centreOfPressure});
            if (s.time > 0.2) slip.back().points.push_back({s.time, 1e3 * s.slip});
            file.add({s.time, s.vertical, s.foreAft, s.centreOfPressure, s.slip});
        }
        addLedger(section, law, r.energy, "landing_energy_", "landing");
    }
    section.addPlot("vertical").series = vertical;
    section.addPlot("pressure").series = pressure;
    section.addPlot("slip").series = slip;
}

} // namespace

void dropTest(const Study& study, Section& section) {
    dropBall(section, study);
    dropBrick(section, study);
    dropLeg(section, study);
}

} // namespace lab
