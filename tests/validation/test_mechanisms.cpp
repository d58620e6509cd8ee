// Tests restitution on mechanisms: with the articulated effective mass a mechanism rebounds like a free sphere.

#include "Scene.h"

namespace test_mechanisms {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real length = 0.4, footRadius = 0.02;

Body::Rigid link(Real mass) { return Body::Rigid(boxOf(mass, Vec3(0.03, length / 2, 0.03))); }

SurfaceMaterial steel(Real restitution) {
    SurfaceMaterial m;
    m.youngsModulus = 1e12; // the impact ends before the mechanism has moved
    m.poissonsRatio = 0.3;
    m.restitution = restitution;
    m.staticFriction = 0;
    return m;
}

// Two links on a hip that slides along y; the foot lands on the floor.
struct Leg : FloorScene {
    MobilizedBody::Slider hip{matter.updGround(), Rotation(Pi / 2, ZAxis), link(10), Rotation(Pi / 2, ZAxis)};
    MobilizedBody::Pin thigh{hip, Vec3(0), link(2), Vec3(0, length / 2, 0)};
    MobilizedBody::Pin shank{thigh, Vec3(0, -length / 2, 0), link(2), Vec3(0, length / 2, 0)};
    HertzMindlinForce force{forces, surfaces};
    const Vec3 foot{0, -length / 2, 0};

    explicit Leg(Real restitution) {
        add(shank, Sphere(footRadius), foot);
        force.setMaterialForAll(steel(restitution));
    }

    // Puts the foot on the floor below the hip, with the knee bent and all bodies moving down.
    void pose(State& state, Real bend) {
        thigh.setAngle(state, bend / 2);
        shank.setAngle(state, -bend);
        hip.setLength(state, 2 * length * std::cos(bend / 2) + footRadius);
        hip.setRate(state, -0.1);
    }

