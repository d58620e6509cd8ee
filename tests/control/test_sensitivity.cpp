// Tests derivatives of runs against closed forms: through impacts, stick, slip and controls, with the accuracy of the integrator.

#include "Messages.h"
#include "Scene.h"
#include "Vectors.h"

#include <simbodydem/JointForces.h>
#include <simbodydem/Sensitivity.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/shapes/Brick.h>

#include <stdexcept>

namespace test_sensitivity {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Hertz's contact time for E*, m*, R* and a speed, without damping: 2.943 delta/v (Johnson, Contact Mechanics, 1985, section 11.4).
Real contactTime(Real modulus, Real mass, Real radius, Real speed) {
    return 2.943275 * std::pow(15 * mass * speed * speed / (16 * modulus * std::sqrt(radius)), 0.4) / speed;
}

// A material with this E* against itself.
SurfaceMaterial elastic(Real modulus, Real friction = 0) {
    return SurfaceMaterial().setYoungsModulus(2 * modulus * (1 - 0.09)).setPoissonsRatio(0.3).setRestitution(1).setFriction(friction);
}

// Balls of 1 kg without rotations, and forces on them. Their material is that of the force.
struct Balls : Scene {
    Balls() : Scene(SurfaceMaterial()) {}
    Force::DiscreteForces pushes{forces, matter};
    std::vector<MobilizedBody::Translation> balls;

    MobilizedBody::Translation addBall(Real radius) {
        balls.push_back(add<MobilizedBody::Translation>(Sphere(radius), bodyOf(1)));
        return balls.back();
    }
    /** Runs the first ball from this height and speed along y, and returns its height at the end as the outcome. */
    Vector rise(ContactIntegrator& integrator, SensitivityRun& run, State start, Real height, Real speed, Real end) const {
        balls[0].setQToFitTranslation(start, Vec3(0, height, 0));
        balls[0].setUToFitLinearVelocity(start, Vec3(0, speed, 0));
        run.follow(integrator);
        integrator.initialize(start);
        integrator.stepTo(end);
        return Vector(1, balls[0].getBodyOriginLocation(integrator.getState())[1]);
    }
};

// The ball of Zhong et al. 2022, task 1, against a floor without gravity: it leaves at the speed at which it came, a contact time later. The
// parameters are height and speed at the start, and a force during the first 1/480 s.
Sensitivity bounce(Real modulus, Real accuracy) {
    Balls scene;
    scene.addFloor();
    const MobilizedBody::Translation ball = scene.addBall(0.1);
    DEMContactForce force(scene.forces, scene.surfaces, HertzNormal(), NoFriction());
    force.setMaterialForAll(elastic(modulus));
    const State start = scene.start();
    const Real pushed = 1. / 480;
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        State state = start;
        ball.setQToFitTranslation(state, Vec3(-1, p[0], 0));
        ball.setUToFitLinearVelocity(state, Vec3(2, p[1], 0));
        scene.pushes.setOneMobilityForce(state, ball, MobilizerUIndex(1), p[2]);
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(accuracy);
        sensitivity.follow(integrator);
        integrator.initialize(state);
        integrator.stepTo(pushed);
        scene.pushes.setOneMobilityForce(integrator.updState(), ball, MobilizerUIndex(1), 0);
        integrator.stepTo(1);
        return Vector(1, ball.getBodyOriginLocation(integrator.getState())[1]);
    };
    SensitivityOptions options;
    options.perturbations = vectorOf({1e-4, 1e-4, 0.1}); // m, m/s, N
    return calcSensitivity(run, vectorOf({1, -2, 0}), options);
}

// A bounce has the derivatives of its closed form, at stiffnesses over four decades.
TEST(Sensitivity, OfABounceIsThatOfItsClosedForm) {
    const Real pushed = 1. / 480;
    for (const Real modulus : {1e6, 1e8, 1e10}) {
        const Sensitivity found = bounce(modulus, 1e-8);
        const Real tau = contactTime(modulus, 1, 0.1, 2), bySpeed = -1 + 0.8 * tau;
        EXPECT_NEAR(found.jacobian(0, 0), -1, 1e-6) << modulus; // asked for; found 1e-8 to 4e-7
        EXPECT_NEAR(found.jacobian(0, 1), bySpeed, 1e-6) << modulus;
        EXPECT_NEAR(found.jacobian(0, 2), pushed * bySpeed + 0.5 * pushed * pushed, 1e-6 * pushed) << modulus;
        EXPECT_TRUE(found.doubts.empty()) << found.doubts.front();
    }
}

