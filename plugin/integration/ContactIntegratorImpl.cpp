// SPDX-License-Identifier: Apache-2.0
#include "integration/ContactIntegratorImpl.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "force/StateStamp.h"
#include "integration/ContactChanges.h"
#include "integration/ExplicitStep.h"
#include "integration/ImplicitStep.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Steps for which the oscillation that a contact's coming or sticking has begun may continue.
const int stepsOfNewContacts = 60;
// Remaining times that are shorter than this, relative to max(1 s, time), are rounding: 0.3 and three times 0.1. An implicit stage divides
// changes of speed by its time, and in so short a time these are rounding as well.
const Real sliver = 1e-12;
// Shortest step after refusals, relative to max(1 s, time).
const Real shortestStep = 1e-14;
// The first step: its local displacement relative to the root of the accuracy [m, rad], the slowest acceleration that it assumes [m/s^2,
// rad/s^2], the longest such step [s], and how far the fastest contact may oscillate in it [rad].
const Real firstDisplacement = 0.1, slowestAcceleration = 1e-3, longestFirstStep = 0.01, firstPhase = 1;
// A step is stretched to the time at which it has to end by this factor at most, and not cut to leave a rest that is shorter than itself.
const Real maxStretch = 1.001;
// Length of the next trial after a step that Newton's method has not solved, relative to it: the first time, and later [-].
const Real firstCut = 0.5, laterCut = 0.25;
// A new contact that came at less than this part of a refused step makes the next trial end there [-].
const Real earlyTouch = 0.9;
// A collision within shorter fixed steps than this has a tighter accuracy, by the square of their length, so that fixed steps as a whole
// are of the second order [s].
const Real usualFixedStep = 4e-3;
// Accelerations that change by more than this in a step, relative to their maximum, and not at the rate of the step before, are those of
// contacts that oscillate unresolved.
const Real largestChange = 0.5;

Real roundingOf(Real time) { return std::max(Real(1), std::abs(time)); }

} // namespace

ContactIntegratorImpl::ContactIntegratorImpl(const MultibodySystem& system,
                                             const std::vector<const DEMContactForce*>& forces)
    : system(system), forces(system, forces), bounds(this->forces), watch(system, this->forces) {}

ContactIntegratorImpl::~ContactIntegratorImpl() = default;

int ContactIntegratorImpl::getNumIterations() const { return implicitStep ? implicitStep->getNumIterations() : 0; }

int ContactIntegratorImpl::getNumRealizations() const {
    return implicitStep ? implicitStep->getNumRealizations() + explicitStep->getNumRealizations() : 0;
}

void ContactIntegratorImpl::checkInitialized(const char* caller) const {
    if (!isInitialized)
        throw std::logic_error(std::string("ContactIntegrator::") + caller + "(): call initialize() first");
}

Real ContactIntegratorImpl::getConstraintTolerance() const {
    return std::isnan(constraintTolerance) ? 0.1 * settings.accuracy : constraintTolerance;
}

void ContactIntegratorImpl::take(const State& from, const char* function) {
    checkStateOf(system, from, "ContactIntegrator::" + std::string(function) + "()");
    forces.checkState(from, function);
    isInitialized = false; // until that has succeeded
    state = from;
    system.realize(state, Stage::Instance);
    coordinates = std::make_unique<CoordinateUpdate>(system.getMatterSubsystem(), state);
    implicitStep = std::make_unique<ImplicitStep>(system, forces, *coordinates);
    explicitStep = std::make_unique<ExplicitStep>(system, forces, *coordinates);
    numZ = state.getNZ();
    start.contacts.clear();
    isOpen = isSliver = areHandlersChecked = false;
    length = 0;
}

void ContactIntegratorImpl::initialize(const State& from) {
    take(from, "initialize");
    checkFinite("ContactIntegrator::initialize()", state);
    run = RunProgress();
    run.stepsSinceNew = stepsOfNewContacts;
    sizes.start(initialStep);
    collisions.forget();
    watch.start();
    events.start();
    isInitialized = true;
    system.prescribe(state);
    checkFinite("ContactIntegrator::initialize(), after Motions and locks were applied", state);
    projectOntoConstraints();
    system.realize(state, Stage::Acceleration);
    state.autoUpdateDiscreteVariables();                // what touches from the first does so as committed
    state.invalidateAllCacheAtOrAbove(Stage::Dynamics); // which Simbody does not do, since it may change nothing
    system.realize(state, Stage::Acceleration);
    std::vector<ContactStatus> contacts;
    forces.findStatus(state, contacts);
    switcher.start(int(contacts.size()), state.getNU());
    if (!hasWarnedOfElastic && !settings.isFixed)
        hasWarnedOfElastic = forces.warnOfElasticImpacts(state, settings.accuracy);
}

