// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_INTEGRATOR_H
#define SIMBODYDEM_CONTACT_INTEGRATOR_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"
#include "simbodydem/JointForces.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace SimTK {
class MultibodySystem;
}

namespace simbodydem {

class ContactIntegratorImpl;
struct RunMemory;
class StepLinearization;
struct StepInput;
struct StepLinearizationOptions;

/** Holds a run of ContactIntegrator at the end of a step: its State, and all else that the next step depends on. That is the accelerations
and contacts of the step before, the next length, the method, collisions under way, derivatives that are kept, and the events that were
served. Copies share one saved run, which never changes. */
class SIMBODYDEM_API SavedRun {
public:
    /** Returns true if nothing was saved. */
    bool isEmpty() const { return !memory; }
    /** Returns the State that was saved. @throws std::logic_error if nothing was */
    const SimTK::State& getState() const;

private:
    friend class ContactIntegrator;
    std::shared_ptr<const RunMemory> memory;
};

/** Selects when an implicit step uses the derivatives of other forces than contacts, such as muscles, bushings and controllers. It uses them
never, as soon as Newton's method is slow without them, or from the first step on. */
enum class MechanismDerivatives { Never, WhereNeeded, Always };

/** Integrates a System implicitly, with the derivatives of its contacts. Use it for bodies that stand, hold, roll and slide on stiff
surfaces. There the stiffness of the contacts limits the steps of an explicit integrator, and not those of this one.

    ContactIntegrator integrator(system, force);
    integrator.setAccuracy(1e-3);
    integrator.initialize(state);
    integrator.stepTo(10);

@par Methods
Both implicit methods are of the second order, L-stable and error-controlled. TR-BDF2 (Bank et al. 1985, DOI 10.1109/TCAD.1985.1270142;
Hosea & Shampine 1996, DOI 10.1016/0168-9274(95)00115-8) is the usual one. SDIRK2 (Alexander 1977, DOI 10.1137/0714068) steps where the
motion is not smooth. Newton's method solves for the speeds with the matrix M - h d dtau/du - (h d)^2 dtau/dq. Its derivatives of the
contacts come from DEMContactForce::calcLinearization(), for the present iterate. If a contact changes from sticking to sliding within an
iteration, another iteration follows. While all contacts stick, the derivatives are kept as long as they serve. They then also predict a
stage before its first iteration.

In flight and in collisions contacts begin and end faster than their natural period. There it takes explicit steps by the method of Cash and
Karp (1990, DOI 10.1145/79505.79507), which is of the fifth order. During the run it takes the method that advances further for its cost. It
counts this cost instead of measuring CPU time, so a run is the same on every machine.

@par Steps
The history is committed at each accepted step and at no other time. A step ends, at the latest, where surfaces that are apart
may meet, where slip ends, and at the time that you request. No State is interpolated. A polynomial through positions does not give the
forces of stiff contacts.

Constraints, prescribed motion, locks and quaternions are integrated as in Simbody's integrators. Other forces enter with their values at
each iterate, and with their derivatives where these are needed (setMechanismDerivatives()).

It is not a SimTK::Integrator, because Simbody does not install the implementation class of that. A TimeStepper therefore cannot use it.
ContactStepper has the calls of a TimeStepper and serves the reporters and handlers of the System. */
class SIMBODYDEM_API ContactIntegrator {
public:
    /** Integrates a System with one contact force.
        @param system  the System; it must outlive the integrator
        @param force   the force that is integrated implicitly; only the handle is copied
        @throws std::invalid_argument if the force is of another System */
    ContactIntegrator(const SimTK::MultibodySystem& system, const DEMContactForce& force);
    /** Integrates a System with several contact forces, {feet, hands}.
        @param system  the System; it must outlive the integrator
        @param forces  all forces that are integrated implicitly, each once
        @throws std::invalid_argument if there is none, or if one is given twice or is of another System */
    ContactIntegrator(const SimTK::MultibodySystem& system, const std::vector<DEMContactForce>& forces);
    /** Integrates a System that has forces of joints and no contact forces.
        @param system  to be integrated; it must outlive this
        @param joints  to be taken implicitly; only the handle is copied
        @throws std::invalid_argument if the forces are of another System */
    ContactIntegrator(const SimTK::MultibodySystem& system, const JointForces& joints);
    ~ContactIntegrator();
    ContactIntegrator(const ContactIntegrator&) = delete;
    ContactIntegrator& operator=(const ContactIntegrator&) = delete;

