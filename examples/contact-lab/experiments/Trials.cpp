// Runs the experiments of the page with integrators that are tried, or swept over accuracies.

#include "Trials.h"

#include "Drops.h"
#include "Gripper.h"
#include "IntegratorAdvice.h"
#include "LabExperiments.h"
#include "Model.h"
#include "MovingPlatform.h"
#include "PlanarGait.h"
#include "RimlessWheel.h"
#include "Shapes.h"
#include "SimbodyExamples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

using Numbers = std::vector<Real>;

const Effort& effortOf(const Effort& result) { return result; }
template <class Result> auto effortOf(const Result& result) -> decltype((result.cost)) { return result.cost; }

template <class Options, class Set> Options with(Options options, Set set) {
    set(options);
    return options;
}

// Makes a run with these options, whose own limit on steps stays, and the numbers of its result.
template <class Options, class Result, class Find>
TriedExperiment tried(const char* name, const char* asked, Result (*run)(const Options&), Options options, Find find) {
    return {name, asked, [=](IntegratorChoice choice) {
                choice.maxStep = options.integrator.maxStep;
                Options chosen = options;
                chosen.integrator = choice;
                const Result result = run(chosen);
                return TriedExperiment::Outcome{find(chosen, result), effortOf(result)};
            }};
}

// Removes the limit on steps, so that only the error limits them. The experiments have a limit for convenience.
template <class Options> Options withoutBound(Options options) {
    options.integrator.maxStep = 1;
    return options;
}

ImpactOptions impactOf(ImpactOptions options, Real angle) {
    options.angle = angle;
    options.samples = 1; // ContactIntegrator ends a step at each sample
    return withoutBound(options);
}

Numbers findImpact(const ImpactOptions& options, const ImpactResult& r) {
    const Real angle = options.angle * Pi / 180;
    return {r.e_n * std::cos(angle), angle > 0 ? r.e_t * std::sin(angle) : 0,
            0.4 * r.spin * options.radius / options.speed};
}

template <class Options> Options underMindlin(const Contenders& laws) {
    return with(Options(), [&](Options& o) { o.law = findLaw(laws, "mindlin").law; });
}

PlatformOptions shaken(const char* rider, Real acceleration) {
    return with(PlatformOptions(rider), [&](PlatformOptions& o) { o.acceleration = acceleration; });
}

Numbers findSlip(const PlatformOptions& options, const PlatformResult& r) { return {r.slip / getSlipScale(options)}; }

} // namespace

