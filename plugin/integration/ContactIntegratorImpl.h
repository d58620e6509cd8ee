// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H
#define SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H

#include "integration/RunMemory.h"
#include "integration/Step.h"
#include "integration/StepBounds.h"
#include "simbodydem/ContactIntegrator.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

class CoordinateUpdate;
class ExplicitStep;

/** Takes steps: commits the history, chooses method and length, repeats refused steps, and records the end. */
class ContactIntegratorImpl {
public:
    ContactIntegratorImpl(const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&);
    ~ContactIntegratorImpl();

    void addJoints(const JointForces& joints) { forces.addJoints(system, joints); }
    bool isBegun() const { return isInitialized; }
    void initialize(const SimTK::State&);
    RunMemory save() const;
    /** @throws std::invalid_argument if the run was saved with another System or with other forces */
    void restore(const RunMemory&);
    const RunProgress& getProgress() const { return run; }
    void stepTo(SimTK::Real time);
    void takeOneStep(SimTK::Real time);
    void simulate(SimTK::Real time) { events.simulate(time); }
    void checkInitialized(const char* caller) const;
    /** Leaves the State where a step ended, realized to Stage::Acceleration if that is possible, after an exception. */
    void settle();

    SimTK::State state;
    StepSettings settings;
    StepSettings settingsOfStep; // of the step that is being taken
    SimTK::Real constraintTolerance = SimTK::NaN, longest = SimTK::Infinity, initialStep = SimTK::NaN;
    SimTK::Real fixedStep = SimTK::NaN; // if settings.isFixed
    int getNumIterations() const;
    int getNumRealizations() const;

    // For EventLoop.

    /** The end of a step of this length, as its method has it. */
    struct StepEnd {
        SimTK::Real length = 0, time = 0; // [s]
        SimTK::Vector q, u, z, udot;
    };
    /** Takes a step to this time at most, which finishStep() has to record. */
    StepEnd takeNextStep(SimTK::Real until);
    /** Takes the step again with another length. @returns false if it is rejected; then the State is at the end of no step */
    bool repeatStep(SimTK::Real h);
    /** Returns the end of the step of this length at which the State is. */
    StepEnd getStepEnd(SimTK::Real h) const;
    /** Records the step that ends here, and puts the State there. */
    void finishStep(const StepEnd&);
    /** @throws std::logic_error before initialize() or if coordinates have changed, std::invalid_argument if the time is past */
    void checkTime(const char* caller, SimTK::Real time) const;
    /** @throws std::logic_error if the State has other coordinates than the one that initialize() was given */
    void checkCoordinates() const;
    SimTK::Real getConstraintTolerance() const;
    const SimTK::MultibodySystem& getSystem() const { return system; }

private:
    /** Takes over a State, and makes what depends on its coordinates. */
    void take(const SimTK::State&, const char* function);
    StepStart beginStep(SimTK::Real until);
    void advance(SimTK::Real until) { finishStep(takeNextStep(until)); }
    /** Takes a step as long as error, contacts and slips allow. */
    void takeFreely();
    /** Takes the short time that rounding has left to the time asked for. */
    void takeSliver();
    /** Takes this step, or as much of it as error and contacts allow. @param isBound  by something else than the error */
    void takeWhatIsAllowed(SimTK::Real h, bool isBound);
    bool takeStep(SimTK::Real h);
    /** Returns the length that the step just taken, of length h, should have had; h: it stands. */
    SimTK::Real judge(SimTK::Real h);
    bool isExplicit() const {
        return isSliver || (settings.isFixed ? collisions.areUnderWay() : switcher.isExplicit());
    }
    Step& step() const;
    /** Warns once per run if stepTo() passes an event handler that is due. */
    void warnOfHandlers(SimTK::Real time);
    SimTK::Real calcFirstStep();
    void commit() { state.autoUpdateDiscreteVariables(); }
    void returnToStart() { put(state, start.time, start.q, start.u, start.z); }
    /** Brings the end of a step onto the constraints, and realizes it. */
    void land();
    void projectOntoConstraints();
    /** Compares accelerations and contacts at both ends of a step, for the next one. */
    void recordMotion(const SimTK::Vector& udot);
    /** @throws std::runtime_error, naming the setting, if the clock does not show a step of this length */
    void checkProgress(SimTK::Real h) const;
    [[noreturn]] void giveUp(SimTK::Real h, const std::string& why) const;

    // FixedSteps.cpp

    /** Takes what is left of a fixed step, or a part of it in a collision. */
    void takeFixed();
    /** Follows collisions over the last part of a fixed step. @param before  contacts when that began */
    void followCollisions(const std::vector<ContactStatus>& before);
    /** Predicts collisions where the start's speeds and accelerations lead to in this time.
    @returns whether anything that is apart touches, and comes closer, when this time is over */
    bool foreseeCollisions(SimTK::Real h);
    /** Predicts collisions at this time and pose. @returns the same */
    bool foreseeCollisions(const Sighting&);
    /** Returns true if new contacts that an implicit step has found collide. */
    bool hasMetCollisions(const std::vector<Sighting>&);
    /** Returns true unless collisions have cut this fixed step too often. */
    bool mayBeCut() const;

    const SimTK::MultibodySystem& system;
    ContactForces forces;
    std::unique_ptr<CoordinateUpdate> coordinates;
    std::unique_ptr<ImplicitStep> implicitStep;
    std::unique_ptr<ExplicitStep> explicitStep;
    StepSizeController sizes;
    StepBounds bounds;
    MethodSwitcher switcher;
    EventLoop events{*this};
    bool isInitialized = false, hasWarnedOfElastic = false, areHandlersChecked = false;
    int numZ = 0; // at initialize()

    // The step.
    StepStart start;
    SimTK::Real length = 0; // [s]
    bool isOpen = false;    // it has begun and is not recorded
    bool isSliver = false;  // see takeSliver()
    std::string refusal;    // why the last attempt failed

    RunProgress run;
    Collisions collisions; // of fixed steps
    FixedStepWatch watch;
};

} // namespace simbodydem

#endif
