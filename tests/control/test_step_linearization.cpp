// Tests the linearization of fixed steps against closed forms and against perturbed runs.

#include "FootedBlock.h"
#include "Messages.h"
#include "Scene.h"

#include <simbodydem/JointForces.h>
#include <simbodydem/StepLinearization.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>

#include <complex>

namespace test_step_linearization {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Returns exp(M) by its series, for matrices of norms below 1.
Matrix expOf(const Matrix& M) {
    Matrix sum(M.nrow(), M.ncol(), 0.), term(M.nrow(), M.ncol(), 0.);
    for (int i = 0; i < M.nrow(); ++i) sum(i, i) = term(i, i) = 1;
    for (int k = 1; k < 25; ++k) {
        term = term * M * (1. / k);
        sum += term;
    }
    return sum;
}

Real largestOf(const Matrix& M) {
    Real largest = 0;
    for (int i = 0; i < M.nrow(); ++i)
        for (int k = 0; k < M.ncol(); ++k) largest = std::max(largest, std::abs(M(i, k)));
    return largest;
}

std::vector<Real> sizesOfEigenvalues(const Matrix& A) {
    Vector_<std::complex<Real>> values;
    SimTK::Eigen(A).getAllEigenValues(values);
    std::vector<Real> sizes;
    for (int i = 0; i < values.size(); ++i) sizes.push_back(std::abs(values[i]));
    std::sort(sizes.rbegin(), sizes.rend());
    return sizes;
}

// A point mass of 2 kg on a rod of 0.5 m, with viscous damping, a torque and a servo that is off.
struct Pendulum : Scene {
    static constexpr Real mass = 2, length = 0.5, damping = 0.3, g = 9.81, inertia = mass * length * length;
    Force::UniformGravity gravity{forces, matter, Vec3(0, -g, 0)};
    MobilizedBody::Pin rod{
        matter.Ground(),
        Body::Rigid(MassProperties(mass, Vec3(0, -length, 0), mass* UnitInertia::pointMassAt(Vec3(0, -length, 0))))};
    Force::DiscreteForces torque{forces, matter};
    JointForces joints{forces, matter};
    ContactIntegrator integrator{system, joints};

    explicit Pendulum(Real step, Real angle = 0) {
        joints.add(rod, MobilizerUIndex(0), JointSettings().setDamping(damping));
        State state = system.realizeTopology();
        rod.setOneQ(state, 0, angle);
        integrator.setFixedStepSize(step).initialize(state);
    }
    StepInput getTorque() const {
        return StepInput::mobilityForce(torque, rod, MobilizerUIndex(0), integrator.getState());
    }
    // Returns A and B of dx/dt = A x + B tau, side by side, with a row of zeros.
    static Matrix getContinuous() {
        Matrix M(3, 3, 0.);
        M(0, 1) = 1;
        M(1, 0) = -g / length;
        M(1, 1) = -damping / inertia;
        M(1, 2) = 1 / inertia;
        return M;
    }
};

// A trunk stands in a plane on two legs, fore and aft. Their servos hold it, with dry friction in the joints and a round foot each.
struct Stand : Scene {
    std::unique_ptr<MobilizedBody::Planar> trunk;
    std::unique_ptr<JointForces> joints;
    std::unique_ptr<DEMContactForce> contact;
    std::unique_ptr<ContactIntegrator> integrator;
    State settled;

