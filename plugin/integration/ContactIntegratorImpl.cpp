// SPDX-License-Identifier: Apache-2.0
#include "integration/ContactIntegratorImpl.h"

#include "base/Checks.h"
#include "base/EigenBridge.h"
#include "base/Warning.h"
#include "force/StateStamp.h"
#include "integration/ContactChanges.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Steps for which the oscillation that a contact's coming or sticking has begun may continue.
const int stepsOfNewContacts = 60;
// A new contact that came at less than this part of a refused step makes the next trial end there [-].
const Real earlyTouch = 0.9;
// Accelerations that change by more than this in a step, relative to their maximum, and not at the rate of the step before, are those of
// contacts that oscillate unresolved.
const Real largestChange = 0.5;
// Accuracy of a replayed step: Newton's method is solved to rounding, and constraints are satisfied nearly so.
const Real accuracyOfReplay = 1e-10;
const int iterationsOfReplay = 30;
// Part of a recorded step at which a change counts as one of its start, and the first distance at which a change is looked for in a replayed one [-].
const Real atTheStart = 1e-6, nearChange = 1e-13;
// Trials by estimates before a change is bisected, and the part of the distance to an estimate by which the next trial stays on its side.
const int mostGuided = 40;
const Real partOfDistance = 0.01;

const char* const neverChanges = "The contact that ends the recorded step does not change; take a smaller perturbation";

// Returns the difference of times to which changes are located [s].
Real resolutionOfChanges(Real time) { return 4 * Eps * roundingScaleOf(time); }

} // namespace

ContactIntegratorImpl::ContactIntegratorImpl(const MultibodySystem& system,
                                             const std::vector<const DEMContactForce*>& forces)
    : run(system, forces) {}

void ContactIntegratorImpl::setFixedStepSize(Real step, int iterations) {
    fixedSteps.setLength(step);
    chosen = &fixedSteps;
    run.settings.mostIterations = iterations;
    run.settings.isErrorControlled = false;
    run.settings.takesLastIterate = true;
}

void ContactIntegratorImpl::setVariableStepSize() {
    const StepSettings atFirst;
    chosen = &freeSteps;
    run.settings.mostIterations = atFirst.mostIterations;
    run.settings.isErrorControlled = atFirst.isErrorControlled;
    run.settings.takesLastIterate = atFirst.takesLastIterate;
}

int ContactIntegratorImpl::getNumIterations() const { return run.implicitStep ? run.implicitStep->getNumIterations() : 0; }

int ContactIntegratorImpl::getNumRealizations() const {
    return run.implicitStep ? run.implicitStep->getNumRealizations() + run.explicitStep->getNumRealizations() : 0;
}

void ContactIntegratorImpl::checkInitialized(const char* caller) const {
    if (!isInitialized)
        throw std::logic_error(std::string("ContactIntegrator::") + caller + "(): call initialize() first");
}

Real ContactIntegratorImpl::getConstraintTolerance() const {
    if (isReplayed()) return 0.1 * accuracyOfReplay;
    return std::isnan(constraintTolerance) ? 0.1 * run.settings.accuracy : constraintTolerance;
}

void ContactIntegratorImpl::take(const State& from, const char* function) {
    checkStateOf(run.system, from, "ContactIntegrator::" + std::string(function) + "()");
    run.forces.checkState(from, function);
    isInitialized = false; // until that has succeeded
    run.state = from;
    run.system.realize(run.state, Stage::Instance);
    run.coordinates = std::make_unique<CoordinateUpdate>(run.system.getMatterSubsystem(), run.state);
    run.implicitStep = std::make_unique<ImplicitStep>(run.system, run.forces, *run.coordinates);
    run.explicitStep = std::make_unique<ExplicitStep>(run.system, run.forces, *run.coordinates);
    numZ = run.state.getNZ();
    run.start.contacts.clear();
    run.forces.endWatch(); // an exception may have ended the run before within a step
    isOpen = isRemainder = areHandlersChecked = false;
    length = 0;
}

