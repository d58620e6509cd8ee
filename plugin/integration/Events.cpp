// SPDX-License-Identifier: Apache-2.0
// What a TimeStepper does for Simbody's integrators: the System's reporters and handlers, in the order of their times.

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
        throw std::runtime_error("ContactIntegrator: an event handler failed at t = " +
                                 std::to_string(state.getTime()) + " s: " + std::string(results.getMessage()));
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

// The step is taken again, ever shorter or longer, from the same commit: no state is interpolated.
Array_<EventId> ContactIntegratorImpl::locateTriggers(const Vector& before) {
    Real window;
    Array_<EventId> ids = findTriggered(before, window);
    if (ids.empty()) return ids;
    Real low = 0, high = previousStep;
    const Real narrow = std::max(settings.accuracy * window, 1e-12);
    while (high - low > narrow) {
        const Real middle = 0.5 * (low + high);
        returnToStart();
        if (!takeStep(middle)) break;
        const Array_<EventId> found = findTriggered(before, window);
        if (found.empty())
            low = middle;
        else {
            high = middle;
            ids = found;
        }
    }
    returnToStart();
    if (!takeStep(high)) giveUp(high, refusal);
    previousStep = high;
    --numSteps; // it is the same one
    numExplicitSteps -= isExplicit();
    finishStep();
    return ids;
}

void ContactIntegratorImpl::simulate(Real end) {
    checkTime("simulate", end);
    const Array_<EventId> none;
    if (numSteps == 0 && !handle(Event::Cause::Initialization, none)) return;
    Real reportedAt = -Infinity, handledAt = -Infinity;
    bool goesOn = true;
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
        if (nextEvent <= now) {
            goesOn = handle(Event::Cause::Scheduled, events);
            handledAt = now;
            continue;
        }
        if (now >= end) break;
        system.realize(state, Stage::Acceleration);
        const Vector before = state.getEventTriggers();
        takeOneStep(std::min({end, nextReport, nextEvent}));
        const Array_<EventId> triggered = locateTriggers(before);
        if (!triggered.empty()) goesOn = handle(Event::Cause::Triggered, triggered);
        if (goesOn && system.hasTimeAdvancedEvents()) goesOn = handle(Event::Cause::TimeAdvanced, none);
    }
}

} // namespace simbodydem
