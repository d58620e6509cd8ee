// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H
#define SIMBODYDEM_CONTACT_INTEGRATOR_IMPL_H

#include "integration/EventLoop.h"
#include "integration/FixedSteps.h"
#include "integration/FreeSteps.h"
#include "integration/ReplayedSteps.h"
#include "integration/RunMemory.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simbodydem {

/** Takes steps: commits the history, chooses method and length, repeats refused steps, and records the end. */
class ContactIntegratorImpl {
public:
    ContactIntegratorImpl(const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&);

    // Settings.

    void setAccuracy(SimTK::Real accuracy) { run.settings.accuracy = accuracy; }
    void setConstraintTolerance(SimTK::Real tolerance) { constraintTolerance = tolerance; }
    void setMaximumStepSize(SimTK::Real step) { run.longest = step; }
    void setInitialStepSize(SimTK::Real step) { initialStep = step; }
    void setFixedStepSize(SimTK::Real step, int iterations);
    void setVariableStepSize();
    void setMechanismDerivatives(MechanismDerivatives wanted) { run.settings.mechanism = wanted; }
    void addJoints(const JointForces& joints) { run.forces.addJoints(run.system, joints); }
    bool isBegun() const { return isInitialized; }
    /** Returns the length of a fixed step [s]; NaN with error control. */
    SimTK::Real getFixedStepSize() const { return chosen == &fixedSteps ? fixedSteps.getLength() : SimTK::NaN; }
    SimTK::Real getMaximumStepSize() const { return run.longest; }
    MechanismDerivatives getMechanismDerivatives() const { return run.settings.mechanism; }
    const ContactForces& getForces() const { return run.forces; }

    /** Holds accepted steps, and how contacts come, go, stick and slide in them. */
    struct Recording {
        std::vector<RecordedStep> steps;
        std::map<std::string, std::string> contacts; // a letter for each change; see note()
    };
    /** A run that records its steps, or takes recorded ones, with Newton's method solved to rounding. */
    struct FollowedRun {
        const std::vector<RecordedStep>* steps = nullptr; // to be taken
        bool mayLeaveChanges = false; // a step whose change is not found is taken with its recorded length, and has none
        Recording recording;          // replaced at initialize()
    };
    /** Follows a run from initialize() on, as long as it exists. */
    void follow(const std::shared_ptr<FollowedRun>& run) { followed = run; }

    // Runs.

    void initialize(const SimTK::State&);
    RunMemory save() const;
    /** @throws std::invalid_argument if the run was saved with another System or with other forces */
    void restore(const RunMemory&);
    void stepTo(SimTK::Real time);
    void takeOneStep(SimTK::Real time);
    void stepWithEvents(SimTK::Real time) { events.stepTo(time); }
    /** @throws std::logic_error before initialize() */
    void checkInitialized(const char* caller) const;
    /** Leaves the State where a step ended, realized to Stage::Acceleration if that is possible, after an exception. */
    void recover();

