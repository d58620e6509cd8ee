// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainEventHandler.h"

#include "grains/GrainCoupling.h"

#include "Simbody.h"

namespace simbodydem {

using namespace SimTK;

struct GrainEventHandler::Interval {
    bool hasBegun = false;
    Real start = 0, end = 0;
    long long steps = 0;
    GrainCoupling::Knots knots; // the motion at its start
    GrainCoupling::Wrenches applied;
};

GrainEventHandler::GrainEventHandler(GrainBed& bed) : bed(bed), interval(std::make_unique<Interval>()) {}
GrainEventHandler::~GrainEventHandler() = default;

Real GrainEventHandler::getNextEventTime(const State& state, bool includeCurrentTime) const {
    const Real now = state.getTime();
    if (!interval->hasBegun) return includeCurrentTime ? now : Infinity;
    return interval->end > now || (includeCurrentTime && interval->end == now) ? interval->end : Infinity;
}

void GrainEventHandler::handleEvent(State& state, Real, bool&) const {
    GrainCoupling& coupling = *bed.coupling;
    coupling.getSystem().realize(state, Stage::Velocity);
    const Real step = coupling.getTimeStep();
    if (interval->hasBegun) {
        coupling.addKnots(state, interval->start, interval->knots);
        coupling.advance(state, interval->knots, state.getTime(), interval->steps,
                         (state.getTime() - interval->start) / Real(interval->steps), interval->applied);
    } else
        coupling.begin(state);
    interval->hasBegun = true;
    interval->steps = coupling.chooseIntervalSteps();
    interval->start = state.getTime();
    interval->end = interval->start + Real(interval->steps) * step;
    interval->knots.clear();
    coupling.addKnots(state, interval->start, interval->knots);
    interval->applied = coupling.predict(interval->end - interval->start);
    coupling.getForce().setWrenches(state, interval->applied);
}

} // namespace simbodydem