// The error of a derivative falls with the accuracy of the integrator, and is small at a loose one: steps that are recorded and end at the touch leave
// no difference of two errors over a perturbation.
TEST(Sensitivity, ConvergesWithTheAccuracy) {
    const Real right = -1 + 0.8 * contactTime(1e8, 1, 0.1, 2);
    for (const Real accuracy : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
        const Sensitivity found = bounce(1e8, accuracy);
        EXPECT_NEAR(found.jacobian(0, 0), -1, 2 * accuracy + 1e-8) << accuracy; // 1e-8: rounding over the perturbation
        EXPECT_NEAR(found.jacobian(0, 1), right, 20 * accuracy + 1e-8) << accuracy;
    }
}

// A ball that hits an equal one gives it its speed, a contact time later; the set-up is the one of Nimble (Werling et al. 2021).
TEST(Sensitivity, OfTwoBallsIsThatOfTheirClosedForm) {
    Balls scene;
    const MobilizedBody::Translation one = scene.addBall(0.1), other = scene.addBall(0.1);
    DEMContactForce force(scene.forces, scene.surfaces, HertzNormal(), NoFriction());
    force.setMaterialForAll(elastic(1e8));
    const State start = scene.start();
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        State state = start;
        one.setQToFitTranslation(state, Vec3(p[0], 0, 0));
        other.setQToFitTranslation(state, Vec3(p[1], 0, 0));
        one.setUToFitLinearVelocity(state, Vec3(p[2], 0, 0));
        other.setUToFitLinearVelocity(state, Vec3(p[3], 0, 0));
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(1e-8);
        sensitivity.follow(integrator);
        integrator.initialize(state);
        integrator.stepTo(1);
        return Vector(1, other.getBodyOriginLocation(integrator.getState())[0]);
    };
    const Sensitivity found = calcSensitivity(run, vectorOf({0, 0.52, 1, 0}));
    const Real tau = contactTime(1e8, 0.5, 0.05, 1);
    const Real right[] = {1, 0, 1 - 0.4 * tau, 0.4 * tau};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(found.jacobian(0, i), right[i], 1e-6) << i;
}

// A linear spring with a dashpot pushes at once where surfaces touch. The touch moves with the parameters, and with it the jump of the force. At 1 m/s
// from 0.5 m a step of free flight ends at the touch to rounding, so that the contact begins at the start of the next one.
TEST(Sensitivity, FollowsAForceThatJumpsAtFirstContact) {
    Balls scene;
    scene.addFloor();
    scene.addBall(0.1);
    DEMContactForce force(scene.forces, scene.surfaces, LinearNormal().setStiffness(1e5), NoFriction());
    force.setMaterialForAll(elastic(1e7).setRestitution(0.5));
    const State start = scene.start();
    for (const Real height : {1., 0.5}) {
        const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
            ContactIntegrator integrator(scene.system, force);
            integrator.setAccuracy(1e-7);
            return scene.rise(integrator, sensitivity, start, p[0], -2 * height, 1);
        };
        // It comes later by d/v, and leaves with half of v.
        EXPECT_NEAR(calcSensitivity(run, Vector(1, height)).jacobian(0, 0), -0.5, 5e-5) << height; // found 3e-6 and 2e-5
    }
}

