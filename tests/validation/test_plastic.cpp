// Tests that a restitution of 0 is plastic: bodies stay together after the impact until they are pulled apart, with a very small
// force.

#include "Scene.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/ElastoplasticNormal.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/normal/PFCHystereticNormal.h>
#include <simbodydem/laws/normal/PFCLinearNormal.h>

namespace test_plastic {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Each law whose dashpot follows from a restitution and does not pull otherwise.
struct Clamped {
    const char* name;
    std::function<std::unique_ptr<NormalLaw>()> make;
};

template <class Law> std::function<std::unique_ptr<NormalLaw>()> maker(const Law& law) {
    return [law] { return std::unique_ptr<NormalLaw>(law.clone()); };
}

const std::vector<Clamped> clampedLaws = {
    {"HertzNormal", maker(HertzNormal())},
    {"HertzNormal", maker(HertzNormal().setDamping(HertzNormal::Damping::CriticalRatio))},
    {"LinearNormal", maker(LinearNormal())},
    {"PFCLinearNormal", maker(PFCLinearNormal().setDashpotMode(DashpotMode::NoTension))},
    {"PFCHystereticNormal", maker(PFCHystereticNormal())},
    {"HuntCrossleyNormal",
     maker(HuntCrossleyNormal().setDamping(HuntCrossleyNormal::Damping::FromRestitution).setMinimumImpactSpeed(0.01))}};

SurfaceMaterial withRestitution(Real e) { return rubber().setRestitution(e); }

std::string bindMessage(const NormalLaw& prototype, Real restitution) {
    const SurfaceMaterial m = withRestitution(restitution);
    const std::unique_ptr<NormalLaw> law(prototype.clone());
    try {
        law->bind(mixMaterials(m, m));
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

// Two balls of 1 kg that touch, without gravity; the first moves.
struct Cradle : FloorScene {
    std::vector<MobilizedBody::Translation> balls;
    std::unique_ptr<DEMContactForce> force;
    RungeKuttaMersonIntegrator integrator{system};

    explicit Cradle(const NormalLaw& law) {
        const Real radius = 0.05;
        for (int i = 0; i < 2; ++i) {
            balls.emplace_back(matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1e-3))));
            add(balls.back(), Sphere(radius));
        }
        force = std::make_unique<DEMContactForce>(forces, surfaces, law, NoFriction());
        force->setMaterialForAll(withRestitution(0));
        force->setTrackDissipatedEnergy(true);
        State state = start();
        for (int i = 0; i < 2; ++i) balls[i].setQToFitTranslation(state, Vec3(2 * radius * i, 1, 0));
        balls[0].setUToFitLinearVelocity(state, Vec3(1, 0, 0));
        integrator.setAccuracy(1e-8);
        integrator.initialize(state);
    }

    Real speedOf(int i) { return balls[i].getBodyOriginVelocity(integrator.getState())[0]; }
};

// The input of a law for 1 kg at this overlap and rate. The dashpot's force is the difference from the force at rest.
NormalInput inputAt(Real overlap, Real rate, const LawHistory& history) {
    return {overlap, rate, 0.05, std::sqrt(0.05 * overlap), 1, 10, 10, false, history};
}

// A restitution that is neither plastic nor realizable is an error that names the law; 0.007 and 0 are valid. Without a clamp there is
// no such limit.
TEST(PlasticImpact, LittleRestitutionIsAnError) {
    for (const Clamped& law : clampedLaws) {
        for (Real e : {1e-300, 0.001, 0.00699}) {
            const std::string message = bindMessage(*law.make(), e);
            EXPECT_EQ(message.find(law.name), 0u) << message;
            EXPECT_NE(message.find("must be 0 (plastic) or in [0.007, 1]"), std::string::npos) << message;
        }
        for (Real e : {0., 0.007, 1.}) EXPECT_EQ(bindMessage(*law.make(), e), "");
    }
    EXPECT_EQ(bindMessage(HertzNormal().setTension(Tension::Allowed), 0.001), "");
    EXPECT_EQ(bindMessage(HertzNormal().setRestitutionMeaning(RestitutionMeaning::Textbook), 0.001), "");
    EXPECT_EQ(bindMessage(LinearNormal().setTension(Tension::Allowed), 0.001), "");
    EXPECT_EQ(bindMessage(PFCLinearNormal(), 0.001), "");
    const std::string elastoplastic = bindMessage(ElastoplasticNormal().setLoadingStiffness(1e5), 0);
    EXPECT_NE(elastoplastic.find("0 (plastic) would need an infinite k_U"), std::string::npos) << elastoplastic;
}