    explicit Stand(Real step, bool isRolling = false) {
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        material = SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.3).setFriction(0.8);
        material.rollingFriction = 0.1;
        addFloor("floor");
        trunk = std::make_unique<MobilizedBody::Planar>(
            matter.Ground(), Body::Rigid(MassProperties(4, Vec3(0), 4 * UnitInertia::brick(0.25, 0.05, 0.1))));
        joints = std::make_unique<JointForces>(forces, matter);
        const Body::Rigid link(MassProperties(0.3, Vec3(0, -0.1, 0), Inertia(0.004, 0.002, 0.004)));
        const JointSettings settings = JointSettings().setFriction(0.5, 200, 0.5).setDamping(0.05).setServo(60, 2, 30);
        std::vector<MobilizedBody::Pin> legs;
        for (const int side : {-1, 1}) {
            const std::string name = side < 0 ? "aft" : "fore";
            legs.emplace_back(*trunk, Vec3(0.2 * side, -0.05, 0), link, Vec3(0));
            legs.emplace_back(legs.back(), Vec3(0, -0.2, 0), link, Vec3(0));
            joints->add(legs[legs.size() - 2], MobilizerUIndex(0), settings, "hip " + name);
            joints->add(legs.back(), MobilizerUIndex(0), settings, "knee " + name);
            add(legs.back(), Sphere(0.03), Vec3(0, -0.2, 0), "foot " + name);
        }
        if (isRolling)
            contact =
                std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), MindlinSecant(), EPSDRolling());
        else
            contact = std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), MindlinSecant());
        State state = system.realizeTopology();
        for (int i = 0; i < 4; ++i) {
            const Real angle = i % 2 ? -0.9 : 0.45;
            joints->setTarget(state, i, angle);
            legs[i].setOneQ(state, 0, angle);
        }
        trunk->setOneQ(state, 2, 0.05 + 0.4 * std::cos(0.45) + 0.0295);
        integrator = std::make_unique<ContactIntegrator>(system, *contact);
        integrator->addJointForces(*joints).setFixedStepSize(step).initialize(state);
        integrator->stepTo(5);
        settled = integrator->getState();
    }
    std::vector<StepInput> getTargets() const {
        std::vector<StepInput> inputs;
        for (int i = 0; i < 4; ++i) inputs.push_back(StepInput::servoTarget(*joints, i, settled));
        return inputs;
    }
};

// Returns a deviation of about the given size: displacements of it, speeds of as much in a hundredth of a second, and slips of a hundredth.
Vector deviationOf(const StepLinearization& linear, Real size) {
    const int nu = linear.getNumSpeeds();
    Vector x(linear.A.nrow(), 0.);
    for (int i = 0; i < x.size(); ++i) x[i] = size * std::sin(1.7 * i + 0.3) * (i < nu ? 1 : i < 2 * nu ? 100 : 0.01);
    return x;
}

Vector inputsOf(int count, Real size, int step) {
    Vector du(count);
    for (int i = 0; i < count; ++i) du[i] = size * std::cos(2.3 * i + 0.9 * step);
    return du;
}

// A pendulum's A and B are the exponential of its continuous ones to the third order of the step, and twice the step has eight times the
// error.
TEST(StepLinearization, OfAPendulumIsItsExponential) {
    Real before = 0;
    for (const Real step : {0.005, 0.01}) {
        Pendulum pendulum(step);
        const StepLinearization linear = linearize(pendulum.integrator, {pendulum.getTorque()});
        ASSERT_EQ(linear.A.nrow(), 2);
        const Matrix expected = expOf(Pendulum::getContinuous() * step);
        Matrix error(2, 3);
        for (int i = 0; i < 2; ++i) {
            for (int k = 0; k < 2; ++k) error(i, k) = linear.A(i, k) - expected(i, k);
            error(i, 2) = linear.B(i, 0) - expected(i, 2);
        }
        const Real largest = largestOf(error);
        EXPECT_LT(largest,
                  std::pow(Pendulum::g / Pendulum::length, 2) * cube(step)); // the scale of h^3 d^3x/dt^3 for x of 1
        if (before > 0) {                                                    // the next order
            EXPECT_NEAR(largest / before, 8, 0.3);
        }
        before = largest;
        EXPECT_EQ(linear.getPeriod(), step);
        EXPECT_TRUE(linear.getKinks().empty());
    }
}

