// Tests the kernel of a Kelvin-Voigt element in series with a slider: closed forms, energy, and order in the step.

#include "laws/cundall/Cundall.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace test_kelvin_voigt {
namespace {

using namespace simbodydem::kernels;
using Vec = Vector3<double>;
using In = TangentialInput<double>;
using Out = TangentialOutput<double>;

const double k = 8e3, tau = 2e-3, c = k * tau; // N/m, s
const double limit = 4;                          // N
const double l = limit / k;                      // m

// Returns the input of a step that starts from this spring and velocity, with the limit and the dashpot of the present.
In stepFrom(const Vec& spring, const Vec& velocityBefore, const Vec& way, const Vec& velocity, double time) {
    In in{spring, way, velocity, 1, 1};
    in.dashpotAtCommit = tau * velocityBefore;
    in.limitLengthAtCommit = l;
    in.slipAtPresentVelocity = time * velocity;
    in.time = time;
    in.dampingTimeAtCommit = tau;
    return in;
}

Out evaluate(const In& in) { return slideKelvinVoigt<double>(limit, k, c, in); }

// At a constant velocity along the spring, the spring relaxes to its limit as 1 - exp(-t/tau), in steps of any length.
TEST(KelvinVoigt, RelaxesToItsLimit) {
    const Vec velocity(1, 0, 0); // its dashpot alone is four times the limit
    for (const int steps : {1, 3, 50}) {
        Vec spring(0, 0, 0);
        for (int i = 0; i < steps; ++i) spring = evaluate(stepFrom(spring, velocity, (5e-3 / steps) * velocity, velocity, 5e-3 / steps)).displacement;
        EXPECT_NEAR(spring[0], l * (1 - std::exp(-5e-3 / tau)), 1e-15) << steps; // rounding of 5e-4 m
    }
}

// A spring that lies beyond its limit by rounding, and shortens by less, sticks, whether its limit grows faster or not: its force is that of its length.
TEST(KelvinVoigt, SticksWithinTheRoundingOfItsLimit) {
    const Vec spring((1 + 4e-10) * l, 0, 0), way(-1e-12 * l, 0, 0);
    for (const double growth : {0., 1e-10, -1e-10}) {
        In in = stepFrom(spring, Vec::Zero(), way, Vec::Zero(), 1e-3 * tau);
        in.limitLengthAtCommit = (1 - growth) * l;
        const Out out = evaluate(in);
        EXPECT_NEAR(out.force[0] / limit, -1, 1e-9); // as far as it lies beyond
        EXPECT_NEAR(out.displacement[0] / l, 1, 1e-9);
    }
}

// At first touch the limit is there from the start.
TEST(KelvinVoigt, BeginsAtFirstContact) {
    In in{Vec::Zero(), Vec(1e-3, 0, 0), Vec(1, 0, 0), 1, 1};
    in.time = 1e-3;
    EXPECT_NEAR(evaluate(in).displacement[0], l * (1 - std::exp(-1e-3 / tau)), 1e-16); // rounding of 2e-4 m
}

// While it sticks it has the force of spring and dashpot.
TEST(KelvinVoigt, SticksAsSpringAndDashpot) {
    const Out out = evaluate(stepFrom(Vec(1e-4, 0, 0), Vec(0.05, 0, 0), Vec(0, 1e-4, 0), Vec(0, 0.05, 0), 2e-3));
    EXPECT_EQ((out.force - Vec(-k * 1e-4, -k * 1e-4 - c * 0.05, 0)).norm(), 0);
    EXPECT_FALSE(out.sliding);
}

// The element dissipates c |xi'|^2 in the dashpot and the limit times the slip of the slider, never less than 0.
TEST(KelvinVoigt, DissipatesInDashpotAndSlider) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> unit(-1, 1);
    int sliding = 0;
    for (int i = 0; i < 1000; ++i) {
        const Vec spring(l * unit(random), l * unit(random), 0), velocity(unit(random), unit(random), 0);
        const Out out = evaluate(stepFrom(spring, velocity, Vec::Zero(), velocity, 0));
        const Vec eta = spring + tau * velocity;
        const double excess = std::max(0., eta.norm() - l);
        const Vec rate = velocity - excess / tau * eta.normalized();
        const double power = c * rate.squaredNorm() + limit * excess / tau;
        EXPECT_NEAR(out.dissipatedPower, power, 1e-11 * (1 + power)); // rounding
        sliding += out.sliding;
    }
    EXPECT_GT(sliding, 500);
    EXPECT_LT(sliding, 1000);
}

