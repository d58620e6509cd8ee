// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H
#define SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H

#include "integration/Collisions.h"
#include "integration/FixedStepWatch.h"
#include "integration/LongestSolved.h"
#include "integration/MethodSwitcher.h"
#include "integration/Step.h"
#include "simbodydem/ContactIntegrator.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

class ExplicitStep;
class ImplicitStep;
class CoordinateUpdate;

/** What goes on between two commits: step sizes, refusals, what bounds a step, and the System's events. */
class ContactIntegratorImpl {
public:
    ContactIntegratorImpl(const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&);
    ~ContactIntegratorImpl();

    void initialize(const SimTK::State&);
    void stepTo(SimTK::Real time);
    void takeOneStep(SimTK::Real time);
    void simulate(SimTK::Real time);
    void checkInitialized(const char* caller) const;
    /** Leaves the State where a step ended, realized to Stage::Acceleration if that is possible, after an exception. */
    void settle();

    SimTK::State state;
    StepSettings settings;
    SimTK::Real constraintTolerance = SimTK::NaN, longest = SimTK::Infinity, initialStep = SimTK::NaN;
    SimTK::Real fixedStep = SimTK::NaN; // if settings.isFixed
    SimTK::Real previousStep = 0;
    int numSteps = 0, numAttempts = 0;
    int getNumIterations() const;
    int getNumRealizations() const;
    int numExplicitSteps = 0;

private:
    void checkTime(const char* caller, SimTK::Real time) const;
    /** @throws std::logic_error if the State has other coordinates than the one that initialize() was given */
    void checkCoordinates() const;
    /** @throws std::runtime_error, naming the setting, if the clock does not show a step of this length */
    void checkProgress(SimTK::Real h) const;
    StepStart beginStep(SimTK::Real until);
    /** Takes one step, to this time at most, and records it. */
    void advance(SimTK::Real until);
    /** Takes a step of the length that errors choose, or of the fixed one. It is not recorded yet. */
    void takeNextStep(SimTK::Real until);
    /** Takes a step as long as error, contacts and slips allow. */
    void takeFreely();
    /** Takes the little that rounding has left to the time asked for. */
    void takeSliver();
    void commit() { state.autoUpdateDiscreteVariables(); }
    /** Takes what is left of a fixed step, or a part of it in a collision. */
    void takeFixed();
    /** Follows collisions over the last part of a fixed step. @param before  contacts when that began */
    void followCollisions(const std::vector<ContactStatus>& before);
    bool isExplicit() const {
        return isSliver || (settings.isFixed ? collisions.areUnderWay() : switcher.isExplicit());
    }
    /** Takes this step, or as much of it as error and slips allow. @param isBound  by something else than the error */
    void takeWhatIsAllowed(SimTK::Real h, bool isBound);
    /** Returns the length that the step just taken, of length h, should have had; h: it stands. */
    SimTK::Real judge(SimTK::Real h);
    /** Returns the length that the error of the step just taken allows, as a share of its length. */
    SimTK::Real findFitting(SimTK::Real error) const;
    /** Proposes the next step after one of length h. @param isFirst  it was the first that was tried */
    void proposeNext(SimTK::Real h, bool isFirst, bool isBound);
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
    /** Brings the end of a step onto the constraints, and realizes it. */
    void land();
    /** Records a step of length `length`, which ends where the State is. */
    void finishStep(const SimTK::Vector& udot);
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
    /** A step of this length, as it was taken. */
    struct StepEnd {
        SimTK::Real length, time;
        SimTK::Vector q, u, z, udot;
    };
    StepEnd getEnd(SimTK::Real h) const;
    void returnTo(const StepEnd&);
    /** Ends the step that was just taken where the first witness function changes its sign. @returns the events there */
    SimTK::Array_<SimTK::EventId> locateTriggers(const SimTK::Vector& before);
    /** Takes a step of length `middle`, or of a shorter one that is longer than `low`. @returns its length; 0: none could be taken */
    SimTK::Real takeTrial(SimTK::Real low, SimTK::Real middle, SimTK::Real narrow);
    SimTK::Array_<SimTK::EventId> findTriggered(const SimTK::Vector& before, SimTK::Real& window) const;

    const SimTK::MultibodySystem& system;
    const ContactForces forces;
    std::unique_ptr<CoordinateUpdate> coordinates;
    std::unique_ptr<ImplicitStep> implicitStep;
    std::unique_ptr<ExplicitStep> explicitStep;
    MethodSwitcher switcher;
    Collisions collisions;
    FixedStepWatch watch;
    SimTK::Real fixedEnd = SimTK::NaN; // of the fixed step that is being taken
    int numShortParts = 0;             // of it, so far, that collisions have cut
    bool isInitialized = false, isElasticTold = false;
    bool isOpen = false;    // a step has begun and is not recorded
    bool isSliver = false;  // which is one that rounding has left
    SimTK::Real length = 0; // of the step that was taken last [s]
    SimTK::Real uncut = 0;  // of those that no time asked for has cut, the last one's length [s]
    int numFlights = 0;     // into contacts, in the attempts at one step
    int numZ = 0;           // at initialize()
    bool isStarted = false; // handlers have been served at the initial State
    SimTK::Real reportedAt = -SimTK::Infinity, handledAt = -SimTK::Infinity; // when events were served last [s]
    StepStart start;                                                         // of the step that was taken last
    std::vector<Slip> slips;                                                 // then
    SimTK::Real next = SimTK::NaN;                                           // step size that the error allows
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
