// Tests created energy: laws that push along the slip, springs that stiffen at constant length, and steps that are too long.

#include "EnergyWorld.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

namespace test_energy_created {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real g = 9.81;

// Pushes with 0.2 N along the slip and does not report it.
class Motor : public TangentialLaw {
public:
    Motor* clone() const override { return new Motor(*this); }
    std::string getName() const override { return "Motor"; }
    TangentialOutput calcForce(const TangentialInput& in) const override {
        TangentialOutput out;
        const Real speed = in.slipVelocity.norm();
        if (speed > 0) out.force = 0.2 * in.normal.frictionalLoad / speed * in.slipVelocity;
        out.sliding = true;
        return out;
    }
};

// A Motor that reports no heat or gain at all.
class SecretMotor final : public Motor {
public:
    SecretMotor* clone() const override { return new SecretMotor(*this); }
    StepHeat calcHeat(const TangentialInput&, const TangentialOutput&, const TangentialOutput&) const override {
        return {};
    }
};

// Cundall's slider with the wrong sign during sliding.
class PushingSlider final : public TangentialLaw {
public:
    PushingSlider* clone() const override { return new PushingSlider(*this); }
    std::string getName() const override { return "PushingSlider"; }
    RequiredValues getRequiredValues() const override { return right.getRequiredValues(); }
    void bind(const PairMaterial& pair) override { right.bind(pair); }
    TangentialOutput calcForce(const TangentialInput& in) const override {
        TangentialOutput out = right.calcForce(in);
        if (out.sliding) out.force = -out.force;
        return out;
    }

private:
    CundallSlider right = CundallSlider().setStiffness(1e4);
};

// A spring that pushes harder during unloading, 1.2 k delta; it may report this.
class Kicker final : public NormalLaw {
public:
    explicit Kicker(bool saysSo) : saysSo(saysSo) {}
    Kicker* clone() const override { return new Kicker(*this); }
    std::string getName() const override { return "Kicker"; }
    NormalOutput calcForce(const NormalInput& in) const override {
        const Real elastic = 1e5 * in.overlap;
        NormalOutput out;
        out.force = out.frictionalLoad = in.overlapRate < 0 ? 1.2 * elastic : elastic;
        out.storedEnergy = 0.5 * elastic * in.overlap;
        if (saysSo) out.dissipatedPower = (out.force - elastic) * in.overlapRate;
        return out;
    }

private:
    bool saysSo;
};

// A block that slides on the floor for 0.5 s, from 1 m/s on.
struct Sliding : PointMass {
    explicit Sliding(const TangentialLaw& law) {
        addGravity();
        addForce(LinearNormal().setStiffness(1e5), law);
    }
    LedgerRun slide() {
        State state = start(ball, Vec3(0, 0.1 - g / 1e5, 0), Vec3(1, 0, 0));
        return run(state, 1e-8, 0.5);
    }
};
const Real put = 0.2 * g * (0.5 + 0.5 * 0.2 * g * 0.25); // energy from the motor: 0.2 N times the distance [J]

// A cycle of shear and pressure, each in one second. Shear by 1e-6 m at an overlap of 0.1 mm, pressure to 0.2 mm, shear back, relief.
class Cycle final : public Motion::Custom::Implementation {
public:
    Implementation* clone() const override { return new Cycle(*this); }
    Motion::Level getLevel(const State&) const override { return Motion::Position; }
    void calcPrescribedPosition(const State& s, int, Real* q) const override { set(s, 0, q); }
    void calcPrescribedPositionDot(const State& s, int, Real* q) const override { set(s, 1, q); }
    void calcPrescribedPositionDotDot(const State& s, int, Real* q) const override { set(s, 2, q); }

private:
    static void set(const State& s, int derivative, Real* q) {
        const auto upAndDown = [&](Real start) {
            const Real t = s.getTime() - start;
            const auto step = [&](Real x) {
                if (x <= 0 || x >= 1) return derivative == 0 && x >= 1 ? 1. : 0.;
                return derivative == 0 ? stepUp(x) : derivative == 1 ? dstepUp(x) : d2stepUp(x);
            };
            return step(t) - step(t - 2);
        };
        q[0] = 1e-6 * upAndDown(0);
        q[1] = (derivative == 0 ? 0.005 - 1e-4 : 0) - 1e-4 * upAndDown(1);
        q[2] = 0;
    }
};

// A law that pushes along the slip has created the energy that it puts in, even if it does not report it.
TEST(CreatedEnergy, OfAForceAlongTheSlipIsFound) {
    const DissipatedEnergy heat = Sliding(Motor()).slide().atEnd;
    EXPECT_NEAR(heat.gained, put, 1e-6); // accuracy, here and below
    EXPECT_NEAR(heat.total(), -put, 1e-6);
    EXPECT_NEAR(heat.unaccounted, 0, 1e-6);
    EXPECT_EQ(heat.friction, 0);
}

// If the law hides it, the unaccounted energy shows it.
TEST(CreatedEnergy, OfALawThatHidesItIsUnaccounted) {
    const DissipatedEnergy heat = Sliding(SecretMotor()).slide().atEnd;
    EXPECT_NEAR(heat.unaccounted, -put, 1e-6);
    EXPECT_EQ(heat.gained, 0);
}

// A spring beside the motor does not hide the created energy either.
TEST(CreatedEnergy, OfASliderOfTheWrongSignIsFound) {
    const LedgerRun run = Sliding(PushingSlider()).slide();
    EXPECT_GT(run.atEnd.gained, 2); // 0.5 m g over half a metre and more
    EXPECT_LT(run.unaccounted, 1e-3 * run.atEnd.gained / 0.5);
}

// A normal law returns more energy than it took: a fifth of the ball's energy.
TEST(CreatedEnergy, OfANormalLawIsFound) {
    for (bool saysSo : {true, false}) {
        PointMass world;
        world.addForce(Kicker(saysSo), NoFriction());
        State state = world.start(world.ball, Vec3(0, 0.1, 0), Vec3(0, -1, 0));
        const DissipatedEnergy heat = world.run(state, 1e-8, 0.02).atEnd;
        EXPECT_NEAR(heat.total(), -0.1, 1e-6); // accuracy
        EXPECT_NEAR(saysSo ? heat.gained : -heat.unaccounted, 0.1, 1e-6);
        EXPECT_NEAR(saysSo ? heat.unaccounted : heat.gained, 0, 1e-6);
    }
}

// MindlinSecant creates 1/2 (k_1 - k_2) s^2 on the worked cycle.
TEST(CreatedEnergy, OfMindlinSecantIsTheDocumentedEnergy) {
    EnergyWorld world;
    MobilizedBody::Translation ball(world.matter.updGround(), Body::Rigid(bodyOf(1)));
    Motion::Custom(ball, new Cycle);
    world.add(ball, Sphere(0.005));
    world.addForce(HertzNormal().setDamping(HertzNormal::Damping::None), MindlinSecant().setTangentialDampingRatio(0));
    world.force->setEffectiveMass(1); // of a ball that nothing can move
    const DissipatedEnergy heat = world.runFixed(world.start(), 0.004, 4).atEnd;
    EXPECT_NEAR(heat.gained, 1.325309e-9, 1e-15);   // the digits given
    EXPECT_NEAR(heat.total(), -1.325309e-9, 1e-13); // fourth order in the step, of 1e-4 J of pressing
    EXPECT_NEAR(heat.friction + heat.damping, 0, 1e-15);
}

// A step that passes into a contact finds a loaded spring. No force has done that work, and no cause accounts for it.
TEST(CreatedEnergy, OfAStepIntoAContactIsUnaccounted) {
    PointMass world;
    world.addForce(LinearNormal().setStiffness(1e4), CundallSlider());
    State state = world.start(world.ball, Vec3(0, 0.1 + 0.03, 0), Vec3(0.3, -1, 0));
    SemiExplicitEuler2Integrator integrator(world.system); // evaluates at the start and in the middle of a step
    integrator.setFixedStepSize(0.04);
    const DissipatedEnergy heat = world.run(integrator, state, 0.04).atEnd;
    const Real found = world.system.calcPotentialEnergy(integrator.getState());
    ASSERT_GT(found, 0.5); // its whole kinetic energy was 0.545 J
    EXPECT_NEAR(heat.total(), -found, 1e-12);
    EXPECT_LE(heat.unaccounted, -found);
    EXPECT_GE(heat.friction, 0);
    EXPECT_EQ(heat.gained, 0);
}

} // namespace
} // namespace test_energy_created