void ContactIntegratorImpl::initialize(const State& from) {
    take(from, "initialize");
    State& state = run.state;
    checkFinite("ContactIntegrator::initialize()", state);
    run.progress = RunProgress();
    run.progress.stepsSinceNew = stepsOfNewContacts;
    run.progress.sizes.start(initialStep);
    fixedSteps.start();
    if (isReplayed()) replayed.start(*followed.lock()->steps);
    if (recording()) *recording() = Recording();
    run.forces.setFindsSlidingAreas(recording() != nullptr);
    events.start();
    isInitialized = true;
    run.system.prescribe(state);
    checkFinite("ContactIntegrator::initialize(), after Motions and locks were applied", state);
    projectOntoConstraints();
    run.system.realize(state, Stage::Dynamics);         // no accelerations: contacts alone are committed
    run.commit();                                       // what touches from the first does so as committed
    state.invalidateAllCacheAtOrAbove(Stage::Dynamics); // which Simbody does not do, since it may change nothing
    run.system.realize(state, Stage::Acceleration);
    std::vector<ContactStatus> contacts;
    run.forces.findStatus(state, contacts);
    freeSteps.start(int(contacts.size()), state.getNU());
    if (!hasWarnedOfElastic && run.settings.isErrorControlled)
        hasWarnedOfElastic = run.forces.warnOfElasticImpacts(state, run.settings.accuracy);
}

RunMemory ContactIntegratorImpl::save() const {
    RunMemory memory;
    memory.state = run.state;
    memory.numContactForces = run.forces.getNumContactForces();
    memory.numJointForces = run.forces.getNumJointForces();
    memory.progress = run.progress;
    memory.contactsAtStart = run.start.contacts;
    memory.freeSteps = freeSteps.getMemory();
    memory.fixedSteps = fixedSteps.getMemory();
    memory.events = events.getMemory();
    memory.implicitStep = run.implicitStep->save();
    memory.explicitRealizations = run.explicitStep->getNumRealizations();
    return memory;
}

// The next step commits the contacts, as in the run that continues. A commit here would be a second one.
void ContactIntegratorImpl::restore(const RunMemory& memory) {
    const auto check = [&](std::size_t has, std::size_t saved, const char* what) {
        if (has != saved)
            throw std::invalid_argument("ContactIntegrator::restoreFrom(): the run was saved with " + std::to_string(saved) + " " +
                                        what +
                                        ", and this integrator has " + std::to_string(has) + "; give it the same forces");
    };
    check(run.forces.getNumContactForces(), memory.numContactForces, "contact forces");
    check(run.forces.getNumJointForces(), memory.numJointForces, "joint forces");
    take(memory.state, "restoreFrom");
    run.progress = memory.progress;
    run.start.contacts = memory.contactsAtStart;
    freeSteps.restore(memory.freeSteps);
    fixedSteps.restore(memory.fixedSteps);
    events.restore(memory.events);
    run.implicitStep->restore(memory.implicitStep);
    run.explicitStep->setNumRealizations(memory.explicitRealizations);
    areHandlersChecked = true; // by the run that was saved
    run.system.realize(run.state, Stage::Acceleration);
    isInitialized = true;
}

Step& ContactIntegratorImpl::step() const {
    if (isExplicit()) return *run.explicitStep;
    return *run.implicitStep;
}

bool ContactIntegratorImpl::takeStep(Real h) {
    ++run.progress.numAttempts;
    try {
        settingsOfStep = run.settings;
        if (isReplayed()) {
            settingsOfStep.accuracy = accuracyOfReplay;
            settingsOfStep.mostIterations = iterationsOfReplay;
            settingsOfStep.takesLastIterate = settingsOfStep.isReplayed = true;
        }
        if (isExplicit()) settingsOfStep.accuracy *= isLocating ? MostPositiveReal : policy().calcFactorOfAccuracy();
        step().take(run.state, run.start, h, settingsOfStep);
    } catch (const StepRefused& e) {
        refusal = e.what();
        return false;
    }
    return true;
}

void ContactIntegratorImpl::recover() {
    if (!isInitialized) return;
    try {
        if (isOpen) run.returnToStart();
        isOpen = false;
        run.system.realize(run.state, Stage::Acceleration);
    } catch (const std::exception&) { // the error that led here says more
    }
}

