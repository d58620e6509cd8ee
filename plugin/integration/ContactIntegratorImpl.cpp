// SPDX-License-Identifier: Apache-2.0
#include "integration/ContactIntegratorImpl.h"

#include "Checks.h"
#include "integration/ContactChanges.h"
#include "integration/ExplicitStep.h"
#include "integration/ImplicitStep.h"
#include "state/StateStamp.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real most = 3, mostAfterRefusal = 1.2, least = 0.1, safety = 0.9; // of one step to the next
const Real worthAChange = 1.2, leastError = 0.01;
const int stepsOfCaution = 3;
const int stepsOfNewContacts = 60; // for which what a contact's coming or sticking has set swinging may go on
const int mostFlights = 5;         // in vain: what had no mass until now is there at once
const Real leftToSlip = 1e-4;      // [m], of the accuracy

// Times that differ by less than this share are the same but for rounding: .3 and three times .1. A stage's acceleration is a change of
// speed over a time, and over so short a time rounding alone makes it.
const Real sliver = 1e-12;
const Real shortestShare = 1e-14; // of a step that a refusal may lead to

Real roundingOf(Real time) { return std::max(Real(1), std::abs(time)); }

} // namespace

ContactIntegratorImpl::ContactIntegratorImpl(const MultibodySystem& system,
                                             const std::vector<const DEMContactForce*>& forces)
    : system(system), forces(system, forces), watch(system, this->forces) {}

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

void ContactIntegratorImpl::initialize(const State& from) {
    const char* const caller = "ContactIntegrator::initialize()";
    checkStateOf(system, from, caller);
    forces.checkState(from, "initialize");
    state = from;
    system.realize(state, Stage::Instance);
    checkFinite(caller, state);
    coordinates = std::make_unique<CoordinateUpdate>(system.getMatterSubsystem(), state);
    implicitStep = std::make_unique<ImplicitStep>(system, forces, *coordinates);
    explicitStep = std::make_unique<ExplicitStep>(system, forces, *coordinates);
    numExplicitSteps = 0;
    numSteps = numAttempts = cautious = 0;
    previousStep = 0;
    next = initialStep;
    endU.resize(0);
    endUDot.resize(0);
    udotRate.resize(0);
    previousError = allowedByError = 0;
    solved = {};
    stepsSinceNew = stepsOfNewContacts;
    collisions.forget();
    watch.start();
    fixedEnd = NaN;
    isOpen = isStarted = isSliver = false;
    length = uncut = 0;
    reportedAt = handledAt = -Infinity;
    numZ = state.getNZ();
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
    if (!isElasticTold && !settings.isFixed) isElasticTold = forces.warnOfElasticImpacts(state, settings.accuracy);
}

Step& ContactIntegratorImpl::step() const {
    if (isExplicit()) return *explicitStep;
    return *implicitStep;
}

bool ContactIntegratorImpl::takeStep(Real h) {
    ++numAttempts;
    try {
        step().take(state, start, h, settings);
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
                                    " s; it must be " + toText(state.getTime()) + " s, which is reached, or later");
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
                             " s is too short to get on from t = " + toText(start.time) + " s, where times differ by " +
                             toText(std::nextafter(start.time, Infinity) - start.time) + " s or more");
}

void ContactIntegratorImpl::stepTo(Real time) {
    checkTime("stepTo", time);
    while (state.getTime() < time) advance(time);
}

void ContactIntegratorImpl::takeOneStep(Real time) {
    checkTime("takeOneStep", time);
    if (time > state.getTime()) advance(time);
}

void ContactIntegratorImpl::advance(Real until) {
    takeNextStep(until);
    land();
    finishStep(step().getUDot(state));
}

void ContactIntegratorImpl::takeNextStep(Real until) {
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
}

void ContactIntegratorImpl::takeSliver() {
    commit();
    length = start.getRemainingTime();
    if (takeStep(length) && step().getError() <= 1) return;
    returnToStart();
    giveUp(length, step().getError() <= 1 ? refusal : "Its error is more than the accuracy allows");
}

// The state's own derivatives, but where the step before ended: there the method's accelerations, which are free of what stiffness makes
// of rounding.
StepStart ContactIntegratorImpl::beginStep(Real until) {
    system.realize(state, Stage::Acceleration);
    StepStart now{state.getTime(), state.getQ(),    state.getU(),    state.getZ(),
                  state.getQDot(), state.getUDot(), state.getZDot(), {}};
    now.until = until;
    now.longest = longest;
    now.hasNewContacts = stepsSinceNew < stepsOfNewContacts;
    forces.findStatus(state, now.contacts);
    const auto isSame = [](const Vector& a, const Vector& b) { return a.size() == b.size() && (a - b).normInf() == 0; };
    if (isSame(now.u, endU) && isSame(now.q, endQ)) {
        now.udot = endUDot;
        now.isSmooth = isEndSmooth;
    } else
        watch.skip(); // somebody has moved something
    if (settings.isFixed) watch.begin(state);
    return now;
}

