// SPDX-License-Identifier: Apache-2.0
#include "integration/EventLoop.h"

#include "base/Checks.h"
#include "integration/ContactIntegratorImpl.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace simbodydem {

using namespace SimTK;

namespace {

// Narrowest window in which an event is located [s], and relative to the time [-]: less is rounding.
const Real narrowestWindow = 1e-12;

} // namespace

void EventLoop::stepTo(Real end) {
    integrator.checkTime("stepTo", end);
    const MultibodySystem& system = integrator.getSystem();
    const State& state = integrator.getState();
    const Array_<EventId> none;
    bool continues = run.isStarted || handle(Event::Cause::Initialization, none);
    run.isStarted = true;
    while (continues) {
        const Real now = state.getTime();
        Array_<EventId> reports, events;
        Real nextReport = Infinity, nextEvent = Infinity;
        system.calcTimeOfNextScheduledReport(state, nextReport, reports, run.reportedAt != now);
        system.calcTimeOfNextScheduledEvent(state, nextEvent, events, run.handledAt != now);
        if (nextReport <= now) {
            system.realize(state, Stage::Report);
            system.reportEvents(state, Event::Cause::Scheduled, reports);
            run.reportedAt = now;
            continue;
        }
        // As with a TimeStepper, what is scheduled for the end is left to the next run, by this integrator or by another one.
        if (now >= end) break;
        if (nextEvent <= now) {
            continues = handle(Event::Cause::Scheduled, events);
            run.handledAt = now;
            continue;
        }
        const Array_<EventId> triggered = stepToTrigger(std::min({end, nextReport, nextEvent}));
        if (!triggered.empty()) continues = handle(Event::Cause::Triggered, triggered);
        if (continues && system.hasTimeAdvancedEvents()) continues = handle(Event::Cause::TimeAdvanced, none);
    }
}

bool EventLoop::handle(Event::Cause cause, const Array_<EventId>& ids) {
    State& state = integrator.updState();
    HandleEventsOptions options(integrator.getConstraintTolerance());
    HandleEventsResults results;
    integrator.getSystem().handleEvents(state, cause, ids, options, results);
    if (results.getExitStatus() == HandleEventsResults::Failed)
        throw std::runtime_error("ContactIntegrator: an event handler failed at t = " + toText(state.getTime()) +
                                 " s: " + std::string(results.getMessage()));
    integrator.checkCoordinates();
    integrator.getSystem().realize(state, Stage::Acceleration);
    return results.getExitStatus() != HandleEventsResults::ShouldTerminate;
}

// The step is repeated, shorter and longer by bisection, from the same commit and by the same method, and judged as the first one was: no state
// is interpolated. If no repetition can be taken the step ends at the last one before the trigger, and the next step begins there.
Array_<EventId> EventLoop::stepToTrigger(Real until) {
    integrator.getSystem().realize(integrator.getState(), Stage::Acceleration);
    const Vector before = integrator.getState().getEventTriggers();
    const Real start = integrator.getState().getTime();
    ContactIntegratorImpl::StepEnd low, high = integrator.takeNextStep(until);
    Real window;
    Array_<EventId> ids = findTriggered(before, window);
    const Real accuracy = integrator.getAccuracy();
    const auto calcNarrow = [&] { return std::max({accuracy * window, narrowestWindow, narrowestWindow * start}); };
    Real narrow = calcNarrow();
    while (!ids.empty() && high.length - low.length > narrow) {
        const Real h = repeatStep(low.length, 0.5 * (low.length + high.length), narrow);
        if (h == 0) break;
        Real itsWindow;
        const Array_<EventId> found = findTriggered(before, itsWindow);
        (found.empty() ? low : high) = integrator.getStepEnd(h);
        if (found.empty()) continue;
        ids = found;
        window = itsWindow;
        narrow = calcNarrow();
    }
    const bool isLocated = ids.empty() || high.length - low.length <= narrow || low.length == 0;
    integrator.finishStep(isLocated ? high : low);
    if (!isLocated) ids.clear();
    return ids;
}

Real EventLoop::repeatStep(Real low, Real middle, Real narrow) {
    for (Real h = middle; h - low > 0.5 * narrow; h = 0.5 * (low + h))
        if (integrator.repeatStep(h)) return h;
    return 0;
}

Array_<EventId> EventLoop::findTriggered(const Vector& before, Real& window) const {
    const MultibodySystem& system = integrator.getSystem();
    const State& state = integrator.getState();
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

} // namespace simbodydem
