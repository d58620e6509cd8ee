// Tests the energy that tangential laws return when overlap and slip follow a closed path.

#include "laws/cundall/Cundall.h"
#include "laws/mindlin_conservative/MindlinConservative.h"
#include "laws/mindlin_incremental/MindlinIncremental.h"
#include "laws/mindlin_secant/MindlinSecant.h"
#include "laws/nonlinear_slider/NonlinearSlider.h"
#include "laws/pfc_linear/PFCLinear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace test_tangential_energy {
namespace {

using namespace simbodydem::kernels;
using Vec = Vector3<double>;
using In = TangentialInput<double>;
using Out = TangentialOutput<double>;

// Two 10 mm spheres of E = 10 MPa, nu = 0.3.
const double effectiveRadius = 0.005, effectiveModulus = 5494505.4945, shearModulus = 1131221.719, none = std::nan("");
const FrictionConstants friction{0.5, 0.5, none}, falling{0.5, 0.2, none}, strong{1e3, 1e3, none};

double radiusAt(double overlap) { return std::sqrt(effectiveRadius * overlap); }
double stiffnessAt(double overlap) { return mindlinStiffness(shearModulus, radiusAt(overlap)); }

// (input, overlap, stiffness at the commit) -> output; slow: no velocity.
using Law = std::function<Out(const In&, double, double)>;

Law incremental(const FrictionConstants& f, bool rescale) {
    return [=](const In& in, double overlap, double committed) {
        return mindlinIncremental<double>(f, {0, rescale}, stiffnessAt(overlap), 0, committed, in);
    };
}

// Returns a nonlinear law. When the stiffness changes, the library converts its stored displacement: a spring keeps its force, a curve
// its length.
Law nonlinear(const FrictionConstants& f, NonlinearForm form) {
    return [=](In in, double overlap, double committed) {
        const double kt = stiffnessAt(overlap), length = in.displacement.norm();
        if (form == NonlinearForm::DiRenzoDiMaio || form == NonlinearForm::TsujiTanakaIshida)
            in = keepForceWhereStiffened(in, kt, committed);
        else if (length > 0) {
            const double radius = committed / (8 * shearModulus);
            const double strength =
                f.staticFriction * 4. / 3. * effectiveModulus * radius * radius * radius / effectiveRadius;
            in.displacement *=
                keptLength(length, strength, committed, f.staticFriction * in.frictionalLoad, kt) / length;
        }
        return nonlinearSlider<double>(f, {form, shearModulus, effectiveModulus, 0, 0}, radiusAt(overlap), in);
    };
}

Law fraction(const FrictionConstants& f) { // fraction of Hertz's tangent stiffness, Mindlin's
    return [=](const In& in, double overlap, double committed) {
        const double kt = 0.8235294 * 2 * effectiveModulus * radiusAt(overlap);
        return cundall<double>(f, {0, false}, kt, keepForceWhereStiffened(in, kt, committed));
    };
}

// One contact that follows a path, and the work that its force has taken from the drive.
struct Led {
    Law law;
    Vec displacement = Vec::Zero(), force = Vec::Zero();
    double stiffness = 0, work = 0, storedEnergy = 0;
    double gainedAtKeptLength = 0, gainedAtKeptForce = 0; // by a spring whose length or force is kept while it stiffens

    void go(double overlap, const Vec& slip) {
        const double load = 4. / 3. * effectiveModulus * radiusAt(overlap) * overlap; // Hertz
        const Out out = law({displacement, slip, Vec(0, 0, 0), load, 0.005}, overlap, stiffness);
        work -= 0.5 * (force + out.force).dot(slip);
        gainedAtKeptLength += gainAtKeptLength<double>(displacement, storedEnergy, out.displacement, out.storedEnergy);
        gainedAtKeptForce += gainAtKeptForce<double>(displacement, storedEnergy, out.displacement, out.storedEnergy);
        displacement = out.displacement;
        force = out.force;
        storedEnergy = out.storedEnergy;
        stiffness = stiffnessAt(overlap);
    }