// A control period of many steps is their product, with inputs that are constant in it. Later steps are those of TR-BDF2, which differ in
// the third order.
TEST(StepLinearization, OfAPeriodIsTheProductOfItsSteps) {
    Pendulum pendulum(0.002);
    StepLinearizationOptions options;
    options.numSteps = 10;
    const StepLinearization linear = linearize(pendulum.integrator, {pendulum.getTorque()}, {}, options);
    EXPECT_NEAR(linear.getPeriod(), 0.02, 1e-17);
    const Matrix expected = expOf(Pendulum::getContinuous() * 0.02);
    const Real allowed = 10 * std::pow(Pendulum::g / Pendulum::length, 2) * cube(0.002); // ten steps' errors
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 2; ++k) EXPECT_NEAR(linear.A(i, k), expected(i, k), allowed);
        EXPECT_NEAR(linear.B(i, 0), expected(i, 2), allowed);
    }
}

// Outputs are those at the start of the step: an angle does not feel a torque, an acceleration does.
TEST(StepLinearization, HasTheOutputsAtTheStart) {
    Pendulum pendulum(0.002, 0.4);
    const StepLinearization linear = linearize(pendulum.integrator, {pendulum.getTorque()}, [](const State& state) {
        return Vector(Vec2(state.getQ()[0], state.getUDot()[0]));
    });
    const Real stiffness = Pendulum::g / Pendulum::length * std::cos(0.4);
    const Matrix &C = linear.C, &D = linear.D;
    ASSERT_EQ(C.nrow(), 2);
    EXPECT_NEAR(linear.getOutputs()[0], 0.4, 1e-15);
    const Real tolerance = 1e-7; // rounding over the perturbation of 1e-6, at numbers of up to 20
    EXPECT_NEAR(C(0, 0), 1, tolerance);
    EXPECT_NEAR(C(0, 1), 0, tolerance);
    EXPECT_NEAR(C(1, 0), -stiffness, tolerance);
    EXPECT_NEAR(C(1, 1), -Pendulum::damping / Pendulum::inertia, tolerance);
    EXPECT_NEAR(D(0, 0), 0, tolerance);
    EXPECT_NEAR(D(1, 0), 1 / Pendulum::inertia, tolerance);
}

// A free body, in any orientation, moves on with its speeds. A ball that spins turns rotations of its pose with it.
TEST(StepLinearization, RotatesAFreeBodyWithItsSpin) {
    const Real step = 0.002;
    for (const Real spin : {0., 3.}) {
        FloorScene world;
        const MobilizedBody::Free ball = world.addSphere(0.1);
        auto force = world.makeForce<HertzMindlinForce>();
        State state = world.start(ball, Transform(Rotation(1.1, UnitVec3(1, 2, -1)), Vec3(0.3, 5, 0.2)));
        const Vec3 velocity = spin * Vec3(0.5, -1, 0.7);
        ball.setUToFitAngularVelocity(state, velocity);
        ContactIntegrator integrator(world.system, force);
        integrator.setFixedStepSize(step).initialize(state);
        const StepLinearization linear = linearize(integrator);
        ASSERT_EQ(linear.A.nrow(), 12);
        // Rotations of the start turn by R = exp(h omega x), and changes of omega turn by the integral of that.
        Matrix cross(3, 3, 0.), integral(3, 3, 0.), term(3, 3, 0.);
        const Mat33 matrix = crossMat(velocity * step);
        for (int i = 0; i < 3; ++i) {
            integral(i, i) = term(i, i) = 1;
            for (int k = 0; k < 3; ++k) cross(i, k) = matrix(i, k);
        }
        for (int n = 1; n < 20; ++n) {
            term = term * cross * (1. / (n + 1));
            integral += term;
        }
        const Matrix turn = expOf(cross);
        Matrix expected(12, 12, 0.);
        for (int i = 0; i < 12; ++i) expected(i, i) = 1;
        for (int i = 0; i < 3; ++i) {
            expected(3 + i, 9 + i) = step;
            for (int k = 0; k < 3; ++k) {
                expected(i, k) = turn(i, k);
                expected(i, 6 + k) = step * integral(i, k);
            }
        }
        // Rounding of positions of 5 m over perturbations of 1e-6, and the third order of the turn in a step.
        EXPECT_LT(largestOf(linear.A - expected), 3e-9 + cube(spin * 1.4 * step)) << linear.A - expected;
    }
}

