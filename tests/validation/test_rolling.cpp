// Tests rolling and twisting resistance in whole systems, against closed forms.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/normal/PFCHystereticNormal.h>
#include <simbodydem/laws/normal/PFCLinearNormal.h>
#include <simbodydem/laws/rolling/ConstantRolling.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/rolling/ViscousRolling.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/DashpotSlider.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/PFCLinearShear.h>

namespace test_rolling {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real gravity = 9.81;

SurfaceMaterial rough() { return rubber().setStaticFriction(0.8).setRollingFriction(0.1).setTwistingFriction(0.05); }

// A sphere of 10 mm that lies on the floor, with an overlap of its weight over kn. Gravity is tilted as on a slope.
struct Roller : FloorScene {
    const Real radius = 0.01, kn;
    MobilizedBody::Free sphere = addSphere(radius);
    const Real mass = 4. / 3. * Pi * radius * radius * radius * 2500;
    Real sunk;  // overlap
    Real lever; // of the contact point
    DEMContactForce force;
    State state;

    Roller(const RollingLaw& rolling, Real slope = 0, const SurfaceMaterial& material = rough(), Real kn = 1e3)
        : kn(kn),
          sunk(mass * gravity * std::cos(slope) / kn),
          lever(radius - 0.5 * sunk),
          force(forces, surfaces, LinearNormal().setStiffness(kn).setDampingRatio(0.1),
                CundallSlider().setStiffnessRatio(0.8), rolling) {
        Force::UniformGravity(forces, matter, gravity * Vec3(std::sin(slope), -std::cos(slope), 0));
        force.setMaterialForAll(material);
        state = start();
        sphere.setQToFitTranslation(state, Vec3(0, radius - sunk, 0));
    }

    void runTo(Real time) { state = run(state, time, 1e-7); }

    Vec3 angularVelocity() const { return sphere.getBodyAngularVelocity(state); }
};

// Two spheres on the floor and on each other, moving and spinning, with a loaded history of each law.
struct Heap : FloorScene {
    MobilizedBody::Free lower = addSphere(0.1), upper = addSphere(0.07);
    DEMContactForce force;
    State state;

