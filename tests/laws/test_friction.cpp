// Tests tangential kernels: Coulomb's limit, the displacement stored during sliding, and that a commit changes nothing.

#include "laws/cundall/Cundall.h"
#include "laws/dashpot_slider/DashpotSlider.h"
#include "laws/mindlin_incremental/MindlinIncremental.h"

#include "laws/hollars/Hollars.h"
#include "laws/mindlin_secant/MindlinSecant.h"
#include "laws/nonlinear_slider/NonlinearSlider.h"
#include "laws/pfc_linear/PFCLinear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace test_friction {
namespace {

using namespace simbodydem::kernels;
using Vec = Vector3<double>;
using In = TangentialInput<double>;
using Out = TangentialOutput<double>;

const FrictionConstants constant{0.5, 0.5, std::nan("")}, falling{0.6, 0.3, std::nan("")}, stribeck{0.6, 0.3, 0.02};
const double none = std::nan("");

struct Case {
    std::string name;
    std::function<Out(const In&, double&)> law; // its own memory as committed, then as it is to be committed
    double staticFriction;
};

// A law without its own memory.
template <class Law> std::function<Out(const In&, double&)> plain(const Law& law) {
    return [law](const In& in, double&) { return law(in); };
}

constexpr double remembered = 7e3; // stiffness committed by laws that remember one [N/m]

// Laws whose whole force stays within Coulomb's limit.
std::vector<Case> makeCases() {
    std::vector<Case> cases;
    for (const auto& [suffix, friction] :
         {std::pair{"Constant", constant}, std::pair{"Falling", falling}, std::pair{"Stribeck", stribeck}}) {
        const FrictionConstants f = friction;
        const auto add = [&, end = suffix](const std::string& name, const std::function<Out(const In&, double&)>& law) {
            cases.push_back({name + end, law, f.staticFriction});
        };
        add("Mindlin", plain([f](const In& in) { return mindlinSecant<double>(f, 1e6, 0.2, 1e-3, in); }));
        FrictionConstants relaxing = f;
        relaxing.isKelvinVoigt = true;
        add("KelvinVoigt", plain([relaxing](const In& in) { return mindlinSecant<double>(relaxing, 1e6, 0.2, 1e-3, in); }));
        add("CundallUndamped", plain([f](const In& in) { return cundall<double>(f, {0, false}, 8e3, in); }));
        add("CundallDamped", plain([f](const In& in) { return cundall<double>(f, {0.3, false}, 8e3, in); }));
        add("DashpotSlider", plain([f](const In& in) { return dashpotSlider<double>(f, {20, none}, 1e4, in); }));
        for (double stiffness : {0.8 * remembered, 1.2 * remembered})
            for (bool rescale : {true, false})
                add(std::string("MindlinIncremental") + (stiffness > remembered ? "Loading" : "Unloading") +
                        (rescale ? "" : "WithoutRescale"),
                    [=](const In& in, double& memory) {
                        const double committed = memory;
                        memory = stiffness;
                        return mindlinIncremental<double>(f, {0.2, rescale}, stiffness, -50 * stiffness, committed, in);
                    });
        for (const auto& [name, form] : {std::pair{"DiRenzoDiMaio", NonlinearForm::DiRenzoDiMaio},
                                         std::pair{"LangstonTuzunHeyes", NonlinearForm::LangstonTuzunHeyes},
                                         std::pair{"ZhuZhouYu", NonlinearForm::ZhuZhouYu},
                                         std::pair{"TsujiTanakaIshida", NonlinearForm::TsujiTanakaIshida}}) {
            const NonlinearSliderConstants law{form, 1e6, 5e6, 0.2, 2e3};
            add(name, plain([=](const In& in) { return nonlinearSlider<double>(f, law, 1e-3, in); }));
        }
        add("Hollars", plain([f](const In& in) {
                return hollars<double>({f.staticFriction, f.kineticFriction, 0.03, 0}, in);
            }));
    }
    return cases;
}

// Laws that may exceed Coulomb's limit.
std::vector<Case> makeUnlimitedCases() {
    std::vector<Case> cases;
    for (bool cut : {false, true})
        cases.push_back({cut ? "PFCShearCut" : "PFCShearFull", plain([cut](const In& in) {
                             return pfcShear<double>(falling, {0.3, cut}, 8e3, in);
                         }),
                         0.6});
    cases.push_back({"PFCShearWithoutSpring", plain([](const In& in) {
                         return pfcShear<double>(falling, {0.3, false}, 0, in);
                     }),
                     0.6});
    cases.push_back({"NoSlip", plain([](const In& in) {
                         return cundall<double>(falling, {0.3, true}, 8e3, in);
                     }),
                     none});
    return cases;
}

// Returns tangent vectors of the plane z = 0, some of them large enough for sliding.
In randomInput(std::mt19937& random) {
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto tangent = [&](double size) { return Vec(size * unit(random), size * unit(random), 0); };
    return {tangent(2e-4), tangent(2e-4), tangent(0.1), 1.5 + unit(random), 0.01};
}

class TangentialKernel : public ::testing::TestWithParam<Case> {
protected:
    double memory = remembered;
    Out ask(const In& in) { return GetParam().law(in, memory = remembered); }
    Out askAgain(const In& in) { return GetParam().law(in, memory); }
};
class LimitedKernel : public TangentialKernel {};
const auto nameOfCase = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(AllLaws, TangentialKernel, ::testing::ValuesIn(makeCases()), nameOfCase);
INSTANTIATE_TEST_SUITE_P(UnlimitedLaws, TangentialKernel, ::testing::ValuesIn(makeUnlimitedCases()), nameOfCase);
INSTANTIATE_TEST_SUITE_P(AllLaws, LimitedKernel, ::testing::ValuesIn(makeCases()), nameOfCase);

// No law exceeds mu_s N, and it reports the difference between sliding and sticking.
TEST_P(LimitedKernel, StaysWithinCoulombsLimit) {
    std::mt19937 random(1);
    int sliding = 0;
    for (int i = 0; i < 1000; ++i) {
        const In in = randomInput(random);
        const Out out = ask(in);
        EXPECT_LE(out.force.norm(), GetParam().staticFriction * in.frictionalLoad * (1 + 1e-14)); // rounding
        sliding += out.sliding;
    }
    EXPECT_GT(sliding, 50);
    EXPECT_LT(sliding, 1000);
}

// Without a load there is no force and no stored displacement.
TEST_P(LimitedKernel, HasNoForceWithoutLoad) {
    std::mt19937 random(3);
    In in = randomInput(random);
    in.frictionalLoad = 0;
    const Out out = ask(in);
    EXPECT_EQ(out.force.norm(), 0);
    EXPECT_EQ(out.displacement.norm(), 0);
}

// A law gives the same force if it is evaluated again with its stored displacement and no increment: a commit is invisible.
TEST_P(TangentialKernel, IsContinuousAtTheCommit) {
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
        In in = randomInput(random);
        const Out before = ask(in);
        in.displacement = before.displacement;
        in.slipIncrement.setZero();
        const Out after = askAgain(in);
        EXPECT_LT((after.force - before.force).norm(), 1e-13 * in.frictionalLoad); // rounding
        EXPECT_EQ(after.sliding, before.sliding);
    }
}