// Newton's cradle: two balls continue together with half of the speed, and half of the energy is heat.
TEST(PlasticImpact, TwoBallsOfACradleStayTogether) {
    for (const Clamped& law : clampedLaws) {
        Cradle cradle(*law.make());
        for (Real time : {0.1, 0.5, 2.}) {
            advance(cradle.integrator, time);
            const Real apart = cradle.speedOf(1) - cradle.speedOf(0);
            EXPECT_NEAR(cradle.speedOf(0) + cradle.speedOf(1), 1, 1e-12) << law.name; // rounding
            EXPECT_LT(std::abs(apart), 1e-4)
                << law.name; // the end of Hertz's contact is slow, 1e-5 after twenty contact times
        }
        EXPECT_NEAR(cradle.force->getDissipatedEnergyByCause(cradle.integrator.getState()).damping, 0.25, 1e-6)
            << law.name;
    }
}

// A sphere that is dropped stays at its contact, with the overlap of its weight.
TEST(PlasticImpact, DroppedSphereDoesNotRebound) {
    for (const Clamped& law : clampedLaws) {
        FloorScene world;
        auto sphere = world.addSphere(0.1);
        world.addGravity();
        DEMContactForce force(world.forces, world.surfaces, *law.make(), MindlinSecant());
        force.setMaterialForAll(withRestitution(0));
        State state = world.start(sphere, Vec3(0, 0.2, 0));
        Merson integrator(world.system, state, 1e-6);
        for (int i = 0; i <= 40; ++i) {
            advance(integrator, 0.15 + 0.01 * i); // it lands at 0.143 s
            const State& now = integrator.getState();
            world.system.realize(now, Stage::Dynamics);
            EXPECT_LT(sphere.getBodyOriginLocation(now)[1], 0.1) << law.name;
            for (const ContactRecord& r : force.getContactRecords(now)) EXPECT_GE(r.dissipatedPower, 0) << law.name;
        }
        const auto& records = force.getContactRecords(integrator.getState());
        ASSERT_EQ(records.size(), 1u);
        const Real weight = 9.81 * sphere.getBodyMass(integrator.getState());
        EXPECT_NEAR(dot(records[0].normalForce, records[0].normal), weight, 1e-3 * weight) << law.name; // the accuracy
    }
}

// At any speed of separation the dashpot's impulse is twice the momentum of the stored energy, 2 sqrt(2 m U). Friction never feels a
// pull, and the work of the dashpot is heat.
TEST(PlasticImpact, PullIsLimitedByTheStoredEnergy) {
    const SurfaceMaterial m = withRestitution(0);
    const Real deepest = 1e-4;
    const int steps = 100000;
    for (const Clamped& law : clampedLaws)
        for (Real speed : {1e-3, 10.}) {
            const std::unique_ptr<NormalLaw> bound = law.make();
            bound->bind(mixMaterials(m, m));
            NormalInput first = inputAt(deepest, speed, LawHistory());
            first.firstTouch = true;
            const LawHistory history = bound->calcForce(first).history;
            const Real stored = bound->calcForce(inputAt(deepest, 0, history)).storedEnergy;
            Real impulse = 0, lowest = 0;
            for (int i = 0; i < steps; ++i) { // midpoint rule
                const Real overlap = (i + 0.5) * deepest / steps;
                const NormalOutput moving = bound->calcForce(inputAt(overlap, -speed, history));
                const Real drag = bound->calcForce(inputAt(overlap, 0, history)).force - moving.force;
                impulse += drag * deepest / steps / speed;
                lowest = std::min(lowest, moving.force);
                EXPECT_GE(moving.frictionalLoad, 0);
                EXPECT_NEAR(moving.dissipatedPower, drag * speed, 1e-9 * drag * speed);
            }
            EXPECT_NEAR(impulse, 2 * std::sqrt(2 * stored), 1e-6 * impulse) << law.name; // delta^(1/4) at 0
            EXPECT_LT(lowest, 0) << law.name;
        }
}

} // namespace
} // namespace test_plastic
