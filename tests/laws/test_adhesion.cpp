// Tests adhesion: pull-off forces, the neck, and the energy of a contact.

#include "laws/dmt/DMT.h"
#include "laws/jkr/JKR.h"

#include <Eigen/Core>
#include <gtest/gtest.h>
#include <unsupported/Eigen/AutoDiff>

#include <algorithm>
#include <cmath>

namespace test_adhesion {
namespace {

using namespace simbodydem::kernels;
using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;

const double R = 0.005, E = 5494505.4945, W = 0.2; // two spheres of 10 mm, 10 MPa and 0.1 J/m^2 per surface
const JKRConstants law{E, W, 0};
const double pullOff = 1.5 * M_PI * W * R, tearing = jkrTearingOverlap(law, R);

template <class T> NormalInput<T> inputAt(const T& overlap, double rate = 0) {
    using std::sqrt;
    return {overlap, T(rate), T(R), overlap > 0 ? T(sqrt(R * overlap)) : T(0), T(0.005)};
}

// At zero overlap DMT pulls with 2 pi W R*, and its force is Hertz's force minus that.
TEST(DMT, PullsOffWithTheClosedFormsForce) {
    const DMTConstants dmtLaw{{E, HertzDashpot::None, 0, false}, W};
    EXPECT_NEAR(dmt(dmtLaw, inputAt(0.)).force, -6.283185e-3, 1e-9); // the digits given
    EXPECT_NEAR(dmt(dmtLaw, inputAt(1e-4)).force, 0.5180269459 - 6.283185307e-3, 1e-10);
}

// At any speed of separation the dashpot cancels no more than the elastic push.
TEST(DMT, ClampsTheDashpotOnly) {
    EXPECT_NEAR(dmt(DMTConstants{{E, HertzDashpot::QuarterPower, 0.5, false}, W}, inputAt(1e-6, -100)).force,
                -6.283185e-3, 1e-9);
}

// The largest pull during separation is 3/2 pi W R*.
TEST(JKR, PullsOffWithTheClosedFormsForce) {
    double strongest = 0;
    for (int i = 0; i <= 10000; ++i) strongest = std::min(strongest, jkr(law, inputAt(tearing * i / 10000)).force);
    EXPECT_NEAR(strongest, -pullOff, 1e-6 * pullOff); // the force is flat there: 1e-8 for 10000 points
    EXPECT_NEAR(pullOff, 4.712389e-3, 1e-9);          // the digits given
}

// The neck forms at 8/9 of the pull-off force. It tears at 5/9 of it, at a distance of 3/4 (pi^2 W^2 R*/E*^2)^(1/3).
TEST(JKR, NeckFormsAndTearsAsInClosedForm) {
    EXPECT_NEAR(tearing, -0.75 * std::cbrt(M_PI * M_PI * W * W * R / (E * E)), 1e-14 * -tearing); // rounding
    EXPECT_NEAR(jkr(law, inputAt(0.)).force, -8. / 9. * pullOff, 1e-14 * pullOff);
    EXPECT_NEAR(jkr(law, inputAt(tearing)).force, -5. / 9. * pullOff, 1e-7 * pullOff); // infinite slope: root of 1e-14
}

// Newton's root solves the equation everywhere on the stable branch, up to its end and at large overlaps.
TEST(JKR, FindsTheContactRadius) {
    for (double overlap : {tearing, 0.999999999 * tearing, 0.99 * tearing, 0.5 * tearing, 0., 1e-12, 1e-6, 1e-3}) {
        const double x = jkrRoot(law, inputAt(overlap));
        EXPECT_GE(x, jkrTearingRoot(law, R));
        const double a = x * x;
        EXPECT_NEAR(a * a / R - std::sqrt(2 * M_PI * W * a / E), overlap, 1e-14 * (a * a / R)); // rounding
    }
}

// In the neck too, the derivative of the stored energy is the force, and the derivative of the force is the stiffness.
TEST(JKR, EnergyAndForceHaveTheRightDerivativesInTheNeck) {
    for (double share : {0.9, 0.5, 0.1, 0.}) {
        const Dual delta(share * tearing, Eigen::Matrix<double, 1, 1>::Constant(1));
        const auto out = jkr(law, inputAt(delta));
        EXPECT_NEAR(out.storedEnergy.derivatives()[0], out.elasticForce.value(), 1e-12 * pullOff);
        EXPECT_NEAR(out.elasticForce.derivatives()[0], out.stiffness.value(), 1e-11 * std::abs(out.stiffness.value()));
    }
}

// Without adhesion JKR is Hertz.
TEST(JKR, IsHertzWithoutAdhesion) {
    for (double overlap : {1e-6, 1e-3}) {
        const double hertzForce = hertz(HertzConstants{E, HertzDashpot::None, 0, false}, inputAt(overlap)).force;
        EXPECT_NEAR(jkr(JKRConstants{E, 1e-30, 0}, inputAt(overlap)).force, hertzForce, 1e-13 * hertzForce); // rounding
    }
}

// Formation and tearing of the neck dissipate 7.09 (W^5 R*^4/E*^2)^(1/3) (Thornton & Ning 1998).
TEST(JKR, DissipatesThePublishedEnergy) {
    const double cost = jkr(law, inputAt(tearing)).storedEnergy - jkr(law, inputAt(0.)).storedEnergy;
    EXPECT_NEAR(cost / std::cbrt(std::pow(W, 5) * std::pow(R, 4) / (E * E)), 7.09, 0.005); // the digits given
}

// The dashpot can reduce a push but never increases a pull.
TEST(JKR, DampsWithoutPulling) {
    const JKRConstants damped{E, W, 0.5};
    EXPECT_EQ(jkr(damped, inputAt(1e-4, -100)).force, 0);
    EXPECT_EQ(jkr(damped, inputAt(0.5 * tearing, -100)).force, jkr(law, inputAt(0.5 * tearing)).force);
    EXPECT_GT(jkr(damped, inputAt(0.5 * tearing, 1)).force, jkr(law, inputAt(0.5 * tearing)).force);
}

} // namespace
} // namespace test_adhesion