// A slider whose servo is at its limit at first is accelerated evenly to x1 = -F/k, and is a harmonic oscillator from there on. The step ends where the
// servo leaves its limit, in each run at its own time, so a loose accuracy is enough.
TEST(Sensitivity, FollowsAServoThatLeavesItsLimit) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const MobilizedBody::Slider cart(matter.Ground(), Body::Rigid(bodyOf(1)));
    JointForces joints(forces, matter);
    const Real k = 100, limit = 10, x0 = -0.5, end = 0.33;
    joints.add(cart, MobilizerUIndex(0), JointSettings().setServo(k, 0, limit), "cart");
    const State start = system.realizeTopology();
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        State state = start;
        cart.setOneQ(state, 0, p[0]);
        ContactIntegrator integrator(system, joints);
        integrator.setAccuracy(1e-5);
        sensitivity.follow(integrator);
        integrator.initialize(state);
        integrator.stepTo(end);
        return Vector(1, cart.getOneQ(integrator.getState(), 0));
    };
    const Real x1 = -limit / k, w = std::sqrt(k), t1 = std::sqrt(2 * (x1 - x0) / limit), v = limit * t1, angle = w * (end - t1);
    const Real byX0 = -std::sin(angle) / (w * t1) + (v * std::cos(angle) - x1 * w * std::sin(angle)) / (limit * t1);
    const Sensitivity found = calcSensitivity(run, Vector(1, x0));
    EXPECT_NEAR(found.outcome[0], x1 * std::cos(angle) + v / w * std::sin(angle), 1e-5);
    EXPECT_NEAR(found.jacobian(0, 0), byX0, 1e-5 * std::abs(byX0)); // as the accuracy
    EXPECT_TRUE(found.doubts.empty()) << found.doubts.front();
}

// Two balls that touch the floor at one time have two changes in one step. Each has its own time in a run that is perturbed.
TEST(Sensitivity, FollowsContactsThatBeginAtOnce) {
    Balls scene;
    scene.addFloor();
    scene.addBall(0.1);
    scene.addBall(0.1);
    DEMContactForce force(scene.forces, scene.surfaces, LinearNormal().setStiffness(1e5), NoFriction());
    force.setMaterialForAll(elastic(1e7).setRestitution(0.5));
    const State start = scene.start();
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        State state = start;
        for (int i = 0; i < 2; ++i) {
            scene.balls[std::size_t(i)].setQToFitTranslation(state, Vec3(i, p[i], 0));
            scene.balls[std::size_t(i)].setUToFitLinearVelocity(state, Vec3(0, -2, 0));
        }
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(1e-7);
        sensitivity.follow(integrator);
        integrator.initialize(state);
        integrator.stepTo(0.6);
        return vectorOf({scene.balls[0].getBodyOriginLocation(integrator.getState())[1],
                         scene.balls[1].getBodyOriginLocation(integrator.getState())[1]});
    };
    const Sensitivity found = calcSensitivity(run, vectorOf({1, 1}));
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k) EXPECT_NEAR(found.jacobian(i, k), i == k ? -0.5 : 0, 1e-3) << i << k; // steps begin with the later one; found 5e-4
}

// A block on a floor under gravity, with a linear spring in either direction and no dashpot. It is built anew for each friction.
struct Block : Balls {
    static constexpr Real g = 9.81, normalStiffness = 1e5, stiffness = 1e4;
    MobilizedBody::Translation block;
    DEMContactForce force;

    explicit Block(Real friction)
        : block((addFloor(), addGravity(g), addBall(0.1))),
          force(forces, surfaces, LinearNormal().setStiffness(normalStiffness), CundallSlider().setStiffness(stiffness)) {
        force.setMaterialForAll(elastic(1e7, friction));
    }

    // At rest under its weight, and at this speed along the floor.
    State start(Real speed) {
        State state = Scene::start();
        block.setQToFitTranslation(state, Vec3(0, 0.1 - g / normalStiffness, 0));
        block.setUToFitLinearVelocity(state, Vec3(speed, 0, 0));
        return state;
    }

    // The place at which the spring of friction would be relaxed, at the end of a run from this state [m].
    Vector findRelaxed(const State& from, Real time, SensitivityRun& run) {
        ContactIntegrator integrator(system, force);
        integrator.setAccuracy(1e-9);
        run.follow(integrator);
        integrator.initialize(from);
        integrator.stepTo(time);
        const State& end = integrator.getState();
        return Vector(1, block.getBodyOriginLocation(end)[0] - force.getContactRecords(end)[0].tangentialDisplacement[0]);
    }
};

// Friction has no effect on a block that sticks: the derivative is exactly 0 under a load that grows to half of Coulomb's limit.
TEST(Sensitivity, ToFrictionIsZeroWhereItSticks) {
    const Real limit = 0.5 * Block::g;
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        Block model(p[0]);
        const State state = model.start(0);
        ContactIntegrator integrator(model.system, model.force);
        integrator.setAccuracy(1e-5);
        sensitivity.follow(integrator);
        integrator.initialize(state);
        for (int i = 1; i <= 20; ++i) {
            model.pushes.setOneMobilityForce(integrator.updState(), model.block, MobilizerUIndex(0), 0.5 * limit * i / 20);
            integrator.stepTo(0.05 * i);
        }
        return Vector(1, model.block.getBodyOriginLocation(integrator.getState())[0]);
    };
    const Sensitivity found = calcSensitivity(run, Vector(1, 0.5));
    EXPECT_EQ(found.jacobian(0, 0), 0);
    EXPECT_NEAR(found.outcome[0], 0.5 * limit / Block::stiffness, 0.2 * limit / Block::stiffness); // it oscillates
}

