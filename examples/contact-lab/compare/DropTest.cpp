// Things are dropped. A ball: does it bounce as asked, at any speed? A brick, onto a corner: where does the energy go, and
// does it come to rest? A leg: how hard does it land, where does the force act, and does the foot then stay where it is?

#include "DroppedBrick.h"
#include "Experiments.h"
#include "Impact.h"
#include "LegLanding.h"

#include <fmt/core.h>

#include <cmath>
#include <functional>

namespace lab {

namespace {

const Real fittedAt = 1; // [m/s], HuntCrossleyForce

void dropBall(Section& section, const Study& study) {
    Contenders laws; // the transition velocity does not matter here
    for (const Contender& law : study.laws)
        if (laws.empty() || !laws.back().law.isHuntCrossley()) laws.push_back(law);
    Table table{fmt::format("A ball of 1 cm: restitution got, {} asked; HuntCrossleyForce is fitted at {} m/s",
                            BrickOptions().law.restitution, fittedAt),
                {"speed [m/s]"}};
    Plot plot{"Restitution of a ball", "impact speed [m/s]", "restitution [-]", true};
    std::string csv = "speed_m_per_s";
    for (Contender& law : laws) {
        if (law.law.isHuntCrossley()) {
            law.label = "HuntCrossleyForce";
            law.law.dissipation = dissipationForRestitution(law.law.restitution, fittedAt);
        }
        table.header.push_back(law.label);
        csv += "," + law.name;
        plot.series.push_back(curveOf(law, Series::Style::LinePoints));
    }
    csv += "\n";
    for (Real speed : {0.01, 0.03, 0.1, 0.3, 1., 3., 10.}) {
        table.rows.push_back({number(speed, "{:g}")});
        csv += number(speed, "{:g}");
        for (std::size_t i = 0; i < laws.size(); ++i) {
            ImpactOptions options;
            options.law = laws[i].law;
            options.speed = speed;
            const Real e = runImpact(options).e_n;
            table.rows.back().push_back(number(e, "{:.4f}"));
            csv += number(e, ",{:.6f}");
            plot.series[i].points.push_back({speed, e});
        }
        csv += "\n";
    }
    section.tables.push_back(table);
    section.files["ball.csv"] = csv;
    section.figures.push_back(
        {plot, "HuntCrossleyForce is fitted at 1 m/s; ours return what was asked at every speed."});
}

std::string toCsv(const std::vector<EnergySample>& samples) {
    std::string csv = "time_s,kinetic_J,potential_J,damping_J,friction_J,release_J,joints_J,sum_J\n";
    for (const EnergySample& s : samples)
        csv += fmt::format("{:.3f},{:.6e},{:.6e},{:.6e},{:.6e},{:.6e},{:.6e},{:.9e}\n", s.time, s.kinetic, s.potential,
                           s.heat.damping, s.heat.friction, s.heat.release, s.joints, s.total());
    return csv;
}

// What there is, cause by cause. Potential energy may start anywhere; here it ends at 0.
Plot drawLedger(const std::string& title, const std::vector<EnergySample>& samples) {
    Plot plot{title, "time [s]", "energy [J]"};
    const Real lowest = samples.back().potential;
    const auto add = [&](const char* label, const char* color, const std::function<Real(const EnergySample&)>& get) {
        Series curve{label, color};
        for (const EnergySample& s : samples) curve.points.push_back({s.time, get(s)});
        plot.series.push_back(curve);
    };
    add("kinetic", "#1f6fb4", [](const EnergySample& s) { return s.kinetic; });
    add("potential", "#2a9d4a", [=](const EnergySample& s) { return s.potential - lowest; });
    add("damping", "#d9600a", [](const EnergySample& s) { return s.heat.damping; });
    add("friction", "#8a4fbf", [](const EnergySample& s) { return s.heat.friction; });
    add("release", "#c03030", [](const EnergySample& s) { return s.heat.release; });
    if (samples.back().joints > 0) add("joints", "#888888", [](const EnergySample& s) { return s.joints; });
    add("sum", "#111111", [=](const EnergySample& s) { return s.total() - lowest; });
    return plot;
}

// A number, or a dash where HuntCrossleyForce has none.
std::string orDash(const Contender& law, Real value, const char* format = "{:.4f}") {
    return law.law.isHuntCrossley() ? "-" : number(value, format);
}

void dropBrick(Section& section, const Study& study) {
    Table table{
        "A brick falls .3 m onto a corner; heat over the energy at the start, sum: greatest change",
        {"law", "at rest [s]", "damping [-]", "friction [-]", "release [-]", "sum [-]", "steps", "evals", "time [s]"}};
    std::map<std::string, BrickResult> results;
    for (const Contender& law : study.laws) {
        BrickOptions options;
        options.law = law.law;
        options.show = study.showOf(law, "-brick");
        const BrickResult& r = results[law.name] = runDroppedBrick(options);
        const simbodydem::DissipatedEnergy& heat = r.samples.back().heat;
        table.rows.push_back({law.label, number(r.timeToRest, "{:.3f}"), orDash(law, heat.damping / r.startEnergy),
                              orDash(law, heat.friction / r.startEnergy), orDash(law, heat.release / r.startEnergy),
                              orDash(law, r.drift, "{:.0e}")});
        table.add(r.cost);
        section.files["brick_" + law.name + ".csv"] = toCsv(r.samples);
        if (!law.law.isHuntCrossley())
            section.figures.push_back(
                {drawLedger("A brick falls on a corner, " + law.label, r.samples),
                 law.name == "cundall" ? "Where the brick's energy goes; the sum is level." : ""});
    }
    section.tables.push_back(table);
    if (!study.isComplete) return;
    const BrickResult &ours = results["mindlin"], &theirs = results["hunt-crossley-0.01"];
    section.summary = {{"energy of a brick that falls on a corner: what the ledger misses",
                        number(ours.drift, "Hertz-Mindlin {:.0e} of it"), "keeps none",
                        priceOf(ours.cost.steps, theirs.cost.steps, "{:.2f}")}};
}

std::string toCsv(const std::vector<LandingSample>& samples) {
    std::string csv = "time_s,vertical_N,fore_aft_N,centre_of_pressure_m,slip_m\n";
    for (const LandingSample& s : samples)
        csv += fmt::format("{:.3f},{:.3f},{:.3f},{:.5f},{:.6e}\n", s.time, s.vertical, s.foreAft, s.centreOfPressure,
                           s.slip);
    return csv;
}

void dropLeg(Section& section, const Study& study) {
    Table table{"A landing on one leg from .3 m; CoP: before the heel, at rest; creep: of the heel over the last .5 s\n"
                "joints, damping, friction: heat over m g h; sum: greatest change",
                {"law", "peak [BW]", "rest [BW]", "CoP [mm]", "creep [mm/s]", "joints [-]", "damping [-]",
                 "friction [-]", "sum [-]", "steps", "evals", "time [s]"}};
    Plot vertical{"Vertical ground reaction of a landing", "time [s]", "force [N]"};
    Plot pressure{"Centre of pressure of a landing", "time [s]", "before the heel [mm]"};
    Plot slip{"Slip of the heel", "time [s]", "since the start [mm]"};
    for (const Contender& fallen : study.laws) {
        const Contender law = findLaw(landingLaws(), fallen.name);
        LandingOptions options;
        options.law = law.law;
        options.show = study.showOf(law, "-landing");
        const LandingResult r = runLegLanding(options);
        table.rows.push_back({law.label, number(r.peakForce, "{:.2f}"), number(r.restForce, "{:.4f}"),
                              number(1e3 * r.centreOfPressure, "{:.1f}"), number(1e3 * std::abs(r.creep), "{:.6f}"),
                              number(r.jointHeat / r.fallEnergy, "{:.4f}"), orDash(law, r.heat.damping / r.fallEnergy),
                              orDash(law, r.heat.friction / r.fallEnergy), orDash(law, r.drift, "{:.0e}")});
        table.add(r.cost);
        Series force = curveOf(law), centre = force, way = force;
        for (const LandingSample& s : r.samples) {
            if (s.time > 0.2 && s.time < 0.6) force.points.push_back({s.time, s.vertical});
            if (!std::isnan(s.centreOfPressure)) centre.points.push_back({s.time, 1e3 * s.centreOfPressure});
            if (s.time > 0.2) way.points.push_back({s.time, 1e3 * s.slip});
        }
        vertical.series.push_back(force);
        pressure.series.push_back(centre);
        slip.series.push_back(way);
        section.files["landing_" + law.name + ".csv"] = toCsv(r.samples);
        section.files["landing_energy_" + law.name + ".csv"] = toCsv(r.energy);
        if (!law.law.isHuntCrossley())
            section.figures.push_back({drawLedger("A landing on one leg, " + law.label, r.energy)});
    }
    section.tables.push_back(table);
    section.figures.push_back({vertical, "The ground reaction of the landing."});
    section.figures.push_back({pressure});
    section.figures.push_back({slip, "The heel's way: it creeps on HuntCrossleyForce and stays on a spring."});
}

} // namespace

Section dropTest(const Study& study) {
    Section section{"A ball, a brick and a leg are dropped",
                    "<p>A ball hits the floor at .01 to 10 m/s; a brick with a sphere at each corner falls on one of "
                    "them; a leg lands on feet with the contact numbers of OpenSim's ToyLanding model.</p>"};
    dropBall(section, study);
    dropBrick(section, study);
    dropLeg(section, study);
    section.command = "./run lab compare drop-test --law mindlin";
    return section;
}

} // namespace lab
