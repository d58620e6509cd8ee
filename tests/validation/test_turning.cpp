// Tests a slider that stops within a step, since slip reverses or the limit outgrows it, and slip that changes its direction. The
// history depends on the path between two commits, not on their distance.

#include "Scene.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h>
#include <simbodydem/laws/tangential/PFCLinearShear.h>

namespace test_turning {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Returns the force of a spring k with a dashpot c after the slip has reversed to `velocity` < 0 at constant deceleration. Before, it
// was at the slider's limit. The slider stopped when k v + c v' was 0, at v = c a/k.
Real leftAfterTurn(Real limit, Real k, Real c, Real deceleration, Real velocity) {
    return limit - square(c) * deceleration / (2 * k) - k * square(velocity) / (2 * deceleration) + c * velocity;
}

// A ball of 20 kg that a test moves over the floor; the test ends each step and commits its history.
struct Ball : FloorScene {
    const Real radius = 0.1, mass = 20, kn = 2e7, overlap = mass * 9.81 / kn, load = mass * 9.81, friction = 0.2;
    MobilizedBody::Free ball{matter.updGround(), Body::Rigid(ballOf(mass, radius))};
    DEMContactForce force;
    State state;

    explicit Ball(const TangentialLaw& tangential, const RollingLaw& rolling = NoRolling(),
                  const NormalLaw& normal = LinearNormal().setStiffness(2e7))
        : force((add(ball, Sphere(radius)), forces), surfaces, normal, tangential, rolling) {
        SurfaceMaterial material{1e10, 0.45, 0.3, friction};
        material.rollingFriction = 0.1;
        material.twistingFriction = 0.05;
        force.setMaterialForAll(material).setEffectiveMass(EffectiveMass::TwoBody);
        state = start();
    }

    ContactRecord stepTo(Real time, const Vec3& position, const Vec3& velocity) {
        return stepTo(time, Transform(position + Vec3(0, radius - overlap, 0)), SpatialVec(Vec3(0), velocity));
    }
    ContactRecord stepTo(Real time, const Transform& X, const SpatialVec& V) {
        state.setTime(time);
        ball.setQToFitTransform(state, X);
        ball.setUToFitVelocity(state, V);
        system.realize(state, Stage::Dynamics);
        const auto& records = force.getContactRecords(state);
        return records.empty() ? ContactRecord() : records[0];
    }
    void commit() { force.commitHistory(state); }
};

// Motion along x with a constant deceleration that reverses it within 5 ms.
struct Turn {
    Real start = 0.01464, end = -0.00225, duration = 5e-3, deceleration = (start - end) / duration;