// For any motion the force takes at least the energy that the spring stores: in each step, not only in total.
TEST_P(TangentialKernel, CreatesNoEnergy) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> unit(-1, 1);
    for (int path = 0; path < 10; ++path) {
        const Vec a(unit(random), unit(random), 0), b(unit(random), unit(random), 0);
        const auto way = [&](double t) -> Vec { return 1e-4 * (a * std::sin(t) + b * std::cos(2.3 * t)); };
        const auto rate = [&](double t) -> Vec { return 0.1 * (a * std::cos(t) - 2.3 * b * std::sin(2.3 * t)); };
        Out before = ask({Vec(0, 0, 0), Vec(0, 0, 0), rate(0), 1.5, 0.01});
        double taken = 0, gained = 0;
        const double h = 1e-3;
        for (double t = h; t < 10; t += h) {
            const Vec slip = way(t) - way(t - h);
            In in{before.displacement, slip, rate(t), 1.5, 0.01};
            in.time = 1e-3 * h; // as way and rate say
            in.slipAtPresentVelocity = in.time * rate(t);
            in.dashpotAtCommit = before.dampingTime * rate(t - h);
            in.dampingTimeAtCommit = before.dampingTime;
            in.limitLengthAtCommit = before.limitLength;
            const Out now = askAgain(in);
            const double heat = -0.5 * (before.force + now.force).dot(slip) - (now.storedEnergy - before.storedEnergy);
            (heat > 0 ? taken : gained) += std::abs(heat);
            before = now;
        }
        EXPECT_LE(gained, 1e-6 * taken); // steps across a turn, third order
    }
}

// A rotation of each input rotates the force and the stored displacement.
TEST_P(TangentialKernel, TurnsWithItsInput) {
    std::mt19937 random(5);
    const Eigen::Matrix3d turn(Eigen::AngleAxisd(1.1, Vec(1, 2, 3).normalized()));
    for (int i = 0; i < 100; ++i) {
        In in = randomInput(random);
        const Out before = ask(in);
        in.displacement = turn * in.displacement;
        in.slipIncrement = turn * in.slipIncrement;
        in.slipVelocity = turn * in.slipVelocity;
        const Out after = ask(in);
        EXPECT_LT((after.force - turn * before.force).norm(), 1e-13);               // rounding of forces of 1 N
        EXPECT_LT((after.displacement - turn * before.displacement).norm(), 1e-16); // and of 1e-4 m
    }
}