void ContactIntegratorImpl::projectOntoConstraints() {
    if (run.system.getMatterSubsystem().getNumConstraints() > 0) run.system.project(run.state, getConstraintTolerance());
}

void ContactIntegratorImpl::checkTime(const char* caller, Real time) const {
    checkInitialized(caller);
    if (!(time >= run.state.getTime()))
        throw std::invalid_argument(std::string("ContactIntegrator::") + caller + "(): time = " + toText(time) +
                                    " s; it must be >= " + toText(run.state.getTime()) + " s, the present time");
    checkCoordinates();
}

void ContactIntegratorImpl::checkCoordinates() const {
    const std::string owner = "ContactIntegrator: ", advice = "; call initialize() with the changed State";
    if (run.state.getSystemStage() < Stage::Model)
        throw std::logic_error(owner + "the State was changed below Stage::Model, so its coordinates are not known" +
                               advice);
    if (!(CoordinateUpdate(run.system.getMatterSubsystem(), run.state) == *run.coordinates) || run.state.getNZ() != numZ)
        throw std::logic_error(owner +
                               "the State has other coordinates than at initialize() (Euler angles for "
                               "quaternions, or another number of q, u or z)" +
                               advice);
}

void ContactIntegratorImpl::stepTo(Real time) {
    checkTime("stepTo", time);
    warnOfHandlers(time);
    while (run.state.getTime() < time) advance(time);
    complete();
}

void ContactIntegratorImpl::warnOfHandlers(Real time) {
    if (areHandlersChecked) return;
    areHandlersChecked = true;
    Array_<EventId> ids;
    Real next = Infinity;
    run.system.calcTimeOfNextScheduledEvent(run.state, next, ids, true);
    if (!(next <= time)) return;
    warn("ContactIntegrator::stepTo() calls no event handler, and the System has one that is due at t = " + toText(next) +
         " s, such as a robot's controller. Use a ContactStepper, or call the controller yourself");
}

void ContactIntegratorImpl::takeOneStep(Real time) {
    checkTime("takeOneStep", time);
    if (time > run.state.getTime()) advance(time);
    complete();
}

void ContactIntegratorImpl::complete() {
    run.system.realize(run.state, Stage::Acceleration);
    if (run.progress.endUDotOfState.size() == 0) run.progress.endUDotOfState = run.state.getUDot();
}

ContactIntegratorImpl::StepEnd ContactIntegratorImpl::takeNextStep(Real until) {
    const std::vector<ContactStatus> before = std::move(run.start.contacts);
    const bool isContinued = beginStep(until);
    policy().begin(before, isContinued);
    isOpen = true;
    isRemainder = run.start.getRemainingTime() <= std::min(timeRounding * roundingScaleOf(run.start.time), run.longest);
    if (isRemainder)
        takeRemainder();
    else {
        takeWhatIsAllowed(policy().choose());
        change.reset();
        otherChanges.clear();
        if (isReplayed())
            stopAsRecorded();
        else if (recording() && run.settings.isErrorControlled)
            stopAtFirstChange();
    }
    projectAndEvaluate();
    return getStepEnd(length);
}

bool ContactIntegratorImpl::repeatStep(Real h) {
    run.returnToStart();
    if (!takeStep(h) || assess(h) != h) return false;
    projectAndEvaluate();
    return true;
}

ContactIntegratorImpl::StepEnd ContactIntegratorImpl::getStepEnd(Real h) const {
    const State& state = run.state;
    return {h, state.getTime(), state.getQ(), state.getU(), state.getZ(), step().getUDot(state)};
}

void ContactIntegratorImpl::takeRemainder() {
    run.commit();
    length = run.start.getRemainingTime();
    if (takeStep(length) && step().getError() <= 1) return;
    run.returnToStart();
    giveUp(length, step().getError() <= 1 ? refusal : "Its error exceeds the accuracy");
}