// A block that slides stops after v^2/(2 mu g), and its spring is relaxed behind that by half of its stretch. The derivatives hold through slip, the end
// of slip and the oscillation after it.
TEST(Sensitivity, OfAStopIsThatOfItsClosedForm) {
    const Real friction = 0.5, speed = 1, g = Block::g;
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        Block model(p[0]);
        const State state = model.start(p[1]);
        return model.findRelaxed(state, 0.5, sensitivity);
    };
    const Sensitivity found = calcSensitivity(run, vectorOf({friction, speed}));
    EXPECT_NEAR(found.jacobian(0, 0), -speed * speed / (2 * friction * friction * g) - g / (2 * Block::stiffness), 1e-6);
    EXPECT_NEAR(found.jacobian(0, 1), speed / (friction * g), 1e-6);
    EXPECT_TRUE(found.doubts.empty()) << found.doubts.front();
}

// A cube with spin that hits the floor with its corners has the derivatives of a run with a hundredth of the error, within what both tell of their errors.
TEST(Sensitivity, OfATossedCubeConverges) {
    const auto derive = [](Real accuracy) {
        const auto run = [accuracy](const Vector& p, SensitivityRun& sensitivity) {
            Scene scene{SurfaceMaterial()};
            scene.addFloor();
            scene.addGravity();
            const MobilizedBody::Free cube = scene.add(Brick(Vec3(0.05), 0.015), boxOf(1, Vec3(0.05)));
            DEMContactForce force(scene.forces, scene.surfaces, HertzNormal(),
                                  CundallSlider().setStiffness(1e6).setTangentialDampingRatio(0));
            force.setMaterialForAll(elastic(1.6e8, p[2]).setRestitution(0.6));
            const State state = scene.start(cube, Transform(Rotation(0.4, XAxis) * Rotation(0.7, ZAxis), Vec3(0, 0.12, 0)),
                                            SpatialVec(Vec3(p[1], 3, -2), Vec3(p[0], -0.5, 0.3)));
            ContactIntegrator integrator(scene.system, force);
            integrator.setAccuracy(accuracy);
            sensitivity.follow(integrator);
            integrator.initialize(state);
            integrator.stepTo(0.3);
            const Vec3 end = cube.getBodyOriginLocation(integrator.getState());
            return vectorOf({end[0], end[1], end[2]});
        };
        return calcSensitivity(run, vectorOf({1, 5, 0.3}));
    };
    const Sensitivity coarse = derive(1e-6), fine = derive(1e-8);
    for (int i = 0; i < 3; ++i) {
        Real largest = 0;
        for (int k = 0; k < 3; ++k) largest = std::max(largest, std::abs(fine.jacobian(i, k)));
        for (int k = 0; k < 3; ++k) {
            EXPECT_LT(fine.error(i, k), 1e-4 * largest) << i << k; // as estimated; 1e-6 to 7e-5
            EXPECT_NEAR(coarse.jacobian(i, k), fine.jacobian(i, k), 5e-3 * largest) << i << k; // the error of the coarse run
        }
    }
}

// The outcome of a ball that only just misses a ceiling has a derivative on one side alone. It is reported with the surfaces' names.
TEST(Sensitivity, ReportsAContactOnOneSideAlone) {
    Balls scene;
    scene.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, -1, 0)), "ceiling");
    const Vec3 down(0, -1, 0);
    scene.addGravity(down);
    scene.addBall(0.1);
    DEMContactForce force(scene.forces, scene.surfaces, LinearNormal().setStiffness(1e3), NoFriction());
    force.setMaterialForAll(elastic(1e7));
    const State start = scene.start();
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(1e-6);
        return scene.rise(integrator, sensitivity, start, -0.6 + p[0], 1, 2); // at 1 m/s and 1 m/s^2 it rises by 0.5 m
    };
    const Sensitivity found = calcSensitivity(run, Vector(1, 0.));
    ASSERT_FALSE(found.doubts.empty());
    std::string all;
    for (const std::string& doubt : found.doubts) all += doubt;
    EXPECT_NE(all.find("ceiling"), std::string::npos) << all;
}

