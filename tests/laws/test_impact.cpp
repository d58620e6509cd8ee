// Tests impacts of the normal kernels along the normal against closed forms and independent integrations.

#include "impact.h"
#include "laws/elastoplastic/Elastoplastic.h"
#include "laws/hertz/Hertz.h"
#include "laws/hunt_crossley/HuntCrossley.h"
#include "laws/linear/LinearSpring.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_impact {
namespace {

using namespace simbodydem::kernels;

struct Nothing {};

// A sphere of radius 10 mm, 2500 kg/m^3, 100 MPa, nu = 0.3 meets a rigid plane at 1 m/s. A contact lasts some 0.6 ms.
const double radius = 0.01, mass = 4. / 3. * M_PI * radius * radius * radius * 2500;
const double modulus = 1e8 / (1 - 0.09), K = 4. / 3. * modulus * std::sqrt(radius);

NormalInput<double> inputAt(double overlap, double rate) {
    return {overlap, rate, radius, std::sqrt(radius * overlap), mass};
}

Impact hertzImpact(HertzDashpot dashpot, double damping, bool tensionAllowed) {
    const HertzConstants law{modulus, dashpot, damping, tensionAllowed};
    return simulateImpact<Nothing>(
        [&](double overlap, double rate, bool, Nothing&) { return hertz(law, inputAt(overlap, rate)).force; }, mass, 1,
        1e-7);
}

Impact huntCrossleyImpactAt(double damping, double speed) {
    const ImpactConstants law{modulus, damping, 0};
    return simulateImpact<double>(
        [&](double overlap, double rate, bool first, double& v0) {
            const auto out = huntCrossleyImpact(law, inputAt(overlap, rate), first, v0);
            v0 = out.impactSpeed;
            return out.normal.force;
        },
        mass, speed, 1e-7);
}

// An elastic impact has delta_max = (5 m v^2/(4K))^(2/5), T = 2.943275 delta_max/v and a restitution of 1.
TEST(HertzImpact, HasTheElasticClosedForms) {
    const Impact impact = hertzImpact(HertzDashpot::None, 0, false);
    const double maxOverlap = std::pow(5 * mass / (4 * K), 0.4);
    EXPECT_NEAR(impact.restitution, 1, 1e-6); // the step: 5000 a contact, and delta^(3/2) is not smooth at 0
    EXPECT_NEAR(impact.maxOverlap, maxOverlap, 1e-6 * maxOverlap);
    EXPECT_NEAR(impact.maxForce, K * std::pow(maxOverlap, 1.5), 1e-6 * impact.maxForce);
    EXPECT_NEAR(impact.duration, 2.943275 * maxOverlap, 1e-6 * impact.duration);
}

// With a tenth of the critical damping, and with DEMLab's rounded constants for 0.5 and 0.9, restitution, overlap and force agree with
// integrated values.
TEST(HertzImpact, HasTheRestitutionOfTheQuarterPowerDashpot) {
    const struct {
        double alpha, allowed, clamped, maxOverlap, maxForce;
    } rows[] = {{std::sqrt(6.) * 0.1, .707352, .724674, 2.110929e-4, 45.8482},
                {2.2664 * std::log(2.) / std::sqrt(std::log(2.) * std::log(2.) + 10.1354), .499711, .550052,
                 1.890506e-4, 41.1926},
                {-2.2664 * std::log(.9) / std::sqrt(std::log(.9) * std::log(.9) + 10.1354), .899981, .902008,
                 2.304096e-4, 51.3407}};
    for (const auto& row : rows) {
        const Impact allowed = hertzImpact(HertzDashpot::QuarterPower, row.alpha, true);
        EXPECT_NEAR(allowed.restitution, row.allowed, 1e-5); // of the numbers given
        EXPECT_NEAR(allowed.maxOverlap, row.maxOverlap, 1e-5 * row.maxOverlap);
        EXPECT_NEAR(allowed.maxForce, row.maxForce, 1e-5 * row.maxForce);
        EXPECT_NEAR(hertzImpact(HertzDashpot::QuarterPower, row.alpha, false).restitution, row.clamped, 1e-5);
    }
}

// Kuwabara and Kono's dashpot with A = 5e-5 s has its integrated restitution.
TEST(HertzImpact, HasTheRestitutionOfKuwabaraAndKono) {
    const double eta = 1.5 * 5e-5 * K;
    EXPECT_NEAR(hertzImpact(HertzDashpot::HalfPower, eta, true).restitution, .682220, 1e-5); // of the numbers given
    EXPECT_NEAR(hertzImpact(HertzDashpot::HalfPower, eta, false).restitution, .692653, 1e-5);
}

// Lee and Herrmann's dashpot with gamma = 100/s has its integrated restitution, and equals a linear dashpot of gamma m*.
TEST(HertzImpact, HasTheRestitutionOfLeeAndHerrmann) {
    EXPECT_NEAR(hertzImpact(HertzDashpot::Mass, 100, true).restitution, .961347, 1e-5); // of the numbers given
    EXPECT_NEAR(hertzImpact(HertzDashpot::Mass, 100, false).restitution, .962354, 1e-5);
    EXPECT_NEAR(hertzImpact(HertzDashpot::Constant, 100 * mass, true).restitution, .961347, 1e-5);
}

// d = 1.4327505 gives a restitution of 0.5 at each speed.
TEST(HuntCrossleyImpact, HasTheSameRestitutionAtEverySpeed) {
    for (double speed : {0.1, 1., 3.})
        EXPECT_NEAR(huntCrossleyImpactAt(1.4327505, speed).restitution, 0.5, 1e-5) << speed; // the step
}

// If the first evaluation is a hundredth of the contact's duration late, the impact speed is still that at the start.
TEST(HuntCrossleyImpact, FindsTheImpactSpeedAfterALateStart) {
    const ImpactConstants law{modulus, 1.4327505, 0};
    double overlap = 0, rate = 1;
    const double step = 1e-9;
    for (int i = 0; i < 5000; ++i) { // midpoint rule, exact to 1e-9 here
        const auto half = inputAt(overlap + step / 2 * rate, rate);
        rate -= step * huntCrossleyImpact(law, half, false, 1.).normal.force / mass;
        overlap += step * rate;
    }
    const double found = huntCrossleyImpact(law, inputAt(overlap, rate), true, 0.).impactSpeed;
    EXPECT_GT(1 - rate, 1e-5);   // some speed was lost by then
    EXPECT_NEAR(found, 1, 1e-9); // the midpoint rule
}

// This also holds when most of the speed is lost, for the strongest dashpot of any restitution, and for nearly none.
TEST(HuntCrossleyImpact, FindsTheImpactSpeedAfterAnyDelay) {
    for (double d : {1e-4, 0.1, 1.4327505, 142.})
        for (double u : {0.9, 0.1}) { // v/v0; v0^2 (g(1) - g(u)) = U/m, g(u) = (d u - ln(1 + d u))/d^2
            const double v0 = 3, mass = 0.5;
            const auto g = [d](double x) { return (d * x - std::log1p(d * x)) / (d * d); };
            const double energy = mass * v0 * v0 * (g(1) - g(u));
            const double tolerance = d < 1e-3 ? d : 1e-9; // by its documentation d times the lost speed; rounding
            EXPECT_NEAR(impactSpeedInHindsight(d, u * v0, energy, mass), v0, tolerance * v0) << d << " " << u;
        }
}

// A contact that begins without approach is elastic, for any later motion.
TEST(HuntCrossleyImpact, IsElasticWhenPlaced) {
    const ImpactConstants law{modulus, 1.4327505, 0};
    const auto placed = huntCrossleyImpact(law, inputAt(1e-5, -0.1), true, 0.);
    EXPECT_EQ(placed.impactSpeed, 0);
    EXPECT_EQ(placed.normal.force, placed.normal.elasticForce);
    const auto later = huntCrossleyImpact(law, inputAt(1e-5, 0.1), false, placed.impactSpeed);
    EXPECT_EQ(later.normal.force, later.normal.elasticForce);
}

// With a minimum impact speed a placed contact and a slow one have the dashpot of that speed.
TEST(HuntCrossleyImpact, HasAMinimumSpeed) {
    const ImpactConstants law{modulus, 1.4327505, 0.2};
    for (double rate : {-0.1, 0., 1e-9}) {
        const auto placed = huntCrossleyImpact(law, inputAt(1e-7, rate), true, 0.);
        EXPECT_EQ(placed.impactSpeed, 0.2);
        EXPECT_NEAR(placed.normal.force, placed.normal.elasticForce * (1 + 1.4327505 * rate / 0.2),
                    1e-15 * placed.normal.elasticForce); // rounding
    }
}

// A damped spring that may pull has the largest overlap v/w exp(-beta acos(beta)/r), lasts pi/(w r) and returns exp(-pi beta/r), with
// w = sqrt(k/m) and r = sqrt(1 - beta^2).
TEST(LinearImpact, HasTheClosedForms) {
    const double stiffness = 1e4, beta = 0.3, root = std::sqrt(1 - beta * beta), w = std::sqrt(stiffness / mass);
    const Impact impact = simulateImpact<Nothing>(
        [&](double overlap, double rate, bool, Nothing&) {
            return linearSpring<double>(stiffness, {beta, true}, inputAt(overlap, rate)).force;
        },
        mass, 1, 1e-7);
    const double maxOverlap = std::exp(-beta * std::acos(beta) / root) / w, duration = M_PI / (w * root);
    EXPECT_NEAR(impact.maxOverlap, maxOverlap, 1e-6 * maxOverlap);        // a step around a flat maximum
    EXPECT_NEAR(impact.duration, duration, 1e-6 * duration);              // the last step
    EXPECT_NEAR(impact.restitution, std::exp(-M_PI * beta / root), 1e-5); // the last step
}

const ElastoplasticConstants plastic{1e5, 4e5, 0}, cohesive{1e5, 4e5, 2e5};

ElastoplasticOutput<double> plasticAt(const ElastoplasticConstants& law, double overlap, double rate, double deepest) {
    return elastoplastic<double>(law, {overlap, rate, 0.01, 0, 0.01}, deepest);
}

// Walton and Braun's impact of 10 g at 1 m/s has e = sqrt(k_L/k_U) and the worked overlap and duration.
TEST(ElastoplasticImpact, HasTheClosedForms) {
    const Impact impact = simulateImpact<double>(
        [](double overlap, double rate, bool, double& deepest) {
            const auto out = plasticAt(plastic, overlap, rate, deepest);
            deepest = out.deepest;
            return out.normal.force;
        },
        0.01, 1, 1e-7);
    EXPECT_NEAR(impact.restitution, 0.5, 1e-4);         // the turning point falls within a step
    EXPECT_NEAR(impact.maxOverlap, 3.162278e-4, 1e-10); // the digits given
    EXPECT_NEAR(impact.duration, 7.450941e-4, 2e-7);    // two steps
}

// A law gives the same force if it is evaluated again with its stored memory, during loading or unloading: a commit is invisible.
TEST(Elastoplastic, IsContinuousAtTheCommit) {
    for (const auto& law : {plastic, cohesive})
        for (double overlap : {1e-5, 3e-4, 9e-4, 1.1e-3})
            for (double rate : {-1., 0., 1.}) {
                const auto before = plasticAt(law, overlap, rate, 1e-3);
                const auto after = plasticAt(law, overlap, rate, before.deepest);
                EXPECT_EQ(after.normal.force, before.normal.force);
            }
}

// The force does not depend on the sign of the rate. Reloading continues on the loading branch at its end.
TEST(Elastoplastic, IsContinuousOnReloadAndAtRest) {
    for (const auto& law : {plastic, cohesive}) {
        EXPECT_EQ(plasticAt(law, 8e-4, 1, 1e-3).normal.force, plasticAt(law, 8e-4, -1, 1e-3).normal.force);
        const double below = plasticAt(law, 1e-3 * (1 - 1e-12), 1, 1e-3).normal.force;
        EXPECT_NEAR(below, plasticAt(law, 1e-3, 1, 1e-3).normal.force, 1e-9); // 4e5 N/m over 1e-15 m
    }
}

// During loading the work is stored energy and heat. During unloading the stored energy returns completely.
TEST(Elastoplastic, BalancesEnergy) {
    for (const auto& law : {plastic, cohesive}) {
        const int steps = 10000;
        const double deepestOverlap = 1e-3, h = deepestOverlap / steps;
        double work = 0, heat = 0, deepest = 0;
        for (int i = 0; i < steps; ++i) {
            const auto out = plasticAt(law, (i + 0.5) * h, 1, deepest);
            work += out.normal.force * h;
            heat += dissipatedPower(out.normal, 1.) * h;
            deepest = out.deepest;
        }
        const auto turn = plasticAt(law, deepestOverlap, 0, deepest);
        EXPECT_NEAR(work, turn.normal.storedEnergy + heat, 1e-12 * work); // rounding, midpoints of straight lines
        double back = 0;
        for (int i = steps; i-- > 0;) {
            const auto out = plasticAt(law, (i + 0.5) * h, -1, turn.deepest);
            EXPECT_EQ(dissipatedPower(out.normal, -1.), 0);
            back += out.normal.force * h;
        }
        EXPECT_NEAR(back, turn.normal.storedEnergy, 1e-6 * work); // one midpoint lies across the kink
    }
}

// Luding's cohesive branch pulls with k_c delta below the unloading line.
TEST(Elastoplastic, PullsOnTheCohesiveBranch) {
    EXPECT_NEAR(plasticAt(cohesive, 1e-4, -1, 1e-3).normal.force, -2e5 * 1e-4, 1e-12); // rounding
    EXPECT_NEAR(plasticAt(cohesive, 9e-4, -1, 1e-3).normal.force, 4e5 * (9e-4 - 7.5e-4), 1e-10);
}

} // namespace
} // namespace test_impact