// The state's own derivatives, but where the step before ended: there the method's accelerations, which are free of what stiffness makes
// of rounding. A force that has changed since then, such as that of a servo with a new target, changes them by as much as the state's own.
bool ContactIntegratorImpl::beginStep(Real until) {
    const State& state = run.state;
    const RunProgress& before = run.progress;
    const bool isUntouched = before.numSteps > 0 && before.endUDotOfState.size() == 0 && state.getSystemStage() >= Stage::Dynamics;
    if (!isUntouched) run.system.realize(state, Stage::Acceleration);
    StepStart now{state.getTime(), state.getQ(), state.getU(), state.getZ(), state.getQDot(), {}, {}, {}};
    now.udot = isUntouched ? before.endUDot : state.getUDot();
    if (!isUntouched) now.zdot = state.getZDot();
    now.until = until;
    now.longest = run.longest;
    now.hasNewContacts = before.stepsSinceNew < stepsOfNewContacts;
    run.forces.findStatus(state, now.contacts);
    if (recording()) now.switches = findSwitches();
    const auto isSame = [](const Vector& a, const Vector& b) { return a.size() == b.size() && asEigen(a) == asEigen(b); };
    bool isContinued = isSame(now.u, before.endU) && isSame(now.q, before.endQ);
    if (isUntouched)
        now.isSmooth = before.isEndSmooth;
    else if (isContinued) {
        isContinued = isSame(now.udot, before.endUDotOfState);
        if (isContinued)
            now.udot = before.endUDot;
        else {
            now.jump = (asEigen(now.udot) - asEigen(before.endUDotOfState)).norm();
            asEigen(now.udot) += asEigen(before.endUDot) - asEigen(before.endUDotOfState);
        }
        now.isSmooth = before.isEndSmooth;
    }
    run.start = std::move(now);
    return isContinued;
}

void ContactIntegratorImpl::giveUp(Real h, const std::string& why) const {
    std::string where;
    std::vector<ContactStatus> status;
    try {
        run.system.realize(run.state, Stage::Acceleration);
        run.forces.findStatus(run.state, status);
    } catch (const std::exception&) {
    }
    for (std::size_t i = 0; i < status.size() && i < 3; ++i)
        where += (i ? "; " : " Contacts: ") + run.forces.describe(run.state, status[i]);
    if (status.size() > 3) where += "; and " + std::to_string(status.size() - 3) + " more";
    if (!where.empty()) where += "." + run.forces.findCureOfDepth(run.state);
    throw std::runtime_error("ContactIntegrator: no step is short enough at t = " + toText(run.state.getTime()) +
                             " s; the last step tried is " + toText(h) + " s. " + why +
                             (where.empty() ? "" : "." + where));
}

Real ContactIntegratorImpl::assess(Real h) {
    if (isReplayed()) return h;
    const Real error = step().getError(), accuracy = run.settings.accuracy;
    if (!(error > 1)) return run.bounds.check(run.state, run.start, h, isExplicit(), accuracy, refusal);
    refusal = std::isfinite(error) ? "Its error is " + toText(error) + " times the accuracy"
                                   : "Its accelerations are not finite";
    const Real shorter = StepSizeController::calcAllowed(h, error, step().getOrder());
    const Real contact = isExplicit() ? 0 : run.bounds.findContactPoint(run.state, run.start, h);
    return contact < earlyTouch * h ? std::max(shorter, contact) : shorter;
}

void ContactIntegratorImpl::takeWhatIsAllowed(const StepPolicy::Trial& trial) {
    const Real shortest = shortestStepAt(run.start.time);
    Real h = trial.length;
    run.bounds.beginTrials();
    for (bool isFirst = true;; isFirst = false) {
        Real shorter = 0;
        if (policy().isWatching() || recording()) run.forces.startWatch(run.start.contacts);
        const bool isTaken = takeStep(h);
        const std::vector<Sighting> sightings = run.forces.endWatch();
        if (!isTaken)
            shorter = policy().getPartAfterFailure(isFirst) * h;
        else if (policy().hasMetCollisions(sightings))
            shorter = h; // explicitly
        else if (shorter = assess(h); shorter == h) {
            run.progress.sizes.record({h, run.progress.previousStep, step().getError(), step().getOrder(), run.start.jump, isExplicit(),
                                       run.start.isSmooth, isFirst, trial.isBound, run.start.getRemainingTime()});
            break;
        }
        run.returnToStart();
        h = shorter;
        if (!(h > shortest)) giveUp(h, refusal);
    }
    length = h;
}

