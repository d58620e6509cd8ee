// The page's experiments, as integrators are tried on them and swept over accuracies.

#include "Trials.h"

#include "Drops.h"
#include "Gripper.h"
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

using Outcome = TriedExperiment::Outcome;

// No bound on steps but the error: the experiments' own are there so that nobody has to think of it.
IntegratorChoice withoutBound(IntegratorChoice choice) {
    choice.maxStep = 1;
    return choice;
}

// But for those that would fly past what lies ahead.
IntegratorChoice withBoundOf(const IntegratorChoice& experiments, IntegratorChoice choice) {
    choice.maxStep = experiments.maxStep;
    return choice;
}

Outcome impact(ImpactOptions options, const IntegratorChoice& choice) {
    options.samples = 1; // at each of which ContactIntegrator ends a step
    options.integrator = withoutBound(choice);
    const Real angle = options.angle * Pi / 180;
    const ImpactResult r = runImpact(options);
    return {{r.e_n * std::cos(angle), angle > 0 ? r.e_t * std::sin(angle) : 0,
             0.4 * r.spin * options.radius / options.speed},
            r};
}

Outcome obliqueImpact(const IntegratorChoice& choice) {
    ImpactOptions options = aluminaSphere();
    options.angle = 30;
    return impact(options, choice);
}

Outcome headOnImpact(const IntegratorChoice& choice) {
    ImpactOptions options;
    options.law = onMaterial(1e8, 0.3, 0.5, 0.3);
    return impact(options, choice);
}

Outcome leg(const IntegratorChoice& choice) {
    LegOptions options;
    options.integrator = withoutBound(choice);
    const LegResult r = runLeg(options);
    return {{r.got}, r};
}

Outcome slope(const IntegratorChoice& choice) {
    InclineOptions options;
    options.time = 2;
    options.integrator = choice;
    const InclineResult r = runIncline(options);
    return {{r.drift / InclineResult::yielded}, r};
}

Outcome roll(const IntegratorChoice& choice) {
    RollOptions options;
    options.time = 0.3;
    options.samples = 1;
    options.integrator = choice;
    const RollResult r = runRoll(options);
    return {{r.speed / options.speed, 0.4 * r.spin * options.radius / options.speed}, r};
}

Outcome brick(const IntegratorChoice& choice) {
    BrickOptions options;
    options.integrator = choice;
    const BrickResult r = runDroppedBrick(options);
    return {{r.timeToRest}, r.cost};
}

Outcome landing(const IntegratorChoice& choice) {
    LandingOptions options;
    options.law = findLaw(landingLaws(), "mindlin").law;
    options.integrator = choice;
    const LandingResult r = runLegLanding(options);
    return {{r.peakForce, r.restForce}, r.cost};
}

Outcome gait(const IntegratorChoice& choice) {
    GaitOptions options;
    options.law = findLaw(gaitLaws(), "mindlin").law;
    options.integrator = choice;
    const GaitResult r = runPlanarGait(options);
    return {{r.verticalRms, r.foreAftRms, r.meanVertical}, r.cost};
}

Outcome wheel(const IntegratorChoice& choice) {
    WheelOptions options;
    options.integrator = choice;
    const WheelResult r = runRimlessWheel(options);
    return {{r.speed / solveRimlessWheel(options.footRadius).speed}, r.cost};
}

Outcome gripper(const IntegratorChoice& choice) {
    GripperOptions options;
    options.duration = 12;
    options.integrator = withBoundOf(options.integrator, choice);
    const GripperResult r = runGripper(options);
    return {{r.slip / 1e-3, r.swing / 1e-3, r.pivot}, r.cost};
}

Outcome platform(PlatformOptions options, Real acceleration, const IntegratorChoice& choice) {
    options.acceleration = acceleration;
    options.integrator = choice;
    const PlatformResult r = runPlatform(options);
    return {{r.slip / getSlipScale(options)}, r.cost};
}

Outcome block(const IntegratorChoice& choice) { return platform(PlatformOptions("block"), 3, choice); }

Outcome figure(const IntegratorChoice& choice) { return platform(PlatformOptions("figure"), 1, choice); }

