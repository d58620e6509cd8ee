// Tests rolling kernels: their limit, the rotation stored at the limit, and that a commit changes nothing.

#include "laws/rolling/Rolling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace test_rolling {
namespace {

using namespace simbodydem::kernels;
using Vec = Vector3<double>;
using In = RollingInput<double>;
using Out = RollingOutput<double>;

const double none = std::nan("");
const RollingFriction<double> friction{0.2, 0.1};

struct Case {
    std::string name;
    std::function<Out(const RollingFriction<double>&, const In&)> law;
};

// The kernel of EPSD also gets the stiffnesses of the commit; here they do not change.
Case epsdCase(const std::string& name, const EPSDConstants& law, double dampingRatio) {
    return {name, [=](const RollingFriction<double>& f, const In& in) {
                const auto stiffness = epsdStiffness<double>(f, law, in);
                return epsdRolling<double>(f, dampingRatio, stiffness, stiffness, in);
            }};
}

const std::vector<Case> cases = {
    {"Constant", [](const RollingFriction<double>& f, const In& in) { return constantRolling<double>(f, none, in); }},
    {"ConstantTransition",
     [](const RollingFriction<double>& f, const In& in) { return constantRolling<double>(f, 3, in); }},
    epsdCase("EPSD", {none, none}, 0.3),
    epsdCase("EPSDGivenUndamped", {5, 3}, 0),
    {"Viscous",
     [](const RollingFriction<double>& f, const In& in) { return viscousRolling<double>(f, 2, in); }}}; // no limit

// Returns rotations of some thousandths and speeds of some rad/s, some of them large enough to reach the limit.
In randomInput(std::mt19937& random) {
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto any = [&](double size) { return Vec(size * unit(random), size * unit(random), size * unit(random)); };
    return {any(1).normalized(), any(1e-3), any(1e-3), any(5), 1.5 + unit(random), 0.05, 0.01, 1e4};
}

Vec along(const In& in, const Vec& v) { return in.normalDirection * in.normalDirection.dot(v); }

class RollingKernel : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(AllLaws, RollingKernel, ::testing::ValuesIn(cases),
                         [](const auto& info) { return info.param.name; });

class LimitedRollingKernel : public RollingKernel {};
INSTANTIATE_TEST_SUITE_P(AllButTheLast, LimitedRollingKernel, ::testing::ValuesIn(cases.begin(), cases.end() - 1),
                         [](const auto& info) { return info.param.name; });

// Rolling torque stays within mu_r R* N and twisting torque within mu_tw R* N, and both reach their limits.
TEST_P(LimitedRollingKernel, StaysWithinItsLimits) {
    std::mt19937 random(1);
    int rollingAtLimit = 0, twistingAtLimit = 0;
    for (int i = 0; i < 1000; ++i) {
        const In in = randomInput(random);
        const Out out = GetParam().law(friction, in);
        const double load = in.frictionalLoad * in.effectiveRadius;
        const Vec twisting = along(in, out.torque);
        const double rolling = (out.torque - twisting).norm();
        EXPECT_LE(rolling, friction.rolling * load * (1 + 1e-14)); // rounding
        EXPECT_LE(twisting.norm(), friction.twisting * load * (1 + 1e-14));
        rollingAtLimit += rolling > friction.rolling * load * (1 - 1e-12);
        twistingAtLimit += twisting.norm() > friction.twisting * load * (1 - 1e-12);
    }
    EXPECT_GT(rollingAtLimit, 10);
    EXPECT_LT(rollingAtLimit, 1000);
    EXPECT_GT(twistingAtLimit, 10);
    EXPECT_LT(twistingAtLimit, 1000);
}

// A law gives the same torque if it is evaluated again with its stored rotation and no increment: a commit is invisible.
TEST_P(RollingKernel, IsContinuousAtTheCommit) {
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
        In in = randomInput(random);
        const Out before = GetParam().law(friction, in);
        in.rotation = before.rotation;
        in.rotationIncrement.setZero();
        const Out after = GetParam().law(friction, in);
        EXPECT_LT((after.torque - before.torque).norm(), 1e-13 * in.frictionalLoad * in.effectiveRadius); // rounding
    }
}

// The torque does not jump if a small angular velocity reverses.
TEST_P(RollingKernel, IsContinuousAtRest) {
    std::mt19937 random(6);
    In in = randomInput(random);
    in.angularVelocity = Vec(1e-9, -1e-9, 1e-9);
    const Out forward = GetParam().law(friction, in);
    in.angularVelocity = -in.angularVelocity;
    const Out backward = GetParam().law(friction, in);
    // The steepest slope here is ConstantRolling's, 2 sqrt(7/5 m* kn) R*^2 = 0.06 N m s.
    EXPECT_LT((forward.torque - backward.torque).norm(), 1e-9);
}

// Without a load there is no torque and no stored rotation.
TEST_P(RollingKernel, HasNoTorqueWithoutLoad) {
    std::mt19937 random(3);
    In in = randomInput(random);
    in.frictionalLoad = 0;
    const Out out = GetParam().law(friction, in);
    EXPECT_EQ(out.torque.norm(), 0);
    EXPECT_EQ(out.rotation.norm(), 0);
}

