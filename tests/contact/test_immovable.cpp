// Tests contacts of bodies that joints, constraints and prescribed motions restrict. A direction without motion has no mass, in spite
// of rounding. Dashpots then feel the mass of the two bodies, and one warning says so.

#include "Heard.h"
#include "Scene.h"

#include <simbodydem/ContactModel.h>

#include <random>

namespace test_immovable {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real mass = 2, radius = 0.1, overlap = 1e-4, tilt = 1e-3;

Body::Rigid massOf(Real m) { return Body::Rigid(ballOf(m, radius)); }

// A Slider moves along the x axis of its frame.
Rotation along(Real angle) { return Rotation(angle, ZAxis); }

// A ball on a mechanism, which overlaps the floor or a belt that replaces it.
struct Mechanism : FloorScene {
    HertzMindlinForce force{forces, surfaces};

    ContactRecord recordOf(const State& state) {
        forcesOf(force, state);
        return force.getContactRecords(state).at(0);
    }
};

// Returns the record of a cart on a slider at `slope` to the floor. Another slider, locked or prescribed, carries it down.
ContactRecord cartOnCarrier(Real slope, bool isLocked) {
    Mechanism world;
    MobilizedBody::Slider carrier(world.matter.updGround(), along(-Pi / 2), massOf(1), along(-Pi / 2));
    MobilizedBody::Slider cart(carrier, along(slope), massOf(mass), along(slope));
    world.add(cart, Sphere(radius));
    world.force.setMaterialForAll(rubber());
    if (!isLocked) Motion::Steady(carrier, 1);
    State state = world.start();
    carrier.setLength(state, overlap - radius);
    if (isLocked) carrier.lock(state);
    cart.setRate(state, 1);
    return world.recordOf(state);
}

// Returns the record of a post, or of a wheel with a driven axle, on a slider at `slope` to the vertical. It stands on a driven belt
// or on the floor.
ContactRecord onRails(Real slope, bool hasBelt, bool hasWheel) {
    Mechanism world;
    if (hasBelt) {
        MobilizedBody::Slider belt(world.matter.updGround(), massOf(1));
        world.add(belt, HalfSpace(), along(-Pi / 2));
        Motion::Steady(belt, 1);
    }
    MobilizedBody::Slider post(world.matter.updGround(), along(Pi / 2 + slope), massOf(mass), along(Pi / 2 + slope));
    MobilizedBody foot = post;
    if (hasWheel) {
        foot = MobilizedBody::Pin(post, massOf(1));
        Motion::Steady(foot, 3);
    }
    world.add(foot, Sphere(radius));
    if (hasBelt) world.force.excludePair(ContactSurfaceIndex(0), ContactSurfaceIndex(2));
    world.force.setMaterialForAll(rubber());
    State state = world.start();
    post.setLength(state, (radius - overlap) / std::cos(slope));
    post.setRate(state, -1);
    return world.recordOf(state);
}

// Calls a function that finds a contact along whose normal nothing can move.
template <class Function> void expectImmovable(const Function& call) {
    const Heard heard;
    call();
    const std::string text = heard.text.str(), words = "neither can move along the contact normal";
    const std::size_t first = text.find(words);
    EXPECT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find(words, first + 1), std::string::npos) << text; // once
}

// A cart whose rail allows motion along the floor only has no mass normal to it. On a slope of 1e-3 the mass is m/sin^2.
TEST(ImmovableBodies, CartOnACarrierHasAMassOnSlopesOnly) {
    for (bool isLocked : {true, false}) {
        expectImmovable([&] { EXPECT_EQ(cartOnCarrier(0, isLocked).effectiveMass, mass); });
        const ContactRecord tilted = cartOnCarrier(tilt, isLocked);
        EXPECT_NEAR(tilted.effectiveMass * std::pow(std::sin(tilt), 2), mass,
                    1e-9 * mass); // 1e-16/1e-3, squared, twice
        EXPECT_NEAR(tilted.tangentialEffectiveMass * std::pow(std::cos(tilt), 2), mass, 1e-9 * mass);
    }
}