// A block that sticks on a slope is stable. Its springs do not slip, so each slip is an eigenvalue of 1 that nothing else moves. A force
// displaces it by one over the tangential stiffness of its feet, 8 G* a each. A slip of all feet displaces it by as much.
TEST(StepLinearization, HoldsABlockOnASlopeByItsSprings) {
    const Real slope = 0.2, E = 1e7;
    FootedBlock block(E, 0.8, 0.3, slope);
    const Force::DiscreteForces push(block.forces, block.matter);
    const State state = block.stand(block.matter.updGround(), g * std::cos(slope));
    ContactIntegrator integrator(block.system, *block.force);
    integrator.setFixedStepSize(0.002).initialize(state);
    integrator.stepTo(2);
    const StepLinearization linear =
        linearize(integrator, {StepInput::mobilityForce(push, *block.body, MobilizerUIndex(0), integrator.getState())});
    const int nu = 3, dynamic = 2 * nu + linear.getNumAuxiliary(), nm = linear.getNumSlips();
    ASSERT_EQ(nm, 8);
    EXPECT_TRUE(linear.getKinks().empty());
    EXPECT_NE(linear.getSlipNames()[0].find("foot"), std::string::npos) << linear.getSlipNames()[0];
    // Slips stay, whatever moves.
    for (int i = dynamic; i < linear.A.nrow(); ++i) {
        for (int k = 0; k < linear.A.ncol(); ++k) EXPECT_NEAR(linear.A(i, k), i == k ? 1 : 0, 1e-6) << i << " " << k;
        EXPECT_NEAR(linear.B(i, 0), 0, 1e-10); // of displacements of 1e-6 m/N
    }
    // Displacements and speeds alone are stable.
    const Matrix A = linear.A(0, 0, 2 * nu, 2 * nu);
    EXPECT_LT(sizesOfEigenvalues(A)[0], 0.9999);
    Matrix M = -1 * A;
    for (int i = 0; i < 2 * nu; ++i) M(i, i) += 1;
    const Matrix inverse = M.invert();
    const Vector byForce = inverse * linear.B(0, 0, 2 * nu, 1)(0);
    const Real stiffness = feet * tangentialStiffnessOf(E, overlapOf(E, g * std::cos(slope)));
    EXPECT_NEAR(byForce[0] * stiffness, 1, 1e-4); // the curvature of the forces, and what is left of settling
    EXPECT_NEAR(byForce[2] * stiffness, 0, 1e-4);
    Vector slip(nm);
    for (int i = 0; i < nm; ++i) { // along the slope, by the stretch that a displacement along it makes
        State moved = linear.getStart();
        Vector displacement(linear.A.nrow(), 0.);
        displacement[dynamic + i] = 1e-7;
        moved = linear.makeState(displacement);
        block.system.realize(moved, Stage::Dynamics);
        Vec3 total(0);
        for (const ContactRecord& contact : block.force->getContactRecords(moved))
            total += contact.tangentialDisplacement;
        block.system.realize(linear.getStart(), Stage::Dynamics);
        for (const ContactRecord& contact : block.force->getContactRecords(linear.getStart()))
            total -= contact.tangentialDisplacement;
        slip[i] = -total[0] / 1e-7;
    }
    const Vector bySlip = inverse * (linear.A(0, dynamic, 2 * nu, nm) * slip);
    EXPECT_NEAR(bySlip[0], 1, 1e-4);
}

