// Tests contacts between two bodies that both move: treadmill, gripper, shaken platform.

#include "World.h"

#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/normal/PFCHystereticNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

namespace test_moving_surfaces {
namespace {

using namespace SimTK;
using namespace simbodydem;

SurfaceMaterial hardRubber() { return rubber().setYoungsModulus(1e8); }

// Final pose of a bar of two spheres between two fingers that close with a constant force, and its contacts. The pose is in the frame
// of the fingers' carrier, which moves with `speed` along its own y. Everything is rotated by `tilt`, and the fingers' surfaces come
// before or after the bar's.
struct Grip {
    Transform X_CB;
    SpatialVec V_CB;
    Real sumOfDisplacements = 0;
    std::size_t count = 0;
};

Grip runGrip(const Rotation& tilt, Real speed, bool fingersFirst) {
    Scene scene;
    GeneralContactSubsystem contacts(scene.system);
    const ContactSetIndex set = contacts.createContactSet();
    Force::UniformGravity(scene.forces, scene.matter, tilt * Vec3(0, -9.81, 0));
    const Body::Rigid body(MassProperties(0.1, Vec3(0), UnitInertia(1e-4) * 0.1));
    const Rotation alongY(Pi / 2, ZAxis); // a Slider slides along x
    MobilizedBody::Slider carrier(scene.matter.updGround(), tilt * alongY, body, alongY);
    const Real radius = 0.01;
    MobilizedBody::Slider left(carrier, Vec3(-radius - 1e-4, 0, 0), body, Vec3(0));
    MobilizedBody::Slider right(carrier, Vec3(radius + 2e-4, 0, 0), body, Vec3(0));
    MobilizedBody::Free bar(scene.matter.updGround(), body);
    const auto addFingers = [&] {
        contacts.addBody(set, left, ContactGeometry::HalfSpace(), Rotation(Pi, ZAxis));
        contacts.addBody(set, right, ContactGeometry::HalfSpace(), Rotation());
    };
    if (fingersFirst) addFingers();
    for (Real y : {-0.01, 0.015}) contacts.addBody(set, bar, ContactGeometry::Sphere(radius), Vec3(0, y, 0));
    if (!fingersFirst) addFingers();
    Force::MobilityConstantForce(scene.forces, left, 0, 5);
    Force::MobilityConstantForce(scene.forces, right, 0, -5);
    HertzMindlinForce force(scene.forces, contacts, set);
    force.setMaterialForAll(hardRubber());

    Motion::Steady(carrier, speed);
    State state = scene.start(bar, Transform(tilt), SpatialVec(tilt * Vec3(0.5, 3, 1), tilt * Vec3(0, speed, 0.05)));
    FixedMerson integrator(scene.system, state, 5e-5);
    advance(integrator, 0.05);
    const State& end = integrator.getAdvancedState();
    scene.system.realize(end, Stage::Dynamics);
    Grip grip;
    grip.X_CB = bar.findBodyTransformInAnotherBody(end, carrier);
    grip.V_CB = bar.findBodyVelocityInAnotherBody(end, carrier);
    for (const ContactRecord& r : force.getContactRecords(end)) {
        grip.sumOfDisplacements += r.tangentialDisplacement.norm();
        ++grip.count;
    }
    return grip;
}

// A gripper holds equally at rest and in motion, upright or tilted, and for either order of surfaces. It has four contacts of one
// body, all between moving bodies.
TEST(MovingSurfaces, GripIsTheSameInEveryInertialFrame) {
    const Grip still = runGrip(Rotation(), 0, true);
    ASSERT_EQ(still.count, 4u);
    EXPECT_GT(still.sumOfDisplacements, 1e-7);
    const Rotation tilt(1.1, UnitVec3(2, -1, 0.7));
    for (const Grip& other : {runGrip(Rotation(), 3, true), runGrip(tilt, 0, true), runGrip(Rotation(), 0, false),
                              runGrip(tilt, -3, false)}) {
        EXPECT_EQ(other.count, 4u);
        EXPECT_LT((still.X_CB.p() - other.X_CB.p()).norm(), 1e-12); // rounding of 0.15 m over 1000 steps
        EXPECT_LT((still.X_CB.R() - other.X_CB.R()).norm(), 1e-9);  // that over the contacts' overlap, times R
        EXPECT_LT((still.V_CB[1] - other.V_CB[1]).norm(), 1e-8);    // that times the contacts' 1e4 /s
        EXPECT_NEAR(other.sumOfDisplacements / still.sumOfDisplacements, 1, 1e-7);
    }
}

// Two spheres that move like one rigid body touch without relative velocity, in spite of rounding. Laws that latch the impact speed or
// the direction of slip must not use the rounding.
TEST(MovingSurfaces, CommonMotionHasNoRelativeVelocity) {
    const auto forceAt = [](const Rotation& tilt, const Vec3& velocity, const Vec3& spin) {
        World world(tilt);
        auto first = world.addSphere(0.1), second = world.addSphere(0.07);
        DEMContactForce force(world.forces, world.contacts, world.set, PFCHystereticNormal(), MindlinSecant());
        force.setMaterialForAll(rubber());
        State state = world.start();
        const Vec3 middle(0.3, 5, 0.7);
        for (auto& [sphere, place] : {std::pair(&first, Vec3(0)), std::pair(&second, Vec3(0.1, 0.13, 0.02))}) {
            sphere->setQToFitTransform(state, Transform(tilt, tilt * (middle + place)));
            sphere->setUToFitVelocity(state, SpatialVec(tilt * spin, tilt * (velocity + spin % (middle + place))));
        }
        world.system.realize(state, Stage::Dynamics);
        return force.getContactRecords(state).at(0);
    };
    const ContactRecord still = forceAt(Rotation(), Vec3(0), Vec3(0));
    for (const Rotation& tilt : {Rotation(), Rotation(1.1, UnitVec3(2, -1, 0.7)), Rotation(-0.4, UnitVec3(1, 3, 2))})
        for (const Vec3& velocity : {Vec3(3, 1, -2), Vec3(-0.7, 20, 0.1)})
            for (const Vec3& spin : {Vec3(0), Vec3(0.3, -1.7, 2.3)}) {
                const ContactRecord r = forceAt(tilt, velocity, spin);
                EXPECT_NEAR(r.normalForce.norm() / still.normalForce.norm(), 1,
                            1e-9); // positions' rounding over overlap
                EXPECT_NEAR(r.tangentialEffectiveMass / still.tangentialEffectiveMass, 1, 1e-12);
            }
}

// Final position, relative to the belt, and force of a foot, two spheres under a shank, that lands on a belt with a forward velocity.
struct Step {
    Vec3 position, force;
};

Step stepOnBelt(Real beltSpeed, Real footSpeed) {
    Scene scene;
    GeneralContactSubsystem contacts(scene.system);
    const ContactSetIndex set = contacts.createContactSet();
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    const Body::Rigid body(boxOf(1, Vec3(.1, .05, .05)));
    MobilizedBody::Slider belt(scene.matter.updGround(), body);
    Motion::Steady(belt, beltSpeed);
    contacts.addBody(set, belt, ContactGeometry::HalfSpace(), HalfSpace::floor());
    MobilizedBody::Free foot(scene.matter.updGround(), body);
    for (Real x : {-.08, .08}) contacts.addBody(set, foot, ContactGeometry::Sphere(.02), Vec3(x, -.03, 0));
    HertzMindlinForce force(scene.forces, contacts, set);
    force.setMaterialForAll(rubber());
    State state = scene.start(foot, Transform(Rotation(0.05, ZAxis), Vec3(0, 0.056, 0)), Vec3(footSpeed, -0.3, 0));
    FixedMerson integrator(scene.system, state, 1e-4);
    advance(integrator, 0.1);
    const State& end = integrator.getAdvancedState();
    scene.system.realize(end, Stage::Dynamics);
    Step step;
    step.position = foot.getBodyOriginLocation(end) - belt.getBodyOriginLocation(end);
    step.force = Vec3(0);
    for (const ContactRecord& r : force.getContactRecords(end)) step.force += r.normalForce + r.tangentialForce;
    return step;
}

// A foot that lands on a treadmill has the force and position of one that moves over the floor at the belt's speed.
TEST(MovingSurfaces, TreadmillIsAFloorInAnotherFrame) {
    const Step floor = stepOnBelt(0, 1.5), belt = stepOnBelt(-1.5, 0), both = stepOnBelt(2, 3.5);
    EXPECT_GT(floor.force.norm(), 1);
    for (const Step& other : {belt, both}) {
        EXPECT_LT((other.position - floor.position).norm(), 1e-12);               // rounding of 0.3 m over 1000 steps
        EXPECT_LT((other.force - floor.force).norm(), 1e-7 * floor.force.norm()); // that over an overlap of 1e-5 m
    }
}

// Two moving spheres that touch, slip, separate and touch again start with an unloaded spring.
TEST(MovingSurfaces, SecondContactHasAnUnloadedSpring) {
    World world;
    auto first = world.addSphere(0.1), second = world.addSphere(0.1);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start();
    // Each sphere is at another position each time, so both have moved; `gap` and `slip` are between them.
    const auto commitAt = [&](Real gap, Real slip, const Vec3& place) {
        first.setQToFitTranslation(state, place);
        second.setQToFitTranslation(state, place + Vec3(0.2 + gap, slip, 0));
        world.system.realize(state, Stage::Acceleration);
        const auto records = force.getContactRecords(state);
        state.autoUpdateDiscreteVariables();
        state.setTime(state.getTime() + 1e-3);
        return records;
    };
    commitAt(-1e-4, 0, Vec3(0, 3, 0));
    const auto wound = commitAt(-1e-4, 1e-6, Vec3(1, 3, 0));
    ASSERT_EQ(wound.size(), 1u);
    EXPECT_NEAR(wound[0].tangentialDisplacement.norm(), 1e-6, 1e-9); // the overlap over the diameter
    EXPECT_TRUE(commitAt(1e-4, 1e-6, Vec3(1, 4, 0)).empty());
    const auto again = commitAt(-1e-4, 1e-6, Vec3(0, 4, 1));
    ASSERT_EQ(again.size(), 1u);
    EXPECT_EQ(again[0].tangentialDisplacement.norm(), 0);
    EXPECT_EQ(again[0].tangentialForce.norm(), 0);
    EXPECT_GT(again[0].normalForce.norm(), 0);
}

// A block of 1 kg on four spheres, which cannot turn, on a platform with the motion amplitude sin(w t).
struct Shaken : Scene {
    const Real mass = 1, g = 9.81, mu = 0.5, amplitude, omega;
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Slider platform{matter.updGround(), Body::Rigid(bodyOf(1))};
    MobilizedBody::Translation block{matter.updGround(), Body::Rigid(MassProperties(mass, Vec3(0), UnitInertia(1)))};
    std::unique_ptr<CundallForce> force;
    RungeKuttaMersonIntegrator integrator{system};

