// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NEWTON_SOLVER_H
#define SIMBODYDEM_NEWTON_SOLVER_H

#include "integration/Broyden.h"
#include "integration/ContactForces.h"
#include "integration/RungeKuttaStages.h"
#include "integration/SpeedNorm.h"
#include "integration/StageJacobian.h"

#include "Simbody.h"

#include <optional>
#include <string>
#include <vector>

namespace simbodydem {

/** Solves the equation r(u) = 0 of a stage by Newton's method, S du = -M r, with a line search. Derivatives of contact forces are kept as long
as they converge. At a solution each contact is on that side of its limits for which S was made. */
class NewtonSolver {
public:
    NewtonSolver(const ContactForces&, RungeKuttaStages&, StageJacobian&);

    /** The first two arguments must remain until the step is over.
    @param localError  of a step without a control of errors, relative to the accuracy, as the step before had it; infinite where it is not
                       known. What the iterations leave must be less than what the step itself leaves. Nothing: errors are controlled. */
    void beginStep(const StepSettings&, const SpeedNorm&, std::optional<SimTK::Real> localError);
    /** Solves the equation of the current stage. A fixed step gets the last iterate, converged or not.
    @param state    at the first iterate; becomes that of the solution, realized to Stage::Acceleration
    @param iterate  becomes the solution
    @throws StepRefused if iterations do not converge or forces fail */
    void solve(SimTK::State& state, StageIterate& iterate);
    int getNumIterations() const { return numIterations; }
    void setNumIterations(int count) { numIterations = count; }
    /** Returns the ratio of corrections that follow each other by kept factors of the matrix, as it was last; 1: not known. */
    SimTK::Real getKeptRate() const { return keptRate; }
    void setKeptRate(SimTK::Real rate) { keptRate = rate; }

private:
    /** Iterate at which the derivatives of a correction were found. */
    enum class Derivatives { ThisIterate, Earlier };

    void beginStage(const SimTK::State&);
    void iterate(SimTK::State&, StageIterate&);
    /** Returns the largest correction after which the iteration ends, relative to the accuracy. */
    SimTK::Real calcTolerance() const;
    /** Returns true if `trial` is nearer to the solution than this iterate, before a correction by kept derivatives. */
    bool isNearer(const StageIterate&);
    /** Returns true if the rate of convergence, as it was last, says that nothing is left after the correction. */
    bool isKnownToConverge() const;
    /** Returns true if the iterate needs no correction, because this one is negligible. */
    bool needsNone(SimTK::Real sizeOfCorrection, const StageIterate&) const;
    /** @throws StepRefused after too many iterations or cuts */
    void checkLimits(const StageIterate&) const;
    void updateJacobian(const SimTK::State&);
    /** @throws StepRefused if the matrix is singular */
    void findCorrection(const StageIterate&);
    /** Finds what the factors make of the residual of an iterate, x = -S^-1 M r. @returns false if it is not finite */
    bool solveFor(const StageIterate&, SimTK::Vector& x);
    /** Moves the iterate by the correction or a part of it. After that `trial` is the iterate before.
    @returns false if it has not moved, because derivatives from elsewhere have misled */
    bool applyCorrection(SimTK::State&, StageIterate&);
    bool takeWhole(SimTK::State&, StageIterate&);
    /** Cuts the correction until the residual becomes less. @throws StepRefused if no part of it has forces */
    void searchLine(SimTK::State&, const StageIterate&);
    /** Returns true if the iterate is the solution. If it is not, the next correction is prepared. */
    bool hasConverged(const StageIterate&);
    /** Returns true if corrections to come, or the residual, are within the tolerance.
    @param size, rate  of the correction that was taken, and its ratio to the one before */
    bool isWithinTolerance(SimTK::Real size, SimTK::Real rate, const StageIterate&) const;
    /** Returns true if corrections no longer decrease, because they are rounding errors. */
    bool isStuckAtRounding(SimTK::Real size, SimTK::Real rate) const;
    /** Chooses the derivatives of the next correction. */
    void prepareNext(const StageIterate&, SimTK::Real rate, bool areOnSameSides, bool isConverged);
    Derivatives chooseDerivatives(bool areConverging) const;
    /** Evaluates these speeds and a part of the correction. @returns false if forces fail there, and why in `refusal` */
    bool tryToEvaluate(SimTK::State&, const SimTK::Vector& from, SimTK::Real part, StageIterate&);

    const ContactForces& forces;
    RungeKuttaStages& stages;
    StageJacobian& jacobian;
    const StepSettings* settings = nullptr;
    const SpeedNorm* norm = nullptr; // relative to the accuracy
    std::optional<SimTK::Real> localError; // see beginStep()
    int numIterations = 0;
    SimTK::Real keptRate = 1; // see getKeptRate()

    // The stage that is being solved.
    SimTK::Real tolerance = 0; // see calcTolerance()
    Derivatives derivatives = Derivatives::ThisIterate;
    int numRefreshes = 0; // of derivatives
    int numCuts = 0;      // of corrections
    int numConverged = 0; // corrections in a row, by derivatives of their iterate, that are within the tolerance
    bool isSlow =
        false; // the last correction was not much less than the one before, though no contact has changed sides
    std::vector<ContactStatus> contacts; // at the iterate

    // The iteration.
    int iteration = 0;
    SimTK::Vector correction, push, moved;  // the last two: workspace
    SimTK::Real correctionFraction = 1;     // of the correction that was taken
    SimTK::Real wholeSize = 0;              // norm of the correction
    SimTK::Real nextSize = 0;               // norm of the next one by kept factors, in a step that leaves accelerations
    SimTK::Real lastSize = SimTK::Infinity; // norm of what was taken of the correction before
    bool wereOnSameSides = false;           // contacts, before the correction, as for the matrix
    StageIterate trial;
    std::string refusal;

    Broyden broyden;
    int matrixOfBroyden = 0; // StageJacobian::getNumFactorizations() then
};

} // namespace simbodydem

#endif
