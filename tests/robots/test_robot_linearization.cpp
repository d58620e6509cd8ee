// Tests the linearization of a robot's steps: a quadruped with a floating base, servos and contacts.

#include "RobotModel.h"
#include "Scene.h"

#include <simbodydem/StepLinearization.h>

#include <complex>

namespace test_robot_linearization {

using namespace SimTK;
using namespace simbodydem;

// A quadruped that stands by its servos is stable, and a step with other targets is as its linearization predicts.
TEST(RobotLinearization, PredictsAStepOfAQuadruped) {
    const Real step = 0.002;
    RobotModel model(RobotFile(examplePath("quadruped.urdf")),
                     RobotOptions().setBase(Base::Floating).setBasePose(Vec3(0, 0, 0.31)));
    model.addContact();
    model.robot.setServo(".*", 100, 3);
    State state = model.realize();
    model.setStandingPose(state);
    const JointForces& joints = model.robot.getJointForces();
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.addJointForces(joints).setFixedStepSize(step).initialize(state);
    integrator.stepTo(5);
    std::vector<StepInput> inputs;
    for (JointNumber i = 0; i < joints.getNumJoints(); ++i)
        inputs.push_back(StepInput::servoTarget(joints, i, integrator.getState()));
    const StepLinearization linear = linearize(integrator, inputs);
    EXPECT_TRUE(linear.getKinks().empty());

    const int nu = linear.getNumSpeeds(), n = linear.A.nrow(), m = int(inputs.size());
    ASSERT_EQ(nu, 18);
    EXPECT_GE(linear.getNumSlips(), 8); // two for each foot
    Vector_<std::complex<Real>> values;
    const Matrix dynamic = linear.A(0, 0, 2 * nu, 2 * nu);
    SimTK::Eigen(dynamic).getAllEigenValues(values);
    for (int i = 0; i < values.size(); ++i) EXPECT_LT(std::abs(values[i]), 0.9999) << i;

    Real before = 0;
    for (const Real size :
         {1e-6, 0.5e-6}) { // displacements [m, rad]; speeds are a hundred times that, slips a hundredth
        Vector x(n), du(m);
        for (int i = 0; i < n; ++i) x[i] = size * std::sin(1.7 * i + 0.3) * (i < nu ? 1 : i < 2 * nu ? 100 : 0.01);
        for (int i = 0; i < m; ++i) du[i] = 100 * size * std::cos(i);
        State moved = linear.makeState(x);
        for (int i = 0; i < m; ++i) inputs[std::size_t(i)].set(moved, inputs[std::size_t(i)].value + du[i]);
        ContactIntegrator run(model.system, *model.contact);
        run.addJointForces(joints).setFixedStepSize(step).initialize(moved);
        run.stepTo(moved.getTime() + step);
        const Vector predicted = linear.A * x + linear.B * du;
        const Real error = (linear.calcDeviationFromEnd(run.getState()) - predicted).normInf() / predicted.normInf();
        EXPECT_LT(error, 5e-4); // overlaps change by a thousandth
        if (before > 0) {
            EXPECT_NEAR(before / error, 2, 0.2); // the next order
        }
        before = error;
    }
}

} // namespace test_robot_linearization
