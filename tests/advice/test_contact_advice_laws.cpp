// Tests the advice on contacts whose laws act at a distance, resist rolling, or feel a given mass, and on several
// contacts of a pair.

#include "AdvisedBall.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/ContactModel.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/ElastoplasticNormal.h>
#include <simbodydem/laws/normal/JKRNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/shapes/Brick.h>

namespace test_contact_advice_laws {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball of 1 cm and 10 g, with a work of adhesion of 0.1 J/m^2, on a plane of the same material.
struct StickyBall : BallOnFloor {
    const Real W = 0.1, modulus = stiff / (2 * (1 - nu * nu)), B = std::sqrt(2 * Pi * W / modulus);
    const Real tearing = 0.75 * std::cbrt(square(Pi * W / modulus) * 0.01); // distance at which the neck tears

    StickyBall() : BallOnFloor(0.01, 0.01, rubber(1)) {}
    JKRNormal law() const { return JKRNormal().setWorkOfAdhesion(W).setDamping(HertzNormal::Damping::None); }
    OneAdvice askAt(Real speed, Real margin, Real height = 1e-3) {
        DEMContactForce force(forces, surfaces, law(), MindlinSecant());
        force.setDetectionMargin(ContactSurfaceIndex(0), margin);
        return firstOf(advise(system, put(height), force, ::at(speed)));
    }
    // Returns the energy lost to the neck: its energy where it tears, minus its energy at first contact. Both are
    // polynomials in the root of the contact radius.
    Real cost() const {
        return modulus * square(B) * (0.3 * std::pow(B * R, 4. / 3) + 0.2 * std::pow(B * R / 4, 4. / 3));
    }
};

// An adhesive impact loses the energy of its neck. At 1 mm/s the ball sticks; at 2 and 5 mm/s the restitution is 0.687 and 0.957.
TEST(ContactAdvice, IncludesTheEnergyOfTheNeck) {
    StickyBall ball;
    const Real margin = 2 * ball.tearing;
    const OneAdvice slow = ball.askAt(1e-3, margin);
    EXPECT_TRUE(std::isnan(slow["contact_time"]));
    EXPECT_EQ(slow["restitution"], 0);
    EXPECT_TRUE(says(slow, "does not separate the surfaces: adhesion holds them"));
    for (const Real speed : {2e-3, 5e-3, 1.}) {
        const OneAdvice advice = ball.askAt(speed, margin);
        const Real expected = std::sqrt(1 - ball.cost() / (0.5 * ball.m * square(speed)));
        EXPECT_NEAR(advice["restitution"], expected, 2e-3); // the neck tears within one step of two thousand
        EXPECT_GT(advice["contact_time"], 0);
        EXPECT_FALSE(says(advice, "adhesion"));
        EXPECT_FALSE(says(advice, "margins"));
    }
    EXPECT_NEAR(ball.askAt(2e-3, margin)["restitution"], 0.687, 2e-3);
    EXPECT_NEAR(ball.askAt(5e-3, margin)["restitution"], 0.957, 2e-3);
}

// Without a detection margin the neck ends at zero overlap, as in a run. The advice warns about this, and no energy
// is lost.
TEST(ContactAdvice, WarnsOfNecksThatTheMarginTears) {
    StickyBall ball;
    const OneAdvice advice = ball.askAt(5e-3, 0);
    EXPECT_NEAR(advice["restitution"], 1, 1e-3);
    EXPECT_TRUE(says(advice, "where their detection margins end, 0 m apart"));
    EXPECT_TRUE(says(ball.askAt(5e-3, 0.5 * ball.tearing), "Increase the margins with setDetectionMargin()"));
}

// A contact that pulls has a negative load at its present overlap.
TEST(ContactAdvice, HasANegativeLoadForAContactThatPulls) {
    StickyBall ball;
    const Real overlap = 1e-7;
    const OneAdvice advice = ball.askAt(1, 2 * ball.tearing, -overlap);
    EXPECT_EQ(advice["touching"], 1);
    EXPECT_LT(advice["load"], 0);
    EXPECT_NEAR(advice["overlap"], overlap, 1e-6 * overlap); // rounding of a force that hardly changes
    EXPECT_GT(advice["sliding_length"], 0);                   // friction feels the adhesion too
}

// A linear spring that pushes, and pulls until it breaks.
class Bond : public NormalLaw {
public:
    Bond(Real k, Real breaking) : k(k), breaking(breaking) {}
    NormalLaw* clone() const override { return new Bond(*this); }
    std::string getName() const override { return "Bond"; }
    bool reachesBeyondTouch() const override { return true; }
    NormalOutput calcForce(const NormalInput& in) const override {
        NormalOutput out;
        out.inContact = in.overlap > -breaking && !(in.firstTouch && in.overlap < 0);
        if (!out.inContact) return out;
        out.force = k * in.overlap;
        out.frictionalLoad = std::abs(out.force);
        out.stiffness = k;
        out.storedEnergy = 0.5 * k * square(in.overlap);
        return out;
    }

private:
    const Real k, breaking;
};

// A bond releases a body only if the impact can stretch it until it breaks. The impact loses the energy of breaking.
TEST(ContactAdvice, IncludesTheEnergyOfABreakingBond) {
    BallOnFloor world(0.05, 0.5, rubber(1));
    const Real k = 1e5, breaking = 1e-4, cost = 0.5 * k * square(breaking);
    DEMContactForce force(world.forces, world.surfaces, Bond(k, breaking), NoFriction());
    force.setDetectionMarginForAll(breaking);
    const auto restitutionAt = [&](Real energy) {
        return firstOf(advise(world.system, world.put(0.01), force, at(std::sqrt(2 * energy / world.m))))["restitution"];
    };
    EXPECT_EQ(restitutionAt(0.9 * cost), 0);
    EXPECT_NEAR(restitutionAt(2 * cost), std::sqrt(0.5), 2e-3);
    EXPECT_NEAR(restitutionAt(100 * cost), std::sqrt(0.99), 2e-3);
}

// The restitution of a plastic impact is sqrt(k_L/k_U), reduced by the work of cohesion. During unloading the force
// is k_U (delta - delta_r) down to -k_c delta, and -k_c delta afterwards.
TEST(ContactAdvice, IncludesPlasticCohesion) {
    BallOnFloor world(0.01, 0.01, rubber(0.5));
    const Real kL = 1e4, kU = 4e4, speed = 0.1;
    for (const Real kc : {0., 5e2, 1e4}) {
        ElastoplasticNormal law;
        law.setLoadingStiffness(kL).setUnloadingStiffness(kU).setCohesiveStiffness(kc);
        const OneAdvice advice = world.ask(law, NoFriction(), at(speed));
        const Real deepest = speed * std::sqrt(world.m / kL), remaining = deepest * (1 - kL / kU);
        const Real turning = kU * remaining / (kU + kc); // where the two lines cross
        const Real back =
            0.5 * kU * (square(deepest - remaining) - square(turning - remaining)) - 0.5 * kc * square(turning);
        EXPECT_NEAR(advice["restitution"], std::sqrt(std::max(back, 0.) / (0.5 * world.m * square(speed))), 2e-3) << kc;
        EXPECT_NEAR(advice["impact_overlap"], deepest, 1e-3 * deepest);
        EXPECT_EQ(std::isnan(advice["contact_time"]), back < 0);
    }
}

// Dashpots feel a given mass, and the ball moves with its own. The advised impact equals that of a run, in contact or
// not.
TEST(ContactAdvice, UsesGivenMasses) {
    const auto expectAsInARun = [](const std::function<void(DEMContactForce&)>& give, Real felt) {
        BallOnFloor world(0.05, 0.5, rubber(0.5));
        DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
        give(force);
        const Real got = calcRestitution(world, 1);
        for (const Real height : {0.01, -1e-4}) {
            const OneAdvice advice = firstOf(advise(world.system, world.put(height), force));
            EXPECT_NEAR(advice["effective_mass"], felt, 1e-12);
            EXPECT_NEAR(advice["moved_mass"], world.m, 1e-12);
            EXPECT_NEAR(advice["restitution"], got, 3e-3); // steps of both
        }
    };
    expectAsInARun([](DEMContactForce&) {}, 0.5);
    expectAsInARun([](DEMContactForce& force) { force.setEffectiveMass(2); }, 2);
    expectAsInARun([](DEMContactForce& force) { force.setEffectiveMass(EffectiveMass::TwoBody); }, 0.5);
    expectAsInARun(
        [](DEMContactForce& force) {
            force.setEffectiveMass(3).setPairEffectiveMass(ContactSurfaceIndex(1), ContactSurfaceIndex(0), 0.1);
        },
        0.1);
}

// A rolling law's springs shorten the natural period. Rolling and slip are coupled, as the determinant of their
// equations shows; twisting is separate.
TEST(ContactAdvice, HasTheNaturalPeriodWithTheRollingLaw) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    const Real R = world.R, inertia = 0.4 * world.m * R * R;
    const OneAdvice free = world.ask(HertzNormal(), MindlinSecant());
    EXPECT_EQ(free["rolling_stiffness"], 0);
    EXPECT_EQ(free["rolling_resistance"], 0);
    const Real kr = 10 * free["stiffness"] * R * R;
    const OneAdvice rolling = world.ask(HertzNormal(), MindlinSecant(), {}, EPSDRolling().setStiffness(kr));
    const Real kt = rolling["tangential_stiffness"], lambda = square(2 * Pi / rolling["swing_time"]);
    EXPECT_NEAR(rolling["rolling_stiffness"], kr, 1e-6 * kr);
    EXPECT_NEAR(rolling["rolling_resistance"], 0.1 * rolling["load"] * R, 1e-6); // mu_r N R*
    const Real determinant = (kt - lambda * world.m) * (kt * R * R + kr - lambda * inertia) - square(kt * R);
    EXPECT_NEAR(determinant / (kt * kr), 0, 1e-6);
    EXPECT_LT(rolling["swing_time"], 0.5 * free["swing_time"]);
    EXPECT_NEAR(rolling["longest_step"], 1.5 / std::sqrt(lambda), 1e-9);