const std::vector<TriedExperiment>& listTriedExperiments() {
    static const std::vector<TriedExperiment> all = {
        tried("oblique-impact", "velocities and spin after 30 degrees", runImpact, impactOf(aluminaSphere(), 30),
              findImpact),
        tried("restitution-against-speed", "velocity after a head-on impact", runImpact,
              with(impactOf(ImpactOptions(), 0), [](ImpactOptions& o) { o.law = onMaterial(1e8, 0.3, 0.5, 0.3); }),
              findImpact),
        tried("asked-against-got", "velocity of a leg's foot after its impact", runLeg, withoutBound(LegOptions()),
              [](const LegOptions&, const LegResult& r) { return Numbers{r.got}; }),
        tried("slide-to-roll", "speed and spin after 0.3 s", runRoll,
              with(RollOptions(),
                   [](RollOptions& o) {
                       o.time = 0.3;
                       o.samples = 1;
                   }),
              [](const RollOptions& o, const RollResult& r) {
                  return Numbers{r.speed / o.speed, 0.4 * r.spin * o.radius / o.speed};
              }),
        tried("slope", "drift in 2 s, relative to 0.1 mm", runIncline,
              with(InclineOptions(), [](auto& o) { o.time = 2; }),
              [](const InclineOptions&, const InclineResult& r) { return Numbers{r.drift / InclineResult::yielded}; }),
        tried("drop-test-brick", "time to rest", runDroppedBrick, BrickOptions(),
              [](const BrickOptions&, const BrickResult& r) { return Numbers{r.timeToRest}; }),
        tried("drop-test-landing", "peak and final ground reaction", runLegLanding,
              underMindlin<LandingOptions>(landingLaws()),
              [](const LandingOptions&, const LandingResult& r) {
                  return Numbers{r.peakForce, r.restForce};
              }),
        tried("planar-gait", "ground reaction against the data", runPlanarGait, underMindlin<GaitOptions>(gaitLaws()),
              [](const GaitOptions&, const GaitResult& r) {
                  return Numbers{r.verticalRms, r.foreAftRms, r.meanVertical};
              }),
        tried("rimless-wheel", "speed", runRimlessWheel, WheelOptions(),
              [](const WheelOptions& o, const WheelResult& r) {
                  return Numbers{r.speed / solveRimlessWheel(o.footRadius).speed};
              }),
        tried("gripper", "slip on the pads, relative to 1 mm, and pivot", runGripper,
              with(GripperOptions(), [](auto& o) { o.duration = 12; }),
              [](const GripperOptions&, const GripperResult& r) {
                  return Numbers{r.slip / 1e-3, r.swing / 1e-3, r.pivot};
              }),
        tried("moving-platform-block", "slip per shake, relative to that of a rigid block", runPlatform,
              shaken("block", 3), findSlip),
        tried("moving-platform-figure", "slip per shake, relative to 1 mm", runPlatform, shaken("figure", 1), findSlip),
        tried("any-shape-rattleback", "spin in 1 s", runRattleback,
              with(RattlebackOptions(), [](auto& o) { o.duration = 1; }), // the later motion is not repeatable
              [](const RattlebackOptions& o, const RattlebackResult& r) {
                  Numbers spins;
                  for (const RattlebackSample& s : r.samples) spins.push_back(s.spin / o.spin);
                  return spins;
              }),
        tried("simbodys-examples-two-boxes", "displacement in the third second, relative to 1 m", runPorted,
              with(PortedOptions("two-boxes"),
                   [](PortedOptions& o) {
                       o.settling = 2;
                       o.duration = 1;
                   }),
              [](const PortedOptions&, const PortedResult& r) { return Numbers{r.moved}; })};
    return all;
}

ContactAdvice adviseOn(const TriedExperiment& experiment, bool isAsked, const std::function<void(Real)>& progress) {
    IntegratorChoice choice;
    ContactAdvice advice;
    choice.tryFirst = [&](const Model& model, const State& start, RunAdviceOptions question) {
        if (!isAsked) {
            question.observe = nullptr;
            question.answer = nullptr;
            question.samples = RunAdviceOptions().samples;
        }
        question.progress = progress;
        advice = adviseOnRun(model.system, start, model.ours, question);
    };
    experiment.run(choice);
    return advice;
}

Real sweepAccuracy(const TriedExperiment& experiment, const std::string& integrator) {
    const int perDecade = 16, decades = 5;
    const Real mostOnAverage = 0.4, mostOfARun = 2; // of the tolerance
    const TriedExperiment::Outcome right = experiment.run({"rkm", 1e-9});
    const Real affordable = 3. * right.effort.evaluations;
    const auto measureError = [&](Real accuracy) { // as a fraction of the tolerance
        IntegratorChoice choice{integrator, accuracy};
        choice.evaluations = 10 * affordable; // experiments give up by an estimate
        TriedExperiment::Outcome found;
        try {
            found = experiment.run(choice);
        } catch (const std::exception&) { // it cannot continue
            return mostOfARun;
        }
        if (found.effort.evaluations > affordable) return mostOfARun;
        Real largest = 0;
        for (std::size_t i = 0; i < right.numbers.size(); ++i) {
            const Real error = std::abs(found.numbers[i] - right.numbers[i]) / 0.01;
            largest = error <= mostOfARun ? std::max(largest, error) : mostOfARun; // also for NaN
        }
        return largest;
    };
    // The accuracies lie between those of adviseOnRun().
    const auto accuracyOf = [](int i) { return 0.1 * std::pow(10., -(i + 0.5) / perDecade); };
    const int count = decades * perDecade;
    std::vector<Real> errors;
    for (int first = 0; first < count; ++first) {
        const int end = std::min(first + perDecade + 1, count);
        while (int(errors.size()) < end) errors.push_back(measureError(accuracyOf(int(errors.size()))));
        const Real sum = std::accumulate(errors.begin() + first, errors.begin() + end, Real(0));
        if (errors[first] <= 1 && sum <= mostOnAverage * (end - first)) return accuracyOf(first);
    }
    return NaN;
}

} // namespace lab