// A block at rest that is pushed at once by half of Coulomb's limit only just reaches the limit. A larger push leaves it displaced, a smaller one does
// not: there is no derivative, and that is reported or an error.
TEST(Sensitivity, ReportsAPushThatOnlyJustMakesABlockSlide) {
    const Real friction = 0.5, half = 0.5 * friction * Block::g;
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        Block model(friction);
        State state = model.start(0);
        model.pushes.setOneMobilityForce(state, model.block, MobilizerUIndex(0), p[0]);
        return model.findRelaxed(state, 0.1, sensitivity);
    };
    try {
        const Sensitivity found = calcSensitivity(run, Vector(1, half));
        ASSERT_FALSE(found.doubts.empty()) << found.jacobian << found.error;
    } catch (const std::runtime_error& e) {
        EXPECT_NE(std::string(e.what()).find("slip only just ends"), std::string::npos) << e.what();
    }
}

// A block that slides stops exactly when a push sets in. If it is faster it continues to slide, if it is slower it sticks for an instant. The force of the
// spring is continuous there, so the run has a derivative: that of its closed form.
TEST(Sensitivity, OfASlipThatOnlyJustEndsIsThatOfItsClosedForm) {
    const Real friction = 0.5, speed = 1, braking = friction * Block::g, w = std::sqrt(Block::stiffness), rest = 0.1;
    // The spring reaches its limit at t1, with the speed v1. From there on the block brakes evenly.
    const Real v1 = std::sqrt(square(speed) - square(braking / w)), t1 = std::asin(braking / (w * speed)) / w, sliding = v1 / braking;
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        Block model(friction);
        const State state = model.start(p[0]);
        ContactIntegrator integrator(model.system, model.force);
        integrator.setAccuracy(1e-6);
        sensitivity.follow(integrator);
        integrator.initialize(state);
        integrator.stepTo(t1 + sliding);
        model.pushes.setOneMobilityForce(integrator.updState(), model.block, MobilizerUIndex(0), 2 * braking);
        integrator.stepTo(t1 + sliding + rest);
        return Vector(1, model.block.getBodyOriginLocation(integrator.getState())[0]);
    };
    const Real byV1 = speed / v1, byT1 = -braking / (square(w) * speed * v1);
    const Real right = byV1 * sliding - v1 * byT1 + braking * sliding * byT1 + (byV1 + braking * byT1) * rest;
    EXPECT_NEAR(calcSensitivity(run, Vector(1, speed)).jacobian(0, 0), right, 1e-5 * right); // the error of the steps; found 2e-6
}

// A zero is the mean of two slopes at the corner of |p|, and is reported. That of p^2 is a derivative.
TEST(Sensitivity, ReportsAZeroBetweenTwoSlopes) {
    Balls scene;
    scene.addFloor();
    scene.addBall(0.1);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setMaterialForAll(rubber());
    const State start = scene.start();
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        ContactIntegrator integrator(scene.system, force);
        const Real way = scene.rise(integrator, sensitivity, start, 1, p[0], 1)[0] - 1;
        return vectorOf({std::abs(way), way * way});
    };
    const Sensitivity found = calcSensitivity(run, Vector(1, 0.));
    EXPECT_NEAR(found.jacobian(0, 0), 0, 1e-9); // rounding over a perturbation of 1e-4
    EXPECT_NEAR(found.jacobian(1, 0), 0, 1e-9);
    std::string all;
    for (const std::string& doubt : found.doubts) all += doubt;
    EXPECT_NE(all.find("outcome 0 has a kink at parameter 0"), std::string::npos) << all;
    EXPECT_EQ(all.find("outcome 1 has a kink"), std::string::npos) << all;
}

