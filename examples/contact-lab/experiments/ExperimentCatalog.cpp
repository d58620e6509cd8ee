#include "LabExperiments.h"

#include "CommandLine.h"

#include <memory>

namespace lab {

namespace {

// Makes the entry of an experiment from its options, its run, and the quantities of its result.
template <class Options, class Result, class AddOptions, class Tell>
ExperimentEntry entry(const char* name, const char* help, Result (*run)(const Options&), AddOptions addOptions,
                      Tell tell) {
    Quantities quantities = tell(Options(), Result());
    for (Quantity& q : quantities) q.value = {};
    return {name, help, quantities, [=](CLI::App& app) {
                const auto options = std::make_shared<Options>();
                addLaw(app, options->law);
                addOptions(app, *options);
                return [=] { return tell(*options, run(*options)); };
            }};
}

Quantities withEffort(const Effort& effort, Quantities result, const char* of = "") {
    result.push_back({"steps", "", of, effort.steps});
    result.push_back({"evaluations", "", of, effort.evaluations});
    return result;
}

void addSphere(CLI::App& app, Real& radius, Real& density) {
    addNumber(app, "--radius", radius, "m", "of the sphere, > 0");
    addNumber(app, "--density", density, "kg/m^3", "of the sphere, > 0");
}

} // namespace

const std::vector<ExperimentEntry>& listExperiments() {
    static const std::vector<ExperimentEntry> all = {
        entry(
            "impact", "a sphere meets a plane or an equal sphere, without gravity", runImpact,
            [](CLI::App& app, ImpactOptions& impact) {
                addSphere(app, impact.radius, impact.density);
                app.add_option("--target", impact.target,
                               "rigid-plane, plane (of the sphere's material) or sphere (equal and free)");
                addNumber(app, "--speed", impact.speed, "m/s", "of approach, > 0; between spheres the relative one");
                addNumber(app, "--angle", impact.angle, "deg", "from the normal, in [0, 90)");
                addNumber(app, "--spin", impact.spin, "rad/s",
                          "before the impact; > 0 rolls towards the tangential velocity");
                app.add_option(
                       "--samples", impact.samples,
                       "times within the undamped contact time at which overlap and forces are sampled; most of "
                       "the CPU time of an impact goes into them; 10 to 10000")
                    ->check(CLI::Range(10, 10000));
                addIntegrator(app, impact.integrator, "1/25 of the undamped contact time");
            },
            [](const ImpactOptions&, const ImpactResult& r) {
                return withEffort(
                    r, {{"e_n", "-", "", r.e_n},
                        {"e_t", "-", "", r.e_t},
                        {"spin", "rad/s", ", > 0 rolls towards the tangential velocity", r.spin},
                        {"contact_time", "s", ", from first contact to the end of the overlap", r.contactTime},
                        {"max_overlap", "m", "", r.maxOverlap},
                        {"impulse", "N s", ", of the normal force", r.impulse},
                        {"max_normal_force", "N", "", r.maxNormalForce},
                        {"max_tangential_force", "N", "", r.maxTangentialForce}});
            }),
        entry(
            "incline", "a block of 1 kg on four spheres is put on a slope and released", runIncline,
            [](CLI::App& app, InclineOptions& incline) {
                addNumber(app, "--angle", incline.angle, "deg", "of the slope, in [0, 90)");
                addNumber(app, "--time", incline.time, "s", "> 0");
                addIntegrator(app, incline.integrator, "no limit");
            },
            [](const InclineOptions&, const InclineResult& r) {
                Quantities result = withEffort(
                    r, {{"drift", "m", " down the slope, from a fifth of the time to its end", r.drift},
                        {"creep", "m/s", ", slope of a line fitted to the position over that time", r.creep},
                        {"slides", "", "", r.slides},
                        {"steps_per_second", "1/s", ", from a fifth of the time to its end", r.stepsPerSecond}});
                result.push_back({"cpu_seconds", "s", " of CPU time", r.cpuSeconds, false});
                return result;
            }),
        entry(
            "roll", "a sphere starts sliding, and friction makes it roll", runRoll,
            [](CLI::App& app, RollOptions& roll) {
                addSphere(app, roll.radius, roll.density);
                addNumber(app, "--speed", roll.speed, "m/s", "at the start, > 0");
                addNumber(app, "--time", roll.time, "s", "> 0");
                addIntegrator(app, roll.integrator, "no limit");
            },
            [](const RollOptions&, const RollResult& r) {
                return withEffort(
                    r, {{"time_to_roll", "s", ", until the slip is 1/200 of the initial speed", r.timeToRoll},
                        {"speed", "m/s", " at the end", r.speed},
                        {"spin", "rad/s", " at the end", r.spin},
                        {"closed_form_time", "s", ", 2 v/(7 mu g)", r.closedFormTime},
                        {"closed_form_speed", "m/s", ", 5/7 v", r.closedFormSpeed}});
            }),
        entry(
            "leg", "a leg of three links lands on its foot, without gravity", runLeg,
            [](CLI::App& app, LegOptions& leg) {
                addNumber(app, "--pose", leg.pose, "deg", "knee bend, in [0, 180)");
                addNumber(app, "--speed", leg.speed, "m/s", "of the foot, > 0");
                addIntegrator(app, leg.integrator, "1/25 of the undamped contact time");
            },
            [](const LegOptions&, const LegResult& r) {
                return withEffort(r, {{"asked", "-", ", restitution that is set", r.asked},
                                      {"got", "-", ", restitution that the impact returns", r.got},
                                      {"effective_mass", "kg", ", of the foot at this pose", r.effectiveMass}});
            }),
        entry(
            "shear", "a sphere is pressed on a rigid plane and dragged back and forth along a sine", runShear,
            [](CLI::App& app, ShearOptions& shear) {
                addNumber(app, "--radius", shear.radius, "m", "of the sphere, > 0");
                addNumber(app, "--overlap", shear.overlap, "m", "> 0 and below the radius");
                addNumber(app, "--amplitude", shear.amplitude, "m",
                          "of the path, > 0; four times Mindlin's onset of sliding if not given");
                addNumber(app, "--peak-speed", shear.peakSpeed, "m/s", "on the path, > 0");
                app.add_option("--cycles", shear.cycles, "back and forth [-], 1 to 50");
            },
            [](const ShearOptions&, const ShearResult& r) {
                return Quantities{{"amplitude", "m", "", r.amplitude},
                                  {"normal_force", "N", "", r.normalForce},
                                  {"peak_force", "N", ", tangential", r.peakForce},
                                  {"loop_area", "J", ", dissipated in the last cycle", r.loopArea}};
            }),
        entry(
            "pinch", "a capsule of 45 g is pinched by two pads against gravity", runPinch,
            [](CLI::App& app, PinchOptions& pinch) {
                addNumber(app, "--force", pinch.force, "N", "of each pad, > 0");
                addNumber(app, "--settle-time", pinch.settleTime, "s", "before the rest is measured, > 0");
                addNumber(app, "--rest-time", pinch.restTime, "s", "> 0");
                addIntegrator(app, pinch.integrator, "no limit", 1e5);
            },
            [](const PinchOptions& pinch, const PinchResult& r) {
                return withEffort(
                    r,
                    {{"sag", "m", " downwards, after settling", r.sag},
                     {"creep", "m/s", " downwards, slope of the line through the rest", r.creep},
                     {"end_to_end", "m/s", " downwards, from the rest's first height to its last", r.endToEnd},
                     {"scatter", "m", ", standard deviation from that line", r.scatter},
                     {"steps_per_second", "1/s", " of rest", r.steps / pinch.restTime}},
                    "of the rest");
            })};
    return all;
}

} // namespace lab
