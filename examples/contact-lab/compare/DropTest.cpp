// Things are dropped. A ball: does it bounce as asked, at any speed? A brick, onto a corner: where does the energy go, and
// does it come to rest? A leg: how hard does it land, where does the force act, and does the foot then stay where it is?

#include "Drops.h"
#include "LabExperiments.h"
#include "Section.h"

#include <fmt/core.h>

namespace lab {

namespace {

const Real fittedAt = 1; // [m/s], HuntCrossleyForce

void dropBall(Section& section, const Study& study) {
    Table& table =
        section.addTable(fmt::format("A ball of 1 cm: restitution got, {} asked; HuntCrossleyForce is fitted at {} m/s",
                                     BrickOptions().law.restitution, fittedAt));
    Plot plot{"Restitution of a ball", "impact speed [m/s]", "restitution [-]", true};
    std::string& csv = section.files["ball.csv"] = "speed_m_per_s";
    Contenders laws;
    for (Contender law : study.laws) {
        if (law.isHuntCrossley()) {
            if (!laws.empty() && laws.back().isHuntCrossley()) break; // the transition velocity does not matter here
            law.label = "HuntCrossleyForce";
            law.law.dissipation = dissipationForRestitution(law.law.restitution, fittedAt);
        }
        csv += "," + law.name;
        addCurve(plot, law, styles::linePoints);
        laws.push_back(law);
    }
    ImpactOptions options;
    for (Real speed : {0.01, 0.03, 0.1, 0.3, 1., 3., 10.}) {
        Row row{{"speed [m/s]", number(speed, "{:g}")}};
        csv += number(speed, "\n{:g}");
        options.speed = speed;
        for (std::size_t i = 0; i < laws.size(); ++i) {
            options.law = laws[i].law;
            const Real e = runImpact(options).e_n;
            row.push_back({laws[i].label, number(e, "{:.4f}")});
            csv += number(e, ",{:.6f}");
            plot.series[i].points.push_back({speed, e});
        }
        table.add(row);
    }
    csv += "\n";
    section.figures.push_back(
        {plot, "HuntCrossleyForce is fitted at 1 m/s; ours return what was asked at every speed."});
}

// What there is, cause by cause: the numbers, and a plot for laws with a ledger. Potential energy may start anywhere; in
// the plot it ends at 0.
void addLedger(Section& section, const Contender& law, const std::vector<EnergySample>& samples,
               const std::string& fileName, const std::string& title, const std::string& caption = "") {
    section.files[fileName + law.name + ".csv"] =
        toCsv("time_s,kinetic_J,potential_J,damping_J,friction_J,release_J,joints_J,sum_J", samples,
              [](const EnergySample& s) {
                  return fmt::format("{:.3f},{:.6e},{:.6e},{:.6e},{:.6e},{:.6e},{:.6e},{:.9e}", s.time, s.kinetic,
                                     s.potential, s.heat.damping, s.heat.friction, s.heat.release, s.joints, s.total());
              });
    if (law.isHuntCrossley()) return;
    const Real lowest = samples.back().potential;
    Plot plot{title + law.label, "time [s]", "energy [J]"};
    plot.series = {{"kinetic", "#1f6fb4"}, {"potential", "#2a9d4a"}, {"damping", "#d9600a"}, {"friction", "#8a4fbf"},
                   {"release", "#c03030"}, {"joints", "#888888"},    {"sum", "#111111"}};
    for (const EnergySample& s : samples) {
        const Real energies[] = {s.kinetic, s.potential - lowest, s.heat.damping, s.heat.friction, s.heat.release,
                                 s.joints,  s.total() - lowest};
        for (std::size_t i = 0; i < plot.series.size(); ++i) plot.series[i].points.push_back({s.time, energies[i]});
    }
    if (samples.back().joints == 0) plot.series.erase(plot.series.end() - 2);
    section.figures.push_back({plot, caption});
}

// A number, or a dash where HuntCrossleyForce has none.
std::string orDash(const Contender& law, Real value, const char* format = "{:.4f}") {
    return law.isHuntCrossley() ? "-" : number(value, format);
}

void dropBrick(Section& section, const Study& study) {
    Table& table =
        section.addTable("A brick falls .3 m onto a corner; heat over the energy at the start, sum: greatest change");
    std::map<std::string, BrickResult> results;
    for (const Contender& law : study.laws) {
        BrickOptions options;
        study.set(options, law, "-brick");
        const BrickResult& r = results[law.name] = runDroppedBrick(options);
        const simbodydem::DissipatedEnergy& heat = r.samples.back().heat;
        table.add(r.cost, {{"law", law.label},
                           {"at rest [s]", number(r.timeToRest, "{:.3f}")},
                           {"damping [-]", orDash(law, heat.damping / r.startEnergy)},
                           {"friction [-]", orDash(law, heat.friction / r.startEnergy)},
                           {"release [-]", orDash(law, heat.release / r.startEnergy)},
                           {"sum [-]", orDash(law, r.drift, "{:.0e}")}});
        addLedger(section, law, r.samples, "brick_", "A brick falls on a corner, ",
                  law.name == "cundall" ? "Where the brick's energy goes; the sum is level." : "");
    }
    if (!study.isComplete) return;
    const BrickResult &ours = results["mindlin"], &theirs = results["hunt-crossley-0.01"];
    section.summary = {{"energy of a brick that falls on a corner: what the ledger misses",
                        number(ours.drift, "Hertz-Mindlin {:.0e} of it"), "keeps none",
                        priceOf(ours.cost.steps, theirs.cost.steps, "{:.2f}")}};
}

void dropLeg(Section& section, const Study& study) {
    Table& table = section.addTable(
        "A landing on one leg from .3 m; CoP: before the heel, at rest; creep: of the heel over the last .5 s\n"
        "joints, damping, friction: heat over m g h; sum: greatest change");
    Plot vertical{"Vertical ground reaction of a landing", "time [s]", "force [N]"};
    Plot pressure{"Centre of pressure of a landing", "time [s]", "before the heel [mm]"};
    Plot slip{"Slip of the heel", "time [s]", "since the start [mm]"};
    for (const Contender& fallen : study.laws) {
        const Contender law = findLaw(landingLaws(), fallen.name);
        LandingOptions options;
        study.set(options, law, "-landing");
        const LandingResult r = runLegLanding(options);
        const EnergySample& end = r.energy.back();
        table.add(r.cost, {{"law", law.label},
                           {"peak [BW]", number(r.peakForce, "{:.2f}")},
                           {"rest [BW]", number(r.restForce, "{:.4f}")},
                           {"CoP [mm]", number(1e3 * r.samples.back().centreOfPressure, "{:.1f}")},
                           {"creep [mm/s]", number(1e3 * std::abs(r.creep), "{:.6f}")},
                           {"joints [-]", number(end.joints / r.fallEnergy, "{:.4f}")},
                           {"damping [-]", orDash(law, end.heat.damping / r.fallEnergy)},
                           {"friction [-]", orDash(law, end.heat.friction / r.fallEnergy)},
                           {"sum [-]", orDash(law, r.drift, "{:.0e}")}});
        Series force{law.label, law.color}, centre = force, way = force;
        for (const LandingSample& s : r.samples) {
            if (s.time > 0.2 && s.time < 0.6) force.points.push_back({s.time, s.vertical});
            if (!std::isnan(s.centreOfPressure)) centre.points.push_back({s.time, 1e3 * s.centreOfPressure});
            if (s.time > 0.2) way.points.push_back({s.time, 1e3 * s.slip});
        }
        vertical.series.push_back(force);
        pressure.series.push_back(centre);
        slip.series.push_back(way);
        section.files["landing_" + law.name + ".csv"] =
            toCsv("time_s,vertical_N,fore_aft_N,centre_of_pressure_m,slip_m", r.samples, [](const LandingSample& s) {
                return fmt::format("{:.3f},{:.3f},{:.3f},{:.5f},{:.6e}", s.time, s.vertical, s.foreAft,
                                   s.centreOfPressure, s.slip);
            });
        addLedger(section, law, r.energy, "landing_energy_", "A landing on one leg, ");
    }
    section.figures.push_back({vertical, "The ground reaction of the landing."});
    section.figures.push_back({pressure});
    section.figures.push_back({slip, "The heel's way: it creeps on HuntCrossleyForce and stays on a spring."});
}

} // namespace

Section dropTest(const Study& study) {
    Section section{"A ball, a brick and a leg are dropped",
                    "<p>A ball hits the floor at .01 to 10 m/s; a brick with a sphere at each corner falls on one of "
                    "them; a leg lands on feet with the contact numbers of OpenSim's ToyLanding model.</p>",
                    "./run lab compare drop-test --law mindlin"};
    dropBall(section, study);
    dropBrick(section, study);
    dropLeg(section, study);
    return section;
}

} // namespace lab