// Steps of a fixed length are recorded as well: a ball in free fall has the derivatives of its parabola.
TEST(Sensitivity, RecordsFixedSteps) {
    Balls scene;
    scene.addFloor();
    scene.addGravity();
    scene.addBall(0.1);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setMaterialForAll(rubber());
    const State start = scene.start();
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        ContactIntegrator integrator(scene.system, force);
        integrator.setFixedStepSize(0.01);
        return scene.rise(integrator, sensitivity, start, 10, p[0], 0.5);
    };
    const Sensitivity found = calcSensitivity(run, Vector(1, 1.));
    EXPECT_NEAR(found.jacobian(0, 0), 0.5, 1e-9); // rounding over a perturbation of 1e-4
    EXPECT_EQ(found.numSteps, 50);
}

// An integrator that serves all runs is free after them: it chooses its own steps again, and takes them as one that never followed a run.
TEST(Sensitivity, LeavesTheIntegratorFree) {
    Balls scene;
    scene.addFloor();
    scene.addGravity();
    const MobilizedBody::Translation ball = scene.addBall(0.1);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setMaterialForAll(rubber());
    State start = scene.start();
    ball.setQToFitTranslation(start, Vec3(0, 0.3, 0));
    ContactIntegrator integrator(scene.system, force);
    const auto run = [&](const Vector& p, SensitivityRun& sensitivity) {
        return scene.rise(integrator, sensitivity, start, 0.3, p[0], 0.4);
    };
    calcSensitivity(run, Vector(1, 0.1));
    Implicit other(scene.system, force, start, 1e-3);
    integrator.initialize(start);
    integrator.stepTo(1);
    other.stepTo(1);
    EXPECT_EQ(integrator.getState().getQ()[1], other.getState().getQ()[1]);
    EXPECT_EQ(integrator.getNumStepsTaken(), other.getNumStepsTaken());
}

// Runs that cannot be compared, and values out of range, are errors with their reason.
TEST(Sensitivity, RejectsRunsItCannotCompare) {
    Balls scene;
    scene.addFloor();
    const MobilizedBody::Translation ball = scene.addBall(0.1);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setMaterialForAll(rubber());
    State start = scene.start();
    ball.setQToFitTranslation(start, Vec3(0, 1, 0));
    int calls = 0;
    const auto runTo = [&](const std::function<Real()>& end, int follows, int outcomes, Real outcome = 1) {
        return [&, end, follows, outcomes, outcome](const Vector&, SensitivityRun& sensitivity) {
            ++calls;
            ContactIntegrator integrator(scene.system, force);
            for (int i = 0; i < follows; ++i) sensitivity.follow(integrator);
            integrator.initialize(start);
            integrator.stepTo(end());
            return Vector(outcomes < 0 ? calls : outcomes, outcome);
        };
    };
    const auto one = [] { return Real(1); };
    const Vector p(1, 1.);
    SensitivityOptions negative, many, none;
    negative.perturbations = Vector(1, -1e-3);
    many.perturbations = Vector(2, 1e-3);
    none.tolerance = 0;
    expectMessages({{[&] { calcSensitivity({}, p); }, {"function is empty"}},
                    {[&] { calcSensitivity(runTo(one, 1, 1), Vector(0)); }, {"number of parameters", ">= 1"}},
                    {[&] { calcSensitivity(runTo(one, 1, 1), Vector(1, NaN)); }, {"parameter 0", "finite"}},
                    {[&] { calcSensitivity(runTo(one, 1, 1), p, negative); }, {"perturbation 0", "> 0"}},
                    {[&] { calcSensitivity(runTo(one, 1, 1), p, many); }, {"number of perturbations", "2", "1"}},
                    {[&] { calcSensitivity(runTo(one, 1, 1), p, none); }, {"tolerance", "> 0"}},
                    {[&] { calcSensitivity(runTo(one, 0, 1), p); }, {"has not called", "follow()"}},
                    {[&] { calcSensitivity(runTo(one, 2, 1), p); }, {"follow()", "already"}},
                    {[&] { calcSensitivity(runTo(one, 1, 1, NaN), p); }, {"outcome 0", "finite"}},
                    {[&] { calcSensitivity(runTo(one, 1, -1), p); }, {"outcomes", "the first one"}},
                    {[&] { calcSensitivity(runTo([] { return Real(0); }, 1, 1), p); }, {"no step"}},
                    {[&] {
                         calls = 0;
                         calcSensitivity(runTo([&] { return calls > 3 ? 2. : 1.; }, 1, 1), p);
                     },
                     {"times of stepTo()"}}});
}

} // namespace
} // namespace test_sensitivity
