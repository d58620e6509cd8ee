// A robot of foot, leg and trunk balances on a soft sole. Its feedback is that of an LQR for the linearization of its steps. It
// stands after a push, and falls without the feedback. ExampleBalance --replay FILE records the run with feedback as a page.

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/StepLinearization.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

// lqr begins
// Returns the gain K of the feedback du = -K x that minimizes the sum of x^T Q x + du^T R du, with diagonal Q and R. It iterates the
// Riccati equation P = Q + A^T P (A - B K), K = (R + B^T P B)^-1 B^T P A.
Matrix solveLqr(const Matrix& A, const Matrix& B, const Vector& Q, Real R) {
    Matrix P(A.nrow(), A.ncol(), 0.), K(B.ncol(), A.ncol(), 0.);
    for (int i = 0; i < Q.size(); ++i) P(i, i) = Q[i];
    for (Real change = 1; change > 1e-10;) {
        Matrix weight = ~B * P * B;
        for (int i = 0; i < weight.nrow(); ++i) weight(i, i) += R;
        K = weight.invert() * (~B * P * A);
        Matrix next = ~A * P * (A - B * K);
        for (int i = 0; i < Q.size(); ++i) next(i, i) += Q[i];
        change = (next - P).norm() / next.norm();
        P = 0.5 * (next + ~next); // rounding makes it unsymmetric
    }
    return K;
}
// lqr ends