    const SimTK::State& getState() const { return run.state; }
    SimTK::State& updState() { return run.state; }
    const RunProgress& getProgress() const { return run.progress; }
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
    /** Shortens the step that was taken to where the first contact changes, to rounding. */
    void stopAtFirstChange();
    /** Makes a contact that begins where this step does a change at the end of the recorded step before. The State is just after it.
    @returns false if there is no such contact, or none of that step */
    bool leaveToStepBefore();
    /** Ends a replayed step as the recorded one ended. */
    void stopAsRecorded();
    /** Moves the end of a replayed step to where the contact changes that ended the recorded one. @throws StepRefused */
    void stopAtRecordedChange();
    /** Holds what a trial step has found of the changes that are looked for. */
    struct ChangeProbe {
        bool hasHappened;       // one of them
        SimTK::Real estimate;   // of the length of the step with which it happens [s]; NaN: there is none
    };
    /** Takes the step with this length, and looks for changes. */
    using TakeProbe = std::function<ChangeProbe(SimTK::Real h)>;
    /** Ends a step where a contact begins that a stage has seen, and not its end.
    @param atEnd  looks for the changes at the end of the step */
    void stopNearFirstSight(const std::vector<ContactChange>& expected, const TakeProbe& atEnd);
    /** Returns contacts and servos. */
    std::vector<ContactStatus> findSwitches() const;
    /** Takes the step with this length. @returns contacts and servos at its end @throws StepRefused */
    std::vector<ContactStatus> takeTrial(SimTK::Real h);
    /** Finds where a change happens, takes the step to there, and sets its length. Overlaps and their rates, loads, and the limits of what sticks
    give estimates; where there are none the change is bracketed and bisected.
    @param near   length of the step near which it is looked for [s]
    @param floor  length with which it has not happened [s]
    @throws StepRefused if it does not happen */
    void locate(SimTK::Real near, SimTK::Real floor, const TakeProbe&);
    /** Estimates from a trial step of this length where the first of these changes happens; see ChangeProbe. */
    SimTK::Real estimateChange(SimTK::Real h, const std::vector<ContactChange>&, const std::vector<ContactStatus>& now);
    /** Records the step that ends here, and puts the State there. */
    void finishStep(const StepEnd&);
    /** @throws std::logic_error before initialize() or if coordinates have changed, std::invalid_argument if the time is past */
    void checkTime(const char* caller, SimTK::Real time) const;
    /** @throws std::logic_error if the State has other coordinates than the one that initialize() was given */
    void checkCoordinates() const;
    SimTK::Real getAccuracy() const { return run.settings.accuracy; }
    SimTK::Real getConstraintTolerance() const;
    const SimTK::MultibodySystem& getSystem() const { return run.system; }

private:
    /** Takes over a State, and makes what depends on its coordinates. */
    void take(const SimTK::State&, const char* function);
    /** Warns once per run if stepTo() passes an event handler that is due. */
    void warnOfHandlers(SimTK::Real time);
    void advance(SimTK::Real until) { finishStep(takeNextStep(until)); }
    /** Begins a step at the State. @returns whether State and forces are as the step before left them */
    bool beginStep(SimTK::Real until);
    /** Takes the short time that rounding has left to the time asked for. */
    void takeRemainder();
    /** Takes this step, or as much of it as error and contacts allow. */
    void takeWhatIsAllowed(const StepPolicy::Trial&);
    bool takeStep(SimTK::Real h);
    /** Returns the length that the step just taken, of length h, should have had; h: it stands. */
    SimTK::Real assess(SimTK::Real h);
    Recording* recording() const { return followed.expired() ? nullptr : &followed.lock()->recording; }
    bool isReplayed() const { return !followed.expired() && followed.lock()->steps; }
    const StepPolicy& policy() const { return isReplayed() ? static_cast<const StepPolicy&>(replayed) : *chosen; }
    StepPolicy& policy() { return isReplayed() ? static_cast<StepPolicy&>(replayed) : *chosen; }
    bool isExplicit() const { return isRemainder || policy().isExplicit(); }
    Step& step() const;
    /** Brings the end of a step onto the constraints, and realizes it: to Stage::Dynamics after a fixed step without constraints. */
    void projectAndEvaluate();
    /** Realizes the State to Stage::Acceleration, for whoever asked for its time. */
    void complete();
    void projectOntoConstraints();
    /** Records the step that ends here, and the changes of contacts since its start. */
    void note();
    /** Compares accelerations and contacts at both ends of a step, for the next one. */
    void recordMotion(const SimTK::Vector& udot);
    [[noreturn]] void giveUp(SimTK::Real h, const std::string& why) const;

    CurrentRun run;
    FreeSteps freeSteps{run};
    FixedSteps fixedSteps{run};
    ReplayedSteps replayed{run};
    StepPolicy* chosen = &freeSteps;
    std::weak_ptr<FollowedRun> followed;
    std::optional<ContactChange> change;      // at which the step ends
    std::vector<ContactChange> otherChanges;  // that come with it
    /** Holds the margin to a change in a trial before it: the load of a contact, or the remaining part of the limit of friction. */
    struct TrialBefore {
        ContactStatus contact;
        SimTK::Real length, margin; // [s]; 0 at the change
    };
    std::vector<TrialBefore> trialsBefore; // of the step
    bool isLocating = false;             // no error refuses a step
    EventLoop events{*this};
    SimTK::Real constraintTolerance = SimTK::NaN, initialStep = SimTK::NaN;
    bool isInitialized = false, hasWarnedOfElastic = false, areHandlersChecked = false;
    int numZ = 0; // at initialize()

    // The step.
    StepSettings settingsOfStep;
    SimTK::Real length = 0;   // [s]
    bool isOpen = false;      // it has begun and is not recorded
    bool isRemainder = false; // see takeRemainder()
    std::string refusal;      // why the last attempt failed
};

} // namespace simbodydem

#endif
