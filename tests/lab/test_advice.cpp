// Advice against what the laboratory finds: where an integrator's error passes a per cent.

#include "LabExperiments.h"
#include "Model.h"

#include <simbodydem/simbodydem.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <memory>

using namespace SimTK;
using namespace simbodydem;
using namespace lab;

namespace {

const std::map<std::string, std::string> integrators = {{"rkm", "RungeKuttaMersonIntegrator"},
                                                        {"rk3", "RungeKutta3Integrator"},
                                                        {"rkf", "RungeKuttaFeldbergIntegrator"},
                                                        {"verlet", "VerletIntegrator"}};

// Of the accuracies 1e-6 to .1, four in a decade, the largest up to which all err by a per cent at most.
Real sweep(const std::function<Vec3(const IntegratorChoice&)>& run, const std::string& name) {
    IntegratorChoice choice{"rkm", 1e-9};
    choice.maxStep = 1; // no bound but the error
    const Vec3 right = run(choice);
    choice.name = name;
    Real found = NaN;
    for (int i = 0; i <= 20; ++i) {
        choice.accuracy = 1e-6 * std::pow(10., i / 4.);
        const Vec3 error = run(choice) - right;
        if (!(std::max({std::abs(error[0]), std::abs(error[1]), std::abs(error[2])}) <= 0.01)) break;
        found = choice.accuracy;
    }
    return found;
}

std::vector<IntegratorAdvice> adviseOnBall(const LawChoice& law, const SurfaceMaterial& target, Real radius,
                                           Real mass) {
    OneSetModel model(Vec3(0, -9.81, 0));
    MobilizedBody::Free ball(model.matter.Ground(), makeBall(mass, radius));
    model.addGround();
    model.addSphere(ball, radius);
    const auto force = model.installForce(model.set, law, target);
    State state = model.system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(0, 2 * radius, 0));
    return advise(model.system, state, *force).integrators;
}

// Whether advice is within a factor of three: two steps of either sweep.
void compare(const std::vector<IntegratorAdvice>& all, Real IntegratorAdvice::*which,
             const std::function<Vec3(const IntegratorChoice&)>& run) {
    for (const auto& [name, className] : integrators)
        for (const IntegratorAdvice& one : all) {
            if (one.integrator != className) continue;
            const Real ratio = one.*which / sweep(run, name);
            EXPECT_GT(ratio, 1 / 3.2) << name;
            EXPECT_LT(ratio, 3.2) << name;
        }
}

} // namespace

// An oblique impact is right to a per cent up to the accuracy that advice names.
TEST(Advice, NamesTheAccuracyOfImpacts) {
    ImpactOptions impact;
    impact.law = onMaterial(1e8, 0.3, 0.5, 0.3);
    impact.target = "plane";
    impact.angle = 30;
    impact.samples = 10;
    const Real mass = massOfBall(impact.radius, impact.density);
    compare(adviseOnBall(impact.law, impact.law.getMaterial(), impact.radius, mass), &IntegratorAdvice::impactAccuracy,
            [&](const IntegratorChoice& choice) {
                impact.integrator = choice;
                const ImpactResult r = runImpact(impact);
                return Vec3(r.e_n * std::cos(Pi / 6), r.e_t * 0.5, 0.4 * r.spin * impact.radius);
            });
}

// And so is a ball that slides until it rolls.
TEST(Advice, NamesTheAccuracyOfSliding) {
    RollOptions roll;
    roll.time = 0.3;
    roll.samples = 10;
    const Real mass = massOfBall(roll.radius, roll.density);
    compare(adviseOnBall(roll.law, roll.law.getRigidMaterial(), roll.radius, mass), &IntegratorAdvice::slidingAccuracy,
            [&](const IntegratorChoice& choice) {
                roll.integrator = choice;
                const RollResult r = runRoll(roll);
                return Vec3(r.speed, 0, 0.4 * r.spin * roll.radius);
            });
}