// A step in which nothing is moved by more than a part of the accuracy's root, and contacts swing by a radian at most: loads that
// are not balanced at the start make them swing, and may make them slip.
Real ContactIntegratorImpl::findFirstStep() {
    const Real fastest = std::max(state.getUDot().normInf(), Real(1e-3));
    return std::min(
        {0.1 * std::sqrt(settings.accuracy) / fastest, 1 / implicitStep->calcHighestFrequency(state), Real(0.01)});
}

// Slip that is braked comes to its end. A step that goes beyond it has friction on the wrong side for a part of it, which no error
// estimate sees: steps end just before it, until what is left to slip is nothing to the accuracy.
Real ContactIntegratorImpl::boundBySlips(Real h) const {
    for (const Slip& slip : slips) {
        if (!(slip.braking * h > slip.speed)) continue;
        const Real time = slip.speed / slip.braking, left = 0.5 * slip.speed * time;
        h = std::min(h, left > leftToSlip * settings.accuracy ? 0.99 * time : 2 * time);
    }
    return h;
}

// In flight nothing tells of what lies ahead. Among contacts an explicit step sees for itself what it has run into, as long as it is
// not much longer than those before, which are as short as contacts need them.
Real ContactIntegratorImpl::boundByFlight(Real h) const {
    if (start.contacts.empty()) return forces.calcStepBound(state, h);
    if (h <= uncut) return h;
    return std::min(h, forces.calcStepBound(state, h) + uncut);
}

Real ContactIntegratorImpl::findTurn(Real h) const {
    std::vector<Slip> now;
    forces.findSlips(state, now);
    Real share = 1;
    for (const Slip& before : slips)
        for (const Slip& after : now) {
            if (!areOfOneContact(after, before)) continue;
            const Real along = after.speed * dot(after.direction, before.direction);
            if (!(along < -1e-3 * before.speed)) continue;
            const Real turn = before.speed / (before.speed - along), left = 0.5 * before.speed * turn * h;
            if (left > leftToSlip * settings.accuracy) share = std::min(share, turn);
        }
    return share;
}

// What has come into touch within a step may have done so late in it. The next one ends there, not ever closer before it.
Real ContactIntegratorImpl::findTouch(Real h) const {
    std::vector<Closing> closing;
    forces.findClosing(state, closing);
    Real longest = 0; // that a new one has been there
    for (const Closing& contact : closing) {
        const auto isSame = [&](const ContactStatus& c) { return areOfOneContact(c, contact); };
        if (contact.rate > 0 && contact.overlap > 0 &&
            std::none_of(start.contacts.begin(), start.contacts.end(), isSame))
            longest = std::max(longest, contact.overlap / contact.rate);
    }
    return longest > 0 ? h - 0.99 * longest : 0;
}

// A soft contact may be so deep before its force shows that no law holds there.
Real ContactIntegratorImpl::findFlight(Real h) const {
    if (!forces.areFlownInto(state)) return h;
    const Real touch = findTouch(h);
    return touch > 0 ? touch : 0.5 * h;
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
        where +=
            (i ? "; " : " Contacts: ") + forces.nameOf(status[i]) + (status[i].isSliding ? " sliding" : " sticking");
    if (status.size() > 3) where += "; and " + std::to_string(status.size() - 3) + " more";
    throw std::runtime_error("ContactIntegrator: at t = " + toText(state.getTime()) + " s no step is short enough; " +
                             toText(h) + " s is the last that was tried. " + why + (where.empty() ? "" : "." + where));
}

void ContactIntegratorImpl::takeFreely() {
    if (std::isnan(next)) next = findFirstStep();
    start.allowed = std::max(next, allowedByError);
    const Real room = start.getRemainingTime(), wanted = std::min({next, longest, room});
    checkProgress(wanted);
    Real h = wanted;
    if (isExplicit())
        h = boundByFlight(h);
    else {
        forces.findSlips(state, slips);
        h = boundBySlips(forces.calcStepBound(state, h));
    }
    h = std::max(h, std::min(wanted, shortestShare * roundingOf(start.time))); // which the clock shows
    // Neither a hair's breadth nor a step and a hair's breadth to where it has to end.
    if (h < room && room < 2 * h) h = room < 1.001 * h && room <= longest ? room : 0.5 * room;
    const bool isBound = h < next;
    commit();
    takeWhatIsAllowed(h, isBound);
}

Real ContactIntegratorImpl::findFitting(Real error) const {
    return std::max(least, safety * std::pow(error, -1 / (step().getOrder() + 1)));
}