// A post on a vertical rail cannot follow the belt, and a wheel with a driven axle cannot roll. Without possible slip the tangential
// mass is the normal mass, as documented. On a rail at 1e-3 to the vertical it is m/sin^2.
TEST(ImmovableBodies, HaveTheNormalMassInThePlane) {
    for (bool hasWheel : {false, true})
        for (bool hasBelt : {false, true}) {
            const Real moved = mass + hasWheel;
            const ContactRecord level = onRails(0, hasBelt, hasWheel), tilted = onRails(tilt, hasBelt, hasWheel);
            EXPECT_NEAR(level.effectiveMass, moved, 1e-12 * moved); // rounding
            EXPECT_EQ(level.tangentialEffectiveMass, level.effectiveMass) << hasWheel << " " << hasBelt;
            EXPECT_NEAR(tilted.effectiveMass * std::pow(std::cos(tilt), 2), moved, 1e-9 * moved);
            EXPECT_NEAR(tilted.tangentialEffectiveMass * std::pow(std::sin(tilt), 2), moved, 1e-9 * moved);
        }
}

// Two bodies of one machine whose joints prevent approach have no mass against each other, although the machine itself moves freely.
TEST(ImmovableBodies, PartsOfOneMachineThatCannotApproachHaveNoMass) {
    Mechanism world;
    MobilizedBody::Free frame(world.matter.updGround(), massOf(mass));
    MobilizedBody::Planar table(frame, massOf(mass)); // moves in x and y and turns about z
    world.add(frame, Sphere(radius));
    world.add(table, Sphere(radius), Vec3(0, 0, 2 * radius - overlap));
    world.force.setMaterialForAll(rubber());
    State state = world.start(frame, Transform(Rotation(1.1, UnitVec3(1, -2, 3)), Vec3(3, 5, 7)));
    expectImmovable([&] { EXPECT_NEAR(world.recordOf(state).effectiveMass, mass / 2, 1e-12); }); // rounding
}

// A planar body on a free one, in a random pose, with a ball in the floor. One of them has 7000 times the mass of the other.
struct Planar : Mechanism {
    std::mt19937 random;
    MobilizedBody::Free first;
    MobilizedBody::Planar second;
    Force::DiscreteForces push{forces, matter};

    explicit Planar(int pose)
        : random(pose),
          first(matter.updGround(), massOf(pose % 2 ? 7000 : 1)),
          second(first, Transform(Rotation(uniform(), UnitVec3(vector())), vector()), massOf(pose % 2 ? 1 : 7000),
                 vector()) {
        add(second, Sphere(4));
        force.setMaterialForAll(rubber());
    }

    Real uniform() { return std::uniform_real_distribution<Real>(-1, 1)(random); }
    Vec3 vector() { return Vec3(uniform(), uniform(), uniform()); }

    State posed() {
        State state = start(first, Transform(Rotation(3 * uniform(), UnitVec3(vector())), vector()));
        for (int i = 0; i < state.getNU(); ++i)
            state.updU()[i] = uniform(); // terms of constraints depend on the speeds
        return state;
    }

    // Returns the mass that a unit force at the contact point accelerates along the normal, by Simbody's full forward dynamics.
    Real measured(State state, const Vec3& point) {
        state.updU() = 0;
        force.disable(state);
        Real acceleration[2];
        for (int i = 0; i < 2; ++i) {
            system.realize(state, Stage::Position);
            const Vec3 station = second.findStationAtGroundPoint(state, point);
            if (i == 1) push.addForceToBodyPoint(state, second, station, Vec3(0, 1, 0));
            system.realize(state, Stage::Acceleration);
            acceleration[i] = second.findStationAccelerationInGround(state, station)[1];
        }
        return 1 / (acceleration[1] - acceleration[0]);
    }
};

// A body that constraints weld to Ground, once or twice, has no mass in any pose, in spite of rounding.
TEST(ImmovableBodies, WeldedByConstraintsHaveNoMassInAnyPose) {
    for (int pose = 0; pose < 400; ++pose) {
        Planar world(pose);
        for (int i = 0; i <= pose / 2 % 2; ++i) Constraint::Weld(world.matter.updGround(), world.second);
        const State state = world.posed();
        expectImmovable([&] { world.recordOf(state); });
    }
}

// A constraint between two bodies partly repeats restrictions of their joint. Only the rest changes the mass, as Simbody's dynamics
// show.
TEST(EffectiveMass, OfConstraintsThatAJointObeysInPart) {
    for (int pose = 0; pose < 100; ++pose) {
        Planar world(pose);
        if (pose / 2 % 2)
            Constraint::ConstantOrientation(world.first, Rotation(), world.second, Rotation());
        else
            Constraint::Weld(world.first, world.second);
        Constraint::Rod(world.matter.updGround(), world.vector(), world.second, world.vector(), 1);
        const State state = world.posed();
        const ContactRecord r = world.recordOf(state);
        EXPECT_NEAR(r.effectiveMass / world.measured(state, r.point), 1, 1e-9)
            << pose; // 1e-16 of 7000, by either method
    }
}