// For any rotation the torque takes at least the energy that the spring stores, in each step.
TEST_P(RollingKernel, CreatesNoEnergy) {
    std::mt19937 random(4);
    for (int path = 0; path < 10; ++path) {
        In in = randomInput(random);
        const Vec a = in.angularVelocity, b = randomInput(random).angularVelocity;
        const auto turned = [&](double t) -> Vec { return 1e-3 * (a * std::sin(t) + b * std::cos(2.3 * t)); };
        in.rotation.setZero();
        in.rotationIncrement.setZero();
        in.angularVelocity = -2.3 * b * std::sin(0.) + a;
        Out before = GetParam().law(friction, in);
        double taken = 0, gained = 0;
        const double h = 1e-3;
        for (double t = h; t < 10; t += h) {
            in.rotation = before.rotation;
            in.rotationIncrement = turned(t) - turned(t - h);
            in.angularVelocity = a * std::cos(t) - 2.3 * b * std::sin(2.3 * t);
            const Out now = GetParam().law(friction, in);
            const double heat = -0.5 * (before.torque + now.torque).dot(in.rotationIncrement) -
                                (now.storedEnergy - before.storedEnergy);
            (heat > 0 ? taken : gained) += std::abs(heat);
            before = now;
        }
        EXPECT_LE(gained, 1e-6 * taken); // steps across a turn, third order
    }
}

// A rotation of each input rotates the torque and the stored rotation.
TEST_P(RollingKernel, TurnsWithItsInput) {
    std::mt19937 random(5);
    const Eigen::Matrix3d turn(Eigen::AngleAxisd(1.1, Vec(1, 2, 3).normalized()));
    for (int i = 0; i < 100; ++i) {
        In in = randomInput(random);
        const Out before = GetParam().law(friction, in);
        for (Vec* v : {&in.normalDirection, &in.rotation, &in.rotationIncrement, &in.angularVelocity}) *v = turn * *v;
        const Out after = GetParam().law(friction, in);
        EXPECT_LT((after.torque - turn * before.torque).norm(), 1e-14);     // rounding of torques of some 0.1 N m
        EXPECT_LT((after.rotation - turn * before.rotation).norm(), 1e-16); // and of 1e-3 rad
    }
}

// Without twisting friction there is no torque along the normal, and no memory of the twist.
TEST_P(RollingKernel, HasNoTwistingTorqueWithoutItsFriction) {
    std::mt19937 random(7);
    const In in = randomInput(random);
    const Out out = GetParam().law({0.2, 0}, in);
    EXPECT_GT(out.torque.norm(), 0);
    EXPECT_LT(along(in, out.torque).norm(), 1e-16 * in.frictionalLoad); // rounding of a torque of 0.01 N m
    EXPECT_LT(along(in, out.rotation).norm(), 1e-18);
}

// The default spring is Ai's 9/4 kn (mu_r R*)^2, which reaches the limit after 4/9 N/(kn mu_r R*).
TEST(EPSDRolling, HasThePublishedStiffness) {
    const double load = 2, R = 0.05, kn = 1e4, limit = friction.rolling * load * R;
    const double onset = 4. / 9. * load / (kn * friction.rolling * R);
    for (double share : {0.5, 0.99, 3.}) {
        const In in{Vec(0, 0, 1), Vec(0, 0, 0), Vec(share * onset, 0, 0), Vec(0, 0, 0), load, R, 0.01, kn};
        const auto stiffness = epsdStiffness<double>(friction, {none, none}, in);
        EXPECT_NEAR(epsdRolling<double>(friction, 0.3, stiffness, stiffness, in).torque[0],
                    -limit * std::min(share, 1.),
                    1e-15 * limit * 10); // rounding
    }
}

// A cycle of rolling, a change of load, and rolling back dissipates energy, for an increase and for a decrease of the load.
TEST(EPSDRolling, CreatesNoEnergyAsTheStiffnessChanges) {
    for (bool softFirst : {true, false}) {
        const double stiffnesses[2] = {softFirst ? 1e4 : 2e4, softFirst ? 2e4 : 1e4};
        In in{Vec(0, 0, 1), Vec(0, 0, 0), Vec(0, 0, 0), Vec(0, 0, 0), 10, 0.05, 0.01, stiffnesses[0]};
        const double turn = 1e-4; // well below the limit, so that the torque is linear in each half
        EPSDStiffness<double> committed{0, 0};
        const auto ask = [&](double stiffness, double increment) {
            in.normalStiffness = stiffness;
            in.rotationIncrement = Vec(increment, 0, 0);
            const auto present = epsdStiffness<double>(friction, {none, none}, in);
            const Out out = epsdRolling<double>(friction, 0, present, committed, in);
            in.rotation = out.rotation;
            committed = present;
            return out.torque[0];
        };
        const double start = ask(stiffnesses[0], 0), rolled = ask(stiffnesses[0], turn);
        const double pressed = ask(stiffnesses[1], 0), back = ask(stiffnesses[1], -turn);
        const double work =
            0.5 * (start + rolled) * turn - 0.5 * (pressed + back) * turn; // of the spring on the bodies
        EXPECT_LT(work, 0);
    }
}

} // namespace
} // namespace test_rolling
