#include "LabExperiments.h"

#include <memory>

namespace lab {

namespace {

// Makes the entry of an experiment from its options, its run, and the outcome of its result.
template <class Options, class Result, class AddOptions, class Tell>
ExperimentEntry entry(const char* name, const char* help, Result (*run)(const Options&), AddOptions addOptions,
                      Tell tell) {
    ExperimentOutcome outcome = tell(Options(), Result());
    for (Quantity& q : outcome.quantities) q.value = {};
    return {name, help, outcome, [=](ExperimentOptions& all) {
                const auto options = std::make_shared<Options>();
                all.addLaw(options->law);
                addOptions(all, *options);
                return [=] { return tell(*options, run(*options)); };
            }};
}

// Returns one number of all samples.
template <class Sample> std::vector<Real> column(const std::vector<Sample>& samples, Real Sample::*number) {
    std::vector<Real> values;
    for (const Sample& sample : samples) values.push_back(sample.*number);
    return values;
}

Quantities withEffort(const Effort& effort, Quantities result, const char* of = "") {
    result.push_back({"steps", "", of, effort.steps});
    result.push_back({"evaluations", "", of, effort.evaluations});
    return result;
}

void addSphere(ExperimentOptions& list, Real& radius, Real& density) {
    list.addNumber("radius", radius, "m", "of the sphere, > 0");
    list.addNumber("density", density, "kg/m^3", "of the sphere, > 0");
}

} // namespace

const std::vector<ExperimentEntry>& listExperiments() {
    static const std::vector<ExperimentEntry> all = {
        entry(
            "impact", "a sphere meets a plane or an equal sphere, without gravity", runImpact,
            [](ExperimentOptions& list, ImpactOptions& impact) {
                addSphere(list, impact.radius, impact.density);
                list.addWord("target", impact.target,
                             "rigid-plane, plane (of the sphere's material) or sphere (equal and free)");
                list.addNumber("speed", impact.speed, "m/s", "of approach, > 0; between spheres the relative one");
                list.addNumber("angle", impact.angle, "deg", "from the normal, in [0, 90)");
                list.addNumber("spin", impact.spin, "rad/s",
                          "before the impact; > 0 rolls towards the tangential velocity");
                list.addCount("samples", impact.samples,
                              "times within the undamped contact time at which overlap and forces are sampled; most of "
                              "the CPU time of an impact goes into them; 10 to 10000",
                              10, 10000);
                list.addIntegrator(impact.integrator, "1/25 of the undamped contact time");
            },
            [](const ImpactOptions&, const ImpactResult& r) {
                return ExperimentOutcome{withEffort(
                    r, {{"e_n", "-", "", r.e_n},
                        {"e_t", "-", "", r.e_t},
                        {"spin", "rad/s", ", > 0 rolls towards the tangential velocity", r.spin},
                        {"contact_time", "s", ", from first contact to the end of the overlap", r.contactTime},
                        {"max_overlap", "m", "", r.maxOverlap},
                        {"impulse", "N s", ", of the normal force", r.impulse},
                        {"max_normal_force", "N", "", r.maxNormalForce},
                        {"max_tangential_force", "N", "", r.maxTangentialForce}}),
                    {{"time", "s", column(r.samples, &ImpactSample::time)},
                     {"overlap", "m", column(r.samples, &ImpactSample::overlap)},
                     {"normal_force", "N", column(r.samples, &ImpactSample::normalForce)}}};
            }),
        entry(
            "incline", "a block of 1 kg on four spheres is put on a slope and released", runIncline,
            [](ExperimentOptions& list, InclineOptions& incline) {
                list.addNumber("angle", incline.angle, "deg", "of the slope, in [0, 90)");
                list.addNumber("time", incline.time, "s", "> 0");
                list.addIntegrator(incline.integrator, "no limit");
            },
            [](const InclineOptions&, const InclineResult& r) {
                Quantities result = withEffort(
                    r, {{"drift", "m", " down the slope, from a fifth of the time to its end", r.drift},
                        {"creep", "m/s", ", slope of a line fitted to the position over that time", r.creep},
                        {"slides", "", "", r.slides},
                        {"steps_per_second", "1/s", ", from a fifth of the time to its end", r.stepsPerSecond}});
                result.push_back({"cpu_seconds", "s", " of CPU time", r.cpuSeconds, false});
                return ExperimentOutcome{result};
            }),
        entry(
            "roll", "a sphere starts sliding, and friction makes it roll", runRoll,
            [](ExperimentOptions& list, RollOptions& roll) {
                addSphere(list, roll.radius, roll.density);
                list.addNumber("speed", roll.speed, "m/s", "at the start, > 0");
                list.addNumber("time", roll.time, "s", "> 0");
                list.addIntegrator(roll.integrator, "no limit");
            },
            [](const RollOptions&, const RollResult& r) {
                return ExperimentOutcome{withEffort(
                    r, {{"time_to_roll", "s", ", until the slip is 1/200 of the initial speed", r.timeToRoll},
                        {"speed", "m/s", " at the end", r.speed},
                        {"spin", "rad/s", " at the end", r.spin},
                        {"closed_form_time", "s", ", 2 v/(7 mu g)", r.closedFormTime},
                        {"closed_form_speed", "m/s", ", 5/7 v", r.closedFormSpeed}}),
                    {{"time", "s", column(r.samples, &RollSample::time)},
                     {"centre_speed", "m/s", column(r.samples, &RollSample::speed)},
                     {"surface_speed", "m/s", column(r.samples, &RollSample::surfaceSpeed)}}};
            }),
        entry(
            "leg", "a leg of three links lands on its foot, without gravity", runLeg,
            [](ExperimentOptions& list, LegOptions& leg) {
                list.addNumber("pose", leg.pose, "deg", "knee bend, in [0, 180)");
                list.addNumber("speed", leg.speed, "m/s", "of the foot, > 0");
                list.addIntegrator(leg.integrator, "1/25 of the undamped contact time");
            },
            [](const LegOptions&, const LegResult& r) {
                return ExperimentOutcome{withEffort(r, {{"asked", "-", ", restitution that is set", r.asked},
                                      {"got", "-", ", restitution that the impact returns", r.got},
                                      {"effective_mass", "kg", ", of the foot at this pose", r.effectiveMass}})};
            }),
        entry(
            "shear", "a sphere is pressed on a rigid plane and dragged back and forth along a sine", runShear,
            [](ExperimentOptions& list, ShearOptions& shear) {
                list.addNumber("radius", shear.radius, "m", "of the sphere, > 0");
                list.addNumber("overlap", shear.overlap, "m", "> 0 and below the radius");
                list.addNumber("amplitude", shear.amplitude, "m",
                          "of the path, > 0; four times Mindlin's onset of sliding if not given");
                list.addNumber("peak-speed", shear.peakSpeed, "m/s", "on the path, > 0");
                list.addCount("cycles", shear.cycles, "back and forth [-], 1 to 50");
            },
            [](const ShearOptions&, const ShearResult& r) {
                return ExperimentOutcome{{{"amplitude", "m", "", r.amplitude},
                                  {"normal_force", "N", "", r.normalForce},
                                  {"peak_force", "N", ", tangential", r.peakForce},
                                  {"loop_area", "J", ", dissipated in the last cycle", r.loopArea}},
                                  {{"displacement", "m", column(r.samples, &ShearSample::displacement)},
                                   {"force", "N", column(r.samples, &ShearSample::force)}}};
            }),
        entry(
            "pinch", "a capsule of 45 g is pinched by two pads against gravity", runPinch,
            [](ExperimentOptions& list, PinchOptions& pinch) {
                list.addNumber("force", pinch.force, "N", "of each pad, > 0");
                list.addNumber("settle-time", pinch.settleTime, "s", "before the rest is measured, > 0");
                list.addNumber("rest-time", pinch.restTime, "s", "> 0");
                list.addIntegrator(pinch.integrator, "no limit", 1e5);
            },
            [](const PinchOptions& pinch, const PinchResult& r) {
                return ExperimentOutcome{withEffort(
                    r,
                    {{"sag", "m", " downwards, after settling", r.sag},
                     {"creep", "m/s", " downwards, slope of the line through the rest", r.creep},
                     {"end_to_end", "m/s", " downwards, from the rest's first height to its last", r.endToEnd},
                     {"scatter", "m", ", standard deviation from that line", r.scatter},
                     {"steps_per_second", "1/s", " of rest", r.steps / pinch.restTime}},
                    "of the rest")};
            })};
    return all;
}

} // namespace lab
