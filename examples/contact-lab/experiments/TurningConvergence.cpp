// Scenes with turning contacts at accuracies over five decades, each against a finer run of itself.

#include "TurningConvergence.h"

#include "Advance.h"

#include <cmath>

namespace lab {

using namespace SimTK;

namespace {

const std::vector<Real> accuracies = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

Real orderBetween(const TurningPoint& coarse, const TurningPoint& fine) {
    const Real moreSteps = Real(fine.steps) / coarse.steps;
    return moreSteps < 1.25 ? NaN : std::log(coarse.angularError / fine.angularError) / std::log(moreSteps);
}

} // namespace

std::vector<LawChoice> listTurningLaws(const TurningScene& scene) {
    std::vector<LawChoice> laws;
    for (const char* name : {"hertz-mindlin", "cundall", "hunt-crossley"}) {
        LawChoice law = scene.law;
        law.law = name;
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
            TurningLadder ladder{laws[i].law, integrator, {}};
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
