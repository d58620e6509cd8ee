// SPDX-License-Identifier: Apache-2.0
// What a TimeStepper does for Simbody's integrators: the System's reporters and handlers, in the order of their times.

#include "base/Checks.h"
#include "integration/ContactIntegratorImpl.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

// @returns whether the run goes on
bool ContactIntegratorImpl::handle(Event::Cause cause, const Array_<EventId>& ids) {
    HandleEventsOptions options(getConstraintTolerance());
    HandleEventsResults results;
    system.handleEvents(state, cause, ids, options, results);
    if (results.getExitStatus() == HandleEventsResults::Failed)
        throw std::runtime_error("ContactIntegrator: an event handler failed at t = " + toText(state.getTime()) +
                                 " s: " + std::string(results.getMessage()));
    checkCoordinates();
    system.realize(state, Stage::Acceleration);
    return results.getExitStatus() != HandleEventsResults::ShouldTerminate;
}

Array_<EventId> ContactIntegratorImpl::findTriggered(const Vector& before, Real& window) const {
    Array_<EventTriggerInfo> triggers;
    system.calcEventTriggerInfo(state, triggers);
    system.realize(state, Stage::Acceleration);
    const Vector& now = state.getEventTriggers();
    Array_<EventId> ids;
    window = Infinity;
    for (unsigned i = 0; i < triggers.size() && int(i) < now.size() && int(i) < before.size(); ++i) {
        const bool rises = before[i] < 0 && now[i] >= 0, falls = before[i] > 0 && now[i] <= 0;
        if (!(rises && triggers[i].shouldTriggerOnRisingSignTransition()) &&
            !(falls && triggers[i].shouldTriggerOnFallingSignTransition()))
            continue;
        ids.push_back(triggers[i].getEventId());
        window = std::min(window, triggers[i].getRequiredLocalizationTimeWindow());
    }
    return ids;
}

ContactIntegratorImpl::StepEnd ContactIntegratorImpl::getEnd(Real h) const {
    return {h, state.getTime(), state.getQ(), state.getU(), state.getZ(), step().getUDot(state)};
}

void ContactIntegratorImpl::returnTo(const StepEnd& end) {
    put(state, end.time, end.q, end.u, end.z);
    system.realize(state, Stage::Acceleration);
}

Real ContactIntegratorImpl::takeTrial(Real low, Real middle, Real narrow) {
    for (Real h = middle; h - low > 0.5 * narrow; h = 0.5 * (low + h)) {
        returnToStart();
        if (!takeStep(h) || judge(h) != h) continue;
        land();
        return h;
    }
    return 0;
}

// The step is taken again, ever shorter or longer, from the same commit, by the same method, and is judged as the first one was: no
// state is interpolated. Where no trial can be taken the step ends at the last one before the trigger, and the next step begins there.
Array_<EventId> ContactIntegratorImpl::locateTriggers(const Vector& before) {
    Real window;
    Array_<EventId> ids = findTriggered(before, window);
    StepEnd low{0, start.time, {}, {}, {}, {}}, high = getEnd(length);
    const auto findNarrow = [&] { return std::max({settings.accuracy * window, 1e-12, 1e-12 * start.time}); };
    Real narrow = findNarrow();
    while (!ids.empty() && high.length - low.length > narrow) {
        const Real h = takeTrial(low.length, 0.5 * (low.length + high.length), narrow);
        if (h == 0) break;
        Real itsWindow;
        const Array_<EventId> found = findTriggered(before, itsWindow);
        (found.empty() ? low : high) = getEnd(h);
        if (found.empty()) continue;
        ids = found;
        window = itsWindow;
        narrow = findNarrow();
    }
    const bool isFound = ids.empty() || high.length - low.length <= narrow || low.length == 0;
    const StepEnd& end = isFound ? high : low;
    if (state.getTime() != end.time || length != end.length) returnTo(end);
    length = end.length;
    finishStep(end.udot);
    if (!isFound) ids.clear();
    return ids;
}

void ContactIntegratorImpl::simulate(Real end) {
    checkTime("simulate", end);
    const Array_<EventId> none;
    bool goesOn = isStarted || handle(Event::Cause::Initialization, none);
    isStarted = true;
    while (goesOn) {
        const Real now = state.getTime();
        Array_<EventId> reports, events;
        Real nextReport = Infinity, nextEvent = Infinity;
        system.calcTimeOfNextScheduledReport(state, nextReport, reports, reportedAt != now);
        system.calcTimeOfNextScheduledEvent(state, nextEvent, events, handledAt != now);
        if (nextReport <= now) {
            system.realize(state, Stage::Report);
            system.reportEvents(state, Event::Cause::Scheduled, reports);
            reportedAt = now;
            continue;
        }
        // As with a TimeStepper, what is scheduled for the end is the next run's, be that by this integrator or by another one.
        if (now >= end) break;
        if (nextEvent <= now) {
            goesOn = handle(Event::Cause::Scheduled, events);
            handledAt = now;
            continue;
        }
        system.realize(state, Stage::Acceleration);
        const Vector before = state.getEventTriggers();
        takeNextStep(std::min({end, nextReport, nextEvent}));
        land();
        const Array_<EventId> triggered = locateTriggers(before);
        if (!triggered.empty()) goesOn = handle(Event::Cause::Triggered, triggered);
        if (goesOn && system.hasTimeAdvancedEvents()) goesOn = handle(Event::Cause::TimeAdvanced, none);
    }
}

} // namespace simbodydem