    explicit Heap(const RollingLaw& rolling) : force(forces, surfaces, HertzNormal(), MindlinSecant(), rolling) {
        addGravity();
        force.setMaterialForAll(rough());
        state = start();
        lower.setQToFitTranslation(state, Vec3(0, 0.0995, 0));
        upper.setQToFitTranslation(state, Vec3(0.05, 0.0995 + 0.1608, 0));
        lower.setUToFitVelocity(state, SpatialVec(Vec3(1, 2, 0), Vec3(0.2, 0, 0.1)));
        upper.setUToFitVelocity(state, SpatialVec(Vec3(-1, 3, 1), Vec3(0.1, -0.3, 0)));
    }
};

// Below tan(theta) = mu_r R/(R - delta/2) a sphere comes to rest on a slope. Above it the sphere rolls with the remaining torque.
TEST(EPSDRolling, HoldsASphereOnASlopeBelowItsFriction) {
    for (Real share : {0.95, 1.05}) {
        const Real slope = std::atan(share * 0.1);
        Roller roller(EPSDRolling(), slope);
        const Real R = roller.radius, lever = roller.lever;
        roller.runTo(1); // the spring is loaded to its end, after which the torque is constant
        const Real before = roller.sphere.getBodyOriginVelocity(roller.state)[0];
        roller.runTo(2);
        const Real after = roller.sphere.getBodyOriginVelocity(roller.state)[0];
        if (share < 1)
            EXPECT_LT(std::abs(after), 1e-6); // the integrator's accuracy
        else {
            const Real a =
                gravity * lever * (std::sin(slope) * lever - 0.1 * R * std::cos(slope)) / (0.4 * R * R + lever * lever);
            EXPECT_NEAR(after - before, a, 1e-4 * a); // slip of friction's spring
        }
    }
}

// A released spring oscillates with the set damping ratio: a sphere on a plane has exactly the inertia for which the dashpot is
// designed.
TEST(EPSDRolling, DampsWithTheSetRatio) {
    const Real kr = 1e-4, ratio = 0.1;
    Roller roller(EPSDRolling().setStiffness(kr).setDampingRatio(ratio));
    const Real start = 0.01; // the limit is reached after 1 rad
    roller.sphere.setUToFitVelocity(roller.state, SpatialVec(Vec3(0, 0, -start), Vec3(start * roller.lever, 0, 0)));
    const Real omega = std::sqrt(kr / (1.4 * roller.mass * square(roller.radius)));
    const Real damped = omega * std::sqrt(1 - ratio * ratio);
    roller.runTo(2 * Pi / damped);
    // A lever of R - delta/2 instead of R changes the inertia by 5/7 delta/R = 0.7%.
    EXPECT_NEAR(roller.angularVelocity()[2], -start * std::exp(-ratio * omega * 2 * Pi / damped), 0.01 * start);
}

// A rolling sphere decelerates by 5/7 mu_r g, with the lever R - delta/2 of the contact point instead of R.
TEST(ConstantRolling, SlowsASphereInClosedForm) {
    Roller roller{ConstantRolling()};
    const Real speed = 0.5;
    const Real R = roller.radius, lever = roller.lever;
    roller.sphere.setUToFitVelocity(roller.state, SpatialVec(Vec3(0, 0, -speed / lever), Vec3(speed, 0, 0)));
    const Real deceleration = 0.1 * gravity * R * lever / (0.4 * R * R + lever * lever);
    roller.runTo(0.3);
    const Real now = roller.sphere.getBodyOriginVelocity(roller.state)[0];
    EXPECT_NEAR(now, speed - deceleration * 0.3, 1e-3 * speed);               // friction's spring oscillates at first
    EXPECT_NEAR(deceleration, 5. / 7. * 0.1 * gravity, 0.005 * deceleration); // the lever is 0.5% shorter
    roller.runTo(0.8);
    EXPECT_LT(roller.sphere.getBodyOriginVelocity(roller.state).norm(), 1e-5); // 0.71 s, accuracy
}

// Above w_0 = 1 rad/s the torque is constant. Below it a sphere loses its angular velocity exponentially.
TEST(ConstantRolling, FallsToZeroBelowItsTransition) {
    Roller roller(ConstantRolling().setTransitionAngularVelocity(1), 0, rough(), 1e5);
    const Real R = roller.radius, lever = roller.lever, start = 0.5;
    roller.sphere.setUToFitVelocity(roller.state, SpatialVec(Vec3(0, 0, -start), Vec3(start * lever, 0, 0)));
    roller.runTo(0.02);
    const Real rate = 0.1 * gravity * R / (0.4 * R * R + lever * lever); // of N R mu_r per rad/s
    EXPECT_NEAR(-roller.angularVelocity()[2], start * std::exp(-rate * 0.02),
                1e-3 * start); // friction's spring deforms
}

// Viscous resistance decelerates a rolling sphere exponentially.
TEST(ViscousRolling, SlowsASphereExponentially) {
    Roller roller(ViscousRolling().setReferenceVelocity(0.5));
    const Real R = roller.radius, lever = roller.lever, start = 20;
    roller.sphere.setUToFitVelocity(roller.state, SpatialVec(Vec3(0, 0, -start), Vec3(start * lever, 0, 0)));
    roller.runTo(0.5);
    const Real rate = 0.1 * gravity * R * R / 0.5 / (0.4 * R * R + lever * lever);
    EXPECT_NEAR(-roller.angularVelocity()[2], start * std::exp(-rate * 0.5),
                1e-3 * start); // friction's spring oscillates
}

// A sphere that spins without rolling stops after 2/5 R w/(mu_tw g), for each law with twisting friction.
TEST(Twisting, StopsASpinningSphereInClosedForm) {
    const ConstantRolling constant;
    const EPSDRolling epsd;
    for (const RollingLaw* law : {static_cast<const RollingLaw*>(&constant), static_cast<const RollingLaw*>(&epsd)}) {
        Roller roller(*law);
        const Real start = 100, stop = 0.4 * roller.radius * start / (0.05 * gravity);
        roller.sphere.setUToFitAngularVelocity(roller.state, Vec3(0, start, 0));
        roller.runTo(0.5 * stop);
        EXPECT_NEAR(roller.angularVelocity()[1], 0.5 * start, 1e-3 * start) << law->getName(); // loading of the spring
        roller.runTo(1.1 * stop);
        EXPECT_LT(std::abs(roller.angularVelocity()[1]), 1e-2 * start) << law->getName();
    }
}

// If the twisting friction is not set, a sphere spins forever.
TEST(Twisting, IsOffUnlessItsFrictionIsSet) {
    SurfaceMaterial material = rough();
    material.twistingFriction.reset();
    Roller roller(EPSDRolling(), 0, material);
    roller.sphere.setUToFitAngularVelocity(roller.state, Vec3(0, 10, 0));
    roller.runTo(0.5);
    EXPECT_NEAR(roller.angularVelocity()[1], 10, 1e-6); // the accuracy
}

// A patch that slips completely resists with 3 pi/16 mu_s a N, and this stops a spinning sphere too.
TEST(Twisting, SlippingPatchStopsASphereInClosedForm) {
    SurfaceMaterial material = rough();
    material.twistingFriction.reset();
    Roller roller(EPSDRolling().setTwistingLimit(EPSDRolling::TwistingLimit::SlippingPatch), 0, material);
    const Real start = 100, a = std::sqrt(roller.radius * roller.sunk);
    const Real deceleration = 3 * Pi / 16 * 0.8 * a * gravity / (0.4 * square(roller.radius));
    roller.sphere.setUToFitAngularVelocity(roller.state, Vec3(0, start, 0));
    roller.runTo(0.5 * start / deceleration);
    EXPECT_NEAR(roller.angularVelocity()[1], 0.5 * start, 1e-3 * start); // loading of the spring
}

// Two spheres that collide, roll and twist on each other conserve their linear and angular momentum.
TEST(RollingLaws, KeepMomentum) {
    FloorScene world;
    auto first = world.addSphere(0.1), second = world.addSphere(0.07);
    DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant(), EPSDRolling());
    force.setMaterialForAll(rough());
    State state = world.start(first, Vec3(0, 1, 0));
    second.setQToFitTranslation(state, Vec3(0.17, 1.02, 0));
    first.setUToFitVelocity(state, SpatialVec(Vec3(10, 2, 30), Vec3(0.5, 0, 0)));
    second.setUToFitVelocity(state, SpatialVec(Vec3(-20, 10, 0), Vec3(-0.5, 0, 0)));
    world.system.realize(state, Stage::Velocity);
    const SpatialVec before = world.matter.calcSystemMomentumAboutGroundOrigin(state);
    Merson integrator(world.system, state, 1e-9);
    Real strongest = 0;
    for (int i = 1; i <= 200; ++i) {
        advance(integrator, 1e-4 * i);
        world.system.realize(integrator.getState(), Stage::Dynamics);
        for (const ContactRecord& r : force.getContactRecords(integrator.getState()))
            strongest = std::max(strongest, r.torque.norm());
    }
    EXPECT_GT(strongest, 0.01);
    const SpatialVec after = world.matter.calcSystemMomentumAboutGroundOrigin(integrator.getState());
    for (int k = 0; k < 2; ++k) EXPECT_LT((after[k] - before[k]).norm(), 1e-7 * before[k].norm()); // 100 x accuracy
}

