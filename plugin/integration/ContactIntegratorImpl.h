// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H
#define SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H

#include "integration/Collisions.h"
#include "integration/ExplicitStep.h"
#include "integration/ImplicitStep.h"
#include "integration/LongestSolved.h"
#include "integration/StepChoice.h"
#include "simbodydem/ContactIntegrator.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** What goes on between two commits: step sizes, refusals, what bounds a step, and the System's events. */
class ContactIntegratorImpl {
public:
    ContactIntegratorImpl(const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&);

    void initialize(const SimTK::State&);
    void stepTo(SimTK::Real time);
    void takeOneStep(SimTK::Real time);
    void simulate(SimTK::Real time);
    void checkInitialized(const char* caller) const;

    SimTK::State state;
    StepSettings settings;
    SimTK::Real constraintTolerance = SimTK::NaN, longest = SimTK::Infinity, initialStep = SimTK::NaN;
    SimTK::Real fixedStep = SimTK::NaN; // if settings.isFixed
    SimTK::Real previousStep = 0;
    int numSteps = 0, numAttempts = 0;
    int getNumIterations() const { return implicitStep ? implicitStep->numIterations : 0; }
    int getNumRealizations() const {
        return implicitStep ? implicitStep->numRealizations + explicitStep->numRealizations : 0;
    }
    int numExplicitSteps = 0;

private:
    void checkTime(const char* caller, SimTK::Real time) const;
    StepStart beginStep();
    /** One step of at most this length, of the length that errors choose or of the fixed one. */
    void advance(SimTK::Real room) { settings.isFixed ? advanceFixed(room) : advanceFreely(room); }
    /** As long as error, contacts and slips allow. */
    void advanceFreely(SimTK::Real room);
    void commit() { state.autoUpdateDiscreteVariables(); }
    /** What is left of a fixed step, or a part of it in a collision. */
    void advanceFixed(SimTK::Real room);
    bool isExplicit() const { return settings.isFixed ? collisions.areUnderWay() : choice.isExplicit(); }
    /** Take this step, or as much of it as error and slips allow. @param isBound  by something else than the error */
    void takeWhatIsAllowed(SimTK::Real h, SimTK::Real room, bool isBound);
    /** Predicts collisions where the start's speeds and accelerations lead to in this time.
    @returns whether anything that is apart touches, and comes closer, when this time is over */
    bool foreseeCollisions(SimTK::Real h);
    /** Predicts collisions at this time and pose. @returns the same */
    bool foreseeCollisions(const Sighting&);
    /** Returns true if new contacts that an implicit step has found collide. */
    bool hasMetCollisions(const std::vector<Sighting>&);
    /** Returns true unless collisions have cut this fixed step too often. */
    bool mayBeCut() const;
    void returnToStart() { put(state, start.time, start.q, start.u, start.z); }
    /** The method of the hour. */
    Step& step() const;
    bool takeStep(SimTK::Real h);
    void finishStep();
    SimTK::Real findFirstStep();
    SimTK::Real boundBySlips(SimTK::Real h) const;
    /** Bounds an explicit step by what it may fly into. */
    SimTK::Real boundByFlight(SimTK::Real h) const;
    /** Where within a step of length h slip has turned round, as a share of it; 1: nowhere that matters. */
    SimTK::Real findTurn(SimTK::Real h) const;
    /** The time into a step of length h at which the first of its new contacts has come; 0 if there are none. */
    SimTK::Real findTouch(SimTK::Real h) const;
    /** The time into a step of length h at which it has flown into a contact; h: it has not. */
    SimTK::Real findFlight(SimTK::Real h) const;
    void projectOntoConstraints();
    [[noreturn]] void giveUp(SimTK::Real h, const std::string& why) const;
    SimTK::Real getConstraintTolerance() const;

    bool handle(SimTK::Event::Cause, const SimTK::Array_<SimTK::EventId>&);
    /** Find where in the step that was just taken the first witness function changes its sign, and end it there. */
    SimTK::Array_<SimTK::EventId> locateTriggers(const SimTK::Vector& before);
    SimTK::Array_<SimTK::EventId> findTriggered(const SimTK::Vector& before, SimTK::Real& window) const;

    const SimTK::MultibodySystem& system;
    const ContactForces forces;
    std::unique_ptr<Motion> motion;
    std::unique_ptr<ImplicitStep> implicitStep;
    std::unique_ptr<ExplicitStep> explicitStep;
    StepChoice choice;
    Collisions collisions;
    SimTK::Real fixedEnd = SimTK::NaN; // of the fixed step that is being taken
    int numShortParts = 0;             // of it, so far, that collisions have cut
    bool isInitialized = false, isElasticTold = false;
    StepStart start;                   // of the step that was taken last
    std::vector<Slip> slips;           // then
    SimTK::Real next = SimTK::NaN;     // step size that the error allows
    SimTK::Real previousError = 0;     // of the implicit step before; 0: there was none
    SimTK::Real allowedByError = 0;    // step size, of the step that was taken last
    LongestSolved solved;              // limits implicit steps after one that Newton's method has not solved
    int cautious = 0;                  // steps for which it grows little, after a refusal
    int stepsSinceNew = 0;             // since a contact came or stuck
    bool isEndSmooth = false;          // no contact came or stuck in it
    SimTK::Vector endUDot, endQ, endU; // of the step that was taken last, as its method has them
    SimTK::Vector udotRate;            // over that step
    std::string refusal;               // why the last attempt failed
};

} // namespace simbodydem

#endif
