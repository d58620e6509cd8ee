// Runs cases and scenes at steps or accuracies over decades, each against a finer run of itself.

#include "Convergence.h"

#include "Check.h"
#include "Stepper.h"

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

// Holds the results of one run of a case, as numbers of order one, and its effort.
struct CaseRun {
    std::vector<Real> answer;
    Effort effort;
};

CaseRun runImpactCase(const IntegratorChoice& choice) {
    ImpactOptions options = aluminaSphere();
    options.angle = 20;
    options.samples = 10; // CPodes evaluates the forces again for every report
    options.integrator = choice;
    const ImpactResult r = runImpact(options);
    return {{r.e_n, r.e_t, r.spin * options.radius / options.speed}, r};
}

CaseRun runStickSlipCase(const IntegratorChoice& choice) {
    const StickSlipResult r = runStickSlip({}, choice);
    return {{r.position / 0.1, r.speed / 0.1}, r};
}

CaseRun runRollingCase(const IntegratorChoice& choice) {
    RollOptions options;
    options.time = 0.1;
    options.samples = 1;
    options.integrator = choice;
    const RollResult r = runRoll(options);
    return {{r.speed / options.speed, r.spin * options.radius / options.speed}, r};
}

struct Case {
    std::string name;
    CaseRun (*run)(const IntegratorChoice&);
    Real largestStep; // of the ladder [s]
};
const std::vector<Case> cases = {
    {"impact", runImpactCase, 2.4e-7}, {"stick-slip", runStickSlipCase, 4e-3}, {"rolling", runRollingCase, 4e-4}};

ConvergencePoint pointOf(Real setting, const CaseRun& run, const std::vector<Real>& reference) {
    ConvergencePoint point{run.effort, setting, 0};
    for (std::size_t i = 0; i < reference.size(); ++i)
        point.error = std::max(point.error, std::abs(run.answer[i] - reference[i]));
    return point;
}

// Returns p of error ~ steps^-p by least squares of the logarithms.
Real fitOrder(const std::vector<ConvergencePoint>& ladder) {
    std::vector<Vec2> points;
    for (const ConvergencePoint& p : ladder)
        points.push_back(Vec2(std::log(Real(p.steps)), std::log(std::max(p.error, Eps))));
    return -fitLine(points).slope;
}

} // namespace

std::vector<std::string> listConvergenceCases() {
    std::vector<std::string> names;
    for (const Case& c : cases) names.push_back(c.name);
    return names;
}

std::vector<Convergence> measureConvergence(const std::string& caseName, Real accuracy, Real evaluations) {
    const Case& studied = findNamed(cases, caseName, "--case " + caseName + " is unknown; choose from ");
    const int halvings = 4;
    const Real smallestStep = studied.largestStep / (1 << halvings);

    // The given accuracy comes first, so that a run that takes too long is an error before the rest is measured.
    IntegratorChoice choice;
    choice.maxStep = studied.largestStep; // error control cannot see when within a step a contact began to stick
    choice.accuracy = accuracy;
    choice.evaluations = evaluations;
    std::vector<CaseRun> asked;
    for (const IntegratorKind& kind : listIntegrators()) {
        choice.name = kind.name;
        choice.fixedStep = kind.name == "see" ? smallestStep : NaN;
        asked.push_back(studied.run(choice));
    }

    choice = IntegratorChoice();
    choice.maxStep = studied.largestStep;
    choice.fixedStep = smallestStep / 4;
    const std::vector<Real> reference = studied.run(choice).answer;
    std::vector<Convergence> study;
    for (const IntegratorKind& kind : listIntegrators()) {
        choice.name = kind.name;
        Convergence result{kind.name, !choice.isCPodes() && !choice.isContact(), {}, NaN, {}};
        result.atAccuracy = pointOf(kind.name == "see" ? smallestStep : accuracy, asked[study.size()], reference);
        for (int i = 0; i <= halvings; ++i) {
            choice.fixedStep = result.isFixedStep ? studied.largestStep / (1 << i) : NaN;
            choice.accuracy = result.isFixedStep ? accuracy : std::pow(10., -4 - 2 * i);
            result.ladder.push_back(
                pointOf(result.isFixedStep ? choice.fixedStep : choice.accuracy, studied.run(choice), reference));
        }
        if (result.isFixedStep) result.order = fitOrder(result.ladder);
        study.push_back(result);
    }
    return study;
}

namespace {

const std::vector<Real> accuracies = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

Real orderBetween(const TurningPoint& coarse, const TurningPoint& fine) {
    const Real moreSteps = Real(fine.steps) / coarse.steps;
    return moreSteps < 1.25 ? NaN : std::log(coarse.angularError / fine.angularError) / std::log(moreSteps);
}

} // namespace

std::vector<LawChoice> listTurningLaws(const TurningScene& scene) {
    std::vector<LawChoice> laws;
    const std::pair<const char*, const char*> choices[] = {
        {"hertz-mindlin", ""}, {"hertz-mindlin", "slip"}, {"cundall", ""}, {"hunt-crossley", ""}};
    for (const auto& [name, dashpot] : choices) {
        LawChoice law = scene.law;
        law.law = name;
        law.dashpot = dashpot;
        if (scene.hasHuntCrossley || !law.isHuntCrossley()) laws.push_back(law);
    }
    return laws;
}

TurningPoint compare(const TurningResult& run, const TurningResult& reference, Real accuracy) {
    return {run, accuracy, (run.angularVelocity - reference.angularVelocity).norm(),
            (run.velocity - reference.velocity).norm()};
}

std::vector<TurningLadder> measureTurning(const TurningScene& scene, Real evaluations,
                                          const std::function<void(Real)>& progress) {
    const std::vector<LawChoice> laws = listTurningLaws(scene);
    std::vector<TurningLadder> ladders;
    for (std::size_t i = 0; i < laws.size(); ++i) {
        const auto report = [&](Real fractionOfLaw) {
            if (progress) progress((i + fractionOfLaw) / laws.size());
        };
        report(0);
        const TurningResult reference = scene.run(laws[i], {"rkm", turningReference});
        report(0.5); // the reference takes about as long as all other runs
        for (const char* integrator : {"rkm", "contact"}) {
            if (laws[i].isHuntCrossley() && integrator == std::string("contact")) continue;
            TurningLadder ladder{laws[i].law, laws[i].dashpot, integrator, {}};
            for (Real accuracy : accuracies) {
                IntegratorChoice choice{integrator, accuracy};
                choice.evaluations = evaluations;
                TurningPoint point;
                point.accuracy = accuracy;
                try {
                    point = compare(scene.run(laws[i], choice), reference, accuracy);
                } catch (const GivenUp& e) {
                    point.givenUp = e.what();
                }
                if (!ladder.points.empty()) point.order = orderBetween(ladder.points.back(), point);
                ladder.points.push_back(point);
            }
            ladders.push_back(ladder);
        }
    }
    if (progress) progress(1);
    return ladders;
}

} // namespace lab