// A common rotation of two spheres in contact, about any axis, rotates the stored rotation and its torque.
TEST(RollingLaws, TurnWithThePair) {
    for (const UnitVec3& axis : {UnitVec3(1, 0, 0), UnitVec3(0, 1, 0), UnitVec3(1, 2, 3)}) {
        FloorScene world;
        MobilizedBody::Free first = world.addSphere(0.1), second = world.addSphere(0.1);
        DEMContactForce force(world.forces, world.surfaces, HertzNormal(), NoFriction(), EPSDRolling());
        force.setMaterialForAll(rough());
        State state = world.start();
        const Vec3 centre(0, 5, 0);
        const auto place = [&](const Rotation& turn, const Rotation& rolled) {
            first.setQToFitTransform(state, Transform(turn, centre + turn * Vec3(-0.0999, 0, 0)));
            second.setQToFitTransform(state, Transform(turn * rolled, centre + turn * Vec3(0.0999, 0, 0)));
            world.system.realize(state, Stage::Acceleration);
            return force.getContactRecords(state).at(0).torque;
        };
        const Rotation rolled(1e-3, UnitVec3(1, 2, -1)); // twisting and rolling
        place(Rotation(), Rotation());
        state.autoUpdateDiscreteVariables();
        const Vec3 before = place(Rotation(), rolled);
        state.autoUpdateDiscreteVariables();
        EXPECT_GT(std::abs(before[0]), 1e-4);
        EXPECT_GT(before.norm(), 1.5 * std::abs(before[0]));
        const Rotation turn(0.7, axis);
        EXPECT_LT((place(turn, rolled) - turn * before).norm(), 1e-9 * before.norm()); // 5 m and 1e-4 m of overlap
    }
}