// Below the limit the force of a spring is kt xi, and the spring keeps the whole displacement.
TEST(SpringSlider, SticksBelowTheLimit) {
    const Out out = springSlider<double>(constant, 1e4, 0., {Vec(3e-5, 0, 0), Vec(1e-5, 0, 0), Vec(0, 0, 0), 1, 1});
    EXPECT_FALSE(out.sliding);
    EXPECT_NEAR(out.force[0], -0.4, 1e-15);
    EXPECT_NEAR(out.displacement[0], 4e-5, 1e-19);
    EXPECT_NEAR(out.storedEnergy, 0.5 * 1e4 * 4e-5 * 4e-5, 1e-20);
}

// Above the limit the spring keeps the displacement mu N/kt and no more.
TEST(SpringSlider, DragsTheAnchorWhileSliding) {
    const Out out = springSlider<double>(constant, 1e4, 0., {Vec(3e-5, 0, 0), Vec(1, 0, 0), Vec(1, 0, 0), 1, 1});
    EXPECT_TRUE(out.sliding);
    EXPECT_NEAR(out.force[0], -0.5, 1e-15);
    EXPECT_NEAR(out.displacement[0], 0.5 / 1e4, 1e-18);
}

// A cycle of amplitude D at constant load dissipates 4 mu N (D - mu N/kt), and nothing if D stays below mu N/kt.
TEST(SpringSlider, HasTheClosedFormsLoopArea) {
    const double stiffness = 1e4, load = 1, slip = 0.5 * load / stiffness;
    for (double amplitude : {0.9 * slip, 3 * slip, 10 * slip}) {
        const int steps = 4000;
        Vec displacement = Vec::Zero();
        double work = 0, position = amplitude, force = 0;
        for (int i = 0; i <= 2 * steps; ++i) { // the first cycle only reaches the loop
            const double next = amplitude * std::cos(2 * M_PI * i / steps);
            const Out out = springSlider<double>(constant, stiffness, 0.,
                                                 {displacement, Vec(next - position, 0, 0), Vec(0, 0, 0), load, 1});
            if (i > steps) work -= 0.5 * (force + out.force[0]) * (next - position);
            displacement = out.displacement;
            position = next;
            force = out.force[0];
        }
        const double closed = amplitude > slip ? 4 * 0.5 * load * (amplitude - slip) : 0;
        EXPECT_NEAR(work, closed, 1e-5 * amplitude); // trapezoidal rule over the corners, 4000 steps a cycle
    }
}

// Static friction applies at rest, and kinetic friction at many times the transition velocity.
TEST(CoulombLimit, FallsFromStaticToKinetic) {
    EXPECT_DOUBLE_EQ(coulombLimit<double>(stribeck, 2, 0, 1), 1.2);
    EXPECT_NEAR(coulombLimit<double>(stribeck, 2, 0.02 * 0.02, 1), 0.9, 1e-15); // half of the fall at v_s
    EXPECT_NEAR(coulombLimit<double>(stribeck, 2, 1e6, 1), 0.6, 1e-9);
}

// Below the limit the dashpot-slider is a dashpot, above it a slider.
TEST(DashpotSlider, SwitchesAtItsKink) {
    const DashpotSliderConstants law{50, none};
    EXPECT_NEAR(dashpotSlider<double>(constant, law, 0, {Vec(0, 0, 0), Vec(0, 0, 0), Vec(0.005, 0, 0), 1, 1}).force[0],
                -0.25, 1e-15);
    EXPECT_NEAR(dashpotSlider<double>(constant, law, 0, {Vec(0, 0, 0), Vec(0, 0, 0), Vec(0.02, 0, 0), 1, 1}).force[0],
                -0.5, 1e-15);
}

// Hollars's curve with mu_s = 0.8, mu_k = 0.5 and v_s = 0.01 peaks at mu_s for r = 1 and falls towards mu_k.
TEST(Hollars, GivesTheWorkedValues) {
    const HollarsConstants law{0.8, 0.5, 0.01, 0};
    const std::pair<double, double> curve[] = {{0, 0},      {0.001, 0.109406}, {0.005, 0.49},
                                               {0.01, 0.8}, {0.02, 0.62},      {0.1, 0.505941}};
    for (const auto& [speed, ratio] : curve)
        EXPECT_NEAR(hollars<double>(law, {Vec(0, 0, 0), Vec(0, 0, 0), Vec(speed, 0, 0), 2, 1}).force[0], -2 * ratio,
                    1e-6); // the digits given
}