// One step of a stand with servos, sticking joints and contacts, with other inputs, is as predicted. The rest is of the second order in
// the deviation.
TEST(StepLinearization, PredictsAStepOfAStandingMechanism) {
    Stand stand(0.002);
    const StepLinearization linear = linearize(*stand.integrator, stand.getTargets());
    EXPECT_EQ(linear.getNumSlips(), 4 + 4); // two for each contact, one for each joint
    EXPECT_TRUE(linear.getKinks().empty());
    Real before = 0;
    for (const Real size : {2e-6, 1e-6}) {
        const Vector x = deviationOf(linear, size), du = inputsOf(4, 100 * size, 0);
        State state = linear.makeState(x);
        for (int i = 0; i < 4; ++i) stand.joints->setTarget(state, i, stand.joints->getTarget(state, i) + du[i]);
        ContactIntegrator run(stand.system, *stand.contact);
        run.addJointForces(*stand.joints).setFixedStepSize(0.002).initialize(state);
        run.stepTo(state.getTime() + 0.002);
        const Vector found = linear.calcDeviationFromEnd(run.getState()), predicted = linear.A * x + linear.B * du;
        const Real error = (found - predicted).normInf() / predicted.normInf();
        EXPECT_LT(error, 2e-4); // of deviations of a thousandth of the overlaps
        if (before > 0) {
            EXPECT_NEAR(before / error, 2, 0.1); // relative errors of the first order; the next order
        }
        before = error;
    }
}

// Rolling springs are predicted as tangential ones are: a ball on a floor with rolling resistance rocks on them.
TEST(StepLinearization, PredictsAStepOfARollingSpring) {
    FloorScene world;
    world.addGravity();
    const MobilizedBody::Free ball = world.addSphere(0.1);
    DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant(), EPSDRolling());
    SurfaceMaterial material = rubber().setRollingFriction(0.1);
    force.setMaterialForAll(material);
    State state = world.start(ball, Vec3(0, 0.0998, 0));
    ContactIntegrator integrator(world.system, force);
    integrator.setFixedStepSize(0.002).initialize(state);
    integrator.stepTo(3);
    const StepLinearization linear = linearize(integrator);
    ASSERT_EQ(linear.getNumSlips(), 4); // two tangential, two of rolling; twisting friction is not set
    EXPECT_TRUE(linear.getKinks().empty());
    for (int i = 12; i < 16; ++i)
        for (int k = 12; k < 16; ++k) EXPECT_NEAR(linear.A(i, k), i == k ? 1 : 0, 1e-5) << i << " " << k; // they stick
    Real before = 0;
    for (const Real size : {2e-7, 1e-7}) {
        const Vector x = deviationOf(linear, size);
        const State moved = linear.makeState(x);
        ContactIntegrator run(world.system, force);
        run.setFixedStepSize(0.002).initialize(moved);
        run.stepTo(moved.getTime() + 0.002);
        const Vector predicted = linear.A * x;
        const Real error = (linear.calcDeviationFromEnd(run.getState()) - predicted).normInf() / predicted.normInf();
        EXPECT_LT(error, 2e-3);
        if (before > 0) {
            EXPECT_NEAR(before / error, 2, 0.2); // the next order
        }
        before = error;
    }
}

// A rolling spring that has come to rest at its limit slips to one side only. No record says so, but the linearization does.
TEST(StepLinearization, NamesSpringsAtTheirLimit) {
    Stand stand(0.002, true);
    const std::vector<std::string> kinks = linearize(*stand.integrator).getKinks();
    ASSERT_FALSE(kinks.empty());
    EXPECT_NE(kinks[0].find("rolling slip"), std::string::npos) << kinks[0];
}