    SurfaceMaterial twisting = rubber(0.5);
    twisting.twistingFriction = 0.1;
    BallOnFloor spinning(R, world.m, twisting);
    const OneAdvice spun = spinning.ask(HertzNormal(), NoFriction(), {}, EPSDRolling().setTwistingStiffness(kr));
    EXPECT_NEAR(spun["swing_time"], 2 * Pi * std::sqrt(inertia / kr), 1e-6 * spun["swing_time"]);
}

// The advice on a brick on its edges is about the corner with the largest load, for both directions of tilt.
TEST(ContactAdvice, IsAboutTheCornerWithTheLargestLoad) {
    for (const Real angle : {1e-4, -1e-4}) {
        Scene scene;
        const Vec3 half(0.1, 0.05, 0.2);
        MobilizedBody::Free body(scene.matter.Ground(), Body::Rigid(boxOf(1, half)));
        scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber(0.5));
        scene.surfaces.add(body, Brick(half, 0.01), Transform(), rubber(0.5));
        const HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.system.realizeTopology();
        body.setQToFitTransform(state, Transform(Rotation(SpaceRotationSequence, angle, ZAxis, 0.3 * angle, XAxis),
                                                 Vec3(0, half[1] - 1e-4, 0)));
        const OneAdvice advice = firstOf(advise(scene.system, state, force));
        scene.system.realize(state, Stage::Dynamics);
        const auto& records = force.getContactRecords(state);
        ASSERT_EQ(records.size(), 4u);
        Real most = 0, mass = NaN, least = Infinity;
        for (const ContactRecord& r : records) {
            least = std::min(least, r.normalForce.norm());
            if (r.normalForce.norm() <= most) continue;
            most = r.normalForce.norm();
            mass = r.effectiveMass;
        }
        EXPECT_LT(least, 0.9 * most);
        EXPECT_NEAR(advice["load"], most, 1e-12 * most);
        EXPECT_NEAR(advice["effective_mass"], mass, 1e-9 * mass);
    }
}

} // namespace
} // namespace test_contact_advice_laws