void ContactIntegratorImpl::projectAndEvaluate() {
    projectOntoConstraints();
    const bool mayLeaveAccelerations = !run.settings.isErrorControlled && run.system.getMatterSubsystem().getNumConstraints() == 0;
    run.system.realize(run.state, mayLeaveAccelerations ? Stage::Dynamics : Stage::Acceleration);
}

void ContactIntegratorImpl::finishStep(const StepEnd& end) {
    State& state = run.state;
    if (state.getTime() != end.time || length != end.length) {
        put(state, end.time, end.q, end.u, end.z);
        run.system.realize(state, Stage::Acceleration);
    }
    length = end.length;
    isOpen = false;
    RunProgress& now = run.progress;
    ++now.numSteps;
    now.numExplicitSteps += isExplicit();
    if (recording()) note();
    now.endQ = state.getQ();
    now.endU = state.getU();
    now.endUDotOfState.resize(0);
    if (state.getSystemStage() >= Stage::Acceleration) now.endUDotOfState = state.getUDot();
    if (isRemainder) { // too short to tell of accelerations, or to advise on the next step
        now.endUDot = run.start.udot;
        isRemainder = false;
        return;
    }
    now.previousStep = length;
    recordMotion(end.udot);
}

std::vector<ContactStatus> ContactIntegratorImpl::takeTrial(Real h) {
    run.returnToStart();
    run.forces.startWatch(run.start.contacts);
    const bool isTaken = takeStep(h);
    run.forces.endWatch();
    if (!isTaken) throw StepRefused(refusal);
    return findSwitches();
}

std::vector<ContactStatus> ContactIntegratorImpl::findSwitches() const {
    std::vector<ContactStatus> now;
    run.forces.findStatus(run.state, now);
    run.forces.addServos(run.state, now);
    return now;
}

// A contact begins and ends at the overlap 0, of which its rate is known as well. Friction and servos reach their limits, and dashpots cut the normal
// force to 0, where a margin vanishes that is known on one side.
Real ContactIntegratorImpl::estimateChange(Real h, const std::vector<ContactChange>& changes, const std::vector<ContactStatus>& now) {
    std::vector<Closing> closing;
    Real first = NaN;
    for (const ContactChange& change : changes) {
        const ContactStatus* const found = findContact(now, change.after);
        if (!found) continue;
        Real estimate = NaN;
        if (change.hasBegun || change.hasEnded) {
            if (closing.empty()) run.forces.findClosing(run.state, closing);
            for (const Closing& one : closing)
                if (areOfOneContact(one, change.after) && (one.rate > 0) == change.hasBegun) estimate = h - one.overlap / one.rate;
        } else {
            const Real margin = change.isOfLoad ? run.forces.findLoad(run.state, *found) : run.forces.findSlipMargin(run.state, *found);
            if (std::isnan(margin)) continue;
            const auto isSame = [&](const TrialBefore& one) { return areOfOneContact(one.contact, *found); };
            const auto before = std::find_if(trialsBefore.begin(), trialsBefore.end(), isSame);
            if (before == trialsBefore.end()) {
                trialsBefore.push_back({*found, h, margin});
                continue;
            }
            if (before->margin != margin) estimate = h - margin * (h - before->length) / (margin - before->margin);
            *before = {*found, h, margin};
        }
        if (!(estimate >= first)) first = estimate;
    }
    return first;
}