    // Shears by s at one overlap, changes to the other, shears back and returns, all in fine steps.
    void goRound(double from, double to, double s, int steps = 10000) {
        go(from, Vec(0, 0, 0));
        for (int i = 0; i < steps; ++i) go(from, Vec(s / steps, 0, 0));
        for (int i = 1; i <= steps; ++i) go(from + (to - from) * i / steps, Vec(0, 0, 0));
        for (int i = 0; i < steps; ++i) go(to, Vec(-s / steps, 0, 0));
        for (int i = 1; i <= steps; ++i) go(to + (from - to) * i / steps, Vec(0, 0, 0));
    }
};

struct Case {
    std::string name;
    Law law;
};

const std::vector<Case> passive = {
    {"Cundall",
     [](const In& in, double, double) {
         return cundall<double>(friction, {0, false}, 5e3, in);
     }},
    {"CundallNoSlip",
     [](const In& in, double, double) {
         return cundall<double>(friction, {0, true}, 5e3, in);
     }},
    {"TangentialSpring", [](const In& in, double, double) { return springDashpot<double>(5e3, 0, in); }},
    {"PFCShear",
     [](const In& in, double, double) {
         return pfcShear<double>(friction, {0, false}, 5e3, in);
     }},
    {"PFCShearCut",
     [](const In& in, double, double) {
         return pfcShear<double>(friction, {0, true}, 5e3, in);
     }},
    {"CundallFraction", fraction(friction)},
    {"CundallFractionSticking", fraction(strong)},
    {"DiRenzoDiMaio", nonlinear(friction, NonlinearForm::DiRenzoDiMaio)},
    {"TsujiTanakaIshida", nonlinear(friction, NonlinearForm::TsujiTanakaIshida)},
    {"LangstonTuzunHeyes", nonlinear(friction, NonlinearForm::LangstonTuzunHeyes)},
    {"ZhuZhouYu", nonlinear(friction, NonlinearForm::ZhuZhouYu)},
    {"MindlinIncremental", incremental(friction, true)},
    {"MindlinIncrementalSticking", incremental(strong, true)}};

class PassiveKernel : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(AllLaws, PassiveKernel, ::testing::ValuesIn(passive),
                         [](const auto& info) { return info.param.name; });

// On repeated closed paths of overlap and slip no more energy returns than has been put in. The energy that is still stored has been
// put in too.
TEST_P(PassiveKernel, GainsNothingOnClosedPaths) {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> unit(-1, 1);
    const int steps = 2000;
    for (int path = 0; path < 50; ++path) {
        double c[3][4];
        for (auto& row : c)
            for (double& x : row) x = unit(random);
        const auto wave = [&](int row, double t) { // in [-4, 4]
            return c[row][0] * std::sin(t) + c[row][1] * std::cos(t) + c[row][2] * std::sin(2 * t) +
                   c[row][3] * std::cos(3 * t);
        };
        Led led{GetParam().law};
        double largest = 0, least = 0; // stored energy, and work beyond it
        for (int i = 0; i < 3 * steps; ++i) {
            const double t = 2 * M_PI * i / steps, next = 2 * M_PI * (i + 1) / steps;
            const Vec slip(wave(1, next) - wave(1, t), wave(2, next) - wave(2, t), 0);
            led.go(1e-4 * std::exp(0.4 * wave(0, next)), 2e-5 * slip); // the Coulomb limit is near 4e-5 m
            largest = std::max(largest, led.storedEnergy);
            least = std::min(least, led.work - led.storedEnergy);
        }
        // The trapezoidal rule cuts the corners of a curve, with second order in the step.
        EXPECT_GE(least, -1e-5 * largest) << path;
        EXPECT_GT(largest, 1e-9);
    }
}

// Falling friction does not change this, for any course of the speed.
TEST(MindlinCurve, GainsNothingAtConstantLoadAndAnySpeed) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(-1, 1);
    const NonlinearSliderConstants law{NonlinearForm::LangstonTuzunHeyes, shearModulus, effectiveModulus, 0.1, 0};
    for (int path = 0; path < 50; ++path) {
        Vec displacement = Vec::Zero();
        double work = 0, largest = 0;
        Vec velocity(unit(random), unit(random), 0);
        for (int i = 0; i < 4000; ++i) {
            velocity += 0.05 * (Vec(unit(random), unit(random), 0) - 0.1 * velocity);
            const Vec slip = 1e-6 * velocity;
            const Out out = nonlinearSlider<double>(falling, law, radiusAt(1e-4),
                                                    {displacement, slip, 0.01 * velocity, 0.5, 0.005});
            work -= out.force.dot(slip); // by the force at the end of the step, the larger one during loading
            displacement = out.displacement;
            largest = std::max(largest, out.storedEnergy);
            ASSERT_GE(work, out.storedEnergy - 1e-6 * largest) << path << " " << i;
        }
        EXPECT_GT(largest, 1e-7);
    }
}