// Another evaluation from the displacement of the output without an increment returns the same force, after any step.
TEST(KelvinVoigt, CommitChangesNothing) {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto vector = [&](double size) { return Vec(size * unit(random), size * unit(random), 0); };
    for (int i = 0; i < 1000; ++i) {
        const Vec now = vector(0.5);
        const Out out = evaluate(stepFrom(vector(l), vector(0.5), vector(1e-3), now, 2e-3));
        const Out again = evaluate(stepFrom(out.displacement, now, Vec::Zero(), now, 0));
        EXPECT_LE((out.force - again.force).norm(), 1e-14 * limit); // rounding
        EXPECT_LE(out.force.norm(), limit * (1 + 1e-14));
    }
}

// With a dashpot of almost nothing it is the slider without a dashpot.
TEST(KelvinVoigt, IsTheSliderWhereTheDashpotVanishes) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto vector = [&](double size) { return Vec(size * unit(random), size * unit(random), 0); };
    for (int i = 0; i < 1000; ++i) {
        In in = stepFrom(vector(l), vector(0.5), vector(1e-3), vector(0.5), 2e-3);
        in.displacement *= std::min(1., l / in.displacement.norm());
        in.dashpotAtCommit = Vec::Zero();
        in.dampingTimeAtCommit = 1e-12;
        const Vec with = slideKelvinVoigt<double>(limit, k, k * 1e-12, in).force, without = slideBeyond<double>(limit, k, 0, in).force;
        EXPECT_LE((with - without).norm(), 1e-7 * limit); // 1e-12 s over the step of 2e-3 s, times some hundred
    }
}

// If slip turns, reverses and stops while limit and damping time change, the error of the path falls with the square of the step.
TEST(KelvinVoigt, IsOfTheSecondOrder) {
    const auto after = [](int steps, double dampingTime) {
        const auto velocityAt = [](double t) { return Vec(0.4 * std::cos(300 * t), 0.3 * std::sin(170 * t) - 0.1, 0); };
        const auto wayTo = [](double t) { return Vec(0.4 / 300 * std::sin(300 * t), 0.3 / 170 * (1 - std::cos(170 * t)) - 0.1 * t, 0); };
        const auto limitAt = [](double t) { return limit * (1 + 0.5 * std::sin(250 * t)); };
        const auto timeAt = [&](double t) { return dampingTime * (1.2 + 0.5 * std::cos(200 * t)); };
        const double end = 0.04, h = end / steps;
        const In start{Vec::Zero(), Vec::Zero(), velocityAt(0), 1, 1};
        Vec spring(0, 0, 0), impulse(0, 0, 0), force = slideKelvinVoigt<double>(limitAt(0), k, k * timeAt(0), start).force;
        for (int i = 0; i < steps; ++i) {
            const double t0 = i * h, t = t0 + h;
            In in{spring, wayTo(t) - wayTo(t0), velocityAt(t), 1, 1};
            in.dashpotAtCommit = timeAt(t0) * velocityAt(t0);
            in.limitLengthAtCommit = limitAt(t0) / k;
            in.slipAtPresentVelocity = h * in.slipVelocity;
            in.time = h;
            in.dampingTimeAtCommit = timeAt(t0);
            const Out out = slideKelvinVoigt<double>(limitAt(t), k, k * timeAt(t), in);
            impulse += 0.5 * h * (force + out.force); // of the second order itself
            force = out.force;
            spring = out.displacement;
        }
        return impulse;
    };
    for (const double dampingTime : {3e-4, 2e-3, 2e-2}) {
        const Vec fine = after(1 << 17, dampingTime);
        const double coarse = (after(512, dampingTime) - fine).norm(), finer = (after(4096, dampingTime) - fine).norm();
        EXPECT_LT(coarse, 2e-3 * limit * 0.04) << dampingTime;
        EXPECT_GT(coarse, 40 * finer) << dampingTime; // 64 without higher orders
    }
}

} // namespace
} // namespace test_kelvin_voigt