Real ContactIntegratorImpl::judge(Real h) {
    if (const Real error = step().getError(); error > 1) {
        refusal = std::isfinite(error) ? "Its error is " + toText(error) + " of what the accuracy allows"
                                       : "Its accelerations are not finite";
        const Real shorter = h * findFitting(error), touch = isExplicit() ? 0 : findTouch(h);
        return touch < 0.9 * h ? std::max(shorter, touch) : shorter;
    }
    const Real flown = numFlights < mostFlights ? findFlight(h) : h;
    numFlights += flown < h;
    const Real turn = isExplicit() || flown < h ? 1 : findTurn(h), rolled = forces.findFarTurn(state);
    if (turn == 1 && flown == h && rolled == 0) return h;
    refusal = flown < h  ? "It flies into a contact"
              : turn < 1 ? "Slip turns round within it"
                         : "A body turns too far at a contact";
    const Real shorter = std::min(flown, turn * h);
    return rolled > 0 ? std::min(shorter, 0.9 * h / rolled) : shorter;
}

void ContactIntegratorImpl::takeWhatIsAllowed(Real h, bool isBound) {
    const Real shortest = shortestShare * roundingOf(start.time);
    numFlights = 0;
    for (bool isFirst = true;; isFirst = false) {
        Real shorter = 0;
        const bool isWatched = settings.isFixed && !isExplicit() && mayBeCut();
        if (isWatched) forces.startWatch(start.contacts);
        const bool isTaken = takeStep(h);
        const std::vector<Sighting> sightings = forces.endWatch();
        if (!isTaken) {
            shorter = (isFirst && !settings.isFixed ? 0.5 : 0.25) * h;
            if (!isExplicit()) solved.fail(h, start.contacts.size());
        } else if (hasMetCollisions(sightings))
            shorter = h; // explicitly
        else if (shorter = judge(h); shorter == h) {
            proposeNext(h, isFirst, isBound);
            break;
        }
        returnToStart();
        h = shorter;
        if (!(h > shortest)) giveUp(h, refusal);
    }
    length = h;
}

void ContactIntegratorImpl::proposeNext(Real h, bool isFirst, bool isBound) {
    const Real error = step().getError();
    Real allowed = h * findFitting(std::max(error, 1e-9));
    // What a stiff contact bounds, swings about its bound: explicit steps change for something only.
    if (isExplicit() && allowed < worthAChange * h) allowed = h;
    // What has grown goes on to grow (Gustafsson 1994), as long as no contact changes.
    if (start.isSmooth && !isExplicit() && previousError > 0 && error > leastError)
        allowed *= std::min(Real(1), h / previousStep * std::pow(previousError / error, Real(1) / 3));
    previousError = isExplicit() ? 0 : std::max(error, leastError);
    allowedByError = allowed;
    cautious = isFirst ? std::max(cautious - 1, 0) : stepsOfCaution;
    Real proposed = std::min(allowed, h * (cautious > 0 ? mostAfterRefusal : most));
    if (!isExplicit()) proposed = std::min(proposed, solved.findLongest(h, start.contacts.size()));
    // A step that something else has cut says nothing against a longer one, and nothing at all of one that is ten times as long: its error is
    // what iterations and rounding leave.
    const Real before = h < least * next ? next : std::min(next, allowed);
    const bool isCut = isFirst && isBound;
    next = isCut ? std::max(proposed, before) : proposed;
    uncut = isCut && 2 * h >= start.getRemainingTime() ? std::max(h, uncut) : h;
}

void ContactIntegratorImpl::land() {
    projectOntoConstraints();
    system.realize(state, Stage::Acceleration);
}

void ContactIntegratorImpl::finishStep(const Vector& udot) {
    isOpen = false;
    ++numSteps;
    numExplicitSteps += isExplicit();
    endQ = state.getQ();
    endU = state.getU();
    if (isSliver) { // too short to tell of accelerations, or to advise on the next step
        endUDot = start.udot;
        isSliver = false;
        return;
    }
    previousStep = length;
    std::vector<ContactStatus> contacts;
    forces.findStatus(state, contacts);
    // Accelerations that are others from one step to the next, and not as their rate had it, are those of contacts that swing unresolved.
    const Real much = 0.5 * std::max(udot.normInf(), start.udot.normInf());
    const Vector rate = (udot - start.udot) / previousStep;
    const bool isAsExpected = udotRate.size() == rate.size() && previousStep * (rate - udotRate).normInf() <= much;
    const bool isSwinging = previousStep * rate.normInf() > much && !isAsExpected;
    udotRate = rate;
    const bool doContactsGoOn = goOn(start.contacts, contacts);
    stepsSinceNew = doContactsGoOn ? std::min(stepsSinceNew + 1, stepsOfNewContacts) : 0;
    isEndSmooth = endUDot.size() > 0 && !isSwinging && doContactsGoOn;
    if (settings.isFixed && !isExplicit()) watch.follow(state, length);
    // What is smooth to the short steps of a collision is not so to a fixed step.
    if (settings.isFixed && isExplicit()) {
        isEndSmooth = false;
        watch.skip();
    }
    endUDot = udot;
    if (!settings.isFixed)
        switcher.record({previousStep, next, settings.accuracy, int(contacts.size()), explicitStep->getStiffness()},
                        *implicitStep, state);
}

} // namespace simbodydem