RunMemory ContactIntegratorImpl::save() const {
    RunMemory memory;
    memory.state = state;
    memory.numContactForces = forces.getNumContactForces();
    memory.numJointForces = forces.getNumJointForces();
    memory.progress = run;
    memory.contactsAtStart = start.contacts;
    memory.sizes = sizes;
    memory.switcher = switcher;
    memory.collisions = collisions;
    memory.watch = watch.getMemory();
    memory.events = events.getMemory();
    memory.implicitStep = implicitStep->save();
    memory.explicitRealizations = explicitStep->getNumRealizations();
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
    check(forces.getNumContactForces(), memory.numContactForces, "contact forces");
    check(forces.getNumJointForces(), memory.numJointForces, "joint forces");
    take(memory.state, "restoreFrom");
    run = memory.progress;
    start.contacts = memory.contactsAtStart;
    sizes = memory.sizes;
    switcher = memory.switcher;
    collisions = memory.collisions;
    watch.restore(memory.watch);
    events.restore(memory.events);
    implicitStep->restore(memory.implicitStep);
    explicitStep->setNumRealizations(memory.explicitRealizations);
    areHandlersChecked = true; // by the run that was saved
    system.realize(state, Stage::Acceleration);
    isInitialized = true;
}

Step& ContactIntegratorImpl::step() const {
    if (isExplicit()) return *explicitStep;
    return *implicitStep;
}

bool ContactIntegratorImpl::takeStep(Real h) {
    ++run.numAttempts;
    try {
        settingsOfStep = settings;
        if (settings.isFixed && isExplicit()) settingsOfStep.accuracy *= std::min(square(fixedStep / usualFixedStep), Real(1));
        step().take(state, start, h, settingsOfStep);
    } catch (const StepRefused& e) {
        refusal = e.what();
        return false;
    }
    return true;
}

void ContactIntegratorImpl::settle() {
    if (!isInitialized) return;
    try {
        if (isOpen) returnToStart();
        isOpen = false;
        system.realize(state, Stage::Acceleration);
    } catch (const std::exception&) { // the error that led here says more
    }
}

void ContactIntegratorImpl::projectOntoConstraints() {
    if (system.getMatterSubsystem().getNumConstraints() > 0) system.project(state, getConstraintTolerance());
}

void ContactIntegratorImpl::checkTime(const char* caller, Real time) const {
    checkInitialized(caller);
    if (!(time >= state.getTime()))
        throw std::invalid_argument(std::string("ContactIntegrator::") + caller + "(): time = " + toText(time) +
                                    " s; it must be >= " + toText(state.getTime()) + " s, the present time");
    checkCoordinates();
}

void ContactIntegratorImpl::checkCoordinates() const {
    const std::string owner = "ContactIntegrator: ", advice = "; call initialize() with the changed State";
    if (state.getSystemStage() < Stage::Model)
        throw std::logic_error(owner + "the State was changed below Stage::Model, so its coordinates are not known" +
                               advice);
    if (!(CoordinateUpdate(system.getMatterSubsystem(), state) == *coordinates) || state.getNZ() != numZ)
        throw std::logic_error(owner +
                               "the State has other coordinates than at initialize() (Euler angles for "
                               "quaternions, or another number of q, u or z)" +
                               advice);
}

void ContactIntegratorImpl::checkProgress(Real h) const {
    if (start.timeAt(1, h) > start.time) return;
    const char* const setting = h == longest       ? "maximum step size"
                                : settings.isFixed ? "fixed step size"
                                                   : "initial step size";
    const Real set = h != longest && settings.isFixed ? fixedStep : h; // what is left of it may be rounded to nothing
    throw std::runtime_error(std::string("ContactIntegrator: ") + setting + " = " + toText(set) +
                             " s is too short to advance from t = " + toText(start.time) +
                             " s; it must be >= " + toText(std::nextafter(start.time, Infinity) - start.time) +
                             " s, the resolution of time there");
}

void ContactIntegratorImpl::stepTo(Real time) {
    checkTime("stepTo", time);
    warnOfHandlers(time);
    while (state.getTime() < time) advance(time);
}