Real largestEigenvalueOf(const Matrix& A) {
    Vector_<std::complex<Real>> values;
    SimTK::Eigen(A).getAllEigenValues(values);
    Real largest = 0;
    for (int i = 0; i < values.size(); ++i) largest = std::max(largest, std::abs(values[i]));
    return largest;
}

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && std::string(argv[1]) == "--replay";
    if (argc > 1 && !isRecorded) {
        std::fprintf(stderr, "usage: %s [--replay FILE]\n", argv[0]);
        return 2;
    }
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const auto link = [](Real mass, const Vec3& centre,
                         Real inertia) { // inertia about the centre, for the plane of the motion
        return Body::Rigid(MassProperties(mass, centre, Inertia(inertia).shiftFromMassCenter(-centre, mass)));
    };
    // The frame of the foot is at its ankle. The leg and the trunk stand upright.
    MobilizedBody::Planar foot(matter.Ground(), link(1.5, Vec3(0.03, -0.05, 0), 0.005));
    MobilizedBody::Pin leg(foot, Vec3(0), link(4, Vec3(0, 0.25, 0), 0.08), Vec3(0));
    MobilizedBody::Pin trunk(leg, Vec3(0, 0.5, 0), link(6, Vec3(0, 0.2, 0), 0.1), Vec3(0));
    foot.addBodyDecoration(Vec3(0.04, -0.06, 0), DecorativeBrick(Vec3(0.1, 0.015, 0.04)));
    leg.addBodyDecoration(Vec3(0, 0.25, 0), DecorativeBrick(Vec3(0.03, 0.25, 0.03)));
    trunk.addBodyDecoration(Vec3(0, 0.2, 0), DecorativeBrick(Vec3(0.05, 0.2, 0.1)));

    const Real ball = 0.015;
    const SurfaceMaterial sole{/*Young's modulus*/ 1e7, /*Poisson's ratio*/ 0.45, /*restitution*/ 0.3,
                               /*friction*/ 0.8};
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), sole, "floor");
    surfaces.add(foot, Sphere(ball), Vec3(-0.06, ball - 0.08, 0), sole, "heel");
    surfaces.add(foot, Sphere(ball), Vec3(0.14, ball - 0.08, 0), sole, "toe");
    surfaces.add(trunk, Sphere(0.1), Vec3(0, 0.35, 0), sole, "head");
    HertzMindlinForce contact(forces, surfaces);
    const Force::DiscreteForces motors(forces, matter), push(forces, matter);

    if (isRecorded) {
        auto* replay = new ReplayRecorder(system, argv[2], 0.02);
        replay->showContacts(contact);
        system.addEventReporter(replay);
    }
    State state = system.realizeTopology();
    ContactIntegrator integrator(system, contact);
    integrator.setFixedStepSize(0.001);

    // The sole settles while the joints are locked. Then the motors take over the torques of the locks.
    foot.setOneQ(state, 2, 0.08 - 0.001);
    leg.lock(state);
    trunk.lock(state);
    integrator.initialize(state);
    integrator.stepTo(10);
    state = integrator.getState();
    system.realize(state, Stage::Acceleration);
    Vector torques;
    matter.findMotionForces(state, torques);
    const MobilizedBody* const joints[] = {&leg, &trunk};
    for (const MobilizedBody* joint : joints) {
        const Real torque = -joint->getOneFromUPartition(state, 0, torques); // Simbody's sign is that of a resistance
        joint->unlock(state);
        motors.setOneMobilityForce(state, *joint, MobilizerUIndex(0), torque);
    }
    integrator.initialize(state);
    const Real start = integrator.getTime();

    // linearize begins
    std::vector<StepInput> inputs;
    for (const MobilizedBody* joint : joints)
        inputs.push_back(StepInput::mobilityForce(motors, *joint, MobilizerUIndex(0), integrator.getState()));
    StepLinearizationOptions options;
    options.numSteps = 5; // the controller runs each 5 ms
    const StepLinearization linear = linearize(integrator, inputs, {}, options);
    // The sole sticks: displacements and speeds are all that a controller can change.
    const int n = 2 * linear.getNumSpeeds(), m = int(inputs.size());
    const Matrix A = linear.A(0, 0, n, n), B = linear.B(0, 0, n, m);
    Vector Q(n, 1.);
    for (int i = 0; i < n / 2; ++i) Q[i] = 100; // displacements [1/rad^2, 1/m^2]
    const Matrix K = solveLqr(A, B, Q, 0.01);
    // linearize ends
    std::printf("largest eigenvalue of a period of %.0f ms: %.4f without feedback, %.4f with it\n",
                1e3 * linear.getPeriod(), largestEigenvalueOf(A), largestEigenvalueOf(A - B * K));

    for (const bool isFedBack : {true, false}) {
        if (isRecorded && !isFedBack) break;
        std::printf("%s feedback, pushed by 30 N for 0.1 s\ntime [s]  lean [mrad]  ankle [N m]   hip [N m]\n",
                    isFedBack ? "with" : "without");
        integrator.initialize(linear.getStart());
        const int periods = 800; // 4 s
        for (int k = 0; k <= periods; ++k) {
            const Real time = k * linear.getPeriod();
            // control begins
            const Vector x = linear.calcDeviation(integrator.getState());
            const Vector change = -1 * (K * x(0, n));
            State& next = integrator.updState();
            for (int i = 0; i < m; ++i)
                motors.setOneMobilityForce(next, *joints[i], MobilizerUIndex(0),
                                           inputs[std::size_t(i)].value + isFedBack * change[i]);
            // control ends
            const bool isPushed = time >= 0.5 && time < 0.6;
            push.setOneBodyForce(next, trunk, SpatialVec(Vec3(0), Vec3(isPushed ? 30 : 0, 0, 0)));
            if (k % 100 == 0) {
                const Vec3 head =
                    trunk.findStationLocationInGround(next, Vec3(0, 0.4, 0)) - foot.getBodyOriginLocation(next);
                std::printf("%8.2f %12.2f %12.3f %11.3f\n", time, 1e3 * std::atan2(head[0], head[1]),
                            inputs[0].value + isFedBack * change[0], inputs[1].value + isFedBack * change[1]);
            }
            if (k < periods) ContactStepper(integrator).stepTo(start + (k + 1) * linear.getPeriod());
        }
    }
}
