// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Recorder.h"

#include "base/Checks.h"

namespace simbodydem {

using namespace SimTK;

namespace {

Real checkedInterval(const std::string& owner, Real interval) {
    checkParameter(interval > 0, owner, "interval", interval, "s", "> 0");
    return interval;
}

} // namespace

Recorder::Recorder(const std::string& owner, Real interval) : PeriodicEventReporter(checkedInterval(owner, interval)) {}

Real Recorder::getNextEventTime(const State& state, bool includeCurrentTime) const {
    return getEventInterval() == Infinity ? Infinity
                                          : PeriodicEventReporter::getNextEventTime(state, includeCurrentTime);
}

} // namespace simbodydem
