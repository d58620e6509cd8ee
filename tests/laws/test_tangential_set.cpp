// Tests worked values of the tangential laws: Mindlin's stiffness, DEMLab's nonlinear forms, PFC's linear model.

#include "laws/cundall/Cundall.h"
#include "laws/dashpot_slider/DashpotSlider.h"
#include "laws/linear/LinearSpring.h"
#include "laws/nonlinear_slider/NonlinearSlider.h"
#include "laws/pfc_linear/PFCLinear.h"

#include <gtest/gtest.h>
#include <unsupported/Eigen/AutoDiff>

#include <cmath>

namespace test_tangential_set {
namespace {

using namespace simbodydem::kernels;
using Vec = Vector3<double>;
using In = TangentialInput<double>;
using Out = TangentialOutput<double>;

// Two 10 mm spheres of E = 10 MPa, nu = 0.3 at an overlap of 0.1 mm: a = 0.7071068 mm, N = 0.5180269 N.
const double none = std::nan(""), contactRadius = 7.0710678e-4, load = 0.5180269;
const double effectiveModulus = 5494505.4945, shearModulus = 1131221.719, mass = 0.0052359878;
const FrictionConstants friction{0.5, 0.5, none}, falling{0.5, 0.2, 0.01};
const double fullSlip = 6.071429e-5; // mu delta (2 - nu)/(2 - 2 nu)

Out ask(NonlinearForm form, double xi, double speed, double dampingRatio = 0, double viscosity = 0,
        const FrictionConstants& f = friction) {
    return nonlinearSlider<double>(f, {form, shearModulus, effectiveModulus, dampingRatio, viscosity}, contactRadius,
                                   {Vec(xi, 0, 0), Vec(0, 0, 0), Vec(speed, 0, 0), load, mass});
}

const auto mindlinForms = {NonlinearForm::LangstonTuzunHeyes, NonlinearForm::ZhuZhouYu};

// The stiffness 8 G* a has the worked value.
TEST(MindlinStiffness, GivesTheWorkedValue) {
    EXPECT_NEAR(mindlinStiffness(shearModulus, contactRadius), 6399.1564, 1e-3); // the digits given
}

// The linear forms start to slide at mu N/k. Di Renzo and Di Maio's form starts at Mindlin's gross slip, which is the reason for its
// 2/3.
TEST(NonlinearSlider, LinearFormsSlideAtTheirOnset) {
    for (const auto& [form, onset] :
         {std::pair{NonlinearForm::TsujiTanakaIshida, 4.047619e-5}, {NonlinearForm::DiRenzoDiMaio, fullSlip}}) {
        EXPECT_FALSE(ask(form, 0.99999 * onset, 0).sliding);
        EXPECT_TRUE(ask(form, 1.00001 * onset, 0).sliding);
        EXPECT_NEAR(ask(form, 0.5 * onset, 0).force[0], -0.25 * load, 1e-6 * load); // the digits given
    }
}

// Mindlin's curve has the slope 8 G* a at its foot and mu N [1 - (1/2)^(3/2)] at half of the gross slip. From gross slip on it has mu
// N, and xi is constant.
TEST(NonlinearSlider, FollowsMindlinsCurve) {
    for (NonlinearForm form : mindlinForms) {
        EXPECT_NEAR(ask(form, 1e-6 * fullSlip, 0).force[0], -6399.1564 * 1e-6 * fullSlip, 1e-6 * 4e-7);   // curvature
        EXPECT_NEAR(ask(form, 0.5 * fullSlip, 0).force[0], -0.5 * load * (1 - std::pow(0.5, 1.5)), 1e-7); // the digits
        EXPECT_FALSE(ask(form, 0.99999 * fullSlip, 0).sliding);
        const Out out = ask(form, 3 * fullSlip, 0);
        EXPECT_TRUE(out.sliding);
        EXPECT_NEAR(out.force[0], -0.5 * load, 1e-15);               // rounding
        EXPECT_NEAR(out.displacement[0], fullSlip, 1e-6 * fullSlip); // the digits given
    }
}

// The derivative of the curve is the stiffness of its dashpots, kt sqrt(1 - |xi|/d).
TEST(NonlinearSlider, HasTheTangentOfMindlinsCurve) {
    using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;
    for (double share : {0.1, 0.5, 0.9}) {
        const Dual xi(share * fullSlip, Eigen::Matrix<double, 1, 1>::Constant(1)), zero(0.);
        const TangentialInput<Dual> in{
            {xi, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, Dual(load), Dual(mass)};
        const Dual force =
            nonlinearSlider<Dual>(friction, {NonlinearForm::LangstonTuzunHeyes, shearModulus, effectiveModulus, 0, 0},
                                  Dual(contactRadius), in)
                .force[0];
        EXPECT_NEAR(force.derivatives()[0], -6399.1564 * std::sqrt(1 - share), 0.01); // the digits given
    }
}

// A sliding contact turns mu N v_t into heat. If only its dashpot reaches the limit, the heat is reduced by the power of its spring.
TEST(NonlinearSlider, ReportsItsHeat) {
    const double speed = 3, limit = 0.5 * load;
    const Out sliding = ask(NonlinearForm::LangstonTuzunHeyes, fullSlip, speed, 0.2);
    EXPECT_NEAR(sliding.dissipatedPower, limit * speed, 1e-12); // rounding, here and below
    const Out capped = ask(NonlinearForm::LangstonTuzunHeyes, 0.5 * fullSlip, speed, 0.2);
    EXPECT_NEAR(capped.force[0], -limit, 1e-12);
    EXPECT_TRUE(capped.sliding);
    EXPECT_NEAR(capped.dissipatedPower, limit * std::pow(0.5, 1.5) * speed, 1e-6); // the digits of fullSlip
}

// The stored energy is the integral of the force.
TEST(NonlinearSlider, StoresTheIntegralOfMindlinsCurve) {
    const int steps = 10000;
    double integral = 0;
    for (int i = 0; i < steps; ++i)
        integral -= ask(NonlinearForm::LangstonTuzunHeyes, (i + 0.5) / steps * fullSlip, 0).force[0] * fullSlip / steps;
    const double stored = ask(NonlinearForm::LangstonTuzunHeyes, fullSlip, 0).storedEnergy;
    EXPECT_NEAR(stored / integral, 1, 1e-6); // midpoints, and the digits of fullSlip
    EXPECT_NEAR(stored, 0.6 * 0.5 * load * fullSlip, 1e-6 * stored);
}

// The dashpots at the curve's foot are 2 beta sqrt(m* kt), eta kt/(2 G*), and the normal direction's sqrt(5) beta sqrt(m* K)
// delta^(1/4).
TEST(NonlinearSlider, HasItsFormsDashpots) {
    const double kt = 6399.1564, speed = 1e-4, beta = 0.2, eta = 50;
    const double K = 518026.9459; // of the worked case
    // The digits given.
    EXPECT_NEAR(ask(NonlinearForm::LangstonTuzunHeyes, 0, speed, beta).force[0] / speed,
                -2 * beta * std::sqrt(mass * kt), 1e-6);
    EXPECT_NEAR(ask(NonlinearForm::DiRenzoDiMaio, 0, speed, beta).force[0] / speed,
                -2 * beta * std::sqrt(mass * kt * 2 / 3), 1e-6);
    EXPECT_NEAR(ask(NonlinearForm::TsujiTanakaIshida, 0, speed, beta).force[0] / speed,
                -std::sqrt(5.) * beta * std::sqrt(mass * K) * std::pow(1e-4, 0.25), 1e-6);
    const double factor = 1 - 0.4 * eta * speed / (2 * shearModulus * fullSlip);
    EXPECT_NEAR(ask(NonlinearForm::ZhuZhouYu, 0, speed, 0, eta).force[0] / speed,
                -eta / (2 * shearModulus) * kt * factor, 1e-6);
    EXPECT_EQ(ask(NonlinearForm::ZhuZhouYu, 0, 1, 0, 1e6).force[0], 0); // above the speed at which it would drive
}

// After a fall of friction the curve ends earlier: at mu_k N the spring keeps d [1 - (1 - mu_k/mu_s)^(2/3)].
TEST(NonlinearSlider, EndsWhereFrictionHasFallen) {
    const Out out = ask(NonlinearForm::LangstonTuzunHeyes, 1, 1e6, 0, 0, falling);
    EXPECT_NEAR(out.force[0], -0.2 * load, 1e-9);
    EXPECT_NEAR(out.displacement[0], fullSlip * (1 - std::pow(0.6, 2. / 3.)), 1e-6 * fullSlip);
}

// Without friction or contact area there is no force, and no 0/0.
TEST(NonlinearSlider, IsZeroWithoutFrictionOrContact) {
    for (NonlinearForm form : {NonlinearForm::DiRenzoDiMaio, NonlinearForm::LangstonTuzunHeyes,
                               NonlinearForm::ZhuZhouYu, NonlinearForm::TsujiTanakaIshida}) {
        EXPECT_EQ(ask(form, 1e-5, 0.1, 0.2, 50, {0, 0, none}).force.norm(), 0);
        const Out out = nonlinearSlider<double>(friction, {form, shearModulus, effectiveModulus, 0.2, 50}, 0,
                                                {Vec(1e-5, 0, 0), Vec(0, 0, 0), Vec(1, 0, 0), 0, mass});
        EXPECT_EQ(out.force.norm(), 0);
        EXPECT_EQ(out.displacement.norm(), 0);
    }
}

// Woo's numbers: 10 mm spheres of 10 MPa with kt = 0.2 kn, 1 N and mu = 0.5 slide from 1.591549e-5 m on. After a reversal the force is
// zero after the same distance, and fully reversed after twice that distance.
TEST(Cundall, SlidesAndReversesAtItsOnset) {
    const double onset = 1.591549e-5;
    const auto ask = [](const Vec& xi, double slip) {
        return cundall<double>(friction, {0, false}, 0.2 * 157079.633, {xi, Vec(slip, 0, 0), Vec(0, 0, 0), 1, 1});
    };
    EXPECT_FALSE(ask(Vec(0, 0, 0), 0.99999 * onset).sliding);
    const Out slid = ask(Vec(0, 0, 0), 10 * onset);
    EXPECT_TRUE(slid.sliding);
    EXPECT_NEAR(ask(slid.displacement, -onset).force[0], 0, 1e-6); // the digits given, here and below
    EXPECT_FALSE(ask(slid.displacement, -1.99999 * onset).sliding);
    EXPECT_NEAR(ask(slid.displacement, -2.00001 * onset).force[0], 0.5, 1e-6);
}

// A block of 1 kg at 1 m/s, with mu = 0.3 and eta = 50, has Coulomb's phase of 0.319789 s over 0.169306 m. It then approaches
// 0.1704833 m without end.
TEST(DashpotSlider, StopsABlockAsInClosedForm) {
    const double dt = 1e-4;
    double position = 0, speed = 1, slidingTime = 0, slidingLength = 0;
    for (int i = 0; i < 10000; ++i) {
        const auto accelerationAt = [](double v) {
            const FrictionConstants f{0.3, 0.3, none};
            return dashpotSlider<double>(f, {50, none}, 0, {Vec(0, 0, 0), Vec(0, 0, 0), Vec(v, 0, 0), 9.81, 1})
                .force[0];
        };
        const double middle = speed + 0.5 * dt * accelerationAt(speed);
        const double next = speed + dt * accelerationAt(middle);
        position += 0.5 * dt * (speed + next);
        speed = next;
        if (speed > 0.3 * 9.81 / 50) slidingTime = (i + 1) * dt, slidingLength = position;
    }
    EXPECT_NEAR(slidingTime, 0.319789, dt);
    EXPECT_NEAR(slidingLength, 0.169306, 0.06 * dt); // a step at 0.06 m/s
    EXPECT_NEAR(position, 0.1704833, 1e-6);          // second order in the step
}

// Without a limit the spring holds any force, at any load.
TEST(Cundall, HoldsEverythingWithNoSlip) {
    for (double load : {0., 1.}) {
        const Out out =
            cundall<double>(friction, {0, true}, 1e4, {Vec(1, 0, 0), Vec(0.5, 0, 0), Vec(3, 0, 0), load, 1});
        EXPECT_FALSE(out.sliding);
        EXPECT_DOUBLE_EQ(out.force[0], -1.5e4);
        EXPECT_DOUBLE_EQ(out.displacement[0], 1.5);
    }
}

// A dashpot of ratio 0.2 on kn = 1e5 N/m and 5 g is 8.944272 N s/m.
TEST(PFCLinear, HasTheWorkedDashpot) {
    const NormalInput<double> in{1e-3, 1, 0.005, 0, 0.005};
    EXPECT_NEAR(linearSpring<double>(1e5, {0.2, true}, in).force - 100, 8.944272, 1e-6); // the digits given
    EXPECT_NEAR(dashpot(0.2, 1e5, 0.005), 8.944272, 1e-6);
}

// The deformability method gives pi r E/2 for two equal spheres, pi r E on a plane, and pi r^2 E/(R_a + R_b) for unequal ones.
TEST(PFCLinear, HasTheDeformabilityMethodsStiffness) {
    EXPECT_NEAR(barBetweenCentres<double>(1e7, 100, 100), 157079.633, 1e-3); // the digits given
    EXPECT_NEAR(barBetweenCentres<double>(1e7, 100, 0), 2 * 157079.633, 1e-3);
    EXPECT_NEAR(barBetweenCentres<double>(1e7, 50, 100), 157079.633 * 2 / 3, 1e-3);
}

// The dashpot adds to the mu N of a slipping spring, unless the mode cuts it. To a sticking spring it always adds.
TEST(PFCLinear, ShearDashpotIsOutsideTheLimit) {
    const In slipping{Vec(1, 0, 0), Vec(0, 0, 0), Vec(2, 0, 0), 1, 0.005};
    EXPECT_NEAR(pfcShear<double>(friction, {0.2, false}, 1e5, slipping).force[0], -0.5 - 2 * 8.944272, 1e-6);
    EXPECT_DOUBLE_EQ(pfcShear<double>(friction, {0.2, true}, 1e5, slipping).force[0], -0.5);
    const In sticking{Vec(4e-6, 0, 0), Vec(0, 0, 0), Vec(2, 0, 0), 1, 0.005};
    for (bool cut : {false, true})
        EXPECT_NEAR(pfcShear<double>(friction, {0.2, cut}, 1e5, sticking).force[0], -0.4 - 2 * 8.944272, 1e-6);
}

// A slipping spring sticks at once on reversal, and its dashpot acts again.
TEST(PFCLinear, SticksAgainOnReversal) {
    const In slipping{Vec(0, 0, 0), Vec(1, 0, 0), Vec(2, 0, 0), 1, 0.005};
    In back = slipping;
    back.displacement = pfcShear<double>(friction, {0.2, true}, 1e5, slipping).displacement;
    back.slipIncrement = Vec(-1e-9, 0, 0);
    back.slipVelocity = Vec(-1e-3, 0, 0);
    const Out out = pfcShear<double>(friction, {0.2, true}, 1e5, back);
    EXPECT_FALSE(out.sliding);
    EXPECT_NEAR(out.force[0], -0.5 + 1e-4 + 1e-3 * 8.944272, 1e-9); // the digits given
}

// With ks = 0 there is no shear force.
TEST(PFCLinear, HasNoShearForceWithoutStiffness) {
    EXPECT_EQ(
        pfcShear<double>(friction, {0.2, false}, 0, {Vec(1, 0, 0), Vec(0, 0, 0), Vec(2, 0, 0), 1, 1}).force.norm(), 0);
}

} // namespace
} // namespace test_tangential_set
