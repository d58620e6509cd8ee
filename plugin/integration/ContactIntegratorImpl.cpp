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
    std::vector<ContactStatus> now;
    run.forces.findStatus(run.state, now);
    return now;
}

void ContactIntegratorImpl::bisect(Real before, Real after, const ChangeTest& test) {
    const Real resolution = 4 * Eps * roundingScaleOf(run.start.time);
    while (after - before > resolution) {
        const Real middle = 0.5 * (before + after);
        (test(middle) ? after : before) = middle;
    }
    length = after;
    test(length);
}

void ContactIntegratorImpl::stopAtFirstChange() {
    std::vector<ContactStatus> now;
    run.forces.findStatus(run.state, now);
    if (!findChange(run.start.contacts, now)) return;
    const Real whole = length;
    const ChangeTest test = [&](Real h) { return findChange(run.start.contacts, takeTrial(h)).has_value(); };
    isLocating = true;
    try { // a change that has happened at the start already is none of this step
        if (!test(atTheStart * whole)) bisect(atTheStart * whole, whole, test);
    } catch (const StepRefused&) { // the whole step has been taken, and a part of it cannot be
        length = whole;
    }
    if (length == whole) test(whole);
    isLocating = false;
    run.forces.findStatus(run.state, now);
    if (length < whole) change = findChange(run.start.contacts, now);
}

void ContactIntegratorImpl::stopNear(Real near, const ChangeTest& test) {
    const Real longest = run.start.getRemainingTime();
    Real before = near, after = near, distance = nearChange * near;
    if (test(near))
        do {
            if (before == 0) throw StepRefused("The contact that ends the recorded step has changed before it; take a smaller perturbation");
            before = std::max(near - distance, Real(0));
            distance *= 4;
        } while (before == 0 ? change->hasHappenedIn(run.start.contacts) : test(before));
    else
        do {
            if (after == longest) throw StepRefused("The contact that ends the recorded step does not change; take a smaller perturbation");
            after = std::min(near + distance, longest);
            distance *= 4;
        } while (!test(after));
    bisect(before, after, test);
}

void ContactIntegratorImpl::stopAsRecorded() {
    const Real recorded = length;
    try {
        stopAtRecordedChange();
    } catch (const StepRefused& e) {
        if (!followed.lock()->mayLeaveChanges) giveUp(recorded, e.what());
        change.reset();
        length = recorded;
        run.returnToStart();
        if (!takeStep(recorded)) giveUp(recorded, refusal);
    }
}

// A stage that overlaps pushes the end of a long step away again. What its stages see of a touch is there at all later times.
void ContactIntegratorImpl::stopAtRecordedChange() {
    change = replayed.getStep().change;
    if (!change) return;
    const ChangeTest atEnd = [&](Real h) { return change->hasHappenedIn(takeTrial(h)); };
    if (!(change->hasBegun && isExplicit())) return stopNear(length, atEnd);
    stopNear(length, [&](Real h) {
        const bool hasHappened = atEnd(h);
        const std::vector<ContactStatus>& seen = run.forces.getWatched();
        return hasHappened || findContact(seen, change->after);
    });
    if (!atEnd(length)) stopNear(length, atEnd);
}

// Each contact has a word: b where it begins, s where it begins to slide, h where it sticks, e where it ends.
void ContactIntegratorImpl::note() {
    recording()->steps.push_back({run.start.time, length, isExplicit(), run.start.isSmooth, run.start.hasNewContacts,
                                run.state.getTime() == run.start.until, change});
    std::vector<ContactStatus> now;
    run.forces.findStatus(run.state, now);
    for (const ContactStatus& one : now) {
        const ContactStatus* const was = findContact(run.start.contacts, one);
        if (was && was->isSliding == one.isSliding) continue;
        std::string& word = recording()->contacts[run.forces.nameOf(one)];
        if (!was) word += 'b';
        word += one.isSliding ? 's' : 'h';
    }
    if (isExplicit() && !change) // stages are times of the motion, and iterates are not
        for (const ContactStatus& one : run.forces.getWatched())
            if (!findContact(now, one) && !findContact(run.start.contacts, one))
                recording()->contacts[run.forces.nameOf(one)] += "be";
    for (const ContactStatus& one : run.start.contacts)
        if (!findContact(now, one)) recording()->contacts[run.forces.nameOf(one)] += 'e';
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
