// Tests normal kernels against their own derivatives and closed forms.

#include "laws/dmt/DMT.h"
#include "laws/elastoplastic/Elastoplastic.h"
#include "laws/hertz/Hertz.h"
#include "laws/hunt_crossley/HuntCrossley.h"
#include "laws/jkr/JKR.h"
#include "laws/linear/LinearSpring.h"

#include <Eigen/Core>
#include <gtest/gtest.h>
#include <unsupported/Eigen/AutoDiff>

#include <functional>
#include <string>
#include <type_traits>

namespace test_normal {
namespace {

using namespace simbodydem::kernels;
using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;

template <class T> using Kernel = std::function<NormalOutput<T>(const NormalInput<T>&)>;

struct Case {
    std::string name;
    Kernel<double> plain;
    Kernel<Dual> dual;
    bool mayPull;
    bool isAdhesive = false;
};

Case adhesive(Case c) {
    c.isAdhesive = true;
    return c;
}

template <class Law, class F> Case makeCase(const std::string& name, const Law& law, const F& f, bool mayPull) {
    return {name, [law, f](const NormalInput<double>& in) { return f(law, in); },
            [law, f](const NormalInput<Dual>& in) { return f(law, in); }, mayPull};
}

const auto callDMT = [](const DMTConstants& law, const auto& in) { return dmt(law, in); };
const auto callHertz = [](const HertzConstants& law, const auto& in) { return hertz(law, in); };
const auto callJKR = [](const JKRConstants& law, const auto& in) { return jkr(law, in); };
const auto callLinear = [](const LinearSpringConstants& law, const auto& in) {
    return linearSpring(std::decay_t<decltype(in.overlap)>(1e5), law, in);
};
const auto callHuntCrossley = [](double damping, const auto& in) {
    using T = std::decay_t<decltype(in.overlap)>;
    return huntCrossley<T>(1e7, T(damping), in);
};
const auto callImpact = [](const ImpactConstants& law, const auto& in) {
    using T = std::decay_t<decltype(in.overlap)>;
    return huntCrossleyImpact<T>(law, in, false, T(0.5)).normal;
};
// Previous largest overlap 1.2 mm: 1 mm is on the unloading line, the other overlaps are off it.
const auto callElastoplastic = [](const ElastoplasticConstants& law, const auto& in) {
    using T = std::decay_t<decltype(in.overlap)>;
    return elastoplastic<T>(law, in, T(1.2e-3)).normal;
};

const std::vector<Case> cases = {
    adhesive(makeCase("dmt", DMTConstants{{1e7, HertzDashpot::None, 0, false}, 0.2}, callDMT, true)),
    adhesive(makeCase("dmtTTI", DMTConstants{{1e7, HertzDashpot::QuarterPower, 0.5, false}, 0.2}, callDMT, true)),
    adhesive(makeCase("jkr", JKRConstants{1e7, 0.2, 0}, callJKR, true)),
    adhesive(makeCase("jkrTTI", JKRConstants{1e7, 0.2, 0.5}, callJKR, true)),
    makeCase("hertz", HertzConstants{1e7, HertzDashpot::None, 0, false}, callHertz, false),
    makeCase("hertzTTI", HertzConstants{1e7, HertzDashpot::QuarterPower, 0.5, false}, callHertz, false),
    makeCase("hertzTTITension", HertzConstants{1e7, HertzDashpot::QuarterPower, 0.5, true}, callHertz, true),
    makeCase("hertzKK", HertzConstants{1e7, HertzDashpot::HalfPower, 50, false}, callHertz, false),
    makeCase("hertzKKTension", HertzConstants{1e7, HertzDashpot::HalfPower, 50, true}, callHertz, true),
    makeCase("hertzLH", HertzConstants{1e7, HertzDashpot::Mass, 100, false}, callHertz, false),
    makeCase("hertzLHTension", HertzConstants{1e7, HertzDashpot::Mass, 100, true}, callHertz, true),
    makeCase("hertzLinear", HertzConstants{1e7, HertzDashpot::Constant, 0.5, false}, callHertz, false),
    makeCase("hertzLinearTension", HertzConstants{1e7, HertzDashpot::Constant, 0.5, true}, callHertz, true),
    makeCase("huntCrossley", 0.3, callHuntCrossley, false),
    makeCase("huntCrossleyImpact", ImpactConstants{1e7, 1.4, 0}, callImpact, false),
    makeCase("elastoplasticUnloading", ElastoplasticConstants{1e5, 4e5, 0}, callElastoplastic, false),
    makeCase("elastoplasticCohesive", ElastoplasticConstants{1e5, 4e5, 2e5}, callElastoplastic, true),
    makeCase("linear", LinearSpringConstants{0, false}, callLinear, false),
    makeCase("linearDamped", LinearSpringConstants{0.3, false}, callLinear, false),
    makeCase("linearDampedTension", LinearSpringConstants{0.3, true}, callLinear, true)};

template <class T> NormalInput<T> inputAt(const T& overlap, double rate) {
    using std::sqrt;
    return {overlap, T(rate), T(0.005), sqrt(0.005 * overlap), T(0.005)};
}

class NormalKernel : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(AllLaws, NormalKernel, ::testing::ValuesIn(cases),
                         [](const auto& info) { return info.param.name; });

// The derivative of the stored energy by the overlap is the elastic force, and the derivative of that force is the stiffness.
TEST_P(NormalKernel, EnergyAndForceHaveTheRightDerivatives) {
    for (double overlap : {1e-8, 1e-5, 1e-3}) {
        const Dual delta(overlap, Eigen::Matrix<double, 1, 1>::Constant(1));
        const auto out = GetParam().dual(inputAt<Dual>(delta, 0.3));
        // Products of a handful of rounded numbers.
        const double force = out.elasticForce.value(), stiffness = out.stiffness.value();
        EXPECT_NEAR(out.storedEnergy.derivatives()[0], force, 1e-12 * std::abs(force));
        EXPECT_NEAR(out.elasticForce.derivatives()[0], stiffness, 1e-12 * std::abs(stiffness));
    }
}

// Dashpot and clamp only dissipate energy, during approach and separation.
TEST_P(NormalKernel, NeverCreatesEnergy) {
    for (double overlap : {1e-8, 1e-5, 1e-3})
        for (double rate : {-10., -0.1, 0., 0.1, 10.})
            EXPECT_GE(dissipatedPower(GetParam().plain(inputAt(overlap, rate)), rate), 0) << overlap << " " << rate;
}

// A fast separation causes a pull only if tension is allowed.
TEST_P(NormalKernel, PullsOnlyIfAllowed) {
    const double force = GetParam().plain(inputAt(1e-6, -10.)).force;
    if (GetParam().mayPull)
        EXPECT_LT(force, 0);
    else
        EXPECT_GE(force, 0);
}

// At zero overlap and zero rate there is no force except adhesion.
TEST_P(NormalKernel, IsZeroAtFirstContact) {
    const auto out = GetParam().plain(inputAt(0., 0.));
    if (GetParam().isAdhesive) {
        EXPECT_LT(out.force, 0);
        EXPECT_LE(out.storedEnergy, 0);
    } else {
        EXPECT_EQ(out.force, 0);
        EXPECT_EQ(out.storedEnergy, 0);
    }
}

// Hertz's force in the worked case of two 10 mm spheres, E = 10 MPa, nu = 0.3, is 0.5180269 N at 0.1 mm; K = 518026.9459 N m^(-3/2).
TEST(Hertz, GivesTheWorkedValue) {
    const double overlap = 1e-4;
    const NormalInput<double> in{overlap, 0, 0.005, std::sqrt(0.005 * overlap), 0.005};
    EXPECT_NEAR(hertz({5494505.4945, HertzDashpot::None, 0, false}, in).force, 0.5180269459, 1e-10); // the digits given
}

// Bars in series: equal 10 mm spheres of 10 MPa have pi R E/2 = 157079.633 N/m, and so has one such sphere on a plane.
TEST(BarsInSeries, GivesTheWorkedValues) {
    EXPECT_NEAR(barsInSeries<double>(1e-7, 1e-7, 100, 100), 157079.633, 1e-3); // the digits given
    EXPECT_NEAR(barsInSeries<double>(1e-7, 1e-7, 0, 100), 157079.633, 1e-3);
    EXPECT_NEAR(barsInSeries<double>(1e-7, 1 / 3e7, 50, 100), 134639.685, 1e-3);
    EXPECT_NEAR(barsInSeries<double>(1e-7, 1e-7, 0, 100, 0.005), 157079.633,
                1e-3); // a facet thinner than the sphere is a wall
    EXPECT_NEAR(barsInSeries<double>(1e-7, 1e-7, 0, 100, 0.03), 157079.633 / 2,
                1e-3); // bars of 0.03 and 0.01 m for 0.01 and 0.01
}

} // namespace
} // namespace test_normal