void ContactIntegratorImpl::warnOfHandlers(Real time) {
    if (areHandlersChecked) return;
    areHandlersChecked = true;
    Array_<EventId> ids;
    Real next = Infinity;
    system.calcTimeOfNextScheduledEvent(state, next, ids, true);
    if (!(next <= time)) return;
    warn("ContactIntegrator::stepTo() calls no event handler, and the System has one that is due at t = " + toText(next) +
         " s, such as a robot's controller. Call simulate(), or call the controller yourself");
}

void ContactIntegratorImpl::takeOneStep(Real time) {
    checkTime("takeOneStep", time);
    if (time > state.getTime()) advance(time);
}

ContactIntegratorImpl::StepEnd ContactIntegratorImpl::takeNextStep(Real until) {
    const std::vector<ContactStatus> before = std::move(start.contacts);
    start = beginStep(until);
    if (settings.isFixed) followCollisions(before);
    isOpen = true;
    isSliver = start.getRemainingTime() <= std::min(sliver * roundingOf(start.time), longest);
    if (isSliver)
        takeSliver();
    else if (settings.isFixed)
        takeFixed();
    else
        takeFreely();
    land();
    return getStepEnd(length);
}

bool ContactIntegratorImpl::repeatStep(Real h) {
    returnToStart();
    if (!takeStep(h) || judge(h) != h) return false;
    land();
    return true;
}

ContactIntegratorImpl::StepEnd ContactIntegratorImpl::getStepEnd(Real h) const {
    return {h, state.getTime(), state.getQ(), state.getU(), state.getZ(), step().getUDot(state)};
}

void ContactIntegratorImpl::takeSliver() {
    commit();
    length = start.getRemainingTime();
    if (takeStep(length) && step().getError() <= 1) return;
    returnToStart();
    giveUp(length, step().getError() <= 1 ? refusal : "Its error exceeds the accuracy");
}

// The state's own derivatives, but where the step before ended: there the method's accelerations, which are free of what stiffness makes
// of rounding. A force that has changed since then, such as that of a servo with a new target, changes them by as much as the state's own.
StepStart ContactIntegratorImpl::beginStep(Real until) {
    system.realize(state, Stage::Acceleration);
    StepStart now{state.getTime(), state.getQ(),    state.getU(),    state.getZ(),
                  state.getQDot(), state.getUDot(), state.getZDot(), {}};
    now.until = until;
    now.longest = longest;
    now.hasNewContacts = run.stepsSinceNew < stepsOfNewContacts;
    forces.findStatus(state, now.contacts);
    const auto isSame = [](const Vector& a, const Vector& b) { return a.size() == b.size() && (a - b).normInf() == 0; };
    if (isSame(now.u, run.endU) && isSame(now.q, run.endQ)) {
        const Vector change = now.udot - run.endUDotOfState;
        if (change.normInf() > 0) watch.skip(); // it has measured the power of other forces
        now.udot = run.endUDot + change;
        now.isSmooth = run.isEndSmooth;
    } else
        watch.skip(); // somebody has moved something
    if (settings.isFixed) watch.begin(state);
    return now;
}

Real ContactIntegratorImpl::calcFirstStep() {
    const Real fastest = std::max(state.getUDot().normInf(), slowestAcceleration);
    return std::min({firstDisplacement * std::sqrt(settings.accuracy) / fastest,
                     firstPhase / implicitStep->calcHighestFrequency(state), longestFirstStep});
}

void ContactIntegratorImpl::giveUp(Real h, const std::string& why) const {
    std::string where;
    std::vector<ContactStatus> status;
    try {
        system.realize(state, Stage::Acceleration);
        forces.findStatus(state, status);
    } catch (const std::exception&) {
    }
    for (std::size_t i = 0; i < status.size() && i < 3; ++i)
        where += (i ? "; " : " Contacts: ") + forces.describe(state, status[i]);
    if (status.size() > 3) where += "; and " + std::to_string(status.size() - 3) + " more";
    if (!where.empty()) where += "." + forces.findCureOfDepth(state);
    throw std::runtime_error("ContactIntegrator: no step is short enough at t = " + toText(state.getTime()) +
                             " s; the last step tried is " + toText(h) + " s. " + why +
                             (where.empty() ? "" : "." + where));
}