// A ball that a constraint or a Motion carries down to the floor; it is free along the floor.
struct Carried : FloorScene {
    MobilizedBody::Slider along{matter.updGround(), massOf(mass)};
    MobilizedBody::Slider ball{along, Rotation(Pi / 2, ZAxis), massOf(mass), Rotation(Pi / 2, ZAxis)};
    HertzMindlinForce force = makeForce<HertzMindlinForce>();
    const Real touch = 0.005; // [s]

    explicit Carried(bool isConstraint) {
        add(ball, Sphere(radius));
        if (isConstraint)
            Constraint::PrescribedMotion(matter, new Function::Linear(Vector(Vec2(-1, radius + touch))),
                                         ball.getMobilizedBodyIndex(), MobilizerQIndex(0));
        else
            Motion::Steady(ball, -1);
    }

    State above() {
        State state = start();
        ball.setLength(state, radius + touch);
        ball.setRate(state, -1);
        along.setRate(state, 0.3);
        return state;
    }
};

std::unique_ptr<Integrator> makeIntegrator(const MultibodySystem& system, bool isCPodes) {
    if (!isCPodes) return std::make_unique<RungeKuttaMersonIntegrator>(system);
    auto cpodes = std::make_unique<CPodesIntegrator>(system);
    cpodes->setReturnEveryInternalStep(true);
    return cpodes;
}

// A run continues where a constraint or a Motion carries a body into the floor, with one warning that names both surfaces. All numbers stay
// finite.
TEST(ImmovableBodies, CarriedIntoTheFloorCauseOneWarning) {
    for (bool isConstraint : {true, false})
        for (bool isCPodes : {false, true}) {
            Carried world(isConstraint);
            const auto integrator = makeIntegrator(world.system, isCPodes);
            integrator->initialize(world.above());
            expectImmovable([&] { advance(*integrator, 0.01); });
            const State& there = integrator->getState();
            EXPECT_NEAR(world.ball.getLength(there), radius - world.touch, 1e-6); // as deep as it was carried
            for (int i = 0; i < there.getNY(); ++i) EXPECT_TRUE(std::isfinite(there.getY()[i])) << isCPodes;
        }
}

// A light body on a heavy one, and a heavy body on a light one, have the mass of both, at a mass ratio of 1e10.
TEST(ImmovableBodies, DoNotIncludeBodiesOfExtremeMassRatios) {
    for (const Real ratio : {1e-10, 1e10}) {
        Mechanism world;
        MobilizedBody::Slider first(world.matter.updGround(), along(Pi / 2), massOf(mass), along(Pi / 2));
        MobilizedBody::Free ball(world.matter.updGround(), massOf(ratio * mass));
        world.add(first, Sphere(radius));
        world.add(ball, Sphere(radius));
        world.force.setMaterialForAll(rubber());
        State state = world.start();
        first.setLength(state, 1);
        ball.setQToFitTranslation(state, Vec3(0, 1 + 2 * radius - overlap, 0));
        const Heard heard;
        const ContactRecord record = world.recordOf(state);
        EXPECT_EQ(heard.text.str().find("neither can move"), std::string::npos) << heard.text.str(); // a light ball is thrown
        const Real expected = mass * ratio / (1 + ratio);
        EXPECT_NEAR(record.effectiveMass, expected, 1e-6 * expected) << ratio; // mass ratio times 1e-16
    }
}

// A body that turns easily is no locked one: a ball of 1 kg with an inertia of 1e-10 kg m^2, whose tangential mobility is 1e10 times that
// along the normal.
TEST(ImmovableBodies, DoNotIncludeBodiesOfSmallInertia) {
    Mechanism world;
    MobilizedBody::Free ball = world.add(Sphere(1), MassProperties(1, Vec3(0), Inertia(1e-10)));
    world.force.setMaterialForAll(rubber());
    State state = world.start(ball, Vec3(0, 1 - overlap, 0));
    const Heard heard;
    EXPECT_NEAR(world.recordOf(state).effectiveMass, 1, 1e-12); // rounding
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
}

} // namespace
} // namespace test_immovable