    Real gap(const State& s) const { return shank.findStationLocationInGround(s, foot)[1] - footRadius; }
    Real rise(const State& s) const { return shank.findStationVelocityInGround(s, foot)[1]; }
};

// Returns the normal velocity after the impact over that before. The step is limited to a part of the contact time.
Real restitutionOf(const FloorScene& world, const State& state, Real contactTime,
                   const std::function<Real(const State&)>& gap, const std::function<Real(const State&)>& gapRate) {
    RungeKuttaMersonIntegrator integrator(world.system);
    integrator.setAccuracy(1e-8);
    integrator.setMaximumStepSize(contactTime / 25);
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(state);
    world.system.realize(integrator.getState(), Stage::Velocity);
    const Real before = gapRate(integrator.getState());
    do {
        integrator.stepTo(Infinity);
        world.system.realize(integrator.getState(), Stage::Velocity);
    } while (integrator.getTime() < 50 * contactTime && !(integrator.getTime() > 0 && gap(integrator.getState()) > 0));
    return -gapRate(integrator.getState()) / before;
}

const Real contactTime = 3e-4; // some kilograms at 0.1 m/s

Real restitutionOf(const Leg& leg, const State& state) {
    return restitutionOf(
        leg, state, contactTime, [&](const State& s) { return leg.gap(s); },
        [&](const State& s) { return leg.rise(s); });
}

const Real required = 0.003; // of all mechanisms, the project's requirement

// A knee that a Constraint holds at its angle, or moves at a constant rate, makes the leg heavier; the restitution is still the one
// that was set.
TEST(Mechanism, LegWithAConstrainedKneeReturnsTheSetRestitution) {
    for (Real rate : {0., 0.1})
        for (Real bend : {0.5, 1.5})
            for (Real asked : {0.15, 0.5, 0.85}) {
                Leg leg(asked);
                Constraint::PrescribedMotion(leg.matter, new Function::Linear(Vector(Vec2(rate, -bend))),
                                             leg.shank.getMobilizedBodyIndex(), MobilizerQIndex(0));
                State state = leg.start();
                leg.pose(state, bend);
                leg.shank.setRate(state, rate);
                EXPECT_NEAR(restitutionOf(leg, state), asked, required) << rate << " " << bend;
            }
}

// A leg with a knee that is locked or moved by a Motion has the restitution that was set.
TEST(Mechanism, LegWithAPrescribedKneeReturnsTheSetRestitution) {
    for (Real rate : {0., 0.1})
        for (Real bend : {0.5, 1.5})
            for (Real asked : {0.15, 0.5, 0.85}) {
                Leg leg(asked);
                if (rate > 0) Motion::Steady(leg.shank, rate);
                State state = leg.start();
                leg.pose(state, bend);
                if (rate == 0) leg.shank.lock(state);
                EXPECT_NEAR(restitutionOf(leg, state), asked, required) << rate << " " << bend;
            }
}

// A four-bar linkage has the restitution that was set, closed by one rod or by two identical rods, one of them redundant.
TEST(Mechanism, FourBarReturnsTheSetRestitution) {
    for (int rods : {1, 2})
        for (Real asked : {0.15, 0.5, 0.85}) {
            Leg leg(asked);
            const Real bend = 1;
            State posed = leg.start();
            leg.pose(posed, bend);
            leg.system.realize(posed, Stage::Position);
            const Vec3 anchor(0.5, 0.1, 0), crank(0.1, -0.1, 0); // on Ground, on the shank
            const Real span = (leg.shank.findStationLocationInGround(posed, crank) - anchor).norm();
            for (int i = 0; i < rods; ++i) Constraint::Rod(leg.matter.updGround(), anchor, leg.shank, crank, span);
            State state = leg.start();
            leg.pose(state, bend);
            leg.system.projectU(state, 1e-10);
            EXPECT_NEAR(restitutionOf(leg, state), asked, required) << rods;
        }
}

// Two double pendulums that collide with their hands have the restitution that was set.
TEST(Mechanism, ArmsThatHitEachOtherReturnTheSetRestitution) {
    for (Real asked : {0.15, 0.5, 0.85}) {
        FloorScene world;
        const Vec3 hand(0, -length / 2, 0);
        std::vector<MobilizedBody::Pin> joints;
        for (Real side : {-1., 1.}) {
            joints.push_back(
                MobilizedBody::Pin(world.matter.updGround(), Vec3(0.4 * side, 1, 0), link(2), Vec3(0, length / 2, 0)));
            joints.push_back(
                MobilizedBody::Pin(joints.back(), Vec3(0, -length / 2, 0), link(1 + side / 2), Vec3(0, length / 2, 0)));
            world.add(joints.back(), Sphere(footRadius), hand);
        }
        HertzMindlinForce force(world.forces, world.surfaces);
        force.setMaterialForAll(steel(asked));
        // Elbows are bent so that the hands meet in the middle, each at its own height.
        const Real upper = 0.4, reach = 0.4 - footRadius;
        const Real lower = std::asin((reach - length * std::sin(upper)) / length);
        State state = world.start();
        const Real signs[] = {1, -1};
        for (int i = 0; i < 2; ++i) {
            joints[2 * i].setAngle(state, signs[i] * upper);
            joints[2 * i + 1].setAngle(state, signs[i] * (lower - upper));
            joints[2 * i].setRate(state, signs[i] * 0.1);
        }
        const auto between = [&](const State& s) {
            return joints[3].findStationLocationInGround(s, hand) - joints[1].findStationLocationInGround(s, hand);
        };
        const auto gap = [&](const State& s) { return between(s).norm() - 2 * footRadius; };
        const auto gapRate = [&](const State& s) {
            return dot(joints[3].findStationVelocityInGround(s, hand) - joints[1].findStationVelocityInGround(s, hand),
                       between(s).normalize());
        };
        EXPECT_NEAR(restitutionOf(world, state, contactTime, gap, gapRate), asked, required);
    }
}

} // namespace
} // namespace test_mechanisms
