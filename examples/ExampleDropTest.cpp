// Things are dropped. A ball: does it bounce as asked, at any speed? A brick, onto a corner: where does the energy go, and
// does it come to rest? A leg: how hard does it land, where does the force act, and does the foot then stay where it is?
// The models are contact-lab/Impact.cpp, models/DroppedBrick.cpp and models/LegLanding.cpp.

#include "DroppedBrick.h"
#include "ExampleProgram.h"
#include "Impact.h"
#include "LegLanding.h"
#include "Plot.h"

#include <fmt/core.h>

#include <cmath>
#include <functional>
#include <map>

using namespace lab;

namespace {

const Real fittedAt = 1; // [m/s]

LawChoice ballLaw(const ExampleLaw& law) {
    LawChoice choice = law.law;
    if (choice.isHuntCrossley()) choice.dissipation = dissipationForRestitution(choice.restitution, fittedAt);
    return choice;
}

void dropBall(const ExampleProgram& example, const std::vector<ExampleLaw>& all) {
    std::vector<ExampleLaw> laws; // the transition velocity does not matter here
    for (const ExampleLaw& law : all)
        if (laws.empty() || !laws.back().law.isHuntCrossley()) laws.push_back(law);
    fmt::print("A ball of 1 cm: restitution got, {} asked; HuntCrossleyForce is fitted at {} m/s\n{:>12}",
               BrickOptions().law.restitution, fittedAt, "speed [m/s]");
    Plot plot{"Restitution of a ball", "impact speed [m/s]", "restitution [-]", true, false, {}};
    std::string csv = "speed_m_per_s";
    for (const ExampleLaw& law : laws) {
        const std::string label = law.law.isHuntCrossley() ? "HuntCrossleyForce" : law.label;
        fmt::print("{:>20}", label);
        csv += "," + law.name;
        plot.series.push_back({label, law.color, Series::Style::LinePoints, {}});
    }
    csv += "\n";
    fmt::print("\n");
    for (Real speed : {0.01, 0.03, 0.1, 0.3, 1., 3., 10.}) {
        fmt::print("{:>12g}", speed);
        csv += fmt::format("{:g}", speed);
        for (std::size_t i = 0; i < laws.size(); ++i) {
            ImpactOptions options;
            options.law = ballLaw(laws[i]);
            options.speed = speed;
            const Real e = runImpact(options).e_n;
            fmt::print("{:>20.4f}", e);
            csv += fmt::format(",{:.6f}", e);
            plot.series[i].points.push_back({speed, e});
        }
        csv += "\n";
        fmt::print("\n");
    }
    example.write("ball.csv", csv);
    example.draw("ball", plot);
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
    Plot plot{title, "time [s]", "energy [J]", false, false, {}};
    const Real lowest = samples.back().potential;
    const auto add = [&](const char* label, const char* color, const std::function<Real(const EnergySample&)>& get) {
        Series curve{label, color, Series::Style::Line, {}};
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
std::string orDash(const LawChoice& law, const std::string& number) { return law.isHuntCrossley() ? "-" : number; }

std::vector<ExampleSummary> dropBrick(const ExampleProgram& example, const std::vector<ExampleLaw>& laws) {
    std::map<std::string, BrickResult> results;
    fmt::print("\nA brick falls .3 m onto a corner; heat over the energy at the start, sum: greatest change\n"
               "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6}\n"
               "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6}\n",
               "law", "at rest", "damping", "friction", "release", "sum", "steps", "evals", "time", "", "[s]", "[-]",
               "[-]", "[-]", "[-]", "", "", "[s]");
    for (const ExampleLaw& law : laws) {
        BrickOptions options;
        options.law = law.law;
        const BrickResult& r = results[law.name] = runDroppedBrick(options);
        const auto share = [&](Real energy) { return orDash(law.law, fmt::format("{:.4f}", energy / r.startEnergy)); };
        const simbodydem::DissipatedEnergy& heat = r.samples.back().heat;
        fmt::print("{:<28} {:>8.3f} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6.2f}\n", law.label, r.timeToRest,
                   share(heat.damping), share(heat.friction), share(heat.release),
                   orDash(law.law, fmt::format("{:.0e}", r.drift)), r.steps, r.evaluations, r.wallSeconds);
        example.write("brick_" + law.name + ".csv", toCsv(r.samples));
        if (!law.law.isHuntCrossley())
            example.draw("brick_" + law.name, drawLedger("A brick falls on a corner, " + law.label, r.samples));
    }
    if (results.size() < brickLaws().size()) return {};
    const BrickResult &ours = results["mindlin"], &theirs = results["hunt-crossley-0.01"];
    return {{"energy of a brick that falls on a corner: what the ledger misses",
             fmt::format("Hertz-Mindlin {:.0e} of the energy at the start", ours.drift), "keeps none",
             fmt::format("steps {} / {} = {:.2f}", ours.steps, theirs.steps, double(ours.steps) / theirs.steps)}};
}

std::string toCsv(const std::vector<LandingSample>& samples) {
    std::string csv = "time_s,vertical_N,fore_aft_N,centre_of_pressure_m,slip_m\n";
    for (const LandingSample& s : samples)
        csv += fmt::format("{:.3f},{:.3f},{:.3f},{:.5f},{:.6e}\n", s.time, s.vertical, s.foreAft, s.centreOfPressure,
                           s.slip);
    return csv;
}

void dropLeg(const ExampleProgram& example, const std::vector<ExampleLaw>& laws) {
    fmt::print(
        "\nA landing on one leg from .3 m; CoP: before the heel, at rest; creep: of the heel over the last .5 s\n"
        "joints, damping, friction: heat over m g h; sum: greatest change\n"
        "{:<28} {:>6} {:>6} {:>6} {:>9} {:>7} {:>8} {:>8} {:>6} {:>6} {:>6} {:>6}\n"
        "{:<28} {:>6} {:>6} {:>6} {:>9} {:>7} {:>8} {:>8} {:>6} {:>6} {:>6} {:>6}\n",
        "law", "peak", "rest", "CoP", "creep", "joints", "damping", "friction", "sum", "steps", "evals", "time", "",
        "[BW]", "[BW]", "[mm]", "[mm/s]", "[-]", "[-]", "[-]", "[-]", "", "", "[s]");
    Plot vertical{"Vertical ground reaction of a landing", "time [s]", "force [N]", false, false, {}};
    Plot pressure{"Centre of pressure of a landing", "time [s]", "before the heel [mm]", false, false, {}};
    Plot slip{"Slip of the heel", "time [s]", "since the start [mm]", false, false, {}};
    for (const ExampleLaw& law : laws) {
        LandingOptions options;
        options.law = law.law;
        const LandingResult r = runLegLanding(options);
        const auto share = [&](Real energy) { return orDash(law.law, fmt::format("{:.4f}", energy / r.fallEnergy)); };
        fmt::print("{:<28} {:>6.2f} {:>6.4f} {:>6.1f} {:>9.6f} {:>7.4f} {:>8} {:>8} {:>6} {:>6} {:>6} {:>6.2f}\n",
                   law.label, r.peakForce, r.restForce, 1e3 * r.centreOfPressure, 1e3 * std::abs(r.creep),
                   r.jointHeat / r.fallEnergy, share(r.heat.damping), share(r.heat.friction),
                   orDash(law.law, fmt::format("{:.0e}", r.drift)), r.steps, r.evaluations, r.wallSeconds);
        Series force{law.label, law.color, Series::Style::Line, {}}, centre = force, way = force;
        for (const LandingSample& s : r.samples) {
            if (s.time > 0.2 && s.time < 0.6) force.points.push_back({s.time, s.vertical});
            if (!std::isnan(s.centreOfPressure)) centre.points.push_back({s.time, 1e3 * s.centreOfPressure});
            if (s.time > 0.2) way.points.push_back({s.time, 1e3 * s.slip});
        }
        vertical.series.push_back(force);
        pressure.series.push_back(centre);
        slip.series.push_back(way);
        example.write("landing_" + law.name + ".csv", toCsv(r.samples));
        example.write("landing_energy_" + law.name + ".csv", toCsv(r.energy));
        if (!law.law.isHuntCrossley())
            example.draw("landing_energy_" + law.name, drawLedger("A landing on one leg, " + law.label, r.energy));
    }
    example.draw("landing_force", vertical);
    example.draw("landing_centre_of_pressure", pressure);
    example.draw("landing_slip", slip);
}

} // namespace

int main(int argc, char** argv) {
    ExampleProgram example(
        "ExampleDropTest",
        "A ball, a brick and a leg are dropped: restitution, where the energy goes, ground reaction, "
        "for laws with history and HuntCrossleyForce.",
        brickLaws());
    return example.main(argc, argv, [&](const std::vector<ExampleLaw>& laws) {
        dropBall(example, laws);
        const std::vector<ExampleSummary> summary = dropBrick(example, laws);
        std::vector<ExampleLaw> landing;
        for (const ExampleLaw& law : laws) landing.push_back(findLaw(landingLaws(), law.name));
        dropLeg(example, landing);
        example.summarize(summary);
    });
}