void ContactIntegratorImpl::locate(Real near, Real floor, const TakeProbe& probe) {
    const Real resolution = resolutionOfChanges(run.start.time), longest = run.start.getRemainingTime();
    Real low = floor, high = longest, apart = std::max(nearChange * near, resolution), taken = near;
    bool isLowFound = false, isHighFound = false;
    trialsBefore.clear();
    for (int trial = 0;; ++trial) {
        const ChangeProbe found = probe(taken);
        if (found.hasHappened)
            high = taken, isHighFound = true;
        else
            low = taken, isLowFound = true;
        if (isHighFound && high - low <= resolution) break;
        if (!isHighFound && !(low < longest))
            throw StepRefused(neverChanges);
        const Real guess = found.estimate, distance = std::abs(taken - guess);
        Real next = 0.5 * (low + high);
        if (low < guess && guess < high && trial < mostGuided) {
            // From the side that has an estimate, and at last from the other one.
            const bool isHigher = (distance > resolution) == found.hasHappened;
            const Real margin = std::max(0.5 * resolution, partOfDistance * distance);
            next = isHigher ? guess + margin : guess - margin;
        } else if (!isHighFound) {
            next = low + apart;
            apart *= 4;
        } else if (!isLowFound) {
            next = high - apart;
            apart *= 4;
            if (next <= floor) isLowFound = true;
        }
        if (!isHighFound && next >= high) next = longest;
        if (next <= low || (next >= high && isHighFound)) next = 0.5 * (low + high);
        if (!(next > low)) break; // there are no more numbers between
        taken = next;
    }
    length = high;
    if (taken == high) return;
    // Newton's method starts from other values, so that the same step may end on the other side by rounding.
    for (Real further = resolution; !probe(length).hasHappened; further *= 2) {
        length += further;
        if (!(length < longest)) throw StepRefused(neverChanges);
    }
}

void ContactIntegratorImpl::stopAtFirstChange() {
    std::vector<ContactStatus> now = findSwitches();
    std::vector<ContactChange> changes = findChanges(run.start.switches, now);
    if (changes.empty()) return;
    const Real whole = length;
    const TakeProbe probe = [&](Real h) {
        now = takeTrial(h);
        const std::vector<ContactChange> found = findChanges(run.start.switches, now);
        if (!found.empty()) changes = found;
        return ChangeProbe{!found.empty(), estimateChange(h, changes, now)};
    };
    isLocating = true;
    bool isWhole = true;
    try { // a change that has happened at the start already is none of this step
        const bool isLate = !findChanges(run.start.switches, takeTrial(atTheStart * whole)).empty();
        isWhole = isLate && !leaveToStepBefore();
        if (isLate && !isWhole) { // of what remains
            changes = findChanges(run.start.switches, takeTrial(whole));
            isWhole = changes.empty();
        }
        if (!isWhole) locate(whole, atTheStart * whole, probe);
    } catch (const StepRefused&) { // the whole step has been taken, and a part of it cannot be
        isWhole = true;
    }
    if (isWhole) {
        length = whole;
        takeTrial(whole);
        isLocating = false;
        return;
    }
    isLocating = false;
    otherChanges = findChanges(run.start.switches, now);
    if (otherChanges.empty()) return;
    change = otherChanges.front();
    otherChanges.erase(otherChanges.begin());
}

// Without other forces the time to a touch is known to rounding, and so the step before may have ended there.
bool ContactIntegratorImpl::leaveToStepBefore() {
    std::vector<RecordedStep>& steps = recording()->steps;
    std::vector<ContactStatus> now = findSwitches();
    const std::vector<ContactChange> changes = findChanges(run.start.switches, now);
    if (changes.size() != 1 || !changes[0].hasBegun || steps.empty() || steps.back().change || steps.back().isLast) return false;
    steps.back().change = changes[0];
    run.start.switches = std::move(now);
    return true;
}

void ContactIntegratorImpl::stopAsRecorded() {
    const Real recorded = length;
    try {
        stopAtRecordedChange();
    } catch (const StepRefused& e) {
        if (!followed.lock()->mayLeaveChanges) giveUp(recorded, e.what());
        change.reset();
        otherChanges.clear();
        length = recorded;
        run.returnToStart();
        if (!takeStep(recorded)) giveUp(recorded, refusal);
    }
}

// A stage that overlaps pushes the end of a long step away again, possibly whatever its length. Then the step ends just before a stage overlaps.
void ContactIntegratorImpl::stopNearFirstSight(const std::vector<ContactChange>& expected, const TakeProbe& atEnd) {
    const Real seenAt = length;
    const std::vector<ContactStatus> seen = run.forces.getWatched();
    try {
        locate(seenAt, 0, atEnd);
    } catch (const StepRefused&) {
        length = seenAt - 2 * resolutionOfChanges(run.start.time);
        takeTrial(length);
        for (const ContactChange& one : expected)
            if (!change && one.hasBegun && findContact(seen, one.after)) change = one;
    }
}