    /** Sets the allowed local error of a step in any speed, relative to max(1, |speed|) in rad/s or m/s. The default is 1e-3.
        @param accuracy  [-], in (0, 0.1] */
    ContactIntegrator& setAccuracy(SimTK::Real accuracy);
    /** Sets the tolerance to which constraints are satisfied after each step. It is a tenth of the accuracy unless you set it.
        @param tolerance  [-], > 0 */
    ContactIntegrator& setConstraintTolerance(SimTK::Real tolerance);
    /** Sets the longest step. No step exceeds it, not even by rounding. A longer fixed step is taken in parts.
        @param step  [s], > 0; infinite by default */
    ContactIntegrator& setMaximumStepSize(SimTK::Real step);
    /** Sets the first step.
        @param step  [s], > 0; found from the accelerations unless you set it */
    ContactIntegrator& setInitialStepSize(SimTK::Real step);
    /** Sets steps of one fixed length, for robots and games that need a known cost per second. A step has two stages of at most
        `iterations` iterations each, and no error estimate. It is stable at any stiffness. You decide what the step resolves.

        A collision that the step does not resolve takes explicit steps of its own, at the accuracy, so it returns the restitution of its
        laws. A surface that lands with at most half the speed that it gains in one step does not rebound. The library prints one
        warning per run if the steps gain energy, and one if a body turns by more than they resolve.
        @param step        [s], > 0; 1e-3 to 5e-3 is usual
        @param iterations  1 or more */
    ContactIntegrator& setFixedStepSize(SimTK::Real step, int iterations = 3);
    /** Lets the error control choose the step sizes, which is the default. Undoes setFixedStepSize() from the next step on. */
    ContactIntegrator& setVariableStepSize();
    /** Sets when differences are used to find two kinds of derivatives: those of other forces, and those of the speeds' effect on each other.
        They take 2 nu force evaluations and are kept as long as they serve. The default is WhereNeeded. */
    ContactIntegrator& setMechanismDerivatives(MechanismDerivatives);

    /** Takes joint forces implicitly as well. Call it before initialize().
        @throws std::invalid_argument if they are of another System or were given before, std::logic_error after initialize() */
    ContactIntegrator& addJointForces(const JointForces&);

    /** Begins at this State, after projecting it onto the constraints. Nothing of a run before remains. The cost is that of one evaluation of
        accelerations, and of two evaluations of the contact forces.
        @throws std::runtime_error if that is impossible; Simbody's exceptions as well */
    void initialize(const SimTK::State&);

    /** Saves the run as it is at the present State, for restoreFrom(). Settings are not saved.
        @throws std::logic_error before initialize() */
    void saveTo(SavedRun&) const;
    /** Continues a saved run, of this integrator or of another one of the same forces, in place of initialize(). With the same settings its
        steps are those of the run that was saved, bit for bit. initialize() with a copy of the State begins a run of its own instead: its
        steps differ from those of the run that continues, within the accuracy. The cost is a copy of the State and one force evaluation.
        @throws std::invalid_argument if nothing was saved, or with other numbers of forces
        @throws std::logic_error if the State is of another System */
    void restoreFrom(const SavedRun&);

    /** Advances to exactly this time, in as many steps as needed. Reporters and handlers of the System are not served, see ContactStepper. After an
        exception the State is the one at which the last step ended.
        @throws std::logic_error before initialize(), or if the State has other coordinates since then
        @throws std::invalid_argument if the time is in the past
        @throws std::runtime_error with the contact, its position and the reason, if no step is short enough
        @throws std::runtime_error with the setting, if a setting makes steps shorter than the resolution of time */
    void stepTo(SimTK::Real time);

    /** Takes one step of a length that the integrator chooses, no further than to this time. */
    void takeOneStep(SimTK::Real time);

    /** Returns the present State, realized to Stage::Acceleration. Valid until the next call. */
    const SimTK::State& getState() const;
    /** Returns the present State for changes by hand, such as those of an event handler. The next step begins with the changed State. Its
        coordinates must stay the same: after a change from quaternions to Euler angles call initialize(). */
    SimTK::State& updState();
    /** Returns the time of the present State [s]. */
    SimTK::Real getTime() const { return getState().getTime(); }

    int getNumStepsTaken() const;            ///< accepted steps
    int getNumExplicitStepsTaken() const;    ///< accepted steps by the method of Cash and Karp
    int getNumStepsAttempted() const;        ///< accepted and rejected steps
    int getNumIterations() const;            ///< of Newton's method, each with a matrix and its factors
    int getNumRealizations() const;          ///< of the System, to Stage::Acceleration: force evaluations
    SimTK::Real getPreviousStepSize() const; ///< [s], 0 before the first step
    /** Returns the names of the three methods: the two implicit ones and the explicit one. Fixed steps use all three too. */
    std::string getMethodName() const { return "TR-BDF2, SDIRK2 and Cash-Karp"; }

private:
    friend class ContactStepper;
    friend class SensitivityRun;
    friend SIMBODYDEM_API StepLinearization linearize(const ContactIntegrator&, const std::vector<StepInput>&,
                                                      const std::function<SimTK::Vector(const SimTK::State&)>&,
                                                      const StepLinearizationOptions&);
    const std::vector<DEMContactForce> forces; // the implementation refers to these handles
    std::unique_ptr<ContactIntegratorImpl> impl;
};

} // namespace simbodydem

#endif