// Viscous friction adds N mu_v |v|.
TEST(Hollars, AddsViscousFriction) {
    const In in{Vec(0, 0, 0), Vec(0, 0, 0), Vec(0, 0.1, 0), 2, 1};
    const double dry = hollars<double>({0.8, 0.5, 0.01, 0}, in).force[1];
    EXPECT_NEAR(hollars<double>({0.8, 0.5, 0.01, 3}, in).force[1], dry - 2 * 3 * 0.1, 1e-15); // rounding
}

// During fast sliding the dashpot alone exceeds the limit. The spring is then unloaded but not reversed, so that no force drives the
// contact on when slip stops.
TEST(SpringSlider, IsNotTurnedByItsDashpot) {
    const FrictionConstants friction{0.5, 0.5, std::numeric_limits<double>::quiet_NaN()};
    const double stiffness = 1e4, damping = 50, load = 10, slow = 0.01;
    using Input = TangentialInput<double>;
    const Vector3<double> none = Vector3<double>::Zero();
    for (double across : {0., 0.3}) { // relative to the previous direction of the spring's load
        const Vector3<double> velocity(1, 0, 0), wound(1e-4, across * 1e-4, 0);
        const auto fast = springSlider(friction, stiffness, damping, Input{wound, none, velocity, load, 1});
        EXPECT_TRUE(fast.sliding);
        EXPECT_LE(fast.force.dot(fast.displacement), 1e-15);
        const auto again =
            springSlider(friction, stiffness, damping, Input{fast.displacement, none, velocity, load, 1});
        EXPECT_NEAR((again.force - fast.force).norm(), 0, 1e-14); // the commit changes nothing except for rounding
        const auto after =
            springSlider(friction, stiffness, damping, Input{fast.displacement, none, slow * velocity, load, 1});
        EXPECT_LE(after.force.dot(velocity), 0);
    }
}

// Returns the direction of the force after slip of speed 1 has turned by one radian, in steps of one length. The dashpot's direction
// is transported too. @param length  of the spring at its limit; the distance is 1
double directionAfterTurningSlip(int steps, double length, double dampingRatio) {
    const double stiffness = 1e4, load = stiffness * length / constant.staticFriction, h = 1. / steps;
    const auto direction = [](double angle) { return Vec(std::cos(angle), std::sin(angle), 0); };
    const auto place = [](double angle) { return Vec(std::sin(angle), -std::cos(angle), 0); };
    Vec displacement = length * direction(-0.3);
    double dampingTime = 0, limitLength = length;
    Vec force;
    for (int i = 1; i <= steps; ++i) {
        In in{displacement, place(i * h) - place((i - 1) * h), direction(i * h), load, 1e-3 * length * length};
        in.dashpotAtCommit = dampingTime * direction((i - 1) * h);
        in.limitLengthAtCommit = limitLength;
        in.slipAtPresentVelocity = h * direction(i * h);
        const Out out = cundall<double>(constant, {dampingRatio, false}, stiffness, in);
        displacement = out.displacement;
        dampingTime = out.dampingTime;
        limitLength = out.limitLength;
        force = out.force;
    }
    return std::atan2(-force[1], -force[0]);
}

// If slip turns, the error of the direction of a dragged spring is of second order in the step. Springs are longer and far shorter
// than the slip distance.
TEST(DraggedDirection, IsOfTheSecondOrderWhereSlipTurns) {
    for (double wayOverLength : {1., 30., 3000.})
        for (double dampingRatio : {0., 0.1}) {
            const double fine = directionAfterTurningSlip(1 << 15, 1 / wayOverLength, dampingRatio);
            const auto error = [&](int steps) {
                return std::abs(directionAfterTurningSlip(steps, 1 / wayOverLength, dampingRatio) - fine);
            };
            EXPECT_LT(error(512), 2e-6) << wayOverLength << ' '
                                        << dampingRatio; // 5e-4 if the trial force is only scaled back
            EXPECT_GT(error(128), 10 * error(512)) << wayOverLength << ' ' << dampingRatio; // 16 without higher orders
        }
}

// Along a straight line the direction does not depend on the number of steps.
TEST(DraggedDirection, IsExactAlongAStraightLine) {
    const auto after = [](int steps) {
        Vec displacement(0.6e-3, 0.8e-3, 0);
        double limitLength = 1e-3;
        for (int i = 0; i < steps; ++i) {
            In in{displacement, Vec(2e-3 / steps, 0, 0), Vec(1, 0, 0), 1e-3 * 8e3 / constant.staticFriction, 1};
            in.limitLengthAtCommit = limitLength;
            in.slipAtPresentVelocity = in.slipIncrement;
            const Out out = cundall<double>(constant, {0, false}, 8e3, in);
            displacement = out.displacement;
            limitLength = out.limitLength;
        }
        return displacement;
    };
    EXPECT_LT((after(1) - after(64)).norm(), 1e-16); // rounding of 1e-3 m in 64 steps
}

} // namespace
} // namespace test_friction