void ContactIntegratorImpl::takeFreely() {
    if (!sizes.hasNext()) sizes.setNext(calcFirstStep());
    start.allowed = sizes.getAllowed();
    const Real remaining = start.getRemainingTime(), wanted = std::min({sizes.getNext(), longest, remaining});
    checkProgress(wanted);
    Real h = isExplicit() ? bounds.boundExplicit(state, forces.haveSurfaces(start.contacts), wanted, sizes.getUncut())
                          : bounds.boundImplicit(state, wanted, settings.accuracy);
    h = std::max(h, std::min(wanted, shortestStep * roundingOf(start.time))); // or the clock does not show it
    if (h < remaining && remaining < 2 * h)
        h = remaining < maxStretch * h && remaining <= longest ? remaining : 0.5 * remaining;
    const bool isBound = h < sizes.getNext();
    commit();
    takeWhatIsAllowed(h, isBound);
}

Real ContactIntegratorImpl::judge(Real h) {
    const Real error = step().getError();
    if (!(error > 1)) return bounds.check(state, start, h, isExplicit(), settings.accuracy, refusal);
    refusal = std::isfinite(error) ? "Its error is " + toText(error) + " times the accuracy"
                                   : "Its accelerations are not finite";
    const Real shorter = StepSizeController::calcAllowed(h, error, step().getOrder());
    const Real contact = isExplicit() ? 0 : bounds.findContactPoint(state, start, h);
    return contact < earlyTouch * h ? std::max(shorter, contact) : shorter;
}

void ContactIntegratorImpl::takeWhatIsAllowed(Real h, bool isBound) {
    const Real shortest = shortestStep * roundingOf(start.time);
    bounds.beginTrials();
    for (bool isFirst = true;; isFirst = false) {
        Real shorter = 0;
        const bool isWatched = settings.isFixed && !isExplicit() && mayBeCut();
        if (isWatched) forces.startWatch(start.contacts);
        const bool isTaken = takeStep(h);
        const std::vector<Sighting> sightings = forces.endWatch();
        if (!isTaken)
            shorter = (isFirst && !settings.isFixed ? firstCut : laterCut) * h;
        else if (hasMetCollisions(sightings))
            shorter = h; // explicitly
        else if (shorter = judge(h); shorter == h) {
            sizes.record({h, run.previousStep, step().getError(), step().getOrder(), isExplicit(), start.isSmooth, isFirst,
                          isBound, start.getRemainingTime()});
            break;
        }
        returnToStart();
        h = shorter;
        if (!(h > shortest)) giveUp(h, refusal);
    }
    length = h;
}

void ContactIntegratorImpl::land() {
    projectOntoConstraints();
    system.realize(state, Stage::Acceleration);
}

void ContactIntegratorImpl::finishStep(const StepEnd& end) {
    if (state.getTime() != end.time || length != end.length) {
        put(state, end.time, end.q, end.u, end.z);
        system.realize(state, Stage::Acceleration);
    }
    length = end.length;
    isOpen = false;
    ++run.numSteps;
    run.numExplicitSteps += isExplicit();
    run.endQ = state.getQ();
    run.endU = state.getU();
    run.endUDotOfState = state.getUDot();
    if (isSliver) { // too short to tell of accelerations, or to advise on the next step
        run.endUDot = start.udot;
        isSliver = false;
        return;
    }
    run.previousStep = length;
    recordMotion(end.udot);
}

void ContactIntegratorImpl::recordMotion(const Vector& udot) {
    std::vector<ContactStatus> contacts;
    forces.findStatus(state, contacts);
    const Real much = largestChange * std::max(udot.normInf(), start.udot.normInf());
    const Vector rate = (udot - start.udot) / run.previousStep;
    const bool isAsExpected = run.udotRate.size() == rate.size() && run.previousStep * (rate - run.udotRate).normInf() <= much;
    const bool isSwinging = run.previousStep * rate.normInf() > much && !isAsExpected;
    run.udotRate = rate;
    const bool doContinue = doContactsContinue(start.contacts, contacts);
    run.stepsSinceNew = doContinue ? std::min(run.stepsSinceNew + 1, stepsOfNewContacts) : 0;
    run.isEndSmooth = run.endUDot.size() > 0 && !isSwinging && doContinue;
    if (settings.isFixed && !isExplicit()) watch.follow(state, length);
    // A motion that is smooth over the short steps of a collision need not be smooth over a fixed step.
    if (settings.isFixed && isExplicit()) {
        run.isEndSmooth = false;
        watch.skip();
    }
    run.endUDot = udot;
    if (!settings.isFixed)
        switcher.record(
            {run.previousStep, sizes.getNext(), settings.accuracy, int(contacts.size()), explicitStep->getStiffness()},
            *implicitStep, state);
}

} // namespace simbodydem