// Over fifty steps with inputs that change at each of them the prediction holds too.
TEST(StepLinearization, PredictsFiftySteps) {
    Stand stand(0.002);
    const StepLinearization linear = linearize(*stand.integrator, stand.getTargets());
    const Vector still = linear.calcDeviation(linear.getEnd());
    Real before = 0;
    for (const Real size : {1e-6, 0.5e-6}) {
        Vector x = deviationOf(linear, size);
        ContactIntegrator run(stand.system, *stand.contact);
        // A usual run leaves some thousandths of the deviation to Newton's method, and this one rounding.
        run.addJointForces(*stand.joints).setAccuracy(1e-9).setFixedStepSize(0.002, 30).initialize(linear.makeState(x));
        Real error = 0;
        for (int k = 0; k < 50; ++k) {
            const Vector du = inputsOf(4, 100 * size, k);
            for (int i = 0; i < 4; ++i)
                stand.joints->setTarget(run.updState(), i, stand.joints->getTarget(stand.settled, i) + du[i]);
            run.stepTo(linear.getStart().getTime() + 0.002 * (k + 1));
            x = linear.A * x + linear.B * du + still;
            error = std::max(error, (linear.calcDeviation(run.getState()) - x).normInf() / (100 * size)); // by speeds
        }
        EXPECT_LT(error, 5e-3); // of deviations of a thousandth of the overlaps, which the steps carry on
        if (before > 0) {       // the next order
            EXPECT_NEAR(before / error, 2, 0.1);
        }
        before = error;
    }
}

// A block that slides forgets its slip within the step, and keeps its speed except for what the change of load brakes.
TEST(StepLinearization, PredictsASlidingBlock) {
    FootedBlock block(1e7, 0.3, 0.3, 0.5);
    State state = block.stand(block.matter.updGround(), g * std::cos(0.5));
    block.body->setOneU(state, 0, -0.5);
    ContactIntegrator integrator(block.system, *block.force);
    integrator.setFixedStepSize(0.002).initialize(state);
    integrator.stepTo(0.3);
    const StepLinearization linear = linearize(integrator);
    EXPECT_TRUE(linear.getKinks().empty());
    EXPECT_NEAR(linear.A(0, 0), 1, 1e-6);
    EXPECT_NEAR(linear.A(0, 3), 0.002, 1e-8);
    EXPECT_NEAR(linear.A(3, 3), 1, 1e-4); // the direction of slip, along which all feet slide
    Real before = 0;
    for (const Real size : {2e-6, 1e-6}) {
        Vector x = deviationOf(linear, size);
        const State moved = linear.makeState(x);
        ContactIntegrator run(block.system, *block.force);
        run.setFixedStepSize(0.002).initialize(moved);
        run.stepTo(moved.getTime() + 0.002);
        const Vector found = linear.calcDeviationFromEnd(run.getState());
        const Real error = (found - linear.A * x).normInf() / (100 * size);
        EXPECT_LT(error, 5e-3);
        if (before > 0) { // it falls with the deviation
            EXPECT_LT(error, 0.75 * before);
        }
        before = error;
    }
}

