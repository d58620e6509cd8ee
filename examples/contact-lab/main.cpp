// contact-lab: try a contact law on an impact, a slope or a rolling sphere before putting it into a model.

#include "CommandLine.h"
#include "LabExperiments.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

using namespace lab;
using json = nlohmann::ordered_json;

namespace {

// One quantity of a result: the same list makes the table and the JSON object.
struct Quantity {
    std::string name, unit;
    json value;
};
using Quantities = std::vector<Quantity>;

Quantities withEffort(const Effort& effort, Quantities result, const char* of = "") {
    result.push_back({"steps", of, effort.steps});
    result.push_back({"evaluations", of, effort.evaluations});
    return result;
}

void print(const Quantities& result, bool asJson) {
    if (asJson) {
        json object;
        for (const Quantity& q : result) object[q.name] = q.value; // NaN becomes null
        fmt::print("{}\n", object.dump());
        return;
    }
    for (const Quantity& q : result)
        fmt::print("{:<22} {:>16} {}\n", q.name,
                   q.value.is_number_float() ? fmt::format("{:.8g}", q.value.get<double>()) : q.value.dump(), q.unit);
}

json toJson(const ConvergencePoint& p, const char* setting) {
    return {{setting, p.setting}, {"error", p.error}, {"steps", p.steps}, {"evaluations", p.evaluations}};
}

void printConvergence(const std::vector<Convergence>& study, bool asJson) {
    json rows = json::array();
    std::string text = fmt::format("{:<14} {:>6} {:>9} {:>9} {:>9} {:>9}   error of the ladder\n", "integrator",
                                   "order", "error", "steps", "evals", "setting");
    for (const Convergence& c : study) {
        json& row = rows.emplace_back(json{{"integrator", c.integrator}, {"order", c.order}});
        row.update(toJson(c.atAccuracy, "setting"));
        const ConvergencePoint& at = c.atAccuracy;
        text += fmt::format("{:<14} {:>6.2f} {:>9.1e} {:>9} {:>9} {:>9.1e}  ", c.integrator, c.order, at.error,
                            at.steps, at.evaluations, at.setting);
        for (const ConvergencePoint& p : c.ladder) {
            row["ladder"].push_back(toJson(p, c.isFixedStep ? "step" : "accuracy"));
            text += fmt::format(" {:.1e}", p.error);
        }
        text += "\n";
    }
    fmt::print("{}", asJson ? rows.dump() + "\n" : text);
}

void addSphere(CLI::App& sub, Real& radius, Real& density) {
    addNumber(sub, "--radius", radius, "m", "of the sphere, > 0");
    addNumber(sub, "--density", density, "kg/m^3", "of the sphere, > 0");
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("contact-lab: try a contact law on an impact, a slope or a rolling sphere before putting it into a "
                 "model. SI units.");
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default();
    addLaws(app);

    // A subcommand that runs an experiment and prints its quantities.
    bool asJson = false;
    const auto add = [&](const char* name, const char* help, LawChoice& law, auto experiment) -> CLI::App& {
        CLI::App& sub = *app.add_subcommand(name, help);
        addLaw(sub, law);
        sub.add_flag("--json", asJson, "print one JSON object");
        sub.callback([&asJson, experiment] { print(experiment(), asJson); });
        return sub;
    };

    ImpactOptions impact;
    CLI::App& impactApp =
        add("impact", "a sphere meets a plane or an equal sphere, without gravity", impact.law, [&impact] {
            const ImpactResult r = runImpact(impact);
            return withEffort(r, {{"e_n", "-", r.e_n},
                                  {"e_t", "-", r.e_t},
                                  {"spin", "rad/s, > 0 rolls towards the tangential velocity", r.spin},
                                  {"contact_time", "s, from first touch to the end of the overlap", r.contactTime},
                                  {"max_overlap", "m", r.maxOverlap},
                                  {"max_normal_force", "N", r.maxNormalForce},
                                  {"max_tangential_force", "N", r.maxTangentialForce}});
        });
    addSphere(impactApp, impact.radius, impact.density);
    impactApp.add_option("--target", impact.target,
                         "rigid-plane, plane (of the sphere's material) or sphere (equal and free)");
    addNumber(impactApp, "--speed", impact.speed, "m/s", "of approach, > 0; between spheres the relative one");
    addNumber(impactApp, "--angle", impact.angle, "deg", "from the normal, in [0, 90)");
    addNumber(impactApp, "--spin", impact.spin, "rad/s", "before, > 0 rolls towards the tangential velocity");
    addIntegrator(impactApp, impact.integrator, "a 25th of the undamped contact time");

    InclineOptions incline;
    CLI::App& inclineApp =
        add("incline", "a 1 kg block on four spheres is put on a slope and let go", incline.law, [&incline] {
            const InclineResult r = runIncline(incline);
            Quantities result =
                withEffort(r, {{"drift", "m down the slope, from a fifth of the time to its end", r.drift},
                               {"creep", "m/s, slope of a line fitted to the place over that time", r.creep},
                               {"slides", "", r.slides},
                               {"steps_per_second", "1/s, from a fifth of the time to its end", r.stepsPerSecond}});
            result.push_back({"cpu_seconds", "s of the processor", r.cpuSeconds});
            return result;
        });
    addNumber(inclineApp, "--angle", incline.angle, "deg", "of the slope, in [0, 90)");
    addNumber(inclineApp, "--time", incline.time, "s", "> 0");
    addIntegrator(inclineApp, incline.integrator, "no limit");

    RollOptions roll;
    CLI::App& rollApp = add("roll", "a sphere that starts sliding is made to roll by friction", roll.law, [&roll] {
        const RollResult r = runRoll(roll);
        return withEffort(r, {{"time_to_roll", "s, until the slip is a 200th of the initial speed", r.timeToRoll},
                              {"speed", "m/s at the end", r.speed},
                              {"spin", "rad/s at the end", r.spin},
                              {"closed_form_time", "s, 2 v/(7 mu g)", r.closedFormTime},
                              {"closed_form_speed", "m/s, 5/7 v", r.closedFormSpeed}});
    });
    addSphere(rollApp, roll.radius, roll.density);
    addNumber(rollApp, "--speed", roll.speed, "m/s", "at the start, > 0");
    addNumber(rollApp, "--time", roll.time, "s", "> 0");
    addIntegrator(rollApp, roll.integrator, "no limit");

    LegOptions leg;
    CLI::App& legApp = add("leg", "a three-link leg comes down on its foot, without gravity", leg.law, [&leg] {
        const LegResult r = runLeg(leg);
        return withEffort(r, {{"asked", "-", r.asked},
                              {"got", "-", r.got},
                              {"effective_mass", "kg, of the foot at this pose", r.effectiveMass}});
    });
    addNumber(legApp, "--pose", leg.pose, "deg", "knee bend, in [0, 180)");
    addNumber(legApp, "--speed", leg.speed, "m/s", "of the foot, > 0");
    addIntegrator(legApp, leg.integrator, "a 25th of the undamped contact time");

    ShearOptions shear;
    CLI::App& shearApp =
        add("shear", "a sphere pressed on a rigid plane is dragged to and fro along a sine", shear.law, [&shear] {
            const ShearResult r = runShear(shear);
            return Quantities{{"amplitude", "m", r.amplitude},
                              {"normal_force", "N", r.normalForce},
                              {"peak_force", "N, tangential", r.peakForce},
                              {"loop_area", "J, taken out in the last cycle", r.loopArea}};
        });
    addNumber(shearApp, "--radius", shear.radius, "m", "of the sphere, > 0");
    addNumber(shearApp, "--overlap", shear.overlap, "m", "> 0 and below the radius");
    addNumber(shearApp, "--amplitude", shear.amplitude, "m",
              "of the path, > 0; four times Mindlin's onset of sliding if not given");
    addNumber(shearApp, "--peak-speed", shear.peakSpeed, "m/s", "on the path, > 0");
    shearApp.add_option("--cycles", shear.cycles, "to and fro [-], >= 1");

    PinchOptions pinch;
    CLI::App& pinchApp = add("pinch", "a capsule of 45 g is pinched by two pads against gravity", pinch.law, [&pinch] {
        const PinchResult r = runPinch(pinch);
        return withEffort(r,
                          {{"sag", "m downwards, after settling", r.sag},
                           {"creep", "m/s downwards, slope of the line through the rest", r.creep},
                           {"end_to_end", "m/s downwards, from the rest's first height to its last", r.endToEnd},
                           {"scatter", "m, standard deviation from that line", r.scatter},
                           {"steps_per_second", "1/s of rest", r.steps / pinch.restTime}},
                          "of the rest");
    });
    addNumber(pinchApp, "--force", pinch.force, "N", "of each pad, > 0");
    addNumber(pinchApp, "--settle-time", pinch.settleTime, "s", "before the rest is measured, > 0");
    addNumber(pinchApp, "--rest-time", pinch.restTime, "s", "> 0");
    addIntegrator(pinchApp, pinch.integrator, "no limit", 1e5);

    std::string convergenceCase = "impact";
    Real accuracy = 1e-5, evaluations;
    CLI::App& integratorsApp = *app.add_subcommand(
        "integrators", "every integrator on one case, against Runge-Kutta-Merson at a far smaller step");
    integratorsApp.add_option("--case", convergenceCase, "impact, stick-slip or rolling");
    addNumber(integratorsApp, "--accuracy", accuracy, "-",
              "at which steps, evaluations and error are given, in (0, 1)");
    addEvaluations(integratorsApp, evaluations);
    integratorsApp.add_flag("--json", asJson, "print one JSON object");
    integratorsApp.callback(
        [&] { printConvergence(measureConvergence(convergenceCase, accuracy, evaluations), asJson); });

    addCompare(app);
    addCalibrate(app);

    // Bad input, and what comes to nothing with it, is one line and exit code 2; a full disk, say, is exit code 1.
    const auto fail = [](int code, std::string why) {
        std::replace(why.begin(), why.end(), '\n', ' ');
        fmt::print(stderr, "contact-lab: {}\n", why);
        return code;
    };
    try {
        app.parse(argc, argv); // runs what was asked for
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : fail(2, e.what()); // 0 is --help
    } catch (const std::invalid_argument& e) {
        return fail(2, e.what());
    } catch (const std::exception& e) {
        return fail(1, e.what());
    }
    return 0;
}