// Unloading of a sheared contact: with rescaling no force remains, and half of (k_1 - k_2) s^2 is dissipated. Without rescaling both
// are created.
TEST(MindlinIncremental, UnloadingCycleHasItsClosedForm) {
    Led rescaled{incremental(strong, true)};
    rescaled.goRound(2e-4, 1e-4, 1e-6);
    EXPECT_NEAR(rescaled.work, 1.325309e-9, 1e-15); // the digits given
    EXPECT_NEAR(rescaled.force.norm(), 0, 1e-13);   // rounding of 10000 steps to 9e-3 N

    Led kept{incremental(strong, false)};
    kept.goRound(2e-4, 1e-4, 1e-6);
    EXPECT_NEAR(kept.work, -1.325309e-9, 1e-15);
    EXPECT_NEAR(kept.force[0], -2.6506e-3, 1e-7);
    EXPECT_NEAR(kept.gainedAtKeptForce, kept.storedEnergy - kept.work, 1e-15); // plus the energy of the residual force
}

// Loading of a sheared contact keeps the force: the energy stored at k_2 is less at k_1, and none is created.
TEST(MindlinIncremental, LoadingCycleDissipates) {
    for (bool rescale : {true, false}) {
        Led led{incremental(strong, rescale)};
        led.goRound(1e-4, 2e-4, 1e-6);
        EXPECT_GT(led.work, led.storedEnergy);
    }
}

// The secant keeps its displacement while its spring stiffens with the load, and creates the energy that its header states.
TEST(MindlinSecant, GainsTheDocumentedEnergyOnTheLoadingCycle) {
    Led led{[](const In& in, double overlap, double) {
        return mindlinSecant<double>(strong, shearModulus, 0, radiusAt(overlap), in);
    }};
    led.goRound(1e-4, 2e-4, 1e-6);
    EXPECT_NEAR(led.work, -1.325309e-9, 1e-15); // the digits given
    EXPECT_NEAR(led.gainedAtKeptLength, 1.325309e-9, 1e-15);
    EXPECT_NEAR(led.force.norm(), 0, 1e-13);
}

// Without sliding the reported heat is the work that the changing stiffness dissipates.
TEST(MindlinIncremental, ReportsTheWorkOfTheChangingStiffness) {
    const int steps = 20000;
    const double dt = 1e-7, turn = 2 * M_PI / steps;
    Vec displacement = Vec::Zero();
    double work = 0, heat = 0, force = 0, committed = 0, storedEnergy = 0;
    for (int i = 1; i <= steps; ++i) {
        const double overlap = 1e-4 * (1 + 0.5 * std::sin(2 * turn * i)),
                     rate = 1e-4 * std::cos(2 * turn * i) * turn / dt;
        const double slip = 1e-6 * (std::sin(turn * i) - std::sin(turn * (i - 1))), stiffness = stiffnessAt(overlap);
        const Out out = mindlinIncremental<double>(strong, {0, true}, stiffness, stiffness * rate / (2 * overlap),
                                                   committed, {displacement, Vec(slip, 0, 0), Vec(0, 0, 0), 1, 0.005});
        work -= 0.5 * (force + out.force[0]) * slip;
        heat += out.dissipatedPower * dt;
        displacement = out.displacement;
        force = out.force[0];
        storedEnergy = out.storedEnergy;
        committed = stiffness;
    }
    EXPECT_GT(heat, 1e-10);
    EXPECT_NEAR((storedEnergy + heat) / work, 1, 1e-3); // first order in the step, 20000 of them
}