// Inputs are whatever a function sets: a force on a body accelerates it, and the rate of a prescribed motion drags what stands on it along.
TEST(StepLinearization, InputsAreSetByAFunction) {
    const Real step = 0.002;
    FootedBlock block(1e7, 0.8, 0.3);
    MobilizedBody::Slider belt(block.matter.Ground(), Body::Rigid(MassProperties(10, Vec3(0), UnitInertia(1))));
    SimTK::Motion::Steady motion(belt, 0.1);
    const Force::DiscreteForces push(block.forces, block.matter);
    const State state = block.stand(belt, g);
    ContactIntegrator integrator(block.system, *block.force);
    integrator.setFixedStepSize(step).initialize(state);
    integrator.stepTo(2);
    StepInput force, rate;
    force.name = "force across";
    force.set = [&](State& of, Real value) {
        push.setOneBodyForce(of, *block.body, SpatialVec(Vec3(0), Vec3(0, 0, value)));
    };
    rate.name = "rate of the belt";
    rate.value = 0.1;
    rate.set = [&](State& of, Real value) { motion.setRate(of, value); };
    const StepLinearization linear = linearize(integrator, {force, rate});
    const int nu = 4, x = 1, z = 3; // speeds: that of the belt, then those of the block
    EXPECT_TRUE(linear.getKinks().empty());
    EXPECT_NEAR(linear.B(0, 1), step,
                1e-9); // the belt moves as prescribed, to the rounding of its displacement of 2e-7 m
    EXPECT_NEAR(linear.B(nu, 1), 1, 1e-9);
    EXPECT_NEAR(linear.A(nu, nu), 0, 1e-9); // its speed is prescribed, its displacement is not
    EXPECT_NEAR(linear.A(0, 0), 1, 1e-6);
    EXPECT_GT(linear.B(nu + z, 0), 0.5 * step); // of 1 kg
    EXPECT_LT(linear.B(nu + z, 0), step);
    StepLinearizationOptions options;
    options.numSteps = 100; // dashpots have damped the springs to 1e-6 by then
    const StepLinearization later = linearize(integrator, {rate}, {}, options);
    EXPECT_NEAR(later.B(nu + x, 0), 1, 1e-5);
    const Real lag =
        linear.getPeriod() * 100 - later.B(x, 0); // by which the springs were stretched while they took it along [s]
    EXPECT_NEAR(later.A(nu + x, nu + x), 0, 1e-5);
    EXPECT_NEAR(lag, later.A(x, nu + x), 1e-5); // as long as they need to stop it on a belt at rest
}

// A deviation that a State is made of is read back from it, with rotations by quaternions and with slips.
TEST(StepLinearization, DeviationsAreReadBack) {
    Stand stand(0.002);
    const StepLinearization linear = linearize(*stand.integrator);
    const Vector x = deviationOf(linear, 1e-5);
    State state = linear.makeState(x);
    stand.system.realize(state, Stage::Dynamics);
    EXPECT_LT((linear.calcDeviation(state) - x).normInf(), 1e-8); // of speeds of 1e-3; slips, to the second order

    FloorScene world;
    const MobilizedBody::Free ball = world.addSphere(0.1);
    auto force = world.makeForce<HertzMindlinForce>();
    State high = world.start(ball, Transform(Rotation(2.5, UnitVec3(1, 2, -1)), Vec3(0, 5, 0)));
    ContactIntegrator integrator(world.system, force);
    integrator.setFixedStepSize(0.002).initialize(high);
    const StepLinearization ofBall = linearize(integrator);
    Vector far(12, 0.);
    for (int i = 0; i < 3; ++i) far[i] = 1 - 0.7 * i;                                // rotations of more than a radian
    EXPECT_LT((ofBall.calcDeviation(ofBall.makeState(far)) - far).normInf(), 1e-14); // rounding
}

// A contact that is not there has no slip, however far its bodies have moved.
TEST(StepLinearization, LostContactsHaveNoSlip) {
    Stand stand(0.002);
    const StepLinearization linear = linearize(*stand.integrator);
    State lifted = linear.getStart();
    stand.trunk->setOneQ(lifted, 1, stand.trunk->getOneQ(lifted, 1) + 0.3); // x and y, by more than the feet overlap
    stand.trunk->setOneQ(lifted, 2, stand.trunk->getOneQ(lifted, 2) + 0.1);
    const Vector x = linear.calcDeviation(lifted);
    EXPECT_NEAR(x[1], 0.3, 1e-15);
    EXPECT_NEAR(x[2], 0.1, 1e-15);
    EXPECT_LT(x(14, linear.getNumSlips()).normInf(), 1e-12); // rounding of the joints' springs
}

