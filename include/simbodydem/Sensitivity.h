// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SENSITIVITY_H
#define SIMBODYDEM_SENSITIVITY_H

#include "simbodydem/ContactIntegrator.h"
#include "simbodydem/Export.h"

#include "SimTKcommon.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** Makes the run of calcSensitivity() take recorded steps. calcSensitivity() makes it, and gives it to each run. */
class SIMBODYDEM_API SensitivityRun {
public:
    /** Takes over the steps of an integrator, before its initialize(). The first run is recorded. The later ones take its steps, with Newton's
    method solved to rounding.
    @param integrator  with the same settings in each run. After the run it is free again
    @throws std::logic_error if it is called twice in a run */
    void follow(ContactIntegrator& integrator);

private:
    friend class SensitivityRuns;
    friend class RunLinearizer;
    SensitivityRun() = default;
    static ContactIntegratorImpl& implOf(ContactIntegrator&);
    struct Parts;
    Parts* parts = nullptr;
};

/** Runs a model with these parameters and returns its outcome, numbers such as a final position or a cost. The model is built anew, or an existing
one is changed and initialized:

    const SensitiveFunction drop = [&](const Vector& p, SensitivityRun& run) {
        Ball ball(p[0]);                          // System, forces and integrator, for a modulus p[0]
        run.follow(ball.integrator);              // before initialize()
        ball.integrator.initialize(ball.start(p[1]));
        ball.integrator.stepTo(1);
        return Vector(1, ball.getHeight());
    };

The parameters must not change the times of stepTo(). A control that is constant in intervals is set between two of them. */
using SensitiveFunction = std::function<SimTK::Vector(const SimTK::Vector& parameters, SensitivityRun&)>;

/** Options of calcSensitivity(). */
struct SensitivityOptions {
    /** Greatest perturbation of each parameter, in its unit, > 0; empty: 1e-4 max(|p|, 1). */
    SimTK::Vector perturbations;
    /** Estimated error of a derivative, relative to the largest one of its outcome, above which getDoubts() names it [-], > 0. */
    SimTK::Real tolerance = 1e-5;
};

/** Holds derivatives of a run's outcome with respect to parameters. */
struct SIMBODYDEM_API Sensitivity {
    SimTK::Vector outcome;  ///< of the recorded steps
    SimTK::Matrix jacobian; ///< outcomes x parameters, [unit of the outcome over that of the parameter]
    SimTK::Matrix error;    ///< estimates of the error of these, likewise
    /** Reports what may have no derivative: a contact that touches, or ends in another state, for one side of the perturbation alone; an outcome with
    other slopes on both sides; and errors above the tolerance. Empty if the derivatives hold. */
    std::vector<std::string> doubts;
    int numSteps = 0; ///< of the recorded run
    int numRuns = 0;  ///< in all
};

/** Computes derivatives of a run's outcome with respect to initial state, controls, masses, materials or anything else that makes a run.

The steps of the run at the parameters are recorded: their lengths and methods. Runs with perturbed parameters take the same steps, so the outcome is a
smooth function of the parameters. With error control of its own each run would take other steps, and differences would show the error of the
steps over the perturbation.

A step ends, to rounding, where a contact begins, ends, sticks or slides, where a dashpot's pull is cut to 0, and where a joint or servo reaches its
limit. It does so in each run, at the time at which that happens there, and the next steps follow. So a touch that comes earlier moves the whole
collision, and a force that jumps at the touch jumps at the same place of the same step. The memory of contacts is that of each run. Friction that
sticks, slides and yields is differentiated with it, and so is what a contact keeps from its beginning.

Each derivative is a central difference, extrapolated to perturbation 0 by Ridders' method (Ridders 1982, DOI
10.1016/S0141-1195(82)80057-0), which estimates its error. Perturbations begin at SensitivityOptions::perturbations and fall by a factor of four. The
cost is 8 to 20 runs per parameter. The derivative is that of the discrete run: it converges to that of the motion with the accuracy of
the integrator. Dashpots of friction take substeps whose number depends on the motion. They leave an error of 1e-5 to 1e-3 after
several impacts with slip, which the estimate shows.

Steps of a fixed length are recorded as they are, and end at no change of a contact.

@param function    runs the model, see SensitiveFunction
@param parameters  at which the derivatives are found; at least one, finite
@throws std::invalid_argument if a parameter or an option is out of its range, or if outcomes are not finite
@throws std::logic_error if a run takes over no integrator, or other times of stepTo()
@throws std::runtime_error if a perturbed run cannot take the steps */
SIMBODYDEM_API Sensitivity calcSensitivity(const SensitiveFunction& function, const SimTK::Vector& parameters,
                                           const SensitivityOptions& = {});

/** A model whose runs linearizeRun() differentiates, for one set of parameters. Derive a class from it that has the System, its forces and its integrator.

A run has intervals, in which controls are constant: forces, targets of servos, or what a feedback law makes of the State. */
class SIMBODYDEM_API SensitiveModel {
public:
    virtual ~SensitiveModel() = default;
    /** Returns the integrator, with its settings. */
    virtual ContactIntegrator& updIntegrator() = 0;
    /** Returns the State at the start of the run. */
    virtual SimTK::State makeStart() = 0;
    /** Sets all that holds in an interval, at its start. It may read the State.
    @param state     of the integrator, realized to Stage::Acceleration
    @param interval  from 0 on
    @param controls  of the interval */
    virtual void setControls(SimTK::State& state, int interval, const SimTK::Vector& controls);
    /** Returns the outputs at the end of an interval, finite and equally many each time. A residual at each interval makes a fit, and a final cost
    uses those of the last one.
    @param state     of the integrator, realized to Stage::Acceleration
    @param interval  from 0 on */
    virtual SimTK::Vector observe(const SimTK::State& state, int interval) = 0;
};