    Shaken(Real peakAcceleration, Real omega, Real kt) : amplitude(peakAcceleration / (omega * omega)), omega(omega) {
        Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
        Motion::Sinusoid(platform, Motion::Position, amplitude, omega, 0);
        contacts.addBody(set, platform, ContactGeometry::HalfSpace(), HalfSpace::floor());
        for (int i = 0; i < 4; ++i)
            contacts.addBody(set, block, ContactGeometry::Sphere(0.02), Vec3(i & 1 ? .1 : -.1, 0, i & 2 ? .1 : -.1));
        force = std::make_unique<CundallForce>(forces, contacts, set, LinearNormal().setStiffness(kt),
                                               CundallSlider().setStiffness(kt));
        SurfaceMaterial material = rubber().setStaticFriction(mu);
        force->setMaterialForAll(material);
        State state = start(block, Vec3(0, 0.02 - mass * g / 4 / kt, 0), Vec3(amplitude * omega, 0, 0));
        integrator.setAccuracy(1e-6);
        integrator.initialize(state);
    }

    // Returns the block's displacement past the platform, and its part that is not elastic: the anchor of the springs.
    std::pair<Real, Real> placeAt(Real time) {
        advance(integrator, time);
        const State& state = integrator.getState();
        system.realize(state, Stage::Dynamics);
        const Real x = block.getBodyOriginLocation(state)[0] - platform.getBodyOriginLocation(state)[0];
        const auto& records = force->getContactRecords(state);
        Real elastic = 0;
        for (const ContactRecord& r : records) elastic += r.tangentialDisplacement[0] / Real(records.size());
        return {x, x - elastic};
    }

