// A stiff leg stands on the four balls of its foot. The example computes its natural frequencies by the linearization of the
// contacts and in closed form. It also measures the CPU time of standing with three integrators.

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <ctime>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real mass = 12, g = 9.81, height = 0.4;        // of the leg; its centre above those of the balls [kg, m/s^2, m]
const Real ball = 0.02, length = 0.09, width = 0.04; // radius of a ball; x and z of the balls, to both sides [m]
const Real youngsModulus = 1e8, poisson = 0.45;      // of a hard sole [Pa], [-]
const Vec3 inertia(0.45, 0.05, 0.45);                // about the centre [kg m^2]

// Returns the natural frequencies [Hz] of d^2 w/dt^2 = -M^-1 K w in ascending order, without modes that do not oscillate.
std::vector<Real> findFrequencies(const SimbodyMatterSubsystem& matter, const State& state, const Matrix& stiffness) {
    Matrix perMass(stiffness.nrow(), stiffness.ncol());
    for (int k = 0; k < stiffness.ncol(); ++k) {
        Vector column;
        matter.multiplyByMInv(state, stiffness(k), column);
        perMass(k) = column;
    }
    Vector_<std::complex<Real>> squares;
    SimTK::Eigen(perMass).getAllEigenValues(squares);
    std::vector<Real> found;
    for (int k = 0; k < squares.size(); ++k)
        if (squares[k].real() > 1) found.push_back(std::sqrt(squares[k].real()) / (2 * Pi));
    std::sort(found.begin(), found.end());
    return found;
}

// Returns the natural frequencies [Hz] in closed form, from Hertz's and Mindlin's stiffness of a ball under a quarter of the
// weight. The leg bounces, turns about its axis, and sways in both directions. Swaying is shear and rocking at once.
std::vector<Real> solveFrequencies(Real overlap) {
    const Real modulus = youngsModulus / (2 * (1 - poisson * poisson)),
               shear = youngsModulus / (2 * (1 + poisson)) / (2 * (2 - poisson)), a = std::sqrt(ball * overlap);
    const Real kn = 4 * 2 * modulus * a, kt = 4 * 8 * shear * a, weight = mass * g;
    std::vector<Real> squares = {kn / mass, kt * (square(length) + square(width)) / inertia[1]};
    const Real lever = height + ball - overlap / 2; // of the contact points below the centre [m]
    for (const Real reach : {length, width}) {      // the ground pushes at the balls' centres, which rock with the leg
        const Real k = kn * square(reach) + kt * square(lever) - weight * height, I = inertia[0];
        const Real half = 0.5 * (kt / mass + k / I), product = kt / mass * (k - kt * square(lever)) / I;
        const Real root = std::sqrt(square(half) - product);
        squares.push_back(product / (half + root)); // half - root, without its cancellation
        squares.push_back(half + root);
    }
    std::sort(squares.begin(), squares.end());
    for (Real& s : squares) s = std::sqrt(s) / (2 * Pi);
    return squares;
}

double processorTime() { return double(std::clock()) / CLOCKS_PER_SEC; }

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
    MobilizedBody::Free leg(matter.Ground(), Body::Rigid(MassProperties(mass, Vec3(0), Inertia(inertia))));

    const SurfaceMaterial sole{youngsModulus, poisson, /*restitution*/ 0.3, /*friction*/ 0.8};
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), sole, "floor");
    for (const int x : {-1, 1})
        for (const int z : {-1, 1}) surfaces.add(leg, Sphere(ball), Vec3(x * length, -height, z * width), sole);
    const HertzMindlinForce force(forces, surfaces);

    // At rest each ball carries a quarter of the weight: delta = (F/(4/3 E* sqrt(R)))^(2/3).
    const Real modulus = youngsModulus / (2 * (1 - poisson * poisson));
    const Real overlap = std::pow(mass * g / 4 / (4. / 3 * modulus * std::sqrt(ball)), 2. / 3);
    State state = system.realizeTopology();
    leg.setQToFitTranslation(state, Vec3(0, height + ball - overlap, 0));
    system.realize(state, Stage::Dynamics);
    force.commitHistory(state); // the tangential springs begin at this pose
    system.realize(state, Stage::Dynamics);

    const std::vector<Real> expected = solveFrequencies(overlap),
                            found = findFrequencies(matter, state, force.calcLinearization(state).calcStiffness(state));
    std::printf("frequencies [Hz]\n  closed form linearized\n");
    for (std::size_t i = 0; i < expected.size() && i < found.size(); ++i)
        std::printf("  %11.4f%11.4f\n", expected[i], found[i]);

    std::printf("pushed at 1 cm/s, ten seconds of standing at accuracy 1e-3\n");
    leg.setUToFitLinearVelocity(state, Vec3(0.01, 0, 0.005));
    double start = processorTime();
    // integrator begins
    ContactIntegrator contact(system, force);
    contact.setAccuracy(1e-3);
    contact.initialize(state);
    contact.stepTo(10);
    // integrator ends
    std::printf("  ContactIntegrator  %6d steps  %7.1f ms\n", contact.getNumStepsTaken(),
                1e3 * (processorTime() - start));
    RungeKuttaMersonIntegrator explicitly(system);
    explicitly.setAccuracy(1e-3);
    start = processorTime();
    explicitly.initialize(state);
    while (explicitly.getTime() < 10) explicitly.stepTo(10);
    std::printf("  Runge-Kutta-Merson %6d steps  %7.1f ms\n", explicitly.getNumStepsTaken(),
                1e3 * (processorTime() - start));
    CPodesIntegrator cpodes(system);
    cpodes.setAccuracy(1e-3);
    prepareIntegrator(cpodes);
    start = processorTime();
    cpodes.initialize(state);
    while (cpodes.getTime() < 10) cpodes.stepTo(10);
    std::printf("  CPodes             %6d steps  %7.1f ms\n", cpodes.getNumStepsTaken(),
                1e3 * (processorTime() - start));
    const Vec3 moved = leg.getBodyOriginLocation(contact.getState()) - leg.getBodyOriginLocation(explicitly.getState());
    std::printf("  the first two end %.1e m apart\n", moved.norm());
}
