// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_IMPLICIT_STEP_H
#define SIMBODYDEM_IMPLICIT_STEP_H

#include "integration/ContactForces.h"
#include "integration/Motion.h"
#include "integration/NewtonMatrix.h"
#include "simbodydem/ContactIntegrator.h"

#include "Simbody.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** Where a step begins: what is known of the State at its commit. */
struct StepStart {
    SimTK::Real time;
    SimTK::Vector q, u, z, qdot, udot, zdot;
    bool isSmooth; // udot is that of the motion so far
};

/** How Newton's method is to go about its stages. */
struct StepSettings {
    SimTK::Real accuracy = 1e-3;
    int mostIterations = 12;
    MechanismDerivatives mechanism = MechanismDerivatives::WhereNeeded;
};

/** A method of two implicit stages, each with the weight d = 1 - sqrt(2)/2 of its own. */
struct StepMethod {
    std::array<SimTK::Real, 3> places;                 // of start and stages in the step
    std::array<std::array<SimTK::Real, 2>, 3> weights; // in each stage, of what is before it
    std::array<SimTK::Real, 3> errorWeights;           // what the last ones differ by from those of the third order
};

/** One step of TR-BDF2 (Bank et al. 1985; Hosea & Shampine 1996)

    u_1 = u_0 + d h (a_0 + a_1)                  at t + 2 d h
    u_2 = u_0 + w h (a_0 + a_1) + d h a_2        at t + h,  w = sqrt(2)/4

or, where the accelerations at its start are not those of a smooth motion, of SDIRK2 (Alexander 1977), which does not ask for them:

    u_1 = u_0 + d h a_1                          at t + d h
    u_2 = u_0 + (1 - d) h a_1 + d h a_2          at t + h

with q moved by the same means of the speeds. TR-BDF2's stages are of the second order each: it is the better one for what sticks to
something that moves. But where a load sets in on a stiff contact its trapezoid asks for twice the load, and slides.
Each stage is one system for its speeds, r = u - u~ - d h a(q(u), u) = 0, solved by Newton's method: S dx = -M r. Its
accelerations are then (u - u~)/(d h), free of what rounding and stiffness leave in a. */
class ImplicitStep {
public:
    ImplicitStep(const SimTK::MultibodySystem&, const ContactForces&, const Motion&);

    /** Leaves the State at the end of the step, realized to Stage::Acceleration. @returns whether it could be solved */
    bool take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&);

    /** Of the contacts' swinging about where they are, to some per cent [rad/s]. */
    SimTK::Real calcHighestFrequency(const SimTK::State&);

    /** After take(): the local error of the speeds as a share of what is allowed, filtered by the matrix of the last stage. */
    SimTK::Real calcError() const { return error; }
    /** The accelerations at the end. */
    const SimTK::Vector& getUDot() const { return stages[2].udot; }
    /** Why take() failed, and of which contact, if it was one. */
    const std::string& getFault() const { return fault; }

    int numIterations = 0, numRealizations = 0, numContactPairs = 0;

private:
    struct Stage {
        SimTK::Vector u, qdot, udot, zdot;
    };
    struct Iterate {
        SimTK::Vector u, residual, impulse; // r of the free speeds, and M r
        SimTK::Real size = 0;               // of r, in the mass norm
        SimTK::Real bend = 0;               // of N(q), that q does not have yet
    };
    bool solveStage(SimTK::State&, const StepStart&, int stage, SimTK::Real h, const StepSettings&);
    /** Of these speeds at this stage. @returns whether forces could be had */
    bool evaluate(SimTK::State&, const StepStart&, int stage, SimTK::Real h, const SimTK::Vector& u, Iterate&);
    void followPrescribed(SimTK::State&, const StepStart&, SimTK::Real h);
    void findPrescribed(const SimTK::State&);
    SimTK::Real measure(const SimTK::Vector& speeds) const; // as a share of the tolerance of the accuracy
    void buildMatrix(const SimTK::State&, SimTK::Real c);
    void findMechanismDerivatives(const SimTK::State&);
    bool finishZ(SimTK::State&, const StepStart&, int stage, SimTK::Real h);
    void estimateError(const SimTK::State&, const StepStart&, SimTK::Real h);

    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    const ContactForces& forces;
    const Motion& motion;
    NewtonMatrix matrix;
    const StepMethod* method = nullptr;
    Stage stages[3]; // the first is the start
    SimTK::Vector way, rates, q, z, scales, correction, shape, qdotOfStage;
    std::vector<std::pair<int, int>> prescribed; // coordinates and their speeds
    std::vector<PairTangent> tangents;
    std::vector<ContactStatus> status, statusOfMatrix;
    Eigen::MatrixXd mechanism, mechanismBySpeed, mechanismByPlace;
    SimTK::Real error = 0;
    bool areGuessesAhead[2] = {true, true}; // by stage
    bool isMatrixOfThisStep = false, isMechanismOfThisStep = false, hasMechanism = false;
    std::string fault;
};

} // namespace simbodydem

#endif