    // Returns the mean over one period.
    std::pair<Real, Real> meanFrom(Real start) {
        std::pair<Real, Real> mean(0, 0);
        const int count = 50;
        for (int i = 0; i < count; ++i) {
            const auto now = placeAt(start + 2 * Pi / omega * i / count);
            mean.first += now.first / count;
            mean.second += now.second / count;
        }
        return mean;
    }
};

// Below the Coulomb limit a block on a shaken platform stays for a minute. It moves back and forth on its springs, so the test uses
// the anchor of the springs.
TEST(MovingSurfaces, ShakenBlockBelowTheLimitStays) {
    Shaken world(0.8 * 0.5 * 9.81, 2 * Pi, 1e4);
    const auto before = world.meanFrom(1);
    const auto after = world.meanFrom(60);
    EXPECT_LT(std::abs(after.second - before.second), 1e-12);
    EXPECT_LT(std::abs(after.first - before.first),
              1e-8);                         // its springs oscillate by 5 um: their mean over 50 samples moves by 3 nm
    const auto there = world.placeAt(61.25); // at its largest displacement: it does move
    EXPECT_NEAR(there.first, 0.8 * 0.5 * 9.81 / 4e4, 1e-2 * 1e-4); // m a/kt; (w of shaking/w of spring)^2 is 1e-3
}

// Above the limit it moves as Coulomb's block, whose closed form is a parabola in each slip.
TEST(MovingSurfaces, ShakenBlockAboveTheLimitSlidesAsInClosedForm) {
    const Real omega = 2 * Pi, kt = 1e8, end = 1.8; // in the middle of a slip
    for (Real share : {1.5, 4.}) {                  // with sticking in each half period, and without
        Shaken world(share * 0.5 * 9.81, omega, kt);
        const Real limit = world.mu * world.g;
        const auto platformPlace = [&](Real t) { return world.amplitude * std::sin(omega * t); };
        const auto platformSpeed = [&](Real t) { return world.amplitude * omega * std::cos(omega * t); };
        const auto platformAcceleration = [&](Real t) { return -omega * omega * platformPlace(t); };
        // The block moves with the platform while that needs no more than the limit. Then its speed changes at the limit until both
        // speeds are equal again.
        const Real h = 1e-6;
        Real x = 0, slipStart = 0, placeThen = 0;
        int direction = 0, slips = 0; // of the block past the platform
        for (Real t = 0; t < end; t += h) {
            if (direction == 0 && std::abs(platformAcceleration(t)) > limit) {
                direction = platformAcceleration(t) > 0 ? -1 : 1;
                slipStart = t;
                placeThen = x;
                ++slips;
            }
            if (direction == 0) continue;
            const Real since = t - slipStart, loss = direction * limit * since;
            x = placeThen + (platformSpeed(slipStart) - loss / 2) * since -
                (platformPlace(t) - platformPlace(slipStart));
            if (since > 0 && (platformSpeed(slipStart) - loss - platformSpeed(t)) * direction < 0) direction = 0;
        }
        EXPECT_EQ(slips, 4);
        EXPECT_GT(std::abs(x), 5e-3);
        // A spring moves by twice mu m g/kt before friction has reversed, which costs this speed.
        const Real lostSpeed = std::sqrt(2 * limit * 2 * limit / (4 * kt));
        EXPECT_NEAR(world.placeAt(end).first, x, slips * lostSpeed * Pi / omega) << share;
    }
}

} // namespace
} // namespace test_moving_surfaces
