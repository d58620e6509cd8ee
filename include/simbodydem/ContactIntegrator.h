// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_INTEGRATOR_H
#define SIMBODYDEM_CONTACT_INTEGRATOR_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"
#include "simbodydem/JointForces.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace SimTK {
class MultibodySystem;
}

namespace simbodydem {

class ContactIntegratorImpl;

/** When an implicit step knows how forces other than contacts' change, those of muscles, bushings and controllers: never, as soon as Newton's
method would be slow without, or from the first step on. */
enum class MechanismDerivatives { Never, WhereNeeded, Always };

/** An implicit integrator that knows its contacts: for what stands, holds, rolls and slides on stiff surfaces, where the step of
an explicit integrator is bound by the contacts' stiffness.

    ContactIntegrator integrator(system, force);
    integrator.setAccuracy(1e-3);
    integrator.initialize(state);
    integrator.stepTo(10);

TR-BDF2 (Bank et al. 1985; Hosea & Shampine 1996), and SDIRK2 (Alexander 1977) where motion is not smooth: second order,
L-stable, error-controlled, with Newton's method on the speeds. Its matrix M - h d dtau/du - (h d)^2 dtau/dq has the contacts'
own derivatives (DEMContactForce::calcLinearization()), always those of the present iterate's contacts: one that goes from sticking
to sliding within an iteration is iterated again. Where all stick, derivatives are kept for as long as they serve; they predict
a stage, too, before anything is iterated. The history is committed at each step that is accepted and at no other time. A step
ends, at the latest, where surfaces that are apart may meet, where slip comes to its end and at the time asked for: nothing is
stepped over, and no state is interpolated, since the forces of stiff contacts are not those of positions that a polynomial goes
through.

Constraints, prescribed motion, locks and quaternions are integrated as Simbody's integrators do. Forces other than the contacts' enter with
their values at each iterate, and with their derivatives where these are needed (setMechanismDerivatives()).

It is no SimTK::Integrator, whose implementation class Simbody does not install, so a TimeStepper cannot have it: simulate() serves
the System's reporters and handlers in its place.

In flight and in collisions, where contacts come and go faster than they swing, it steps by Cash and Karp's explicit method (1990), of
the fifth order: which of the two gets further for its price is decided as the run goes on, by counts, so that a run is the same
everywhere. */
class SIMBODYDEM_API ContactIntegrator {
public:
    /** Integrates a System with one contact force.
        @param system  to be integrated; it must outlive this
        @param force   to be taken implicitly; only the handle is copied
        @throws std::invalid_argument if the force is of another System */
    ContactIntegrator(const SimTK::MultibodySystem& system, const DEMContactForce& force);
    /** Integrates a System with several contact forces, {feet, hands}.
        @param system  to be integrated; it must outlive this
        @param forces  all that are to be taken implicitly, each once
        @throws std::invalid_argument if there is none, or one comes twice or is of another System */
    ContactIntegrator(const SimTK::MultibodySystem& system, const std::vector<DEMContactForce>& forces);
    [[deprecated("give the forces themselves, not pointers to them")]] ContactIntegrator(
        const SimTK::MultibodySystem& system, const std::vector<const DEMContactForce*>& forces);
    [[deprecated("give the forces themselves, not pointers to them")]] ContactIntegrator(
        const SimTK::MultibodySystem& system, std::initializer_list<const DEMContactForce*> forces);
    ~ContactIntegrator();
    ContactIntegrator(const ContactIntegrator&) = delete;
    ContactIntegrator& operator=(const ContactIntegrator&) = delete;

    /** The local error that a step may have in any speed, of 1 rad/s or m/s, or of its value where that is more; 1e-3 at first.
        @param accuracy [-], in (0, 0.1] */
    ContactIntegrator& setAccuracy(SimTK::Real accuracy);
    /** To which constraints are satisfied after each step; a tenth of the accuracy unless set. @param tolerance [-], > 0 */
    ContactIntegrator& setConstraintTolerance(SimTK::Real tolerance);
    /** No step is longer, not by rounding; a fixed step that would be is taken in parts. @param step [s], > 0; infinite at first */
    ContactIntegrator& setMaximumStepSize(SimTK::Real step);
    /** @param step [s], > 0; found from the accelerations unless set */
    ContactIntegrator& setInitialStepSize(SimTK::Real step);
    /** Steps of this length and no other, for robots and games that have to know what a second costs: two stages of at most so many
        iterations each, no error estimate. Stable at any stiffness, but it is up to the user what the step resolves. A collision that
        it does not resolve is gone through in explicit steps of its own, at the accuracy, so that what it returns is what its laws
        say; a surface that lands with half the speed that it gains in a step, or less, gives nothing back. One warning a run says
        that steps gain energy, or that a body turns by more than they resolve.
        @param step        [s], > 0; 1e-3 to 5e-3 is usual
        @param iterations  1 or more */
    ContactIntegrator& setFixedStepSize(SimTK::Real step, int iterations = 3);
    /** Lets the error control choose the step sizes, as it does at first. Undoes setFixedStepSize() from the next step on. */
    ContactIntegrator& setVariableStepSize();
    /** Whether the derivatives of the other forces, and of what speeds do to each other, are found by differences: 2 nu realizations,
        kept as long as they serve. WhereNeeded at first. */
    ContactIntegrator& setMechanismDerivatives(MechanismDerivatives);

    /** Takes joint forces implicitly as well, from the next initialize() on.
        @throws std::invalid_argument if they are of another System or were given before */
    ContactIntegrator& addJointForces(const JointForces&);

    /** Begin at this State, which is projected onto the constraints.
        @throws std::runtime_error, and what Simbody throws, if that is impossible */
    void initialize(const SimTK::State&);

    /** Advances to exactly this time, in as many steps as it takes. Reporters and handlers of the System are not served. After an
        exception the State is that at which the last step ended.
        @throws std::logic_error before initialize(), or if the State has been given other coordinates since then,
        std::invalid_argument if the time is past, std::runtime_error, saying which contact, where and why, if no step is short
        enough, or which setting makes steps shorter than the clock shows */
    void stepTo(SimTK::Real time);

    /** The same, serving the System's reporters and handlers, scheduled and triggered ones, in the order of their times. Ends early if a
        handler asks for it. Reports of this time are made; a handler that is scheduled for exactly this time is left to the run
        that begins there, as a TimeStepper does. */
    void simulate(SimTK::Real time);

    /** Take one step of the integrator's own choice, no further than to this time. */
    void takeOneStep(SimTK::Real time);

    /** Where it is, realized to Stage::Acceleration. Valid until the next call. */
    const SimTK::State& getState() const;
    /** To be changed by hand, as by an event handler; the next step then begins with what it finds. Its coordinates must stay the
        same ones: after a change of quaternions to Euler angles call initialize(). */
    SimTK::State& updState();
    SimTK::Real getTime() const { return getState().getTime(); }

    int getNumStepsTaken() const;
    int getNumExplicitStepsTaken() const; ///< of these, by Cash and Karp's method
    int getNumStepsAttempted() const;
    int getNumIterations() const;            ///< of Newton's method, each with a matrix and its factors
    int getNumRealizations() const;          ///< of the System, to Stage::Acceleration
    SimTK::Real getPreviousStepSize() const; ///< [s], 0 before the first
    std::string getMethodName() const { return "TR-BDF2"; }

private:
    const std::vector<DEMContactForce> forces; // the handles that the implementation refers to
    std::unique_ptr<ContactIntegratorImpl> impl;
};

} // namespace simbodydem

#endif