// A commit is invisible: a force evaluation with the committed history gives the same torque at each contact.
TEST(RollingLaws, CommitChangesNoTorque) {
    const ConstantRolling constant;
    const ViscousRolling viscous;
    const EPSDRolling epsd;
    for (const RollingLaw* law : {static_cast<const RollingLaw*>(&constant), static_cast<const RollingLaw*>(&viscous),
                                  static_cast<const RollingLaw*>(&epsd)}) {
        Heap heap(*law);
        RungeKuttaMersonIntegrator integrator(heap.system);
        integrator.setAccuracy(1e-5);
        integrator.setReturnEveryInternalStep(true);
        integrator.initialize(heap.state);
        int compared = 0;
        while (integrator.getTime() < 0.05) {
            integrator.stepTo(0.05);
            State state = integrator.getAdvancedState();
            heap.system.realize(state, Stage::Acceleration);
            const auto before = heap.force.getContactRecords(state);
            state.autoUpdateDiscreteVariables();
            state.invalidateAllCacheAtOrAbove(Stage::Dynamics);
            heap.system.realize(state, Stage::Acceleration);
            const auto& after = heap.force.getContactRecords(state);
            ASSERT_EQ(before.size(), after.size());
            for (std::size_t i = 0; i < before.size(); ++i) {
                EXPECT_LE((after[i].torque - before[i].torque).norm(),
                          1e-13 * before[i].normalForce.norm()); // rounding
                compared += before[i].torque.norm() > 0;
            }
        }
        EXPECT_GT(compared, 20) << law->getName();
    }
}

// A rolling law without rolling friction is an error that names this value.
TEST(RollingLaws, NeedTheirFriction) {
    FloorScene world;
    world.addSphere(0.1);
    auto force = world.makeForce<DEMContactForce>(HertzNormal(), NoFriction(), EPSDRolling());
    expectMessage([&] { world.system.realizeTopology(); }, {"rollingFriction"});
}

// A value out of range is an error at the call that sets it.
TEST(RollingLaws, CheckTheirParameters) {
    for (Real bad : {-1., NaN, Infinity}) {
        EXPECT_THROW(ConstantRolling().setTransitionAngularVelocity(bad), std::invalid_argument);
        EXPECT_THROW(ViscousRolling().setReferenceVelocity(bad), std::invalid_argument);
        EXPECT_THROW(EPSDRolling().setStiffness(bad), std::invalid_argument);
        EXPECT_THROW(EPSDRolling().setTwistingStiffness(bad), std::invalid_argument);
        EXPECT_THROW(EPSDRolling().setDampingRatio(bad), std::invalid_argument);
    }
}

// Returns the torque on a ball that is pressed on the floor and turns, for a named force.
template <class Named, class... Laws> Vec3 torqueOf(const Laws&... laws) {
    FloorScene world;
    auto ball = world.addSphere(0.1);
    ContactSurfaces surfaces(world.matter);
    surfaces.add(world.matter.Ground(), HalfSpace(), HalfSpace::floor(), rough());
    surfaces.add(ball, Sphere(0.1), Transform(), rough());
    Named inSet(world.forces, world.surfaces, laws...), onList(world.forces, surfaces, laws...);
    inSet.setMaterialForAll(rough());
    State state = world.start(ball, Vec3(0, 0.0999, 0));
    ball.setUToFitAngularVelocity(state, Vec3(0, 0, 1));
    world.system.realize(state, Stage::Dynamics);
    const Vec3 torque = inSet.getContactRecords(state).at(0).torque;
    EXPECT_LE((onList.getContactRecords(state).at(0).torque - torque).norm(), 1e-12 * torque.norm()); // rounding
    return torque;
}

// Each named force accepts a rolling law, on a contact set and on a list. By default it has none.
TEST(Rolling, IsSupportedByNamedForces) {
    const auto expectResistance = [](const Vec3& without, const Vec3& with) {
        EXPECT_EQ(without, Vec3(0));
        EXPECT_LT(with[2], 0);
    };
    const ConstantRolling rolling;
    expectResistance(torqueOf<HertzMindlinForce>(),
                     torqueOf<HertzMindlinForce>(HertzNormal(), MindlinSecant(), rolling));
    expectResistance(torqueOf<CundallForce>(), torqueOf<CundallForce>(LinearNormal(), CundallSlider(), rolling));
    expectResistance(torqueOf<HertzDashpotSliderForce>(),
                     torqueOf<HertzDashpotSliderForce>(HertzNormal(), DashpotSlider(), rolling));
    expectResistance(torqueOf<PFCLinearForce>(),
                     torqueOf<PFCLinearForce>(PFCLinearNormal(), PFCLinearShear(), rolling));
    expectResistance(torqueOf<PFCHystereticForce>(),
                     torqueOf<PFCHystereticForce>(PFCHystereticNormal(), MindlinIncremental(), rolling));
}

} // namespace
} // namespace test_rolling