Outcome rattleback(const IntegratorChoice& choice) {
    RattlebackOptions options;
    options.duration = 1; // what comes later nobody can repeat
    options.integrator = withBoundOf(options.integrator, choice);
    const RattlebackResult r = runRattleback(options);
    std::vector<Real> spins;
    for (const RattlebackSample& s : r.samples) spins.push_back(s.spin / options.spin);
    return {spins, r.cost};
}

Outcome twoBoxes(const IntegratorChoice& choice) {
    PortedOptions options("two-boxes");
    options.integrator = withBoundOf(options.integrator, choice);
    options.settling = 2;
    options.duration = 1;
    const PortedResult r = runPorted(options);
    return {{r.moved}, r.cost};
}

} // namespace

const std::vector<TriedExperiment>& listTriedExperiments() {
    static const std::vector<TriedExperiment> all = {
        {"oblique-impact", "velocities and spin after 30 degrees", obliqueImpact},
        {"restitution-against-speed", "velocity after a head-on impact", headOnImpact},
        {"asked-against-got", "velocity of a leg's foot after its impact", leg},
        {"slide-to-roll", "speed and spin after .3 s", roll},
        {"slope", "drift in 2 s, by .1 mm", slope},
        {"drop-test-brick", "time to rest", brick},
        {"drop-test-landing", "peak and final ground reaction", landing},
        {"planar-gait", "ground reaction against the data's", gait},
        {"rimless-wheel", "speed", wheel},
        {"gripper", "places on the pads, by 1 mm, and pivot", gripper},
        {"moving-platform-block", "slip per shake, by a rigid block's", block},
        {"moving-platform-figure", "slip per shake, by 1 mm", figure},
        {"any-shape-rattleback", "spin in 1 s", rattleback},
        {"simbodys-examples-two-boxes", "way in the third second, by 1 m", twoBoxes}};
    return all;
}

const std::map<std::string, std::string>& getTriedNames() {
    static const std::map<std::string, std::string> names = {
        {"RungeKuttaMersonIntegrator", "rkm"},    {"RungeKutta3Integrator", "rk3"},
        {"RungeKuttaFeldbergIntegrator", "rkf"},  {"VerletIntegrator", "verlet"},
        {"SemiExplicitEuler2Integrator", "see2"}, {"CPodesIntegrator", "cpodes"},
        {"ContactIntegrator", "contact"}};
    return names;
}

RunAdvice adviseOn(const TriedExperiment& experiment, bool isAsked, const std::function<void(Real)>& progress) {
    IntegratorChoice choice;
    RunAdvice advice;
    choice.tryFirst = [&](const Model& model, const State& start, RunQuestion question) {
        if (!isAsked) {
            question.observe = nullptr;
            question.answer = nullptr;
            question.samples = RunQuestion().samples;
        }
        question.progress = progress;
        advice = adviseOnRun(model.system, start, {model.ours.begin(), model.ours.end()}, question);
    };
    experiment.run(choice);
    return advice;
}

Real sweepAccuracy(const TriedExperiment& experiment, const std::string& integrator) {
    const int perDecade = 16, decades = 5;
    const Real mostOnAverage = 0.4, mostOfARun = 2; // of the tolerance
    const Outcome right = experiment.run({"rkm", 1e-9});
    const Real affordable = 3. * right.effort.evaluations;
    const auto measureError = [&](Real accuracy) { // as a share of the tolerance
        IntegratorChoice choice{integrator, accuracy};
        choice.evaluations = 10 * affordable; // experiments give up on a guess
        Outcome found;
        try {
            found = experiment.run(choice);
        } catch (const std::exception&) { // it cannot go on
            return mostOfARun;
        }
        if (found.effort.evaluations > affordable) return mostOfARun;
        Real largest = 0;
        for (std::size_t i = 0; i < right.numbers.size(); ++i) {
            const Real error = std::abs(found.numbers[i] - right.numbers[i]) / 0.01;
            largest = error <= mostOfARun ? std::max(largest, error) : mostOfARun; // NaN as well
        }
        return largest;
    };
    // Between those of adviseOnRun().
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