// At an unchanged load the length on the curve stays the same, to rounding, also near the end of the curve.
TEST(MindlinCurve, KeepsALengthAtTheSameLoad) {
    const double strength = 3, stiffness = 1e5, full = 1.5 * strength / stiffness;
    for (const double left : {0.9, 0.1, 1e-3, 1e-9, 1e-12, 1e-15}) {
        const double length = (1 - left) * full;
        EXPECT_NEAR(keptLength(length, strength, stiffness, strength, stiffness) / length, 1, 1e-15) << left;
    }
}

// Evaluates without a dashpot, from a spring that has not slid yet.
Out conservative(const FrictionConstants& f, double overlap, const Vec& displacement) {
    const double load = 4. / 3. * effectiveModulus * radiusAt(overlap) * overlap; // Hertz
    return mindlinConservative<double>(f, shearModulus, 0, radiusAt(overlap), overlap,
                                       {displacement, Vec::Zero(), Vec::Zero(), load, 0.005});
}

// While MindlinConservative sticks, both of its forces are derivatives of its energy.
TEST(MindlinConservative, HasForcesThatAreDerivativesOfItsEnergy) {
    const double overlap = 1e-4, h = 1e-9;
    const Vec xi(1e-5, 2e-5, 0);
    const Out at = conservative(friction, overlap, xi);
    ASSERT_FALSE(at.sliding);
    const auto energy = [&](double d, const Vec& x) { return conservative(friction, d, x).storedEnergy; };
    const double byOverlap = (energy(overlap + h, xi) - energy(overlap - h, xi)) / (2 * h);
    EXPECT_NEAR(at.normalForce, byOverlap, 1e-8 * at.normalForce); // central differences
    for (int i = 0; i < 3; ++i) {
        const double slope =
            (energy(overlap, xi + h * Vec::Unit(i)) - energy(overlap, xi - h * Vec::Unit(i))) / (2 * h);
        EXPECT_NEAR(at.force[i], -slope, 1e-7 * at.force.norm()) << i;
    }
}

// During sliding the force is the coefficient of friction times the whole normal force, including the spring's part.
TEST(MindlinConservative, SlidesAtFrictionTimesTheWholeNormalForce) {
    const double overlap = 1e-4, load = 4. / 3. * effectiveModulus * radiusAt(overlap) * overlap;
    for (double mu : {0.1, 0.5, 1.}) {
        const Out at = conservative({mu, mu, none}, overlap, Vec(1e-3, 0, 0));
        ASSERT_TRUE(at.sliding);
        EXPECT_GT(at.normalForce, 0.01 * mu * mu * load);
        EXPECT_NEAR(at.force.norm(), mu * (load + at.normalForce), 1e-12 * load) << mu; // rounding
    }
}

// If friction would grow faster than the shear that causes it, the limit is twice the friction of the load alone.
TEST(MindlinConservative, HoldsNoMoreThanTwiceTheFrictionOfItsLoad) {
    const double overlap = 1e-4, load = 4. / 3. * effectiveModulus * radiusAt(overlap) * overlap;
    const Out at = conservative({3, 3, none}, overlap, Vec(1e-3, 0, 0));
    EXPECT_TRUE(at.sliding);
    EXPECT_NEAR(at.force.norm(), 2 * 3 * load, 1e-12 * load); // rounding
}

} // namespace
} // namespace test_tangential_energy
