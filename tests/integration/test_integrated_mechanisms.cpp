// Tests ContactIntegrator when other forces than contacts, or prescribed motions, determine the length of its steps.

#include "FootedBlock.h"
#include "Heard.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/JointForces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <gtest/gtest.h>

#include <cmath>

namespace test_integrated_mechanisms {

using namespace SimTK;
using namespace simbodydem;

// A stiff force that is not a contact is detected and differentiated. The iterations are fewer than twice those with derivatives from
// the start; without derivatives they are more than five times as many.
TEST(ContactIntegrator, DetectsStiffForces) {
    const auto iterations = [](MechanismDerivatives derivatives) {
        FootedBlock block(1e8, 0.5, 0.3);
        const State unused = block.stand(block.matter.updGround(), g);
        Force::MobilityLinearSpring(block.forces, *block.body, MobilizerQIndex(2), 1e6, 0.001);
        Force::MobilityLinearDamper(block.forces, *block.body, MobilizerUIndex(2), 1e4);
        State state = block.system.realizeTopology();
        block.system.realizeModel(state);
        state.updQ() = unused.getQ();
        ContactIntegrator integrator(block.system, *block.force);
        integrator.setMechanismDerivatives(derivatives);
        integrator.initialize(state);
        integrator.stepTo(0.5);
        return integrator.getNumIterations();
    };
    const int always = iterations(MechanismDerivatives::Always);
    EXPECT_LT(iterations(MechanismDerivatives::WhereNeeded), 2 * always); // some are needed for the detection
    EXPECT_GT(iterations(MechanismDerivatives::Never), 5 * always);
}

class ContactIntegratorGrip : public ::testing::TestWithParam<Real> {};
INSTANTIATE_TEST_SUITE_P(SoftAndStiff, ContactIntegratorGrip, ::testing::Values(5e6, 1e9, 1e10));

// A box between two pads keeps its position while the hand is shaken at 93% of the friction limit. Steps are as long as the shaking
// allows.
TEST_P(ContactIntegratorGrip, HoldsAShakenBox) {
    Scene scene;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
    const Real friction = 0.6, press = 10, mass = 0.2, frequency = 4 * Pi, ball = 0.01;
    const Real amplitude = (0.93 * 2 * friction * press / mass - g) / square(frequency);
    scene.material = {GetParam(), 0.4, 0.3, friction};
    const Rotation upright(Pi / 2, ZAxis);
    MobilizedBody::Slider hand(scene.matter.Ground(), Transform(upright), Body::Rigid(bodyOf(1)), Transform(upright));
    Motion::Sinusoid(hand, Motion::Position, amplitude, frequency, 0);
    MobilizedBody::Slider pads[2];
    for (const int i : {0, 1}) {
        const Real side = i == 0 ? -1 : 1;
        pads[i] = MobilizedBody::Slider(hand, Transform(Vec3(side * .03, 0, 0)),
                                        Body::Rigid(MassProperties(.1, Vec3(0), UnitInertia(.01))), Transform());
        scene.add(pads[i], HalfSpace(), i == 0 ? Rotation(Pi, ZAxis) : Rotation());
        Force::MobilityConstantForce(scene.forces, pads[i], 0, -side * press);
    }
    MobilizedBody::Free box(scene.matter.Ground(), Body::Rigid(boxOf(mass, Vec3(.03))));
    for (const int x : {-1, 1})
        for (const int y : {-1, 1})
            for (const int z : {-1, 1}) scene.add(box, Sphere(ball), .02 * Vec3(x, y, z));
    const HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.system.realizeTopology();
    scene.system.realizeModel(state);
    scene.system.prescribe(state);
    const Real overlap =
        std::pow(press / 4 / (4. / 3 * GetParam() / (2 * (1 - .4 * .4)) * std::sqrt(ball)), 2. / 3); // at rest
    for (const int i : {0, 1}) pads[i].setOneQ(state, 0, i == 0 ? overlap : -overlap);
    scene.system.realize(state, Stage::Velocity);
    box.setUToFitLinearVelocity(state, hand.getBodyOriginVelocity(state));
    struct Way {
        Real accuracy, step, slip; // NaN: a step chosen by error control
        int mostSteps;
    };
    // At 1e-2 soft pads deform by accelerations that are accurate to 1e-2.
    for (const Way& way : {Way{1e-2, NaN, 1e-7, 220}, Way{1e-3, NaN, 1e-8, 400}, Way{1e-4, NaN, 1e-8, 800},
                           Way{1e-3, 2e-3, 1e-12, 2500}}) {
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(way.accuracy);
        if (!isNaN(way.step)) integrator.setFixedStepSize(way.step);
        integrator.initialize(state);
        const auto height = [&](Real time) {
            integrator.stepTo(time);
            return box.getBodyOriginLocation(integrator.getState())[1] -
                   hand.getBodyOriginLocation(integrator.getState())[1];
        };
        const Real start = height(1);
        EXPECT_NEAR(height(5), start, way.slip); // whole periods later
        EXPECT_LE(integrator.getNumStepsAttempted(), way.mostSteps);
        // Two predictions by the tangents leave no residual, and one evaluation corrects at the end. Without tangents there are 5 to
        // 30.
        if (isNaN(way.step)) {
            EXPECT_LT(integrator.getNumRealizations(), 4 * integrator.getNumStepsTaken());
        }
    }
}

// A joint with a damper of 2e5/s limits explicit steps to 18 us, in flight and while a foot bounces. The implicit method takes over.
TEST(ContactIntegrator, IsNotLimitedByADamper) {
    Scene scene;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
    scene.material = {1e8, 0.3, 0.7, 0.5};
    scene.addFloor();
    MobilizedBody::Free body(scene.matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(0.01))));
    MobilizedBody::Pin arm(body, Vec3(0, 0, 0.1), Body::Rigid(MassProperties(0.01, Vec3(0), UnitInertia(0.001))),
                           Vec3(0));
    Force::MobilityLinearDamper(scene.forces, arm, MobilizerUIndex(0), 2);
    scene.add(body, Sphere(radius));
    const HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.system.realizeTopology();
    const Real drop = 0.5;
    body.setQToFitTranslation(state, Vec3(0, radius + drop, 0));
    arm.setOneU(state, 0, 1);
    ContactIntegrator integrator(scene.system, force);
    integrator.initialize(state);
    const Real fall = std::sqrt(2 * drop / g);
    integrator.stepTo(2 * fall);
    const Real up = 0.7 * g * fall;
    EXPECT_NEAR(body.getBodyOriginLocation(integrator.getState())[1], radius + up * fall - g * fall * fall / 2,
                0.01); // the collision takes 0.2 ms
    integrator.stepTo(2);
    EXPECT_LT(integrator.getNumStepsAttempted(), 3000); // steps of 18 us would be 110 000
}