// A stage sees a touch in all longer steps as well, and their ends may not.
void ContactIntegratorImpl::stopAtRecordedChange() {
    if (!replayed.getStep().change) return;
    const std::vector<ContactChange> expected = replayed.findExpected();
    const auto haveHappenedIn = [&](const std::vector<ContactStatus>& contacts) {
        return std::any_of(expected.begin(), expected.end(), [&](const ContactChange& one) { return one.hasHappenedIn(contacts); });
    };
    if (haveHappenedIn(run.start.switches))
        throw StepRefused("The contact that ends the recorded step has changed before it; take a smaller perturbation");
    std::vector<ContactStatus> now;
    const TakeProbe atEnd = [&](Real h) {
        now = takeTrial(h);
        return ChangeProbe{haveHappenedIn(now), estimateChange(h, expected, now)};
    };
    const bool mayPass = isExplicit() && std::any_of(expected.begin(), expected.end(), [](const ContactChange& one) { return one.hasBegun; });
    if (!mayPass)
        locate(length, 0, atEnd);
    else {
        locate(length, 0, [&](Real h) {
            ChangeProbe found = atEnd(h);
            const std::vector<ContactStatus>& seen = run.forces.getWatched();
            for (const ContactChange& one : expected)
                found.hasHappened = found.hasHappened || (one.hasBegun && findContact(seen, one.after));
            return found;
        });
        if (!haveHappenedIn(now)) stopNearFirstSight(expected, atEnd);
    }
    for (const ContactChange& one : expected)
        if (!change && one.hasHappenedIn(now)) change = one;
    if (!change) throw StepRefused(neverChanges);
    otherChanges = replayed.passChanges(*change, now);
}

// Each contact has a word: b where it begins, s where it begins to slide, h where it sticks, u where its load is cut to 0, l where it is loaded again,
// e where it ends.
void ContactIntegratorImpl::note() {
    recording()->steps.push_back({run.start.time, length, isExplicit(), run.start.isSmooth, run.start.hasNewContacts,
                                  run.state.getTime() == run.start.until, change, isReplayed() && replayed.getStep().continuesGroup});
    for (const ContactChange& one : otherChanges)
        recording()->steps.push_back({run.state.getTime(), 0, true, run.start.isSmooth, true, false, one, true});
    const std::vector<ContactStatus> now = findSwitches();
    for (const ContactChange& one : findChanges(run.start.switches, now)) {
        std::string& word = recording()->contacts[run.forces.nameOf(one.after)];
        if (one.hasBegun) word += 'b';
        word += one.hasEnded ? 'e' : one.isOfLoad ? (one.after.isUnloaded ? 'u' : 'l') : one.after.isSliding ? 's' : 'h';
    }
    if (isExplicit() && !change) // stages are times of the motion, and iterates are not
        for (const ContactStatus& one : run.forces.getWatched())
            if (!findContact(now, one) && !findContact(run.start.contacts, one))
                recording()->contacts[run.forces.nameOf(one)] += "be";
}

void ContactIntegratorImpl::recordMotion(const Vector& udot) {
    RunProgress& now = run.progress;
    const StepStart& start = run.start;
    std::vector<ContactStatus> contacts;
    run.forces.findStatus(run.state, contacts);
    const Real much = largestChange * std::max(udot.normInf(), start.udot.normInf());
    const Vector rate = (udot - start.udot) / length;
    const bool isAsExpected = now.udotRate.size() == rate.size() && length * (rate - now.udotRate).normInf() <= much;
    const bool isSwinging = length * rate.normInf() > much && !isAsExpected;
    now.udotRate = rate;
    const bool doContinue = doContactsContinue(start.contacts, contacts);
    now.stepsSinceNew = doContinue ? std::min(now.stepsSinceNew + 1, stepsOfNewContacts) : 0;
    now.isEndSmooth = now.endUDot.size() > 0 && !isSwinging && doContinue;
    now.endUDot = udot;
    policy().record(length, contacts);
}

} // namespace simbodydem