// A contact that ends in a perturbed step makes a kink, and the linearization names it.
TEST(StepLinearization, NamesKinks) {
    FootedBlock block(1e7, 0.3, 0.3);
    State state = block.stand(block.matter.updGround(), 1e-5); // each foot bears 1e-6 of the weight
    ContactIntegrator integrator(block.system, *block.force);
    integrator.setFixedStepSize(1e-6).initialize(state);
    StepLinearizationOptions options;
    options.displacement = 1e-6; // more than the overlap
    const std::vector<std::string> kinks = linearize(integrator, {}, {}, options).getKinks();
    ASSERT_FALSE(kinks.empty());
    EXPECT_NE(kinks[0].find("foot"), std::string::npos) << kinks[0];
}

// The run that is linearized is not changed.
TEST(StepLinearization, DoesNotChangeTheRun) {
    Stand stand(0.002), twin(0.002);
    stand.integrator->stepTo(5.01);
    linearize(*stand.integrator, stand.getTargets());
    stand.integrator->stepTo(5.05);
    twin.integrator->stepTo(5.01);
    twin.integrator->stepTo(5.05);
    EXPECT_EQ((stand.integrator->getState().getY() - twin.integrator->getState().getY()).normInf(), 0);
}

// Bad input is an error with the object, the value and what to do.
TEST(StepLinearization, ChecksItsInput) {
    Pendulum pendulum(0.002);
    const ContactIntegrator never(pendulum.system, pendulum.joints);
    expectMessage<std::logic_error>([&] { linearize(never); }, {"linearize()", "initialize()"});
    StepInput torque = pendulum.getTorque();
    torque.perturbation = 0;
    expectMessage<std::invalid_argument>([&] { linearize(pendulum.integrator, {torque}); },
                                         {"perturbation of input 0", "force on coordinate 0 of body 1", "= 0"});
    torque = pendulum.getTorque();
    torque.value = NaN;
    expectMessage<std::invalid_argument>([&] { linearize(pendulum.integrator, {torque}); },
                                         {"value of input 0", "finite"});
    expectMessage<std::invalid_argument>([&] { linearize(pendulum.integrator, {StepInput()}); },
                                         {"input 0", "empty function"});
    StepLinearizationOptions options;
    options.numSteps = 0;
    expectMessage<std::invalid_argument>([&] { linearize(pendulum.integrator, {}, {}, options); },
                                         {"number of steps = 0", ">= 1"});
    options = {};
    options.speed = -1;
    expectMessage<std::invalid_argument>([&] { linearize(pendulum.integrator, {}, {}, options); },
                                         {"perturbation of speeds", "-1"});
    expectMessage<std::invalid_argument>(
        [&] { linearize(pendulum.integrator, {}, [](const State&) { return Vector(1, NaN); }); },
        {"output 0", "finite"});
    int calls = 0;
    expectMessage<std::invalid_argument>(
        [&] { linearize(pendulum.integrator, {}, [&](const State&) { return Vector(++calls, 0.); }); },
        {"2 outputs", "were 1"});
    const StepLinearization linear = linearize(pendulum.integrator);
    expectMessage<std::invalid_argument>([&] { linear.makeState(Vector(3, 0.)); }, {"makeState()", "3 numbers", "2"});
    expectMessage<std::invalid_argument>([&] { linear.makeState(Vector(2, NaN)); }, {"deviation 0", "finite"});
    expectMessage<std::invalid_argument>(
        [&] { StepInput::servoTarget(pendulum.joints, 0, pendulum.integrator.getState()); }, {"servo"});
    pendulum.integrator.setVariableStepSize();
    expectMessage<std::logic_error>([&] { linearize(pendulum.integrator); }, {"linearize()", "setFixedStepSize()"});

    Pendulum held(0.002);
    Constraint::ConstantSpeed(held.rod, 0);
    held.integrator.initialize(held.system.realizeTopology());
    expectMessage<std::invalid_argument>([&] { linearize(held.integrator); }, {"Constraint 0", "enabled"});
}

} // namespace
} // namespace test_step_linearization
