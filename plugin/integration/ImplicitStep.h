// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_IMPLICIT_STEP_H
#define SIMBODYDEM_IMPLICIT_STEP_H

#include "integration/Broyden.h"
#include "integration/ContactForces.h"
#include "integration/CoordinateUpdate.h"
#include "integration/ExponentialBackoff.h"
#include "integration/MechanismTangents.h"
#include "integration/NewtonMatrix.h"
#include "integration/PrescribedCoordinates.h"
#include "integration/Step.h"

#include "Simbody.h"

#include <array>
#include <vector>

namespace simbodydem {

/** A method of two implicit stages, each with the weight d = 1 - sqrt(2)/2 of its own. */
struct ButcherTableau {
    std::array<SimTK::Real, 3> nodes;            // of start and stages in the step
    std::array<std::array<SimTK::Real, 2>, 3> A; // in each stage, of what is before it
    std::array<SimTK::Real, 3> errorWeights;     // what the last ones differ by from those of the third order
};

/** One step of TR-BDF2 (Bank et al. 1985; Hosea & Shampine 1996)

    u_1 = u_0 + d h (a_0 + a_1)                  at t + 2 d h
    u_2 = u_0 + w h (a_0 + a_1) + d h a_2        at t + h,  w = sqrt(2)/4

or of SDIRK2 (Alexander 1977), where the accelerations at its start are not those of a smooth motion and contacts have changed not long
before, or the step has a fixed length:

    u_1 = u_0 + d h a_1                          at t + d h
    u_2 = u_0 + (1 - d) h a_1 + d h a_2          at t + h

with q moved by the same means of the speeds. Both stages of TR-BDF2 are of the second order, so a contact that sticks to a moving body
does not slip. But where a load sets in on a stiff contact its trapezoid needs twice the load, and slides. SDIRK2 does not use the
accelerations at the start. Its first stage lags behind a moving body, which brakes wheels that turn.
Each stage is one system for its speeds, r = u - u~ - d h a(q(u), u) = 0, solved by Newton's method: S dx = -M r. Its
accelerations are then (u - u~)/(d h), free of what rounding and stiffness leave in a. */
class ImplicitStep : public Step {
public:
    ImplicitStep(const SimTK::MultibodySystem&, const ContactForces&, const CoordinateUpdate&);

    bool take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&) override;
    SimTK::Real getOrder() const override { return 2; }
    const SimTK::Vector& getUDot(const SimTK::State&) const override { return stages[2].udot; }

    /** Of the contacts' swinging about where they are, to some per cent [rad/s]. */
    SimTK::Real calcHighestFrequency(const SimTK::State&);

    int numIterations = 0, numTangents = 0; // the latter that were asked for

private:
    struct RungeKuttaStage {
        SimTK::Vector u, qdot, udot, zdot;
        SimTK::Vector displacement; // of speeds, from the start to here
    };
    /** What a stage begins with: the start, and the shares of the stages before. */
    struct Base {
        SimTK::Vector u, displacement, rates,
            z; // displacement and rates: of the step until now, without what they lead to
    };
    struct Iterate {
        SimTK::Vector u, residual, impulse; // r of the free speeds, and M r
        SimTK::Real size = 0;               // of r, in the mass norm
        SimTK::Real bend = 0;               // of N(q), that q does not have yet
    };
    SimTK::Real findTolerance(const StepStart&, int stage, SimTK::Real h, const StepSettings&) const;
    bool solveStage(SimTK::State&, const StepStart&, int stage, SimTK::Real h, const StepSettings&);
    /** The State, where these speeds at this stage lead to. */
    void place(SimTK::State&, const StepStart&, int stage, SimTK::Real h, const SimTK::Vector& u);
    /** Where the tangents that were found last lead to from the stage before.
    @param state  somewhere near @returns whether they say anything of this stage */
    bool predict(const SimTK::State&, const StepStart&, int stage, SimTK::Real h, SimTK::Vector& guess);
    bool evaluateGuess(SimTK::State&, const StepStart&, int stage, SimTK::Real h, const StepSettings&, Iterate& now);
    SimTK::Real searchLine(SimTK::State&, const StepStart&, int stage, SimTK::Real h, bool isAtRounding,
                           const Iterate& now, Iterate& trial);
    bool areTangentsOfSticking() const;
    /** Of these speeds at this stage. @returns whether forces could be had */
    bool evaluate(SimTK::State&, const StepStart&, int stage, SimTK::Real h, const SimTK::Vector& u, Iterate&);
    void findBase(const StepStart&, int stage, SimTK::Real h);
    bool catchUp(SimTK::State&, SimTK::Real h);
    bool realize(const SimTK::State&);
    SimTK::Real measure(const SimTK::Vector& speeds) const; // as a share of the tolerance of the accuracy
    void findTangents(const SimTK::State&);
    void buildMatrix(const SimTK::State&, SimTK::Real c);
    void findMechanismTangents(const SimTK::State&);
    bool finishZ(SimTK::State&, RungeKuttaStage&, SimTK::Real h);
    void estimateError(const SimTK::State&, SimTK::Real h);

    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    const ContactForces& forces;
    const CoordinateUpdate& coordinates;
    NewtonMatrix matrix;
    PrescribedCoordinates prescribed;
    MechanismTangents mechanism;
    const ButcherTableau* tableau = nullptr;
    RungeKuttaStage stages[3]; // the first is the start
    Base base;
    SimTK::Vector q, scales, correction, shape;
    std::vector<PairTangent> tangents;
    std::vector<ContactStatus> status, statusOfMatrix;
    Eigen::MatrixXd shareOfMechanism;
    std::vector<SimTK::Vector> guesses;   // of the stage that is being solved
    std::size_t nearestGuess[2] = {2, 2}; // in the last step, by stage
    int numCuts = 0;                      // of corrections in this stage
    bool isMatrixOfThisStep = false, isMechanismOfThisStep = false;
    ExponentialBackoff oldTangentsBackoff, mechanismBackoff;
    Broyden broyden;              // of the corrections by this matrix
    bool isMatrixCurrent = false; // of the tangents that were found last
};

} // namespace simbodydem

#endif