    ContactRecord stepTo(Ball& ball, Real time) const {
        return ball.stepTo(time, Vec3(start * time - deceleration / 2 * time * time, 0, 0),
                           Vec3(start - deceleration * time, 0, 0));
    }
};

// One step over a reversal leaves the spring of the closed form, with and without a dashpot, also on a slippery surface.
TEST(SlipThatTurnsRound, LeavesTheClosedFormInOneStep) {
    const Turn turn;
    const Real kt = 4e6;
    for (Real dampingRatio : {0., 0.1, 0.358})
        for (Real slippery : {1., 0.9}) { // at lower factors the dashpot alone exceeds the limit
            Ball ball(CundallSlider().setStiffness(kt).setTangentialDampingRatio(dampingRatio));
            ball.force.setFrictionFactor(ball.state, ContactSurfaceIndex(1), slippery);
            turn.stepTo(ball, 0);
            ball.commit();
            const Real T = -turn.stepTo(ball, turn.duration).tangentialForce[0];
            const Real limit = slippery * ball.friction * ball.load, c = 2 * dampingRatio * std::sqrt(ball.mass * kt);
            // To rounding: the trial force within the step is a parabola. At the start it was the limit.
            EXPECT_NEAR(T, leftAfterTurn(limit, kt, c, turn.deceleration, turn.end), 1e-7 * limit) << dampingRatio;
        }
}

// The result does not depend on the number of steps or on their ends.
TEST(SlipThatTurnsRound, DoesNotDependOnTheSteps) {
    const Turn turn;
    const auto answer = [&](std::vector<Real> ends, const TangentialLaw& law) {
        Ball ball(law);
        turn.stepTo(ball, 0);
        for (Real end : ends) {
            ball.commit();
            turn.stepTo(ball, end * turn.duration);
        }
        return turn.stepTo(ball, turn.duration).tangentialForce[0];
    };
    std::vector<std::unique_ptr<TangentialLaw>> laws;
    const Real beta = 0.1;
    laws.emplace_back(new CundallSlider(CundallSlider().setStiffness(4e6).setTangentialDampingRatio(beta)));
    for (const bool isKelvinVoigt : {false, true})
        laws.emplace_back(new MindlinSecant(MindlinSecant().setTangentialDampingRatio(beta).setKelvinVoigt(isKelvinVoigt)));
    laws.emplace_back(new MindlinIncremental(MindlinIncremental().setTangentialDampingRatio(beta)));
    laws.emplace_back(new PFCLinearShear(PFCLinearShear().setStiffness(4e6).setTangentialDampingRatio(beta)));
    using Form = NonlinearSpringDashpotSlider::Form;
    for (Form form : {Form::DiRenzoDiMaio, Form::LangstonTuzunHeyes, Form::ZhuZhouYu, Form::TsujiTanakaIshida})
        laws.emplace_back(new NonlinearSpringDashpotSlider(
            NonlinearSpringDashpotSlider(form).setTangentialDampingRatio(beta).setTangentialViscosity(1e4)));
    for (const auto& law : laws) {
        std::vector<Real> fine(1000);
        for (std::size_t i = 0; i < fine.size(); ++i) fine[i] = Real(i + 1) / fine.size();
        const Real expected = answer(fine, *law);
        for (const std::vector<Real>& ends :
             {std::vector<Real>{1}, {0.3, 1}, {0.5, 1}, {0.7, 1}, {0.85, 1}, {0.2, 0.4, 0.6, 0.8, 1}})
            EXPECT_NEAR(answer(ends, *law), expected, 2e-3 * 39.24) << law->getName(); // error of a thousand steps
    }
}

// The force is a continuous function of the end of the step: it does not jump when the reversal enters the step.
TEST(SlipThatTurnsRound, ForceDoesNotJump) {
    const Turn turn;
    for (Real slidBefore : {0., 0.5}) { // fraction of the step that is committed
        Ball ball(CundallSlider().setStiffness(4e6));
        turn.stepTo(ball, 0);
        ball.commit();
        if (slidBefore > 0) {
            turn.stepTo(ball, slidBefore * turn.duration);
            ball.commit();
        }
        const int n = 2000;
        Real last = NaN;
        for (int i = 0; i <= n; ++i) {
            const Real time = turn.duration * (slidBefore + (1 - slidBefore) * i / n);
            const Real T = turn.stepTo(ball, time).tangentialForce[0];
            const Real fastest = 4e6 * turn.start + 6500 * turn.deceleration; // of the force's change [N/s]
            if (i > 1) {
                EXPECT_LT(std::abs(T - last), 2 * fastest * turn.duration / n) << time;
            }
            last = T;
        }
    }
}

// Without a reversal, a limit that grows faster than the slip stops the slider: kt v = mu kn ddelta.
TEST(LimitThatOutgrowsSlip, StopsTheSlider) {
    const Real kt = 4e6, speed = 0.02, deceleration = 3.5, duration = 5e-3; // N/m, m/s, m/s^2, s
    const Real depth = 2e-4, growth = 8e-3;                                 // m, m/s, of the overlap
    Ball ball(CundallSlider().setStiffness(kt).setTangentialDampingRatio(0), NoRolling(),
              LinearNormal().setStiffness(2e7).setDampingRatio(0));
    const auto stepTo = [&](Real t) {
        const Real slip = speed * t - (t > 0 ? deceleration / 2 * t * t : 0);
        return ball.stepTo(t, Vec3(slip, ball.overlap - depth - (t > 0 ? growth * t : 0), 0),
                           Vec3(speed - (t > 0 ? deceleration * t : 0), t < 0 ? 0 : -growth, 0));
    };
    for (Real t : {-1., 0.}) { // so that it slides
        stepTo(t);
        ball.commit();
    }
    const Real stop = (speed - ball.friction * ball.kn * growth / kt) / deceleration, after = duration - stop;
    const auto limit = [&](Real t) { return ball.friction * ball.kn * (depth + growth * t); };
    const Real expected = limit(stop) + kt * ((speed - deceleration * stop) * after - deceleration / 2 * after * after);
    const Real T = -stepTo(duration).tangentialForce[0];
    EXPECT_LT(stop, duration);
    EXPECT_GT(speed, deceleration * duration); // the slip has not reversed
    // To rounding: the trial force above the limit is a parabola. With slip in the whole step, or none, it would differ by 1 to 100 N.
    EXPECT_NEAR(T, expected, 1e-7 * expected);
}

// A dashpot whose force exceeds the limit leaves the spring no length. At c v = mu N slip becomes too slow for that. The spring must
// then replace the decreasing dashpot force, c a > k v, and the slider sticks.
TEST(LimitThatOutgrowsSlip, StopsTheSliderWhereItsDashpotWeakens) {
    const Real kt = 4e5, dampingRatio = 0.5, speed = 0.02, deceleration = 3, duration = 5e-3; // N/m, -, m/s, m/s^2, s
    const auto stepTo = [&](Ball& ball, Real t) {
        return ball.stepTo(t, Vec3(speed * t - deceleration / 2 * t * t, 0, 0), Vec3(speed - deceleration * t, 0, 0));
    };
    Ball ball(CundallSlider().setStiffness(kt).setTangentialDampingRatio(dampingRatio));
    const Real c = 2 * dampingRatio * std::sqrt(ball.mass * kt), limit = ball.friction * ball.load;
    const Real release = (speed - limit / c) / deceleration, after = duration - release;
    ASSERT_GT(release, 0.1 * duration);
    ASSERT_LT(release, 0.9 * duration);
    ASSERT_GT(c * deceleration, kt * limit / c);
    stepTo(ball, 0);
    ball.commit();
    const Real T = -stepTo(ball, duration).tangentialForce[0];
    const Real sprung = limit / c * after - deceleration / 2 * after * after;
    // To rounding: the dashpot force is a straight line. A single substep would give the spring the displacement of the whole step.
    EXPECT_NEAR(T, kt * sprung + c * (speed - deceleration * duration), 1e-7 * limit);
}

// Rolling and twisting reverse in the same manner, each at its own time, which a dashpot shifts to before the reversal.
TEST(RotationThatTurnsRound, LeavesTheClosedFormInOneStep) {
    const Real kr = 3000, ktw = 1500, duration = 5e-3, start = 0.7, end = -0.2; // N m/rad, s, rad/s
    const Real deceleration = (start - end) / duration;
    for (Real dampingRatio : {0., 0.01})
        for (const UnitVec3& axis : {UnitVec3(1, 0, 0), UnitVec3(0, 1, 0), UnitVec3(1, 1, 0), UnitVec3(1, 2, -2)}) {
            Ball ball(NoFriction(),
                      EPSDRolling().setStiffness(kr).setTwistingStiffness(ktw).setDampingRatio(dampingRatio));
            const auto stepTo = [&](Real t) {
                return ball.stepTo(t,
                                   Transform(Rotation(start * t - deceleration / 2 * t * t, axis),
                                             Vec3(0, ball.radius - ball.overlap, 0)),
                                   SpatialVec((start - deceleration * t) * axis, Vec3(0)));
            };
            stepTo(0);
            ball.commit();
            const Vec3 torque = stepTo(duration).torque;
            const auto expected = [&](Real friction, Real k, Real share) {
                const Real c = 2 * dampingRatio * std::sqrt(k * 1.4 * ball.mass * square(ball.radius));
                return leftAfterTurn(friction * ball.radius * ball.load, k, c, share * deceleration, share * end);
            };
            const Real twist = std::abs(axis[1]), roll = std::sqrt(1 - square(twist));
            const Real rollingLimit = 0.1 * ball.radius * ball.load;
            if (roll > 0) {
                EXPECT_NEAR(Vec2(torque[0], torque[2]).norm(), expected(0.1, kr, roll), 1e-6 * rollingLimit) << axis;
            }
            if (twist > 0) {
                EXPECT_NEAR(-torque[1], expected(0.05, ktw, twist), 1e-6 * rollingLimit) << axis;
            }
        }
}

// For slip in a circle at w v, the spring of length mu N/kt lags by its length over the circle's radius, for any step. The chord of
// the step would lag by half of the rotation within the step, a first-order error.
TEST(SlipThatChangesDirection, LagsByTheSpringsLengthOnly) {
    const Real speed = 1, circle = 0.2, w = speed / circle, kt = 1e5;
    for (Real step : {5e-3, 1e-3, 1e-4}) {
        Ball ball(CundallSlider().setStiffness(kt).setTangentialDampingRatio(0));
        Vec3 T, along, across;
        for (int i = 0; i <= 200; ++i) {
            const Real angle = w * i * step;
            along = Vec3(-std::sin(angle), 0, std::cos(angle));
            across = Vec3(std::cos(angle), 0, std::sin(angle));
            T = ball.stepTo(i * step, circle * across, speed * along).tangentialForce;
            ball.commit();
        }
        const Real lag = std::atan2(dot(T, across), dot(T, -along));
        const Real expected = -std::asin(ball.friction * ball.load / kt / circle);
        EXPECT_NEAR(lag, expected, 1e-7 + square(w * step)) << step; // half a step turns by w step/2
    }
}

// If a dashpot carries the whole limit and leaves nothing to the spring, the slider's path decides about the step, not the spring's
// rounding. The same step elsewhere on the floor, with other rounding of positions, has the same force.
TEST(SliderThatItsDashpotHolds, DoesNotDependOnRounding) {
    const Real duration = 8e-5, depth = 1e-4, before = 6, after = 6.4; // s, m, m/s
    for (Real turn : {3e-4, 1e-3, 2e-3}) {                             // of the slip's direction in the step [rad]
        Vec3 first(NaN);
        for (int place = 0; place < 100; ++place) {
            Ball ball(CundallSlider().setStiffness(3e9).setTangentialDampingRatio(0.04), NoRolling(),
                      LinearNormal().setStiffness(2e3));
            const Vec3 corner(0.1 * place, -depth, 0.07 * place), start(before, -1.5, 0),
                end(after * std::cos(turn), -11, after * std::sin(turn));
            ball.stepTo(0, corner, start);
            ball.commit();
            const Vec3 T = ball.stepTo(duration, corner + duration / 2 * (start + end), end).tangentialForce;
            if (place == 0) first = T;
            EXPECT_LT((T - first).norm(), 1e-9 * T.norm()) << turn << " rad, " << corner; // direction of speeds: 1e-15
        }
    }
}

// It makes no difference if a spring has zero length or a length of rounding. Such a length follows from a change of velocities at the
// end of a step.
TEST(SliderThatHasNotMoved, DoesNotDependOnRounding) {
    const auto forceAt = [](Real offset) {
        Ball ball(CundallSlider().setStiffness(4e6).setTangentialDampingRatio(0));
        ball.stepTo(0, Vec3(0), Vec3(0));
        ball.commit();
        return ball.stepTo(1e-3, Vec3(offset, 0, 0), Vec3(1, 0, 0)).tangentialForce[0];
    };
    EXPECT_NEAR(forceAt(0), forceAt(1e-15),
                1e-6); // 4e6 N/m of 1e-15 m is 4e-9 N; of half the displacement of the step it is 4e3 N
}

} // namespace
} // namespace test_turning