// A leg of two links gets other targets of its servos at each hundredth of a second. The first step after such a jump of the accelerations is
// as long as the jump before has shown: at most 25 of 200 are taken again. Steps as long as the one before the jump are taken again each time.
TEST(ContactIntegrator, StepsAfterAJumpOfTargetsAsTheLastJumpAllowed) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    JointForces joints(forces, matter);
    const Body::Rigid shank(MassProperties(0.15, Vec3(0, -0.1, 0), UnitInertia(0.014, 0.001, 0.014)));
    MobilizedBody::Pin hip(matter.Ground(), Body::Rigid(MassProperties(0.7, Vec3(0, -0.1, 0), UnitInertia(0.02, 0.001, 0.02))));
    MobilizedBody::Pin knee(hip, Vec3(0, -0.2, 0), shank, Vec3(0));
    for (const MobilizedBody* joint : {static_cast<const MobilizedBody*>(&hip), static_cast<const MobilizedBody*>(&knee)})
        joints.add(*joint, MobilizerUIndex(0), JointSettings().setServo(150, 3, 30));
    ContactIntegrator integrator(system, joints);
    integrator.initialize(system.realizeTopology());
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
        State& state = integrator.updState();
        const Real time = state.getTime();
        joints.setTarget(state, JointNumber(0), 0.3 * std::sin(20 * time));
        joints.setTarget(state, JointNumber(1), 0.5 * std::cos(30 * time));
        const int before = integrator.getNumStepsAttempted();
        integrator.takeOneStep(0.01 * (i + 1));
        refused += integrator.getNumStepsAttempted() - before - 1;
        integrator.stepTo(0.01 * (i + 1));
    }
    EXPECT_GT(integrator.getNumStepsTaken(), 600); // the error bounds steps, not the time of the next jump
    EXPECT_LT(refused, 25);
}

// A motion moves a foot onto soft ground. At first contact its overlap is below a tenth of its radius, although this hardly moves the
// heavy body above it.
TEST(ContactIntegrator, DoesNotStepIntoSoftGround) {
    Scene scene;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -g, 0));
    const Real radius = 0.05, mass = 60, lift = 0.02;
    scene.material = {2e6, 0.3, 0.5, 0.5};
    scene.addFloor("floor");
    const Rotation upright(Pi / 2, ZAxis);
    MobilizedBody::Slider body(scene.matter.Ground(), Transform(upright),
                               Body::Rigid(MassProperties(mass, Vec3(0), UnitInertia(1))), Transform(upright));
    scene.add(body, Sphere(radius), Transform(), "stands");
    MobilizedBody::Slider leg(body, Transform(upright, Vec3(0.2, 0, 0)),
                              Body::Rigid(MassProperties(0.1, Vec3(0), UnitInertia(0.01))), Transform(upright));
    Motion::Sinusoid(leg, Motion::Position, lift, 2 * Pi, Pi / 2);
    scene.add(leg, Sphere(radius), Transform(), "steps");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setEffectiveMass(EffectiveMass::TwoBody); // prescribed, the leg cannot move along the normal
    State state = scene.system.realizeTopology();
    body.setOneQ(state, 0, radius);
    Heard heard;
    ContactIntegrator integrator(scene.system, force);
    integrator.setAccuracy(1e-2);
    integrator.initialize(state);
    integrator.stepTo(3);
    EXPECT_EQ(heard.warnings(), 0) << heard.text.str();
    EXPECT_LT(integrator.getNumStepsAttempted(), 1000);
}

} // namespace test_integrated_mechanisms