/** Makes a model for these parameters. Models of all parameters must have the same bodies, joints, surfaces and laws. */
using MakeSensitiveModel = std::function<std::shared_ptr<SensitiveModel>(const SimTK::Vector& parameters)>;

/** A run of linearizeRun(). */
struct RunInIntervals {
    SimTK::Vector times;      ///< ends of the intervals, increasing [s]
    SimTK::Vector parameters; ///< of MakeSensitiveModel; may be empty
    SimTK::Matrix controls;   ///< intervals x controls; may have no columns
    /** Number of parameters, the first ones, that change the start State alone. They take no runs in the intervals. */
    int numStartParameters = 0;
    /** Greatest perturbation of each parameter, in its unit, > 0; empty: 1e-4 max(|p|, 1). */
    SimTK::Vector parameterPerturbations;
    /** Greatest perturbation of each control likewise; empty: 1e-3 max(|u|, 1). */
    SimTK::Vector controlPerturbations;
    /** Estimated error of a number in the derivatives of an interval, relative to the largest of its kind, above which a doubt names it [-], > 0. */
    SimTK::Real tolerance = 1e-5;
    /** Number of States that are kept at once; 0: the matrices of all intervals are kept instead. Otherwise each product makes the matrices
    anew, from States that it places as Griewank and Walther do (ACM Trans. Math. Software 26, 2000, DOI 10.1145/347837.347846). With s States
    and r repetitions of the run it reverses (s + r)!/(s! r!) intervals. */
    int mostStates = 0;
};

/** Holds the derivatives of a run in intervals, see linearizeRun(). Copies share them.

Products with vectors cost as many multiplications as the intervals have derivatives, and no step. With RunInIntervals::mostStates each product
takes the runs of the intervals anew, and one product at a time may be computed. */
class SIMBODYDEM_API RunLinearization {
public:
    /** The gradient of a weighted sum of outputs. */
    struct Gradient {
        SimTK::Vector parameters; ///< by parameter
        SimTK::Matrix controls;   ///< intervals x controls
    };

    /** Returns the outputs: intervals x outputs. */
    const SimTK::Matrix& getOutputs() const;
    /** Computes the change of the outputs, intervals x outputs, by changes of parameters and controls: the derivative forward.
    @param parameters  changes, as many as there are parameters @param controls  changes, intervals x controls
    @throws std::invalid_argument if a size differs */
    SimTK::Matrix multiply(const SimTK::Vector& parameters, const SimTK::Matrix& controls) const;
    /** Computes the gradient of the sum of weights times outputs: the adjoint derivative. Its cost does not grow with the number of parameters.
    @param weights  intervals x outputs @throws std::invalid_argument if a size differs */
    Gradient multiplyTransposed(const SimTK::Matrix& weights) const;
    /** Computes all derivatives. Rows are outputs, interval by interval; columns are parameters, then controls, interval by interval. */
    SimTK::Matrix calcJacobian() const;
    /** Returns the number of coordinates at the start of an interval, of bodies and of what contacts remember. */
    int getNumCoordinates(int interval) const;
    /** Reports what may have no derivative: a contact that touches, or ends in another state, for one side of a perturbation alone; a change that
    differs for both sides; and estimated errors above the tolerance. Empty if the derivatives hold. With RunInIntervals::mostStates they are those
    of the products so far. */
    const std::vector<std::string>& getDoubts() const;
    int getNumSteps() const;     ///< of the recorded run
    int getNumIntervalRuns() const; ///< all runs of an interval

private:
    friend class RunLinearizer;
    RunLinearization() = default;
    struct Parts;
    std::shared_ptr<const Parts> parts;
};

/** Computes the derivatives of a run with controls in intervals, for any number of controls. It is for optimal control and for fits to paths; with few
parameters and long runs calcSensitivity() is simpler.

Steps are recorded and repeated as in calcSensitivity(), and end where a contact changes, in each run at its own time. Each interval has a matrix of
derivatives: of coordinates and outputs at its end, by coordinates at its start, its controls, and those parameters that act in it. Its columns are
central differences of the interval's own steps, extrapolated to perturbation 0. So a control takes the runs of its interval alone. Forward and
adjoint derivatives are products of the same matrices, and agree to rounding.

Coordinates are displacements along the speeds, speeds, auxiliary variables z, and what contacts and joints remember: elastic displacements of
friction and rolling, masses of dashpots, and numbers of laws such as the deepest overlap. Each element of a layer that touches has two or three
numbers for its shear, and one for its speed at first touch if a restitution makes the damping of it. So do those of a body in sand. Soil is an
error, since each of its cells remembers how deep it was pressed.

An interval with n coordinates and m controls and parameters takes 4 (n + m) to 12 (n + m) runs of its steps.
The matrices stay in memory, or with RunInIntervals::mostStates as many States.

@param make  makes models for parameters and their perturbations
@param run   times, parameters and controls
@throws std::invalid_argument if a number is out of its range or has another size, or an output is not finite
@throws std::runtime_error if a perturbed interval cannot take the steps, or the force has soil */
SIMBODYDEM_API RunLinearization linearizeRun(const MakeSensitiveModel& make, const RunInIntervals& run);

} // namespace simbodydem

#endif
